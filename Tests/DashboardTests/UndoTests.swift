import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// `U` undoes applied changes, `D` compares with the course before them.
@Suite struct UndoTests {
    @Test func `a form with changes asks before it drops them`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 40)
        model.type("W")
        _ = model.handle(.key(.escape))
        #expect(model.overlay == nil)
        model.type("W")
        _ = model.handle(.key(.right))
        let changed = model.overlay
        for close in [Key.escape, .character("q"), .character(":")] {
            _ = model.handle(.key(close))
            guard case .whatIf(let form) = model.overlay else { return #expect(Bool(false), "\(model.screen)") }
            #expect(form.hasChanges && model.tried != nil)
            model.expectShown("Esc again drops the changes; a applies them")
            _ = model.handle(.key(.down))
            _ = model.handle(.key(.up))
        }
        #expect(model.overlay == changed)
        model.type("r")
        _ = model.handle(.key(.escape))
        #expect(model.overlay == nil && model.tried == nil)
        model.type("W")
        _ = model.handle(.key(.right))
        _ = model.handle(.key(.escape))
        _ = model.handle(.key(.escape))
        #expect(model.overlay == nil && model.tried == nil)
    }

    @Test func `U undoes the change applied last, at the same instant, then the one before it`() throws {
        var model = try advised(shopDemo())
        model.type("L:goto 100ms\n")
        model.answer(model.handle(.resize(columns: 80, rows: 24)))
        let before = model.session.scenario
        model.type("a\n")
        let between = model.session.scenario
        #expect(
            model.notice?.text
                == "network 3 wide, if its tasks may run at the same time, launch 899ms -> 415ms: U undoes, D compares, :save-scenario FILE saves"
        )
        model.type("/Cart\nW")
        _ = model.handle(.key(.right))
        model.type("a")
        #expect(model.session.scenario != between)
        #expect(model.notice?.text.hasPrefix("Cart takes ") == true)
        model.type("U")
        #expect(model.notice?.text.hasPrefix("undone: Cart takes ") == true)
        #expect(model.session.scenario == between && model.now == .zero + .milliseconds(100))
        #expect(model.notice?.text.hasSuffix("; U undoes the change before it") == true)
        #expect(model.hasUnsavedChanges)
        model.type(":undo\n")
        #expect(model.session.scenario == before && model.now == .zero + .milliseconds(100))
        #expect(!model.hasUnsavedChanges && model.branches.isEmpty)
        model.type("U")
        #expect(model.notice?.text == "no change to undo on this branch: W and a apply changes")
    }

    @Test func `saved elsewhere, an undo leaves what was opened, and quitting asks nothing`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 30)
        model.type("a\n:save-scenario other.yaml\n")
        _ = model.handle(.fileWritten(path: "other.yaml", bytes: 9))
        #expect(!model.hasUnsavedChanges)
        model.type("U")
        #expect(!model.hasUnsavedChanges)
        model.document.file.read = ReadScenario(file: "mine.yaml", text: "tasks: []")
        model.type("a\n:save-scenario mine.yaml\n")
        _ = model.handle(.fileWritten(path: "mine.yaml", bytes: 9))
        model.type("U")
        #expect(model.hasUnsavedChanges)
    }

    @Test func `later commands are kept with an undo`() throws {
        var model = try dashboard(columns: 100, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 2500ms\nF:goto 1s\n/Database\nW")
        _ = model.handle(.key(.left))
        model.type("aU")
        #expect(model.notice?.text.hasSuffix("; the 2 later commands are kept") == true)
        model.type(":goto 2200ms\n")
        #expect(model.scheduler.state == .background)
    }

    @Test func `after a change D compares with the course before it, after an undo with the change`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 30)
        model.type("a\nD")
        #expect(model.lines[0].contains("vs before: -484ms"))
        #expect(model.lines[3].contains("DELTA") && model.screen.contains("▁"))
        #expect(model.notice?.text == "compared with what was before the change: ▁ shows its runs")
        model.type("U")
        #expect(model.view.comparison == nil && !model.lines[0].contains(" vs "))
        model.type("D")
        #expect(model.lines[0].contains("vs undone: +484ms"))
    }

    @Test func `a branch has its own changes to undo`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 30)
        let original = model.session.scenario
        model.type("a\n")
        let changed = model.session.scenario
        model.type("/Cart\nW")
        _ = model.handle(.key(.right))
        model.type("bU")
        #expect(model.notice?.text.hasPrefix("no change to undo") == true)
        #expect(model.branches.map(\.name) == ["A"] && model.view.comparison == "A")
        model.type(":branch A\n")
        #expect(model.session.scenario == changed)
        model.type("U")
        #expect(model.notice?.text.hasPrefix("undone") == true)
        #expect(model.session.scenario == original)
        model.type(":branch name before\n")
        #expect(model.notice?.text == "branch before already exists")
    }

    @Test func `after an undo the answer is known, and until it is what is known says so`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 30)
        let (why, count) = (model.lines[1], model.findings.count)
        model.type("a\n")
        #expect(model.lines[1].contains("looking for what bounds the launch") || model.lines[1].contains("so far: "))
        #expect(!model.lines[0].contains("findings") || model.lines[0].contains("findings so far"))
        model.type("U")
        #expect(model.lines[1] == why && model.findings.count == count && !model.outlook.isSeeking)
        #expect(
            model.lines[2].hasPrefix(
                " TRY network 3 wide, if its tasks may run at the same time: 415ms in budget (-484)"))
    }

    @Test func `reload can be undone, and says what it took away`() throws {
        var options = DashboardOptions(scenarioFile: "shop.yaml", isPaused: true)
        options.scenarioText = shopText
        var model = try dashboard(columns: 100, rows: 30, options: options)
        model.type("/Database\nW")
        _ = model.handle(.key(.left))
        model.type("a")
        let changed = model.session.scenario
        model.type(":reload\n")
        _ = model.handle(.fileRead(path: "shop.yaml", text: shopText))
        #expect(model.notice?.text == "reloaded shop.yaml without the applied changes; U undoes that")
        model.type("U")
        #expect(model.session.scenario == changed && model.hasUnsavedChanges)
    }

    @Test func `the help finds undo`() throws {
        var model = try dashboard(rows: 40)
        model.type("?undo")
        model.expectShown(" U ")
        model.expectShown(":undo")
    }
}

