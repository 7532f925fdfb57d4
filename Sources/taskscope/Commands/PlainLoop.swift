import CTerminal
import Dashboard
import TraceFormat

/// Runs the dashboard as lines of text: commands on standard input, events on standard output.
enum PlainLoop {
    /// Runs to the end of the input or to `quit`. Returns the exit code, which says whether a line was not a command
    /// or expectations failed.
    static func run(_ model: DashboardModel, jobs: ReplayJobs?) -> Int32 {
        var session = PlainSession(model: model)
        write(session.opening())
        let code = run(&session, jobs: jobs) ?? 0
        return code == 0 ? exitCode(session) : code
    }

    /// Carries out the lines of the input. Returns the exit code if one was `quit`, 0 if nobody reads the answers, and
    /// nil at the end of the input.
    static func run(_ model: inout some PlainModel, jobs: ReplayJobs? = nil) -> Int32? {
        var jobs = jobs
        var input = LineInput()
        while true {
            let (pieces, isOver) = input.read()
            if let code = take(pieces, &model, &jobs) { return code }
            if isOver { return nil }
        }
    }

    static func exitCode(_ session: PlainSession) -> Int32 {
        if session.hasMisread { return ExitStatus.badInput.code }
        return session.hasFailed ? ExitStatus.checkFailed.code : ExitStatus.ok
    }

    /// Carries out incoming lines; commands for a process go to `control`. Returns the exit code if one was `quit`, and 0
    /// if nobody reads the answers.
    static func take(
        _ pieces: [LineInput.Piece], _ model: inout some PlainModel, _ jobs: inout ReplayJobs?,
        control: (ControlRequest) -> Void = { _ in }
    ) -> Int32? {
        for piece in pieces {
            guard case .line(let line) = piece else {
                write([LineInput.complaint])
                model.noteMisread()
                continue
            }
            let said = model.handle(line)
            write(said.lines)
            if let code = carryOut(said.requests, &model, &jobs, control: control) { return code }
            if Output.isReaderGone { return 0 }
        }
        return nil
    }

    /// Carries out the requests of a line, then those of the answers; commands for a process go to `control`.
    /// Returns the exit code if one was to quit.
    static func carryOut(
        _ requests: [Request], _ model: inout some PlainModel, _ jobs: inout ReplayJobs?,
        control: (ControlRequest) -> Void = { _ in }
    ) -> Int32? {
        for request in requests {
            let answer: (lines: [String], requests: [Request])
            switch request {
            case .quit(let code): return code
            case .readFile(let path): answer = model.answer(FileAccess.read(path))
            case .writeFile(let path, let text, let replacing):
                let whole = PageFile.completed(text, for: path, scenario: model.scenarioText)
                answer = model.answer(FileAccess.write(whole, to: path, replacing: replacing))
            case .saveJobs(let queue): answer = model.answer(.notice(jobs?.save(queue) ?? ReplayJobs.absent))
            case .control(let request):
                control(request)
                continue
            case .suspend, .redraw, .copy, .mouse, .findAdvice: continue
            }
            write(answer.lines)
            if let code = carryOut(answer.requests, &model, &jobs, control: control) { return code }
        }
        return nil
    }

    static func write(_ lines: [String]) {
        for line in lines { Output.write(line + "\n") }
    }
}

/// A model that takes lines of text and answers with lines.
protocol PlainModel {
    /// The scenario as text, for a page of it.
    var scenarioText: String { get }
    /// Carries out one line; returns the output and the requests to the caller, whose answers go to `answer`.
    mutating func handle(_ line: String) -> (lines: [String], requests: [Request])
    /// Takes the answer to a request; returns the output and further requests.
    mutating func answer(_ message: Message) -> (lines: [String], requests: [Request])
    /// Notes a line that cannot be accepted.
    mutating func noteMisread()
}

extension PlainSession: PlainModel {
    var scenarioText: String { model.scenarioText }
}

extension PlainTour: PlainModel {
    /// A lesson ends with no exit code of its own.
    mutating func noteMisread() {}
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

    /// Waits for bytes on standard input; returns the lines that they complete, and whether they were the last.
    mutating func read() -> (pieces: [Piece], isOver: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = CTerminal.read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 { return (take(buffer[..<count]), false) }
            if count == 0 || ct_error() != EINTR { return ([finish()].compactMap { $0 }, true) }
        }
    }

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
