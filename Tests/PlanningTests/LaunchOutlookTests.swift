import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

/// What is said about a launch, with the demo that the documentation uses.
@Suite struct LaunchOutlookTests {
    static func shop() throws -> Scenario {
        try #require(ScenarioReader.read(bytes: DemoFile.read("shop.yaml"), file: "shop.yaml").scenario)
    }

    @Test func `the shop waits for lane network`() throws {
        let outlook = try LaunchOutlook(of: Self.shop())
        #expect(outlook.why == "lane network is 97% busy; 6 tasks of the critical path have to share it")
        #expect(outlook.tries.prefix(2).map { $0.title } == ["network 3 wide", "network 2 wide"])
        #expect(outlook.tries.prefix(2).map { ms($0.launch) } == [415, 478])
        #expect(outlook.tries.prefix(2).map { ms($0.shownGain) } == [484, 421])
        #expect(outlook.findings.first?.id == "narrow-lane:network")
        #expect(
            outlook.findings.prefix(4).map { $0.id } == [
                "narrow-lane:network", "costly-dependency:TabBar:RemoteConfig", "could-wait:CrashReporter",
                "could-wait:Keychain",
            ])
        #expect(outlook.findings[1].condition == "TabBar does not need RemoteConfig")
    }

    @Test func `a later launch has the advice of the first one`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Ads, on: launch, lane: net, duration: 90ms}
              - {name: Login, on: launch, lane: net, duration: 50ms}
              - {name: Home, on: launch, after: [Login], duration: 20ms}
            """
        var scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let first = try LaunchOutlook(of: scenario)
        #expect(!first.tries.isEmpty)
        let twice = "launch\nat 5s terminate\nat 10s launch\n"
        scenario.script = ScriptParser.parse(text: twice, file: "s", scenario: scenario).lines
        let second = try LaunchOutlook(of: scenario, number: 1)
        #expect(second.planned.time == first.planned.time)
        #expect(second.tries.prefix(5).map { $0.launch } == first.tries.prefix(5).map { $0.launch })
        // A process that ended without a first frame is none of the launches.
        scenario.script =
            ScriptParser.parse(
                text: "launch\nat 50ms crash\nat 10s launch\n", file: "s", scenario: scenario
            ).lines
        let third = try LaunchOutlook(of: scenario)
        #expect(third.tries.prefix(5).map { $0.launch } == first.tries.prefix(5).map { $0.launch })
    }

    /// Milliseconds, rounded half up.
    private func ms(_ time: Nanoseconds) -> Int64 { (time.count + 500_000) / 1_000_000 }

    @Test func `a pause that held the launch is on its critical path, not the run that freed a place before`() throws {
        let text = """
            lanes: {net: 2}
            tasks:
              - {name: Account, on: willFinishLaunching, lane: net, duration: 168ms, blocks: true}
              - {name: Ads, on: willFinishLaunching, lane: net, duration: 208ms}
              - {name: Feed, on: willFinishLaunching, lane: net, after: [Account], duration: 220ms, blocks: true}
              - {name: Home, on: willFinishLaunching, duration: 195ms}
            script: |
              launch
              at 100ms pause lane:net
              at 300ms resume lane:net
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let planned = try PlannedLaunch(of: scenario)
        // Parked when the pause began, it holds nothing until it goes on: the launch is complete without it.
        #expect(planned.criticalPath == ["Home"] && planned.parked == 1)
        let later = text.replacing(
            "Home, on: willFinishLaunching, duration: 195ms", with: "Home, on: willFinishLaunching, duration: 395ms")
        let whole = try #require(ScenarioReader.read(text: later, file: "f").scenario)
        let launch = try PlannedLaunch(of: whole)
        #expect(launch.parked == 0 && launch.time == .milliseconds(520))
        #expect(launch.criticalPath == ["Account", "Feed"])
        let pauses = launch.path?.links.filter { if case .paused = $0.why { true } else { false } } ?? []
        #expect(pauses.map { $0.length } == [.milliseconds(132)])
        let why = try LaunchOutlook(of: whole).why
        #expect(why == "lane net was paused for 132ms while the launch waited for it")
    }

    @Test(arguments: [
        ("pause Keys\nlaunch", "complete without 3 missed or skipped tasks: Keys paused", true),
        ("pause Tips\nlaunch", "complete without 1 missed task: Tips paused", true),
        ("pause Poll\nlaunch", "", false), ("pause Flush\nlaunch", "", false), ("pause Later\nlaunch", "", false),
        ("pause Drop\nlaunch\nat 15ms memory-warning", "", false),
        // Released at the very instant of the first frame.
        ("pause Crew\nlaunch", "", false), ("pause lane:net\nlaunch", "", false),
    ])
    func `a launch whose tasks are passed over because one is paused has no advice`(
        script: String, why: String, isCut: Bool
    ) throws {
        let text = """
            clock: {interval: 10ms}
            lanes: {net: 1}
            tasks:
              - {name: Keys, on: willFinishLaunching, duration: 10ms}
              - {name: Crew, on: active, lane: net, duration: 40ms}
              - {name: Feed, on: launch, after: Keys, duration: 90ms}
              - {name: Home, on: launch, after: Feed, duration: 30ms}
              - {name: Tips, on: launch, priority: low, duration: 20ms}
              - {name: Poll, every: 10ms, duration: 1ms}
              - {name: Flush, on: background, duration: 1ms}
              - {name: Later, class: afterLaunch, duration: 5ms}
              - {name: Drop, on: memory, duration: 1ms}
            script: |
              \(script.replacing("\n", with: "\n  "))
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(isCut ? outlook.why == why : !outlook.why.contains("without"), "\(outlook.why)")
        #expect(outlook.tries.isEmpty == isCut && (!isCut || outlook.noAdvice.hasSuffix("launch with nothing paused")))
    }

    @Test(arguments: ["note hello", "at 2s pause A", "pause lane:net", "launch\nat 1ms crash"])
    func `a script whose launch never comes has no advice`(script: String) throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: A, on: launch, lane: net, duration: 5ms, blocks: true}
            script: |
              \(script.replacing("\n", with: "\n  "))
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.tries.isEmpty && outlook.causePlace == nil && outlook.findings.allSatisfy { $0.remedy == nil })
        #expect(outlook.why == outlook.planned.missingFrame)
        let isLaunched = script.hasPrefix("launch")
        #expect((outlook.why == "the script never launches the app") != isLaunched)
        let limits = outlook.findings.filter { $0.kind == .watchdog }.map { $0.text }
        #expect((limits == ["the script never launches the app"]) != isLaunched)
    }

    @Test(arguments: [("launch\nat 10ms pause lane:net\nat 200ms resume lane:net", true), ("launch", false)])
    func `a launch that a pause held has no advice, which would count the pause`(script: String, isHeld: Bool) throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Guest, on: launch, lane: net, duration: 100ms}
              - {name: Stay, on: launch, lane: net, duration: 100ms}
              - {name: Main, on: launch, duration: 210ms}
              - {name: Home, on: launch, after: Stay, duration: 30ms}
            script: |
              \(script.replacing("\n", with: "\n  "))
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.tries.isEmpty == isHeld)
        #expect((outlook.noAdvice == "a launch that a pause held has no advice: launch with nothing paused") == isHeld)
    }

    @Test func `what a pause had parked and the launch did not wait for is named`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Guest, on: launch, lane: net, duration: 100ms}
              - {name: Stay, on: launch, lane: net, after: Guest, blocks: true, duration: 100ms}
              - {name: Rates, on: active, duration: 100ms}
            script: |
              launch
              at 50ms pause lane:net
              at 120ms resume lane:net
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.planned.time == .milliseconds(150) && outlook.planned.parked == 0)
        #expect(outlook.why == "the launch did not wait for Stay, which a pause had parked")
        #expect(outlook.tries.isEmpty)
    }

    @Test func `if no finding costs a tenth of the launch, the tasks that bound it are named`() throws {
        let text = """
            lanes: {api: 1, store: 2}
            tasks:
              - {name: Guard, on: willFinishLaunching, duration: 22ms}
              - {name: Pinning, on: willFinishLaunching, lane: api, after: [Guard], duration: 64ms}
              - {name: Login, on: didFinishLaunching, lane: api, after: [Pinning], duration: 210ms}
              - {name: Accounts, on: didFinishLaunching, lane: api, after: [Login], duration: 160ms, blocks: true}
              - {name: Cards, on: didFinishLaunching, lane: api, after: [Login], duration: 120ms}
              - {name: Overview, on: didFinishLaunching, after: [Accounts], duration: 110ms}
              - {name: Widgets, on: didBecomeActive, after: [Cards], duration: 40ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        let launch = try #require(outlook.time)
        #expect(outlook.findings.contains { $0.cost > .zero })
        #expect(outlook.findings.allSatisfy { $0.cost.count < launch.count / 10 })
        let longest = "the longest Login (210ms) and Accounts (160ms)"
        #expect(outlook.why == "6 tasks in a row, \(longest)")
    }

    @Test func `a chain of dependencies alone is the launch, and nothing shortens it`() throws {
        var scenario = Scenario(name: "chain")
        for (name, after) in [("A", []), ("B", ["A"]), ("C", ["B"])] as [(String, [String])] {
            let spec = TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching)), after: after)
            scenario.tasks.append(ScenarioTask(spec: spec, duration: .fixed(.milliseconds(30))))
        }
        var kept = KeptParts()
        kept.tasks = [TaskID(0), TaskID(1), TaskID(2)]
        let outlook = try LaunchOutlook(of: scenario, keeping: kept)
        #expect(outlook.tries.isEmpty)
        #expect(outlook.why == "the longest chain of dependencies, 90ms, is the whole launch")
    }

    @Test func `waits on the chain of a recorded build are no dependencies`() throws {
        let text = """
            source: {format: cargo, holds: build}
            lanes: {jobs: 2, gaps: 2}
            tasks:
              - {name: a, on: launch, lane: jobs, blocks: true, duration: 40ms}
              - {name: free job for b, on: launch, lane: gaps, follows: a, duration: 10ms, group: gaps}
              - {name: b, on: launch, lane: jobs, blocks: true, after: [a, free job for b], duration: 30ms}
              - {name: gap before c, on: launch, lane: gaps, follows: b, duration: 5ms, group: gaps}
              - {name: c, on: launch, lane: jobs, blocks: true, after: [b, gap before c], duration: 30ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let planned = try PlannedLaunch(of: scenario)
        #expect(planned.time == .milliseconds(115))
        #expect(
            planned.pathWaitsText == "waits for a free job take 10ms of it, for 5ms nothing on it is recorded")
    }

    @Test(arguments: [
        (20, "Front waits for Feed, which costs the launch 320ms"),
        (60, "Feed waits 60ms for lane net: Ads goes first by priority"),
    ])
    func `why names the costliest finding if what needs no condition is small`(ads: Int, why: String) throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Feed, on: launch, lane: net, duration: 300ms}
              - {name: Ads, on: launch, lane: net, priority: high, duration: \(ads)ms}
              - {name: Front, on: launch, after: Feed, duration: 50ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.why == why)
        #expect(outlook.findings.first?.text == why)
        // What needs no condition and gains as much is as good as the change that the finding offers.
        let first = try #require(outlook.findings.first)
        let shown = outlook.tries[outlook.causePlace ?? 0]
        #expect(shown.changes == [try #require(first.remedy)] || shown.gain >= first.cost)
    }

    @Test func `a task that blocks the last event is named with the tasks before it`() throws {
        let text = """
            lanes: {disk: 1, net: 2}
            tasks:
              - {name: Ticket, on: launch, lane: net, duration: 180ms}
              - {name: Exhibits, on: launch, lane: net, after: Ticket, duration: 200ms}
              - {name: Plan, on: launch, lane: disk, duration: 330ms, blocks: true}
              - {name: Guide, on: launch, after: Exhibits, duration: 50ms, blocks: true}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.why == "didFinishLaunching waits for Guide, the last of 3 tasks in a row")
        #expect(outlook.findings.first?.id == "could-wait:Guide")
    }

    @Test func `a launch that hangs says which task hangs`() throws {
        var scenario = Scenario(name: "hung")
        let spec = TaskSpec(name: "Hook", trigger: .events(EventSet(.didFinishLaunching)))
        scenario.tasks.append(ScenarioTask(spec: spec, duration: .never))
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.time == nil && outlook.tries.isEmpty)
        #expect(outlook.why == "Hook never ends, so the first frame is never reached")
        #expect(outlook.findings.map { $0.id } == ["watchdog:launch"])
    }

    @Test func `a pair says what the launch must do without, though each change alone leaves it in`() throws {
        let text = """
            lanes: {net: 2, disk: 1, image: 1}
            tasks:
              - {name: Vault, on: willFinishLaunching, priority: high, lane: disk, duration: 38ms, blocks: true}
              - {name: Guest, on: launch, priority: high, lane: net, after: [Vault], duration: 142ms}
              - {name: Stay, on: launch, lane: net, after: [Guest], duration: 126ms, blocks: true}
              - {name: Rates, on: launch, lane: net, duration: 203ms}
              - {name: Photos, on: launch, lane: image, after: [Stay], duration: 97ms, blocks: true}
              - {name: Key, on: launch, lane: disk, after: [Guest], duration: 54ms}
              - {name: Door, on: active, after: [Key, Stay], duration: 47ms}
              - {name: Offers, on: active, priority: low, after: [Rates], duration: 39ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let pairs = try #require(try LaunchOutlook(of: scenario).pairs()).advice
        let pair = try #require(
            pairs.first { $0.title.hasPrefix("Stay not after Guest") && $0.title.contains("Offers on net") })
        let condition = try #require(pair.condition)
        #expect(condition.contains("Stay does not need Guest and Offers can run on lane net"), "\(condition)")
        #expect(condition.hasSuffix("the first frame does not need Offers"), "\(condition)")
    }

    @Test func `no change is advice that only lets an event pass over what is paused until then`() throws {
        let text = """
            tasks:
              - {name: Crash, on: willFinishLaunching, duration: 15ms}
              - {name: Keys, on: launch, duration: 90ms}
              - {name: Home, on: launch, after: Keys, duration: 80ms}
            script: |
              pause Keys
              launch
              at 10ms resume Keys
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        #expect(outlook.time == .milliseconds(185))
        #expect(outlook.tries.allSatisfy { $0.launch >= .milliseconds(100) }, "\(outlook.tries.map { $0.launch })")
        let early = ScenarioChange.events(TaskID(0), EventSet(.didFinishLaunching))
        #expect(!outlook.tries.contains { $0.changes == [early] })
    }

    @Test func `a pair gains more than each of its changes, even one that is no advice alone`() throws {
        let text = """
            lanes: {net: 2}
            tasks:
              - {name: Prices, on: launch, lane: net, duration: 300ms}
              - {name: Passes, on: launch, lane: net, duration: 200ms}
              - {name: Fonts, on: launch, duration: 40ms}
              - {name: Home, on: launch, after: [Prices, Passes], duration: 80ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        let pairs = try #require(outlook.pairs()).advice
        #expect(!pairs.isEmpty)
        let trial = LaunchTrial(of: scenario)
        for pair in pairs {
            for change in pair.changes {
                #expect(try #require(trial.time(with: [change])) > pair.launch, "\(pair.title)")
            }
        }
    }

    @Test func `the lane of its class is advice for a task of class afterLaunch that runs on another one`() throws {
        let text = """
            lanes: {disk: 1}
            tasks:
              - {name: Maps, on: launch, lane: disk, priority: low, duration: 90ms}
              - {name: Thumbnails, class: afterLaunch, lane: disk, duration: 180ms}
              - {name: Home, on: launch, after: Maps, duration: 20ms}
            """
        let outlook = try LaunchOutlook(of: #require(ScenarioReader.read(text: text, file: "f").scenario))
        let lane = outlook.planned.scenario.configuration.afterLaunchLane
        let found = outlook.tries.first { $0.changes == [.lane(TaskID(1), lane)] }
        #expect(found?.launch == .milliseconds(110) && found?.condition == nil)
    }

    @Test func `pairs of two pieces of advice are advice, too`() throws {
        let text = """
            lanes: {disk: 1}
            tasks:
              - {name: Tickets, on: launch, lane: disk, duration: 200ms}
              - {name: Maps, on: launch, lane: disk, duration: 100ms}
              - {name: Theme, on: launch, duration: 12ms}
              - {name: FloorPlan, on: launch, after: [Maps, Theme], duration: 44ms}
              - {name: Start, on: launch, after: FloorPlan, duration: 70ms}
            """
        let outlook = try LaunchOutlook(of: #require(ScenarioReader.read(text: text, file: "f").scenario))
        let pairs = try #require(outlook.pairs()).advice
        let best = pairs.map { $0.launch }.min()
        var all: [Nanoseconds] = []
        let trial = LaunchTrial(of: outlook.planned.scenario, parked: 0)
        for (place, first) in outlook.tries.enumerated() {
            for second in outlook.tries.dropFirst(place + 1) {
                guard let launch = trial.time(with: first.changes + second.changes) else { continue }
                if launch < min(first.launch, second.launch) { all.append(launch) }
            }
        }
        #expect(best == all.min() && best != nil)
    }

    @Test func `what one change makes worth while is a pair, though the first one gains much alone`() throws {
        let text = """
            lanes: {api: 2, db: 1}
            tasks:
              - {name: Audit, on: launch, lane: db, priority: high, duration: 70ms}
              - {name: Patients, on: launch, lane: db, duration: 150ms}
              - {name: List, on: launch, after: Patients, duration: 52ms}
              - {name: News, on: launch, lane: api, duration: 330ms}
              - {name: Day, on: launch, after: News, duration: 64ms}
            """
        let outlook = try LaunchOutlook(of: #require(ScenarioReader.read(text: text, file: "f").scenario))
        let pairs = try #require(outlook.pairs()).advice
        let found = pairs.contains { $0.launch == .milliseconds(202) && $0.title.contains("Patients") }
        #expect(found, "\(pairs.map { $0.title })")
    }
}
