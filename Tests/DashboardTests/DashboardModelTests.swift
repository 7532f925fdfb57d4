import ScreenKit
import Planning
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

@Suite struct DashboardModelTests {
    @Test(arguments: [(40, 10), (60, 12), (80, 24), (120, 30), (160, 48), (220, 60)])
    func `it opens not running, with time paused and the launch key named`(columns: Int, rows: Int) throws {
        let model = try dashboard(columns: columns, rows: rows)
        let status = model.lines[0]
        #expect(status.contains("not running") && model.lines.last?.hasPrefix(" L launch") == true)
        #expect(status.contains("PAUSED 0s"))
        #expect(model.frameInterval == nil)
        model.expectShown("▒")
    }

    @Test("Ctrl-Z, Ctrl-L and Ctrl-C act whatever is open", arguments: ["", ":go", "?", "E", "W", "a", "\n", "f"])
    func leaving(keys: String) throws {
        var model = try advised(shopDemo(), rows: 30)
        model.type(keys)
        let overlay = model.overlay
        #expect(model.handle(.key(.control("z"))) == [.suspend])
        #expect(model.handle(.key(.control("l"))) == [.redraw])
        #expect(model.handle(.key(.control("c"))) == [.quit(exitCode: 130)])
        #expect(model.overlay == overlay)
    }

    @Test func `the first launch lets time run, unless paused`() throws {
        var model = try dashboard()
        model.type("L")
        #expect(model.frameInterval != nil)
        _ = model.handle(.elapsed(.milliseconds(100)))
        #expect(model.now == Instant(nanoseconds: 100_000_000))
        var held = try dashboard(options: DashboardOptions(isPaused: true))
        held.type("L")
        #expect(held.frameInterval == nil)
        #expect(held.now == .zero)
    }

    @Test func `speed scales real time, and a long sleep does not jump`() throws {
        var model = try dashboard()
        model.type("L>>")
        _ = model.handle(.elapsed(.milliseconds(10)))
        #expect(model.now == Instant(nanoseconds: 40_000_000))
        model.type("<<<<<<<<")
        #expect(model.lines[0].contains("x1/50"))
        let before = model.now
        _ = model.handle(.elapsed(.seconds(3600)))
        #expect(model.now - before == Nanoseconds(DashboardModel.maximumElapsed.count / 50))
    }

