import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// One line of the event log.
struct LogLine: Hashable, Sendable {
    var time: Instant
    /// One word: event, start, done, late, …
    var kind: String
    /// The task or event.
    var subject: String
    /// The rest.
    var detail: String
    /// The rest in fewer words, the longest first, where there is no room for it.
    var shorter: [String] = []
    /// Whether something went wrong.
    var isAlarm = false
}

/// Turns trace records into log lines; nil for records that the log omits.
struct LogFormat {
    /// How many records the log reaches back.
    static let window = 10_000
    /// The kinds of lines, for the log's filter.
    static let kinds = [
        "cmd", "refused", "event", "state", "frame", "start", "done", "FAILED", "cancel", "skip", "miss", "park", "seq",
        "job",
        "queue", "expect", "warning", tick,
    ]
    /// The kind that is shown only on request, because there are very many lines of it.
    static let tick = "tick"

    let text: FactText
    let simulation: Simulation
    let plan: Course
    let waits: WaitReader
    /// The error texts of the attempts that failed at an instant.
    var errorTexts: (Instant) -> [String] = { _ in [] }
    /// Whether ticks have lines too.
    var showsTicks = false

    /// The line of a record.
    func line(_ record: TraceRecord) -> LogLine? {
        let time = record.time
        switch record.fact {
        case .action(let id):
            return LogLine(time: time, kind: "cmd", subject: command(id), detail: "")
        case .refused(let id, let refusal):
            return LogLine(
                time: time, kind: "refused", subject: command(id),
                detail: text.refusal(refusal, of: id, in: simulation), isAlarm: true)
        case .event(let event):
            return LogLine(
                time: time, kind: "event", subject: "\(event.letter) \(TriggerText.brief(event))",
                detail: "")
        case .state(let state):
            return LogLine(time: time, kind: "state", subject: "\(state.word)", detail: "")
        case .firstFrame(let parked):
            let length = plan.launches.last { $0.firstFrame == time }?.length
            let without = length?.text ?? LaunchText.without(Int(parked))
            let passedOver = plan.passedOver(inLaunchEnding: time) { simulation.scheduler.trigger(of: $0) }
            let reason =
                parked > 0
                ? plan.parkedCause(at: time).map { ": \(text.reason(ofParked: $0.task, $0.reason))" }
                : passedOver.text.map { " \($0)" }
            return LogLine(
                time: time, kind: "frame",
                subject: "LAUNCH COMPLETE" + (length == nil ? " " : " in ") + without + (reason ?? ""),
                detail: "")
        case .start(let task, let run, let attempt, let lane):
            return start(task, run, attempt, lane, at: time)
        case .finish(let task, let run, let attempt, let outcome, _, let reason):
            return finish(task, run, attempt, outcome, reason, at: time)
        case .skip(let task, let reason): return alarm(time, "skip", task, reason)
        case .miss(let task, let reason): return alarm(time, "miss", task, reason)
        case .park(let task, let reason):
            return LogLine(time: time, kind: "park", subject: text.name(task), detail: text.reason(reason))
        case .job(let id, let task, let signal, let attempt, let willRetry, let reason):
            let cause = ReasonText.text(reason).map { ", \($0)" } ?? ""
            return LogLine(
                time: time, kind: "job", subject: text.name(task),
                detail: "\(signal.word) #\(id), attempt \(attempt)\(willRetry ? ", will retry" : "")\(cause)",
                isAlarm: signal == .jobDidFail)
        case .queue(let signal): return LogLine(time: time, kind: "queue", subject: "\(signal.word)", detail: "")
        case .sequence(let task, let signal, let step, let reason):
            let parts = [step.map(text.name), reason.map(text.reason)].compactMap { $0 }
            return LogLine(
                time: time, kind: "seq", subject: text.name(task),
                detail: (["\(signal.word)"] + parts).joined(separator: " "), isAlarm: signal == .failed)
        case .warning(let warning):
            return LogLine(time: time, kind: "warning", subject: "", detail: self.warning(warning), isAlarm: true)
        case .expect(let number): return expectation(Int(number), at: time)
        case .tick(let number):
            return showsTicks ? LogLine(time: time, kind: LogFormat.tick, subject: "\(number)", detail: "") : nil
        case .release: return nil
        }
    }

    private func warning(_ warning: Warning) -> String {
        if case .driver(let number) = warning, simulation.notices.indices.contains(Int(number)) {
            return DisplayText.clean(simulation.notices[Int(number)].message)
        }
        return text.warning(warning)
    }

    private func expectation(_ number: Int, at time: Instant) -> LogLine? {
        guard simulation.verdicts.indices.contains(number) else { return nil }
        let verdict = simulation.verdicts[number]
        let detail = verdict.holds ? "holds" : "FAILED: \(DisplayText.clean(verdict.actual))"
        return LogLine(
            time: time, kind: "expect", subject: DisplayText.clean(verdict.claim), detail: detail,
            isAlarm: !verdict.holds)
    }

    private func command(_ id: CommandID) -> String {
        simulation.text(of: id).map { DisplayText.clean($0) } ?? "?"
    }

    private func alarm(_ time: Instant, _ kind: String, _ task: TaskID, _ reason: Reason) -> LogLine {
        LogLine(time: time, kind: kind, subject: text.name(task), detail: text.reason(reason), isAlarm: true)
    }

    private func start(_ task: TaskID, _ run: Int32, _ attempt: Int32, _ lane: LaneID, at time: Instant) -> LogLine {
        var line = LogLine(time: time, kind: "start", subject: text.name(task), detail: text.name(lane))
        if attempt > 1 { line.detail += "  attempt \(attempt)" }
        if let record = plan.run(of: task, number: run) {
            let sentences = WaitText(names: waits.names)
            let pieces =
                attempt > 1
                ? waits.pieces(of: record, task, afterAttempt: Int(attempt) - 2, until: time)
                : waits.pieces(of: record, task, until: time)
            let words = [
                sentences.sum(pieces), sentences.sum(pieces, withHolders: false),
                sentences.sum(pieces, limit: 1, withHolders: false),
            ]
            if !words[0].isEmpty {
                let all = words.map { "\(line.detail)  waited \($0)" }
                (line.detail, line.shorter) = (all[0], Array(all.dropFirst()))
            }
        }
        return line
    }

    private func finish(
        _ task: TaskID, _ run: Int32, _ attempt: Int32, _ outcome: Outcome, _ reason: FinishReason, at time: Instant
    ) -> LogLine {
        var detail = ""
        if let record = plan.run(of: task, number: run), record.attempts.indices.contains(Int(attempt) - 1) {
            let ran = "ran \(TimeText.text(time - record.attempts[Int(attempt) - 1].start))"
            detail = attempt > 1 ? "attempt \(attempt) \(ran)" : ran
        }
        if let why = ReasonText.text(reason) { detail += ", \(why)" }
        if outcome != .success {
            // If two attempts fail at one instant, their texts cannot be matched to them.
            let texts = errorTexts(time)
            if texts.count == 1 { detail += ": \(DisplayText.clean(texts[0]))" }
        }
        let isGood = outcome == .success
        return LogLine(
            time: time, kind: isGood ? "done" : outcome == .cancelled ? "cancel" : "FAILED", subject: text.name(task),
            detail: isGood || outcome == .cancelled ? detail : "\(text.word(outcome)), \(detail)", isAlarm: !isGood)
    }
}
