import ScreenKit
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing
import TraceAnalysis

@testable import Dashboard

/// Faults that were found when the dashboard was used as a new user would.
@Suite struct FaultTests {
    private let paused = DashboardOptions(isPaused: true)

    private let scripted = """
        name: scripted
        tasks: [{name: A, on: launch, duration: 100ms}, {name: B, on: memory, duration: 50ms}]
        script: |
          launch
          at 500ms memory-warning
        """

    @Test func `the scenario's own script plays, and the status line says how far it is`() throws {
        var model = try dashboard(scripted)
        #expect(model.lines[0].contains("script 0 of 2"))
        #expect(model.lines[23].contains("Space play the script"))
        model.type(" ")
        _ = model.handle(.elapsed(.milliseconds(200)))
        #expect(model.scheduler.state == .active)
        #expect(model.lines[0].contains("script 1 of 2"))
        for _ in 0..<4 { _ = model.handle(.elapsed(.milliseconds(200))) }
        #expect(model.lines[0].contains("script done"))
        model.expectShown("memory")
    }

    @Test func `another script takes the place of the scenario's own`() throws {
        var options = paused
        options.scriptFile = "other.scope"
        let model = try dashboard(scripted, options: options)
        #expect(model.session.simulation.script.lines.isEmpty)
    }

    @Test(arguments: ["B", "F", ":note hello\n", ":pause Nobody\n", ":resume CrashReporter\n", "M"])
    func `what is refused or noted before the launch changes nothing that is planned`(keys: String) throws {
        var model = try dashboard(options: paused)
        let before = (model.lines[1...18].joined(separator: "\n"), model.findings, model.plan.launchTime)
        model.type(keys)
        #expect(model.lines[1...18].joined(separator: "\n") == before.0)
        #expect(model.findings == before.1 && model.plan.launchTime == before.2)
        model.type("L:goto 2s\n")
        #expect(model.plan.completeLaunch?.time == before.2)
    }

    @Test func `the title is the scenario's name`() throws {
        let options = DashboardOptions(scenarioFile: "Demo/file.yaml", isPaused: true)
        let model = try dashboard("name: My app\ntasks: [{name: A, on: launch}]", options: options)
        #expect(model.lines[0].hasPrefix(" My app "))
    }

    @Test func `time is never shown as running while the app is not`() throws {
        var model = try dashboard()
        model.type(" ")
        #expect(model.lines[0].contains("PLAYING") && model.lines[0].contains("not running"))
        #expect(!model.lines[0].contains("RUNNING"))
    }

