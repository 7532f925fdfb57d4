import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
/// How much a search may simulate. Tasks, dependencies and records are counted and no clock is asked, so that a search
/// finds the same on every machine.
public struct SearchBudget: Hashable, Sendable {
    /// The work of a whole search for changes: one to two seconds. Up to about 400 tasks it is enough for every change.
    public static let standard = SearchBudget(4_000_000)

    /// What is left; below 0 once the last trial took more.
    private(set) var left: Int

    /// A budget of this much work: a task, a dependency or a record each count 1.
    public init(_ work: Int) {
        left = work
    }

    /// Whether nothing more may be simulated.
    var isSpent: Bool { left <= 0 }

    /// About how many launches it is enough for that cost as much as `planned`; at least one.
    func trials(like planned: PlannedLaunch) -> Int {
        max(1, left / max(1, Self.work(of: planned.scenario) + planned.timeline.recordCount))
    }

    mutating func spend(_ work: Int) {
        left -= work
    }

    /// What registering a scenario costs.
    static func work(of scenario: Scenario) -> Int {
        var work = scenario.tasks.count
        for task in scenario.tasks {
            work += task.spec.after.count + task.spec.follows.count + task.spec.prefers.count
        }
        return work
    }
}
