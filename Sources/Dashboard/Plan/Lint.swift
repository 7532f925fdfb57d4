import SchedulerCore
import TraceAnalysis

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
    static func all(plan: Plan, waits: WaitReader) -> [Lint] {
        let text = FactText(names: waits.names)
        var result: [Lint] = []
        for offset in plan.runs.indices where result.count < maximumCount {
            let task = TaskID(offset)
            if let (time, line) = trouble(task, plan, text) {
                result.append(Lint(task: task, time: time, text: "\(text.name(task)) \(line)"))
            } else if plan.isCritical(task), let run = plan.run(of: task, number: plan.criticalRun(of: task)),
                run.laneWait(until: plan.horizon) > .zero
            {
                let line = queued(run, task, waits.pieces(of: run, task, until: plan.horizon), text, plan.horizon)
                result.append(Lint(task: task, time: run.start ?? plan.horizon, text: line))
            }
        }
        for (time, warning) in plan.warnings.prefix(maximumCount) {
            result.append(Lint(task: nil, time: time, text: text.warning(warning)))
        }
        return result.sorted { $0.time < $1.time }
    }

    /// The sentence of a critical run that stood ready.
    private static func queued(
        _ run: Plan.Run, _ task: TaskID, _ pieces: [WaitPiece], _ text: FactText, _ end: Instant
    ) -> String {
        var longest: (task: TaskID, length: Nanoseconds)?
        for piece in pieces {
            guard case .lane(_, let holders) = piece.cause, let first = holders.first else { continue }
            if piece.length > longest?.length ?? .zero { longest = (first, piece.length) }
        }
        let time = TimeText.text(run.laneWait(until: end))
        return "\(text.name(task)) queued \(time) for lane \(text.name(run.lane))"
            + (longest.map { ", held by \(text.name($0.task))" } ?? "")
    }

    private static func trouble(_ task: TaskID, _ plan: Plan, _ text: FactText) -> (Instant, String)? {
        if !plan.faults.isEmpty, let fault = plan.faults[task] {
            switch fault.outcome {
            case .success, .cancelled: return nil
            case .fail: return (fault.time, "fails")
            case .critical: return (fault.time, "fails critically")
            case .timedOut: return (fault.time, "times out")
            }
        }
        guard !plan.firstMarks.isEmpty, let mark = plan.firstMarks[task] else { return nil }
        switch mark.kind {
        case .missed: return (mark.time, "missed: \(text.reason(mark.reason))")
        case .skipped, .parked: return (mark.time, "skipped: \(text.reason(mark.reason))")
        }
    }
}
