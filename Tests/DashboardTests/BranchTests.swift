import ScreenKit
import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct BranchTests {
    private static let small = """
        lanes: {net: 1}
        tasks:
          - {name: Feed, on: launch, lane: net, duration: 300ms}
          - {name: Gone, on: launch, duration: 20ms}
          - {name: Home, on: launch, after: [Feed], duration: 50ms}
        """
    private static let other = """
        lanes: {cpu: 1, net: 1}
        tasks:
          - {name: Home, on: launch, after: [Feed], duration: 50ms}
          - {name: Feed, on: launch, lane: net, duration: 100ms}
        """

    @Test(arguments: [false, true])
    func `a scenario or a trace is compared by the names of its tasks`(isTrace: Bool) throws {
        var text = Self.other
        if isTrace {
            var recorded = try dashboard(Self.other)
            recorded.type("L:goto 1s\n")
            text = recorded.traceText
        }
        var model = try dashboard(Self.small, columns: 120, rows: 40)
        model.type(":compare other.file\n")
        #expect(model.handle(.fileRead(path: "other.file", text: text)).isEmpty)
        model.expectShown("compared with other.file, launch 150ms")
        #expect(model.lines[0].contains(" launch +200ms against other.file, which takes 150ms "), "\(model.lines[0])")
        let shifts = ["Feed", "Gone", "Home"].map { name in
            model.scheduler.task(named: name).flatMap { model.delta(of: $0) }
        }
        #expect(shifts == [.milliseconds(200), nil, .milliseconds(200)])
        let home = try #require(model.lines.first { $0.contains(" Home ") })
        #expect(home.contains(ScreenGlyph.ghost) && home.hasSuffix("+200ms"), "\(home)")
        model.type("DD")
        #expect(model.compared?.name == "other.file")
        _ = model.handle(.key(.escape))
        #expect(model.compared == nil)
    }

    @Test func `a file that is compared is not one that may be replaced`() throws {
        var model = try dashboard(Self.small)
        model.type(":compare other.yaml\n")
        _ = model.handle(.fileRead(path: "other.yaml", text: Self.other))
        model.type(":save-scenario other.yaml")
        let requests = model.handle(.key(.enter))
        let replaced = requests.compactMap { request -> Replacement? in
            if case .writeFile(_, _, let replacing) = request { replacing } else { nil }
        }
        #expect(replaced == [.known(nil)])
    }

    @Test func `what cannot be compared says why`() throws {
        var model = try dashboard(Self.small)
        model.type(":compare nobody\n")
        model.expectShown("nothing called nobody to compare with; a file's name has an ending")
        model.type(":compare bad.yaml\n")
        _ = model.handle(.fileRead(path: "bad.yaml", text: "tasks: 3"))
        model.expectShown("bad.yaml:1:8: error: ")
        #expect(model.compared == nil)
    }

    private func launched() throws -> DashboardModel {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 3s\n")
        return model
    }

    @Test func `a command that is refused begins no branch`() throws {
        var model = try launched()
        model.type(":goto 1900ms\n")
        #expect(model.session.hasLaterCommands)
        let records = model.session.knownRecords.count
        model.type("F")
        #expect(model.branches.isEmpty && model.session.knownRecords.count == records)
        #expect(model.notice?.isAlarm == true)
        model.type("M")
        #expect(model.branches.count == 1)
    }

    @Test func `a command in the past begins a branch, and the old course is kept`() throws {
        var model = try launched()
        let old = model.screen
        model.type(":goto 1500ms\nM")
        #expect(model.branchName == "B")
        #expect(model.branches.map(\.name) == ["A"])
        #expect(model.notice?.text.contains("branch B is new; A is kept") == true)
        model.type(":goto 3s\n")
        #expect(model.scheduler.state == .active)
        model.type(":branch A\n:goto 3s\n")
        #expect(model.branchName == "A")
        #expect(model.scheduler.state == .background)
        #expect(
            model.lines.dropFirst().dropLast(5)
                == old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropFirst().dropLast(5)
        )
        model.type(":branch name B\n")
        #expect(model.branchName == "A" && model.notice?.text == "branch B already exists")
        model.type(":branch name first\n:branch drop B\n:branch\n")
        #expect(model.lines[23].contains("this branch: first; kept: none"))
    }

    @Test func `the same command again is not a branch`() throws {
        var model = try launched()
        model.type(":goto 2s\n")
        #expect(model.session.hasFuture)
        _ = model.session.goBackBeforeCommands()
        model.observeSession()
        model.type("B")
        #expect(model.branches.isEmpty)
        #expect(model.scheduler.state == .background)
    }

    @Test func `a command with only time ahead is not a branch`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n:goto 1s\nM")
        #expect(model.branches.isEmpty)
    }

    @Test func `D compares: ghosts, differences and the launch`() throws {
        var model = try dashboard(columns: 100, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("D")
        #expect(model.lines[29].contains("nothing to compare with yet"))
        model.type("L:goto 2s\nB:goto 100ms\n:pause lane:async\n:goto 700ms\n:resume lane:async\n:goto 1s\nD")
        #expect(model.view.comparison == "A")
        #expect(model.lines[0].contains("B vs A: "))
        #expect(model.lines[3].contains("DELTA"))
        let row = try #require(model.lines.first { $0.contains("Session ") })
        #expect(row.contains("+"))
        model.expectShown("▁")
        model.type("D")
        #expect(model.view.comparison == nil)
    }

    @Test func `a branch is written out as a script of its own`() throws {
        var model = try launched()
        model.type(":goto 1500ms\nM:goto 3s\n:write b.scope")
        let requests = model.handle(.key(.enter))
        guard case .writeFile("b.scope", let text, _) = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(text.contains("at 1500ms memory-warning") && !text.contains("background"))
    }

    @Test func `at most sixteen are kept`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nM")
        for _ in 0..<20 { model.type(":goto 1s\nB:goto 1200ms\nF:goto 2s\n") }
        #expect(model.branches.count <= Branch.maximumCount)
        #expect(Set(model.branches.map(\.name)).count == model.branches.count)
    }
}

