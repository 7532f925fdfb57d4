import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

@Suite struct AdviceTests {
    @Test("each piece of advice gives exactly the gain that it promised, on 1,000 scenarios", arguments: 0..<25)
    func promises(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        for _ in 0..<40 {
            let scenario =
                cases.chance(50)
                ? cases.scenario(tasks: 4) : SmallLaunches.scenario(&cases, tasks: 5)
            let outlook = try LaunchOutlook(of: scenario)
            #expect(outlook.time == SmallLaunches.launchTime(scenario))
            for advice in outlook.tries {
                var changed = scenario
                for change in advice.changes { change.apply(to: &changed) }
                let launch = try #require(SmallLaunches.launchTime(changed))
                #expect(launch == advice.launch)
                #expect(launch + advice.gain == outlook.time)
            }
            for finding in outlook.findings {
                guard let remedy = finding.remedy, let launch = finding.launch, let time = outlook.time else {
                    continue
                }
                #expect(SmallLaunches.launchTime(remedy.applied(to: scenario)) == launch || finding.cost == .zero)
                #expect(finding.cost == .zero || launch + finding.cost == time)
            }
        }
    }

    @Test("no single change that exists is better than the best piece of advice", arguments: 0..<25)
    func exhaustive(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = SmallLaunches.scenario(&cases, tasks: 8)
        let outlook = try LaunchOutlook(of: scenario)
        let time = try #require(outlook.time)
        var best = time
        for change in Self.everyChange(scenario) {
            let launch = SmallLaunches.launchTime(change.applied(to: scenario)) ?? .limit
            let own = change.task.flatMap { scenario.tasks[$0.offset].duration.expected?.count } ?? 1 << 60
            // The launch would only no longer wait for what it is for.
            if Self.freesLaunch(change, scenario), time.count - launch.count - own > time.count / 4 { continue }
            best = min(best, launch)
        }
        #expect(outlook.tries.map { $0.launch }.min() ?? time == best)
    }

    private static func freesLaunch(_ change: ScenarioChange, _ scenario: Scenario) -> Bool {
        switch change {
        case .startupClass: true
        case .lane(let task, _): scenario.tasks[task.offset].spec.lane == .main
        case .blocks: true
        case .duration, .priority, .addEdge, .dropEdge, .events, .success, .width, .order, .registration: false
        }
    }

    /// Every width up to the number of tasks, every lane and priority of every task, every edge gone, every event held no
    /// longer, every task that nothing needs after the launch, both orders.
    private static func everyChange(_ scenario: Scenario) -> [ScenarioChange] {
        var changes: [ScenarioChange] = [.order(.criticalPath)]
        for lane in scenario.configuration.lanes.indices.dropFirst() {
            for width in 1...8 { changes.append(.width(LaneID(lane), width)) }
        }
        let needed = Set(scenario.tasks.flatMap { $0.spec.after })
        for (number, task) in scenario.tasks.enumerated() {
            for priority in Priority.allCases { changes.append(.priority(TaskID(number), priority)) }
            for lane in [1, 2, 3] { changes.append(.lane(TaskID(number), LaneID(lane))) }
            for other in task.spec.after { changes.append(.dropEdge(TaskID(number), after: other)) }
            if task.spec.blocks == true { changes.append(.blocks(TaskID(number), false)) }
            if !needed.contains(task.spec.name) { changes.append(.startupClass(TaskID(number), .afterLaunch)) }
        }
        return changes
    }

    @Test("changes that need a condition come after those that need none, both by gain", arguments: 0..<25)
    func groups(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let planned = try PlannedLaunch(of: SmallLaunches.scenario(&cases, tasks: 8))
        let search = try #require(AdviceSearch(planned))
        let singles = search.singles().advice
        for list in [singles, search.pairs(of: singles).advice] {
            let free = list.filter { $0.condition == nil }
            let conditional = list.filter { $0.condition != nil }
            #expect(list == free + conditional)
            for group in [free, conditional] {
                #expect(group.map { $0.gain } == group.map { $0.gain }.sorted(by: >))
            }
        }
        // The first is what explains the launch, whatever its condition.
        let findings = try LaunchOutlook(of: planned.scenario).findings.dropFirst().filter { $0.cost > .zero }
        #expect(findings == findings.filter { $0.condition == nil } + findings.filter { $0.condition != nil })
    }

