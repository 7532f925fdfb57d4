import ScreenKit
import Text

extension DashboardModel {
    /// The screen of a fixed size on a terminal of another size.
    func boxed(_ size: ScreenSize, columns: Int, rows: Int) -> Frame {
        var frame = Frame(columns: columns, rows: rows)
        guard size.columns <= frame.columns, size.rows <= frame.rows else {
            var canvas = Canvas(columns: columns, rows: rows, isASCII: options.isASCII)
            let line = "\(frame.columns)x\(frame.rows) is too small: --size asks for \(size)"
            for (row, part) in DisplayText.wrap(line, to: frame.columns).enumerated() {
                canvas.put(part, column: 0, row: row, width: frame.columns)
            }
            return canvas.frame
        }
        let inner = self.frame(columns: size.columns, rows: size.rows)
        frame.embed(inner)
        return frame
    }
}
