import CNcurses
import Dashboard
import ScreenKit

/// The color pairs of curses, each made when a style first needs it.
struct ColorPairs {
    private struct Pair: Hashable {
        var foreground: Int16
        var background: Int16
    }

    /// The number of the terminal's colors; 0 if none are used.
    private let count: Int32
    private let limit: Int
    private var numbers: [Pair: Int16] = [:]

    /// Switches colors on if `isOn` and the terminal has them; curses must be running.
    init(isOn: Bool) {
        count = isOn ? cn_start_colors() : 0
        limit = count > 0 ? Int(cn_pair_limit()) : 0
    }

    /// The attributes and the pair that show a style; without colors, and when all pairs are in use, the pair is 0.
    mutating func look(of style: Style) -> (attributes: UInt32, pair: Int16) {
        var attributes = UInt32(style.attributes.rawValue)
        guard count >= 8 else { return (attributes, 0) }
        let foreground = number(of: style.foreground)
        if foreground >= 8, count < 16 { attributes |= UInt32(Style.Attributes.bold.rawValue) }
        let wanted = Pair(
            foreground: count < 16 && foreground >= 8 ? foreground - 8 : foreground,
            background: count < 16 ? min(number(of: style.background), 15) % 8 : number(of: style.background))
        return (attributes, pair(wanted))
    }

    private mutating func pair(_ wanted: Pair) -> Int16 {
        if wanted == Pair(foreground: -1, background: -1) { return 0 }
        if let known = numbers[wanted] { return known }
        let next = numbers.count + 1
        guard next < limit, init_pair(Int16(next), wanted.foreground, wanted.background) == OK else { return 0 }
        numbers[wanted] = Int16(next)
        return Int16(next)
    }

    /// The terminal's number for a color; -1 for its own color.
    private func number(of color: Color) -> Int16 {
        switch color {
        case .standard: -1
        case .ansi(let index): Int16(index & 15)
        }
    }
}

/// Whether colors are used: `--color`, then NO_COLOR, then CLICOLOR_FORCE, then the kind of output decides.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether to use colors; `isTerminal` is about the output, `environment` returns a variable's value.
    func isOn(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if let refused = environment("NO_COLOR"), !refused.isEmpty { return false }
            if let forced = environment("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
            return isTerminal
        }
    }
}