    static let conditions: [(String, String, String?)] = [
        ("{name: A, on: launch, duration: 30ms}", "A class afterLaunch", "the first frame does not need A"),
        (
            "{name: A, on: launch, lane: io, duration: 30ms, blocks: true}", "A class afterLaunch",
            "the first frame does not need A and A can leave lane io"
        ),
        (
            "{name: A, on: launch, lane: io, duration: 30ms, blocks: true}", "A blocks false",
            "the first frame does not need A"
        ),
        (
            "{name: A, on: launch, duration: 30ms}, {name: B, on: launch, lane: io, duration: 40ms}, "
                + "{name: C, on: launch, after: [A, B], duration: 20ms}", "C -after B", "C does not need B"
        ),
        (
            "{name: A, on: launch, duration: 30ms}, {name: B, on: launch, after: A, duration: 40ms}",
            "B lane io", "B can run on lane io and the first frame does not need it"
        ),
        (
            "{name: A, on: launch, duration: 30ms}, {name: B, on: launch, duration: 40ms}",
            "B lane io", "B can run on lane io and the first frame does not need it"
        ),
        (
            "{name: A, on: launch, duration: 30ms}, {name: B, on: launch, after: A, duration: 40ms}, "
                + "{name: C, on: launch, after: A, duration: 50ms}, {name: D, on: launch, after: [B, C], duration: 1ms}",
            "B lane io", "B can run on lane io"
        ),
        (
            "{name: A, on: willFinishLaunching, lane: io, duration: 30ms, blocks: true}, "
                + "{name: B, on: launch, duration: 20ms}", "A on didFinishLaunching",
            "A can wait for didFinishLaunching"
        ),
        (
            "{name: A, on: willFinishLaunching, duration: 30ms}, "
                + "{name: B, on: launch, lane: io, blocks: true, duration: 20ms}", "A on didFinishLaunching",
            "A can wait for didFinishLaunching"
        ),
    ]

    private static func outlook(_ text: String) throws -> (scenario: Scenario, outlook: LaunchOutlook) {
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        return (scenario, try LaunchOutlook(of: scenario))
    }

    @Test(
        "a wider lane is right only if its tasks may run together, or if durations stay",
        arguments: [(1, "its tasks may run at the same time"), (2, "durations stay as they are")])
    func wider(width: Int, condition: String) throws {
        var text = "lanes: {io: \(width)}\ntasks:\n"
        for number in 0..<6 { text += "- {name: T\(number), on: launch, lane: io, duration: 100ms, blocks: true}\n" }
        let outlook = try Self.outlook(text).outlook
        let wider = outlook.tries.filter { if case .width? = $0.changes.first { true } else { false } }
        #expect(!wider.isEmpty && wider.allSatisfy { $0.condition == condition })
        #expect(outlook.findings.first { $0.kind == .narrowLane }?.condition == condition)
    }

    @Test func `the condition of a pair says which lane's tasks may run at the same time`() throws {
        let planned = try PlannedLaunch(of: LaunchOutlookTests.shop())
        let search = try #require(AdviceSearch(planned))
        let pair = try #require(search.pairs(of: search.singles().advice).advice.first)
        #expect(pair.title.hasPrefix("network 3 wide and "))
        #expect(pair.condition?.hasPrefix("the tasks of network may run at the same time and ") == true)
    }

    @Test func `of changes that gain the same the smaller one comes first`() throws {
        let text = """
            lanes: {db: 1}
            tasks:
            - {name: Long, on: launch, lane: db, duration: 90ms}
            - {name: Short, on: launch, lane: db, duration: 10ms}
            - {name: Home, on: launch, after: Short, duration: 60ms}
            """
        let (scenario, outlook) = try Self.outlook(text)
        let free = outlook.tries.filter { $0.condition == nil }.map { $0.changes[0].text(in: scenario) }
        #expect(free == ["Long priority low", "Short priority high"])
    }

