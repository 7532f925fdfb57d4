/// Jobs in the app's process (PRODUCT section 5): the queue's steps and signals; the rules themselves are `JobQueue`'s.
extension Scheduler {
    /// Takes in the rows of a store in place of the queue's own. For a driver, before anything else happens.
    public mutating func loadJobs(_ stored: StoredJobs) {
        ownTables()
        jobs.load(stored, at: now)
        for job in stored.jobs { _ = jobTask(job.spec.task) }
        jobsAreStale = true
    }

    /// From now on what becomes of jobs is kept for a store.
    public mutating func followJobs() { jobs.followChanges() }

    /// What became of jobs since the last call, in order.
    public mutating func takeJobChanges() -> [JobChange] { jobs.takeChanges() }

    /// Puts a job into the queue without a command, as a row that stands there from the start. Throws as `enqueue` does.
    public mutating func addJob(_ spec: JobSpec) throws(JobRefusal) -> JobID {
        ownTables()
        let id = try jobs.enqueue(spec, at: now)
        _ = jobTask(spec.task)
        jobsAreStale = true
        return id
    }

    /// The number of a job's task name, known from then on.
    mutating func jobTask(_ name: String) -> TaskID { TaskID(known(name)) }

    /// `queue start|stop|empty|retry N|discard N|remove N`.
    mutating func carryOut(_ order: QueueCommand, _ number: CommandID) {
        if let refusal = carryOutOnOne(order) { return refuse(number, refusal) }
        note(.action(number))
        let isProcessGone = state == .notRunning && delivery == nil
        switch order {
        case .start: if isProcessGone { jobs.startsWithProcess = true } else { startJobs() }
        case .stop: if isProcessGone { jobs.startsWithProcess = false } else { stopJobs() }
        case .empty: if jobs.empty() { note(.queue(.didDrain)) }
        case .remove: if jobs.count == 0 { note(.queue(.didDrain)) }
        case .retry, .discard: break
        }
        jobsAreStale = true
    }

    /// Takes a dead letter back or throws it away, or removes a waiting row; why not, where it cannot. Other orders are
    /// left aside.
    private mutating func carryOutOnOne(_ order: QueueCommand) -> Refusal? {
        switch order {
        case .start, .stop, .empty: return nil
        case .remove(let id): return jobs.withdraw(id) ? nil : .noJob(id.number)
        case .discard(let id): return jobs.discard(id) ? nil : .noDeadLetter(id.number)
        case .retry(let id):
            do throws(JobRefusal) {
                return try jobs.retry(id, at: now) ? nil : .noDeadLetter(id.number)
            } catch {
                return Refusal(error)
            }
        }
    }

    /// `enqueue TASK`.
    mutating func enqueue(_ spec: JobSpec, _ number: CommandID) {
        let isFirst = !jobs.isInUse
        do throws(JobRefusal) {
            _ = try jobs.enqueue(spec, at: now)
        } catch {
            return refuse(number, Refusal(error))
        }
        note(.action(number))
        _ = jobTask(spec.task)
        jobsAreStale = true
        if isFirst, state == .active, jobs.settings.startsOnActive { startJobs() }
    }

    /// The queue follows the app's state, from when it is of use; `fire` does not move it.
    mutating func moveJobs(with event: LifecycleEvent) {
        guard jobs.isInUse else { return }
        if event == .didBecomeActive, jobs.settings.startsOnActive { startJobs() }
        if event == .willResignActive, jobs.settings.stopsOnResign { stopJobs() }
    }

    private mutating func startJobs() {
        guard jobs.start() else { return }
        note(.queue(.didStart))
        jobsAreStale = true
    }

    private mutating func stopJobs() {
        guard jobs.stop() else { return }
        note(.queue(.didStop))
        jobsAreStale = true
    }

    /// A process begins: jobs whose run was lost with the last one are free, or dead letters.
    mutating func beginJobs() {
        let hadRows = jobs.count > 0
        for job in jobs.processBegan(at: now) { note(.warning(.jobLost(job.id.number, jobTask(job.spec.task)))) }
        if hadRows, jobs.count == 0 { note(.queue(.didDrain)) }
        jobsAreStale = true
        guard jobs.startsWithProcess else { return }
        jobs.startsWithProcess = false
        startJobs()
    }

    /// The process is gone: nothing is said of the runs lost with it.
    mutating func endJobs() {
        jobs.processEnded()
        jobsAreStale = true
    }

    /// One step of the queue, after the lanes.
    mutating func stepJobs() {
        jobsAreStale = true
        isUnsettled = true
        switch jobs.step(at: now) {
        case .began(let id, let job):
            let task = jobTask(job.spec.task)
            process.running += 1
            process.wasActive = true
            process.hasWorked = true
            note(.job(id.job.number, task, .jobDidStart, attempt: id.attempt, willRetry: false))
            order(.startJob(id, task))
        case .unhandled(let job): note(.warning(.jobUnhandled(job.id.number, jobTask(job.spec.task))))
        case .expired(let job, let isDrained):
            note(.warning(.jobExpired(job.id.number, jobTask(job.spec.task))))
            if isDrained { note(.queue(.didDrain)) }
        case nil: break
        }
    }

    /// A run of a job reported its end.
    mutating func finishJob(_ id: JobRunID, _ task: TaskID, _ outcome: Outcome) {
        guard let end = jobs.finish(id, outcome, at: now) else {
            if jobs.isKnown(id) { note(.warning(.secondCompletion(task))) }
            return
        }
        process.running -= 1
        process.wasActive = true
        jobsAreStale = true
        let signal: JobSignal = end.isSuccess ? .jobDidSucceed : .jobDidFail
        note(.job(id.job.number, task, signal, attempt: id.attempt, willRetry: end.willRetry))
        if end.isDrained { note(.queue(.didDrain)) }
    }

    /// Sets when the queue has something to do next.
    mutating func refreshJobs() {
        jobsAreStale = false
        jobsDue = jobs.nextDue(at: now)
    }

    /// A job that is due later than so many ticks ahead is nothing that the end of a replay waits for.
    public static let jobHorizonTicks: Int64 = 3_600

    /// Whether the queue has something to do before long.
    var awaitsJob: Bool {
        nextJobTime != .distantFuture && nextJobTime <= now + configuration.tick * Self.jobHorizonTicks
    }

    /// Whether a name is more than a job's: a task or sequence, or one of an earlier process that ran.
    public func isTask(_ task: TaskID) -> Bool {
        let row = registry.rows[task.offset]
        return task.offset < original.rows.count || row.exists || row.kind != .none || counts[task.offset].runs > 0
    }

    /// Runs of jobs that never end, for the warnings at the end of a replay.
    public func hungJobs() -> [Warning] {
        jobs.hung.compactMap { run in
            task(named: run.task).map { .jobStuck(run.id.job.number, $0) }
        }
    }
}

extension Refusal {
    /// Why the queue refused a job.
    init(_ refusal: JobRefusal) {
        switch refusal {
        case .duplicate(let known): self = .duplicateJob(known.number)
        case .full: self = .tooManyJobs
        case .unfit(let fault): self = .unfitJob(fault)
        }
    }
}