@Suite struct WhatIfTests {
    private func opened(_ task: String) throws -> DashboardModel {
        var model = try dashboard(columns: 100, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("/\(task)\nW")
        return model
    }

    @Test func `a shorter task shows the new launch time at once`() throws {
        var model = try opened("Database")
        model.expectShown(" launch 1.1s ")
        for _ in 0..<5 { _ = model.handle(.key(.left)) }
        model.expectShown(" launch 1.1s -> ")
        model.expectShown("(-")
        _ = model.handle(.key(.escape))
        _ = model.handle(.key(.escape))
        #expect(model.overlay == nil)
        #expect(model.session.scenario.tasks[4].duration == .fixed(.milliseconds(300)))
    }

    @Test func `the form names what the task comes after`() throws {
        var model = try opened("Session")
        model.expectShown("after Database, Keychain")
        model.type("jjj")
        _ = model.handle(.key(.right))
        model.expectShown("add or remove a dependency: _")
    }

    @Test(arguments: ["soon", "87600h1ns", "99999999h", "5x"])
    func `an invalid duration is refused with the limit`(typed: String) throws {
        var model = try opened("Session")
        model.type("\n")
        _ = model.handle(.key(.control("u")))
        model.type("\(typed)\n")
        guard case .whatIf(let form) = model.overlay else {
            Issue.record("no form")
            return
        }
        #expect(
            form.problem == "'\(typed)' is not a duration up to ten years; write 40ms, 1s..4s, 300ms +- 50ms, never")
        #expect(!form.hasChanges)
    }

