import CTerminal
import Dashboard
import TraceFormat

/// Runs the dashboard as lines of text: commands on standard input, events on standard output.
enum PlainLoop {
    /// Runs to the end of the input or to `quit`. Returns the exit code, which says whether a line was not a command
    /// or expectations failed.
    static func run(_ model: DashboardModel, jobs: ReplayJobs?) -> Int32 {
        var jobs = jobs
        var session = PlainSession(model: model)
        write(session.opening())
        var input = LineInput()
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = CTerminal.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, ct_error() == EINTR { continue }
            let pieces = count > 0 ? input.take(buffer[..<count]) : [input.finish()].compactMap { $0 }
            if let code = take(pieces, &session, &jobs) { return code == 0 ? exitCode(session) : code }
            guard count > 0 else { return exitCode(session) }
        }
    }

    static func exitCode(_ session: PlainSession) -> Int32 {
        if session.hasMisread { return ExitStatus.badInput.code }
        return session.hasFailed ? ExitStatus.checkFailed.code : ExitStatus.ok
    }

    /// Carries out incoming lines; commands for a process go to `control`. Returns the exit code if one was `quit`, and 0
    /// if nobody reads the answers.
    static func take(
        _ pieces: [LineInput.Piece], _ session: inout PlainSession, _ jobs: inout ReplayJobs?,
        control: (ControlRequest) -> Void = { _ in }
    ) -> Int32? {
        for piece in pieces {
            guard case .line(let line) = piece else {
                write([LineInput.complaint])
                session.noteMisread()
                continue
            }
            let said = session.handle(line)
            write(said.lines)
            if let code = carryOut(said.requests, &session, &jobs, control: control) { return code }
            if Output.isReaderGone { return 0 }
        }
        return nil
    }

    /// Carries out the requests of a line, then those of the answers; commands for a process go to `control`.
    /// Returns the exit code if one was to quit.
    static func carryOut(
        _ requests: [Request], _ session: inout PlainSession, _ jobs: inout ReplayJobs?,
        control: (ControlRequest) -> Void = { _ in }
    ) -> Int32? {
        for request in requests {
            let answer: (lines: [String], requests: [Request])
            switch request {
            case .quit(let code): return code
            case .readFile(let path): answer = session.answer(FileAccess.read(path))
            case .writeFile(let path, let text, let replacing):
                let whole = PageFile.completed(text, for: path, scenario: session.model.scenarioText)
                answer = session.answer(FileAccess.write(whole, to: path, replacing: replacing))
            case .saveJobs(let queue): answer = session.answer(.notice(jobs?.save(queue) ?? ReplayJobs.absent))
            case .control(let request):
                control(request)
                continue
            case .suspend, .redraw, .copy, .mouse, .findAdvice: continue
            }
            write(answer.lines)
            if let code = carryOut(answer.requests, &session, &jobs, control: control) { return code }
        }
        return nil
    }

    static func write(_ lines: [String]) {
        for line in lines { Output.write(line + "\n") }
    }
}

/// Splits incoming bytes into lines; drops lines longer than a limit.
struct LineInput {
    /// The longest accepted line, in bytes, without its line end.
    static let limit = 1 << 20
    /// The message about a longer one.
    static let complaint = "a line of more than \(limit) bytes was ignored"

    /// A piece of the input.
    enum Piece: Hashable {
        case line(String)
        /// A line that is too long; reported once.
        case tooLong
    }

    private var pending: [UInt8] = []
    /// The rest of a line that is too long is being skipped.
    private var isSkipping = false

    /// Takes bytes; returns the lines that they complete, in order.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end], to: &pieces)
            if let line = finish() { pieces.append(line) }
            isSkipping = false
            rest = rest[(end + 1)...]
        }
        add(rest, to: &pieces)
        return pieces
    }

    /// The unfinished line; nil if there is none. For the end of the input, which may lack a final line end.
    mutating func finish() -> Piece? {
        defer { pending = [] }
        if isSkipping { return nil }
        if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
        return .line(String(decoding: pending, as: UTF8.self))
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, to pieces: inout [Piece]) {
        if isSkipping { return }
        guard pending.count + bytes.count > LineInput.limit else {
            pending += bytes
            return
        }
        pieces.append(.tooLong)
        isSkipping = true
        pending = []
    }
}
