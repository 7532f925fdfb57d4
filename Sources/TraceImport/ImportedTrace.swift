import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

extension ImportFormat {
    /// The format of a source, by its first bytes. Throws if no format fits.
    static func detect(_ window: inout ByteWindow) throws(ImportProblem) -> ImportFormat {
        try window.prefetch(1 << 16)
        let beginning = window.bytes[window.position...].prefix(1 << 16)
        if OTLPPackets.begins(beginning) { return .otlp }
        // A packet begins with the same byte as a line feed.
        if PerfettoTrace.begins(beginning) { return .perfetto }
        try window.skipBlanks()
        try window.prefetch(1 << 16)
        let start = window.bytes[window.position...].prefix(1 << 16)
        guard let first = start.first else { throw window.problem("the file is empty") }
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            throw window.binaryProblem("a zip file: unpack it first, as in: unzip -p FILE | taskscope import -")
        }
        if start.starts(with: "{\"schema\":".utf8), start.holds("\"kind\":\"header\"") { return .ndjson }
        if first == Byte.openBrace || first == Byte.openBracket {
            if let program = console(start) {
                throw window.problem(
                    "spans as \(program) prints them for people: export them as OTLP in JSON, as the collector's file exporter does"
                )
            }
            return json(start)
        }
        if start.starts(with: "digraph".utf8) { return .dot }
        if first == Byte.less {
            if start.holds("linuxPerfData") || start.holds("Android System Trace") {
                throw window.problem(
                    "Android's systrace as HTML is not read: record with perfetto, as in: perfetto -o trace.pftrace -t 10s am wm view dalvik"
                )
            }
            if start.holds("Cargo Build Timings") { return .cargo }
            if start.holds("<trace-query-result") || start.holds("<trace-toc") { return .xctrace }
            return start.holds("<svg") ? .systemd : .cargo
        }
        if isKernelText(start) {
            throw window.problem(
                "ftrace as text is not read: record with perfetto, as in: perfetto -o trace.pftrace -t 10s sched am wm view dalvik"
            )
        }
        throw window.problem("unknown trace format; choose one with --format: \(Self.list)")
    }

    /// Whether a text is one that the Linux kernel or atrace writes.
    fileprivate static func isKernelText(_ start: ArraySlice<UInt8>) -> Bool {
        start.starts(with: "# tracer: ".utf8) || start.starts(with: "TRACE:\n# tracer: ".utf8)
            || start.holds(": tracing_mark_write: ") || start.holds(": sched_switch: ")
    }

    /// The exporter that printed spans for people to read, without what a trace needs; nil if none did.
    private static func console(_ start: ArraySlice<UInt8>) -> String? {
        if start.holds("\"SpanContext\"") { return "Go's stdouttrace" }
        return start.holds("\"trace_id\": \"0x") ? "Python's ConsoleSpanExporter" : nil
    }

    /// The format of a JSON text.
    private static func json(_ start: ArraySlice<UInt8>) -> ImportFormat {
        if start.holds("\"traceEvents\"") || start.holds("\"ph\"") { return .chrome }
        if start.holds("\"resourceSpans\"") || start.holds("\"resource_spans\"") { return .otlp }
        return start.holds("\"activating\"") ? .systemd : .chrome
    }
}

extension ByteWindow {
    /// Skips whitespace and a byte order mark.
    mutating func skipBlanks() throws(ImportProblem) {
        try prefetch(3)
        if bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
        while true {
            mark = position
            switch try peek() {
            case Byte.space, Byte.tab, Byte.newline, Byte.carriageReturn: position += 1
            default: return
            }
        }
    }
}

/// Reads traces of any known format into launches.
public enum TraceImport {
    /// Whether a file that begins with these bytes is a trace of another program, rather than a scenario or a trace of ours.
    public static func isForeign(_ bytes: [UInt8]) -> Bool {
        let beginning = bytes.prefix(1 << 16)
        if PerfettoTrace.begins(beginning) || OTLPPackets.begins(beginning) { return true }
        let start = beginning.drop { $0 <= Byte.space || [0xEF, 0xBB, 0xBF].contains($0) }
        guard let first = start.first else { return false }
        if first == Byte.less || first == Byte.openBracket || start.starts(with: "digraph".utf8) { return true }
        if ImportFormat.isKernelText(start) { return true }
        let keys: [StaticString] = [
            "\"traceEvents\"", "\"displayTimeUnit\"", "\"resourceSpans\"", "\"resource_spans\"", "\"SpanContext\"",
            "\"trace_id\"",
        ]
        return first == Byte.openBrace && keys.contains { start.holds($0) }
    }

