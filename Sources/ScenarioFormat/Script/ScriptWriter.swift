import Text
import SchedulerCore
import SchedulerSimulation

/// Writes commands as the script language reads them: `parse(write(command))` is `command`.
///
/// For what the language cannot say of an injected task (its outcome, retries, `follows` and so on) it writes the rest of it.
public struct ScriptWriter: Sendable {
    private let epochStart: Int64
    private let lanes: [String]

    /// A writer for a scenario whose t = 0 is `epochStart`, with its lanes in order.
    public init(epochStart: Int64, lanes: [LaneSpec]) {
        self.epochStart = epochStart
        self.lanes = lanes.map { $0.name }
    }

    /// A writer for `scenario`.
    public init(scenario: Scenario) {
        self.init(epochStart: scenario.epochStart, lanes: scenario.configuration.lanes)
    }

    /// A line with its time; the text is the line's own.
    public func text(of line: ScriptLine) -> String {
        switch line.timing {
        case .none: line.text
        case .at(let time): "at \(DurationText.format(time)) \(line.text)"
        case .after(let time): "+\(DurationText.format(time)) \(line.text)"
        }
    }

    /// The canonical text of a command.
    public func text(of command: ScriptCommand) -> String {
        switch command {
        case .action(let action, let url): text(of: action, url)
        case .fire(let events): "fire " + events.events.map(EventNames.name).joined(separator: "|")
        case .tick(let count): count == 1 ? "tick" : "tick \(count)"
        case .advance(let duration): "advance \(DurationText.format(duration))"
        case .wait(let condition): "wait until " + text(of: condition)
        case .post(let key, let payload): "post " + Self.name(key) + (payload.map { " \($0)" } ?? "")
        case .pause(let target): "pause " + text(of: target)
        case .resume(let target): "resume " + text(of: target)
        case .destroy(let name): "destroy " + Self.name(name)
        case .inject(let task): text(ofNew: task)
        case .start(let name): "start " + Self.name(name)
        case .queue(.retry(let job)): "queue retry \(job.number)"
        case .queue(.discard(let job)): "queue discard \(job.number)"
        case .queue(.remove(let job)): "queue remove \(job.number)"
        case .queue(.start): "queue start"
        case .queue(.stop): "queue stop"
        case .queue(.empty): "queue empty"
        case .enqueue(let task, let data): "enqueue " + Self.name(task) + (data.map { " \($0)" } ?? "")
        case .expect(let expectation): "expect " + text(of: expectation)
        case .note(let text): "note " + Self.note(text)
        case .speed(let eighths): "speed " + Self.speed(eighths)
        }
    }

    /// `name` as a script takes it: in JSON quotes where it needs them.
    public static func name(_ name: String) -> String {
        let keywords = ["order", "state", "launch", "queue", "no", "launched", "idle", "drained"]
        let isPlain =
            !name.isEmpty && !keywords.contains(name) && !name.utf8.starts(with: "lane:".utf8)
            && name.unicodeScalars.allSatisfy {
                !DisplayText.isControl($0) && !" ,<|#\"".unicodeScalars.contains($0) && !isBreak($0)
            }
        return isPlain ? name : JSONText.quote(name)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF || scalar.value & 0xFFFE == 0xFFFE
    }

    private static func note(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                !DisplayText.isControl($0) && !"#\"".unicodeScalars.contains($0) && !isBreak($0)
            }
        return isPlain ? text : JSONText.quote(text)
    }

    private static func speed(_ eighths: Int) -> String {
        let thousandths = eighths % 8 * 125
        guard thousandths != 0 else { return "\(eighths / 8)" }
        var fraction = String(1000 + thousandths).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(eighths / 8).\(fraction)"
    }

    private func text(of action: LifecycleAction, _ url: String?) -> String {
        switch action {
        case .launch: "launch"
        case .background: "background"
        case .foreground: "foreground"
        case .memoryWarning: "memory-warning"
        case .terminate: "terminate"
        case .interrupt: "interrupt"
        case .openURL: "open-url " + Self.name(url ?? "")
        case .crash: "crash"
        }
    }

    private func text(of condition: WaitCondition) -> String {
        switch condition {
        case .done(let name): Self.name(name) + " done"
        case .launched: "launched"
        case .idle: "idle"
        case .drained: "drained"
        }
    }

    private func text(of target: ScriptTarget) -> String {
        switch target {
        case .task(let name): Self.name(name)
        case .lane(let name): "lane:" + Self.name(name)
        }
    }

    private func text(of expectation: Expectation) -> String {
        switch expectation {
        case .order(let sequence): "order " + sequence.map(Self.name).joined(separator: " < ")
        case .ran(let name, let count): "\(Self.name(name)) ran \(count)"
        case .notRun(let name): "\(Self.name(name)) not run"
        case .failed(let name): "\(Self.name(name)) failed"
        case .skipped(let name): "\(Self.name(name)) skipped"
        case .missed(let name): "\(Self.name(name)) missed"
        case .state(let state): "state \(state)"
        case .launch(let duration): "launch <= \(DurationText.format(duration))"
        case .queue(let count): "queue \(count)"
        case .noWarnings: "no warnings"
        }
    }

    private func text(ofNew task: ScenarioTask) -> String {
        let spec = task.spec
        var words: [String]
        switch spec.trigger {
        case .timer(let timer):
            words = ["schedule", Self.name(spec.name)] + self.words(of: timer)
        case .events(let events):
            words = ["inject", Self.name(spec.name), "on", events.events.map(EventNames.name).joined(separator: ",")]
            words += options(of: spec)
        case .none, .notification, .startup:
            words =
                ["inject", Self.name(spec.name), "on", EventNames.name(of: .didFinishLaunching)] + options(of: spec)
        }
        if task.duration != .fixed(.zero) { words += ["duration", DurationModelText.format(task.duration)] }
        if case .timer = spec.trigger { return words.joined(separator: " ") }
        return (words + (spec.autoRemove ? ["auto-remove"] : [])).joined(separator: " ")
    }

    private func words(of timer: TimerTrigger) -> [String] {
        var words: [String] = []
        if let date = timer.date {
            let (epoch, overflow) = epochStart.addingReportingOverflow(date.nanoseconds)
            words += ["at", DateText.format(epochNanoseconds: overflow ? .max : epoch)]
        }
        if let every = timer.every { words += ["every", DurationText.format(every)] }
        switch timer.repetition {
        case .times(let count): if timer.every != nil { words += ["times", "\(count)"] }
        case .forever: break
        }
        return words
    }

    private func options(of spec: TaskSpec) -> [String] {
        var words: [String] = []
        if spec.priority != .default { words += ["priority", "\(spec.priority)"] }
        if !spec.after.isEmpty { words += ["after", spec.after.map(Self.name).joined(separator: ",")] }
        if let lane = spec.lane, lanes.indices.contains(lane.offset) {
            words += ["lane", Self.name(lanes[lane.offset])]
        }
        return words
    }
}
