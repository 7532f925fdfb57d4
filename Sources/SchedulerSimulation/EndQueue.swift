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

        /// By time, then by start.
        @inline(__always)
        static func < (left: End, right: End) -> Bool {
            left.time == right.time ? left.start < right.start : left.time < right.time
        }
    }

    private var heap = Heap<End>()
    private var nextStart: Int64 = 0

    var firstTime: Instant { heap.first?.time ?? .distantFuture }
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { heap.isEmpty }

    /// Adds an end.
    mutating func insert(_ run: Run, at time: Instant, _ outcome: Outcome) {
        heap.insert(End(time: time, start: nextStart, run: run, outcome: outcome))
        nextStart += 1
    }

    /// Removes and returns the first end if it is due at `now`.
    mutating func popDue(at now: Instant) -> End? {
        firstTime <= now ? heap.popFirst() : nil
    }

    /// Removes the end of `run`. O(n).
    mutating func remove(_ run: Run) {
        heap.removeFirst { $0.run == run }
    }
}
