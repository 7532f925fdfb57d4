/// Slots for runs: free slots are reused, so the table is as long as the most runs that ever existed at once.
struct RunSlots: Stored {
    private var runs: [Run] = []
    private var freeSlots: [Int32] = []
    private(set) var nextRelease: Int64 = 0

    @inline(__always)
    subscript(slot: Int32) -> Run {
        get { runs[Int(slot)] }
        _modify { yield &runs[Int(slot)] }
    }

    var isEmpty: Bool { freeSlots.count == runs.count }

    /// Makes room for `count` more runs, all at once.
    mutating func reserve(_ count: Int) {
        let wanted = runs.count - freeSlots.count + count
        if wanted > runs.capacity { runs.reserveCapacity(max(wanted, 2 * runs.capacity)) }
        if wanted > freeSlots.capacity { freeSlots.reserveCapacity(max(wanted, 2 * freeSlots.capacity)) }
    }

    /// Puts a run into a slot, and gives it its release number.
    mutating func add(_ run: Run) -> Int32 {
        var run = run
        run.sequence = nextRelease
        nextRelease += 1
        if let slot = freeSlots.popLast() {
            runs[Int(slot)] = run
            return slot
        }
        runs.append(run)
        return Int32(runs.count - 1)
    }

    /// Whether each slot is free once or has a run of a task in a lane.
    func isSound(tasks: Int, lanes: Int) -> Bool {
        let free = runs.indices.filter { runs[$0].phase == .free }
        return freeSlots.map { Int($0) }.sorted() == free
            && runs.allSatisfy { $0.isSound(tasks: tasks, lanes: lanes) }
            && (0...Scheduler.Checkpoint.maximumCount).contains(nextRelease)
    }

    mutating func begin(_ slot: Int32, at now: Instant) -> Run {
        runs[Int(slot)].begin(at: now)
        return runs[Int(slot)]
    }

    /// The turn of the run in a slot is over.
    mutating func free(_ slot: Int32) {
        runs[Int(slot)].free()
        freeSlots.append(slot)
    }

    /// The slot of a run; nil if its turn is over, or it never existed.
    func slot(of id: RunID) -> Int32? {
        guard id.sequence >= 0, runs.indices.contains(Int(id.slot)), runs[Int(id.slot)].sequence == id.sequence
        else { return nil }
        return id.slot
    }

    /// Whether a run that has not ended satisfies `condition`. O(slots).
    func contains(_ condition: (Run) -> Bool) -> Bool {
        !isEmpty && runs.contains { $0.phase != .free && condition($0) }
    }

    /// The slots of runs that have not ended and satisfy `condition`, in release order. O(slots + found log found).
    func live(_ condition: (Run) -> Bool) -> [Int32] {
        if isEmpty { return [] }
        return runs.indices.filter { runs[$0].phase != .free && condition(runs[$0]) }
            .sorted { runs[$0].sequence < runs[$1].sequence }.map { Int32($0) }
    }

    /// All runs are gone with their process; release numbers continue.
    mutating func removeAll() {
        runs.removeAll()
        freeSlots.removeAll()
    }
}