    @Test(arguments: ["inject X on active", "schedule X every 1s", "enqueue X", "inject-sequence X steps Logger"])
    func `back before a command that made a task, the screen is the one first shown there`(command: String) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:advance 300ms\n:goto 100ms\n")
        let first = model.lines
        model.type(":goto 300ms\n:\(command)\n,[:goto 100ms\n")
        // The key line says how many commands lie ahead.
        #expect(model.lines[3..<23] == first[3..<23])
    }

    @Test func `back before a command that made a task, commands do not know it`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:advance 300ms\n:inject X on active\n:goto 100ms\n:destroy X\n")
        #expect(model.notice?.text.contains("unknown task \"X\"") == true)
        model.type(":inject Y on active\n:destroy X\n")
        #expect(model.notice?.text.contains("unknown task \"X\"") == true)
        model.type(":destroy Y\n")
        #expect(model.session.script().hasSuffix("at 100ms inject Y on active\nat 100ms destroy Y\n"))
    }

    @Test func `tick moves time to a tick; wait is refused, as it is for scripts`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        let tick = model.session.scenario.configuration.tick
        model.type("L:advance 70ms\n:tick 3\n")
        #expect(model.now == Instant.zero + tick * (Nanoseconds.milliseconds(70).count / tick.count + 3))
        model.type(":tick 9000000000\n")
        #expect(model.notice?.text.hasPrefix("too far ahead") == true)
        model.type(":wait until launched\n")
        #expect(model.notice?.text == "wait is for scripts; here, advance and goto move time")
    }

    @Test func `a step back shows the screen first shown there`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L")
        var screens: [(time: Instant, lines: [String])] = []
        for step in 0..<40 {
            if step == 25 { model.type("B") }
            if step == 33 { model.type("F") }
            screens.append((model.now, model.lines))
            model.type(".")
        }
        for step in (0..<40).reversed() {
            model.type(",")
            guard model.now == screens[step].time else { continue }
            // The key line offers the way forward; everything else is the same.
            let differing = zip(model.lines, screens[step].lines).dropLast().filter { $0 != $1 }
            #expect(differing.isEmpty, "step \(step): \(differing)")
        }
        for _ in 0..<40 { model.type(",") }
        model.type(",")
        #expect(model.scheduler.state == .notRunning)
    }

    @Test func `forward again repeats what was done`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 4s\n")
        let screen = model.lines
        model.type(":goto 0s\n:goto 4s\n")
        #expect(model.lines == screen)
    }

    @Test func `a refused command says why and changes nothing`() throws {
        var model = try dashboard()
        let before = model.session.records.count
        model.type("B")
        #expect(model.lines[23].contains("the app is not running; launch it first"))
        #expect(model.scheduler.state == .notRunning)
        #expect(model.session.records.count == before + 1)
    }

    @Test func `events are reached forward and back`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L]")
        #expect(model.now == Instant(nanoseconds: 200_000_000))
        model.type("]")
        #expect(model.now > Instant(nanoseconds: 900_000_000))
        model.type("[")
        #expect(model.now == Instant(nanoseconds: 200_000_000))
    }

    @Test func `the first frame is reached as an event is`() throws {
        let tasks = """
            tasks:
              - {name: Home, on: launch, duration: 20ms}
              - {name: Feed, on: active, duration: 30ms}
            """
        var model = try dashboard(tasks, options: DashboardOptions(isPaused: true))
        model.type("L]")
        #expect(model.now == .zero + .milliseconds(20))
        model.type("]")
        #expect(model.now == .zero + .milliseconds(50) && model.plan.firstFrame == model.now)
        model.type("[")
        #expect(model.now == .zero + .milliseconds(20))
    }

    @Test func `search selects and wraps`() throws {
        var model = try dashboard()
        model.type("/cache\n")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "ImageCache")
        model.type("n")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "PurgeCache")
        model.type("n")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "ImageCache")
        model.type("/nothing like it\n")
        #expect(model.lines[23].contains("no task name contains"))
    }

    @Test func `the filter hides rows and Esc clears it`() throws {
        var model = try dashboard()
        model.type("fcache !purge\n")
        #expect(model.order.tasks.map { model.scheduler.name(of: $0) } == ["ImageCache"])
        _ = model.handle(.key(.escape))
        #expect(model.order.tasks.count == 16)
        model.type("flane:async\n")
        #expect(model.order.tasks.count == 3)
    }

    @Test func `escape never quits, q and Ctrl-C do`() throws {
        var model = try dashboard()
        for _ in 0..<10 { #expect(model.handle(.key(.escape)) == []) }
        #expect(model.handle(.key(.character("q"))) == [.quit(exitCode: 0)])
        #expect(model.handle(.key(.control("c"))) == [.quit(exitCode: 130)])
        #expect(model.handle(.key(.control("z"))) == [.suspend])
        #expect(model.handle(.key(.control("l"))) == [.redraw])
    }

    @Test func `the palette speaks the script language`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type(":launch\n:advance 300ms\n")
        #expect(model.now == Instant(nanoseconds: 300_000_000))
        model.type(":inject Late on didBecomeActive duration 20ms\n")
        #expect(model.scheduler.task(named: "Late") != nil)
        model.type(":nonsense\n")
        #expect(model.notice?.isAlarm == true)
        model.type(":lau")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":launch"))
    }

    @Test func `write asks for a file with the session as a script`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 1s\nB:write out.scope")
        let requests = model.handle(.key(.enter))
        guard case .writeFile("out.scope", let text, _) = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(text.contains("launch") && text.contains("at 1s background"))
    }

    @Test func `play reads a script and lets it run`() throws {
        var model = try dashboard()
        model.type(":play a.scope")
        #expect(model.handle(.key(.enter)) == [.readFile(path: "a.scope")])
        _ = model.handle(.fileRead(path: "a.scope", text: "launch\nat 2s background\n"))
        model.type(":goto 3s\n")
        #expect(model.scheduler.state == .background)
    }

    @Test func `reload and what-if keep the rows of the job store`() throws {
        let text =
            "tasks: [{name: A, on: launch, duration: 1s}]\njobs: {handlers: {up: {duration: 1s}}, enqueue: [{task: up}]}\n"
        let stored = StoredJobs(
            jobs: [41, 42].map {
                Job(id: JobID($0), spec: JobSpec(task: "up"), attempts: 0, enqueuedAt: .zero, due: .zero, place: $0)
            }, dead: [], nextNumber: 50)
        var model = DashboardModel(
            session: try Session(scenario: scenario(text), jobs: stored),
            options: DashboardOptions(scenarioFile: "a.yaml", isPaused: true))
        let rows = [JobID(41), JobID(42)]
        #expect(model.scheduler.jobs.list.map(\.id) == rows)
        model.type(":reload\n")
        _ = model.handle(.fileRead(path: "a.yaml", text: text + "seed: 7\n"))
        #expect(model.session.scenario.seed == 7)
        #expect(model.scheduler.jobs.list.map(\.id) == rows)
        model.type("W")
        _ = model.handle(.key(.right))
        model.type("a")
        #expect(model.session.scenario.seed == 7 && model.session.scenario.tasks[0].duration != .fixed(.seconds(1)))
        #expect(model.scheduler.jobs.list.map(\.id) == rows)
        model.type(":enqueue up\n")
        #expect(model.scheduler.jobs.list.map(\.id.number) == [41, 42, 50])
    }

    @Test func `reload keeps what was done`() throws {
        var model = try dashboard(options: DashboardOptions(scenarioFile: "shop.yaml", isPaused: true))
        model.type("L:goto 1.25s\n:reload")
        #expect(model.handle(.key(.enter)) == [.readFile(path: "shop.yaml")])
        _ = model.handle(.fileRead(path: "shop.yaml", text: shopText))
        #expect(model.now == Instant(nanoseconds: 1_250_000_000))
        #expect(model.scheduler.state == .active)
    }

    @Test func `reload keeps the selected task, whatever its number is then`() throws {
        var model = try dashboard(
            "tasks: [{name: A, on: launch}, {name: B, on: launch}]\n",
            options: DashboardOptions(scenarioFile: "a.yaml", isPaused: true))
        model.type("/B\n:reload\n")
        let text = "tasks: [{name: B, on: launch}, {name: A, on: launch}]\n"
        _ = model.handle(.fileRead(path: "a.yaml", text: text))
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "B")
    }

    @Test func `a task injected after its event is planned once, and its row and details say what is missing`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n:inject Late on didBecomeActive duration 5ms\n:inject Never on memory\n")
        #expect(model.plan.runs.count == model.scheduler.taskCount)
        let folded = model.plan.foldedCount
        for _ in 0..<3 {
            model.observed = nil
            model.observeSession()
        }
        #expect(model.plan.foldedCount == folded)
        model.type("/Late\n")
        #expect(try #require(model.lines.first { $0.contains(">") && $0.contains("Late") }).contains("│"))
        model.type("\n")
        model.expectShown("no didBecomeActive since the task was injected")
        _ = model.handle(.key(.escape))
        model.type("/Never\n\n")
        model.expectShown("no didReceiveMemoryWarning has been delivered")
    }

    @Test func `a paused task is shown so, and resumes`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("Lp")
        #expect(model.notice?.text == "CrashReporter is paused: this run goes on, no other starts until p resumes it")
        let task = try #require(model.view.selection)
        #expect(model.scheduler.snapshot(of: task).isPaused)
        model.type("p")
        #expect(!model.scheduler.snapshot(of: task).isPaused)
    }

    @Test(
        arguments: [
            ("soon", "write 40ms, 1.5s, 2m or 1h"), ("1ms1s", "write units from large to small, each once"),
            ("99999999h", "the limit is ten years (87600h)"), ("87600h1ns", "the limit is ten years (87600h)"),
        ])
    func `goto says what is wrong with its duration`(typed: String, reason: String) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 1s\n:goto \(typed)\n")
        #expect(
            model.notice?.text
                == "\"\(typed)\" is not a duration; \(reason); a number alone is milliseconds, as in :goto 400")
        #expect(model.notice?.isAlarm == true)
        #expect(model.now == .zero + .seconds(1))
    }

    @Test func `no command moves time without a bound`() throws {
        var model = try dashboard("tasks: [{name: a, on: launch}]", options: DashboardOptions(isPaused: true))
        model.type("L:goto 300000000s\n")
        #expect(model.now - .zero == .seconds(DashboardModel.maximumMovedTicks))
        for _ in 0..<40 { model.type("-") }
        #expect(model.frame(columns: 80, rows: 24).lines[0].contains("ACTIVE"))
    }

    @Test func `names cannot steer the terminal`() throws {
        let model = try dashboard("tasks: [{name: \"a\\u202Eb\", on: launch}]")
        model.expectShown("<U+202E>")
    }
}
