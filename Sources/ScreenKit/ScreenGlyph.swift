/// The signs that the screen is drawn with, and their ASCII stand-ins.
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
    /// Over the ruler, where now is.
    package static let nowMark: Character = "▼"
    /// A stretch of time in which nothing happens, in one cell.
    package static let fold: Character = "≈"
    /// A tick of the clock.
    package static let tick: Character = "╵"
    /// A run of the course that is compared.
    package static let ghost: Character = "▁"
    /// A timer that is late.
    package static let late: Character = "!"
    /// The line between parts.
    package static let rule: Character = "─"
    /// There is more to the side.
    package static let more: Character = "»"
    /// The rest of a text is left out.
    package static let cut: Character = "…"

    /// What stands for `glyph` where the terminal knows ASCII only; `?` for everything without a stand-in.
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
