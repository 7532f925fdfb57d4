import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

@Suite struct OrderSearchTests {
    @Test("the best order of small launches is found", arguments: 0..<25)
    func exhaustive(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = SmallLaunches.scenario(&cases, tasks: 8)
        let planned = try PlannedLaunch(of: scenario)
        let search = try #require(OrderSearch(planned, limit: 2_000))
        var best = try #require(planned.time)
        for order in Self.orders(scenario) {
            var changed = scenario
            ScenarioChange.registration(order).apply(to: &changed)
            best = min(best, SmallLaunches.launchTime(changed) ?? .limit)
        }
        #expect(search.launch == best, "\(order(search))")
        #expect(search.bound <= best)
        var changed = scenario
        for change in search.changes { change.apply(to: &changed) }
        #expect(SmallLaunches.launchTime(changed) == search.launch)
    }

    @Test("the order found is never worse than the current one, and never below the bound", arguments: 0..<25)
    func neverWorse(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 8)
        let planned = try PlannedLaunch(of: scenario)
        guard let time = planned.time, let search = OrderSearch(planned, limit: 300) else { return }
        #expect(search.launch <= time)
        var changed = scenario
        for change in search.changes { change.apply(to: &changed) }
        #expect(SmallLaunches.launchTime(changed) == search.launch)
    }

    private func order(_ search: OrderSearch) -> String { search.changes.map { "\($0)" }.joined() }

    /// Every order of the tasks within each lane; how lanes are mixed makes no difference.
    private static func orders(_ scenario: Scenario) -> [[TaskID]] {
        var orders: [[TaskID]] = [[]]
        for lane in scenario.configuration.lanes.indices {
            let tasks = scenario.tasks.indices.filter { scenario.tasks[$0].spec.lane == LaneID(lane) }
            let inside = permutations(tasks).map { $0.map { TaskID($0) } }
            orders = orders.flatMap { order in inside.map { order + $0 } }
        }
        return orders
    }

    private static func permutations(_ list: [Int]) -> [[Int]] {
        guard list.count > 1 else { return [list] }
        return list.indices.flatMap { place in
            var rest = list
            let first = rest.remove(at: place)
            return permutations(rest).map { [first] + $0 }
        }
    }
}
