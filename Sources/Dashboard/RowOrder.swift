import SchedulerCore

/// The order of the table's rows.
enum RowSort: CaseIterable, Hashable, Sendable {
    /// Predecessors first, by what releases them; the only order with rails.
    case graph
    case name, start, own, wait, slack

    /// The word for people.
    var word: String {
        switch self {
        case .graph: "order"
        case .name: "name"
        case .start: "start"
        case .own: "own time"
        case .wait: "wait"
        case .slack: "slack"
        }
    }

    /// The next one, the first after the last.
    var next: RowSort {
        let all = RowSort.allCases
        let place = all.firstIndex(of: self) ?? 0
        return all[(place + 1) % all.count]
    }
}

/// Which tasks the table shows, in which order, and the rails beside them.
struct RowOrder: Sendable {
    /// The tasks from top to bottom.
    private(set) var tasks: [TaskID] = []
    /// The rails; without slots where the order is not the graph's.
    private(set) var rails = Rails(predecessors: [])
    /// Columns of the widest name, at most 64.
    private(set) var nameWidth = 1
    private var rows: [Int32] = []

    init() {}

    /// All tasks of a scheduler that pass `isShown`, sorted.
    init(
        scheduler: Scheduler, plan: Plan, sort: RowSort, isInverted: Bool, isShown: (TaskID) -> Bool
    ) {
        let shown = RowOrder.graphOrder(scheduler).filter(isShown)
        tasks = RowOrder.sorted(shown, by: sort, scheduler: scheduler, plan: plan)
        if isInverted { tasks.reverse() }
        rows = Array(repeating: -1, count: scheduler.taskCount)
        for (row, task) in tasks.enumerated() {
            rows[task.offset] = Int32(row)
            if nameWidth < 64 {
                nameWidth = max(nameWidth, TextColumns.width(of: TextColumns.clean(scheduler.name(of: task))))
            }
        }
        guard sort == .graph, !isInverted else { return }
        let rows = rows
        rails = Rails(
            predecessors: tasks.map { task in
                scheduler.predecessors(of: task).map { Int(rows[$0.offset]) }
            })
    }

    /// The row of a task; nil where it is not shown.
    func row(of task: TaskID) -> Int? {
        guard task.offset < rows.count, rows[task.offset] >= 0 else { return nil }
        return Int(rows[task.offset])
    }

    /// Every task below its predecessors, otherwise by what releases it and as registered.
    static func graphOrder(_ scheduler: Scheduler) -> [TaskID] {
        let count = scheduler.taskCount
        let ranks = (0..<count).map { releaseRank(scheduler.snapshot(of: TaskID($0)).trigger) }
        let byRank = (0..<count).sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        var isPlaced = [Bool](repeating: false, count: count)
        var result: [TaskID] = []
        result.reserveCapacity(count)
        var stack: [(task: TaskID, next: Int)] = []
        var isOpen = [Bool](repeating: false, count: count)
        for root in byRank where !isPlaced[root] {
            stack.append((TaskID(root), 0))
            isOpen[root] = true
            while let top = stack.last {
                let predecessors = scheduler.predecessors(of: top.task)
                if top.next < predecessors.count {
                    stack[stack.count - 1].next += 1
                    let predecessor = predecessors[top.next]
                    if !isPlaced[predecessor.offset], !isOpen[predecessor.offset] {
                        isOpen[predecessor.offset] = true
                        stack.append((predecessor, 0))
                    }
                } else {
                    stack.removeLast()
                    isPlaced[top.task.offset] = true
                    result.append(top.task)
                }
            }
        }
        return result
    }

    private static func releaseRank(_ trigger: Trigger) -> Int {
        switch trigger {
        case .events(let events):
            let order: [LifecycleEvent] = [.willFinishLaunching, .didFinishLaunching, .didBecomeActive]
            if let place = order.firstIndex(where: events.contains) { return place * 2 }
            return 8 + events.rawValue.trailingZeroBitCount
        case .startup(.basic), .startup(.sync), .startup(.async): return 3
        case .startup(.afterLaunch): return 6
        case .timer: return 50
        case .notification: return 51
        case .none: return 52
        }
    }

    private static func sorted(
        _ tasks: [TaskID], by sort: RowSort, scheduler: Scheduler, plan: Plan
    ) -> [TaskID] {
        switch sort {
        case .graph: return tasks
        case .name:
            let names = (0..<scheduler.taskCount).map { scheduler.name(of: TaskID($0)) }
            return tasks.sorted { (names[$0.offset], $0) < (names[$1.offset], $1) }
        case .start: return ordered(tasks, plan) { $0?.start?.nanoseconds ?? .max }
        case .own: return ordered(tasks, plan) { -($0?.ownTime(until: plan.horizon).count ?? -1) }
        case .wait:
            return ordered(tasks, plan) {
                guard let run = $0 else { return 1 }
                return -(run.dependencyWait(until: plan.horizon) + run.laneWait(until: plan.horizon)).count
            }
        case .slack:
            let keys = tasks.map { ($0.offset < plan.slack.count ? plan.slack[$0.offset]?.count : nil) ?? .max }
            return zip(keys, tasks).sorted { $0 < $1 }.map(\.1)
        }
    }

    private static func ordered(_ tasks: [TaskID], _ plan: Plan, key: (Plan.Run?) -> Int64) -> [TaskID] {
        let keys = tasks.map { key($0.offset < plan.runs.count ? plan.runs[$0.offset].first : nil) }
        return zip(keys, tasks).sorted { $0 < $1 }.map(\.1)
    }
}
