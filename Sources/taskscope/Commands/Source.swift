import ArgumentParser
import Dashboard
import ScenarioFormat
import SchedulerSimulation
import Synchronization
import Text
import TraceFormat
import TraceImport

/// A scenario or script from a file, from standard input (`-`) or built in.
enum Source {
    /// The longest file that is read: one byte more than the formats accept, so that their own limit refuses it.
    private static let sizeLimit = (16 << 20) + 1

    /// The bytes of `path`. A failure prints one line and gives exit code 3.
    static func read(_ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try pieces(of: path) { piece in
            bytes += piece
            return bytes.count < sizeLimit
        }
        return bytes
    }

    /// The bytes of `path` in pieces, until `take` returns false.
    private static func pieces(of path: String, _ take: (ArraySlice<UInt8>) -> Bool) throws {
        try takeInput(path)
        do throws(InputFile.Fault) {
            try InputFile(path).readPieces(take)
        } catch {
            throw refuse(path, error)
        }
    }

    /// Standard input can be read only once.
    private static func takeInput(_ path: String) throws {
        if path == "-", inputIsTaken.exchange(true, ordering: .relaxed) {
            throw ValidationError("standard input can be read only once")
        }
    }

    private static let inputIsTaken = Atomic<Bool>(false)

    /// Whether two paths lead to one file.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev
            && one.st_ino == other.st_ino
    }

    /// The contents of a file about a launch.
    enum LaunchFile {
        case trace(Trace)
        /// A trace of another program, as the scenario that repeats it.
        case imported(ImportedScenario)
        /// Anything else, up to the limit of scenarios.
        case other([UInt8])

        /// Whether it is another program's.
        var isForeign: Bool { if case .imported = self { true } else { false } }
        /// Whether it can only be a scenario.
        var isScenario: Bool { if case .other = self { true } else { false } }
    }

    /// Reads a trace piece by piece, anything else as a whole; `choice` says which part of a trace of another program, and is
    /// refused for any other file. A failure prints one line and gives exit code 3.
    static func readLaunch(_ path: String, choice: ImportChoice = ImportChoice()) throws -> LaunchFile {
        let file = try readEither(path, choice: choice)
        guard file.isForeign || choice.isWhole else { throw inapplicable(choice, "\(title(path)) is none") }
        return file
    }

    /// Two files to compare: a choice applies to that of another program, or to both.
    static func readLaunches(_ paths: [String], choice: ImportChoice) throws -> [LaunchFile] {
        let files = try paths.map { try readEither($0, choice: choice) }
        guard choice.isWhole || files.contains(where: { $0.isForeign }) else {
            throw inapplicable(choice, "neither \(paths.map { title($0) }.joined(separator: " nor ")) is one")
        }
        return files
    }

    private static func inapplicable(_ choice: ImportChoice, _ why: String) -> any Error {
        ValidationError("\(choice.options.joined(separator: ", ")): only for traces of other programs, and \(why)")
    }

    private static func readEither(_ path: String, choice: ImportChoice) throws -> LaunchFile {
        if TraceFolder.isFolder(path) { return .imported(try TraceFolder(path).scenario(choice)) }
        try takeInput(path)
        let stream = try SourceStream(path)
        var bytes: [UInt8] = []
        var reader: TraceReader?
        while let piece = stream.next() {
            if reader != nil {
                if reader?.read(next: piece[...]) == false { break }
                continue
            }
            if bytes.isEmpty, ForeignTrace.begins(piece) {
                return .imported(try ForeignTrace(path, choice: choice).scenario(first: piece) { stream.next() })
            }
            bytes += piece
            if bytes.count >= sizeLimit { break }
            guard bytes.count >= 64, isTrace(bytes) else { continue }
            var new = TraceReader()
            let isWanted = new.read(next: bytes[...])
            (reader, bytes) = (new, [])
            if !isWanted { break }
        }
        if let fault = stream.fault { throw ExitStatus.badInput.saying("\(path): error: \(fault)") }
        if reader == nil, isTrace(bytes) {
            var new = TraceReader()
            _ = new.read(next: bytes[...])
            reader = new
        }
        guard var reader else { return .other(bytes) }
        do throws(TraceError) {
            return .trace(try reader.finish())
        } catch {
            complain(error, file: title(path))
            throw ExitStatus.badInput
        }
    }

    /// One of many trace files: the trace, or one line that says what is wrong with it.
    enum TraceFile {
        case trace(Trace)
        /// Something else.
        case other
        case fault(String)
    }

    /// Reads a trace, that of another program as the scenario that repeats it. Needs memory for its records only.
    static func readTrace(_ path: String) -> TraceFile {
        guard path.hasSuffix(".ndjson") else {
            switch TraceFolder.read(path) {
            case .launch(let launch): return launch.replayed(from: path).map { .trace($0) } ?? .other
            case .other: return .other
            case .fault(let line): return .fault(line)
            }
        }
        var reader = TraceReader()
        do throws(InputFile.Fault) {
            try InputFile(path).readPieces { reader.read(next: $0) }
        } catch {
            return .fault("\(path): error: cannot be read: \(error.reason)")
        }
        do throws(TraceError) {
            return .trace(try reader.finish())
        } catch {
            return .fault("\(path):\(error.problems.first?.description ?? "1:1: error: the file is empty")")
        }
    }

    /// Prints each problem of a trace after the file's name.
    static func complain(_ error: TraceError, file: String) {
        for line in error.description.split(separator: "\n") {
            Output.complain(line.hasPrefix("and ") ? String(line) : "\(file):\(line)")
        }
    }

    /// A trace begins with its header; no scenario does.
    private static func isTrace(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "{\"schema\":".utf8)
            && String(decoding: bytes.prefix(64), as: UTF8.self).contains("\"kind\":\"header\"")
    }

    static func refuse(_ path: String, _ fault: InputFile.Fault) -> ExitStatus {
        .badInput.saying("\(path): error: cannot be read: \(fault.reason)")
    }

    /// The name of `path` in messages.
    static func title(_ path: String) -> String {
        path == "-" ? "<stdin>" : path
    }

    /// The scenario in `path`; its errors go to standard error, all at once, and end with exit code 3.
    static func scenario(_ path: String) throws -> Scenario {
        try scenario(bytes: read(path), file: title(path))
    }

    /// The scenario in `bytes`.
    static func scenario(bytes: [UInt8], file: String) throws -> Scenario {
        try checkedScenario(bytes: bytes, file: file).scenario
    }

    /// The scenario in `bytes`, and what is odd about the file: `13:3 no task uses lane "io" … [unused-lane]`.
    static func checkedScenario(bytes: [UInt8], file: String) throws -> (scenario: Scenario, lints: [String]) {
        let result = ScenarioReader.read(bytes: bytes, file: file)
        guard let scenario = result.scenario else {
            complain(errors(of: result, bytes, file: file))
            throw ExitStatus.badInput
        }
        let lints = result.diagnostics.filter { $0.severity == .warning }.map { lint in
            "\(lint.line):\(lint.column) \(lint.message)" + (lint.code.map { " [\($0)]" } ?? "")
        }
        return (scenario, lints)
    }

    /// Why bytes are no scenario: the errors in it, or that it is a recorded trace.
    static func errors(of result: ScenarioReader.Result, _ bytes: [UInt8], file: String) -> [Diagnostic] {
        guard isTrace(bytes) || ForeignTrace.begins(bytes) else {
            return result.diagnostics.filter { $0.severity == .error }
        }
        return [
            Diagnostic(
                file: file, line: 1, column: 1, severity: .error,
                message: "this is a recorded trace, not a scenario: taskscope import makes a scenario of it; "
                    + "critical-path, blame, what-if, advise and diff read it as it is")
        ]
    }

    /// The script in `path` for `scenario`; errors as for scenarios.
    static func script(_ path: String, for scenario: Scenario) throws -> [ScriptLine] {
        try script(bytes: read(path), file: title(path), for: scenario)
    }

    /// The script in `bytes`.
    static func script(bytes: [UInt8], file: String, for scenario: Scenario) throws -> [ScriptLine] {
        let (parsed, diagnostics) = ScriptParser.parse(bytes: bytes, file: file, scenario: scenario)
        let lines = parsed.map { besideScript($0, file) }
        guard !Diagnostics(diagnostics).hasErrors else {
            complain(diagnostics.filter { $0.severity == .error })
            throw ExitStatus.badInput
        }
        let wrong = lines.compactMap { line in wrongView(line, file, scenario) }
        guard wrong.isEmpty else {
            complain(wrong)
            throw ExitStatus.badInput
        }
        return lines
    }

    /// A line that compares with a file beside the script, with the way to it; any other line as it is.
    private static func besideScript(_ line: ScriptLine, _ file: String) -> ScriptLine {
        guard case .view(.compare(let name?)) = line.command, name.contains("."), !name.hasPrefix("/"),
            let end = file.lastIndex(of: "/")
        else { return line }
        let path = String(file[...end]) + name
        guard case .fileRead = FileAccess.read(path) else { return line }
        var found = line
        found.command = .view(.compare(path))
        found.text = "compare \(ScriptWriter.name(path))"
        return found
    }

    /// What is wrong with the change that a line tries, or with the file that it compares with; nil if nothing is.
    private static func wrongView(_ line: ScriptLine, _ file: String, _ scenario: Scenario) -> Diagnostic? {
        var message: String?
        if case .view(.attempt(let text)) = line.command {
            do throws(WrongChange) {
                _ = try ChangeText(scenario).readAll(text)
            } catch {
                message = "try: \(error.message)"
            }
        } else if case .view(.compare(let name?)) = line.command, name.contains("."),
            case .failed(let reason) = FileAccess.read(name)
        {
            message = "compare: \(DisplayText.clean(reason))"
        }
        return message.map { Diagnostic(file: file, line: line.line, column: 1, message: $0) }
    }

    /// Prints diagnostics, the first 20 and a count.
    static func complain(_ diagnostics: [Diagnostic]) {
        Output.complain(Diagnostics(diagnostics).description)
    }
}
