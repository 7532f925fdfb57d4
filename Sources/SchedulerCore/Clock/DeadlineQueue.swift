/// Deadlines by time. Insert and removal of the first cost O(log n).
///
/// Deadlines of ended attempts stay until they come first, or until they could be the majority: then they are
/// removed.
struct DeadlineQueue: Stored {
    private static let allowedDead = 64

    private var heap = Heap<Deadline>()
    private var nextInsertion: Int64 = 0
    private var dead = 0

    /// The first one, even if it is no longer live.
    var first: Deadline? { heap.first }
    /// The instant of the first one.
    var firstTime: Instant { heap.first?.time ?? .distantFuture }

    mutating func insert(_ deadline: Deadline) {
        var deadline = deadline
        deadline.insertion = nextInsertion
        nextInsertion += 1
        heap.insert(deadline)
    }

    /// Removes the first one, which is no longer live.
    mutating func dropFirst() { heap.popFirst() }

    /// Removes and returns the first one if it is due at `now`.
    mutating func popDue(at now: Instant) -> Deadline? {
        firstTime <= now ? heap.popFirst() : nil
    }

    /// Whether one of them satisfies `condition`. O(n).
    func contains(where condition: (Deadline) -> Bool) -> Bool {
        heap.all.contains(where: condition)
    }

    /// One of them is no longer live; `isLive` says which ones are. O(1) amortized.
    mutating func retire(isLive: (Deadline) -> Bool) {
        dead += 1
        guard dead > Self.allowedDead, dead * 2 > heap.count else { return }
        heap.removeAll { !isLive($0) }
        dead = 0
    }

    /// Whether each deadline is of a lane that exists.
    func isSound(lanes: Int) -> Bool {
        heap.all.allSatisfy { $0.lane.offset < lanes } && (0..<Int(Int32.max)).contains(dead)
            && (0...Scheduler.Checkpoint.maximumCount).contains(nextInsertion)
    }
}
