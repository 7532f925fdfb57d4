/// Jobs in the app's process (The rules, "Jobs"): the queue's steps and signals; the rules themselves are `JobQueue`'s.
extension Scheduler {
    /// Replaces the queue's rows with those of a store. For a driver, before anything else happens.
    public mutating func loadJobs(_ stored: StoredJobs) {
        jobs.load(stored, at: now)
        for job in stored.jobs { _ = jobTask(job.spec.task) }
        planJobs()
    }

    /// From now on changes of jobs are kept for a store.
    public mutating func followJobs() { jobs.followChanges() }

    /// Whether jobs have changed since the changes were last taken.
    public var hasJobChanges: Bool { jobs.hasChanges }

    /// The changes of jobs since the last call, in order.
    public mutating func takeJobChanges() -> [JobChange] { jobs.takeChanges() }

    /// Puts a job into the queue without a command, as a row that is there from the start. Throws as `enqueue` does.
    public mutating func addJob(_ spec: JobSpec) throws(Refusal) -> JobID {
        let id = try jobs.enqueue(spec, at: now)
        _ = jobTask(spec.task)
        planJobs()
        return id
    }

    /// The number of a job's task name, which is added if it is new.
    mutating func jobTask(_ name: String) -> TaskID { TaskID(learn(name)) }

    /// `queue …`.
    mutating func carryOut(_ order: QueueCommand, _ number: CommandID) {
        if let refusal = carryOutOnOne(order) { return refuse(number, refusal) }
        trace.note(.action(number))
        let isProcessGone = lifecycle.isProcessGone
        switch order {
        case .start: if isProcessGone { jobs.startsWithProcess = true } else { startJobs() }
        case .stop: if isProcessGone { jobs.startsWithProcess = false } else { stopJobs() }
        case .empty: if jobs.empty() { trace.note(.queue(.didDrain)) }
        case .remove: if jobs.count == 0 { trace.note(.queue(.didDrain)) }
        case .cancel(let id): cancelJob(id)
        case .limit(let count): jobs.limitRuns(to: count)
        case .retry, .discard, .pause, .resume, .first: break
        }
        planJobs()
    }

    /// Returns a dead letter to its queue or deletes it, or removes a waiting row. Returns the refusal, if any. Ignores
    /// other orders.
    private mutating func carryOutOnOne(_ order: QueueCommand) -> Refusal? {
        switch order {
        case .start, .stop, .empty, .limit: return nil
        case .cancel(let id): return jobs.job(id) == nil ? .noJob(id.number) : nil
        case .pause(let id): return jobs.pause(id, at: now)
        case .resume(let id): return jobs.resume(id, at: now)
        case .first(let id): return jobs.putFirst(id, at: now)
        case .remove(let id): return jobs.withdraw(id) ? nil : .noJob(id.number)
        case .discard(let id): return jobs.discard(id) ? nil : .noDeadLetter(id.number)
        case .retry(let id):
            do throws(Refusal) {
                return try jobs.retry(id, at: now) ? nil : .noDeadLetter(id.number)
            } catch {
                return error
            }
        }
    }

    /// Removes a job for good, and cancels its run.
    private mutating func cancelJob(_ id: JobID) {
        let run = jobs.running.first { $0.id.job == id }?.id
        _ = jobs.withdraw(id)
        if let run { endJob(run, .cancelled, .command) }
        if jobs.count == 0 { trace.note(.queue(.didDrain)) }
    }

    mutating func endJob(_ id: JobRunID, _ outcome: Outcome, _ reason: FinishReason) {
        guard let run = jobs.running.first(where: { $0.id == id }) else { return }
        let task = jobTask(run.task)
        output.effects.append(.cancelJob(id, task))
        finishJob(id, task, outcome, reason)
    }

    /// `enqueue TASK`.
    mutating func enqueue(_ spec: JobSpec, _ number: CommandID) {
        let isFirst = !jobs.isInUse
        guard hasRoom(for: [spec.task]) else { return refuse(number, .limit(.names)) }
        do throws(Refusal) {
            _ = try jobs.enqueue(spec, at: now)
        } catch {
            return refuse(number, error)
        }
        trace.note(.action(number))
        _ = jobTask(spec.task)
        planJobs()
        if isFirst, state == .active, jobs.settings.startsOnActive { startJobs() }
    }

