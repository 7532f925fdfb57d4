import Planning
import ScreenKit
import Testing

@testable import Dashboard

/// What the first row says of the launch, its budget and a change being tried.
@Suite struct StatusLineTests {
    private func text(budget: String, network: String = "{io: 1}") -> String {
        """
        lanes: \(network)
        budgets: {launch: \(budget)}
        tasks:
          - {name: A, on: launch, lane: io, duration: 100ms, blocks: true}
          - {name: B, on: launch, lane: io, duration: 100ms, blocks: true}
        """
    }

    @Test(
        "the launch and its budget, as there is room",
        arguments: [
            (160, "500ms", "launch 200ms planned, 300ms under the budget of 500ms"),
            (104, "500ms", "launch 200ms planned, 300ms under 500ms"),
            (72, "500ms", "planned 200ms, 300ms under"),
            (160, "150ms", "launch 200ms planned, 50ms over the budget of 150ms"),
            (60, "150ms", "planned 200ms, 50ms over 150ms"),
        ])
    func budget(columns: Int, budget: String, wanted: String) throws {
        let model = try advised(text(budget: budget), columns: columns, rows: 30)
        #expect(model.lines[0].contains(" \(wanted) "), "\(model.lines[0])")
    }

    private let parking = """
        lanes: {net: 1}
        budgets: {launch: 100ms}
        tasks:
          - {name: A, on: launch, lane: net, duration: 300ms}
          - {name: B, on: launch, after: [A], duration: 30ms}
          - {name: C, on: launch, duration: 50ms}
        """

    @Test(
        "a launch that is complete without parked tasks says so, and its budget is not judged",
        arguments: [(160, "launch 50ms without 2 parked tasks, budget not judged"), (44, "launch 50ms, 2 parked")])
    func parked(columns: Int, wanted: String) throws {
        var model = try advised(parking, columns: columns, rows: 40)
        model.type(":pause lane:net\nL:goto 60ms\n")
        #expect(model.lines[0].contains(" \(wanted) "), "\(model.lines[0])")
        #expect(!model.lines[0].contains("under"))
        _ = model.handle(.resize(columns: 100, rows: 40))
        model.expectShown("LAUNCH COMPLETE in 50ms without 2 parked tasks: lane net is paused")
        #expect(model.summaryLine.contains("launch 50ms without 2 parked tasks"))
    }

    @Test func `the last line tells no launch while the latest has no first frame`() throws {
        var model = try dashboard(
            "tasks: [{name: A, on: launch, duration: 10ms}]", options: DashboardOptions(isPaused: true))
        model.type("L:goto 1s\n")
        #expect(model.summaryLine.contains(", launch 10ms"))
        model.type(":crash\nL:crash\n")
        #expect(!model.summaryLine.contains("launch "), "\(model.summaryLine)")
    }

    @Test func `only a launch over its budget is red`() throws {
        for (budget, isRed) in [("500ms", false), ("150ms", true)] {
            let model = try advised(text(budget: budget), columns: 160, rows: 30)
            let frame = model.frame(columns: 160, rows: 30)
            let theme = Theme(palette: .standard)
            let red = frame.row(0).contains { $0.style.foreground == theme.alarm.foreground }
            #expect(red == isRed)
        }
    }

    @Test(
        "while a change is tried, the launch is the one with it",
        arguments: [
            (160, "launch 200ms -> 100ms if applied, 50ms under the budget of 150ms"),
            (60, "200ms -> 100ms"),
        ])
    func tried(columns: Int, wanted: String) throws {
        var model = try advised(text(budget: "150ms"), columns: columns, rows: 30)
        let before = model.lines[0]
        model.type("a")
        #expect(model.lines[0].contains(" \(wanted) "), "\(model.lines[0])")
        _ = model.handle(.key(.escape))
        #expect(model.lines[0] == before)
        model.type("W")
        #expect(model.lines[0] == before)
        _ = model.handle(.key(.left))
        #expect(model.lines[0].contains("190ms"))
    }

    @Test func `a comparison is named by what it compares, and Esc ends it`() throws {
        var model = try advised(text(budget: "150ms"), columns: 200, rows: 30)
        model.type("a\nD")
        #expect(model.lines[0].contains(" before the change 200ms, now -100ms "))
        _ = model.handle(.key(.escape))
        #expect(model.view.comparison == nil && model.notice?.text == "comparison off")
        model.type("UD")
        #expect(model.lines[0].contains(" with the undone change 100ms, now +100ms "))
    }
}
