import Foundation
import SchedulerCore
import TraceFormat

/// The trace format a second time, slow and plain: what `TraceWriter` must agree with byte for byte.
struct ReferenceWriter {
    let names: TraceNames

    static func text(of trace: Trace) throws -> String {
        let writer = ReferenceWriter(names: trace.names)
        let header = trace.header
        var lines = [
            #"{"schema":1,"kind":"header","name":\#(try quoted(header.name)),"seed":\#(header.seed),"#
                + #""tick":\#(header.tick.count)}"#
        ]
        for record in trace.records {
            let members = try writer.members(of: record.fact).map { "\(try quoted($0)):\($1)" }
            lines.append((["\"t\":\(record.time.nanoseconds)"] + members).joined(separator: ",").braced)
        }
        if let end = trace.end {
            let launch = end.launch.map { "\($0.count)" } ?? "null"
            let parked = end.parked > 0 ? #""parked":\#(end.parked),"# : ""
            lines.append(
                #"{"t":\#(end.time.nanoseconds),"kind":"end","state":"\#(end.state)","launch":\#(launch),"#
                    + parked + #""runs":\#(end.runs),"warnings":\#(end.warnings)}"#)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// JSON by Foundation, then the characters that Foundation leaves as they are.
    static func quoted(_ text: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var json = String(decoding: try encoder.encode(text), as: UTF8.self)
        let raw =
            Array(0x7F...0x9F) + [0x61C, 0x200E, 0x200F] + Array(0x2028...0x202E) + Array(0x2066...0x2069) + [0xFEFF]
        for value in raw {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let escape = "\\u" + String(repeating: "0", count: value < 0x100 ? 2 : value < 0x1000 ? 1 : 0)
            json = json.unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false)
                .map { String($0) }.joined(separator: escape + String(value, radix: 16))
        }
        return json
    }

    private func string(_ key: String, _ value: String) throws -> (String, String) {
        (key, try Self.quoted(value))
    }

    private func task(_ task: TaskID) throws -> (String, String) {
        try string("task", names.tasks[task.offset])
    }

    private func number(_ key: String, _ value: some BinaryInteger) -> (String, String) {
        (key, "\(value)")
    }

    private func members(of fact: TraceRecord.Fact) throws -> [(String, String)] {
        switch fact {
        case .action(let command):
            return [("kind", #""action""#), try string("action", names.commands[Int(command.index)])]
        case .refused(let command, let refusal):
            let text = names.commands[Int(command.index)]
            let reason = ReasonText.text(refusal, of: command, names: names)
            return [("kind", #""refused""#), try string("action", text), try string("reason", reason)]
        case .event(let event): return [("kind", #""event""#), try string("event", "\(event)")]
        case .state(let state): return [("kind", #""state""#), try string("state", "\(state)")]
        case .firstFrame(let parked):
            return [("kind", #""firstFrame""#)] + (parked > 0 ? [number("parked", Int64(parked))] : [])
        case .tick(let count): return [("kind", #""tick""#), number("n", count)]
        case .queue(let signal): return [("kind", #""queue""#), try string("signal", "\(signal)")]
        case .warning(let warning):
            let message = try string("message", ReasonText.text(warning, names: names))
            return [("kind", #""warning""#), try string("code", ReasonText.code(warning, names: names)), message]
        case .expect(let index):
            let judged = names.expectations[Int(index)]
            return [
                ("kind", #""expect""#), number("line", judged.line), ("ok", "\(judged.isMet)"),
                try string("text", judged.text), try string("actual", judged.actual),
            ]
        case .skip(let who, let why): return try turn("skip", who, why)
        case .miss(let who, let why): return try turn("miss", who, why)
        case .park(let who, let why): return try turn("park", who, why)
        case .release, .start, .finish, .job, .sequence: return try runMembers(of: fact)
        }
    }

    private func turn(_ kind: String, _ who: TaskID, _ why: Reason) throws -> [(String, String)] {
        [("kind", "\"\(kind)\""), try task(who), try string("reason", ReasonText.text(why, names: names))]
    }

    private func runMembers(of fact: TraceRecord.Fact) throws -> [(String, String)] {
        switch fact {
        case .release(let who, let run, let lane):
            let place = try string("lane", names.lanes[lane.offset])
            return [("kind", #""release""#), try task(who), number("run", run), place]
        case .start(let who, let run, let attempt, let lane):
            let place = try string("lane", names.lanes[lane.offset])
            return [("kind", #""start""#), try task(who), number("run", run), number("attempt", attempt), place]
        case .finish(let who, let run, let attempt, let outcome, let ready, let reason):
            var members = [
                ("kind", #""finish""#), try task(who), number("run", run), number("attempt", attempt),
                try string("outcome", "\(outcome)"), number("ready", ready.nanoseconds),
            ]
            if let text = ReasonText.text(reason) { members.append(try string("reason", "\(text)")) }
            return members
        case .job(let job, let who, let signal, let attempt, let willRetry, let reason):
            var members = [
                ("kind", #""job""#), number("job", job), try task(who), try string("signal", "\(signal)"),
                number("attempt", attempt), ("willRetry", "\(willRetry)"),
            ]
            if let text = ReasonText.text(reason) { members.append(try string("reason", "\(text)")) }
            return members
        case .sequence(let who, let signal, let step, let reason):
            var members = [("kind", #""sequence""#), try string("name", names.tasks[who.offset])]
            members.append(try string("signal", "\(signal)"))
            if let step { members.append(try string("step", names.tasks[step.offset])) }
            if let reason { members.append(try string("reason", ReasonText.text(reason, names: names))) }
            return members
        case .action, .refused, .event, .state, .firstFrame, .tick, .skip, .miss, .park, .queue, .expect, .warning:
            return []
        }
    }
}

extension String {
    fileprivate var braced: String { "{" + self + "}" }
}
