/// The event in progress, and the runs that hold it.
struct HeldEvent: Stored {
    /// The batch that it released; 0: no event is in progress.
    var batch: Int64 = 0
    private var holders = 0
    private var basicRuns = 0
    /// Whether a basic run has begun to hold others back, or ceased to, since that was last judged.
    var hasNewBasicRuns = false
    /// Whether a run has begun to wait for others while basic ones hold others back.
    var hasNewWaits = false

    /// An event whose runs are released as `batch`.
    init(batch: Int64 = 0) {
        self.batch = batch
    }

    /// Whether some unended, unparked run holds it.
    var isHeld: Bool { holders > 0 }
    /// How many unended, unparked runs hold it, and how many such basic runs there are.
    var counts: (holders: Int, basic: Int) { (holders, basicRuns) }

    /// A run with these marks begins (1) or ceases (-1) to hold it.
    @inline(__always)
    mutating func hold(_ marks: Run.Marks, _ change: Int) {
        if marks.contains(.holds) { holders += change }
        if marks.contains(.basic) {
            basicRuns += change
            hasNewBasicRuns = true
        }
    }
}
