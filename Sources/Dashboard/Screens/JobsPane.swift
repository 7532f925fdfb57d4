import Text
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// The job queue: whether it runs, its rows by id with their next try, the dead letters. Only what fits is made.
    mutating func drawJobsPane() {
        guard let area = layout.jobsPane, area.rows > 1 else { return }
        let jobs = model.scheduler.jobs
        let state = jobs.isRunning ? (jobs.isActive ? "running" : "started, at rest") : "stopped"
        let hint = jobs.deadLetters.isEmpty ? "" : "   :queue retry|discard ID"
        let counts = "\(Format.count(jobs.count, "row")), \(Format.count(jobs.deadLetters.count)) dead"
        paneTitle("5 jobs: queue \(state), \(counts)\(hint)", area, hasFocus: model.view.pane == .jobs)
        let room = area.rows - 1
        let total = jobs.count + jobs.deadLetters.count
        guard total > 0 else {
            canvas.put(
                " no jobs   :enqueue TASK {json}  puts one in, :queue start|stop|empty moves the queue",
                column: area.column + 1, row: area.row + 1, width: area.columns - 2, style: theme.dim)
            return
        }
        let heading = cells("ID", "TASK", "QUEUE", "PRI", "RUNS", "STATE")
        canvas.put(heading, column: area.column + 1, row: area.row + 1, width: area.columns - 2, style: theme.heading)
        let top = max(0, min(model.view.jobsOffset, total - (room - 1)))
        let rows = jobs.list.dropFirst(top).prefix(room - 1).map { (line($0), theme.standard) }
        let dead = jobs.deadLetters.dropFirst(max(0, top - jobs.count)).prefix(max(0, room - 1 - rows.count)).map {
            (line($0), theme.alarm)
        }
        for (place, line) in (rows + dead).enumerated() {
            canvas.put(
                line.0, column: area.column + 1, row: area.row + 2 + place, width: area.columns - 2, style: line.1)
        }
    }

    private func line(_ job: Job) -> String {
        if job.isRunning { return line(job, "running") }
        if job.due > model.session.now { return line(job, "next try \(TimeText.text(job.due))") }
        return line(job, model.scheduler.jobs.isHandled(job.spec.task) ? "waiting" : "no handler")
    }

    private func line(_ letter: DeadLetter) -> String {
        line(letter.job, "dead: \(letter.cause)")
    }

    private func line(_ job: Job, _ state: String) -> String {
        cells(
            "\(job.id.number)", TextColumns.clean(job.spec.task), TextColumns.clean(job.spec.queue),
            "\(job.spec.priority)", "\(job.attempts)", state)
    }

    private func cells(
        _ id: String, _ task: String, _ queue: String, _ priority: String, _ runs: String, _ state: String
    )
        -> String
    {
        // A narrow pane keeps what tells the jobs apart and how they fare.
        let isNarrow = (layout.jobsPane?.columns ?? 0) < 70
        let place = isNarrow ? "" : DisplayText.pad(queue, to: 9) + " " + DisplayText.pad(priority, to: 8)
        return Format.right(id, width: 5) + " " + DisplayText.pad(task, to: 16) + " " + place
            + Format.right(runs, width: 5) + "  " + state
    }
}
