/// The queue in the app's process: its steps and signals (The rules, "Jobs").
extension Model {
    private func note(
        _ row: JobTable.Row, _ signal: String, attempt: Int, willRetry: Bool, reason: String? = nil
    ) {
        var members = "\"job\":\(row.id),\"task\":\"\(row.task)\",\"signal\":\"\(signal)\""
        members += ",\"attempt\":\(attempt),\"willRetry\":\(willRetry)"
        if let reason { members += ",\"reason\":\"\(reason)\"" }
        note("job", members)
    }

    private func noteDrain(had: Bool) {
        if had, jobs.rows.isEmpty { note("queue", "\"signal\":\"didDrain\"") }
    }

    func startJobs() {
        guard !jobs.isStarted else { return }
        jobs.isStarted = true
        note("queue", "\"signal\":\"didStart\"")
    }

    func stopJobs() {
        guard jobs.isStarted else { return }
        jobs.isStarted = false
        note("queue", "\"signal\":\"didStop\"")
    }

    /// The queue follows the app's state.
    func moveJobs(with event: Event) {
        guard jobs.isInUse else { return }
        if event == .didBecomeActive, world.jobs.startsOnActive { startJobs() }
        if event == .willResignActive, world.jobs.stopsOnResign { stopJobs() }
    }

    func beginJobs() {
        let hadRows = !jobs.rows.isEmpty
        for row in jobs.rows {
            row.wasCalledUnhandled = false
            guard row.isRunning else { continue }
            if jobs.isExhausted(row) {
                jobs.makeDeadLetter(row)
                warn("jobLost", "job \(row.id) of \(row.task) lost its last run with the process and is a dead letter")
            } else {
                row.isRunning = false
                row.due = now
            }
        }
        noteDrain(had: hadRows)
        if jobs.startsWithProcess { startJobs() }
        jobs.startsWithProcess = false
    }

    func endJobs() {
        jobs.isStarted = false
        jobs.running = []
        jobs.retryLimit = jobs.settings.retryLimit
        for row in jobs.rows { row.isPaused = false }
    }

    /// One step of the queue; true if there was one.
    func stepJobs() -> Bool {
        guard jobs.isStarted, process != nil else { return false }
        if let row = jobs.rows.filter({ !$0.isRunning && ($0.expires ?? .max) < now }).min(by: {
            ($0.expires ?? 0, $0.id) < ($1.expires ?? 0, $1.id)
        }) {
            jobs.makeDeadLetter(row)
            warn("jobExpired", "job \(row.id) of \(row.task) did not start in time and is a dead letter")
            noteDrain(had: true)
            return true
        }
        for queue in jobs.queues {
            guard let row = jobs.next(in: queue, now: now) else { continue }
            guard let handler = jobs.handler(row.task) else {
                row.wasCalledUnhandled = true
                warn("jobUnhandled", "job \(row.id) of \(row.task) has no handler and stays in the queue")
                return true
            }
            begin(row, handler)
            return true
        }
        return false
    }

    private func begin(_ row: JobTable.Row, _ handler: World.Worker) {
        row.isRunning = true
        row.attempts += 1
        var outcome = handler.outcomes[min(row.attempts, handler.outcomes.count) - 1]
        var duration = handler.duration
        if let recorded = recorded(row.task, row.id, row.attempts, isJob: true) {
            (duration, outcome) = (recorded.duration, recorded.outcome)
        }
        jobs.running.append(
            JobTable.Run(
                row: row, attempt: row.attempts, order: jobs.begun, endsAt: duration.map { now + $0 * 1_000_000 },
                timesOutAt: handler.timeout.map { now + $0 * 1_000_000 }, outcome: outcome))
        jobs.begun += 1
        process?.ranSinceTick = true
        process?.hasWorked = true
        note(row, "jobDidStart", attempt: row.attempts, willRetry: false)
    }

    /// Accounts for the first run of a job that ends now.
    func endJob() -> Bool {
        guard
            let run = jobs.running.filter({ ($0.endsAt ?? .max) <= now }).min(by: {
                ($0.endsAt ?? 0, $0.order) < ($1.endsAt ?? 0, $1.order)
            })
        else { return false }
        end(run, run.outcome)
        return true
    }

