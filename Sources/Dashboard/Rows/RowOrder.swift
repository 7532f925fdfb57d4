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
    /// The tasks that pass the filter, in order, those in closed groups and sequences too.
    private(set) var tasks: [TaskID] = []
    /// The rows from top to bottom: tasks and headings of groups.
    private(set) var rows: [RowKey] = []
    /// The groups, in order of their first task.
    private(set) var groups: [RowGroup] = []
    /// The rails; without slots where the order is not the graph's.
    private(set) var rails = Rails(predecessors: [])
    /// Which rows stand below which sequence, and which sequences are open.
    var tree = SequenceTree()
    /// Columns of the widest name, at most 64.
    private(set) var nameWidth = 1
    /// How many tasks there are, shown or not.
    private(set) var total = 0
    private var rowOfTask: [Int32] = []
    private var rowOfGroup: [String: Int] = [:]
    private var groupOfTask: [Int32] = []

    init() {}

    /// All tasks of a scheduler that pass `isShown`, sorted, the steps of a sequence in their order below it.
    ///
    /// `group` names the group of a task, nil for none; `isOpen` tells of the row of a group or a sequence. A sequence
    /// that does not pass stands above its steps that do.
    init(
        scheduler: Scheduler, plan: Plan, tree: SequenceTree, sort: RowSort, isInverted: Bool,
        group: (TaskID) -> String?, isOpen: (RowKey) -> Bool, isShown: (TaskID) -> Bool
    ) {
        let all = RowOrder.graphOrder(scheduler).filter(scheduler.isTask)
        total = all.count
        let shown = all.filter(isShown)
        tasks = RowOrder.sorted(shown, by: sort, scheduler: scheduler, plan: plan)
        if isInverted { tasks.reverse() }
        self.tree = tree
        let standing = self.tree.arrange(&tasks, isOpen: isOpen)
        gather(standing, scheduler.taskCount, group, isOpen)
        for row in rows where nameWidth < 64 {
            guard let task = row.task else { continue }
            let width = TextColumns.width(of: TextColumns.clean(scheduler.name(of: task)))
            nameWidth = max(nameWidth, width + self.tree.extraWidth(of: task))
        }
        guard sort == .graph, !isInverted else { return }
        let places = rowOfTask
        rails = Rails(
            predecessors: rows.map { row in
                guard let task = row.task else { return [] }
                let list = scheduler.predecessors(of: task).map { Int(places[$0.offset]) }
                return list + self.tree.rowsBefore(task).map { Int(places[$0.offset]) }
            })
    }

    /// Lays out the rows: tasks without a group where they stand, a group's where its first one would; steps follow
    /// their sequence into its group.
    private mutating func gather(
        _ standing: [TaskID], _ count: Int, _ group: (TaskID) -> String?, _ isOpen: (RowKey) -> Bool
    ) {
        rowOfTask = Array(repeating: -1, count: count)
        groupOfTask = Array(repeating: -1, count: count)
        var numbers: [String: Int] = [:]
        var layout: [RowKey] = []
        for task in standing {
            guard let name = group(tree.ancestors(of: task).last ?? task) else {
                if !tree.isFolded(task) { layout.append(.task(task)) }
                continue
            }
            let number = numbers[name] ?? groups.count
            if number == groups.count {
                numbers[name] = number
                groups.append(RowGroup(name: name, tasks: [], isOpen: isOpen(.group(name))))
                layout.append(.group(name))
            }
            groups[number].tasks.append(task)
            groupOfTask[task.offset] = Int32(number)
        }
        for row in layout {
            switch row {
            case .task, .lane: rows.append(row)
            case .group(let name):
                rowOfGroup[name] = rows.count
                rows.append(row)
                guard let number = numbers[name], groups[number].isOpen else { continue }
                rows += groups[number].tasks.filter { !tree.isFolded($0) }.map(RowKey.task)
            }
        }
        for (place, row) in rows.enumerated() {
            if let task = row.task { rowOfTask[task.offset] = Int32(place) }
        }
    }

    /// The row of a task; nil where it is not shown.
    func row(of task: TaskID) -> Int? {
        guard task.offset < rowOfTask.count, rowOfTask[task.offset] >= 0 else { return nil }
        return Int(rowOfTask[task.offset])
    }

    /// The row of a group's heading.
    func row(ofGroup name: String) -> Int? { rowOfGroup[name] }

    /// The group of a task; nil where it has none or is not shown.
    func group(of task: TaskID) -> RowGroup? {
        guard task.offset < groupOfTask.count, groupOfTask[task.offset] >= 0 else { return nil }
        return groups[Int(groupOfTask[task.offset])]
    }

    /// The group with this name.
    func group(named name: String) -> RowGroup? {
        groups.first { $0.name == name }
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
            let keys = tasks.map { plan.slack(of: $0)?.count ?? .max }
            return zip(keys, tasks).sorted { $0 < $1 }.map(\.1)
        }
    }

    private static func ordered(_ tasks: [TaskID], _ plan: Plan, key: (Plan.Run?) -> Int64) -> [TaskID] {
        let keys = tasks.map { key($0.offset < plan.runs.count ? plan.runs[$0.offset].first : nil) }
        return zip(keys, tasks).sorted { $0 < $1 }.map(\.1)
    }
}