    @Test(arguments: [("300ms", true), ("299ms", false), ("600ms", false)])
    func `a change that meets a budget that is exceeded is marked`(budget: String, isMarked: Bool) throws {
        let text = """
            budgets: {launch: \(budget)}
            lanes: {net: 1}
            tasks:
              - {name: A, on: launch, lane: net, duration: 300ms, blocks: true}
              - {name: B, on: launch, lane: net, duration: 200ms, blocks: true}
            """
        let wider = try Self.outlook(text).outlook.tries.first { $0.title == "net 2 wide" }
        #expect(wider?.launch == .milliseconds(300) && wider?.meetsBudget == isMarked)
    }

    @Test func `no advice shortens a launch by leaving tasks out of it`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: A, on: launch, duration: 100ms}
              - {name: B, on: launch, duration: 300ms}
            script: |
              pause lane:net
              launch
            """
        let (scenario, outlook) = try Self.outlook(text)
        let titles = outlook.tries.map { $0.changes[0].text(in: scenario) }
        #expect(titles.contains("B class afterLaunch") && !titles.contains { $0.hasSuffix("lane net") }, "\(titles)")
    }

    @Test(
        "what must hold for a change is named: what a task depends on, and what the first frame waits for",
        arguments: conditions)
    func condition(tasks: String, change: String, condition: String?) throws {
        let scenario = try #require(
            ScenarioReader.read(text: "lanes: {io: 2}\ntasks: [\(tasks)]", file: "f").scenario)
        let outlook = try LaunchOutlook(of: scenario)
        let advice = try #require(outlook.tries.first { $0.changes[0].text(in: scenario) == change })
        #expect(advice.condition == condition)
        let finding = outlook.findings.first { $0.remedy == advice.changes[0] }
        #expect(finding == nil || finding?.condition == condition)
    }

    @Test func `a task that another one of the same event needs stays on that event`() throws {
        let text = """
            lanes: {io: 2}
            tasks:
              - {name: A, on: willFinishLaunching, lane: io, duration: 30ms, blocks: true}
              - {name: B, on: willFinishLaunching, after: A, duration: 5ms}
              - {name: C, on: launch, duration: 20ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let changes = try LaunchOutlook(of: scenario).tries.map { $0.changes[0].text(in: scenario) }
        #expect(!changes.contains("A on didFinishLaunching"))
    }

    @Test func `no advice changes what must be kept`() throws {
        let scenario = try LaunchOutlookTests.shop()
        var kept = KeptParts()
        kept.lanes = [try #require(scenario.configuration.lane(named: "network"))]
        let tabBar = try #require(scenario.tasks.firstIndex { $0.spec.name == "TabBar" })
        kept.places = [TaskID(tabBar)]
        let titles = try LaunchOutlook(of: scenario, keeping: kept).tries.map { $0.title }
        #expect(!titles.contains { $0.contains("wide") || $0.hasPrefix("TabBar after") || $0.hasPrefix("TabBar on") })
        #expect(titles.contains("TabBar not after RemoteConfig"))
    }

    // MARK: Large launches

    /// Tasks on main, one after the other, and a lane in which some of them wait.
    private static func row(of count: Int) -> Scenario {
        var scenario = Scenario(name: "row")
        scenario.configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "main"), LaneSpec(name: "io")])
        for number in 0..<count {
            let length = Nanoseconds.milliseconds(Int64(1 + number % 7))
            var spec = TaskSpec(
                name: "T\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                lane: LaneID(number.isMultiple(of: 3) ? 1 : 0))
            spec.blocks = true
            spec.expected = length
            scenario.tasks.append(ScenarioTask(spec: spec, duration: .fixed(length)))
        }
        return scenario
    }

    @Test func `a search ends with its budget and says how many changes it left out`() throws {
        let planned = try PlannedLaunch(of: Self.row(of: 60))
        let whole = try #require(AdviceSearch(planned)).singles()
        #expect(whole.untried == 0)
        // A launch is 60 tasks and their records: enough for about twenty of them.
        let search = try #require(AdviceSearch(planned, budget: SearchBudget(4_800)))
        let count = try #require(AdviceSearch(planned)).candidates.count
        var tried = 0
        let found = search.singles {
            tried = $0 + 1
            return true
        }
        #expect((2..<60).contains(tried))
        #expect(found.untried == count - tried)
        #expect(found.advice.allSatisfy { whole.advice.contains($0) })
        #expect(!found.advice.isEmpty)
        let again = search.singles()
        #expect(again.advice == found.advice)
    }

    @Test func `a search that is stopped keeps what it has`() throws {
        let planned = try PlannedLaunch(of: Self.row(of: 20))
        let search = try #require(AdviceSearch(planned))
        let some = search.singles { $0 < 30 }
        #expect(some.untried == search.candidates.count - 30)
        #expect(!some.advice.isEmpty)
        #expect(some.advice.allSatisfy { search.singles().advice.contains($0) })
        let pairs = search.pairs(of: search.singles().advice) { $0 < 1 }
        #expect(pairs.untried > 0)
    }

    @Test func `a trial ends once the launch is known to be longer`() throws {
        let scenario = Self.row(of: 60)
        let trial = LaunchTrial(of: scenario)
        let time = try #require(trial.time())
        var (short, whole) = (SearchBudget(0), SearchBudget(0))
        let tenth = Nanoseconds(time.count / 10)
        #expect(trial.time(with: [], shorterThan: tenth, from: &short) == nil)
        #expect(trial.time(with: [], shorterThan: time, from: &whole) == nil)
        let above = Nanoseconds(time.count + 1)
        #expect(trial.time(with: [], shorterThan: above, from: &whole) == time)
        // Registering and releasing 60 tasks is most of the rest.
        #expect(-short.left < 60 + 60 + 60)
        #expect(-whole.left > 2 * (60 + 3 * 60))
    }

    @Test func `too little for all changes: the longest runs of the critical path come first`() throws {
        var scenario = Self.row(of: 30)
        scenario.tasks[12].duration = .fixed(.milliseconds(90))
        scenario.tasks[12].spec.lane = .main
        let planned = try PlannedLaunch(of: scenario)
        let chosen = CandidateChanges(planned).worthTrying(limit: 12)
        #expect(chosen.count == 12)
        #expect(chosen.compactMap { $0.task }.first == TaskID(12))
    }

    @Test func `no advice drops what is only assumed`() throws {
        let text = """
            lanes: {io: 3}
            tasks:
            - {name: Read, on: launch, lane: io, blocks: true, duration: 40ms}
            - {name: Parse, on: launch, lane: io, blocks: true, assumes: Read, duration: 30ms}
            - {name: Show, on: launch, lane: io, blocks: true, after: Parse, duration: 30ms}

            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let drops = try LaunchOutlook(of: scenario).tries.flatMap { $0.changes }.filter { change in
            if case .dropEdge = change { true } else { false }
        }
        #expect(drops == [.dropEdge(TaskID(2), after: "Parse")])
    }

    @Test func `attempts of a run that is retried often are counted once each`() throws {
        let text = """
            tasks:
            - {name: A, on: launch, duration: 1ms, outcome: fail, retry: {limit: 3000, delay: 1ms}}
            - {name: B, on: launch, lane: io, blocks: true, duration: 3s}
            lanes: {io: 1}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        let planned = try PlannedLaunch(of: scenario)
        #expect(planned.busyTime(of: .main) == .milliseconds(3001))
    }

    @Test func `no pair gains because the launch no longer waits for what it is for`() throws {
        let text = """
            lanes: {db: 1}
            tasks:
            - {name: Keys, on: launch, lane: db, duration: 300ms}
            - {name: Inbox, on: launch, after: Keys, blocks: true, duration: 40ms}
            - {name: Badge, on: active, after: Keys, duration: 4ms}
            """
        let planned = try PlannedLaunch(of: try #require(ScenarioReader.read(text: text, file: "f").scenario))
        let search = try #require(AdviceSearch(planned))
        let pairs = search.pairs(of: search.singles().advice).advice
        let hiding = pairs.filter { $0.title.contains("after launch") && $0.launch < .milliseconds(250) }
        #expect(hiding.isEmpty, "\(hiding.map { $0.title })")
    }
}
