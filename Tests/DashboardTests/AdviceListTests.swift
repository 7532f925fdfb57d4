import ScreenKit
import SchedulerCore
import Testing

@testable import Dashboard

/// The list of changes: single ones and pairs apart, every text whole.
@Suite struct AdviceListTests {
    @Test(arguments: [(60, 24), (80, 24), (100, 50), (160, 48)])
    func `a rule stands between single changes and pairs, and each chosen change is shown whole`(
        columns: Int, rows: Int
    ) throws {
        var model = try advised(shopDemo(), columns: columns, rows: rows)
        model.type("a")
        let count = model.outlook.headline.advised.count
        try #require(!model.outlook.headline.pairs.isEmpty && count > 10)
        var hasRule = false
        for place in 0..<count {
            let words = model.outlook.headline.advised[place].text
            let shown = model.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
            let wanted = words.split(separator: " ").joined(separator: " ")
            #expect(shown.contains(wanted), "\(wanted)\n\(model.screen)")
            #expect(model.lines.contains { $0.hasPrefix(" > ") })
            hasRule = hasRule || model.lines.contains { $0.hasPrefix("───") && $0.contains("two changes together ──") }
            _ = model.handle(.key(.down))
        }
        #expect(hasRule)
    }

    @Test func `PgDn, PgUp, Home and End go through the list`() throws {
        var model = try advised(shopDemo())
        model.type("a")
        let count = model.outlook.headline.advised.count
        func selected() -> Int {
            if case .advice(let list)? = model.overlay { list.selected } else { -1 }
        }
        _ = model.handle(.key(.pageDown))
        let page = selected()
        #expect(page > 1 && page < count - 1)
        _ = model.handle(.key(.end))
        #expect(selected() == count - 1)
        for _ in 0..<count { _ = model.handle(.key(.pageUp)) }
        #expect(selected() == 0)
        for _ in 0..<count { _ = model.handle(.key(.pageDown)) }
        #expect(selected() == count - 1)
        _ = model.handle(.key(.home))
        #expect(selected() == 0)
    }

    @Test func `each change says what it leaves for later, chosen or not`() throws {
        let text = """
            lanes: {net: 1, map: 1}
            tasks:
              - {name: Login, on: launch, lane: net, duration: 150ms}
              - {name: Tiles, on: launch, lane: map, duration: 170ms}
              - {name: View, on: launch, after: Tiles, duration: 60ms}
              - {name: Board, on: launch, after: Login, duration: 80ms}
            """
        var model = try advised(text, columns: 160, rows: 48)
        model.type("a")
        func count(_ model: DashboardModel) -> Int {
            model.lines.dropFirst().joined().ranges(of: "then over").count
        }
        let before = count(model)
        #expect(before > 1, "\(model.screen)")
        model.type("j")
        #expect(count(model) == before)
    }
}
