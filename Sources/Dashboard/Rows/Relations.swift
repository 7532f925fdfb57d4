import SchedulerCore
import SchedulerSimulation

/// Which tasks the selected one needs and which need it, through any number of dependencies.
struct Relations: Sendable {
    /// How a task is related to the selected one.
    enum Kind: Hashable, Sendable {
        case needed(isDirect: Bool), needing(isDirect: Bool)
    }
    /// The input from which they were found.
    struct Key: Hashable, Sendable {
        var task: TaskID
        var basis: Document.Basis
    }

    /// How many tasks are followed each way, nearest first, so that a key costs the same in every graph.
    static let maximumCount = 256

    private(set) var key: Key?
    private var kinds: [TaskID: Kind] = [:]

    /// No relations.
    init() {}

    /// The relations of a task. O(`maximumCount` tasks and their dependencies).
    init(_ key: Key, in scheduler: borrowing Scheduler) {
        self.key = key
        follow(from: key.task, { scheduler.predecessors(of: $0) }) { .needed(isDirect: $0) }
        follow(from: key.task, { scheduler.successors(of: $0) }) { .needing(isDirect: $0) }
    }

    /// How a task is related; nil if it is not.
    func kind(of task: TaskID) -> Kind? { kinds.isEmpty ? nil : kinds[task] }

    private mutating func follow(from task: TaskID, _ next: (TaskID) -> [TaskID], _ kind: (Bool) -> Kind) {
        var found: [TaskID] = []
        for neighbour in next(task).prefix(Relations.maximumCount) where kinds[neighbour] == nil {
            kinds[neighbour] = kind(true)
            found.append(neighbour)
        }
        var place = 0
        while place < found.count, found.count < Relations.maximumCount {
            for neighbour in next(found[place]).prefix(Relations.maximumCount)
            where neighbour != task && kinds[neighbour] == nil && found.count < Relations.maximumCount {
                kinds[neighbour] = kind(false)
                found.append(neighbour)
            }
            place += 1
        }
    }
}

extension Relations {
    /// Updates the relations of the task shown in the panes; costs nothing if they are current.
    mutating func update(for model: DashboardModel) {
        guard let task = model.paneTask else {
            if key != nil { self = Relations() }
            return
        }
        let wanted = Key(task: task, basis: model.document.basis)
        if wanted != key { self = model.document.readSession { Relations(wanted, in: $0.simulation.scheduler) } }
    }
}
