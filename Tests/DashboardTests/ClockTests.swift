import SchedulerCore
import Testing

@testable import Dashboard

/// The clock on the screen: ticks, and the turns that are due on them.
@Suite struct ClockTests {
    private let text = """
        name: ticking
        clock: {interval: 100ms}
        tasks:
          - {name: Boot, on: launch, duration: 250ms}
          - {name: Beat, every: 200ms, lane: async, duration: 10ms}
          - {name: Sync, every: 400ms, lane: async, duration: 10ms}
        """

    private func clockCells(_ model: DashboardModel) -> String {
        guard let row = model.layout.clockRow, let field = model.layout.column(.timeline) else { return "none" }
        let cells = model.frame(columns: model.columns, rows: model.rows).row(row)
        return String(cells.dropFirst(field.column).prefix(field.width).map(\.glyph))
    }

    @Test func `the row has a mark at each tick and the number of turns due on it`() throws {
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 100ms\n")
        #expect(model.scale(cells: model.timelineCells).step == .milliseconds(10))
        #expect(clockCells(model).hasPrefix("          ╵         1         ╵   "))
        model.type("--")
        #expect(model.scale(cells: model.timelineCells).step == .milliseconds(50))
        #expect(clockCells(model).hasPrefix("  ╵ 1 ╵ 2 ╵ 1 ╵ 2 ╵ 1"))
    }

    @Test(arguments: [(80, 24), (100, 30), (160, 48)])
    func `the status line has the tick, the row the interval`(columns: Int, rows: Int) throws {
        var model = try dashboard(text, columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        #expect(model.lines[0].contains("tick 0"))
        model.type("L:goto 450ms\n")
        #expect(model.lines[0].contains(" tick 4, next at 500ms"))
        #expect(model.lines.contains { $0.hasPrefix("   clock ") && $0.contains("100ms ") })
    }

    @Test func `a suspended app has no ticks until it goes on`() throws {
        var model = try dashboard("suspendAfter: 100ms\n" + text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 500ms\nB:goto 1500ms\nF:goto 2500ms\n")
        model.type("---")
        #expect(clockCells(model).hasPrefix(" ╵1╵2╵         ╵2╵1╵2╵1"), "\(clockCells(model))")
    }

    @Test func `the clock stands still before the launch and after the end`() throws {
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 450ms\nT:goto 1s\n")
        #expect(model.lines[0].contains("tick 0, every 100ms"))
        let cells = clockCells(model)
        #expect(cells.filter { $0 != " " }.count <= 5)
    }

    @Test func `a run that is skipped was due once, when it was released`() throws {
        let failing = text.replacing("duration: 250ms", with: "duration: 250ms, outcome: fail")
            .replacing("every: 200ms", with: "every: 200ms, times: 1, after: Boot")
        var model = try dashboard(failing, options: DashboardOptions(isPaused: true))
        model.type("L:goto 300ms\n")
        #expect(model.plan.marks(of: TaskID(1)).map(\.kind) == [.skipped])
        #expect(clockCells(model).filter { $0 == "1" }.count == 2, "\(clockCells(model))")
    }

    @Test func `ticks are lines of the log if the filter asks for them`() throws {
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 450ms\n3")
        #expect(!model.logLines(count: 50, skipping: 0).contains { $0.kind == "tick" })
        model.type("ftick\n")
        let ticks = model.logLines(count: 50, skipping: 0)
        #expect(ticks.map(\.subject) == ["1", "2", "3", "4"] && ticks.allSatisfy { $0.kind == "tick" })
    }
}
