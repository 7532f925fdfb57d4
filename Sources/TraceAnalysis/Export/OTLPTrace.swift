import SchedulerCore
import Text
import TraceFormat

/// OpenTelemetry's traces as JSON (OTLP): a launch is a trace, its attempts are spans with links for what they waited for.
///
/// The root span `launch` goes from the launch action to the first frame and has the other records as its events. Times
/// begin at the date of t = 0, or at 0 if that is not known.
struct OTLPTrace: AttemptReader {
    /// A process: what its root span will hold. Processes count from 1.
    private struct Root {
        var started: Instant
        var ended: Instant
        var hasFrame = false
        var events: [UInt8] = []
    }

    private var buffer: ExportBuffer
    private let recording: LaunchRecording
    private let names: TraceNames
    private let words: RecordWords
    private var writer: TraceWriter
    private let base: Int64
    private let hash: UInt64
    private var roots: [Root] = []
    private let lastTime: Instant
    private var isFirst = true

    static func write(_ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void) -> Bool {
        var trace = OTLPTrace(recording, sink)
        var fold = AttemptFold(recording)
        fold.run(&trace)
        for process in trace.roots.indices.dropFirst() { trace.writeRoot(process) }
        trace.buffer.write("\n]}]}]}\n")
        trace.buffer.flush()
        return true
    }

    private init(_ recording: LaunchRecording, _ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.recording = recording
        buffer = ExportBuffer(sink)
        names = recording.trace.names
        words = RecordWords(names: names)
        writer = TraceWriter(header: recording.trace.header, names: names)
        _ = writer.drain()
        let records = recording.trace.records
        base = max(recording.epoch, -(records.first?.time.nanoseconds ?? 0))
        lastTime = records.last?.time ?? .zero
        // FNV-1a (Fowler, Noll & Vo) over what tells two recordings apart.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }
        for byte in recording.trace.header.name.utf8 { mix(UInt64(byte)) }
        mix(recording.trace.header.seed)
        for record in records { mix(UInt64(bitPattern: record.time.nanoseconds)) }
        self.hash = hash
        writeResource()
    }

    private mutating func writeResource() {
        let header = recording.trace.header
        var attributes = [
            Self.text("service.name", header.name), Self.text("taskscope.name", header.name),
            Self.text("taskscope.seed", String(header.seed)), Self.number("tick", header.tick.count),
            Self.number("epoch", base),
            Self.text("taskscope.lanes", "[\(RecordingFacts.lanes(recording).joined(separator: ","))]"),
        ]
        if let end = RecordingFacts.end(of: recording) { attributes.append(Self.text("taskscope.end", end)) }
        buffer.write("{\"resourceSpans\":[{\"resource\":{\"attributes\":[\(attributes.joined(separator: ","))]},")
        buffer.write("\"scopeSpans\":[{\"scope\":{\"name\":\"taskscope\"},\"spans\":[")
    }
}

// MARK: - Attributes

extension OTLPTrace {
    private static func text(_ key: String, _ value: String) -> String {
        "{\"key\":\"\(key)\",\"value\":{\"stringValue\":\(JSONText.quote(value))}}"
    }

    private static func number(_ key: String, _ value: Int64) -> String {
        "{\"key\":\"taskscope.\(key)\",\"value\":{\"intValue\":\"\(value)\"}}"
    }

