import Dashboard
import SchedulerCore

/// Stands in for the dashboard's model until that exists: numbered rows and a mark to move.
struct PlaceholderModel: ScreenModel {
    private var selected = 0
    private var isRunning = false
    private var elapsed = Nanoseconds.zero
    private var note = "q quits"

    var frameInterval: Nanoseconds? { isRunning ? .milliseconds(50) : nil }

    mutating func handle(_ message: Message) -> [Request] {
        switch message {
        case .key(.character("q")): return [.quit(exitCode: 0)]
        case .key(.character("j")), .key(.down): selected = min(selected + 1, 999)
        case .key(.character("k")), .key(.up): selected = max(selected - 1, 0)
        case .key(.character(" ")): isRunning.toggle()
        case .key(.character("%")): return [.mouse(enabled: true)]
        case .key(.control("l")): return [.redraw]
        case .key(let key): note = "\(key)"
        case .paste(let text): note = "pasted \(text.count)"
        case .mouse(let event): note = "mouse \(event.kind) \(event.column) \(event.row)"
        case .elapsed(let passed): elapsed = elapsed + passed
        case .notice(let text): note = text
        case .resize, .fileRead: break
        }
        return []
    }

    func frame(columns: Int, rows: Int) -> Frame {
        var frame = Frame(columns: columns, rows: rows)
        let first = max(0, selected - rows + 2)
        let lines =
            ["placeholder \(columns)x\(rows) t=\(elapsed.count / 1_000_000_000) row \(selected) \(note)"]
            + (first..<first + rows).map { "\($0 == selected ? ">" : " ") task \($0) 推送 ├─┼ █▓▒" }
        for (row, line) in lines.prefix(rows).enumerated() {
            var column = 0
            for character in line {
                let isWide = character.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
                guard column + (isWide ? 2 : 1) <= columns else { break }
                frame[column, row] = Cell(character, columns: isWide ? 2 : 1, style: style(row: row, column: column))
                if isWide { frame[column + 1, row] = Cell(" ", columns: 0, style: style(row: row, column: column)) }
                column += isWide ? 2 : 1
            }
        }
        return frame
    }

    private func style(row: Int, column: Int) -> Style {
        row == 0 ? Style(attributes: .reverse) : Style(foreground: column > 20 ? .palette(208) : .standard)
    }
}
