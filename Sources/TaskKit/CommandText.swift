import Text
import SchedulerCore
import TraceFormat

/// Commands as the script language writes them.
enum CommandText {
    static func action(_ action: LifecycleAction, _ url: String?) -> String {
        switch action {
        case .launch: "launch"
        case .background: "background"
        case .foreground: "foreground"
        case .memoryWarning: "memory-warning"
        case .terminate: "terminate"
        case .interrupt: "interrupt"
        case .openURL: "open-url " + name(url ?? "")
        case .crash: "crash"
        }
    }

    static func fire(_ events: EventSet) -> String {
        "fire " + events.events.map { "\($0)" }.joined(separator: "|")
    }

    static func post(_ key: String, _ payload: String?) -> String {
        "post " + name(key) + (payload.map { " " + oneLine($0) } ?? "")
    }

    static func queue(_ order: QueueCommand) -> String {
        switch order {
        case .start: "queue start"
        case .stop: "queue stop"
        case .empty: "queue empty"
        case .retry(let id): "queue retry \(id.number)"
        case .discard(let id): "queue discard \(id.number)"
        case .remove(let id): "queue remove \(id.number)"
        case .cancel(let id): "queue cancel \(id.number)"
        case .pause(let id): "queue pause \(id.number)"
        case .resume(let id): "queue resume \(id.number)"
        case .first(let id): "queue first \(id.number)"
        case .limit(let count): "queue limit \(count)"
        }
    }

    static func enqueue(_ job: JobSpec) -> String {
        "enqueue " + name(job.task) + (job.data == "{}" ? "" : " " + oneLine(job.data))
    }

    /// `inject` or `schedule`; what the language cannot say is left out.
    static func inject(_ spec: TaskSpec, _ plan: ProcessPlan) -> String {
        switch spec.trigger {
        case .timer(let timer): schedule(spec, timer, plan.epoch)
        case .events(let events):
            "inject " + name(spec.name) + " on " + events.events.map { "\($0)" }.joined(separator: ",")
                + options(spec, plan)
        case .none, .notification, .startup:
            "inject " + name(spec.name) + " on didFinishLaunching" + options(spec, plan)
        }
    }

    /// `inject-sequence`
    static func inject(_ sequence: SequenceSpec) -> String {
        var words = ["inject-sequence", name(sequence.name), "steps", sequence.steps.map(name).joined(separator: ",")]
        if !sequence.events.isEmpty {
            words += ["on", sequence.events.events.map { "\($0)" }.joined(separator: ",")]
        }
        if sequence.continuesOnFailure { words.append("continue") }
        if let timeout = sequence.timeout { words += ["timeout", "\(timeout.count)ns"] }
        if sequence.blocks { words.append("blocks") }
        return words.joined(separator: " ")
    }

    private static func schedule(_ spec: TaskSpec, _ timer: TimerTrigger, _ epoch: Int64) -> String {
        var text = "schedule " + name(spec.name)
        if let date = timer.date { text += " at " + epochSeconds(Nanoseconds(epoch) + Nanoseconds(date.nanoseconds)) }
        if let every = timer.every { text += " every \(every.count)ns" }
        if case .times(let count) = timer.repetition, timer.every != nil { text += " times \(count)" }
        return text
    }

    /// Seconds since 1970 with all nine decimals, which the script language takes for a date.
    private static func epochSeconds(_ time: Nanoseconds) -> String {
        let (seconds, rest) = time.count.quotientAndRemainder(dividingBy: 1_000_000_000)
        return "\(seconds)." + String(1_000_000_000 + abs(rest)).dropFirst()
    }

    private static func options(_ spec: TaskSpec, _ plan: ProcessPlan) -> String {
        var text = ""
        if spec.priority != .default { text += " priority \(spec.priority)" }
        if !spec.after.isEmpty { text += " after " + spec.after.map(name).joined(separator: ",") }
        if !spec.prefers.isEmpty { text += " prefers " + spec.prefers.map(name).joined(separator: ",") }
        if let lane = spec.lane, plan.configuration.lanes.indices.contains(lane.offset) {
            text += " lane " + name(plan.configuration.lanes[lane.offset].name)
        }
        return text + (spec.autoRemove ? " auto-remove" : "")
    }

    /// A name as scripts take it: in JSON quotes if it needs them.
    static func name(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && !name.hasPrefix("lane:")
            && name.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value < 0x7F && !",<|#\"".unicodeScalars.contains($0)
            }
        return isPlain ? name : JSONText.quote(name)
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
