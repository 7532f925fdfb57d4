import SchedulerCore

/// How busy a lane was, read from a plan cell by cell.
struct LaneActivity {
    /// What one cell of a lane's row shows.
    struct CellState: Hashable {
        var isBusy: Bool
        /// Ready runs without a place at the start of the cell.
        var queued: Int
    }

    /// At most so many attempts are looked through for one cell.
    static let maximumLookBack = 256

    private let spans: [Plan.LaneSpan]
    private let stranded: [Instant]
    private let launch: (start: Instant, end: Instant)?

    init(plan: Plan, lane: LaneID) {
        spans = lane.offset < plan.laneSpans.count ? plan.laneSpans[lane.offset] : []
        stranded = lane.offset < plan.stranded.count ? plan.stranded[lane.offset] : []
        if let start = plan.launchStart, let end = plan.firstFrame, end > start {
            launch = (start, end)
        } else {
            launch = nil
        }
    }

    /// The share of the launch during which the lane's places were taken, in percent; nil without a launch.
    func busyShare(width: Int) -> Int? {
        guard let launch else { return nil }
        var busy: Int64 = 0
        for span in spans {
            let from = max(span.start, launch.start)
            let to = min(span.end ?? launch.end, launch.end)
            if from < to { busy += (to - from).count }
        }
        let whole = (launch.end - launch.start).count / 100
        return whole > 0 ? Int(busy / whole) / max(1, width) : nil
    }

    /// What a cell shows.
    func state(of cell: Int, scale: TimeScale) -> CellState {
        let from = scale.instant(of: cell)
        let to = scale.instant(of: cell + 1)
        let last = spans.partitionPoint { $0.start >= to }
        let window = spans[max(0, last - LaneActivity.maximumLookBack)..<last]
        let isBusy = window.reversed().contains { span in
            guard let end = span.end else { return true }
            return end > from || (end == from && span.start == end)
        }
        let waiting = spans[spans.partitionPoint { $0.start > from }...].prefix(LaneActivity.maximumLookBack)
        let queued = waiting.count { span in span.ready.map { $0 <= from } ?? false }
        return CellState(isBusy: isBusy, queued: queued + stranded.count { $0 <= from })
    }
}
