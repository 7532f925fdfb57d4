import ScreenKit
import Testing

@testable import Dashboard

/// `--size`: one size, whatever the terminal's.
@Suite struct FixedSizeTests {
    private func boxed(_ columns: Int, _ rows: Int) throws -> DashboardModel {
        var options = DashboardOptions(scenarioFile: "shop.yaml", isPaused: true)
        options.fixedSize = ScreenSize("80x24")
        return try dashboard(columns: columns, rows: rows, options: options)
    }

    private func plain() throws -> DashboardModel {
        try dashboard(options: DashboardOptions(scenarioFile: "shop.yaml", isPaused: true))
    }

    @Test(arguments: [(80, 24), (81, 24), (160, 48), (300, 100)])
    func `the screen in the corner is the one of that size`(columns: Int, rows: Int) throws {
        var (model, wanted) = (try boxed(columns, rows), try plain())
        for keys in ["", "L:goto 1s\n", "jj", ":no such", "\n", "?"] {
            model.type(keys)
            wanted.type(keys)
            let frame = model.frame(columns: columns, rows: rows)
            let inner = wanted.frame(columns: 80, rows: 24)
            for row in 0..<rows {
                let line = Array(frame.row(row))
                #expect(
                    line.prefix(80).elementsEqual(
                        row < 24 ? inner.row(row) : ArraySlice(line.prefix(80).map { _ in .blank })))
                #expect(!line.dropFirst(80).contains { $0 != .blank })
            }
            #expect(frame.cursor?.column == inner.cursor?.column && frame.cursor?.row == inner.cursor?.row)
        }
    }

    @Test(arguments: [(79, 24), (80, 23), (20, 5), (1, 1)])
    func `a terminal that is too small shows a message`(columns: Int, rows: Int) throws {
        let frame = try boxed(columns, rows).frame(columns: columns, rows: rows)
        #expect(frame.columns == columns && frame.rows == rows)
        let words = frame.lines.joined().filter { $0 != " " }
        #expect(!words.isEmpty)
        if columns > 1 { #expect("\(columns)x\(rows)istoosmall:--sizeasksfor80x24".hasPrefix(words)) }
    }

    @Test(arguments: ["80x24", "1x1", "1000x1000"]) func `a size is written as columns x rows`(text: String) {
        #expect(ScreenSize(text)?.description == text)
    }

    @Test(arguments: ["", "80", "80x", "x24", "0x24", "80x0", "1001x1", "80x24x2", "80 x 24", "-1x5", "axb"])
    func `anything else is not a size`(text: String) { #expect(ScreenSize(text) == nil) }
}
