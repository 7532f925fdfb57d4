import ArgumentParser
import CTerminal
import ScenarioFormat
import SchedulerSimulation
import Synchronization
import TraceFormat

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A scenario or script from a file, from standard input (`-`) or built in.
enum Source {
    /// The longest file that is read: one byte more than the formats accept, so that their own limit refuses it.
    private static let sizeLimit = (16 << 20) + 1

    /// The bytes of `path`. A failure prints one line and gives exit code 3.
    static func read(_ path: String) throws -> [UInt8] {
        let file = try descriptor(of: path)
        defer { if file != STDIN_FILENO { close(file) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < sizeLimit {
            let count = posixRead(file, &buffer)
            if count < 0, ct_error() == EINTR { continue }
            guard count >= 0 else { throw refuse(path) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Opens a file for reading; standard input can be read only once.
    private static func descriptor(of path: String) throws -> Int32 {
        guard path == "-" else {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw refuse(path) }
            return file
        }
        guard !inputIsTaken.exchange(true, ordering: .relaxed) else {
            throw ValidationError("standard input can be read only once")
        }
        return STDIN_FILENO
    }

    /// Whether two paths lead to one file.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev
            && one.st_ino == other.st_ino
    }

    private static let inputIsTaken = Atomic<Bool>(false)

    /// The contents of a file about a launch.
    enum LaunchFile {
        case trace(Trace)
        /// Anything else, up to the limit of scenarios.
        case other([UInt8])
    }

    /// Reads a trace piece by piece, anything else as a whole. A failure prints one line and gives exit code 3.
    static func readLaunch(_ path: String) throws -> LaunchFile {
        let file = try descriptor(of: path)
        defer { if file != STDIN_FILENO { close(file) } }
        var bytes: [UInt8] = []
        var reader: TraceReader?
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = posixRead(file, &buffer)
            if count < 0, ct_error() == EINTR { continue }
            guard count >= 0 else { throw refuse(path) }
            if count == 0 { break }
            if reader != nil {
                if reader?.read(next: buffer[..<count]) == false { break }
                continue
            }
            bytes += buffer[..<count]
            if bytes.count >= sizeLimit { break }
            guard bytes.count >= 64, isTrace(bytes) else { continue }
            var new = TraceReader()
            let isWanted = new.read(next: bytes[...])
            (reader, bytes) = (new, [])
            if !isWanted { break }
        }
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
        case fault(String)
    }

    /// Reads a trace. Needs memory for its records only.
    static func readTrace(_ path: String) -> TraceFile {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        func fault() -> TraceFile {
            .fault("\(path): error: cannot be read: \(String(cString: strerror(ct_error())))")
        }
        guard file >= 0 else { return fault() }
        defer { close(file) }
        var reader = TraceReader()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = posixRead(file, &buffer)
            if count < 0, ct_error() == EINTR { continue }
            guard count >= 0 else { return fault() }
            guard count > 0, reader.read(next: buffer[..<count]) else { break }
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

    private static func refuse(_ path: String) -> ExitStatus {
        Output.complain("\(path): error: cannot be read: \(String(cString: strerror(ct_error())))")
        return .badInput
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
        let result = ScenarioReader.read(bytes: bytes, file: file)
        guard let scenario = result.scenario else {
            complain(result.diagnostics.filter { $0.severity == .error })
            throw ExitStatus.badInput
        }
        return scenario
    }

    /// The script in `path` for `scenario`; errors as for scenarios.
    static func script(_ path: String, for scenario: Scenario) throws -> [ScriptLine] {
        try script(bytes: read(path), file: title(path), for: scenario)
    }

    /// The script in `bytes`.
    static func script(bytes: [UInt8], file: String, for scenario: Scenario) throws -> [ScriptLine] {
        let (lines, diagnostics) = ScriptParser.parse(bytes: bytes, file: file, scenario: scenario)
        guard !Diagnostics(diagnostics).hasErrors else {
            complain(diagnostics.filter { $0.severity == .error })
            throw ExitStatus.badInput
        }
        return lines
    }

    /// Prints diagnostics, the first 20 and a count.
    static func complain(_ diagnostics: [Diagnostic]) {
        Output.complain(Diagnostics(diagnostics).description)
    }
}

/// `read(2)`, under a name that `Source.read` does not hide.
private func posixRead(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    read(file, &buffer, buffer.count)
}