    /// Ends the first run of a job that takes longer than it may.
    func endLateJob() -> Bool {
        guard
            let run = jobs.running.sorted(by: { $0.order < $1.order }).first(where: { ($0.timesOutAt ?? .max) <= now })
        else { return false }
        end(run, .fail, reason: "timeout")
        return true
    }

    private func end(_ run: JobTable.Run, _ outcome: World.Outcome, reason: String? = nil) {
        jobs.running.removeAll { $0.order == run.order }
        process?.ranSinceTick = true
        let row = run.row
        let signal = outcome == .success ? "jobDidSucceed" : "jobDidFail"
        if run.isGone {
            note(row, signal, attempt: run.attempt, willRetry: false, reason: reason)
            return
        }
        row.isRunning = false
        let willRetry = outcome == .fail && !jobs.isExhausted(row)
        if outcome == .success {
            jobs.rows.removeAll { $0 === row }
        } else if willRetry {
            row.due = now + jobs.pause(row)
            if !world.jobs.failedStaysAtHead {
                row.place = jobs.nextPlace
                jobs.nextPlace += 1
            }
        } else {
            jobs.makeDeadLetter(row)
        }
        note(row, signal, attempt: run.attempt, willRetry: willRetry, reason: reason)
        noteDrain(had: true)
    }

    /// `enqueue TASK`.
    func enqueue(_ task: String, _ text: String) {
        let isFirst = !jobs.isInUse
        if let known = jobs.add(task, World.JobOptions(), now: now) {
            return refuse(text, "the queue holds a job with this unique key: \(known)")
        }
        noteAction(text)
        if isFirst, state == .active, world.jobs.startsOnActive { startJobs() }
    }

    /// `queue …`
    func queue(_ command: Command, _ text: String) {
        switch command {
        case .queueRetry(let id): return retry(id, text)
        case .queueDiscard(let id):
            guard jobs.dead.contains(where: { $0.id == id }) else {
                return refuse(text, "no dead letter has the number \(id)")
            }
            jobs.dead.removeAll { $0.id == id }
        default: break
        }
        noteAction(text)
        switch command {
        case .queueStart: if process == nil { jobs.startsWithProcess = true } else { startJobs() }
        case .queueStop: if process == nil { jobs.startsWithProcess = false } else { stopJobs() }
        case .queueEmpty:
            let hadRows = !jobs.rows.isEmpty
            jobs.rows = []
            for index in jobs.running.indices { jobs.running[index].isGone = true }
            noteDrain(had: hadRows)
        case .queueLimit(let count): jobs.retryLimit = count
        default: break
        }
    }

    /// `queue remove N` and similar commands.
    func oneJob(_ id: Int, _ command: Command, _ text: String) {
        guard let row = jobs.rows.first(where: { $0.id == id }) else {
            return refuse(text, "no job in the queue has the number \(id)")
        }
        let run = jobs.running.first { $0.row === row }
        switch command {
        case .queuePause, .queueResume, .queueFirst:
            if run != nil { return refuse(text, "a run of this job is under way: \(id)") }
        default: break
        }
        noteAction(text)
        switch command {
        case .queuePause: row.isPaused = true
        case .queueResume:
            row.isPaused = false
            row.wasCalledUnhandled = false
        case .queueFirst:
            row.place = (jobs.rows.map(\.place).min() ?? 0) - 1
            row.due = now
            row.wasCalledUnhandled = false
        default:
            jobs.rows.removeAll { $0 === row }
            for index in jobs.running.indices where jobs.running[index].row === row {
                jobs.running[index].isGone = true
            }
            if command == .queueCancel(id), let run = jobs.running.first(where: { $0.row === row }) {
                end(run, .critical, reason: "cancelled by a command")
            }
            noteDrain(had: true)
        }
    }

    private func retry(_ id: Int, _ text: String) {
        guard let row = jobs.dead.first(where: { $0.id == id }) else {
            return refuse(text, "no dead letter has the number \(id)")
        }
        if let key = row.key, let known = jobs.rows.first(where: { $0.key == key }) {
            return refuse(text, "the queue holds a job with this unique key: \(known.id)")
        }
        jobs.dead.removeAll { $0 === row }
        row.forgiven = row.attempts
        row.due = now
        row.place = jobs.nextPlace
        row.wasCalledUnhandled = false
        jobs.nextPlace += 1
        if let expires = row.expires, expires < now { row.expires = nil }
        jobs.rows.append(row)
        noteAction(text)
    }
}
