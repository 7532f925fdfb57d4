/// Starts: which run begins next, and what beginning it means (PRODUCT section 3).
extension Scheduler {
    /// Whether a run can start in some lane.
    @inline(__always)
    var canStart: Bool { nextLane != nil }

    /// The lane in which a run can start, main first, then lanes as declared.
    @inline(__always)
    var nextLane: Int? {
        for word in 0..<startable.count where startable[word] != 0 {
            return word &* 64 &+ startable[word].trailingZeroBitCount
        }
        return nil
    }

    /// Step 4 of a pass: one start. False where none can.
    @inline(__always)
    mutating func startNext() -> Bool {
        guard let lane = nextLane else { return false }
        startFirst(of: lane)
        return true
    }

    /// Starts the run of `lane` whose turn it is.
    @inline(__always)
    private mutating func startFirst(of lane: Int) {
        let run = usesKeys ? keyed[lane].popFirst() ?? -1 : ready.popFirst(in: lane)
        precondition(run >= 0, "a lane in which a run can start has one")
        begin(Int(run), lane)
        takePlace(lane)
    }

    @inline(__always)
    private mutating func takePlace(_ lane: Int) {
        lanes.pointer(to: lane).pointee.running += 1
        process.running += 1
        process.wasActive = true
        refresh(lane)
    }

    /// Begins an attempt of a run that was taken out of its queue.
    @inline(__always)
    private mutating func begin(_ run: Int, _ lane: Int) {
        let place = runs.pointer(to: run)
        let task = Int(place.pointee.task)
        place.pointee.marks.remove(.queued)
        place.pointee.phase = .running
        place.pointee.attempt += 1
        runDetails.pointer(to: run).pointee.started = now
        let slot = slots.pointer(to: task)
        if slot.pointee.pending == Int32(truncatingIfNeeded: run) {
            slot.pointee.pending = -1
            slot.pointee.active = Int32(truncatingIfNeeded: run)
        }
        let (number, attempt) = (place.pointee.number, Int32(place.pointee.attempt))
        let id = RunID(slot: Int32(truncatingIfNeeded: run), sequence: place.pointee.sequence)
        note(.start(TaskID(task), run: number, attempt: attempt, lane: LaneID(lane)))
        order(.start(id, TaskID(task), run: number, attempt: attempt, lane: LaneID(lane)))
        let isSpecial = place.pointee.marks.contains(.special)
        if isSpecial || !registry.sequences.isEmpty { setTimeout(task, run, id, attempt) }
        if isSpecial, registry.rows[task].kind == .sequence { noteSequenceStarted(task) }
    }

    @inline(never)
    private mutating func setTimeout(_ task: Int, _ run: Int, _ id: RunID, _ attempt: Int32) {
        let policy = registry.rows[task].policy
        var timeout = policy >= 0 ? registry.policies[Int(policy)].timeout : nil
        if timeout == nil, !registry.sequences.isEmpty { timeout = stepTimeout(Int32(run)) }
        guard let timeout else { return }
        deadlines.insert(.timeout, at: now + timeout, subject: Int32(run), sequence: id.sequence, attempt: attempt)
    }
}
