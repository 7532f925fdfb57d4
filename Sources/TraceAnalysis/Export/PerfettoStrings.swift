import SchedulerCore
import TraceFormat

/// Names and words that packets refer to instead of repeating them.
struct PerfettoStrings {
    private static let categories = [
        "run", "header", "action", "refused", "event", "state", "launch", "tick", "release", "start", "finish", "skip",
        "miss", "park", "job", "queue", "sequence", "expect", "warning",
    ]
    private static let annotations = [
        "run", "attempt", "lane", "event", "released", "ready", "outcome", "reason", "records", "priority", "trigger",
        "after", "follows", "record", "line", "name", "epoch", "shift", "end", "lanes",
    ]
    /// The category of attempts.
    static let runCategory: UInt64 = 1

    private let firstLane: UInt64
    private let firstEvent: UInt64
    private let firstOutcome: UInt64
    private let reasons: [UInt64]
    private let numbers: [String: UInt64]
    private let values: [String]
    private let tasks: [String]

    init(_ names: TraceNames) {
        var values = names.tasks
        firstLane = UInt64(values.count) + 1
        values += names.lanes
        firstEvent = UInt64(values.count) + 1
        values += LifecycleEvent.allCases.map { $0.description }
        firstOutcome = UInt64(values.count) + 1
        values += Outcome.allCases.map { $0.description }
        var reasons: [UInt64] = []
        for reason in FinishReason.allCases {
            reasons.append(UInt64(values.count) + 1)
            values.append(ReasonText.text(reason)?.description ?? "")
        }
        self.reasons = reasons
        var numbers: [String: UInt64] = [:]
        for (number, name) in names.tasks.enumerated() { numbers[name] = UInt64(number) + 1 }
        (self.values, self.numbers, tasks) = (values, numbers, names.tasks)
    }

    static func category(_ word: String) -> UInt64 { UInt64(categories.firstIndex(of: word) ?? 0) + 1 }

    private static func number(_ key: String) -> UInt64 { UInt64(annotations.firstIndex(of: key) ?? 0) + 1 }

    static func annotation(_ key: String, text: String) -> ProtobufMessage {
        var message = ProtobufMessage()
        message.add(1, number(key))
        message.add(6, text)
        return message
    }

    static func annotation(_ key: String, _ value: UInt64) -> ProtobufMessage {
        var message = ProtobufMessage()
        message.add(1, number(key))
        message.add(4, value)
        return message
    }

    /// All of them, for the first packet.
    var message: ProtobufMessage {
        var message = ProtobufMessage()
        for (number, word) in Self.categories.enumerated() { message.add(1, Self.entry(number, word)) }
        for (number, name) in tasks.enumerated() { message.add(2, Self.entry(number, name)) }
        for (number, word) in Self.annotations.enumerated() { message.add(3, Self.entry(number, word)) }
        for (number, text) in values.enumerated() { message.add(29, Self.entry(number, text)) }
        return message
    }

    private static func entry(_ number: Int, _ text: String) -> ProtobufMessage {
        var entry = ProtobufMessage()
        entry.add(1, UInt64(number) + 1)
        entry.add(2, text)
        return entry
    }

    /// What a scenario says about a task, as annotations.
    func facts(_ task: TaskSpec) -> [UInt8] {
        var message = ProtobufMessage()
        message.add(4, Self.annotation("priority", text: task.priority.description))
        message.add(4, Self.annotation("trigger", text: TaskFacts.trigger(task.trigger)))
        for (key, names) in [("after", task.after), ("follows", task.follows)] {
            var list = ProtobufMessage()
            list.add(1, Self.number(key))
            for name in names {
                var value = ProtobufMessage()
                if let number = numbers[name] { value.add(17, number) } else { value.add(6, name) }
                list.add(12, value)
            }
            if !names.isEmpty { message.add(4, list) }
        }
        return message.bytes
    }

    /// The annotations that every attempt has.
    func put(_ attempt: Attempt, with pen: inout ProtobufPen) {
        put(1, Int64(attempt.run), with: &pen)
        put(2, Int64(attempt.attempt), with: &pen)
        put(3, word: firstLane + UInt64(attempt.lane.offset), with: &pen)
        if let event = attempt.event { put(4, word: firstEvent + UInt64(event.rawValue), with: &pen) }
        put(5, attempt.released.nanoseconds, with: &pen)
        if attempt.isFinished {
            put(6, attempt.ready.nanoseconds, with: &pen)
            put(7, word: firstOutcome + UInt64(attempt.outcome.rawValue), with: &pen)
            if attempt.reason != .none { put(8, word: reasons[Int(attempt.reason.rawValue)], with: &pen) }
        }
        let list = pen.open(4)
        pen.put(1, 9)
        put(record: attempt.releaseRecord, with: &pen)
        put(record: attempt.startRecord, with: &pen)
        if attempt.isFinished { put(record: attempt.finishRecord, with: &pen) }
        pen.close(list)
    }

    @inline(__always)
    private func put(_ key: UInt64, _ value: Int64, with pen: inout ProtobufPen) {
        let annotation = pen.open(4)
        pen.put(1, key)
        pen.put(4, signed: value)
        pen.close(annotation)
    }

    @inline(__always)
    private func put(record: Int, with pen: inout ProtobufPen) {
        let value = pen.open(12)
        pen.put(4, signed: Int64(record))
        pen.close(value)
    }

    @inline(__always)
    private func put(_ key: UInt64, word number: UInt64, with pen: inout ProtobufPen) {
        let annotation = pen.open(4)
        pen.put(1, key)
        pen.put(17, number)
        pen.close(annotation)
    }
}