    /// The queue follows the app's state, once it is in use; `fire` does not affect it.
    mutating func moveJobs(with event: LifecycleEvent) {
        guard jobs.isInUse else { return }
        if event == .didBecomeActive, jobs.settings.startsOnActive { startJobs() }
        if event == .willResignActive, jobs.settings.stopsOnResign { stopJobs() }
    }

    private mutating func startJobs() {
        guard jobs.start() else { return }
        trace.note(.queue(.didStart))
        planJobs()
    }

    private mutating func stopJobs() {
        guard jobs.stop() else { return }
        trace.note(.queue(.didStop))
        planJobs()
    }

    /// A process begins: jobs whose run was lost with the last one are free, or dead letters.
    mutating func beginJobs() {
        let hadRows = jobs.count > 0
        for job in jobs.processBegan(at: now) { trace.note(.warning(.jobLost(job.id.number, jobTask(job.spec.task)))) }
        if hadRows, jobs.count == 0 { trace.note(.queue(.didDrain)) }
        planJobs()
        if jobs.startsWithProcess { startJobs() }
        jobs.startsWithProcess = false
    }

    /// The process is gone: the runs lost with it give no signal.
    mutating func endJobs() {
        jobs.processEnded()
        planJobs()
    }

    /// One step of the queue, after the lanes.
    mutating func stepJobs() {
        isUnsettled = true
        let step = jobs.step(at: now)
        planJobs()
        switch step {
        case .began(let id, let job):
            let task = jobTask(job.spec.task)
            clock.noteStart(isWork: true)
            trace.note(.job(id.job.number, task, .jobDidStart, attempt: id.attempt, willRetry: false))
            output.effects.append(.startJob(id, task))
            awaitsAnswer = true
            if let limit = jobs.timeout(of: job.spec.task) {
                deadlines.insert(Deadline(timeoutOf: id, at: now + limit))
            }
        case .unhandled(let job): trace.note(.warning(.jobUnhandled(job.id.number, jobTask(job.spec.task))))
        case .expired(let job, let isDrained):
            trace.note(.warning(.jobExpired(job.id.number, jobTask(job.spec.task))))
            if isDrained { trace.note(.queue(.didDrain)) }
        case nil: break
        }
    }

    /// A run of a job reported its end, or was ended for `reason`.
    mutating func finishJob(_ id: JobRunID, _ task: TaskID, _ outcome: Outcome, _ reason: FinishReason = .none) {
        guard let end = jobs.finish(id, outcome, at: now) else {
            if jobs.isKnown(id) { trace.note(.warning(.secondCompletion(task))) }
            return
        }
        clock.noteActivity()
        planJobs()
        let signal: JobSignal = end.isSuccess ? .jobDidSucceed : .jobDidFail
        trace.note(.job(id.job.number, task, signal, attempt: id.attempt, willRetry: end.willRetry, reason))
        if end.isDrained { trace.note(.queue(.didDrain)) }
    }

    /// The queue has changed: sets when it must act next.
    mutating func planJobs() {
        jobsDue = jobs.nextDue(at: now)
    }

    /// When the queue has something to do; never while nothing may run.
    @inline(__always)
    var nextJobTime: Instant { lifecycle.isTicking ? jobsDue : .distantFuture }

    /// The end of a replay does not wait for a job that is due more than this many ticks ahead.
    public static let jobHorizonTicks: Int64 = 3_600

    /// Whether the queue has something to do soon.
    var awaitsJob: Bool {
        nextJobTime != .distantFuture && nextJobTime <= now + configuration.tick * Self.jobHorizonTicks
    }

    /// Whether a name is not just a job's: it is a task or sequence, or was one that ran in an earlier process.
    public func isTask(_ task: TaskID) -> Bool {
        let row = registry.row(task.offset)
        return task.offset < original.registry.count || row.exists || row.kind != .none
            || runs.count(of: task.offset).runs > 0
    }

    /// Runs of jobs that never end, for the warnings at the end of a replay.
    public func hungJobs() -> [Warning] {
        jobs.hung.compactMap { run in
            task(named: run.task).map { .jobStuck(run.id.job.number, $0) }
        }
    }
}