    private static func list(_ key: String, _ values: [String]) -> String {
        "{\"key\":\"taskscope.\(key)\",\"value\":{\"arrayValue\":{\"values\":[\(values.joined(separator: ","))]}}}"
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private func traceID(_ process: Int) -> String { Self.hexadecimal(hash) + Self.hexadecimal(UInt64(process)) }
    private func time(_ time: Instant) -> String { "\"\(time.nanoseconds &+ base)\"" }

    private static func rootID(_ process: Int) -> String { hexadecimal(1 << 63 | UInt64(process)) }
    private static func spanID(record: Int) -> String { hexadecimal(UInt64(record) + 1) }

    private mutating func separate() {
        buffer.write(isFirst ? "\n" : ",\n")
        isFirst = false
    }

    private mutating func makeRoot(_ process: Int, at time: Instant) {
        while roots.count <= process { roots.append(Root(started: time, ended: time)) }
    }
}

// MARK: - Spans

extension OTLPTrace {
    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        let process = Int(attempt.process)
        makeRoot(process, at: attempt.started)
        let end = attempt.isFinished ? attempt.finished : lastTime
        if !roots[process].hasFrame { roots[process].ended = max(roots[process].ended, end) }
        separate()
        buffer.write(
            "{\"traceId\":\"\(traceID(process))\",\"spanId\":\"\(Self.spanID(record: attempt.startRecord))\","
                + "\"parentSpanId\":\"\(Self.rootID(process))\",\"name\":\(JSONText.quote(names.name(of: attempt.task))),"
                + "\"kind\":1,\"startTimeUnixNano\":\(time(attempt.started)),\"endTimeUnixNano\":\(time(end)),"
                + "\"attributes\":[\(attributes(attempt).joined(separator: ","))]")
        if !causes.isEmpty {
            let links = causes.map { cause in
                // A cause is known by its end; its span by its start.
                "{\"traceId\":\"\(traceID(Int(cause.process)))\",\"spanId\":\"\(Self.spanID(record: cause.startRecord))\","
                    + "\"attributes\":[\(Self.text("taskscope.link", cause.kind.word))]}"
            }
            buffer.write(",\"links\":[\(links.joined(separator: ","))]")
        }
        switch attempt.outcome {
        case .fail, .critical, .timedOut:
            buffer.write(",\"status\":{\"code\":2,\"message\":\"\(attempt.outcome)\"}")
        case .success, .cancelled: buffer.write(",\"status\":{}")
        }
        buffer.write("}")
    }

    private func attributes(_ attempt: Attempt) -> [String] {
        var list = [
            Self.text("taskscope.task", names.name(of: attempt.task)), Self.number("run", Int64(attempt.run)),
            Self.number("attempt", Int64(attempt.attempt)),
            Self.text("taskscope.lane", names.name(of: attempt.lane)),
        ]
        if let event = attempt.event { list.append(Self.text("taskscope.event", event.description)) }
        list.append(Self.number("released", attempt.released.nanoseconds))
        var records = [attempt.releaseRecord, attempt.startRecord]
        if attempt.isFinished {
            list.append(Self.number("ready", attempt.ready.nanoseconds))
            list.append(Self.text("taskscope.outcome", attempt.outcome.description))
            if let reason = attempt.error(in: names) ?? ReasonText.text(attempt.reason)?.description {
                list.append(Self.text("taskscope.reason", reason))
            }
            records.append(attempt.finishRecord)
        }
        list.append(Self.list("records", records.map { "{\"intValue\":\"\($0)\"}" }))
        guard recording.tasks.indices.contains(attempt.task.offset) else { return list }
        let task = recording.tasks[attempt.task.offset]
        list.append(Self.text("taskscope.priority", task.priority.description))
        list.append(Self.text("taskscope.trigger", TaskFacts.trigger(task.trigger)))
        for (key, names) in [("after", task.after), ("follows", task.follows)] where !names.isEmpty {
            list.append(Self.list(key, names.map { "{\"stringValue\":\(JSONText.quote($0))}" }))
        }
        return list
    }

    mutating func take(_ record: TraceRecord, number: Int, process: Int32) {
        let process = Int(process)
        makeRoot(process, at: record.time)
        if case .firstFrame = record.fact, !roots[process].hasFrame {
            roots[process].hasFrame = true
            roots[process].ended = record.time
        } else if !roots[process].hasFrame {
            roots[process].ended = max(roots[process].ended, record.time)
        }
        writer.write(record)
        let line = String(decoding: writer.drain().dropLast(), as: UTF8.self)
        let event =
            "{\"timeUnixNano\":\(time(record.time)),\"name\":\(JSONText.quote(words.name(record.fact))),\"attributes\":["
            + "\(Self.text("taskscope.kind", RecordWords.category(record.fact))),"
            + "\(Self.number("record", Int64(number))),\(Self.text("taskscope.line", line))]}"
        if !roots[process].events.isEmpty { roots[process].events.append(Byte.comma) }
        roots[process].events.append(contentsOf: event.utf8)
    }

    private mutating func writeRoot(_ process: Int) {
        let root = roots[process]
        separate()
        buffer.write(
            "{\"traceId\":\"\(traceID(process))\",\"spanId\":\"\(Self.rootID(process))\","
                + "\"name\":\"launch\",\"kind\":1,"
                + "\"startTimeUnixNano\":\(time(root.started)),\"endTimeUnixNano\":\(time(max(root.started, root.ended))),"
                + "\"attributes\":[\(Self.number("process", Int64(process)))],\"events\":[")
        buffer.write(root.events)
        buffer.write("],\"status\":{}}")
    }
}
