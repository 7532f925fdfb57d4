/// The characters that draw the screen, and their ASCII stand-ins.
package enum ScreenGlyph {
    /// A run on the critical path.
    package static let criticalRun: Character = "█"
    /// A run.
    package static let run: Character = "▓"
    /// A planned run.
    package static let planned: Character = "▒"
    /// A wait for a lane.
    package static let laneWait: Character = "░"
    /// A wait for a dependency.
    package static let dependencyWait: Character = "·"
    /// A lifecycle event.
    package static let event: Character = "┊"
    /// The line at the current instant.
    package static let now: Character = "│"
    /// The mark of the current instant above the ruler.
    package static let nowMark: Character = "▼"
    /// A stretch of time in which nothing happens, in one cell.
    package static let fold: Character = "≈"
    /// A tick of the clock.
    package static let tick: Character = "╵"
    /// A run of the compared course.
    package static let ghost: Character = "▁"
    /// A timer that is late.
    package static let late: Character = "!"
    /// The line between parts.
    package static let rule: Character = "─"
    /// There is more to the side.
    package static let more: Character = "»"
    /// The rest of a text is left out.
    package static let cut: Character = "…"

    /// The stand-in for `glyph` on a terminal with ASCII only; `?` if there is none.
    package static func ascii(_ glyph: Character) -> Character {
        if glyph.isASCII { return glyph }
        return standIns[glyph] ?? "?"
    }

    private static let standIns: [Character: Character] = [
        "█": "#", "▓": "=", "▒": "~", "░": "-", "·": ".", "┊": "|", "│": "|", "─": "-", "├": "+", "┤": "+",
        "┼": "+", "┬": "+", "┴": "+", "╯": "'", "╰": "`", "╭": ".", "╮": ".", "╌": "~", "≈": ":", "╵": "'", "»": ">",
        "…": "~",
        "▁": "_",
        "▂": "_", "▃": "-", "▄": "-", "▅": "=", "▆": "=", "▇": "#", "◀": "<", "▶": ">", "▲": "^", "▼": "v",
        "→": ">", "←": "<", "–": "-", "∞": "~", "×": "x", "µ": "u", "≥": ">", "≤": "<", "—": "-",
    ]
}