    @Test func `an event during a launch says at once that it waits its turn`() throws {
        var model = try dashboard(options: paused)
        model.type("L:goto 300ms\nM")
        #expect(
            model.notice?.text
                == "memory warning: waits until the launch is over at 1.1s, for FeatureFlags, Router, Session and 1 more; "
                + "PurgeCache runs later")
        model.type(":goto 2s\nM")
        #expect(model.notice?.text == "memory warning: PurgeCache runs later")
    }

    @Test(arguments: ["lan:net", "colour:red", "!stat:R"])
    func `an unknown key in a filter is refused`(word: String) throws {
        var model = try dashboard(options: paused)
        model.type("f\(word)\n")
        #expect(model.notice?.text.hasPrefix("unknown filter \"\(word)\"") == true)
        #expect(model.order.tasks.count == model.order.total)
    }

    @Test(arguments: [
        ("lunch", #"did you mean "launch"?"#), ("gotto 4ms", #"did you mean "goto"?"#),
        ("jump 4ms", ":goto 400ms goes to an instant"), ("frobnicate", "help lists the commands"),
    ])
    func `an unknown command is told what is nearest`(_ typed: String, _ hint: String) throws {
        var model = try dashboard(options: paused)
        model.type(":\(typed)\n")
        let word = typed.prefix { $0 != " " }
        #expect(model.notice?.text == #"unknown command "\#(word)"; \#(hint)"#)
        model.type(":advance never\n")
        #expect(model.notice?.text.contains("Tab list") == false)
    }

    @Test func `help is a command`() throws {
        var model = try dashboard(options: paused)
        model.type(":help\n")
        model.expectShown("Help: type to search")
        _ = model.handle(.key(.escape))
        model.type(":help compare\n")
        model.expectShown("Help: compare")
    }

    @Test func `one task is one task`() throws {
        var model = try dashboard(
            "tasks: [{name: A, on: launch, group: G}]", options: paused)
        model.type(":group group\n")
        model.expectShown("1 task ")
        model.expectNotShown("1 tasks")
    }

    @Test func `quit asks once if changes are in no file`() throws {
        var model = try dashboard(options: paused)
        model.type("/Session\nW")
        _ = model.handle(.key(.right))
        model.type("a")
        #expect(model.hasUnsavedChanges)
        #expect(model.handle(.key(.character("q"))) == [])
        #expect(model.notice?.text.contains("not saved") == true)
        // What is typed for the shell changes nothing, and its q does not quit.
        let before = model.session.scenario
        let selected = model.view.selected
        model.type("jBseq 1 60")
        #expect(model.view.selected == selected && model.session.scenario == before && model.now == .zero)
        #expect(model.handle(.key(.character("q"))) == [])
        #expect(model.handle(.key(.character("q"))) == [.quit(exitCode: 0)])
        _ = model.handle(.key(.escape))
        model.type("j")
        #expect(model.view.selected != selected)
        model.type("j:save-scenario new.yaml\n")
        _ = model.handle(.fileWritten(path: "new.yaml", bytes: 9))
        #expect(model.handle(.key(.character("q"))) == [.quit(exitCode: 0)])
    }

    @Test func `the list of events begins with the scenario's own`() throws {
        let text = """
            tasks:
              - {name: A, notification: cart-changed}
              - {name: B, on: memory}
            """
        var model = try dashboard(text, options: paused)
        #expect(Array(model.fireable.prefix(2)) == [.post("cart-changed"), .event(.didReceiveMemoryWarning)])
        #expect(Array(model.fireable.suffix(2)) == [.event(.reserved1), .event(.reserved2)])
        model.type("L:goto 1s\nE")
        model.expectShown(" post cart-changed")
        _ = model.handle(.key(.enter))
        #expect(model.session.script().contains("post cart-changed"))
    }

    @Test func `the text chart before a launch draws the plan, after it the launch fills the width`() throws {
        var model = try dashboard(options: paused)
        let planned = model.text(of: .chart)
        #expect(planned.contains("launch 1.1") && !planned.contains("no launch"))
        model.type("L:goto 1.5s\n")
        let near = model.text(of: .chart)
        model.type(":goto 60s\n")
        let far = model.text(of: .chart)
        func bar(_ text: String) -> Int {
            text.split(separator: "\n").first { $0.hasPrefix("RootView") }?.filter { $0 == "█" }.count ?? 0
        }
        #expect(bar(near) > 0 && bar(far) * 2 >= bar(near))
    }

    @Test func `jobs that have run are in the pane with their end`() throws {
        let text = """
            tasks: [{name: A, on: launch, duration: 10ms}]
            jobs:
              retryLimit: 2
              delay: 600ms
              handlers: {mail: {duration: 100ms}, bad: {duration: 20ms, outcome: [fail, success]}}
              enqueue: [{task: mail}, {task: bad}]
            """
        var model = try dashboard(text, options: paused)
        model.type("L:goto 300ms\n5")
        model.expectShown("due at ")
        model.expectNotShown("no jobs")
        model.type(":goto 3s\n")
        let lines = model.lines.filter { $0.contains(" done at ") }
        #expect(lines.count == 2 && lines.contains { $0.contains("mail") } && lines.contains { $0.contains("bad") })
        model.type(":goto 50ms\n")
        model.expectNotShown("done at")
    }

    @Test func `a job that a command ended was cancelled, it has not failed`() throws {
        let text = "jobs: {handlers: {mail: {duration: 100ms}}, enqueue: [{task: mail}]}"
        var model = try dashboard(text, options: paused)
        model.type("L:goto 50ms\n:queue cancel 1\n5")
        model.expectShown("cancelled at 50ms")
        model.expectNotShown("failed at")
    }

    @Test func `rebound keys are in the key line`() throws {
        let read = DashboardSettings.read(
            text: "keys: {launch: F5}\n", file: "config.yaml", themes: ["light"], actions: KeyTable.actions)
        let settings = try #require(read.settings)
        var options = paused
        options.keys = KeyTable.changed(by: settings, file: "config.yaml").table
        let model = try dashboard(options: options)
        #expect(model.lines[23].contains("F5 launch") && !model.lines[23].contains(" L launch"))
    }

    @Test func `a letter that quits is a letter while text is typed`() throws {
        let read = DashboardSettings.read(
            text: "keys: {interrupt: Q}\n", file: "config.yaml", themes: ["light"], actions: KeyTable.actions)
        var options = paused
        options.keys = KeyTable.changed(by: try #require(read.settings), file: "config.yaml").table
        var model = try dashboard(options: options)
        #expect(model.handle(.key(.character(":"))).isEmpty && model.handle(.key(.character("Q"))).isEmpty)
        #expect(model.lines[23].contains("Q"))
        _ = model.handle(.key(.escape))
        #expect(model.handle(.key(.character("Q"))) == [.quit(exitCode: 130)])
    }

    @Test func `a pause in the past offers the way forward, a branch the way back`() throws {
        var model = try dashboard(options: paused)
        model.type("L:goto 2s\nB:goto 500ms\n")
        #expect(model.lines[23].contains("] next event"))
        model.type("M")
        model.notice = nil
        #expect(model.lines[23].contains("D compare") && model.lines[23].contains(":branch A go back"))
    }

    @Test func `an improvement is not in the color of failure`() throws {
        var model = try dashboard(options: paused)
        model.type("L:goto 2s\nB:goto 100ms\n:pause lane:async\n:goto 700ms\n:resume lane:async\n:goto 1500ms\nD")
        let alarm = Theme(palette: .standard).alarm.foreground
        let frame = model.frame(columns: 80, rows: 24)
        let column = try #require(model.layout.column(.slack))
        for row in model.layout.table.row..<model.layout.table.endRow {
            for cell in column.column..<column.column + column.width {
                #expect(frame[cell, row].style.foreground != alarm)
            }
        }
    }

    @Test func `the pieces of a wait add up to it as they are shown`() throws {
        let text = try shopDemo()
        var model = try dashboard(text, columns: 160, rows: 48, options: paused)
        model.type("L:goto 2s\n")
        var checked = 0
        for task in model.order.tasks {
            guard let run = model.plan.shownRun(of: task, at: model.now) else { continue }
            let pieces = model.waits.pieces(of: run, task, until: model.plan.horizon).filter { !$0.isBeside }
            guard let first = pieces.first, let last = pieces.last else { continue }
            let shown = ShownParts(pieces.map { $0.length })
            let sum = pieces.reduce(Nanoseconds.zero) { $0 + shown.rounded($1.length) }
            #expect(TimeText.exact(sum) == shown.text(last.to - first.from))
            checked += 1
        }
        #expect(checked > 5)
    }
}