    @Test(arguments: [30, 40, 60, 80, 100])
    func `the keys of the form are never cut`(columns: Int) throws {
        var model = try opened("Database")
        _ = model.handle(.resize(columns: columns, rows: 24))
        let wanted = [
            30: "a b r Esc", 40: "a b r Esc", 60: "arrows  letters type  a apply  b branch  Esc cancel",
            80: "Up Down field  Left Right value  letters type  a apply  b branch  r reset  Esc",
        ]
        #expect(
            model.screen.contains(
                " \(wanted[columns] ?? "Up Down choose  Left Right change  letters type  a apply  b as a branch  r reset  Esc cancel") "
            ))
    }

    @Test func `another event and blocks are changes, too`() throws {
        var model = try opened("Database")
        model.type("jjjj")
        model.expectShown("> on  didFinish")
        _ = model.handle(.key(.right))
        model.expectShown("> on  didFinish -> active")
        _ = model.handle(.key(.left))
        _ = model.handle(.key(.down))
        _ = model.handle(.key(.right))
        model.expectShown("> blocks  false -> true")
        model.type("a")
        #expect(model.session.scenario.tasks[4].spec.blocks == true)
        model.type("/Heartbeat\nWjjjjl")
        model.expectShown("no event of a launch releases this task")
    }

    @Test func `a wider lane, applied and saved`() throws {
        var model = try opened("Database")
        model.type("k")
        _ = model.handle(.key(.right))
        model.expectShown("async 1 -> 2")
        model.type("a")
        #expect(model.session.scenario.configuration.lanes[1].width == 2)
        #expect(model.branches.isEmpty)
        model.type(":save-scenario wide.yaml")
        let requests = model.handle(.key(.enter))
        guard case .writeFile("wide.yaml", let text, _) = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(text.contains("async: 2"))
    }

    @Test func `kept as a branch, what was done is done again and compared`() throws {
        var model = try dashboard(columns: 100, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n/Database\nW\n")
        _ = model.handle(.key(.control("u")))
        model.type("100ms\nb")
        #expect(model.branchName == "B")
        #expect(model.view.comparison == "A")
        #expect(model.now == Instant(nanoseconds: 2_000_000_000))
        #expect(model.lines[0].contains("B vs A: -"))
    }

    @Test func `applied in the past, later commands are kept and are carried out again`() throws {
        var model = try dashboard(columns: 100, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 2500ms\nF:goto 1s\n/Database\nW\n")
        _ = model.handle(.key(.control("u")))
        model.type("100ms\na")
        #expect(
            model.notice?.text.hasPrefix("Database takes 100ms; the 2 later commands are kept, launch 1.1s -> ") == true
        )
        #expect(model.now == .zero + .seconds(1))
        model.type(":goto 2200ms\n")
        #expect(model.scheduler.state == .background)
        model.type(":goto 3s\n")
        #expect(model.scheduler.state == .active)
        #expect(model.session.scenario.tasks[4].duration == .fixed(.milliseconds(100)))
        #expect(model.branches.isEmpty)
    }

    @Test func `the log names tasks as before, and the graph shows a changed edge`() throws {
        var model = try dashboard(columns: 160, rows: 48, options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n/Database\n")
        let log = model.logLines(count: 20, skipping: 0)
        #expect(log.contains { $0.subject.hasPrefix("Heartbeat") })
        model.type("W")
        _ = model.handle(.key(.right))
        model.type("ja")
        model.expectNotShown("#")
        #expect(model.logLines(count: 20, skipping: 0).contains { $0.subject == "Heartbeat" })
        model.type("Wjjj\nLogger\n")
        model.type("a")
        #expect(model.scheduler.predecessors(of: TaskID(4)).isEmpty)
        #expect(model.graphView(model.layout)?.tasks.tasks.contains(TaskID(1)) == false)
    }

    @Test func `what is left of a script stays with a change and with reload`() throws {
        let options = DashboardOptions(scenarioFile: "shop.yaml", isPaused: true)
        var model = try dashboard(columns: 100, rows: 30, options: options)
        model.type(":play a.scope\n")
        _ = model.handle(.fileRead(path: "a.scope", text: "at 100ms launch\nwait until launched\n+1s background\n"))
        model.type("/Database\nW\n")
        _ = model.handle(.key(.control("u")))
        model.type("100ms\na:reload\n")
        _ = model.handle(.fileRead(path: "shop.yaml", text: shopText))
        #expect(model.now == .zero && model.scheduler.state == .notRunning)
        model.type(":goto 1500ms\n")
        #expect(model.scheduler.state == .active)
        model.type(":goto 3s\n")
        #expect(model.scheduler.state == .background)
    }

    @Test func `reload keeps branches and later commands`() throws {
        var model = try dashboard(options: DashboardOptions(scenarioFile: "shop.yaml", isPaused: true))
        model.type("L:goto 2s\nB:goto 3s\n:goto 1500ms\nM:goto 2s\nB:goto 1800ms\nG:reload\n")
        let selected = try #require(model.view.selected)
        _ = model.handle(.fileRead(path: "shop.yaml", text: shopText))
        #expect(model.notice?.text == "reloaded shop.yaml; the later command is kept")
        #expect(model.branches.map(\.name) == ["A"] && model.branchName == "B")
        #expect(model.view.selected == selected && model.now == .zero + .milliseconds(1800))
        model.type(":goto 3s\n")
        #expect(model.scheduler.state == .background)
    }

    @Test func `the form refuses impossible values`() throws {
        var model = try opened("Logger")
        model.type("jjj\nSession\n")
        model.expectShown("a cycle: ")
        model.type("\nNobody\n")
        model.expectShown("the scenario has no task 'Nobody'")
        model.type("jjjh")
        model.expectShown("lane main always has width 1")
        model.type("a")
        #expect(model.notice?.text == "no change yet: Left and Right change a value, letters and digits type one")
        // The form stays.
        model.expectShown("What if: Logger")
    }
}
