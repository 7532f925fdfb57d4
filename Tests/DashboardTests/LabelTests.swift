import ScreenKit
import SchedulerCore
import Testing

@testable import Dashboard

/// Words on the screen stand apart from each other and from what is below them.
@Suite struct LabelTests {
    private let known: Set<String> = {
        var words: Set<String> = ["ms", "s", "m", "h", "min", "budget", "cut"]
        for event in LifecycleEvent.allCases {
            words.formUnion(TriggerText.ruler(event))
            words.insert(String(TriggerText.ruler(event)[0].prefix(1)))
        }
        return words
    }()

    @Test(arguments: stride(from: 60, through: 200, by: 7).map { $0 })
    func `labels on the ruler never run together`(columns: Int) throws {
        for text in [try shopDemo(), shopText] {
            var model = try dashboard(text, columns: columns, rows: 30, options: DashboardOptions(isPaused: true))
            model.type("L")
            for keys in [
                "", ":200ms\n", ":500ms\n", ":1s\n", ":3s\nB", ":3100ms\nF", ":4s\nM", "0", "+", "+", "=", "---",
            ] {
                model.type(keys)
                let field = try #require(model.layout.column(.timeline))
                let row = try #require(model.layout.headingRow)
                let ruler = Array(model.lines[row])[field.column..<field.column + field.width]
                let words = ruler.split { !$0.isLetter }.map { String($0) }
                #expect(words.allSatisfy { known.contains($0) }, "\(columns): \(String(ruler))")
                // A name begins after a blank or a mark, never after a digit.
                for (place, glyph) in zip(ruler.indices, ruler) where glyph.isNumber {
                    let next = ruler.index(after: place)
                    guard next < ruler.endIndex, ruler[next].isLetter else { continue }
                    let unit = String(ruler[next...].prefix { $0.isLetter })
                    #expect(["ms", "s", "m", "h", "min"].contains(unit), "\(columns): \(String(ruler))")
                }
            }
        }
    }

    @Test(arguments: [(40, 10), (60, 15), (60, 24), (80, 24), (100, 50)])
    func `the help covers what is below it, and no line of it is cut`(columns: Int, rows: Int) throws {
        var model = try dashboard(
            try shopDemo(), columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        model.type("?")
        var seen: [String] = []
        for _ in 0..<200 {
            let lines = model.lines.filter { $0.contains("│") }
            for line in lines {
                let text = line.split(separator: "│", omittingEmptySubsequences: false)
                #expect(text.count >= 3)
                #expect((text.first ?? "").allSatisfy { $0 == " " } || (text.first ?? "").count >= 10, "\(line)")
                #expect((text.last ?? "").allSatisfy { $0 == " " } || (text.last ?? "").count >= 10, "\(line)")
            }
            seen += model.lines
            _ = model.handle(.key(.down))
        }
        #expect(
            !seen.contains { $0.contains("…") && !$0.contains(":pause") && !$0.contains("Help") }, "\(model.screen)")
    }
}
