import SchedulerCore
import Text
import TraceFormat

/// What a recording says besides its records, as members of JSON objects.
enum RecordingFacts {
    /// Header, lanes and end as one object.
    static func json(_ recording: LaunchRecording) -> String {
        let header = recording.trace.header
        var text =
            "{\"generator\":\"taskscope\",\"schema\":\(TraceHeader.schema),\"name\":\(JSONText.quote(header.name))"
        text += ",\"seed\":\(header.seed),\"tick\":\(header.tick.count),\"epoch\":\(recording.epoch)"
        text += ",\"lanes\":[\(lanes(recording).joined(separator: ","))]"
        if let end = end(of: recording) { text += ",\"end\":\(end)" }
        return text + "}"
    }

    /// Each lane as an object; width and gap if they are known.
    static func lanes(_ recording: LaunchRecording) -> [String] {
        recording.trace.names.lanes.enumerated().map { number, name in
            var text = "{\"name\":\(JSONText.quote(name))"
            if recording.facts.lanes.indices.contains(number) {
                text +=
                    ",\"width\":\(recording.facts.lanes[number].width),\"gap\":\(recording.facts.lanes[number].gap.count)"
            }
            return text + "}"
        }
    }

    /// The last line of the trace, as an object; nil if it has none.
    static func end(of recording: LaunchRecording) -> String? {
        guard let end = recording.trace.end else { return nil }
        var writer = TraceWriter(header: recording.trace.header, names: TraceNames())
        _ = writer.drain()
        writer.end(end)
        return String(decoding: writer.drain().dropLast(), as: UTF8.self)
    }
}

/// What a scenario says about a task.
enum TaskFacts {
    /// Members for an object that has others before them.
    static func json(_ task: TaskSpec) -> String {
        ",\"priority\":\"\(task.priority)\",\"trigger\":\(JSONText.quote(trigger(task.trigger)))"
            + ",\"after\":[\(list(task.after))],\"follows\":[\(list(task.follows))]"
    }

    private static func list(_ names: [String]) -> String {
        names.map { JSONText.quote($0) }.joined(separator: ",")
    }

    /// What releases a task: `didFinishLaunching`, `timer 2s`, `at 5s`, `post KEY`, `class basic`, `step`.
    static func trigger(_ trigger: Trigger) -> String {
        switch trigger {
        case .none: "step"
        case .events(let events): events.events.map { $0.description }.joined(separator: "|")
        case .timer(let timer):
            (timer.date.map { "at \(TimeText.exact($0 - .zero))" } ?? "")
                + (timer.date != nil && timer.every != nil ? " " : "")
                + (timer.every.map { "every \(TimeText.exact($0))" } ?? "")
        case .notification(let key): "post \(key)"
        case .startup(let kind): "class \(kind)"
        }
    }
}

/// The words for records that are not an attempt.
struct RecordWords {
    let names: TraceNames

    /// The kind of a record, as a viewer sorts by it.
    static func category(_ fact: TraceRecord.Fact) -> String {
        switch fact {
        case .action: "action"
        case .refused: "refused"
        case .event: "event"
        case .state: "state"
        case .firstFrame: "launch"
        case .tick: "tick"
        case .release: "release"
        case .start: "start"
        case .finish: "finish"
        case .skip: "skip"
        case .miss: "miss"
        case .park: "park"
        case .job: "job"
        case .queue: "queue"
        case .sequence: "sequence"
        case .expect: "expect"
        case .warning: "warning"
        }
    }

    /// A few words; names in them are not cleaned.
    func name(_ fact: TraceRecord.Fact) -> String {
        switch fact {
        case .action(let command): names.text(of: command)
        case .refused(let command, _): "refused " + names.text(of: command)
        case .event(let event): event.description
        case .state(let state): state.description
        case .firstFrame: "firstFrame"
        case .tick: "tick"
        case .release(let task, _, _): "release " + names.name(of: task)
        case .start(let task, _, _, _): "start " + names.name(of: task)
        case .finish(let task, _, _, _, _, _): "finish " + names.name(of: task)
        case .skip(let task, _): "skip " + names.name(of: task)
        case .miss(let task, _): "miss " + names.name(of: task)
        case .park(let task, _): "park " + names.name(of: task)
        case .job(_, let task, let signal, _, _, _): "\(signal.word.description) \(names.name(of: task))"
        case .queue(let signal): "queue " + signal.word.description
        case .sequence(let task, let signal, _, _): "\(names.name(of: task)) \(signal.word.description)"
        case .expect(let number): "expect " + names.expectation(number).text
        case .warning(let warning): "warning " + ReasonText.code(warning, names: names)
        }
    }
}
