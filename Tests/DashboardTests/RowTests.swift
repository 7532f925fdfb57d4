import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

@Suite struct RowTests {
    @Test func `an injected task is shown, and a post that no task waits for says so`() throws {
        var text = "tasks:\n  - {name: Sync, notification: Reach, duration: 10ms}\n"
        for number in 0..<40 { text += "  - {name: T\(number), on: launch, duration: 10ms}\n" }
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:post Reach\n")
        #expect(model.notice == nil)
        model.type(":post reach\n")
        #expect(model.notice?.text == "no task waits for reach")
        model.expectNotShown("> New ")
        model.type(":inject New on active\n")
        model.expectShown("> New ")
    }

    @Test func `a task that is gone after its run shows how that ended`() throws {
        let text = """
            tasks:
              - {name: Once, on: launch, autoRemove: true, duration: 10ms}
              - {name: Bad, on: launch, autoRemove: true, duration: 10ms, outcome: fail}
              - {name: Never, on: background, autoRemove: true}

            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 1s\n:destroy Never\n")
        let letters = model.order.tasks.map { model.stateLetter($0).rawValue }
        #expect(letters == ["D", "F", "X"], "\(model.order.tasks.map { model.scheduler.name(of: $0) }) \(letters)")
    }

    @Test func `what is odd about the file stands among the findings`() throws {
        var options = DashboardOptions(isPaused: true)
        options.fileLints = ["3:17 no task uses lane \"io\"; use it or drop it [unused-lane]"]
        let model = try dashboard(shopText, columns: 160, rows: 48, options: options)
        model.expectShown("file 3:17 no task uses lane")
    }

    @Test func `a demonstration begins with a task that waits for another and for its lane`() throws {
        var model = DashboardModel(session: try Session(scenario: scenario(shopDemo())))
        model.selectWaiting()
        _ = model.handle(.resize(columns: 80, rows: 24))
        model.expectShown("─ Catalog (didFinish) will wait 262ms, then run 156ms ")
        let selected = model.view.selected
        model = try dashboard("tasks: [{name: A, on: launch}]")
        model.selectWaiting()
        #expect(selected != nil && model.view.selected == model.order.rows.first)
    }

    @Test func `rows sorted by their waits show these at any width`() throws {
        var model = try dashboard(shopDemo(), options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n")
        model.expectNotShown("WAIT")
        model.type("ssss")
        #expect(model.view.sort == .wait)
        model.expectShown("OWN      WAIT\n")
        let frame = model.frame(columns: 80, rows: 24)
        let row = try #require(model.layout.headingRow)
        #expect(frame.row(row)[76..<80].allSatisfy { $0.style.attributes.contains(.reverse) })
        #expect(!frame.row(row)[75].style.attributes.contains(.reverse))
        let causes = model.lines[row + 1...row + 3].map { $0.split(separator: " ").last ?? "" }
        #expect(causes.allSatisfy { ["d", "l", "dl", "ld"].contains($0) }, "\(causes)")
    }

    @Test func `a selected lane says how busy it is, whom it serves and who waits`() throws {
        var model = try dashboard(shopDemo(), options: DashboardOptions(isPaused: true))
        model.type("L:goto 400ms\n")
        for _ in 0..<60 where model.view.selected.map({ if case .lane = $0 { false } else { true } }) ?? true {
            _ = model.handle(.key(.down))
        }
        _ = model.handle(.key(.down))
        model.expectShown("lane network: p pauses it")
        model.expectShown("97% busy during the launch; Catalog runs, Cart, Offers, RemoteConfig +1 wait")
        model.expectShown("serves in this order: Session, Recommendations, Catalog, Cart, Offers")
    }

    private func names(_ model: DashboardModel) -> [String] { model.order.tasks.map { model.scheduler.name(of: $0) } }

    @Test(
        arguments: [
            ("lane:async", ["RemoteConfig", "Database", "FlushLogs"]), ("prio>=critical on:terminate", ["SaveState"]),
            ("prio>=critical on:didFinish", ["RootView"]),
            ("!lane:main !lane:after", ["RemoteConfig", "Database", "FlushLogs"]),
            ("prio<default", ["ImageCache", "推送注册", "Prefetch"]), ("prio<=low", ["ImageCache", "推送注册", "Prefetch"]),
            ("state:D on:willFinish !logger", ["CrashReporter", "Keychain"]),
            ("!prio:high lane:main !on:every", ["CrashReporter", "Logger", "FeatureFlags", "RootView", "SaveState"]),
        ] as [(String, [String])])
    func `a filter's words must all hold`(filter: String, wanted: [String]) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.25s\nf\(filter)\n")
        #expect(names(model) == wanted)
    }

    @Test func `a filter for states shows the rows of the moment that is gone to`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 25ms\nfstate:R\n")
        #expect(names(model) == ["CrashReporter"])
        model.type(":goto 225ms\n")
        #expect(names(model) == ["RemoteConfig"])
    }

    @Test func `a word names the states that begin with it, waiting those for a lane, too`() throws {
        func shown(_ filter: String) throws -> [String] {
            var model = try dashboard(options: DashboardOptions(isPaused: true))
            model.type("L:goto 25ms\nf\(filter)\n")
            return names(model)
        }
        #expect(try shown("state:waiting") == shown("state:wl") && !shown("state:wl").isEmpty)
        #expect(try shown("state:run") == ["CrashReporter"])
    }

    @Test(arguments: ["prio>=urgent", "state:Q", "!state:9", "state:", "wait>100"])
    func `a word that is not a filter is named`(word: String) throws {
        var model = try dashboard()
        model.type("f\(word)\n")
        model.expectShown("unknown filter")
        #expect(names(model).count == 16)
    }

    @Test func `the selection stays with its task when rows move`() throws {
        var model = try dashboard()
        model.type("/router\nssS")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "Router")
        model.type("frouter\n")
        _ = model.handle(.key(.escape))
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "Router")
    }

    @Test func `lanes are rows below the tasks, and p pauses them`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("LGGp")
        #expect(model.scheduler.snapshot(of: LaneID(2)).isPaused)
        #expect(model.session.script().contains("pause lane:afterLaunch"))
        model.expectShown("P> lane afterLaunch")
        model.type("p")
        #expect(!model.scheduler.snapshot(of: LaneID(2)).isPaused)
    }

    @Test func `groups count their tasks by state, open and close`() throws {
        var model = try dashboard(columns: 120, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.25s\n:group lane\n")
        #expect(model.order.groups.map(\.name) == ["lane main", "lane async", "lane afterLaunch"])
        model.expectShown("-  lane async  3 tasks  D 2 I 1")
        model.type("gg\n")
        #expect(model.order.rows.count == 9)
        model.expectShown("+> lane main")
        model.type("/Keychain\n")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "Keychain")
        #expect(model.order.rows.count == 19)
    }

    @Test func `very many tasks are grouped by prefix`() throws {
        var scenario = Scenario(name: "big")
        for number in 0..<300 {
            let name = number < 290 ? "analytics/step\(number)" : "single \(number)x"
            scenario.tasks.append(
                ScenarioTask(
                    spec: TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching))),
                    duration: .fixed(.milliseconds(1))))
        }
        var model = DashboardModel(session: try Session(scenario: scenario), options: DashboardOptions(isPaused: true))
        _ = model.handle(.resize(columns: 160, rows: 30))
        #expect(model.order.rows.count == 11)
        model.type("L:goto 150ms\n")
        #expect(model.lines[4].hasPrefix("+> analytics/*  290 tasks  R 1 D 150"))
        #expect(model.lines[4].contains("▁") || model.lines[4].contains("█"))
        model.type("\n")
        #expect(model.order.rows.count == 301)
        model.type("/step7\n")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "analytics/step7")
    }

    @Test func `a finding is jumped to with its sentence, also into a closed group`() throws {
        var model = try advised(shopText)
        model.type(":group lane\njjj")
        model.type("L:goto 2s\ngg\n}")
        let finding = try #require(model.findings.first)
        model.expectShown(finding.text.prefix(40))
        let row = try #require(model.selectedRow)
        #expect(model.rowKey(row).task != nil || model.view.selected == .lane(LaneID(1)))
    }

    @Test(
        "The prefix that a name shares with similar ones",
        arguments: [
            ("Task12", "Task*"), ("net/http/get", "net/http/*"), ("a.b", "a.*"), ("x:1", "x:*"), ("step_2", "step_*"),
            ("名前１２", "名前*"), ("名前12", "名前*"), ("Cache", nil), ("12", nil), ("１２", nil), ("/", nil), ("", nil),
            ("n1\u{301}", "n*"), (".hidden3", ".hidden*"),
        ] as [(String, String?)])
    func prefixes(name: String, prefix: String?) {
        #expect(Grouping.prefix(of: name) == prefix)
    }

    @Test func `after a relaunch a row has what its launch is to bring, not what the process before did`() throws {
        let tasks = """
            tasks:
              - {name: Keys, on: launch, duration: 20ms}
              - {name: Feed, on: launch, after: Keys, duration: 300ms}
            """
        var model = try dashboard(tasks, columns: 100, options: DashboardOptions(isPaused: true))
        model.type("L:goto 30ms\nTT:goto 40ms\n")
        #expect(model.lines.first { $0.contains(" Feed ") && $0.contains("main") }?.contains(" 10ms") == true)
        model.type("L")
        #expect(model.plan.shownRun(of: TaskID(1), at: model.now)?.released == model.now)
        model.expectShown("300ms")
    }
}
