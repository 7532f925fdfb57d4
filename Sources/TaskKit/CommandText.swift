import Text
import SchedulerCore
import TraceFormat

/// Commands as the script language writes them.
enum CommandText {
    static func action(_ action: LifecycleAction, _ url: String?) -> String {
        ReasonText.verb(of: action) + (action == .openURL ? " " + ScriptName.written(url ?? "") : "")
    }

    static func fire(_ events: EventSet) -> String {
        "fire " + events.events.map { "\($0)" }.joined(separator: "|")
    }

    static func post(_ key: String, _ payload: String?) -> String {
        "post " + ScriptName.written(key) + (payload.map { " " + oneLine($0) } ?? "")
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
        "enqueue " + ScriptName.written(job.task) + (job.data == "{}" ? "" : " " + oneLine(job.data))
    }

    /// `inject` or `schedule`.
    static func inject(_ spec: TaskSpec, _ plan: ProcessPlan) -> String {
        let trigger =
            switch spec.trigger {
            case .timer(let timer): schedule(timer, plan.epoch)
            case .events(let events): " on " + events.events.map { "\($0)" }.joined(separator: ",")
            case .notification(let key): " notification " + ScriptName.written(key)
            case .startup(let startupClass): " class \(startupClass)"
            case .none: " step"
            }
        var verb = "inject "
        if case .timer = spec.trigger { verb = "schedule " }
        return verb + ScriptName.written(spec.name) + trigger + options(spec, plan)
    }

    /// `inject-sequence`
    static func inject(_ sequence: SequenceSpec) -> String {
        var words = [
            "inject-sequence", ScriptName.written(sequence.name), "steps",
            sequence.steps.map(ScriptName.written).joined(separator: ","),
        ]
        if !sequence.events.isEmpty {
            words += ["on", sequence.events.events.map { "\($0)" }.joined(separator: ",")]
        }
        if sequence.continuesOnFailure { words.append("continue") }
        if let timeout = sequence.timeout { words += ["timeout", "\(timeout.count)ns"] }
        if sequence.blocks { words.append("blocks") }
        return words.joined(separator: " ")
    }

    private static func schedule(_ timer: TimerTrigger, _ epoch: Int64) -> String {
        var text = ""
        if let recurrence = timer.recurrence { text += " at \"" + Self.recurrence(recurrence) + "\"" }
        if let date = timer.date { text += " at " + epochSeconds(Nanoseconds(epoch) + Nanoseconds(date.nanoseconds)) }
        if let every = timer.every { text += " every \(every.count)ns" }
        if case .times(let count) = timer.repetition, timer.every != nil || timer.recurrence != nil {
            text += " times \(count)"
        }
        if timer.runsWhenMissed { text += " when-missed run" }
        if timer.catchUp != .once { text += " catch-up \(timer.catchUp)" }
        return text + (timer.stopsOnFailure ? " on-failure stop" : "")
    }

    /// `hourly 30:00`, `daily 03:00:00`, `weekly mon 03:00:00` and so on.
    private static func recurrence(_ recurrence: Recurrence) -> String {
        let days =
            switch recurrence.days {
            case .hourly: "hourly"
            case .daily: "daily"
            case .weekdays: "weekdays"
            case .weekly(let day): "weekly " + ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][(max(1, day) - 1) % 7]
            case .monthly(let day): "monthly \(day)"
            }
        let second = max(0, recurrence.second)
        let parts = [second / 3600, second / 60 % 60, second % 60].map { String($0 + 100).dropFirst() }
        return days + " " + parts.dropFirst(recurrence.days == .hourly ? 1 : 0).joined(separator: ":")
    }

    /// Seconds since 1970 with nine decimals, which the script language reads as a date.
    private static func epochSeconds(_ time: Nanoseconds) -> String {
        let (seconds, rest) = time.count.quotientAndRemainder(dividingBy: 1_000_000_000)
        return "\(seconds)." + String(1_000_000_000 + abs(rest)).dropFirst()
    }

    private static func options(_ spec: TaskSpec, _ plan: ProcessPlan) -> String {
        var text = ""
        if spec.priority != .default { text += " priority \(spec.priority)" }
        if !spec.after.isEmpty { text += " after " + spec.after.map(ScriptName.written).joined(separator: ",") }
        if !spec.follows.isEmpty { text += " follows " + spec.follows.map(ScriptName.written).joined(separator: ",") }
        if !spec.prefers.isEmpty { text += " prefers " + spec.prefers.map(ScriptName.written).joined(separator: ",") }
        if let lane = spec.lane, plan.configuration.lanes.indices.contains(lane.offset) {
            text += " lane " + ScriptName.written(plan.configuration.lanes[lane.offset].name)
        }
        if spec.expected != .zero { text += " duration \(spec.expected.count)ns" }
        if let timeout = spec.timeout { text += " timeout \(timeout.count)ns" }
        if spec.retry != .none { text += " retry " + retry(spec.retry) }
        if let blocks = spec.blocks { text += " blocks \(blocks)" }
        if spec.tearsDown { text += " teardown" }
        return text + (spec.autoRemove ? " auto-remove" : "")
    }

    /// `LIMIT,DELAY,FACTOR,LONGEST`
    private static func retry(_ retry: RetryPolicy) -> String {
        let factor = "\(retry.backoffThousandths / 1000)." + String(1000 + retry.backoffThousandths % 1000).dropFirst()
        let text = "\(retry.limit),\(retry.delay.count)ns,\(factor)"
        return retry.maximumDelay == .limit ? text : text + ",\(retry.maximumDelay.count)ns"
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
