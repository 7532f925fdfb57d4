/// Slots for runs: free slots are reused, so the table is as long as the most runs that ever existed at once.
struct RunSlots: Stored {
    private var runs: [Run] = []
    /// The slot that was freed last, or -1; each free slot knows the one freed before it.
    private var firstFree: Int32 = -1
    private var liveCount = 0
    private(set) var nextRelease: Int64 = 0

    @inline(__always)
    subscript(slot: Int32) -> Run {
        get { runs[Int(slot)] }
        _modify { yield &runs[Int(slot)] }
    }

    var isEmpty: Bool { liveCount == 0 }

    /// Makes room for `count` more runs, all at once.
    mutating func reserve(_ count: Int) {
        if runs.capacity < liveCount + count { runs.reserveCapacity(max(liveCount + count, 2 * runs.capacity)) }
    }

    /// Puts a run into a slot, and gives it its release number.
    @inline(__always)
    mutating func add(_ run: Run) -> Int32 {
        var run = run
        run.sequence = nextRelease
        let slot = firstFree >= 0 ? firstFree : Int32(runs.count)
        if firstFree >= 0 {
            firstFree = runs[Int(slot)].nextFree
            runs[Int(slot)] = run
        } else {
            runs.append(run)
        }
        nextRelease += 1
        liveCount += 1
        return slot
    }

    /// Whether each slot is free once or has a run of a task in a lane.
    func isSound(tasks: Int, lanes: Int) -> Bool {
        let freeCount = runs.count { $0.phase == .free }
        var (slot, passed) = (firstFree, 0)
        while runs.indices.contains(Int(slot)), runs[Int(slot)].phase == .free, passed < freeCount {
            slot = runs[Int(slot)].nextFree
            passed += 1
        }
        return slot == -1 && passed == freeCount && liveCount == runs.count - freeCount
            && runs.allSatisfy { $0.phase == .free || $0.isSound(tasks: tasks, lanes: lanes) }
            && (0...Scheduler.Checkpoint.maximumCount).contains(nextRelease)
    }

    /// The turn of the run in a slot is over.
    mutating func free(_ slot: Int32) {
        runs[Int(slot)].free(before: firstFree)
        firstFree = slot
        liveCount -= 1
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
        runs = []
        firstFree = -1
        liveCount = 0
    }
}
