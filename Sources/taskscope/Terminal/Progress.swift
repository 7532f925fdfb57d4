import CTerminal
import Synchronization

/// Shows the progress of long work on standard error: only on a terminal, and only after a second.
struct Progress {
    private let what: String
    private let began = Progress.now
    private var shownAt = 0.0
    private var isShown = false
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private var isWatching = false

    /// The progress of work in this unit, such as `changes tried`.
    init(_ what: String) {
        self.what = what
    }

    /// The same for work that may end early with what it has: the first Ctrl-C only makes `isInterrupted` true, a
    /// second one ends the program.
    init(interruptible what: String) {
        self.init(what)
        Interruption.watch()
        isWatching = true
    }

    /// Whether Ctrl-C has asked this work to end.
    var isInterrupted: Bool { isWatching && Interruption.hasCome }

    /// Reports how much is done.
    mutating func report(_ done: Int, of total: Int? = nil) {
        guard isTerminal else { return }
        let time = Progress.now
        guard time - began > 1, time - shownAt > 0.1 else { return }
        (shownAt, isShown) = (time, true)
        write("\r\u{1B}[K\(done)\(total.map { " of \($0)" } ?? "") \(what)")
    }

    /// The same for a search that asks whether to go on.
    mutating func goesOn(after done: Int) -> Bool {
        report(done)
        return !isInterrupted
    }

    /// Ends the work and removes the line.
    mutating func end() {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
        if isWatching { Interruption.unwatch() }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { CTerminal.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The first Ctrl-C as something to ask about.
private enum Interruption {
    private static let came = Atomic<Bool>(false)

    static var hasCome: Bool { came.load(ordering: .relaxed) }

    /// From now on Ctrl-C is noted, once; one that the parent process ignores stays ignored.
    static func watch() {
        came.store(false, ordering: .relaxed)
        let before = signal(SIGINT) { _ in
            Interruption.came.store(true, ordering: .relaxed)
            signal(SIGINT, SIG_DFL)
        }
        if isIgnored(before) { signal(SIGINT, SIG_IGN) }
    }

    static func unwatch() {
        let before = signal(SIGINT, SIG_DFL)
        if isIgnored(before) { signal(SIGINT, SIG_IGN) }
    }

    /// Handlers can be compared only as addresses.
    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
