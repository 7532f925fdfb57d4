import SchedulerCore

/// Something about a task that deserves a look; found in the plan, so also before it happens.
struct Lint: Hashable, Sendable {
    /// The task; nil where none is to blame.
    var task: TaskID?
    /// When it shows.
    var time: Instant
    /// One line.
    var text: String

    /// At most so many are kept.
    static let maximumCount = 200

    /// The lints of a plan, by time.
    static func all(plan: Plan, text: FactText) -> [Lint] {
        var result: [Lint] = []
        for (offset, runs) in plan.runs.enumerated() where result.count < maximumCount {
            let task = TaskID(offset)
            if let (time, line) = trouble(runs, plan.marks[offset], text) {
                result.append(Lint(task: task, time: time, text: "\(text.name(task)) \(line)"))
            } else if offset < plan.isCritical.count, plan.isCritical[offset],
                let run = runs.first(where: { $0.laneWait(until: plan.horizon) > .zero })
            {
                let waits = WaitText(text: text, plan: plan)
                let holder = waits.laneHolders(run, until: plan.horizon).max { ($0.to - $0.from) < ($1.to - $1.from) }
                let by = holder.map { " behind \(text.name($0.task))" } ?? ""
                let length = TimeText.exact(run.laneWait(until: plan.horizon))
                result.append(
                    Lint(task: task, time: run.start ?? plan.horizon, text: "\(text.name(task)) queued \(length)\(by)"))
            }
        }
        for (time, warning) in plan.warnings.prefix(maximumCount) {
            result.append(Lint(task: nil, time: time, text: text.warning(warning)))
        }
        return result.sorted { $0.time < $1.time }
    }

    private static func trouble(_ runs: [Plan.Run], _ marks: [Plan.Mark], _ text: FactText) -> (Instant, String)? {
        for run in runs {
            for attempt in run.attempts {
                switch attempt.outcome {
                case nil, .success, .cancelled: continue
                case .fail: return (attempt.end ?? attempt.start, "fails")
                case .critical: return (attempt.end ?? attempt.start, "fails critically")
                case .timedOut: return (attempt.end ?? attempt.start, "times out")
                }
            }
        }
        guard let mark = marks.first else { return nil }
        switch mark.kind {
        case .missed: return (mark.time, "missed: \(text.reason(mark.reason))")
        case .skipped: return (mark.time, "skipped: \(text.reason(mark.reason))")
        }
    }
}
