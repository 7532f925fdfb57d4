import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// Lists that are longer than their place: at either end they stand still, and the way back begins at once.
@Suite struct ScrollTests {
    private func launched(_ columns: Int = 80, _ rows: Int = 24) throws -> DashboardModel {
        var model = try dashboard(columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.25s\n")
        return model
    }

    /// A queue in which so many jobs end, one each 10 ms.
    private func jobs(_ count: Int) throws -> DashboardModel {
        let text = """
            name: jobs
            tasks: [{name: Hook, on: launch, duration: 1ms}]
            jobs:
              handlers: {up: {duration: 10ms}}
              enqueue: [\(Array(repeating: "{task: up}", count: count).joined(separator: ", "))]
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L5")
        return model
    }

    private func title(_ model: DashboardModel) -> String {
        model.lines.first { $0.contains("jobs: queue") } ?? ""
    }

    @Test func `Home in the log shows its oldest lines, and one Down leaves them`() throws {
        var model = try launched()
        model.type("3z")
        _ = model.handle(.key(.home))
        let top = trimmed(model)
        #expect(top.contains("cmd     launch"), "\(top)")
        #expect(!top.contains("nothing has happened"))
        _ = model.handle(.key(.down))
        #expect(trimmed(model) != top)
        _ = model.handle(.key(.end))
        #expect(model.lines.contains { $0.contains("log (follow)") })
    }

    @Test func `End in the jobs stops at the last one, and one Up leaves it`() throws {
        var model = try jobs(60)
        model.type(":goto 200ms\n")
        _ = model.handle(.key(.end))
        let bottom = trimmed(model)
        _ = model.handle(.key(.up))
        #expect(trimmed(model) != bottom)
        _ = model.handle(.key(.home))
        _ = model.handle(.key(.up))
        let top = trimmed(model)
        _ = model.handle(.key(.down))
        #expect(trimmed(model) != top)
    }

    @Test func `End in why stops at the last line, and one Up leaves it`() throws {
        var model = try dashboard(shopDemo(), columns: 80, rows: 12, options: DashboardOptions(isPaused: true))
        model.answer(model.handle(.resize(columns: 80, rows: 12)))
        model.type("L:goto 2s\n/Cart\n4z")
        _ = model.handle(.key(.end))
        let bottom = trimmed(model)
        _ = model.handle(.key(.up))
        #expect(trimmed(model) != bottom)
    }

    @Test func `End and Home work in the details, and one Up leaves their end`() throws {
        var model = try launched(80, 14)
        model.type("/Session\n\n")
        let top = trimmed(model)
        _ = model.handle(.key(.end))
        let bottom = trimmed(model)
        #expect(bottom != top)
        for _ in 0..<5 { _ = model.handle(.key(.pageDown)) }
        #expect(trimmed(model) == bottom)
        _ = model.handle(.key(.up))
        #expect(trimmed(model) != bottom)
        _ = model.handle(.key(.home))
        #expect(trimmed(model) == top)
    }

    @Test func `the wheel stops at the last task and at the first`() throws {
        var model = try launched(80, 24)
        let table = model.layout.table
        for _ in 0..<30 { _ = model.handle(.mouse(MouseEvent(.scrollDown, column: 5, row: table.row))) }
        let last = try #require(model.order.rows.last)
        #expect(model.view.selected == last)
        #expect(model.notice == nil)
        for _ in 0..<30 { _ = model.handle(.mouse(MouseEvent(.scrollUp, column: 5, row: table.row))) }
        #expect(model.view.selected == model.order.rows.first)
    }

    @Test func `the wheel scrolls the pane under the pointer`() throws {
        var model = try jobs(60)
        model.type("1")
        let before = trimmed(model)
        let area = try #require(model.layout.area(of: .jobs))
        _ = model.handle(.mouse(MouseEvent(.scrollDown, column: 5, row: area.row + 2)))
        #expect(trimmed(model) != before)
        #expect(model.view.pane == .tasks)
    }

    @Test func `jobs that ended are counted beyond a thousand, and again after going back`() throws {
        var model = try jobs(1_200)
        model.type(":goto 20s\n")
        #expect(title(model).contains("0 waiting or running, 1,200 ended"), "\(title(model))")
        model.type(":goto 5s\n")
        let middle = title(model)
        model.type(":goto 20s\n:goto 5s\n")
        #expect(title(model) == middle)
        _ = model.handle(.key(.end))
        #expect(model.lines.contains { $0.contains(" up ") && $0.contains("done at 11ms") }, "\(trimmed(model))")
    }

    @Test func `a dead job that is queued again is no longer among those that ended`() throws {
        let text = """
            name: jobs
            tasks: [{name: Hook, on: launch, duration: 50ms}]
            jobs: {handlers: {poison: {duration: 50ms, outcome: critical}}, enqueue: [{task: poison}]}
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("5L:goto 2s\n:queue stop\n:queue retry 1\n")
        #expect(title(model).contains("1 waiting or running, 0 ended"), "\(title(model))")
    }

    @Test func `a timer injected after the instant of a trial has a row like the others`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        _ = model.handle(.fileRead(path: "a.scope", text: ""))
        let lines = CommandLanguage.script(
            "launch\nat 5s schedule Beat every 1s\n", file: "a.scope", scenario: model.session.scenario)
        guard case .success(let script) = lines else { return #expect(Bool(false), "\(lines)") }
        var session = model.session
        session.play(script)
        model = DashboardModel(session: session, options: DashboardOptions())
        _ = model.handle(.resize(columns: 80, rows: 30))
        model.type(" ")
        _ = model.handle(.elapsed(.milliseconds(200)))
        for _ in 0..<6 { model.type("-") }
        model.type("W")
        _ = model.handle(.key(.right))
        for _ in 0..<30 {
            _ = model.handle(.elapsed(.milliseconds(250)))
            _ = model.lines
        }
        #expect(trimmed(model).contains("Beat"), "\(trimmed(model))")
    }
}
