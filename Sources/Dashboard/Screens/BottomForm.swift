import ScreenKit

extension Screen {
    /// Clears the bottom rows for a form or list under a rule with its title; the table above stays
    /// visible. Returns the rows with the rule; nil if there is no room.
    mutating func drawBottomForm(_ title: String) -> Rect? {
        let area = layout.form ?? Rect(column: 0, row: 1, columns: layout.columns, rows: max(0, layout.rows - 2))
        guard area.rows > 0 else { return nil }
        canvas.fill(area)
        canvas.fill(
            Rect(column: 0, row: area.row, columns: area.columns, rows: 1), with: ScreenGlyph.rule, style: theme.dim)
        canvas.write(title, column: 1, row: area.row, limit: area.columns, style: theme.strong)
        return area
    }
}
