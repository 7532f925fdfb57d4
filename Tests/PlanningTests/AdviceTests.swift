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

    @Test("no single change that exists is better than the first piece of advice", arguments: 0..<25)
    func exhaustive(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = SmallLaunches.scenario(&cases, tasks: 8)
        let outlook = try LaunchOutlook(of: scenario)
        let time = try #require(outlook.time)
        var best = time
        for change in Self.everyChange(scenario) {
            let launch = SmallLaunches.launchTime(change.applied(to: scenario)) ?? .limit
            if Self.freesLaunch(change, scenario), let task = change.task,
                time.count - launch.count > scenario.tasks[task.offset].duration.expected?.count ?? 0
            {
                // The launch would only no longer wait for what it is for.
                continue
            }
            best = min(best, launch)
        }
        #expect(outlook.tries.first?.launch ?? time == best)
    }

    private static func freesLaunch(_ change: ScenarioChange, _ scenario: Scenario) -> Bool {
        switch change {
        case .startupClass: true
        case .lane(let task, _): scenario.tasks[task.offset].spec.lane == .main
        case .duration, .priority, .addEdge, .dropEdge, .events, .width, .order, .registration: false
        }
    }

    /// Every width up to the number of tasks, every lane and priority of every task, every edge gone, every task that
    /// nothing needs after the launch, both orders.
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
            if !needed.contains(task.spec.name) { changes.append(.startupClass(TaskID(number), .afterLaunch)) }
        }
        return changes
    }

    @Test func `what is kept is in no advice`() throws {
        let scenario = try LaunchOutlookTests.shop()
        var kept = KeptParts()
        kept.lanes = [try #require(scenario.configuration.lane(named: "network"))]
        let tabBar = try #require(scenario.tasks.firstIndex { $0.spec.name == "TabBar" })
        kept.places = [TaskID(tabBar)]
        let titles = try LaunchOutlook(of: scenario, keeping: kept).tries.map { $0.title }
        #expect(!titles.contains { $0.contains("wide") || $0.hasPrefix("TabBar after") || $0.hasPrefix("TabBar on") })
        #expect(titles.contains("TabBar not after RemoteConfig"))
    }

    @Test func `pairs gain more than either of their changes, and really do`() throws {
        let scenario = try LaunchOutlookTests.shop()
        let planned = try PlannedLaunch(of: scenario)
        let search = try #require(AdviceSearch(planned))
        let singles = search.singles()
        let pairs = search.pairs(of: singles)
        #expect(!pairs.isEmpty)
        for pair in pairs.prefix(5) {
            var changed = scenario
            for change in pair.changes { change.apply(to: &changed) }
            #expect(SmallLaunches.launchTime(changed) == pair.launch)
            for change in pair.changes {
                #expect(pair.launch < (SmallLaunches.launchTime(change.applied(to: scenario)) ?? .zero))
            }
        }
    }
}
