/// Sequences: a task whose steps run one after the other (The rules, "Sequences").
extension Scheduler {
    /// `start NAME`.
    mutating func start(_ name: String, _ number: CommandID) {
        guard let task = registry.existing(name) else { return refuse(number, .unknownTask) }
        let row = registry.row(task)
        guard row.kind == .sequence else { return refuse(number, .notSequence) }
        guard lifecycle.isTicking else { return refuse(number, lifecycle.needsRunning) }
        guard runs.turns(of: task).isIdle || runs.isHeldByOrphan(task) else { return refuse(number, .sequenceRunning) }
        trace.note(.action(number))
        runs.beginBatch()
        let isGoingOn = goesOn(task, row, [])
        if let slot = isGoingOn ? advance(row.place) : release(task, .work) { judge([slot]) }
    }

    /// `add STEP to SEQUENCE`: the new step is the last one.
    mutating func add(_ name: String, to sequence: String, _ number: CommandID) {
        guard let task = registry.existing(sequence), let step = registry.existing(name) else {
            return refuse(number, .unknownTask)
        }
        guard registry.row(task).kind == .sequence else { return refuse(number, .notSequence) }
        guard registry.row(step).kind != .sequence else { return refuse(number, .stepIsSequence) }
        output.refusedCycle = cycle(closedBy: task, waitsOf(task) + [step])
        guard output.refusedCycle.isEmpty else { return refuse(number, .cycle) }
        trace.note(.action(number))
        sequences.append(Int32(step), to: registry.row(task).place)
    }

    /// `inject-sequence`: a sequence for the rest of the process; its name may be that of a destroyed one.
    mutating func inject(_ spec: SequenceSpec, _ number: CommandID) {
        if let refusal = refusal(of: spec.name, on: spec.events) ?? refusal(ofNames: [spec.name]) {
            return refuse(number, refusal)
        }
        if let known = registry.number(of: spec.name), isStep(known) { return refuse(number, .stepIsSequence) }
        var steps: [Int] = []
        for name in spec.steps {
            guard let step = registry.existing(name) else { return refuse(number, .unknownTask) }
            guard registry.row(step).kind != .sequence else { return refuse(number, .stepIsSequence) }
            steps.append(step)
        }
        let task = learn(spec.name)
        output.refusedCycle = cycle(closedBy: task, steps)
        guard output.refusedCycle.isEmpty else { return refuse(number, .cycle) }
        trace.note(.action(number))
        let place = sequences.add(
            spec, task: Int32(task), steps: steps.map { Int32($0) },
            replacing: registry.earlierPlace(of: task, as: .sequence))
        registry.register(spec, task, place: place)
        runs.inject(task, after: [])
        arePathsStale = true
    }

    /// Whether a sequence has a task as a step.
    private func isStep(_ task: Int) -> Bool {
        sequences.tasks.contains { sequence in
            let row = registry.row(Int(sequence))
            return row.exists && row.kind == .sequence && sequences.steps(of: row.place).contains(Int32(task))
        }
    }

    /// The current dependencies of a task, for a sequence its steps; none once it is destroyed.
    func waitsOf(_ task: Int) -> [Int] {
        let row = registry.row(task)
        guard row.exists else { return [] }
        if row.kind == .sequence { return sequences.steps(of: row.place).map { Int($0) } }
        return runs.dependencies.predecessors(of: task)
    }

    /// The cycle that a task with predecessors `sources` would close, first member repeated; empty if there is none.
    func cycle(closedBy task: Int, _ sources: [Int]) -> [TaskID] {
        let search = CycleSearch(count: registry.count) { $0 == task ? sources : waitsOf($0) }
        guard let search else { return [] }
        return (search.cycle + search.cycle.prefix(1)).map { TaskID($0) }
    }

    /// Whether a stopped sequence continues with its next step, without a new run of the sequence.
    mutating func goesOn(_ task: Int, _ row: TaskRow, _ marks: Run.Marks) -> Bool {
        let turns = runs.turns(of: task)
        guard !turns.isPaused, turns.isIdle, sequences.stepsOver(of: row.place) > 0 else { return false }
        runs.resumeSteps(task, row, marks, at: now)
        sequences.resume(row.place)
        return true
    }

    /// Releases the next step of a sequence, to be judged with its batch, or ends the sequence; nil: no step follows now.
    mutating func advance(_ sequence: Int32) -> Int32? {
        switch sequences.next(sequence) {
        case .nothing: return nil
        case .step(let step): return release(step, of: sequence)
        case .allDone:
            sequences.finish(sequence)
            isUnsettled = true
            endSequence(sequences.task(of: sequence), .success, Cause(task: -1, result: .none))
            return nil
        }
    }

    private mutating func release(_ step: Int, of sequence: Int32) -> Int32? {
        isUnsettled = true
        let row = registry.row(step)
        let slot = row.exists ? runs.release(step, row, .work, batch: runs.batch, isOnce: false, &trace) : nil
        guard let slot else {
            let result: TurnResult = row.exists ? .skipped : .cancelled
            endStep(sequence, result, Cause(task: Int32(step), result: result))
            // Who depends on the step comes after its own sequence.
            followUp()
            return nil
        }
        runs.link(slot, to: runs.turns(of: sequences.task(of: sequence)).active)
        sequences.beginStep(sequence, slot)
        return slot
    }

    /// A step is over, successfully or not.
    mutating func endStep(_ sequence: Int32, _ result: TurnResult, _ cause: Cause) {
        guard let end = sequences.endStep(sequence, isSuccess: result == .success) else { return }
        isUnsettled = true
        let (name, step) = (TaskID(end.sequence), TaskID(end.step))
        if result == .success { return trace.note(.sequence(name, .completed, step: step, nil)) }
        trace.note(.sequence(name, .failed, step: step, .step(result)))
        if end.stops { endSequence(end.sequence, .failed, cause) }
    }

    private mutating func endSequence(_ task: Int, _ result: TurnResult, _ cause: Cause) {
        if result == .success { trace.note(.sequence(TaskID(task), .allDone, step: nil, nil)) }
        let active = runs.turns(of: task).active
        if active >= 0 { endTurn(active, result, cause) }
    }
}
