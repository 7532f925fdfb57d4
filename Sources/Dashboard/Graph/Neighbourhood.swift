import SchedulerCore

/// The tasks around one, and the edges among them.
struct Neighbourhood: Hashable, Sendable {
    /// How far it reaches.
    enum Hops: String, CaseIterable, Hashable, Sendable {
        case one = "1 hop", two = "2 hops", all = "all hops"

        var limit: Int {
            switch self {
            case .one: 1
            case .two: 2
            case .all: .max
            }
        }
        var next: Hops {
            switch self {
            case .one: .two
            case .two: .all
            case .all: .one
            }
        }
    }

    /// The most tasks that are drawn in layers.
    static let maximumTasks = 40

    /// The tasks, including the center, in registration order.
    private(set) var tasks: [TaskID]
    /// Whether there were more than can be drawn.
    private(set) var isCut = false

    /// The tasks at most `hops` edges up or down from a task. O(edges visited).
    init(of centre: TaskID, hops: Hops, in scheduler: borrowing Scheduler) {
        var found: Set<TaskID> = [centre]
        for isUp in [true, false] {
            var edge = [centre]
            var distance = 0
            while !edge.isEmpty, distance < hops.limit, found.count <= Neighbourhood.maximumTasks {
                distance += 1
                let next = edge.flatMap { isUp ? scheduler.predecessors(of: $0) : scheduler.successors(of: $0) }
                edge = []
                for task in next where found.insert(task).inserted { edge.append(task) }
            }
        }
        tasks = found.sorted()
        cut(keeping: centre)
    }

    /// All tasks of a scenario, if they are few enough; isolated ones are left out.
    init?(all scheduler: borrowing Scheduler) {
        guard scheduler.taskCount <= Neighbourhood.maximumTasks else { return nil }
        tasks = (0..<scheduler.taskCount).map(TaskID.init).filter {
            !scheduler.predecessors(of: $0).isEmpty || !scheduler.successors(of: $0).isEmpty
        }
        guard !tasks.isEmpty else { return nil }
    }

    private mutating func cut(keeping centre: TaskID) {
        guard tasks.count > Neighbourhood.maximumTasks else { return }
        isCut = true
        let others = tasks.filter { $0 != centre }.prefix(Neighbourhood.maximumTasks - 1)
        tasks = (others + [centre]).sorted()
    }

    /// The tasks in layers; node numbers are indices into `tasks`.
    func layers(_ scheduler: borrowing Scheduler) -> LayeredGraph {
        var places: [TaskID: Int] = [:]
        for (place, task) in tasks.enumerated() { places[task] = place }
        var edges: [(from: Int, to: Int)] = []
        for (place, task) in tasks.enumerated() {
            for predecessor in scheduler.predecessors(of: task) {
                if let from = places[predecessor] { edges.append((from, place)) }
            }
        }
        return LayeredGraph(count: tasks.count, edges: edges)
    }
}
