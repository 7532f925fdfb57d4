import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// One screen says one thing: what new users found to disagree.
@Suite struct AgreementTests {
    private static let text = """
        name: Library
        clock: {interval: 100ms}
        lanes: {net: 1, store: 1}
        tasks:
        - {name: Prefs, on: willFinishLaunching, lane: store, duration: 18ms}
        - {name: News, on: launch, lane: net, duration: 160ms}
        - {name: Home, on: launch, after: Prefs, duration: 200ms}
        - {name: Tips, class: afterLaunch, after: News, duration: 35ms}
        - {name: Due, every: 2s, lane: net, duration: 40ms}
        - {name: Purge, on: memory, lane: net, duration: 30ms}
        - {name: Save, on: background, lane: store, blocks: true, duration: 50ms}
        - {name: Refresh, on: foreground, lane: net, duration: 75ms}
        - {name: Count, on: active, lane: net, priority: low, duration: 30ms}
        """

    private func row(_ name: String, _ model: DashboardModel) throws -> String {
        try #require(model.lines.first { $0.contains(" \(name) ") })
    }

    @Test func `what waits for a task that runs is not called parked because its lane opens later`() throws {
        var model = try advised(Self.text, columns: 100, rows: 30)
        model.type("L:goto 50ms\n")
        #expect(try row("Tips", model).contains(" News"))
        #expect(try !row("Tips", model).contains("parked"))
    }

    @Test func `what the process before cancelled has no slack in the next launch`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("L:goto 400ms\nTTL:goto 900ms\n")
        #expect(try !row("Save", model).contains("free"))
        model.type("/Save\n")
        _ = model.handle(.key(.enter))
        model.expectShown("not in the launch")
    }

    @Test func `NEXT says of timers and of classes when they run next, drawn or not`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        #expect(try row("Due", model).contains(" launch "))
        #expect(try row("Tips", model).contains(" evt ") || row("Tips", model).contains(" 218ms "))
        model.type("L:goto 500ms\n")
        #expect(try row("Tips", model).contains(" launch "))
        model.type("T:goto 600ms\n")
        #expect(try row("Tips", model).contains(" evt "))
    }

    @Test func `a key pressed too early says that the list opens, and it does`() throws {
        var model = DashboardModel(
            session: try Session(scenario: scenario(Self.text)), options: DashboardOptions(isPaused: true))
        let requests = model.handle(.resize(columns: 100, rows: 30))
        model.type("a")
        #expect(model.notice?.text.hasSuffix(": the list opens when they are found") == true)
        model.answer(requests)
        model.expectShown("would shorten it")
    }

    @Test func `a message tells who starts at once and who later`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("L:goto 500ms\nB:goto 700ms\nF")
        #expect(model.notice?.text == "foreground: Refresh runs, Count later; the app is active")
    }

    @Test func `a key that can only be refused is not offered`() throws {
        var model = try advised(Self.text, columns: 100, rows: 30)
        model.type("L:goto 50ms\n")
        model.expectShown(" B M T lifecycle")
        model.type(":goto 500ms\nB:goto 700ms\n")
        model.expectShown(" F M T lifecycle")
    }

    @Test func `what the end of the process cancels as it begins is said to be cancelled, not to fail`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("L:goto 500ms\nTT")
        model.expectShown("Save is cancelled")
        model.type("L:goto 550ms\nTT3z")
        model.expectShown("cancel  Save")
        model.expectShown("no process is left to end")
        model.expectNotShown("FAILED")
    }

    @Test func `a lane of which nothing is planned is used all the same`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type(":pause lane:main\nL:goto 500ms\nT")
        model.view.selected = .lane(.main)
        model.expectShown("no run in it is planned")
        model.expectNotShown("no task uses it")
    }

    @Test func `the budget and a time on the ruler never run together`() throws {
        for columns in stride(from: 80, through: 180, by: 4) {
            let text = "budgets: {launch: 190ms}\n" + Self.text
            let model = try advised(text, columns: columns, rows: 30)
            let ruler = try #require(model.lines.first { $0.contains(" TASK ") })
            if let budget = ruler.firstRange(of: "budget|") {
                #expect(ruler[..<budget.lowerBound].last.map { " |".contains($0) } ?? true, "\(columns): \(ruler)")
            }
        }
    }

    @Test func `a job without a handler says that nothing runs it`() throws {
        var model = try advised(Self.text + "\njobs: {handlers: {send: {duration: 10ms}}}", columns: 140, rows: 40)
        model.type(":enqueue News\n")
        #expect(model.notice?.text.contains("has no handler") == true)
        model.type(":enqueue send\n")
        #expect(model.notice?.text == "send is queued: it waits for a launch")
    }

    @Test func `a whole graph says that it leaves out tasks without dependencies`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("/Home\n2z")
        model.expectShown("2 graph (all tasks with dependencies)")
    }

    @Test func `the graph follows the selection after a search in the table`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("/Home\n")
        model.expectShown("graph around Home")
        _ = model.handle(.key(.home))
        model.expectShown("graph around Prefs")
    }
}
