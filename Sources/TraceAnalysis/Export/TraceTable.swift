import SchedulerCore
import Text
import TraceFormat

/// A trace as a table (CSV, RFC 4180) for spreadsheets and databases: one row for each attempt and each other record.
///
/// Times are whole nanoseconds of the session. Control characters in names are shown by their escapes, so a row is a line.
struct TraceTable: AttemptReader {
    /// The names of the columns.
    static let columns = [
        "kind", "process", "name", "run", "attempt", "lane", "event", "released", "ready", "started", "finished",
        "outcome", "reason", "own", "dependency_wait", "lane_wait", "slack", "critical", "priority", "trigger",
        "launch", "scenario", "record",
    ]

    private var buffer: ExportBuffer
    private let recording: LaunchRecording
    private let names: TraceNames
    private let timeline: Timeline
    private let paths: [CriticalPath?]
    private let tasks: [String]
    private let lanes: [String]
    private let scenario: String

    static func write(_ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void) -> Bool {
        var table = TraceTable(recording, sink)
        var fold = AttemptFold(recording)
        fold.run(&table)
        table.buffer.flush()
        return true
    }

    private init(_ recording: LaunchRecording, _ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.recording = recording
        buffer = ExportBuffer(sink)
        names = recording.trace.names
        let timeline = Timeline(recording.trace.records)
        paths = timeline.processes.indices.map {
            CriticalPath(of: timeline, process: $0, facts: recording.facts)
        }
        self.timeline = timeline
        tasks = names.tasks.map { Self.field($0) }
        lanes = names.lanes.map { Self.field($0) }
        scenario = Self.field(recording.trace.header.name)
        buffer.write(Self.columns.joined(separator: ",") + "\n")
    }

    /// A text as a field: cleaned, and in quotes if it must be.
    private static func field(_ text: String) -> String {
        let clean = DisplayText.clean(text)
        guard clean.utf8.contains(where: { $0 == Byte.comma || $0 == Byte.doubleQuote }) else { return clean }
        var result = "\""
        for character in clean { result += character == "\"" ? "\"\"" : String(character) }
        return result + "\""
    }

    private func name(_ task: TaskID) -> String {
        tasks.indices.contains(task.offset) ? tasks[task.offset] : names.name(of: task)
    }

    private func launch(_ process: Int32) -> String {
        let process = Int(process) - 1
        guard timeline.processes.indices.contains(process), let time = timeline.processes[process].launchTime else {
            return ""
        }
        return String(time.count)
    }

    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        let lane = attempt.lane.offset
        var row = "run,\(attempt.process),\(name(attempt.task)),\(attempt.run),\(attempt.attempt),"
        row += lanes.indices.contains(lane) ? lanes[lane] : names.name(of: attempt.lane)
        row += ",\(attempt.event?.description ?? ""),\(attempt.released.nanoseconds),"
        if attempt.isFinished {
            let reason = attempt.error(in: names) ?? ReasonText.text(attempt.reason)?.description ?? ""
            row += "\(attempt.ready.nanoseconds),\(attempt.started.nanoseconds),\(attempt.finished.nanoseconds),"
            row += "\(attempt.outcome),\(Self.field(reason)),\((attempt.finished - attempt.started).count),"
            // A retry does not wait since its run was ready, but since its delay, which the records do not tell.
            row +=
                attempt.attempt > 1
                ? ",," : "\((attempt.ready - attempt.released).count),\((attempt.started - attempt.ready).count),"
        } else {
            row += ",\(attempt.started.nanoseconds),,,,,,,"
        }
        row += measures(attempt)
        if recording.tasks.indices.contains(attempt.task.offset) {
            let task = recording.tasks[attempt.task.offset]
            row += ",\(task.priority),\(Self.field(TaskFacts.trigger(task.trigger)))"
        } else {
            row += ",,"
        }
        buffer.write("\(row),\(launch(attempt.process)),\(scenario),\(attempt.startRecord)\n")
    }

    /// Its slack, and whether it is critical; empty if it belongs to no launch.
    private func measures(_ attempt: Attempt) -> String {
        let process = Int(attempt.process) - 1
        guard paths.indices.contains(process), let path = paths[process], let run = run(of: attempt) else { return "," }
        return "\(path.slack(ofRun: run).map { String($0.count) } ?? ""),\(path.isCritical(run))"
    }

    /// The run that was released by the attempt's first record.
    private func run(of attempt: Attempt) -> Int? {
        let run = timeline.runs.partitionPoint { $0.releaseOrder >= attempt.releaseRecord }
        guard run < timeline.runs.count, timeline.runs[run].releaseOrder == attempt.releaseRecord else { return nil }
        return run
    }

    mutating func take(_ record: TraceRecord, number: Int, process: Int32) {
        let (kind, name, reason) = words(record.fact)
        let blanks = String(repeating: ",", count: 7)
        buffer.write(
            "\(kind),\(process),\(Self.field(name)),,,,,,,\(record.time.nanoseconds),,,\(Self.field(reason))\(blanks),"
                + "\(launch(process)),\(scenario),\(number)\n")
    }

    private func words(_ fact: TraceRecord.Fact) -> (kind: String, name: String, reason: String) {
        let kind = RecordWords.category(fact)
        func text(_ reason: Reason) -> String { ReasonText.text(reason, names: names) }
        switch fact {
        case .firstFrame: return ("firstFrame", "", "")
        case .action(let command): return (kind, names.text(of: command), "")
        case .refused(let command, let refusal):
            return (kind, names.text(of: command), ReasonText.text(refusal, of: command, names: names))
        case .skip(let task, let reason), .miss(let task, let reason), .park(let task, let reason):
            return (kind, names.name(of: task), text(reason))
        case .release(let task, _, _), .start(let task, _, _, _), .finish(let task, _, _, _, _, _):
            return (kind, names.name(of: task), "")
        case .job(_, let task, let signal, _, _, _): return (kind, names.name(of: task), signal.word.description)
        case .queue(let signal): return (kind, signal.word.description, "")
        case .sequence(let task, let signal, _, let reason):
            return (kind, names.name(of: task), signal.word.description + (reason.map { ": " + text($0) } ?? ""))
        case .expect(let number):
            let judged = names.expectation(number)
            return (kind, judged.text, judged.isMet ? "" : judged.actual)
        case .warning(let warning):
            return (kind, ReasonText.code(warning, names: names), ReasonText.text(warning, names: names))
        case .tick(let number): return (kind, String(number), "")
        case .event, .state: return (kind, RecordWords(names: names).name(fact), "")
        }
    }
}
