import Testing

@testable import Dashboard

/// The table stays where it was on the screen, unless the selection would leave it.
@Suite struct StayingTests {
    /// Forty tasks in a row of lane main.
    private func model(columns: Int = 120, rows: Int = 36) throws -> DashboardModel {
        let tasks = (1...40).map { "  - {name: T\($0), on: launch, duration: 1ms}\n" }.joined()
        return try advised("tasks:\n" + tasks, columns: columns, rows: rows)
    }

    private func press(_ keys: [Key], _ model: inout DashboardModel) {
        for key in keys { _ = model.handle(.key(key)) }
    }

    @Test(
        "a pane on the whole screen, a form and a list give the rows back as they were",
        arguments: [
            [.character("4"), .character("z"), .escape], [.character("W"), .escape],
            [.character("4"), .character("z"), .character("W"), .escape, .escape], [.enter, .escape],
        ] as [[Key]])
    func returnedRows(keys: [Key]) throws {
        var model = try model()
        for _ in 0..<20 { press([.down], &model) }
        for _ in 0..<5 { press([.up], &model) }
        let (top, place) = (model.view.top, model.selectedPlace)
        #expect(top > 0 && place.map { $0 > 0 } == true)
        press(keys, &model)
        #expect(model.view.top == top && model.selectedPlace == place)
    }

    @Test func `a click selects the row that is drawn there, also when the table was higher before`() throws {
        var model = try model()
        for _ in 0..<30 { press([.down], &model) }
        model.view.top = 0
        let (table, place) = (model.layout.table, try #require(model.selectedPlace))
        _ = model.handle(.mouse(MouseEvent(.press, column: table.column, row: table.row + place)))
        #expect(model.selectedRow == 30)
    }

    @Test func `the selected row keeps its place when others change theirs`() throws {
        var model = try model()
        model.type("/T15\n")
        press([.up, .up, .up], &model)
        let place = try #require(model.selectedPlace)
        #expect(model.selectedRow == 11 && place > 0)
        model.type("S")
        #expect(model.selectedRow == 28 && model.selectedPlace == place)
        model.type("S")
        #expect(model.selectedRow == 11 && model.selectedPlace == place)
    }

    @Test func `the selected row keeps its place when others come and go`() throws {
        var model = try dashboard(columns: 80, rows: 24, options: DashboardOptions(isPaused: true))
        model.type("/RootView\n")
        for _ in 0..<4 { press([.down], &model) }
        for _ in 0..<4 { press([.up], &model) }
        let (top, place) = (model.view.top, try #require(model.selectedPlace))
        #expect(top > 0 && place > 0)
        model.type("c")
        #expect(model.selectedRow == 6 && model.view.top == 0)
        model.type("c")
        #expect(model.view.top == top && model.selectedPlace == place)
        model.type("fRootView\n")
        #expect(model.selectedRow == 0)
        _ = model.handle(.key(.escape))
        #expect(model.selectedRow == 8)
    }

    @Test func `what is found far away comes to the middle, with its neighbours`() throws {
        var model = try model(columns: 80, rows: 24)
        model.type("/T30\n")
        let height = model.layout.table.rows
        #expect(model.selectedPlace == height / 2)
        let top = model.view.top
        model.type("/T29\n")
        #expect(model.view.top == top && model.selectedPlace == height / 2 - 1)
        model.type("/T40\n")
        #expect(model.selectedPlace == height - 1)
    }

    @Test func `a form has the table above it, whatever pane filled the screen`() throws {
        var model = try model()
        model.type("4z")
        #expect(model.layout.table.rows == 0)
        model.type("W")
        #expect(model.layout.table.rows > 10 && model.screen.contains("What if: T1 ") && model.screen.contains("I> "))
        press([.escape], &model)
        #expect(model.layout.table.rows == 0 && model.view.isZoomed)
    }
}
