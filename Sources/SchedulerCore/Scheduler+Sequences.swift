/// Sequences: a task whose steps run one after the other (PRODUCT section 4).
extension Scheduler {
    /// An event starts a sequence: a new run of it, or a stopped one goes on.
    mutating func startSequence(_ task: Int, _ marks: Run.Marks, isOnce: Bool) {
        let chain = Int(registry.rows[task].extra)
        if !slots[task].isPaused, slots[task].active < 0, slots[task].pending < 0, registry.sequences[chain].next > 0 {
            resumeChain(chain)
            return
        }
        if admit(task, lastBatch, marks, isOnce: isOnce), !marks.contains(.idle) { process.hasWorked = true }
    }

    /// `start NAME`.
    mutating func startByCommand(_ name: String, _ number: CommandID) {
        guard let task = registry.names.find(name), registry.rows[task].exists else {
            return refuse(number, .unknownTask)
        }
        guard registry.rows[task].kind == .sequence else { return refuse(number, .notSequence) }
        guard isTicking else { return refuseUnlessRunning(number) }
        guard slots[task].active < 0, slots[task].pending < 0 else {
            return refuse(number, .sequenceRunning)
        }
        note(.action(number))
        lastBatch += 1
        batch.removeAll()
        startSequence(task, [], isOnce: false)
        judgeBatch()
    }

    /// Its own run began.
    mutating func noteSequenceStarted(_ task: Int) {
        let chain = Int(registry.rows[task].extra)
        registry.sequences[chain].next = 0
        note(.sequence(TaskID(task), .started, step: nil, nil))
    }

    /// Its own run is over: the steps follow.
    mutating func beginSteps(_ task: Int) {
        let chain = Int(registry.rows[task].extra)
        registry.sequences[chain].isRunning = true
        advancing.append(Int32(chain))
    }

    /// A stopped chain goes on with its next step, without a new run of the sequence.
    private mutating func resumeChain(_ chain: Int) {
        let task = Int(registry.sequences[chain].task)
        lastBatchRun(task)
        registry.sequences[chain].isRunning = true
        advancing.append(Int32(chain))
    }

    /// The turn of a chain that goes on: it has no record of its own.
    private mutating func lastBatchRun(_ task: Int) {
        var run = Run()
        run.sequence = nextSequence
        run.task = Int32(task)
        run.number = counts[task].runs
        run.ready = now
        run.phase = .stepping
        run.marks = registry.rows[task].marks
        run.lane = registry.rows[task].lane
        nextSequence += 1
        // It is no further run: neither counted as one, nor as one that never began when it ends.
        counts[task].unbegun -= 1
        slots[task].active = store(run, RunDetail(released: now, batch: lastBatch))
        slots[task].batch = lastBatch
    }

    /// Releases the next step of a chain, or ends it.
    mutating func advance(_ chain: Int) {
        let state = registry.sequences[chain]
        guard state.isRunning, state.stepRun < 0 else { return }
        guard state.next < state.steps.count else { return endChain(chain) }
        let step = Int(state.steps[state.next])
        guard registry.rows[step].exists else {
            return stepEnded(chain, .cancelled)
        }
        lastBatch += 1
        batch.removeAll()
        guard admit(step, lastBatch, [], isOnce: false) else { return stepEnded(chain, .skipped) }
        process.hasWorked = true
        registry.sequences[chain].stepRun = slots[step].pending
        judgeBatch()
        isUnsettled = true
    }

    /// The chain to which a run belongs as a step, or -1.
    func sequence(ofStep run: Int32) -> Int {
        registry.sequences.firstIndex { $0.stepRun == run } ?? -1
    }

    /// The limit of a step that has none of its own.
    mutating func stepTimeout(_ run: Int32) -> Nanoseconds? {
        let chain = sequence(ofStep: run)
        return chain < 0 ? nil : registry.sequences[chain].stepTimeout
    }

    /// A step is over, well or not.
    mutating func stepEnded(_ chain: Int, _ result: TurnResult) {
        let state = registry.sequences[chain]
        guard state.isRunning, state.next < state.steps.count else { return }
        let (name, step) = (TaskID(Int(state.task)), TaskID(Int(state.steps[state.next])))
        registry.sequences[chain].stepRun = -1
        registry.sequences[chain].next += 1
        advancing.append(Int32(chain))
        isUnsettled = true
        if result == .success { return note(.sequence(name, .completed, step: step, nil)) }
        note(.sequence(name, .failed, step: step, .step(result)))
        if !state.continuesOnFailure { stopChain(chain, step) }
    }

    private mutating func stopChain(_ chain: Int, _ step: TaskID) {
        registry.sequences[chain].isRunning = false
        let run = slots[Int(registry.sequences[chain].task)].active
        if run >= 0 { endTurn(Int(run), .failed, cause: step.index) }
    }

    /// Its sequence is destroyed: the step under way ends on its own account, and no other follows.
    mutating func forgetChain(_ task: Int) {
        guard registry.rows[task].kind == .sequence else { return }
        let chain = Int(registry.rows[task].extra)
        registry.sequences[chain].isRunning = false
        registry.sequences[chain].stepRun = -1
    }

    private mutating func endChain(_ chain: Int) {
        let task = Int(registry.sequences[chain].task)
        registry.sequences[chain].isRunning = false
        registry.sequences[chain].next = 0
        note(.sequence(TaskID(task), .allDone, step: nil, nil))
        let run = slots[task].active
        if run >= 0 { endTurn(Int(run), .success, cause: -1) }
        isUnsettled = true
    }
}
