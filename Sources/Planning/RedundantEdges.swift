import SchedulerCore
import SchedulerSimulation

/// Finds `after` entries that another entry implies: the edges that a transitive reduction drops (Aho, Garey & Ullman 1972).
///
/// An entry counts only if both successes mean the same: both released once in a process, or by the same trigger as
/// the task itself. Follows at most `budget` edges, so a large scenario may have redundant entries that are not found.
struct RedundantEdges {
    /// An entry that can be dropped.
    struct Edge: Hashable {
        var task: TaskID
        var implied: TaskID
        var implying: TaskID
    }

    private static let budget = 4_000_000
    private let scenario: Scenario
    /// The predecessors of each task by `after`, without duplicates.
    private let after: [[Int]]

    init(_ scenario: Scenario, _ scheduler: borrowing Scheduler) {
        self.scenario = scenario
        after = scenario.tasks.map { task in
            var numbers: [Int] = []
            for name in task.spec.after {
                guard let other = scheduler.task(named: name), other.offset < scenario.tasks.count,
                    !numbers.contains(other.offset)
                else { continue }
                numbers.append(other.offset)
            }
            return numbers
        }
    }

    func find(limit: Int) -> [Edge] {
        let levels = levels()
        var budget = Self.budget
        var seenFor = [Int](repeating: -1, count: after.count)
        var origins = [Int](repeating: -1, count: after.count)
        var found: [Edge] = []
        for task in after.indices where after[task].count > 1 && budget > 0 && found.count < limit {
            guard let lowest = after[task].map({ levels[$0] }).min() else { continue }
            var stack = after[task].map { (node: $0, origin: $0) }
            while let (node, origin) = stack.popLast(), budget > 0 {
                for next in after[node] {
                    budget -= 1
                    guard levels[next] >= lowest, seenFor[next] != task else { continue }
                    seenFor[next] = task
                    origins[next] = origin
                    stack.append((next, origin))
                }
            }
            for implied in after[task] where seenFor[implied] == task {
                let implying = origins[implied]
                guard saysAsMuch(implied, for: task), saysAsMuch(implying, for: task) else { continue }
                found.append(Edge(task: TaskID(task), implied: TaskID(implied), implying: TaskID(implying)))
            }
        }
        return found
    }

    private func saysAsMuch(_ other: Int, for task: Int) -> Bool {
        let trigger = scenario.tasks[other].spec.trigger
        return trigger.isOncePerProcess || trigger == scenario.tasks[task].spec.trigger
    }

    /// The length of the longest chain of edges below each task; the scenario has no cycle.
    private func levels() -> [Int] {
        var levels = [Int](repeating: -1, count: after.count)
        var stack: [Int] = []
        for root in after.indices where levels[root] < 0 {
            stack.append(root)
            while let node = stack.last {
                if let open = after[node].first(where: { levels[$0] < 0 }) {
                    stack.append(open)
                    continue
                }
                levels[node] = (after[node].map { levels[$0] }.max() ?? -1) + 1
                stack.removeLast()
            }
        }
        return levels
    }
}

extension Trigger {
    /// Whether all its releases in a process belong to will/didFinishLaunching.
    var isOncePerProcess: Bool {
        switch self {
        case .events(let set): !set.isEmpty && set.events.allSatisfy { $0.isOncePerProcess }
        case .startup: true
        case .none, .timer, .notification: false
        }
    }
}
