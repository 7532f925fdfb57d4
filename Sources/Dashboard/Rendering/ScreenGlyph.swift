/// The signs that the screen is drawn with, and their ASCII stand-ins.
enum ScreenGlyph {
    static let criticalRun: Character = "█"
    static let run: Character = "▓"
    static let planned: Character = "▒"
    static let laneWait: Character = "░"
    static let dependencyWait: Character = "·"
    static let event: Character = "┊"
    static let now: Character = "│"
    /// Over the ruler, where now is.
    static let nowMark: Character = "▼"
    /// A stretch of time in which nothing happens, in one cell.
    static let fold: Character = "≈"
    static let tick: Character = "╵"
    static let ghost: Character = "▁"
    static let late: Character = "!"
    static let rule: Character = "─"
    static let more: Character = "»"
    static let cut: Character = "…"

    /// What stands for `glyph` where the terminal knows ASCII only; `?` for everything without a stand-in.
    static func ascii(_ glyph: Character) -> Character {
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
