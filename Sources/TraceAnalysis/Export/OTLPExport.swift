import SchedulerCore
import Text
import TraceFormat

/// OpenTelemetry's traces as JSON (OTLP): a launch is a trace, its attempts are spans with links for what they waited for.
///
/// The root span `launch` goes from the launch action to the first frame and has the other records as its events. Times
/// begin at the date of t = 0, or at 0 if that is not known.
struct OTLPExport: AttemptReader {
    /// A process: what its root span will hold. Processes count from 1.
    private struct Root {
        var started: Instant
        var ended: Instant
        var hasFrame = false
        var events: [UInt8] = []
    }

    private var buffer: ExportBuffer
    private let recording: LaunchRecording
    private let fragments: RunFragments
    private let names: TraceNames
    private let words: RecordWords
    private var writer: TraceWriter
    private let base: Int64
    private let hash: UInt64
    private var roots: [Root] = []
    private let lastTime: Instant
    private var isFirst = true

    static func write(_ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void) -> Bool {
        let names = recording.trace.names
        let tables = RunFragmentTables(Self.self, tasks: names.tasks, known: recording.tasks, lanes: names.lanes)
        tables.withFragments { fragments in
            var trace = OTLPExport(recording, fragments, sink)
            var fold = AttemptFold(recording)
            fold.run(&trace)
            for process in trace.roots.indices.dropFirst() { trace.writeRoot(process) }
            trace.buffer.write("\n]}]}]}\n")
            trace.buffer.flush()
        }
        return true
    }

