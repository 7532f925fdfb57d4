import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceFormat

/// The formats that can be imported, by the names of `--format`.
public enum ImportFormat: String, CaseIterable, Sendable {
    case ndjson, chrome, perfetto, otlp, csv, xctrace, systemd, dot, cargo

    /// The format of a source, by its first bytes. Throws if no format fits.
    static func detect(_ window: inout ByteWindow) throws(ImportProblem) -> ImportFormat {
        try window.prefetch(1 << 16)
        // A packet begins with the same byte as a line feed.
        if PerfettoTrace.begins(window.bytes[window.position...].prefix(1 << 16)) { return .perfetto }
        try window.skipBlanks()
        try window.prefetch(1 << 16)
        let start = window.bytes[window.position...].prefix(1 << 16)
        guard let first = start.first else { throw window.problem("the file is empty") }
        if start.starts(with: [0x1F, 0x8B]) {
            throw window.binaryProblem("compressed: unpack it first, as in: gunzip -c FILE | taskscope import -")
        }
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            throw window.binaryProblem("a zip file: unpack it first, as in: unzip -p FILE | taskscope import -")
        }
        if start.starts(with: "{\"schema\":".utf8), start.holds("\"kind\":\"header\"") { return .ndjson }
        if first == Byte.openBrace || first == Byte.openBracket { return json(start) }
        if start.starts(with: "kind,process,name,".utf8) { return .csv }
        if start.starts(with: "digraph".utf8) { return .dot }
        if first == Byte.less {
            if start.holds("<trace-query-result") || start.holds("<trace-toc") { return .xctrace }
            return start.holds("<svg") ? .systemd : .cargo
        }
        throw window.problem("unknown trace format; choose one with --format: \(Self.list)")
    }

    /// The format of a JSON text.
    private static func json(_ start: ArraySlice<UInt8>) -> ImportFormat {
        if start.holds("\"traceEvents\"") || start.holds("\"ph\"") { return .chrome }
        if start.holds("\"resourceSpans\"") { return .otlp }
        return start.holds("\"activating\"") ? .systemd : .chrome
    }

    /// All names, with commas between them.
    public static var list: String { allCases.map { $0.rawValue }.joined(separator: ", ") }
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
    /// The launch in a source; `name` is for one without a name; `number` launches before it are skipped.
    public static func launch(
        _ window: ByteWindow, format: ImportFormat? = nil, name: String, number: Int = 0
    ) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        let format = if let format { format } else { try ImportFormat.detect(&window) }
        var launch: RecordedLaunch
        switch format {
        case .ndjson: launch = try NDJSONTrace.read(window, number: number)
        case .chrome: launch = try ChromeTrace.read(window, name: name, number: number)
        case .perfetto: launch = try PerfettoTrace.read(window, name: name, number: number)
        case .otlp: launch = try OTLPTrace.read(window, name: name, number: number)
        case .csv: launch = try TableTrace.read(window, name: name, number: number)
        case .xctrace: launch = try SignpostTrace.read(window, name: name)
        case .systemd: launch = try SystemdTrace.readPlot(&window, name: name)
        case .dot: launch = try SystemdTrace.readDot(window, name: name)
        case .cargo: launch = try CargoTimings.read(window, name: name)
        }
        guard launch.runs.count <= RecordedLaunch.maximumRuns else {
            throw ImportProblem(
                "the launch has \(Format.count(launch.runs.count, "run")); the limit is "
                    + "\(Format.count(RecordedLaunch.maximumRuns))", at: .line(1, column: 1))
        }
        launch.limit(to: Nanoseconds.limit.count)
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
        var (scenario, comments, gaps) = LaunchScenario.make(launch)
        let time = DurationText.exact(nanoseconds: launch.length)
        let file = DisplayText.clean(launch.file.isEmpty ? file : launch.file)
        comments.head = [
            "\(DisplayText.clean(launch.name)): launch \(time). \(launch.source), imported from \(file).",
            "",
            "\(Format.count(launch.runs.count, "run")) on \(Format.count(launch.lanes.count, "lane")), "
                + Format.count(gaps, "gap") + " that no run explains.",
        ]
        comments.head += launch.notes.map { DisplayText.clean($0) }
        if gaps > 0 {
            comments.head.append(
                "A gap begins with its event and has a fixed length: replace it with what the task waited for."
            )
        }
        scenario.seed = 0
        return ImportedScenario(
            text: ScenarioWriter.text(of: scenario, comments: comments), length: launch.length, file: file,
            remarks: launch.notes.map { DisplayText.clean($0) })
    }
}
