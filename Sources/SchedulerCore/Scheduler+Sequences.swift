/// Sequences: a task whose steps run one after the other (The rules, "Sequences").
extension Scheduler {
    /// `start NAME`.
    mutating func start(_ name: String, _ number: CommandID) {
        guard let task = registry.existing(name) else { return refuse(number, .unknownTask) }
        let row = registry.row(task)
        guard row.kind == .sequence else { return refuse(number, .notSequence) }
        guard lifecycle.isTicking else { return refuse(number, lifecycle.needsRunning) }
        guard runs.turns(of: task).isIdle else { return refuse(number, .sequenceRunning) }
        trace.note(.action(number))
        runs.beginBatch()
        if goesOn(task, row) { return }
        guard let slot = release(task) else { return }
        clock.noteWork()
        judge([slot])
    }

    /// Whether a stopped sequence goes on with its next step, without a new run of the sequence.
    mutating func goesOn(_ task: Int, _ row: TaskRow) -> Bool {
        let turns = runs.turns(of: task)
        guard !turns.isPaused, turns.isIdle, sequences.stepsOver(of: row.place) > 0 else { return false }
        runs.resumeSteps(task, row, at: now)
        sequences.goOn(row.place)
        return true
    }

    /// Releases the next step of a sequence, or ends it.
    mutating func advance(_ sequence: Int32) {
        switch sequences.next(sequence) {
        case .nothing: return
        case .step(let step): release(step, of: sequence)
        case .allDone:
            sequences.finish(sequence)
            isUnsettled = true
            endSequence(sequences.task(of: sequence), .success, cause: -1)
        }
    }

    private mutating func release(_ step: Int, of sequence: Int32) {
        guard registry.row(step).exists else { return endStep(sequence, .cancelled) }
        runs.beginBatch()
        guard let slot = release(step) else { return endStep(sequence, .skipped) }
        runs.mark(slot, .step)
        clock.noteWork()
        sequences.beginStep(sequence, slot)
        judge([slot])
        isUnsettled = true
    }

    /// A step is over, well or not.
    mutating func endStep(_ sequence: Int32, _ result: TurnResult) {
        guard let end = sequences.endStep(sequence, isSuccess: result == .success) else { return }
        isUnsettled = true
        let (name, step) = (TaskID(end.sequence), TaskID(end.step))
        if result == .success { return trace.note(.sequence(name, .completed, step: step, nil)) }
        trace.note(.sequence(name, .failed, step: step, .step(result)))
        if end.stops { endSequence(end.sequence, .failed, cause: Int32(end.step)) }
    }

    /// The turn of a sequence is over.
    private mutating func endSequence(_ task: Int, _ result: TurnResult, cause: Int32) {
        if result == .success { trace.note(.sequence(TaskID(task), .allDone, step: nil, nil)) }
        let active = runs.turns(of: task).active
        if active >= 0 { endTurn(active, result, cause: cause) }
    }
}
