import Testing

@testable import Dashboard

@Suite struct ColumnGapTests {
    @Test(
        "A duration of full width does not touch the column before it", arguments: [120, 130, 139, 140, 160])
    func durationsStandApart(columns: Int) throws {
        var model = try dashboard(columns: columns, rows: 30)
        model.type("L:goto 2s\n")
        let layout = model.layout(columns: columns, rows: 30)
        for (before, field) in [(Layout.Field.next, Layout.Field.own), (.own, .wait)] {
            let left = try #require(layout.column(before))
            let right = try #require(layout.column(field))
            let longest = field == .wait ? Layout.durationWidth + 2 : Layout.durationWidth
            #expect(left.column + left.width == right.column)
            #expect(right.width > longest)
        }
    }

    @Test(
        "The slack does not touch the column before it, nor does a difference with its sign",
        arguments: [80, 81, 99, 100, 119, 120, 139])
    func slackStandsApart(columns: Int) throws {
        var model = try dashboard(columns: columns, rows: 24, options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 1s\nM")
        for wanted in [Layout.durationWidth + 1, Layout.durationWidth + 2] {
            let layout = model.layout
            let slack = try #require(layout.column(.slack))
            let before = try #require(layout.column(columns < 120 ? .own : .wait))
            #expect(before.column + before.width == slack.column)
            // From 100 columns on there is room for what a task waits for.
            #expect(slack.width == (columns < 100 ? wanted : 14))
            #expect(slack.column + slack.width == columns)
            model.type("D")
        }
    }

    @Test("On a small screen the event row shows the sort order, the status line the filter")
    func legendOfSmallScreens() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("fna\ns")
        let rows = trimmed(model).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rows[0].contains("na"))
        #expect(rows.contains { $0.hasPrefix("─") && $0.contains("tasks, by name") })
    }

    @Test("A filter by a lane's name that matches nothing says how to find its tasks")
    func hintOfTheFilter() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("fmain\n")
        #expect(trimmed(model).contains("\n no task matches the filter; for the lane's tasks: lane:main\n"))
        model.type("fzzz\n")
        #expect(trimmed(model).contains("\n no task matches the filter\n"))
    }

    @Test func `80x24 compared with a branch`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 100ms\n:pause lane:async\n:goto 700ms\n:resume lane:async\n:goto 1500ms\nD")
        let rows = trimmed(model).split(separator: "\n")[3...13].map { String($0.suffix(20)) }
        #expect(
            rows.joined(separator: "\n") == """
                  ▼      OWN   DELTA
                  │     50ms       0
                  │     50ms       0
                  │    100ms       0
                  │    250ms  +500ms
                  │    300ms  +500ms
                  │     50ms  +500ms
                  │    100ms  +500ms
                  │    150ms  +500ms
                ▓▓▒▒   200ms  +500ms
                ▓ │    200ms  +150ms
                """)
    }
}
