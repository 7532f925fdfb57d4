import Planning
import Text
import SchedulerCore
import TraceAnalysis

extension Screen {
    /// What would shorten the launch, the best first, in the bottom rows: the table above shows the chosen change.
    mutating func drawAdvice(_ selected: Int) {
        let area = layout.form ?? Rect(column: 0, row: 1, columns: layout.columns, rows: max(0, layout.rows - 2))
        guard area.rows > 0 else { return }
        canvas.fill(area)
        canvas.fill(
            Rect(column: 0, row: area.row, columns: area.columns, rows: 1), with: ScreenGlyph.rule, style: theme.dim)
        let tries = model.headline.tries
        let launch = plan.launchTime.map { ", launch \(TimeText.text($0)) now" } ?? ""
        canvas.write(
            " \(Format.count(tries.count, "change")) would shorten it\(launch) ", column: 1, row: area.row,
            limit: area.columns, style: theme.strong)
        let room = area.rows - 1
        let top = max(0, min(selected - room / 2, tries.count - room))
        for (place, change) in tries.dropFirst(top).prefix(max(0, room)).enumerated() {
            let isSelected = top + place == selected
            canvas.put(
                "\(isSelected ? ">" : " ") \(top + place + 1) \(change.text)", column: 1, row: area.row + 1 + place,
                width: area.columns - 1, style: isSelected ? theme.bar : theme.standard)
        }
        let hints = [
            "Up Down choose  Enter apply  b keep both  Esc cancel", "Enter apply  b keep  Esc cancel", "Enter b Esc",
        ]
        canvas.put(
            " " + (hints.first { $0.utf8.count < layout.columns } ?? ""), column: 0, row: layout.rows - 1,
            width: layout.columns, style: theme.dim)
    }
}
