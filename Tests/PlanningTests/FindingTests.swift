import ScenarioFormat
import SchedulerCore
import TestSupport
import Testing

@testable import Planning

/// What is found in scenarios with one mistake.
@Suite struct FindingTests {
    private static func outlook(_ text: String) throws -> LaunchOutlook {
        try LaunchOutlook(of: #require(ScenarioReader.read(text: text, file: "f").scenario))
    }

    static let rows: [(String, [String])] = [
        (
            "tasks: [{name: A, on: launch}, {name: B, on: launch, after: A}, {name: C, on: launch, after: [A, B]}]",
            ["redundant-dependency:C:A"]
        ),
        ("tasks: [{name: A, on: launch}, {name: B, on: active, after: A}, {name: C, on: memory, after: [A, B]}]", []),
        (
            "tasks: [{name: X, on: launch, duration: 1ms}, {name: A, on: launch, priority: low}, "
                + "{name: B, on: launch, priority: high, after: A}]",
            ["priority-inversion:B:A"]
        ),
        // A starts at once: no priority would start it earlier.
        ("tasks: [{name: A, on: launch, priority: low}, {name: B, on: launch, priority: high, after: A}]", []),
        ("tasks: [{name: A, on: launch}, {name: B, on: launch, priority: low, after: A}]", []),
        ("tasks: [{name: A}]", ["never-runs:A"]),
        ("tasks: [{name: A}]\nsequences: [{name: S, steps: A}]", []),
        ("tasks: [{name: A, on: active}, {name: B, on: launch, after: A}]", ["late-predecessor:B:A"]),
        ("tasks: [{name: A, class: sync}, {name: B, on: launch, after: A}]", []),
        ("tasks: [{name: A, class: sync}, {name: B, class: basic, after: A}]", ["late-predecessor:B:A"]),
        ("tasks: [{name: A, on: launch}, {name: B, on: active, after: A}]", []),
        ("jobs: {enqueue: [{task: mail}]}", ["job-without-handler:mail"]),
        ("budgets: {launch: 10ms}\ntasks: [{name: A, on: launch, duration: 20ms}]", ["budget:launch"]),
        (
            "limits: {launch: 1s}\nclock: {interval: 100ms}\ntasks: [{name: A, on: launch, duration: 2s}]",
            ["watchdog:launch"]
        ),
        (
            "clock: {interval: 100ms}\ntasks:\n- {name: Long, on: launch, duration: 350ms}\n"
                + "- {name: Beat, every: 100ms, duration: 1ms}\n- {name: Next, on: active, duration: 250ms}",
            ["timer-drift:Beat"]
        ),
    ]

    @Test("a scenario has the expected findings", arguments: rows)
    func lints(text: String, wanted: [String]) throws {
        let found = try Self.outlook(text).findings.filter { $0.kind.isLint }
        #expect(found.map { $0.id } == wanted)
    }

    @Test func `a higher priority is proposed only if the launch gains from it`() throws {
        func found(_ others: String) throws -> String? {
            let text = """
                lanes: {io: 1}
                tasks:
                  - {name: Feed, on: launch, lane: io, priority: low, duration: 50ms}
                  - {name: Home, on: launch, priority: high, after: Feed, duration: 20ms}
                  \(others)
                """
            return try Self.outlook(text).findings.first { $0.kind == .priorityInversion }?.sentence
        }
        #expect(
            try found(
                "- {name: Log, on: launch, lane: io, duration: 5ms}\n"
                    + "  - {name: Slow, on: launch, duration: 200ms}")
                == "Home (high) waits for Feed (low); a higher priority for Feed alone gains nothing")
        #expect(try found("") == nil)
        #expect(
            try found("- {name: Ads, on: launch, lane: io, duration: 40ms}")
                == "Home (high) waits for Feed (low); Feed priority default: launch 70ms (-40ms)")
    }

    @Test("a launch that waits in vain for a task of another lane names it, and the remedy")
    func abandoned() throws {
        let text = """
            lanes: {io: 1}
            tasks:
              - {name: B, on: launch, lane: io, duration: never, blocks: true}
              - {name: A, on: launch, duration: 10ms}
            """
        let outlook = try Self.outlook(text)
        let words = "B never ends; the launch continues without it after 20s"
        #expect(outlook.findings.first?.text == words + "; give it a timeout")
        #expect(outlook.findings.first?.kind == .watchdog)
        #expect(outlook.why == words)
    }

    @Test("a launch without a first frame names what never ends, and the remedy")
    func endless() throws {
        let found = try Self.outlook("tasks: [{name: A, on: launch}, {name: B, on: active, duration: never}]").findings
        #expect(found.first?.text == "B never ends, so there is no first frame; give it a timeout")
    }

    @Test(
        "a demo has the expected lints",
        arguments: [
            ("rwtaskkit", []), ("classes", []), ("jobs", ["job-without-handler:nobody"]),
            ("shop", ["narrow-lane:network", "budget:launch", "priority-inversion:Home:Catalog"]),
        ])
    func demos(name: String, wanted: [String]) throws {
        let result = ScenarioReader.read(bytes: DemoFile.read(name + ".yaml"), file: name)
        let outlook = try LaunchOutlook(of: #require(result.scenario))
        #expect(outlook.findings.filter { $0.kind.isLint }.map { $0.id } == wanted)
    }

    @Test func `a narrow lane is one that costs the launch time`() throws {
        func text(width: Int, waits: Bool) -> String {
            var text = "lanes: {io: \(width)}\ntasks:\n"
            for number in 0..<4 { text += "- {name: T\(number), on: launch, lane: io, duration: 100ms}\n" }
            return text + "- {name: Home, on: launch\(waits ? ", after: [T0, T1, T2, T3]" : "")}\n"
        }
        let narrow = try #require(Self.outlook(text(width: 1, waits: true)).findings.first)
        #expect(narrow.id == "narrow-lane:io")
        #expect(narrow.text == "lane io is 100% busy; 4 tasks of the critical path have to share it")
        #expect(narrow.remedyTitle == "io 4 wide" && narrow.cost == .milliseconds(300))
        #expect(try Self.outlook(text(width: 4, waits: true)).findings.allSatisfy { $0.kind != .narrowLane })
        #expect(try Self.outlook(text(width: 1, waits: false)).findings.allSatisfy { $0.kind != .narrowLane })
    }

    @Test func `a task that only takes a place in a lane is not said to hold the launch`() throws {
        let text = """
            lanes: {crypto: 1}
            tasks:
            - {name: Check, on: launch, lane: crypto, duration: 50ms}
            - {name: Unlock, on: launch, lane: crypto, duration: 90ms}
            - {name: Home, on: launch, after: Unlock, duration: 20ms}
            """
        let found = try Self.outlook(text).findings.first { $0.id == "could-wait:Check" }
        #expect(
            found?.text
                == "Check, which no other task needs, takes a place in lane crypto before tasks that the launch "
                + "waits for")
        let holds = "tasks: [{name: Home, on: launch, duration: 20ms}, {name: Ads, on: launch, duration: 30ms}]"
        let held = try Self.outlook(holds).findings.first { $0.id == "could-wait:Ads" }
        #expect(held?.text == "the launch waits for Ads, which no other task needs")
    }

    @Test func `tasks of the path that wait only for one another do not share a lane`() throws {
        let text = """
            lanes: {radio: 1}
            tasks:
            - {name: Pairing, on: launch, lane: radio, duration: 180ms, outcome: [fail, success],
               retry: {limit: 1, delay: 60ms}}
            - {name: Telemetry, on: launch, lane: radio, after: Pairing, duration: 140ms}
            - {name: Firmware, on: launch, lane: radio, duration: 150ms}
            - {name: Home, on: launch, after: Telemetry, duration: 40ms}
            """
        let findings = try Self.outlook(text).findings
        #expect(findings.first { $0.kind == .narrowLane }?.text.hasSuffix("; ready tasks wait; its width is 1") == true)
        // Firmware ends long before the first frame, but has the lane that Pairing's retry waits for.
        #expect(
            findings.first { $0.id == "near-critical:Firmware" }?.text
                == "Firmware has no time to spare, though it is not on the critical path")
    }

    @Test func `what only goes before a task that blocks an event is not said to block it`() throws {
        let text = """
            lanes: {store: 1}
            tasks:
            - {name: Account, on: willFinishLaunching, lane: store, duration: 70ms, blocks: true}
            - {name: History, on: willFinishLaunching, lane: store, duration: 210ms, priority: high}
            - {name: Home, on: launch, after: [Account, History], duration: 40ms}
            - {name: Net, on: launch, lane: async, after: Account, duration: 400ms, blocks: true}
            """
        #expect(
            try Self.outlook(text).findings.first { $0.id == "could-wait:History" }?.text
                == "History, which no other task of willFinishLaunching needs, takes a place in lane store before tasks "
                + "that the event waits for")
    }

    @Test func `a task that fails on the critical path is what bounds the launch, with attempts and delays`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
            - {name: Login, on: launch, lane: net, duration: 100ms, outcome: [fail, fail, success],
               retry: {limit: 3, delay: 150ms}}
            - {name: Home, on: launch, after: Login, duration: 60ms}
            """
        let outlook = try Self.outlook(text)
        let why = "Login needs 3 attempts: 200ms of failed ones, 300ms between them"
        #expect(outlook.why == why)
        let found = try #require(outlook.findings.first)
        #expect(found.id == "failing-task:Login" && found.cost == .milliseconds(500))
        #expect(found.sentence == why + "; with a first attempt that succeeds: launch 160ms (-500ms)")
        let remedy = try #require(found.remedy)
        #expect(remedy.text(in: outlook.planned.scenario) == "Login outcome success")
        let advice = try #require(outlook.tries.first { $0.changes == [remedy] })
        #expect(advice.launch == .milliseconds(160) && advice.condition == "the first attempt of Login succeeds")
        var kept = KeptParts()
        kept.tasks = [TaskID(0)]
        #expect(LaunchOutlook(outlook.planned, keeping: kept).why == why, "a task that must stay as it is, too")
    }

    @Test func `a task of which every attempt fails does not need them`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
            - {name: Login, on: launch, lane: net, duration: 100ms, outcome: fail, retry: {limit: 2, delay: 150ms}}
            - {name: Home, on: launch, follows: Login, duration: 60ms}
            """
        let why = "Login has 3 attempts, all failed: 300ms of them, 300ms between them"
        #expect(try Self.outlook(text).why == why)
        let needing = text.replacing("follows: Login", with: "after: Login")
        let found = try #require(Self.outlook(needing).findings.first { $0.id == "failing-task:Login" })
        #expect(found.sentence.hasPrefix(why + "; Home is skipped"), "\(found.sentence)")
    }

    @Test func `a starved task names all that really went first, and the best of what helps`() throws {
        let text = """
            lanes: {db: 1}
            tasks:
            - {name: Open, on: launch, lane: db, duration: 20ms}
            - {name: Shows, on: launch, lane: db, after: Open, duration: 90ms}
            - {name: News, on: launch, lane: db, after: Open, priority: critical, duration: 10ms}
            - {name: History, on: launch, lane: db, after: Open, priority: critical, duration: 110ms}
            - {name: Art, on: launch, after: Shows, duration: 60ms}
            """
        let found = try #require(Self.outlook(text).findings.first { $0.kind == .starvation })
        #expect(
            found.text
                == "Shows waits 120ms for lane db: News and History go first by priority")
        // Its own priority cannot be higher than theirs: Shows critical comes first as it is registered earlier.
        #expect(found.remedyTitle == "Shows priority critical" && found.cost == .milliseconds(120))
    }

    @Test func `a starved task gets a higher priority, never a lower one`() throws {
        let text = """
            lanes: {db: 1}
            tasks:
            - {name: Open, on: launch, lane: db, duration: 20ms}
            - {name: Queue, on: launch, lane: db, after: Open, duration: 45ms}
            - {name: Shows, on: launch, lane: db, after: Open, duration: 90ms}
            - {name: History, on: launch, lane: db, after: Open, priority: high, duration: 110ms}
            - {name: Art, on: launch, after: Shows, duration: 60ms}
            """
        let found = try Self.outlook(text).findings.filter { $0.id == "lane-starvation:Shows" }
        // A step of priority for Shows gains as much as two, and as the same step down for History.
        #expect(found.first?.remedyTitle == "Shows priority high")
        #expect(
            found.first?.text
                == "Shows waits 155ms for lane db: 110ms of it while History runs, which goes first by priority")
    }

    @Test func `another order that gains more than a wait is no remedy for it`() throws {
        let text = """
            lanes: {api: 1, io: 2}
            tasks:
            - {name: Crash, on: willFinishLaunching, priority: critical, duration: 9ms}
            - {name: Fonts, on: willFinishLaunching, priority: low, duration: 35ms}
            - {name: Config, on: willFinishLaunching, lane: io, duration: 10ms}
            - {name: Token, on: didFinishLaunching, lane: api, duration: 120ms}
            - {name: Trips, on: didFinishLaunching, after: Token, lane: api, duration: 210ms}
            - {name: Weather, on: didFinishLaunching, after: Token, lane: api, priority: high, duration: 150ms}
            - {name: Banner, on: didFinishLaunching, after: Trips, duration: 22ms, blocks: true}
            sequences:
            - {name: Migration, on: willFinishLaunching, steps: [Config]}
            """
        let outlook = try Self.outlook(text)
        #expect(outlook.findings.filter { $0.kind == .starvation }.map { $0.id } == ["lane-starvation:Trips"])
    }

    @Test func `every kind has a name in kebab-case and an explanation`() {
        for kind in Finding.Kind.allCases {
            #expect(kind.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
            #expect(kind.explanation.hasSuffix("."))
        }
    }
}
