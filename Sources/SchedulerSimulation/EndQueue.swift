import SchedulerCore

/// The ends of attempts under way: earliest first, and at one instant the one that started first.
struct EndQueue<Run: Hashable & Sendable>: Sendable {
    /// One attempt's end.
    struct End: Comparable, Sendable {
        let time: Instant
        /// The order in which attempts started.
        let start: Int64
        let run: Run
        let outcome: Outcome
        /// Whether a timer or idle released the run.
        let isTurn: Bool

        /// By time, then by start.
        @inline(__always)
        static func < (left: End, right: End) -> Bool {
            left.time == right.time ? left.start < right.start : left.time < right.time
        }
    }

    private var heap = Heap<End>()
    private var nextStart: Int64 = 0
    private var turns = 0

    /// When the first end is.
    var firstTime: Instant { heap.first?.time ?? .distantFuture }
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { heap.isEmpty }

    /// Whether an attempt of another run than a timer's or idle's is under way, or of one of those that `counts`.
    @inline(__always)
    func hasWork(_ counts: (Run) -> Bool) -> Bool {
        heap.count > turns || (turns > 0 && heap.all.contains { counts($0.run) })
    }

    /// Adds an end.
    mutating func insert(_ run: Run, at time: Instant, _ outcome: Outcome, isTurn: Bool = false) {
        heap.insert(End(time: time, start: nextStart, run: run, outcome: outcome, isTurn: isTurn))
        nextStart += 1
        if isTurn { turns += 1 }
    }

    /// Takes out the first end if it is due at `now`.
    mutating func popDue(at now: Instant) -> End? {
        guard firstTime <= now, let end = heap.popFirst() else { return nil }
        if end.isTurn { turns -= 1 }
        return end
    }

    /// Takes out the end of `run`; O(n).
    mutating func remove(_ run: Run) {
        if let end = heap.removeFirst(where: { $0.run == run }), end.isTurn { turns -= 1 }
    }

    /// Takes out all ends.
    mutating func removeAll() {
        heap.removeAll()
        turns = 0
    }
}
