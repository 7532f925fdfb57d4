import ArgumentParser
import CTerminal
import Dashboard
import Planning
import ScenarioFormat
import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat
import TraceImport

/// `taskscope export`
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a launch as a file for another program, a web page or a report.",
        discussion: """
            The file's extension chooses the format; without one, and for standard output, use --format. \
            chrome opens at ui.perfetto.dev, cast in asciinema; with a --script that has notes, cast and page are the \
            presentation with its captions, which the page shows stop by stop; page is one self-contained HTML file. \
            The file is written under a temporary name and then renamed, so a reader never sees half a file.
            """)

    @Argument(
        help: "Scenario file or recorded trace (ndjson); - is standard input.",
        completion: .file(extensions: ["yaml", "yml", "ndjson"]))
    var source: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The file; its extension is one of \(ExportFormat.endingList).", completion: .file())
    var output: String?

    @Option(help: "The format, whatever the file's extension.") var format: ExportFormat?

    @Option(help: "Only what happened up to this time, such as 90s.") var at: String?

    @Option(help: "The size of the cast of a talk, such as 80x24; default: \(StageCast.usualSize).")
    var size: ScreenSize?

    @OptionGroup var options: LaunchSelection

    @Flag(help: "Also export a replay of more than a million records, which makes a file of hundreds of megabytes.")
    var large = false

    /// A scenario's replay with more records than this is exported only on demand.
    private static let largeCount = 1_000_000

    func validate() throws {
        if source == "-", options.script == "-" {
            throw ValidationError("scenario and script cannot both be standard input")
        }
        if let at, let complaint = DurationText.complaint(about: at) { throw ValidationError("--at: \(complaint)") }
        let format = try chosenFormat()
        if size != nil, format != .cast || options.script == nil || at != nil {
            throw ValidationError("--size is for the cast of a talk: -o talk.cast with a --script that has notes")
        }
    }

    private func chosenFormat() throws -> ExportFormat {
        if let format { return format }
        guard let output, output != "-" else {
            throw ValidationError("name a file with -o, or a format with --format")
        }
        guard let format = ExportFormat(file: output) else {
            throw ValidationError(
                "'\(output)' has none of the extensions \(ExportFormat.endingList); name the format with --format")
        }
        return format
    }

    func run() throws {
        let format = try chosenFormat()
        let path = output == "-" ? nil : output
        if format == .cast, at == nil, let talk = try presentation() {
            return try Output.write(talk, to: path, replacing: .exports)
        }
        guard size == nil else { throw ValidationError("--size is for the cast of a talk, and the script has no note") }
        let recording = try read(for: format)
        try Self.write(recording, as: format, to: path)
        if format == .page, !PageFile.isInstalled { Output.complain(PageFile.missing) }
    }

    /// The recording of a script with captions; nil without one.
    private func presentation() throws -> String? {
        guard let script = options.script, source != "-", script != "-" else { return nil }
        guard case .scenario(let scenario, _, _) = try LaunchSource.read(source, script: script, seed: options.seed),
            let lines = scenario.script, StageCast.isPresentation(lines)
        else { return nil }
        var session = try Session(scenario: scenario)
        session.play(lines)
        var cast = StageCast(session, size: size ?? StageCast.usualSize)
        let text = cast.text()
        var replay = try Replay(scenario)
        replay.run()
        Self.warn(of: replay.simulation.traceNames.expectations, file: Source.title(script))
        return text
    }

    /// Says which claims of a talk are no longer true.
    private static func warn(of expectations: [JudgedExpectation], file: String) {
        for judged in expectations where !judged.isMet {
            Output.complain("\(file):\(judged.line): warning: \(DisplayText.clean(judged.sentence))")
        }
    }

    private func read(for format: ExportFormat) throws -> LaunchRecording {
        let end = at.flatMap { DurationText.parse($0) }
        let launch = try LaunchSource.read(
            source, script: options.script, seed: options.seed, choice: options.choice)
        if options.number > 0, !launch.isForeign {
            throw ValidationError(
                "--launch chooses a launch in a trace of another program; "
                    + "an export of \(Source.title(source)) has all of its launches")
        }
        switch launch {
        case .trace(var trace, let file):
            if let end { trace = trace.prefix(upTo: .zero + end) }
            var recording = LaunchRecording(trace)
            if format == .page { recording.program = Self.program(of: trace, file: file) }
            return recording
        case .scenario(let scenario, _, _), .imported(let scenario, _, _):
            var replay = try Replay(scenario, until: end)
            replay.run()
            if let reason = replay.stopReason { Output.complain(reason) }
            var simulation = replay.simulation
            let count = simulation.scheduler.recordCount
            guard large || count <= Self.largeCount else {
                throw ExitStatus.checkFailed.saying(
                    "\(Source.title(source)): error: the replay has \(Format.count(count)) records, hundreds of megabytes "
                        + "as a file; --at 60s exports the first minute, --large exports all")
            }
            simulation.countRuns()
            let trace = Trace(
                header: scenario.traceHeader, names: simulation.traceNames, records: simulation.records,
                end: simulation.traceEnd)
            var recording = LaunchRecording(
                trace, of: scenario, facts: LaunchFacts(of: simulation.scheduler, budget: scenario.launchBudget),
                scriptFile: Source.title(options.script ?? source))
            recording.recorded = launch.recorded
            if format == .page {
                let isTalk = options.script != nil && StageCast.isPresentation(scenario.script ?? [])
                recording.program = PageFile.program(
                    opening: PageProgram.Opening(
                        file: Source.title(source), scenario: ScenarioWriter.text(of: scenario), time: at,
                        isPresenting: isTalk))
                if isTalk { Self.warn(of: trace.names.expectations, file: Source.title(options.script ?? source)) }
                // A summary would not have one caption of it.
                if isTalk, recording.program == nil {
                    throw ExitStatus.checkFailed.saying(
                        "\(output ?? "-"): error: a talk as a web page needs page.program, which is "
                            + "not installed: run Demo/page/build, then Demo/install; a recording (-o talk.cast) needs nothing"
                    )
                }
            }
            var progress = Progress(interruptible: "changes tried")
            try recording.complete(for: format, from: scenario) { progress.goesOn(after: $0) }
            progress.end()
            return recording
        }
    }

    /// The program that steps through a recorded launch: it opens the scenario that repeats it. Nil if no launch in the
    /// trace reached its first frame.
    private static func program(of trace: Trace, file: String) -> PageProgram? {
        do throws(ImportProblem) {
            let launch = try TraceImport.launch(
                ByteWindow(TraceWriter.bytes(of: trace)), format: .ndjson, name: trace.header.name)
            let scenario = TraceImport.scenario(repeating: launch, file: file).text
            return PageFile.program(opening: PageProgram.Opening(file: "recorded.yaml", scenario: scenario))
        } catch {
            Output.complain("the page contains only the summary: no launch in the trace can be repeated")
            return nil
        }
    }

    /// Writes to a file, or to standard output if there is none.
    static func write(_ recording: LaunchRecording, as format: ExportFormat, to path: String?) throws {
        var isDone = false
        do throws(ReplacedFile.Fault) {
            if let path {
                let file = try ReplacedFile(path, replacing: .exports)
                var progress = Progress("MB written")
                isDone = format.write(recording) { bytes in
                    file.write(bytes)
                    progress.report(file.count / 1_000_000)
                }
                progress.end()
                if isDone {
                    try file.finish()
                    Output.complain("taskscope: wrote \(path)")
                }
            } else {
                isDone = format.write(recording) { Output.write($0) }
            }
        } catch {
            throw ExitStatus.checkFailed.saying("\(path ?? ""): error: cannot be written: \(error.reason)")
        }
        guard isDone else {
            throw ExitStatus.badInput.saying(
                "\(recording.trace.header.name): error: no launch reaches its first frame, and \(format.rawValue) needs one"
            )
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}

extension Trace {
    /// The trace up to an instant, at which it ends.
    fileprivate func prefix(upTo time: Instant) -> Trace {
        var trace = self
        var count = records.count
        while count > 0, records[count - 1].time > time { count -= 1 }
        guard count < records.count else { return trace }
        trace.records.removeLast(records.count - count)
        trace.end = TraceEnd(of: trace.records, at: time)
        return trace
    }
}

/// The file that holds the program of exported pages: `Demo/page/build` makes it.
///
/// Its path is `TASKSCOPE_PAGE`; else `../share/taskscope/page.program`, relative to this program's folder
/// (`Demo/install` puts it there); else, in a checkout, `../../page/page.program`.
enum PageFile {
    /// The message if there is none.
    static let missing =
        "the page contains only the summary: page.program is not installed; run Demo/page/build, then Demo/install"

    /// The program, set to open a scenario; nil if there is none.
    static func program(opening: PageProgram.Opening) -> PageProgram? {
        for path in places {
            guard case .fileRead(_, let text) = FileAccess.read(path) else { continue }
            if let program = PageProgram(file: text, opening: opening) { return program }
        }
        return nil
    }

    /// The text of a file that the dashboard writes: a page gets the program, if installed, which opens the scenario.
    static func completed(_ text: String, for path: String, scenario: @autoclosure () -> String) -> String {
        guard ExportFormat(file: path) == .page, text.hasPrefix("<!DOCTYPE html>"), isInstalled else { return text }
        let opening = PageProgram.Opening(file: "scenario.yaml", scenario: scenario())
        return program(opening: opening)?.completing(text) ?? text
    }

    /// Whether there is such a file.
    static var isInstalled: Bool {
        places.contains { path in
            if case .fileRead = FileAccess.read(path) { true } else { false }
        }
    }

    private static var places: [String] {
        if let path = getenv("TASKSCOPE_PAGE").map({ String(cString: $0) }) { return [path] }
        guard let folder else { return [] }
        return ["\(folder)/../share/taskscope/page.program", "\(folder)/../../page/page.program"]
    }

    private static var folder: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { path in
            guard let start = path.baseAddress, ct_program_path(start, path.count) else { return nil }
            let whole = String(cString: start)
            return whole.lastIndex(of: "/").map { String(whole[..<$0]) }
        }
    }
}
