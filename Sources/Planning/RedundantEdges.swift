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
        // For each task the last one that was found to name it.
        var namedBy = [Int](repeating: -1, count: scenario.tasks.count)
        var after: [[Int]] = []
        after.reserveCapacity(scenario.tasks.count)
        for task in scenario.tasks.indices {
            var numbers: [Int] = []
            for name in scenario.tasks[task].spec.after {
                guard let other = scheduler.task(named: name)?.offset, namedBy.indices.contains(other),
                    namedBy[other] != task
                else { continue }
                namedBy[other] = task
                numbers.append(other)
            }
            after.append(numbers)
        }
        self.after = after
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
        // How many predecessors of each task are known to have their level.
        var known = [Int](repeating: 0, count: after.count)
        var stack: [Int] = []
        for root in after.indices where levels[root] < 0 {
            stack.append(root)
            while let node = stack.last {
                while known[node] < after[node].count, levels[after[node][known[node]]] >= 0 { known[node] += 1 }
                if known[node] < after[node].count {
                    stack.append(after[node][known[node]])
                } else {
                    levels[node] = (after[node].lazy.map { levels[$0] }.max() ?? -1) + 1
                    stack.removeLast()
                }
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
