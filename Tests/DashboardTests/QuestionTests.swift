import ScenarioFormat
import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// A question asked during a talk is over with the next Space: the script goes on as if it had not been asked.
@Suite struct QuestionTests {
    private let scene = """
        name: Courier
        lanes: {net: 1, disk: 1}
        tasks:
          - {name: Settings, on: launch, lane: disk, duration: 100ms}
          - {name: Flags, on: launch, lane: net, after: [Settings], duration: 200ms}
          - {name: Login, on: launch, after: [Flags], duration: 50ms, blocks: true}
          - {name: Late, on: active, lane: net, duration: 500ms}
        """

    private let talk = """
        note Nothing runs yet.
        speed 1/10
        launch
        at 50ms note Settings is read first.
        select Flags
        highlight Flags
        at 150ms note Flags runs.
        try net 2 wide, Login high
        wait until launched
        note It is launched.
        """

    private func stage(_ closing: String = "") throws -> DashboardModel {
        var session = try Session(scenario: scenario(scene))
        let (lines, diagnostics) = ScriptParser.parse(
            text: talk + "\n" + closing, file: "talk.scope", scenario: session.scenario)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        session.play(lines)
        var options = DashboardOptions()
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: 80, rows: 24))
        return model
    }

    private func goOn(_ model: inout DashboardModel, by key: Key = .right) {
        _ = model.handle(.key(key))
        for _ in 0..<5_000 where model.playback.isRunning { _ = model.handle(.elapsed(.milliseconds(33))) }
    }

    @Test(arguments: ["p", "B", "M"])
    func `a command while a talk plays stops time, and the next Space goes on without it`(key: String) throws {
        var plain = try stage()
        for _ in 0..<3 { goOn(&plain) }
        var model = try stage()
        goOn(&model)
        _ = model.handle(.key(.character(" ")))
        for _ in 0..<20 { _ = model.handle(.elapsed(.milliseconds(33))) }
        #expect(model.playback.isRunning)
        model.type(key)
        #expect(!model.playback.isRunning)
        for _ in 0..<2 { goOn(&model) }
        #expect(model.now == plain.now && model.lines == plain.lines, "\(model.screen)\n\(plain.screen)")
    }

    @Test("While a talk plays, only a key that opens something stops time", arguments: [("j", true), ("?", false)])
    func playsOn(key: String, isRunning: Bool) throws {
        var model = try stage()
        goOn(&model)
        _ = model.handle(.key(.character(" ")))
        _ = model.handle(.elapsed(.milliseconds(33)))
        model.type(key)
        #expect(model.playback.isRunning == isRunning)
    }

    @Test func `a note of one's own at a stop is no further stop`() throws {
        var model = try stage()
        goOn(&model)
        model.expectShown("2 of 4")
        model.type(":note Mine\n")
        model.expectShown("2 of 4")
        _ = model.handle(.key(.escape))
        model.expectShown("2 of 4")
        model.expectShown("Settings is read first.")
    }

    @Test(
        arguments: [
            "jjj", ":select Late\n", ":goto 340ms\n", ":goto 0s\n", "...", ",,", "W", "Wj", "c", "fLogin\n", "s+++",
            "Baa",
            ":pause Flags\n", "p", "T", "X", "XX", ":inject New on active\n", ":only Late\n", ":hide lanes\n",
            "D", ":speed 4\n", "4z", ":branch\n", ":note Mine\n", "E", "?", ":try disk 2 wide\n", "3", "Wj+a",
        ])
    func `Space and Right go on, and Left returns, as if nothing had been asked`(keys: String) throws {
        var plain = try stage()
        var stops = [plain.lines]
        for _ in 0..<3 {
            goOn(&plain)
            stops.append(plain.lines)
        }
        for stop in 0..<3 {
            for key in [Key.character(" "), .right, .left] {
                var model = try stage()
                for _ in 0..<stop { goOn(&model) }
                #expect(model.lines == stops[stop])
                model.type(keys)
                // What is open takes keys of its own until it is closed.
                if key != .character(" ") || keys == "?" {
                    for _ in 0..<3 where model.overlay != nil { _ = model.handle(.key(.escape)) }
                }
                goOn(&model, by: key)
                let wanted = key == .left ? stop : stop + 1
                #expect(model.lines == stops[wanted], "\(keys) at \(stop), \(key)\n\(model.screen)")
            }
        }
    }

    @Test func `the speaker's pace holds for all that follows, and is no question`() throws {
        var model = try stage()
        model.type("<<")
        #expect(model.notice?.text == "from here on, time runs at x1/50" && !model.isQuestion)
        goOn(&model)
        #expect(model.playback.rate == 20)
        model.type(">>>")
        #expect(model.notice?.text == "from here on, time runs at x1/4")
        goOn(&model)
        #expect(model.playback.rate == 250 && model.stop.number == 3)
        _ = model.handle(.key(.left))
        #expect(model.stop.number == 2)
    }

    @Test func `what a talk has not come to yet is no part of a change that it tries`() throws {
        var model = try stage("terminate\nnote It has ended.\n")
        for _ in 0..<3 { goOn(&model) }
        let launched = try #require(model.tried)
        #expect(!launched.plan.events.contains { $0.event == .willTerminate })
        #expect(launched.plan.runs.joined().allSatisfy { run in run.attempts.allSatisfy { $0.outcome != .cancelled } })
    }

    @Test func `a question looks beyond the caption`() throws {
        var model = try stage()
        goOn(&model)
        model.type(":goto 340ms\n")
        #expect(model.now == .zero + .milliseconds(340))
        model.expectShown("Login")
        model.type(" ")
        #expect(model.now == .zero + .milliseconds(50))
    }

    @Test func `the line after quitting counts expectations that failed, those that close the script, too`() throws {
        var model = try stage("expect launch <= 10ms\nexpect launch <= 1s\n")
        #expect(!model.summaryLine.contains("failed"))
        for _ in 0..<3 { goOn(&model) }
        #expect(model.summaryLine.hasSuffix("1 of 2 expectations failed"), "\(model.summaryLine)")
    }

    @Test(arguments: ["a", "W"])
    func `a talk shows again what its script tries after a form or the list is closed`(key: String) throws {
        var model = try stage()
        for _ in 0..<2 { goOn(&model) }
        while model.tried == nil, model.stop.number < model.stop.count { goOn(&model) }
        let name = try #require(model.tried?.name)
        model.answer(model.handle(.key(.character(key[key.startIndex]))))
        _ = model.handle(.key(.escape))
        #expect(!model.hasOverlay && model.tried?.name == name)
    }

    @Test func `a live recording has a mark at each stop, with its caption`() throws {
        var model = try stage()
        #expect(model.landmark == (1, "Nothing runs yet."))
        goOn(&model)
        #expect(model.landmark == (2, "Settings is read first."))
    }

    @Test func `the rows that a script chose survive a change that is applied`() throws {
        var model = try stage()
        goOn(&model)
        model.type(":only Flags, Login\nW")
        _ = model.handle(.key(.right))
        model.type("a")
        #expect(model.session.scenario.tasks.contains { $0.duration != .fixed(.milliseconds(100)) })
        #expect(model.order.tasks.map { model.scheduler.name(of: $0) } == ["Flags", "Login"])
    }

    @Test func `after quitting, each failed expectation is named with its place`() throws {
        var model = try stage("expect launch <= 10ms\n")
        while model.hasMoreToShow { goOn(&model) }
        #expect(model.failedExpectations.count == 1)
        #expect(model.failedExpectations.first?.hasSuffix(":11: expected launch <= 10ms; launch 350ms") == true)
    }

    @Test func `a speed behind a stop holds from the first frame`() throws {
        var model = try stage()
        _ = model.handle(.key(.character(" ")))
        _ = model.handle(.elapsed(.milliseconds(40)))
        #expect(model.now == .zero + .milliseconds(4))
    }

    @Test func `a change that is tried to answer a question stays at an earlier instant`() throws {
        var model = try stage()
        for _ in 0..<2 { goOn(&model) }
        model.type(":try net 3 wide\n:goto 60ms\n")
        #expect(model.tried?.name == "net 3 wide")
    }

    @Test func `compare before says that nothing was applied`() throws {
        var model = try stage("compare before\n")
        while model.hasMoreToShow { goOn(&model) }
        _ = model.handle(.key(.character(" ")))
        #expect(model.notice?.text.contains("nothing called") != true)
    }

    @Test func `an answer beyond the caption keeps the caption, and the script directs nothing`() throws {
        var model = try stage()
        goOn(&model)
        model.type(":select Late\n:goto 340ms\n")
        model.expectShown("Settings is read first.")
        model.expectNotShown("Flags runs.")
        model.expectShown("aside: Esc returns to stop 2 of 4, Space plays on")
        #expect(model.view.selection == model.scheduler.task(named: "Late"))
        #expect(model.tried == nil)
        model.type(":select Login\n:goto 10ms\n")
        #expect(model.view.selection == model.scheduler.task(named: "Login"))
        model.expectShown("Settings is read first.")
        goOn(&model)
        model.expectShown("Flags runs.")
    }

    @Test func `the last stop is the end: Space says so`() throws {
        var model = try stage()
        for _ in 0..<3 { goOn(&model) }
        model.expectShown("4 of 4  the end: q ends")
        let end = model.now
        for key in [Key.right, .character(" ")] {
            goOn(&model, by: key)
            #expect(model.now == end)
            model.expectShown("that was the last stop: PgUp goes back, q ends")
        }
        goOn(&model, by: .pageUp)
        model.expectShown("Flags runs.")
    }

    @Test func `the script of a talk is never replaced unasked`() throws {
        var model = try stage()
        model.type(":write talk.scope")
        let requests = model.handle(.key(.enter))
        let replaced = requests.compactMap { if case .writeFile(_, _, let replacing) = $0 { replacing } else { nil } }
        #expect(replaced == [.known(nil)])
        // One that was read in the session is none of its own either.
        model.type(":play other.scope\n")
        _ = model.handle(.fileRead(path: "other.scope", text: "launch\n"))
        model.type(":write other.scope")
        let later = model.handle(.key(.enter))
        #expect(
            later.contains { if case .writeFile(_, _, .known(nil)) = $0 { true } else { false } }, "\(later)")
    }

    @Test func `several changes are tried together`() throws {
        let text = "net width 3, Login priority high, Late on launch, active"
        let changes = try ChangeText(scenario(scene)).readAll(text)
        #expect(changes.count == 3)
        var model = try dashboard(scene, options: DashboardOptions(isPaused: true))
        model.type(":try disk width 2, Flags duration 20ms\n")
        model.expectShown("-> 170ms")
        model.type(":untry\n")
        model.expectNotShown("->")
        model.type(":try disk width 2, Flags duration soon\n")
        #expect(model.notice?.isAlarm == true)
    }

    @Test func `at a stop that tries a change, an earlier instant is shown as it was, and Space tries it again`() throws
    {
        var model = try stage()
        for _ in 0..<3 { goOn(&model) }
        #expect(model.tried?.name == "net 2 wide, Login priority high" && model.caption == "It is launched.")
        for key in ":100ms" { _ = model.handle(.key(.character(key))) }
        _ = model.handle(.key(.enter))
        #expect(model.tried == nil && model.now == .zero + .milliseconds(100))
        _ = model.handle(.key(.escape))
        #expect(model.tried != nil && model.caption == "It is launched.")
    }

    @Test func `a question that left nothing on the stage is none for the room`() throws {
        var model = try stage()
        goOn(&model)
        for key in ["?", ":"] {
            model.type(key)
            _ = model.handle(.key(.escape))
            model.expectShown("2 of 4  Space: next")
        }
        model.type("c")
        model.expectShown("aside: Esc returns to stop 2 of 4")
    }

    @Test func `no row has the mark of the selection before a row is chosen`() throws {
        var model = try stage()
        let marks = { (model: DashboardModel) in model.lines.filter { $0.dropFirst().hasPrefix("> ") }.count }
        #expect(marks(model) == 0, "\(model.screen)")
        model.type("j")
        #expect(marks(model) == 1, "\(model.screen)")
        _ = model.handle(.key(.escape))
        #expect(marks(model) == 0, "\(model.screen)")
        goOn(&model)
        goOn(&model)
        #expect(marks(model) == 1, "\(model.screen)")
    }

    @Test func `the caption is dim from the moment at which its stop is left`() throws {
        var model = try stage()
        goOn(&model)
        func isDim() throws -> Bool {
            let frame = model.frame(columns: 80, rows: 24)
            let row = try #require(frame.lines.firstIndex { $0.contains("   Settings is read first.") })
            return frame[3, row].style.attributes.contains(.dim)
        }
        #expect(try !isDim())
        _ = model.handle(.key(.character(" ")))
        _ = model.handle(.elapsed(.milliseconds(100)))
        #expect(try isDim())
        _ = model.handle(.key(.character(" ")))
        model.expectShown("paused: Space goes on")
        #expect(try isDim())
        goOn(&model)
        goOn(&model, by: .left)
        #expect(try !isDim())
        // What nobody planned is no part of the stop either.
        model.type(":pause Flags\n")
        #expect(try isDim())
        _ = model.handle(.key(.escape))
        #expect(try !isDim())
    }

    @Test func `the last caption is dim once the rest of the script has taken time`() throws {
        var model = try stage("advance 1s")
        for _ in 0..<3 { goOn(&model) }
        func isDim() throws -> Bool {
            let frame = model.frame(columns: 80, rows: 24)
            let row = try #require(frame.lines.firstIndex { $0.contains("   It is launched.") })
            return frame[3, row].style.attributes.contains(.dim)
        }
        #expect(try model.stop.number == 4 && !isDim())
        goOn(&model)
        #expect(try model.now > .zero + .seconds(1) && isDim())
    }

    @Test func `the first stop has none before it`() throws {
        var model = try stage()
        for _ in 0..<2 { _ = model.handle(.key(.pageUp)) }
        #expect(model.caption == "Nothing runs yet." && model.stop.number == 1)
    }
}
