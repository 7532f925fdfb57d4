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

    /// The sequence that undoes everything we turn on, for the crash guard; the capabilities must be loaded.
    static func restoreString() -> [CChar] {
        var text = (mouseOff + "\u{1B}[?2004l").utf8.map { CChar(bitPattern: $0) }
        var length = text.count
        let capacity = 256
        text += Array(repeating: 0, count: capacity - length)
        for capability in ["sgr0", "rmkx", "rmcup", "cnorm"] {
            length = cn_append_capability(capability, &text, length, capacity)
        }
        return Array(text[..<length])
    }
}
