import SchedulerCore

/// Follows another scheduler: the inputs that it had give the same decisions here.
///
/// A follower decides nothing by itself: time moves, but nothing is due until an input says so.
extension Simulation {
    /// The attempts and jobs under way whose end is reported from outside.
    struct Follower: Sendable {
        /// An attempt under way.
        struct Attempt: Sendable {
            var task: TaskID
            var run: Int32
            var attempt: Int32
            var began: Instant
        }

        var attempts: [RunID: Attempt] = [:]
        var jobs: [JobRunID: Attempt] = [:]
        /// The inputs come in order of time.
        var lastTime = Instant.zero
        /// The measured lengths, by task; nil: none yet.
        var measured: [Nanoseconds?] = []
    }

    /// Whether another scheduler is followed.
    public var isFollowing: Bool { follower != nil }

    /// Begins to follow: from now on only `follow` makes anything happen here.
    mutating func beginFollowing() {
        follower = Follower()
    }

    /// Continues from a state of the scheduler that is followed; false if no scheduler of this scenario can be in it.
    mutating func goOn(from state: Scheduler.Checkpoint) -> Bool {
        guard scheduler.goOn(from: state) else { return false }
        (now, firstCommand) = (state.time, Int(state.nextCommand.index))
        follower?.lastTime = now
        for attempt in scheduler.attempts {
            follower?.attempts[attempt.id] = Follower.Attempt(
                task: attempt.task, run: attempt.run, attempt: attempt.attempt, began: attempt.began)
        }
        for run in scheduler.jobs.running {
            guard let task = scheduler.task(named: run.task) else { continue }
            follower?.jobs[run.id] = Follower.Attempt(task: task, run: 1, attempt: run.id.attempt, began: now)
        }
        return true
    }

    /// What a trace that begins now must say about what began before: the state of the app, and the attempts under way.
    var opening: [TraceRecord] {
        let attempts = scheduler.attempts.sorted { $0.began < $1.began }
        var records = attempts.flatMap { attempt in
            [
                TraceRecord(attempt.began, .release(attempt.task, run: attempt.run, lane: attempt.lane)),
                TraceRecord(
                    attempt.began,
                    .start(attempt.task, run: attempt.run, attempt: attempt.attempt, lane: attempt.lane)),
            ]
        }
        records.append(TraceRecord(now, .state(scheduler.state)))
        return records
    }

    /// Repeats an input of the followed scheduler. Ignores an impossible one (its time before the last one, a run or
    /// task that does not exist).
    mutating func follow(_ recorded: RecordedInput) {
        guard let last = follower?.lastTime, recorded.time >= last else { return }
        follower?.lastTime = recorded.time
        now = max(now, recorded.time)
        switch recorded.input {
        case .advance:
            // Passes after everything has settled change nothing, however many are claimed.
            for _ in 0..<recorded.count {
                hand(.advance, at: recorded.time)
                if scheduler.nextDeadline > recorded.time { break }
            }
        case .runFinished(let run, let outcome):
            guard run.slot >= 0 else { return }
            measure(run, outcome, at: recorded.time)
            hand(recorded.input, at: recorded.time)
        case .runHung(let run):
            guard run.slot >= 0 else { return }
            hand(recorded.input, at: recorded.time)
        case .jobFinished(let run, let task, _):
            guard task.index >= 0, task.offset < scheduler.taskCount else { return }
            follower?.jobs[run] = nil
            hand(recorded.input, at: recorded.time)
        case .reportedAgain(let task):
            guard task.index >= 0, task.offset < scheduler.taskCount else { return }
            hand(recorded.input, at: recorded.time)
        case .jobHung, .limitsDue, .tick: hand(recorded.input, at: recorded.time)
        case .command(let command, _): follow(command, recorded)
        }
    }

    private mutating func follow(_ command: Command, _ recorded: RecordedInput) {
        if case .inject(let spec) = command, let lane = spec.lane,
            lane.offset >= scheduler.configuration.lanes.count
        {
            return
        }
        performed.append(
            PerformedCommand(time: recorded.time, text: recorded.text, isSayable: isSayable(command, recorded.text)))
        let number = nextCommand
        commandTexts.append(recorded.text)
        let output = hand(.command(command, number), at: recorded.time)
        if case .inject = command { noteCycle(of: output, number) }
    }

    /// Whether a script of the scenario can contain a command: it names what exists or has existed, in one line.
    private func isSayable(_ command: Command, _ text: String) -> Bool {
        let isLine = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isLine else { return false }
        return switch command.target {
        case .nothing: true
        case .task(let name): scheduler.task(named: name).map { scheduler.isTask($0) } ?? false
        case .sequence(let name): scheduler.task(named: name).map { scheduler.snapshot(of: $0).isSequence } ?? false
        case .lane(let name): scheduler.configuration.lane(named: name) != nil
        case .unsayable: false
        }
    }

    private mutating func measure(_ run: RunID, _ outcome: Outcome, at time: Instant) {
        guard let attempt = follower?.attempts.removeValue(forKey: run), outcome == .success else { return }
        while follower?.measured.count ?? .max <= attempt.task.offset { follower?.measured.append(nil) }
        follower?.measured[attempt.task.offset] = time - attempt.began
    }

    /// Records an attempt that began there.
    mutating func noteBegin(_ id: RunID, _ task: TaskID, _ run: Int32, _ attempt: Int32) {
        let began = follower?.lastTime ?? now
        follower?.attempts[id] = Follower.Attempt(task: task, run: run, attempt: attempt, began: began)
    }

    /// Records a job's run that began there.
    mutating func noteBegin(_ id: JobRunID, _ task: TaskID) {
        let began = follower?.lastTime ?? now
        follower?.jobs[id] = Follower.Attempt(task: task, run: 1, attempt: id.attempt, began: began)
    }

    /// A copy that continues by itself from here, as a guess: each task takes as long as it last did, and what is under
    /// way at least a tenth of a tick more. A simulation that follows no process returns a plain copy.
    public func goingOnAlone() -> Simulation {
        guard let follower else { return self }
        var copy = self
        copy.follower = nil
        let least = now + Nanoseconds(max(1, scheduler.configuration.tick.count / 10))
        for (offset, length) in follower.measured.enumerated() {
            if let length, offset < copy.behaviours.count {
                copy.behaviours.set(Behaviour(.fixed(length), .success, ""), of: offset)
            }
        }
        for (id, attempt) in follower.attempts.sorted(by: { $0.key.sequence < $1.key.sequence }) {
            let offset = attempt.task.offset
            let length = offset < follower.measured.count ? follower.measured[offset] : nil
            copy.ends.insert(id, at: max(least, attempt.began + (length ?? .zero)), .success)
        }
        for (id, attempt) in follower.jobs.sorted(by: { $0.key.job < $1.key.job }) {
            copy.jobEnds.insert(JobRunEnd(id: id, task: attempt.task), at: least, .success)
        }
        return copy
    }
}