    /// The launch in a source; `name` is for one without a name; `choice` says which part of it.
    public static func launch(
        _ window: ByteWindow, format: ImportFormat? = nil, name: String, choice: ImportChoice = ImportChoice()
    ) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        let format = if let format { format } else { try ImportFormat.detect(&window) }
        if choice.number > 0, ![.ndjson, .perfetto, .chrome].contains(format) {
            throw ImportProblem("no launch number \(choice.number + 1): the trace has 1", at: .line(1, column: 1))
        }
        var launch: RecordedLaunch
        switch format {
        case .ndjson: launch = try NDJSONTrace.read(window, number: choice.number)
        case .chrome: launch = try ChromeTrace.read(window, name: name, choice: choice)
        case .perfetto: launch = try PerfettoTrace.read(window, name: name, choice: choice)
        case .otlp:
            try window.prefetch(1 << 16)
            let isBinary = OTLPPackets.begins(window.bytes[window.position...])
            launch = try isBinary ? OTLPPackets.read(window, name: name) : OTLPText.read(window, name: name)
        case .xctrace: launch = try SignpostTrace.read(window, name: name, choice: choice)
        case .systemd: launch = try SystemdTrace.readPlot(&window, name: name)
        case .dot: launch = try SystemdTrace.readDot(window, name: name)
        case .cargo: launch = try CargoTimings.read(window, name: name)
        }
        guard launch.runs.count <= RecordedLaunch.maximumRuns else {
            throw ImportProblem(
                "the \(launch.words.whole) has \(Format.count(launch.runs.count, "run")); the limit is "
                    + "\(Format.count(RecordedLaunch.maximumRuns))", at: .line(1, column: 1))
        }
        launch.format = format
        launch.limit(to: Nanoseconds.limit.count)
        if let problem = launch.cut(choice, format) { throw ImportProblem(problem, at: .line(1, column: 1)) }
        return launch
    }

    /// The scenario of one or more launches of one app; `file` is for launches that name none, `thousandths` is the
    /// least support with which an inferred predecessor is accepted; nil accepts none.
    public static func scenario(
        of launches: [RecordedLaunch], file: String, thousandths: Int? = nil
    ) -> ImportedScenario? {
        // A graph without times only says which task comes after which in the others.
        var timed = launches.filter { $0.edges.isEmpty }
        for graph in launches where !graph.edges.isEmpty && !timed.isEmpty {
            for index in timed.indices {
                timed[index].addEdges(graph.edges)
                timed[index].order = RecordedLaunch.ownName(graph.file)
                timed[index].notes.removeAll { $0.hasPrefix(SystemdTrace.orderNote) }
                timed[index].putInOrder()
            }
        }
        guard let combined = CombinedLaunch(timed.isEmpty ? launches : timed, thousandths: thousandths) else {
            return nil
        }
        var imported = scenario(repeating: combined.launch, file: file)
        imported.remarks += combined.remarks.map { DisplayText.clean($0) }
        return imported
    }

    /// The scenario that repeats a launch of our own trace; nil if fewer launches reach their first frame.
    ///
    /// - Parameters:
    ///   - number: this many launches that reached their first frame are skipped.
    ///   - file: where the trace was read from.
    public static func scenario(of trace: Trace, number: Int, file: String) -> ImportedScenario? {
        RecordedLaunch(trace, source: NDJSONTrace.source, number: number).map { scenario(repeating: $0, file: file) }
    }

    /// The scenario that repeats a launch; `file` is where it was read from.
    public static func scenario(repeating launch: RecordedLaunch, file: String) -> ImportedScenario {
        var launch = launch
        AssumedPredecessors.find(in: &launch)
        var (scenario, comments, unknown) = LaunchScenario.make(launch)
        let time = DurationText.exact(nanoseconds: launch.length)
        let file = DisplayText.clean(launch.file.isEmpty ? file : launch.file)
        scenario.source = launch.recordedSource(file)
        comments.head = [
            "\(DisplayText.clean(launch.name)): \(launch.words.whole) \(time). \(launch.source), imported from \(file).",
            "",
            "\(Format.count(launch.runs.count, "run")) on \(Format.count(launch.lanes.count, "lane")), "
                + Format.count(unknown.gaps, "gap") + " that no run explains.",
        ]
        if let cause = launch.cause { comments.head.append(cause) }
        comments.head += launch.notes.map { DisplayText.clean($0) }
        if unknown.assumptions > 0 {
            comments.head.append(
                "\(Format.count(unknown.assumptions, "task")) probably waited for what ended last before (assumes): remove what is wrong."
            )
        }
        if unknown.queued > 0 {
            comments.head.append(
                "\(Format.count(unknown.queued, "wait")) for a free job: with the job free earlier, each is shorter.")
        }
        let spans = launch.runs.count { $0.isSpan }
        if spans > 0 {
            comments.head.append(
                launch.words.whole == "boot"
                    ? "\(Format.count(spans, "device")) (group spans): each is a wait for hardware, not work."
                    : "\(Format.count(spans, "asynchronous span")) (group spans): the trace does not say what ran for them."
            )
        }
        if unknown.gaps > 0 {
            comments.head.append("A gap has a fixed length: replace it with what the task waited for.")
        }
        scenario.seed = 0
        return ImportedScenario(
            text: ScenarioWriter.text(of: scenario, comments: comments), length: launch.length, file: file,
            words: launch.words, remarks: launch.notes.map { DisplayText.clean($0) })
    }
}