    private init(
        _ recording: LaunchRecording, _ fragments: RunFragments,
        _ sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) {
        self.fragments = fragments
        self.recording = recording
        buffer = ExportBuffer(sink)
        names = recording.trace.names
        words = RecordWords(names: names)
        writer = TraceWriter(header: recording.trace.header, names: names)
        _ = writer.drain()
        let records = recording.trace.records
        base = max(recording.epoch, -(records.first?.time.nanoseconds ?? 0))
        lastTime = records.last?.time ?? .zero
        // FNV-1a (Fowler, Noll & Vo) over what distinguishes two recordings.
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

// MARK: - Wording

extension OTLPExport: RunWording {
    static func opening(task: String) -> String { "\(JSONText.quote(task)),\"kind\":1,\"startTimeUnixNano\":\"" }

    static func middle(task: String) -> String {
        "\",\"attributes\":[\(text("taskscope.task", task)),{\"key\":\"taskscope.run\",\"value\":{\"intValue\":\""
    }

    static func closing(known: TaskSpec?) -> String { "\"}]}}}\(known.map { facts($0) } ?? "")]" }
    static func lane(_ name: String) -> String { "\"}},\(text("taskscope.lane", name))" }

    static func released(after event: LifecycleEvent?) -> String {
        (event.map { "," + text("taskscope.event", $0.description) } ?? "")
            + ",{\"key\":\"taskscope.released\",\"value\":{\"intValue\":\""
    }

    /// What a scenario says about a task, as attributes after others.
    private static func facts(_ task: TaskSpec) -> String {
        var text = "," + OTLPExport.text("taskscope.priority", task.priority.description)
        text += "," + OTLPExport.text("taskscope.trigger", TaskFacts.trigger(task.trigger))
        for (key, names) in [("after", task.after), ("follows", task.follows)] where !names.isEmpty {
            let values = names.map { "{\"stringValue\":\(JSONText.quote($0))}" }.joined(separator: ",")
            text += ",{\"key\":\"taskscope.\(key)\",\"value\":{\"arrayValue\":{\"values\":[\(values)]}}}"
        }
        return text
    }
}

// MARK: - Attributes

extension OTLPExport {
    static func text(_ key: String, _ value: String) -> String {
        "{\"key\":\"\(key)\",\"value\":{\"stringValue\":\(JSONText.quote(value))}}"
    }

    private static func number(_ key: String, _ value: Int64) -> String {
        "{\"key\":\"taskscope.\(key)\",\"value\":{\"intValue\":\"\(value)\"}}"
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private func traceID(_ process: Int) -> String { Self.hexadecimal(hash) + Self.hexadecimal(UInt64(process)) }
    private func time(_ time: Instant) -> String { "\"\(time.nanoseconds &+ base)\"" }

    private static func rootID(_ process: Int) -> String { hexadecimal(1 << 63 | UInt64(process)) }

    private mutating func separate() {
        if isFirst { buffer.write("\n") } else { buffer.write(reserving: 8) { $0.put(",\n") } }
        isFirst = false
    }

    private mutating func makeRoot(_ process: Int, at time: Instant) {
        while roots.count <= process { roots.append(Root(started: time, ended: time)) }
    }
}

// MARK: - Spans

extension OTLPExport {
    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        let process = Int(attempt.process)
        makeRoot(process, at: attempt.started)
        let end = attempt.isFinished ? attempt.finished : lastTime
        if !roots[process].hasFrame, end > roots[process].ended { roots[process].ended = end }
        separate()
        let error = attempt.error(in: names)
        if fragments.contains(attempt), error == nil {
            write(attempt, fragments, end: end)
        } else {
            let tables = RunFragmentTables(Self.self, for: attempt, of: recording)
            var alone = attempt
            (alone.task, alone.lane) = (TaskID(0), LaneID(0))
            let reason = error.map { Array(("," + Self.text("taskscope.reason", $0)).utf8) } ?? []
            tables.withFragments { write(alone, $0, end: end, reason: reason) }
        }
        if !causes.isEmpty { writeLinks(causes) }
        if attempt.outcome.isFault {
            buffer.write(",\"status\":{\"code\":2,\"message\":\"\(attempt.outcome)\"}}")
        } else {
            buffer.write(reserving: 32) { $0.put(",\"status\":{}}") }
        }
    }

    /// From the beginning of a span to the end of its attributes.
    @inline(__always)
    private mutating func write(_ attempt: Attempt, _ fragments: RunFragments, end: Instant, reason: [UInt8] = []) {
        let (base, hash) = (base, hash)
        buffer.write(reserving: fragments.room + reason.count) { pen in
            Self.put(attempt, hash: hash, with: &pen)
            pen.put(fragments.openings, attempt.task.offset)
            pen.put(attempt.started.nanoseconds &+ base)
            pen.put("\",\"endTimeUnixNano\":\"")
            pen.put(end.nanoseconds &+ base)
            pen.put(fragments.middles, attempt.task.offset)
            pen.put(Int64(attempt.run))
            pen.put("\"}},{\"key\":\"taskscope.attempt\",\"value\":{\"intValue\":\"")
            pen.put(Int64(attempt.attempt))
            pen.put(fragments.lanes, attempt.lane.offset)
            pen.put(fragments.events, attempt.event.map { Int($0.rawValue) + 1 } ?? 0)
            pen.put(attempt.released.nanoseconds)
            if attempt.isFinished {
                pen.put("\"}},{\"key\":\"taskscope.ready\",\"value\":{\"intValue\":\"")
                pen.put(attempt.ready.nanoseconds)
                pen.put("\"}},{\"key\":\"taskscope.outcome\",\"value\":{\"stringValue\":\"")
                pen.put(attempt.outcome.word)
                if !reason.isEmpty {
                    pen.put("\"}}")
                    pen.put(reason)
                    pen.put(",")
                } else if let reason = ReasonText.text(attempt.reason) {
                    pen.put("\"}},{\"key\":\"taskscope.reason\",\"value\":{\"stringValue\":\"")
                    pen.put(reason)
                    pen.put("\"}},")
                } else {
                    pen.put("\"}},")
                }
            } else {
                pen.put("\"}},")
            }
            pen.put("{\"key\":\"taskscope.records\",\"value\":{\"arrayValue\":{\"values\":[{\"intValue\":\"")
            pen.put(Int64(attempt.releaseRecord))
            pen.put("\"},{\"intValue\":\"")
            pen.put(Int64(attempt.startRecord))
            if attempt.isFinished {
                pen.put("\"},{\"intValue\":\"")
                pen.put(Int64(attempt.finishRecord))
            }
            pen.put(fragments.closings, attempt.task.offset)
        }
    }

    /// From the beginning of a span to its name.
    @inline(__always)
    private static func put(_ attempt: Attempt, hash: UInt64, with pen: inout Pen) {
        pen.put("{\"traceId\":\"")
        pen.put(hexadecimal: hash)
        pen.put(hexadecimal: UInt64(attempt.process))
        pen.put("\",\"spanId\":\"")
        pen.put(hexadecimal: UInt64(attempt.startRecord) + 1)
        pen.put("\",\"parentSpanId\":\"")
        pen.put(hexadecimal: 1 << 63 | UInt64(attempt.process))
        pen.put("\",\"name\":")
    }

    private mutating func writeLinks(_ causes: [Attempt.Cause]) {
        let hash = hash
        buffer.write(reserving: 32 + 256 * causes.count) { pen in
            pen.put(",\"links\":[")
            for (place, cause) in causes.enumerated() {
                if place > 0 { pen.put(",") }
                pen.put("{\"traceId\":\"")
                pen.put(hexadecimal: hash)
                pen.put(hexadecimal: UInt64(cause.process))
                // A cause is known by its end; its span by its start.
                pen.put("\",\"spanId\":\"")
                pen.put(hexadecimal: UInt64(cause.startRecord) + 1)
                pen.put("\",\"attributes\":[{\"key\":\"taskscope.link\",\"value\":{\"stringValue\":\"")
                switch cause.kind {
                case .after: pen.put("after\"}}]}")
                case .follows: pen.put("follows\"}}]}")
                case .prefers: pen.put("prefers\"}}]}")
                case .ready: pen.put("ready\"}}]}")
                }
            }
            pen.put("]")
        }
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
