import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

/// The job queue: rows, next attempts, dead letters.
enum JobsPane: PaneKind {
    static let word = "jobs"
    static let help = "jobs: rows, next attempts, dead letters; `:queue retry N`, `:queue discard N`"

    /// The title and the headings.
    fileprivate static let headerRows = 2

    static func draw(in area: Rect, on screen: inout Screen) { screen.drawJobs(area) }

    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool {
        let jobs = model.scheduler.jobs
        let total = jobs.count + jobs.deadLetters.count + model.endedJobs.count
        let room = (model.layout.area(of: .jobs)?.rows ?? 0) - headerRows
        model.view.jobsScroll.move(movement, of: total, in: room)
        return true
    }
}

extension Screen {
    /// The job queue: its state, its rows by id with their next attempt, the dead letters, and the ended jobs.
    /// Formats only what fits.
    fileprivate mutating func drawJobs(_ area: Rect) {
        guard area.rows > 1 else { return }
        let jobs = model.scheduler.jobs
        let ended = model.endedJobs
        let state = jobs.isStarted ? (jobs.isActive ? "running" : "started, idle") : "stopped"
        let hint = jobs.deadLetters.isEmpty ? "" : "   :queue retry|discard ID"
        let counts = "\(Format.count(jobs.count)) waiting or running, \(Format.count(ended.count)) ended"
        let dead = jobs.deadLetters.isEmpty ? "" : ", \(Format.count(jobs.deadLetters.count)) dead"
        paneTitle(.jobs, ": queue \(state), \(counts)\(dead)\(hint)", area)
        let total = jobs.count + jobs.deadLetters.count + ended.count
        guard total > 0 else {
            canvas.put(
                " no jobs yet   :enqueue TASK {json} adds one   :queue start|stop|empty",
                column: area.column + 1, row: area.row + 1, width: area.columns - 2, style: theme.dim)
            return
        }
        let heading = cells("ID", "TASK", "QUEUE", "PRI", "RUNS", "STATE")
        canvas.put(heading, column: area.column + 1, row: area.row + 1, width: area.columns - 2, style: theme.heading)
        let room = max(0, area.rows - JobsPane.headerRows)
        let top = model.view.jobsScroll.top(of: total, in: room)
        for (place, row) in rows(top..<min(total, top + room), jobs, ended).enumerated() {
            canvas.put(
                row.line, column: area.column + 1, row: area.row + 2 + place, width: area.columns - 2, style: row.style)
        }
    }

    /// A range of rows: the queue, then the dead letters, then the ended jobs, latest first.
    private func rows(
        _ places: Range<Int>, _ jobs: JobQueue, _ ended: [Int32]
    ) -> [(line: String, style: Style)] {
        var rows: [(line: String, style: Style)] = []
        for job in jobs.list.dropFirst(places.lowerBound).prefix(places.count) {
            rows.append((line(job), theme.standard))
        }
        for letter in jobs.deadLetters.dropFirst(max(0, places.lowerBound - jobs.count)) where rows.count < places.count
        {
            rows.append((line(letter.job, "dead: \(letter.cause)"), theme.alarm))
        }
        let before = jobs.count + jobs.deadLetters.count
        let records = model.session.records
        for place in ended.reversed().dropFirst(max(0, places.lowerBound - before)).prefix(places.count - rows.count) {
            guard let entry = JobHistory.Entry(records[Int(place)]) else { continue }
            let failed = entry.reason == .command ? theme.dim : theme.alarm
            rows.append((line(entry), entry.isSuccess ? theme.success : failed))
        }
        return rows
    }

    private func line(_ job: Job) -> String {
        if job.isRunning { return line(job, "running") }
        if job.due > model.session.now { return line(job, "due at \(TimeText.text(job.due))") }
        return line(job, model.scheduler.jobs.isHandled(job.spec.task) ? "waiting" : "no handler")
    }

    private func line(_ job: Job, _ state: String) -> String {
        cells(
            "\(job.id.number)", DisplayText.clean(job.spec.task), DisplayText.clean(job.spec.queue),
            "\(job.spec.priority)", "\(job.attempts)", state)
    }

    private func line(_ entry: JobHistory.Entry) -> String {
        cells(
            "\(entry.id)", text.name(entry.task), "", "", "\(entry.attempts)",
            "\(entry.word) at \(TimeText.text(entry.time))")
    }

    private func cells(
        _ id: String, _ task: String, _ queue: String, _ priority: String, _ runs: String, _ state: String
    )
        -> String
    {
        // A narrow pane keeps what identifies the jobs, and their states.
        let isNarrow = (layout.area(of: .jobs)?.columns ?? 0) < 70
        let place = isNarrow ? "" : DisplayText.pad(queue, to: 9) + " " + DisplayText.pad(priority, to: 8)
        return Format.right(id, width: 5) + " " + DisplayText.pad(task, to: 16) + " " + place
            + Format.right(runs, width: 5) + "  " + state
    }
}

extension DashboardModel {
    /// The records of the jobs that have ended and are neither queued again nor among the dead letters.
    var endedJobs: [Int32] { jobHistory.ended(session.records, besides: scheduler.jobs) }
}

/// Where among a session's records jobs ended: four bytes a job, so that going back loses none.
struct JobHistory: Sendable {
    /// A job that has run to its end.
    struct Entry: Hashable, Sendable {
        var id: Int64
        var task: TaskID
        var attempts: Int32
        var time: Instant
        var isSuccess: Bool
        /// Why its last run ended other than by itself.
        var reason: FinishReason

        /// The end in a record; nil for any other record.
        init?(_ record: TraceRecord) {
            guard case .job(let id, let task, let signal, let attempt, let willRetry, let reason) = record.fact,
                signal != .jobDidStart, !willRetry
            else { return nil }
            (self.id, self.task, attempts, time) = (id, task, attempt, record.time)
            (isSuccess, self.reason) = (signal == .jobDidSucceed, reason)
        }

        /// How it ended, in a word or two.
        var word: String {
            if isSuccess { return "done" }
            switch reason {
            case .command: return "cancelled"
            case .timeout: return "timed out"
            case .none, .processEnded, .crashed: return "failed"
            }
        }
    }

    /// The records with ends, oldest first.
    private var places: [Int32] = []
    /// Those of them that did not succeed: only these jobs can be queued again.
    private var failures: [Int32] = []
    private var scanned = 0

    /// Reads the current records; since the last call, they may only have been truncated and extended.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            scanned = records.count
            places.removeSubrange(places.partitionPoint { $0 >= scanned }...)
            failures.removeSubrange(failures.partitionPoint { $0 >= scanned }...)
        }
        for place in scanned..<records.count {
            guard let entry = Entry(records[place]) else { continue }
            places.append(Int32(place))
            if !entry.isSuccess { failures.append(Int32(place)) }
        }
        scanned = records.count
    }

    /// The jobs that have ended and are neither queued again nor dead, oldest first. O(failures), with such jobs O(ends).
    func ended(_ records: ArraySlice<TraceRecord>, besides jobs: JobQueue) -> [Int32] {
        guard !failures.isEmpty, jobs.count > 0 || !jobs.deadLetters.isEmpty else { return places }
        let kept = Set(jobs.list.map { $0.id.number } + jobs.deadLetters.map { $0.job.id.number })
        let hidden = Set(failures.filter { Entry(records[Int($0)]).map { kept.contains($0.id) } ?? false })
        return hidden.isEmpty ? places : places.filter { !hidden.contains($0) }
    }
}
