/// Sequences: serial chains of steps (The rules, "Sequences").
extension Model {
    func sequence(_ run: Run, _ signal: String, step: String? = nil, reason: String? = nil) {
        var members = "\"name\":\"\(run.task.name)\",\"signal\":\"\(signal)\""
        if let step { members += ",\"step\":\"\(step)\"" }
        if let reason { members += ",\"reason\":\"\(reason)\"" }
        note("sequence", members)
    }

    /// Releases what ends have set in motion: turns of a suspension, and the next steps of all sequences whose last one has
    /// ended; true if there was any.
    func goOn() -> Bool {
        guard !advancing.isEmpty || !leftOver.isEmpty else { return false }
        let chains = advancing
        let timers = leftOver.filter { $0.timer?.isDone == false && $0.timer?.backlog ?? 0 > 0 }
        (advancing, leftOver) = ([], [])
        for task in timers { task.timer?.backlog -= 1 }
        for task in timers {
            if let run = releaseTurn(of: task) { link([run]) } else { link([], [task.name]) }
        }
        for chain in chains where chain.phase == .chain {
            if let step = advance(chain) { link([step]) }
        }
        settleWaits()
        return true
    }

    /// Releases the next step; ends the sequence if there is none.
    func advance(_ chain: Run) -> Run? {
        let task = chain.task
        chain.step = nil
        guard tasks.contains(where: { $0 === task }) else {
            end(chain, Turn(kind: .cancelled, cause: "\(task.name) was cancelled"))
            return nil
        }
        let steps = task.steps
        guard task.nextStep < steps.count else {
            sequence(chain, "allDone")
            end(chain, Turn(kind: .success, cause: ""))
            return nil
        }
        let name = steps[task.nextStep]
        task.nextStep += 1
        guard let known = known(name) else {
            stepFailed(chain, name, Turn(kind: .cancelled, cause: stepCause(name, "was cancelled")))
            return nil
        }
        if known.isPaused {
            noteSkip(name, "paused")
            let turn = Turn(kind: .skipped, cause: "\(name) was skipped")
            results[name] = turn
            stepFailed(chain, name, turn)
            return nil
        }
        if runs.contains(where: { $0.task === known && isYetToStart($0) }) {
            noteSkip(name, "overrun")
            stepFailed(chain, name, Turn(kind: .skipped, cause: stepCause(name, "was skipped")))
            return nil
        }
        let step = newRun(known, .step, delivery: nil)
        step.chain = chain
        chain.step = step
        return step
    }

    /// What a sequence names as the cause if a step had no run.
    private func stepCause(_ name: String, _ verb: String) -> String {
        "\(name) \(verb)"
    }

    /// A step has ended.
    func stepEnded(_ chain: Run, _ step: Run, _ turn: Turn) {
        guard chain.phase == .chain, chain.step === step else { return }
        chain.step = nil
        if turn.kind == .success, tasks.contains(where: { $0 === chain.task }) {
            sequence(chain, "completed", step: step.task.name)
            advancing.append(chain)
        } else {
            stepFailed(chain, step.task.name, turn)
        }
    }

    private func stepFailed(_ chain: Run, _ step: String, _ turn: Turn) {
        guard tasks.contains(where: { $0 === chain.task }) else {
            advancing.append(chain)
            return
        }
        sequence(chain, "failed", step: step, reason: turn.stepReason)
        if chain.task.sequence?.goesOn == true {
            advancing.append(chain)
            return
        }
        chain.task.stopped = chain
        end(chain, turn)
    }

    /// A stopped sequence continues with its next step, without a new run.
    func goOn(_ stopped: Run, delivery: Int?) {
        stopped.task.stopped = nil
        stopped.phase = .chain
        stopped.result = nil
        stopped.delivery = delivery
        runs.append(stopped)
        runs.sort { $0.order < $1.order }
    }

    /// `start SEQUENCE`.
    func startSequence(_ name: String, _ text: String) {
        guard let task = known(name) else { return refuse(text, "no task has this name now") }
        guard task.sequence != nil else { return refuse(text, "it is not a sequence") }
        if let refusal = stateRefusal(.start(name)) { return refuse(text, refusal) }
        if runs.contains(where: { $0.task === task && $0.phase != .ended }) {
            return refuse(text, "the sequence is already running")
        }
        noteAction(text)
        release([task], .start, delivery: nil, isOnce: false)
    }
}

extension Model.Turn {
    /// What a failed sequence says about its step.
    var stepReason: String {
        switch kind {
        case .success: "the step succeeded"
        case .failed: "the step failed"
        case .critical: "the step failed for good"
        case .timedOut: "the step timed out"
        case .cancelled: "the step was cancelled"
        case .skipped: "the step was skipped"
        case .missed: "the step was missed"
        }
    }
}
