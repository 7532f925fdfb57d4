import CTerminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Shows the progress of long work on standard error: only on a terminal, and only after a second.
struct Progress {
    private let what: String
    private let began = Progress.now
    private var shownAt = 0.0
    private var isShown = false
    private let isTerminal = isatty(STDERR_FILENO) != 0

    /// The progress of work in this unit, such as `changes tried`.
    init(_ what: String) {
        self.what = what
    }

    /// Reports how much is done.
    mutating func report(_ done: Int, of total: Int? = nil) {
        guard isTerminal else { return }
        let time = Progress.now
        guard time - began > 1, time - shownAt > 0.1 else { return }
        (shownAt, isShown) = (time, true)
        write("\r\u{1B}[K\(done)\(total.map { " of \($0)" } ?? "") \(what)")
    }

    /// Ends the work and removes the line.
    mutating func end() {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { posixWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// `write(2)`, under a name that `Progress.write` does not hide.
private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