/// Time that a launch started stops after it.
@Suite struct LaunchEndTests {
    private static let text = """
        tasks:
          - {name: Home, on: launch, duration: 100ms}
          - {name: Fetch, class: afterLaunch, duration: 300ms}
          - {name: Heartbeat, every: 1s, duration: 5ms}
        """

    private func played(_ text: String, _ keys: String, seconds: Int) throws -> DashboardModel {
        var model = try dashboard(text)
        model.type(keys)
        for _ in 0..<(seconds * 10) { _ = model.handle(.elapsed(.milliseconds(100))) }
        return model
    }

    @Test func `with nothing but timers ahead it stops and says so, and Space continues`() throws {
        var model = try played(Self.text, "L", seconds: 5)
        #expect(!model.playback.isRunning && model.now == .zero + .milliseconds(400))
        #expect(model.notice?.text == "the launch and what it released are over; Space continues")
        model.type(" ")
        for _ in 0..<40 { _ = model.handle(.elapsed(.milliseconds(100))) }
        #expect(model.playback.isRunning && model.now == .zero + .milliseconds(4_400))
    }

    @Test("However long a frame takes, time stops at the same instant", arguments: [7, 16, 33, 90, 250])
    func frames(milliseconds: Int) throws {
        var model = try dashboard(Self.text.replacing("300ms", with: "317ms"))
        model.type("L")
        for _ in 0..<(2000 / milliseconds) { _ = model.handle(.elapsed(.milliseconds(Int64(milliseconds)))) }
        #expect(!model.playback.isRunning && model.now == .zero + .milliseconds(417))
    }

    @Test func `run by hand during the launch, time stops after it, too; after the launch it continues`() throws {
        var model = try played(Self.text, "L  ", seconds: 5)
        #expect(!model.playback.isRunning && model.now == .zero + .milliseconds(400))
        model.type(" ")
        for _ in 0..<40 { _ = model.handle(.elapsed(.milliseconds(100))) }
        #expect(model.playback.isRunning && model.now == .zero + .milliseconds(4_400))
    }

    @Test func `tasks of idle run before it stops`() throws {
        let text = """
            tasks:
              - {name: Home, on: launch, duration: 100ms}
              - {name: Tidy, on: idle, duration: 300ms}
            """
        let model = try played(text, "L", seconds: 6)
        #expect(!model.playback.isRunning)
        #expect(model.plan.runs[1].first?.end.map { $0 <= model.now } == true)
    }
}
