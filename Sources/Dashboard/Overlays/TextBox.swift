import ScreenKit
import Text

extension Screen {
    /// Lines in a centered box, scrolled at most to the last line.
    mutating func drawText(_ lines: [(String, Style)], title: String, scroll: Scroll) {
        let widest = lines.map { DisplayText.width(of: $0.0) }.max() ?? 0
        let box = canvas.bounds.centred(columns: max(40, widest + 4), rows: lines.count + 2)
        canvas.box(box, title: title, style: theme.dim)
        let inner = box.inner
        let top = scroll.top(of: lines.count, in: inner.rows)
        for (place, line) in lines.dropFirst(top).prefix(max(0, inner.rows)).enumerated() {
            canvas.put(
                line.0, column: inner.column + 1, row: inner.row + place, width: max(0, inner.columns - 1),
                style: line.1)
        }
        if lines.count > inner.rows, box.rows > 1 {
            let shown = "\(min(lines.count, top + inner.rows)) of \(lines.count), Up Down scroll, Esc close"
            canvas.write(
                " \(shown) ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        } else if box.rows > 1 {
            canvas.write(
                " Esc close ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1, style: theme.dim)
        }
    }

    func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayText.width(of: text)))
    }
}
