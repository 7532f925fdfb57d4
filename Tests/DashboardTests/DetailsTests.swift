import Planning
import SchedulerCore
import Testing

@testable import Dashboard

/// What Enter tells of a task: whom it waits for, who needs it, and whom it delays in its lane.
@Suite struct DetailsTests {
    @Test func `keys that are none of the box's own do what the key line says`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 40)
        model.type("/Catalog\n\n")
        guard case .details = model.overlay else { return #expect(Bool(false), "\(model.screen)") }
        model.type("L")
        guard case .details = model.overlay else { return #expect(Bool(false), "\(model.screen)") }
        #expect(model.scheduler.state != .notRunning)
        model.type("W")
        guard case .whatIf = model.overlay else { return #expect(Bool(false), "\(model.screen)") }
        _ = model.handle(.key(.escape))
        model.type("\nj")
        guard case .details = model.overlay else { return #expect(Bool(false), "\(model.screen)") }
    }

    /// The lines before the run: what the task is.
    private func details(_ task: String, at time: String? = "2s") throws -> [String] {
        var plain = PlainSession(model: try dashboard(options: DashboardOptions(isPaused: true)))
        if let time {
            _ = plain.handle("launch")
            _ = plain.handle("goto \(time)")
        }
        return plain.handle("why \(task)").lines
    }

    private func line(_ title: String, _ lines: [String]) -> String? {
        lines.first { $0.hasPrefix(title) }.map { String($0.dropFirst(12)) }
    }

    @Test(
        arguments: [
            ("CrashReporter", "no task", "Logger, Keychain"),
            ("Logger", "CrashReporter", "RemoteConfig, Database, FlushLogs"),
            ("Database", "Logger", "Session, ImageCache"), ("ImageCache", "Database", "Prefetch, PurgeCache"),
            ("SaveState", "Session", "no task"), ("Heartbeat", "no task", "no task"),
        ])
    func `a task waits for its predecessors and is needed by its successors`(
        task: String, predecessors: String, successors: String
    ) throws {
        let lines = try details(task)
        #expect(line("needs", lines) == predecessors)
        #expect(line("needed by", lines) == successors)
    }

    @Test(
        arguments: [
            ("Logger", "Keychain in lane main"), ("RemoteConfig", "Database in lane async"), ("CrashReporter", nil),
            ("Database", nil), ("FeatureFlags", nil), ("ImageCache", "推送注册 in lane afterLaunch"), ("FlushLogs", nil),
        ] as [(String, String?)])
    func `tasks that queued behind it in its lane are delayed`(task: String, wanted: String?) throws {
        // The same before the launch, in it and after it; what has begun was delayed.
        for time in [nil, "100ms", "2s"] {
            let lines = try details(task, at: time)
            #expect((line("delays", lines) ?? line("delayed", lines)) == wanted)
            if time == "2s" { #expect(line("delays", lines) == nil) }
        }
    }

    @Test func `several are delayed by one, and named in the order in which they began`() throws {
        let text = """
            lanes: {network: 1}
            tasks:
              - {name: First, on: launch, lane: network, priority: high, duration: 100ms}
              - {name: Second, on: launch, lane: network, duration: 100ms}
              - {name: Third, on: launch, lane: network, duration: 100ms}
              - {name: Home, on: launch, after: [First, Second, Third], duration: 10ms}
            """
        var plain = PlainSession(model: try dashboard(text, options: DashboardOptions(isPaused: true)))
        _ = plain.handle("launch")
        _ = plain.handle("advance 1s")
        #expect(line("delayed", plain.handle("why First").lines) == "Second, Third in lane network")
        #expect(line("delayed", plain.handle("why Second").lines) == "Third in lane network")
        #expect(line("delay", plain.handle("why Third").lines) == nil)
    }

    @Test func `80x24`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n/Logger\n\n")
        model.expectShown("│ needs       CrashReporter      ")
        model.expectShown("│ needed by   RemoteConfig, Database, FlushLogs      ")
        model.expectShown("│ delayed     Keychain in lane main      ")
    }

    @Test func `how a task fails and is tried again is written as in its scenario`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Flaky, on: launch, lane: net, duration: 30ms, retry: {limit: 2, delay: 20ms}, outcome: [fail, success]}
              - {name: Home, on: launch, after: [Flaky], duration: 10ms}
            """
        var plain = PlainSession(model: try dashboard(text, options: DashboardOptions(isPaused: true)))
        let lines = plain.handle("why Flaky").lines
        #expect(line("outcome", lines) == "[fail, success]" && line("retry", lines) == "{limit: 2, delay: 20ms}")
        let home = plain.handle("why Home").lines
        #expect(line("outcome", home) == nil && line("retry", home) == nil)
    }

    @Test func `a task that was destroyed before a launch is not in it, but in the one after`() throws {
        var plain = PlainSession(model: try dashboard(options: DashboardOptions(isPaused: true)))
        _ = plain.handle("destroy Logger")
        let lines = plain.handle("why Logger").lines
        #expect(line("next run", lines) == "none: it is destroyed")
        let words = "the process after the next launch has it again, unless it was injected"
        #expect(lines.contains("Logger is destroyed: \(words)"))
        func exists(_ model: DashboardModel) -> Bool {
            model.scheduler.task(named: "Logger").map { model.scheduler.snapshot(of: $0).exists } ?? false
        }
        _ = plain.handle("launch")
        #expect(!exists(plain.model))
        _ = plain.handle("goto 5s")
        #expect(plain.handle("why Logger").lines.contains { $0.hasPrefix("Logger is destroyed: the next process") })
        for line in ["terminate", "advance 5s", "launch"] { _ = plain.handle(line) }
        #expect(exists(plain.model))
    }

    @Test func `a turn that waits for the one before is told once that is over`() throws {
        let text = """
            clock: {interval: 50ms}
            lanes: {net: 1}
            tasks:
              - {name: Feed, on: launch, lane: net, duration: 470ms}
              - {name: Beat, every: 250ms, lane: net, duration: 40ms}
            """
        var plain = PlainSession(model: try dashboard(text, options: DashboardOptions(isPaused: true)))
        _ = plain.handle("launch")
        _ = plain.handle("goto 500ms")
        let lines = plain.handle("why Beat").lines
        #expect(lines.contains { $0.hasPrefix("Beat run 1") } && lines.contains { $0.hasPrefix("runs since  470ms") })
        #expect(line("next run", lines) == "at 510ms, as planned")
        // A turn that waits for its lane runs when that is free, in details and table alike.
        var model = try dashboard(text, columns: 130, rows: 36, options: DashboardOptions(isPaused: true))
        for time in ["40ms", "300ms"] {
            model.type("L:goto \(time)\n/Beat\n")
            let row = try #require(model.lines.first { $0.contains(" Beat ") })
            #expect(row.contains(" 470ms "), "\(row)")
            #expect(
                DetailsText(context: model.blankScreen.context, task: TaskID(1)).lines().contains(
                    "next run    at 470ms, as planned"))
        }
    }

    @Test func `a pause that is over parked a run in the past`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Guest, on: launch, lane: net, duration: 100ms}
              - {name: Stay, on: launch, lane: net, after: Guest, blocks: true, duration: 100ms}
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        func lines() -> [String] { DetailsText(context: model.blankScreen.context, task: TaskID(1)).lines() }
        model.type("L:goto 50ms\n:pause lane:net\n:goto 120ms\n")
        #expect(lines().contains("parked at 50ms: lane net is paused"), "\(lines())")
        model.type(":resume lane:net\n:goto 150ms\n")
        #expect(lines().contains("parked at 50ms: lane net was paused"), "\(lines())")
    }

    @Test func `a timer says when its first turn is due, and what it will wait for then`() throws {
        let text = """
            lanes: {net: 1}
            clock: {interval: 100ms}
            tasks:
              - {name: Feed, on: launch, lane: net, duration: 250ms}
              - {name: Beat, every: 100ms, lane: net, duration: 20ms}
              - {name: Calm, every: 300ms, duration: 20ms}
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        func lines(_ task: Int) -> [String] {
            let context = model.blankScreen.context
            return DetailsText(context: context, task: TaskID(task)).lines()
                + SelectionText(context: context, task: TaskID(task)).lines(count: 1, columns: 200)
        }
        for _ in 0..<2 {
            #expect(lines(1).contains("its first turn is due at 100ms: will wait 150ms"), "\(lines(1))")
            #expect(lines(1).contains { $0.hasPrefix("its first turn is due at 100ms: will wait 150ms for lane net") })
            #expect(lines(2).contains("its first turn is due at 300ms: it will not wait"), "\(lines(2))")
            model.type("L:goto 50ms\n")
        }
    }
}
