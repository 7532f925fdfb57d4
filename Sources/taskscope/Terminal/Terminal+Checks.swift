import CNcurses
import CTerminal

extension Terminal {
    /// Turns off every kind of mouse report that we turn on.
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    /// Where keys come from: standard input, or the controlling terminal if that is a file or a pipe.
    static func openKeys() throws(TerminalRefusal) -> Int32 {
        guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
        if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
        let opened = ct_open_controlling_terminal()
        guard opened >= 0 else { throw .noKeys }
        return opened
    }

    /// The kind of terminal, checked; its capabilities are loaded.
    static func checkedName() throws(TerminalRefusal) -> String {
        guard let value = getenv("TERM"), value.pointee != 0 else { throw .typeIsUnset }
        let name = String(cString: value)
        if name == "dumb" { throw .typeIsTooSimple(name) }
        switch cn_terminal_fault(STDOUT_FILENO) {
        case 0: return name
        case 1: throw .typeIsUnknown(name)
        default: throw .typeIsTooSimple(name)
        }
    }

    /// The size of one of two terminals, within the limit; 80x24 if both have none.
    static func size(_ descriptor: Int32, or other: Int32) -> (columns: Int, rows: Int) {
        var columns: Int32 = 80
        var rows: Int32 = 24
        if !ct_terminal_size(descriptor, &columns, &rows) { _ = ct_terminal_size(other, &columns, &rows) }
        return (min(Int(columns), sizeLimit), min(Int(rows), sizeLimit))
    }

    /// The sequence that undoes everything we and curses turn on; the capabilities must be loaded.
    ///
    /// The cursor ends at the start of the last row, and if the terminal has a second screen, where it was before.
    static func restoreString() -> [UInt8] {
        var text = mouseOff + "\u{1B}[?2004l"
        for name in ["sgr0", "op", "rmir", "smam", "rmkx"] { text += capability(name) }
        // All rows scroll, however many there are by now; this moves the cursor, so it comes before its place returns.
        if capability("csr").hasPrefix("\u{1B}[%i%p1%d;%p2%dr") { text += "\u{1B}[r" }
        text += "\u{1B}[\(sizeLimit)H"
        for name in ["rmcup", "cnorm"] { text += capability(name) }
        return Array(text.utf8)
    }

    /// A string of terminfo without its padding (`$<5>`); empty if the terminal has none.
    private static func capability(_ name: String) -> String {
        guard let value = cn_capability(name) else { return "" }
        return String(cString: value).replacing(/\$<[^>]*>/, with: "")
    }
}

/// Why the dashboard cannot be shown here; found before anything is sent to the terminal.
enum TerminalRefusal: Error, Hashable {
    /// The process's exit code for all of them.
    static let exitCode: Int32 = 4

    /// Standard output is not a terminal.
    case outputIsNoTerminal
    /// TERM is unset or empty.
    case typeIsUnset
    /// TERM names a terminal that this system does not know.
    case typeIsUnknown(String)
    /// A terminal that cannot move its cursor.
    case typeIsTooSimple(String)
    /// Keys can be read neither from standard input nor from /dev/tty.
    case noKeys
    /// The terminal's modes cannot be read or set, or curses cannot start.
    case unusable

    /// One line for standard error, without the program's name and the line end.
    var line: String {
        switch self {
        case .outputIsNoTerminal: "standard output is not a terminal"
        case .typeIsUnset: "TERM is not set, so the type of terminal is unknown"
        case .typeIsUnknown(let name): "unknown terminal type: TERM=\(Self.shown(name))"
        case .typeIsTooSimple(let name):
            "a terminal of type \(Self.shown(name)) cannot move its cursor"
        case .noKeys: "cannot read keys: neither standard input nor /dev/tty is a terminal"
        case .unusable: "the terminal cannot be switched to full-screen mode"
        }
    }

    /// A name from the environment; characters that could act on a terminal become `?`.
    private static func shown(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(40).map { (0x21..<0x7F).contains($0.value) ? Character($0) : "?" }
        return String(scalars)
    }
}

/// Exit codes of a process that a signal ended: 128 and the signal's number.
enum SignalExitCode {
    static let hangUp = 128 + SIGHUP
    static let interrupt = 128 + SIGINT
    static let quit = 128 + SIGQUIT
    static let terminate = 128 + SIGTERM

    /// The exit code for a set of signals, as bits of CTerminal; nil if none of them ends the process.
    static func exitCode(_ signals: UInt32) -> Int32? {
        if signals & UInt32(CT_HANG_UP) != 0 { return hangUp }
        if signals & UInt32(CT_TERMINATE) != 0 { return terminate }
        if signals & UInt32(CT_INTERRUPT) != 0 { return interrupt }
        if signals & UInt32(CT_QUIT) != 0 { return quit }
        return nil
    }
}
