/// Ends of attempts and of runs, and what happens to those that waited.
extension Model {
    /// An attempt is over: another one follows, or the run has ended.
    func endAttempt(_ run: Run, _ outcome: World.Outcome, isTimeout: Bool) {
        finish(run, isTimeout ? "timedOut" : outcome.rawValue, reason: isTimeout ? "timeout" : nil)
        restPlace(of: run)
        if outcome == .fail, let retry = run.task.spec.retry, run.attempt <= retry.limit,
            tasks.contains(where: { $0 === run.task })
        {
            rest(run, retry)
            return
        }
        let name = run.task.name
        let turn: Turn
        switch outcome {
        case .success: turn = Turn(kind: .success, cause: "")
        case .critical: turn = Turn(kind: .critical, cause: "\(name) failed for good")
        case .fail:
            turn =
                isTimeout
                ? Turn(kind: .timedOut, cause: "\(name) timed out") : Turn(kind: .failed, cause: "\(name) failed")
        }
        endRun(run, turn)
    }

    /// A command ends an attempt.
    func cancelAttempt(_ run: Run) {
        finish(run, "cancelled", reason: "cancelled by a command")
        restPlace(of: run)
        endRun(run, Turn(kind: .cancelled, cause: "\(run.task.name) was cancelled"))
    }

    private func restPlace(of run: Run) {
        let gap = (lanes.first { $0.name == run.lane }?.gap ?? 0) * 1_000_000
        if gap > 0 { rests.append((run.lane, now + gap)) }
    }

    private func endRun(_ run: Run, _ turn: Turn) {
        if run.task.spec.stopsOnFailure, run.source != .step, [.failed, .critical, .timedOut].contains(turn.kind) {
            run.task.timer?.isDone = true
        }
        if run.task.spec.autoRemove {
            remove(run.task)
            // What waits for whichever turn ends first waits for this one, not for the one that is cancelled now.
            for other in runs where isYetToStart(other) {
                for index in other.predecessors.indices
                where other.predecessors[index].name == run.task.name && results[run.task.name] == nil {
                    let predecessor = other.predecessors[index]
                    if predecessor.run == nil, !predecessor.isToCome { other.predecessors[index].run = run }
                }
            }
            cancelWaiting(run.task, besides: run)
            // What waited for that one follows it, before the end of this one does; what waits for both follows this one.
            skipBehindFailures(besides: run)
        }
        if run.task.sequence != nil {
            run.phase = .chain
            run.task.nextStep = 0
            run.task.stopped = nil
            advancing.append(run)
        } else {
            end(run, turn)
        }
        settleWaits()
    }

    private func rest(_ run: Run, _ retry: World.Retry) {
        run.phase = .resting
        var delay = min(retry.delay, retry.maximumDelay ?? .max)
        for _ in 1..<max(2, run.attempt) where run.attempt > 1 {
            delay = min(delay * retry.backoff, retry.maximumDelay ?? .max)
        }
        run.wakesAt = now + delay * 1_000_000
        if delay == 0 { run.phase = .waiting }
        settleWaits()
    }

    func finish(_ run: Run, _ outcome: String, reason: String?) {
        process?.ranSinceTick = true
        tally.finish(run.task.name, run: run.number, outcome: outcome)
        var members = "\"task\":\"\(run.task.name)\",\"run\":\(run.number),\"attempt\":\(run.attempt)"
        members += ",\"outcome\":\"\(outcome)\",\"ready\":\(run.readyAt ?? 0)"
        if let reason { members += ",\"reason\":\"\(reason)\"" }
        note("finish", members)
    }

    /// A run has ended for good, even without having started.
    func end(_ run: Run, _ turn: Turn) {
        run.phase = .ended
        runs.removeAll { $0 === run }
        run.result = turn
        results[run.task.name] = turn
        if let chain = run.chain { stepEnded(chain, run, turn) }
        guard run.task.timer?.backlog ?? 0 > 0, tasks.contains(where: { $0 === run.task }) else { return }
        leftOver.append(run.task)
    }
}
