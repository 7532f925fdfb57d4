import CTerminal
import Dashboard
import SchedulerCore
import ScreenKit

/// Runs a screen model on a terminal until it ends: delivers messages, carries out requests, draws a frame per batch.
///
/// The model decides about Ctrl-C and Ctrl-Z; Ctrl-\, which is not a key of the screen, ends the process as the signal
/// would. While the model wants no `.elapsed`, the process sleeps in `poll` and costs nothing. Time spent stopped does not count.
struct DashboardLoop<Model: ScreenModel> {
    /// The model, after `run` as it ended.
    private(set) var model: Model

    private let terminal: Terminal
    private var decoder = KeyDecoder()
    private var clicks = DoubleClicks()
    private var exitCode: Int32?
    private var needsFrame = true
    private let clock = SuspendingClock()
    private var lastElapsed: SuspendingClock.Instant
    private var lastByte: SuspendingClock.Instant

    private var jobs: ReplayJobs?
    private var connection: ProcessConnection?
    private let advice = AdviceFinder()
    /// How many events, or stops of a talk, a recording has marked.
    private var markedCount = 0

    /// How often the loop checks for advice during a search.
    private static var adviceInterval: Duration { .milliseconds(10) }

    init(model: Model, terminal: Terminal, jobs: ReplayJobs? = nil, connection: ProcessConnection? = nil) {
        self.model = model
        self.terminal = terminal
        self.jobs = jobs
        self.connection = connection
        lastElapsed = clock.now
        lastByte = lastElapsed
    }

    /// Runs to the end, restores the terminal, and returns the process's exit code: what the model asked for, or
    /// 128 and the number of the signal that ended it (a hang-up of the terminal counts as HUP).
    mutating func run() -> Int32 {
        deliver([resized])
        paint()
        // The first stop of a talk is there from the beginning.
        let opening = model.landmark
        if terminal.isRecording, opening.count > markedCount {
            markedCount = opening.count
            terminal.mark(opening.text)
        }
        while exitCode == nil {
            paint()
            let wake = terminal.wait(milliseconds: timeout(), other: connection?.descriptor ?? -1)
            passTime()
            if wake.isOtherReady { receiveNews() }
            take(wake.signals)
            take(wake.bytes)
            if let found = advice.take() { deliver([found]) }
            if wake.isHungUp { exitCode = exitCode ?? SignalExitCode.hangUp }
        }
        terminal.leave()
        return exitCode ?? 0
    }

    // MARK: Time

    private func timeout() -> Int32 {
        var deadline: SuspendingClock.Instant?
        if let interval = model.frameInterval {
            deadline = lastElapsed.advanced(by: .nanoseconds(max(1_000_000, interval.count)))
        }
        if let patience = decoder.patience {
            let end = lastByte.advanced(by: .milliseconds(patience))
            deadline = min(deadline ?? end, end)
        }
        if advice.isBusy {
            let look = clock.now.advanced(by: Self.adviceInterval)
            deadline = min(deadline ?? look, look)
        }
        guard let deadline else { return -1 }
        let left = clock.now.duration(to: deadline).nanoseconds
        return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
    }

    /// Passes elapsed time to the model; time during which the model wants none is lost.
    private mutating func passTime() {
        let now = clock.now
        let passed = lastElapsed.duration(to: now)
        lastElapsed = now
        if model.frameInterval != nil { pass(.elapsed(Nanoseconds(max(0, passed.nanoseconds)))) }
    }

    // MARK: Input

