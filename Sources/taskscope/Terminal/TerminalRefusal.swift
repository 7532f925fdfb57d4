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
