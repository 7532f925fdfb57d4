/// Deadlines by time. Insert and removal of the first cost O(log n).
///
/// Those of attempts that have ended stay until they come first, or until they may be most of all: then they are swept
/// out.
struct DeadlineQueue: Stored {
    private static let allowedDead = 64

    private var heap = Heap<Deadline>()
    private var nextInsertion: Int64 = 0
    private var dead = 0

    /// The first one, whether or not it still means anything.
    var first: Deadline? { heap.first }
    /// The instant of the first one.
    var firstTime: Instant { heap.first?.time ?? .distantFuture }

    mutating func insert(_ deadline: Deadline) {
        var deadline = deadline
        deadline.insertion = nextInsertion
        nextInsertion += 1
        heap.insert(deadline)
    }

    /// Takes out the first one, which no longer means anything.
    mutating func dropFirst() { heap.popFirst() }

    /// Takes out the first one if it is due at `now`.
    mutating func popDue(at now: Instant) -> Deadline? {
        firstTime <= now ? heap.popFirst() : nil
    }

    /// Whether one of them satisfies `condition`. O(n).
    func contains(where condition: (Deadline) -> Bool) -> Bool {
        heap.all.contains(where: condition)
    }

    /// One of them no longer means anything; `isLive` tells which do. O(1) amortised.
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

    /// Forgets everything.
    mutating func removeAll() {
        heap.removeAll()
        dead = 0
    }
}
