import ScreenKit
import Planning
import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct IdleGapTests {
    /// A launch of a second, and 20 s later the background.
    private func model(columns: Int = 80, rows: Int = 24, isASCII: Bool = false) throws -> DashboardModel {
        let text = """
            name: idle
            tasks:
              - {name: Boot, on: willFinishLaunching, duration: 500ms}
              - {name: Load, on: didFinishLaunching, after: [Boot], duration: 400ms}
              - {name: Flush, on: didEnterBackground, duration: 300ms}
            """
        var model = try dashboard(
            text, columns: columns, rows: rows, options: DashboardOptions(isASCII: isASCII, isPaused: true))
        model.type("L:goto 21s\nB:goto 22s\n")
        return model
    }

    /// The rows of the timeline, event letters and ruler first.
    private func timeline(_ model: DashboardModel, from first: Int? = nil, rows: Int) -> String {
        let area = model.layout.column(.timeline)
        let frame = model.frame(columns: model.columns, rows: model.rows)
        let top = first ?? model.layout.headingRow ?? model.layout.table.row
        return (top..<top + rows).map { row in
            let cells = Array(frame.row(row))[(area?.column ?? 0)..<(area.map { $0.column + $0.width } ?? 0)]
            var line = String(cells.filter { $0.columns > 0 }.map(\.glyph))[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }

    @Test func `fit folds what is idle, and unfolds it the next time`() throws {
        var model = try model()
        model.type("0")
        #expect(
            timeline(model, rows: 5) == """
                will      did   act≈i≈back   ≈▼700ms cut
                ██████████┊       ┊≈┊≈┊      ≈│
                ┊         ████████┊≈┊≈┊      ≈│
                ┊         ┊       ┊≈┊≈▓▓▓▓▓▓ ≈│
                ██████████████████·≈·≈██████·≈················
                """)
        model.type("0")
        #expect(
            timeline(model, rows: 5) == """
                 a  idle  |5s ╵ ╵ ╵ |10s╵ ╵ ╵ |15s╵  resign ▼b
                █┊  ┊                                     ┊ │
                ┊█  ┊                                     ┊ │
                ┊┊  ┊                                     ▓ │
                ██········································█···
                """)
    }

    @Test func `in ASCII`() throws {
        var model = try model(isASCII: true)
        model.type("0")
        #expect(
            timeline(model, rows: 5) == """
                will      did   act:i:back   :v700ms cut
                ##########|       |:|:|      :!
                |         ########|:|:|      :!
                |         |       |:|:====== :!
                ##################.:.:######.:................
                """)
    }

    @Test func `160x48 with lanes`() throws {
        var model = try model(columns: 160, rows: 48)
        model.type("0")
        #expect(
            timeline(model, rows: 5) == """
                will      |200ms         did  |600ms    active≈i≈back      |21.2s≈▼700ms cut
                █████████████████████████┊                   ┊≈┊≈┊               ≈│
                ┊                        ████████████████████┊≈┊≈┊               ≈│
                ┊                        ┊                   ┊≈┊≈▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ ≈│

                """)
    }

    @Test func `the lanes have the same folds`() throws {
        var model = try model(columns: 160, rows: 48)
        model.type("0")
        let lanes = try #require(model.layout.lanes)
        #expect(
            timeline(model, from: lanes.row, rows: 1) == """
                █████████████████████████████████████████████·≈·≈███████████████·≈············
                """)
    }

    @Test func `cells and instants agree`() throws {
        var model = try model()
        model.type("0")
        let scale = model.scale(cells: model.timelineCells)
        #expect(scale.folds.count == 3)
        for cell in 0..<scale.cells {
            #expect(scale.cell(of: scale.instant(of: cell)) == cell)
            #expect(scale.instant(of: cell) < scale.instant(of: cell + 1))
        }
    }

    @Test func `scrubbing and steps go through a fold`() throws {
        var model = try model()
        model.type("0")
        let scale = model.scale(cells: model.timelineCells)
        let fold = try #require(scale.folds.first)
        let before = model.screen
        model.type(",.")
        #expect(model.now == .zero + .seconds(22))
        model.notice = nil
        let area = try #require(model.layout.column(.timeline))
        let row = try #require(model.layout.headingRow)
        _ = model.handle(.mouse(MouseEvent(.press, column: area.column + fold.cell, row: row)))
        #expect(model.now == scale.instant(of: fold.cell))
        model.move(to: .zero + .seconds(22))
        model.observeSession()
        model.notice = nil
        var again = model
        again.type("00")
        again.notice = nil
        #expect(model.screen == again.screen)
        #expect(before.contains("folded"))
    }

    @Test func `what is compared is drawn, so it is not folded away`() throws {
        let text = "tasks:\n  - {name: A, on: launch, duration: 1s}\n  - {name: B, on: memory, duration: 1s}\n"
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 40s\n:memory-warning\n:goto 100s\n:goto 20s\n:note other\n:memory-warning\n:goto 100s\n0")
        func isFolded(_ seconds: Int64) -> Bool {
            let instant = Instant.zero + .seconds(seconds) + .milliseconds(500)
            let scale = model.scale(cells: model.timelineCells)
            return scale.folds.contains { $0.cell == scale.cell(of: instant) }
        }
        #expect(model.branches.count == 1)
        #expect(isFolded(40) && !isFolded(20))
        model.type("D")
        #expect(!isFolded(40) && !isFolded(20))
        model.expectShown(ScreenGlyph.ghost)
        model.type("D")
        #expect(isFolded(40))
    }

    @Test func `the longest gaps are folded while they take a quarter of what is left`() {
        func gap(_ start: Int64, _ end: Int64) -> IdleGap {
            IdleGap(start: .zero + .seconds(start), end: .zero + .seconds(end))
        }
        let gaps = [gap(1, 101), gap(102, 104), gap(105, 106)]
        #expect(IdleGap.folded(gaps, showing: .seconds(107)) == [gaps[0], gaps[1]])
        #expect(IdleGap.folded(gaps, showing: .seconds(1_000)) == [])
    }
}
