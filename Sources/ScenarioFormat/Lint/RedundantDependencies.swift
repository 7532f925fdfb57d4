import SchedulerCore
import SchedulerSimulation

/// Finds `after` entries that another entry implies: the edges that a transitive reduction drops (Aho, Garey & Ullman 1972).
///
/// An entry counts only where one success says as much as the other: both released once in a process, or by the same trigger as
/// the task itself. Follows at most `budget` edges, so a large file may hold redundancy that is not found.
struct RedundantDependencies {
    /// An entry that may go.
    struct Finding {
        var task: Int
        var implied: Int
        var implying: Int
        var offset: Int
    }

    let tasks: [TaskDraft]
    let numbers: [ByteName: Int]
    let graph: DependencyGraph
    private static let budget = 4_000_000

    func find() -> [Finding] {
        let levels = levels()
        var budget = Self.budget
        var seenFor = [Int](repeating: -1, count: tasks.count)
        var origins = [Int](repeating: -1, count: tasks.count)
        var findings: [Finding] = []
        for task in tasks.indices
        where tasks[task].after.count > 1 && budget > 0 && findings.count < Diagnostics.keptLimit {
            let direct = afterNumbers(task)
            guard let lowest = direct.map({ levels[$0] }).min() else { continue }
            var stack = direct.map { (node: $0, origin: $0) }
            while let (node, origin) = stack.popLast(), budget > 0 {
                for next in afterNumbers(node) {
                    budget -= 1
                    guard levels[next] >= lowest, seenFor[next] != task else { continue }
                    seenFor[next] = task
                    origins[next] = origin
                    stack.append((next, origin))
                }
            }
            for reference in tasks[task].after {
                guard let implied = number(of: reference), seenFor[implied] == task else { continue }
                let implying = origins[implied]
                guard saysAsMuch(implied, for: task), saysAsMuch(implying, for: task) else { continue }
                findings.append(
                    Finding(task: task, implied: implied, implying: implying, offset: reference.offset))
            }
        }
        return findings
    }

    private func saysAsMuch(_ other: Int, for task: Int) -> Bool {
        let trigger = tasks[other].task.spec.trigger
        return trigger.isOncePerProcess || trigger == tasks[task].task.spec.trigger
    }

    private func number(of reference: NameReference) -> Int? {
        numbers[ByteName(reference.name)].flatMap { $0 < tasks.count ? $0 : nil }
    }

    /// The graph lists `after` edges first, in the file's order; without errors every name is known.
    private func afterNumbers(_ task: Int) -> [Int] {
        graph.predecessors(of: task).prefix(tasks[task].after.count).filter { $0 < tasks.count }
    }

    /// The length of the longest chain of edges below each task.
    private func levels() -> [Int] {
        var levels = [Int](repeating: 0, count: graph.nodeCount)
        for node in graph.topologicalOrder() {
            levels[node] = (graph.predecessors(of: node).map { levels[$0] }.max() ?? -1) + 1
        }
        return levels
    }
}

/// How much launch work stands on each lane, compared with the longest chain it holds.
///
/// A lane is too narrow when the work that the launch waits for, spread over its width, takes more than half as long again as
/// the longest chain that ends in it, with more than three tasks: then the lane and not the dependencies sets the pace.
struct LaneLoad {
    /// What makes a lane too narrow.
    struct Excess {
        var count = 0
        var work = Nanoseconds.zero
        var longestChain = Nanoseconds.zero
        var firstTask = 0
    }

    /// Lanes with a task, by number.
    var isUsed: [Bool]
    private let widths: [Int]
    private var loads: [Excess?]

    init(configuration: SchedulerConfiguration, tasks: [TaskDraft], graph: DependencyGraph) {
        isUsed = [Bool](repeating: false, count: configuration.lanes.count)
        loads = [Excess?](repeating: nil, count: configuration.lanes.count)
        widths = configuration.lanes.map(\.width)
        let taskLanes = tasks.map {
            $0.task.spec.lane ?? configuration.defaultLane(for: $0.task.spec.trigger)
        }
        for lane in taskLanes { isUsed[lane.offset] = true }
        let order = graph.topologicalOrder()
        let isHeld = Self.heldByLaunch(tasks, taskLanes, graph, order)
        var chains = [Nanoseconds](repeating: .zero, count: graph.nodeCount)
        for node in order {
            let before = graph.predecessors(of: node).map { chains[$0] }.max() ?? .zero
            chains[node] = node < tasks.count ? before + tasks[node].task.spec.expected : before
            guard node < tasks.count, isHeld[node], tasks[node].task.spec.trigger.isLaunch else { continue }
            let lane = taskLanes[node].offset
            var load = loads[lane] ?? Excess(firstTask: node)
            load.count += 1
            load.work = load.work + tasks[node].task.spec.expected
            load.longestChain = max(load.longestChain, chains[node])
            load.firstTask = min(load.firstTask, node)
            loads[lane] = load
        }
    }

    /// Why lane `id` is too narrow; nil where it is not.
    func excess(of id: LaneID) -> Excess? {
        guard let load = loads[id.offset], load.count > 3, load.longestChain.count > 0 else { return nil }
        let pace = load.work.count / Int64(widths[id.offset])
        return pace > load.longestChain.count + load.longestChain.count / 2 ? load : nil
    }

    /// Which tasks a launch event ends only after: on main or blocking, and all that such wait for.
    private static func heldByLaunch(
        _ tasks: [TaskDraft], _ lanes: [LaneID], _ graph: DependencyGraph, _ order: [Int]
    ) -> [Bool] {
        var isHeld = [Bool](repeating: false, count: graph.nodeCount)
        for (index, draft) in tasks.enumerated() where draft.task.spec.trigger.isLaunch {
            isHeld[index] = draft.task.spec.blocks ?? (lanes[index] == .main)
        }
        for node in order.reversed() where isHeld[node] {
            for predecessor in graph.predecessors(of: node) { isHeld[predecessor] = true }
        }
        return isHeld
    }
}

extension Trigger {
    /// Whether it releases before the first frame.
    var isLaunch: Bool {
        switch self {
        case .events(let set):
            set.contains(.willFinishLaunching) || set.contains(.didFinishLaunching) || set.contains(.didBecomeActive)
        case .startup(let startupClass): startupClass != .afterLaunch
        case .none, .timer, .notification: false
        }
    }
}