    private mutating func take(_ signals: UInt32) {
        if let code = SignalExitCode.exitCode(signals) {
            exitCode = code
        } else if signals & UInt32(CT_STOP) != 0 {
            suspend(wholeGroup: false)
        } else if signals & UInt32(CT_CONTINUE) != 0 {
            resume()
        } else if signals & UInt32(CT_RESIZE) != 0 {
            terminal.readSize()
            deliver([resized])
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        if !bytes.isEmpty {
            lastByte = clock.now
            deliver(decoder.feed(bytes))
        } else if let patience = decoder.patience, lastByte.duration(to: clock.now) >= .milliseconds(patience) {
            deliver(decoder.flush())
        }
    }

    /// Takes news from the watched process; stops listening once the process is gone.
    private mutating func receiveNews() {
        guard let news = connection?.receive() else { return }
        if connection?.isOver == true { connection = nil }
        deliver(news.map(Message.process))
    }

    private mutating func deliver(_ messages: [Message]) {
        for message in messages where exitCode == nil {
            switch message {
            case .key(.control("\\")): exitCode = SignalExitCode.quit
            case .mouse(let event):
                guard event.column < terminal.size.columns, event.row < terminal.size.rows else { continue }
                pass(.mouse(clicks.named(event, at: lastByte)))
            case .key, .paste, .resize, .elapsed, .fileRead, .fileWritten, .failed, .notice, .process, .advice:
                pass(message)
            }
        }
    }

    private mutating func pass(_ message: Message) {
        #if DEBUG
            TestTrap.spring(at: message)
        #endif
        needsFrame = true
        for request in model.handle(message) where exitCode == nil { carryOut(request) }
        guard terminal.isRecording else { return }
        let landmark = model.landmark
        // What was shown before is not marked again.
        guard landmark.count > markedCount else { return }
        markedCount = landmark.count
        terminal.mark(landmark.text)
    }

    private mutating func carryOut(_ request: Request) {
        switch request {
        case .quit(let code): exitCode = code
        case .suspend: suspend(wholeGroup: true)
        case .redraw: terminal.redraw()
        case .readFile(let path): deliver([FileAccess.read(path)])
        case .writeFile(let path, let text, let replacing):
            let whole = PageFile.completed(text, for: path, scenario: model.scenarioText)
            deliver([FileAccess.write(whole, to: path, replacing: replacing)])
        case .saveJobs(let queue): deliver([.notice(jobs?.save(queue) ?? ReplayJobs.absent)])
        case .copy(let text):
            if !terminal.copy(text) { deliver([.notice("not copied: too long, or this terminal has no clipboard")]) }
        case .mouse(let enabled): terminal.setMouse(enabled)
        case .control(let request): connection?.send(request)
        case .findAdvice(let question): advice.begin(question)
        }
    }

    // MARK: Coming and going

    private mutating func suspend(wholeGroup: Bool) {
        terminal.leave()
        ct_stop(wholeGroup)
        resume()
    }

    /// Takes the terminal back after the process was stopped in any way; the model learns the size.
    private mutating func resume() {
        // What was being sent before the stop went to somebody else.
        deliver(decoder.flush())
        while true {
            if let code = SignalExitCode.exitCode(ct_signals_take()) {
                exitCode = code
                return
            }
            switch terminal.enter() {
            case .interrupted: continue
            case .hungUp:
                exitCode = SignalExitCode.hangUp
                return
            case .entered:
                lastElapsed = clock.now
                deliver([resized])
                return
            }
        }
    }

    private var resized: Message { .resize(columns: terminal.size.columns, rows: terminal.size.rows) }

    // MARK: Output

    /// Draws if something happened and the terminal has received the previous frame.
    private mutating func paint() {
        guard needsFrame, !terminal.isBusy else { return }
        needsFrame = false
        terminal.paint(model.nextFrame(columns: terminal.size.columns, rows: terminal.size.rows))
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to the range.
    fileprivate var nanoseconds: Int64 {
        let (whole, fraction) = components
        let (product, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return whole > 0 ? .max : .min }
        let (sum, carried) = product.addingReportingOverflow(fraction / 1_000_000_000)
        return carried ? (whole > 0 ? .max : .min) : sum
    }
}

/// A screen as a value that `DashboardLoop` runs: messages in, requests and frames out.
protocol ScreenModel {
    /// Takes one message; its requests are carried out in order before the next message.
    mutating func handle(_ message: Message) -> [Request]

    /// The screen at a size, each at least 1. Called at most once for messages that arrive together.
    mutating func nextFrame(columns: Int, rows: Int) -> Frame

    /// How often to send `.elapsed` while nothing else happens; nil: never, and time does not count. The process
    /// then sleeps until something comes in.
    var frameInterval: Nanoseconds? { get }

    /// How many events worth a marker in a recording have happened, and the name of the last one.
    var landmark: (count: Int, text: String) { get }

    /// The scenario as a file, for a page that opens it.
    var scenarioText: String { get }
}

extension DashboardScreen: ScreenModel {
    var scenarioText: String { model.scenarioText }
}

extension Tour: ScreenModel {
    var scenarioText: String { dashboard.scenarioText }
}

#if DEBUG
    /// A crash on demand for the tests of the crash guard; not in a release build.
    enum TestTrap {
        /// With TASKSCOPE_TEST_TRAP=key in the environment, F12 causes a Swift trap.
        static func spring(at message: Message) {
            guard message == .key(.function(12)), let value = getenv("TASKSCOPE_TEST_TRAP") else { return }
            precondition(String(cString: value) != "key", "TASKSCOPE_TEST_TRAP")
        }
    }
#endif
