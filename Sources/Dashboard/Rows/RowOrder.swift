import Planning
import SchedulerCore
import Text

/// The order of the table's rows.
enum RowSort: CaseIterable, Hashable, Sendable {
    /// Predecessors first, then by what releases the tasks; the only order with rails.
    case graph
    case name, start, own, wait, slack
    /// As they run in the critical chain.
    case chain

    /// Those that a key goes through.
    static let chosen: [RowSort] = [.graph, .name, .start, .own, .wait, .slack]

    /// The word for people.
    var word: String {
        switch self {
        case .graph: "order"
        case .name: "name"
        case .start: "start"
        case .own: "own time"
        case .wait: "wait"
        case .slack: "slack"
        case .chain: "chain"
        }
    }

    /// The column that is sorted; nil if none shows it.
    var field: Layout.Field? {
        switch self {
        case .name: .name
        case .own: .own
        case .wait: .wait
        case .slack: .slack
        case .graph, .start, .chain: nil
        }
    }

    /// The words of those that a key goes through.
    static var words: String { chosen.map { $0.word }.joined(separator: ", ") }

    /// The next one; wraps around.
    var next: RowSort {
        let all = RowSort.chosen
        let place = all.firstIndex(of: self) ?? 0
        return all[(place + 1) % all.count]
    }
}

/// Which tasks the table shows, in which order, and the rails beside them.
struct RowOrder: Sendable {
    /// The tasks that pass the filter, in order, including those in closed groups and sequences.
    private(set) var tasks: [TaskID] = []
    /// The rows from top to bottom: tasks and headings of groups.
    private(set) var rows = RowList()
    /// The groups, in order of their first task.
    private(set) var groups: [RowGroup] = []
    /// The rails; without slots if the order is not the graph's.
    private(set) var rails = Rails(predecessors: [])
    /// Which rows are below which sequence, and which sequences are open.
    var tree = SequenceTree()
    /// Columns of the widest name, at most 64.
    private(set) var nameWidth = 1
    /// How many tasks there are, shown or not.
    private(set) var total = 0
    private var rowOfTask: [Int32] = []
    private var rowOfGroup: [String: Int] = [:]
    private var groupOfTask: [Int32] = []

    init() {}

    /// All tasks of a scheduler that pass `isShown`, sorted; the steps of a sequence follow it in their order.
    ///
    /// `group` returns the index of a task's group in `names`, nil if it has none; `isOpen` is called for groups and
    /// sequences. A sequence that does not pass still appears above its steps that do.
    init(
        scheduler: borrowing Scheduler, plan: Course, tree: SequenceTree, sort: RowSort, isInverted: Bool,
        group: (TaskID) -> Int?, names: [String], isOpen: (RowKey) -> Bool, isShown: (TaskID) -> Bool
    ) {
        let all = RowOrder.graphOrder(scheduler).filter { scheduler.isTask($0) }
        total = all.count
        let shown = all.filter(isShown)
        tasks = RowOrder.sorted(shown, by: sort, scheduler: scheduler, plan: plan)
        if isInverted { tasks.reverse() }
        self.tree = tree
        let standing = self.tree.arrange(&tasks, isOpen: isOpen)
        gather(standing, scheduler.taskCount, group, names, isOpen)
        for row in rows where nameWidth < 64 {
            guard let task = row.task else { continue }
            let width = DisplayText.width(of: DisplayText.clean(scheduler.name(of: task)))
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

    /// Lays out the rows: tasks without a group in their place, a group in the place of its first task; steps follow
    /// their sequence into its group.
    private mutating func gather(
        _ standing: [TaskID], _ count: Int, _ group: (TaskID) -> Int?, _ names: [String], _ isOpen: (RowKey) -> Bool
    ) {
        rowOfTask = Array(repeating: -1, count: count)
        groupOfTask = Array(repeating: -1, count: count)
        // The index of each group in `groups`, in the order of first tasks.
        var places = [Int32](repeating: -1, count: names.count)
        var layout = RowList()
        rows.reserveCapacity(standing.count)
        for task in standing {
            guard let number = group(tree.ancestors(of: task).last ?? task) else {
                if !tree.isFolded(task) { layout.append(task) }
                continue
            }
            if places[number] < 0 {
                places[number] = Int32(groups.count)
                rowOfGroup[names[number]] = groups.count
                groups.append(RowGroup(name: names[number], tasks: [], isOpen: isOpen(.group(names[number]))))
                layout.append(group: names[number])
            }
            groups[Int(places[number])].tasks.append(task)
            groupOfTask[task.offset] = places[number]
        }
        for row in layout {
            guard case .group(let name) = row else {
                if let task = row.task { rows.append(task) }
                continue
            }
            rows.append(group: name)
            guard let place = rowOfGroup.updateValue(rows.count - 1, forKey: name), groups[place].isOpen else {
                continue
            }
            for task in groups[place].tasks where !tree.isFolded(task) { rows.append(task) }
        }
        for (row, key) in rows.enumerated() {
            if let task = key.task { rowOfTask[task.offset] = Int32(row) }
        }
    }

    /// The row of a task; nil if it is not shown.
    func row(of task: TaskID) -> Int? {
        guard task.offset < rowOfTask.count, rowOfTask[task.offset] >= 0 else { return nil }
        return Int(rowOfTask[task.offset])
    }

    /// The row of a group's heading.
    func row(ofGroup name: String) -> Int? { rowOfGroup[name] }

    /// The group of a task; nil if it has none or is not shown.
    func group(of task: TaskID) -> RowGroup? {
        guard task.offset < groupOfTask.count, groupOfTask[task.offset] >= 0 else { return nil }
        return groups[Int(groupOfTask[task.offset])]
    }

    /// The group with this name.
    func group(named name: String) -> RowGroup? {
        groups.first { $0.name == name }
    }

    /// Tasks with predecessors first, then by what releases them, then in registration order.
    static func graphOrder(_ scheduler: borrowing Scheduler) -> [TaskID] {
        let count = scheduler.taskCount
        var result: [TaskID] = []
        result.reserveCapacity(count)
        var stack: [(task: TaskID, next: Int)] = []
        // Already placed, or on the stack.
        var isSeen = [Bool](repeating: false, count: count)
        for root in byRelease(scheduler) where !isSeen[root.offset] {
            stack.append((root, 0))
            isSeen[root.offset] = true
            while let top = stack.last {
                guard top.next < scheduler.predecessorCount(of: top.task) else {
                    stack.removeLast()
                    result.append(top.task)
                    continue
                }
                stack[stack.count - 1].next += 1
                let predecessor = scheduler.predecessor(top.next, of: top.task)
                guard !isSeen[predecessor.offset] else { continue }
                isSeen[predecessor.offset] = true
                stack.append((predecessor, 0))
            }
        }
        return result
    }

    /// All tasks by what releases them, then in registration order: a counting sort, because there are few ranks.
    private static func byRelease(_ scheduler: borrowing Scheduler) -> [TaskID] {
        var ranks: [UInt8] = []
        ranks.reserveCapacity(scheduler.taskCount)
        var places = [Int](repeating: 0, count: lastRank + 2)
        for offset in 0..<scheduler.taskCount {
            let rank = releaseRank(scheduler.trigger(of: TaskID(offset)))
            ranks.append(UInt8(rank))
            places[rank + 1] += 1
        }
        for rank in 0...lastRank { places[rank + 1] += places[rank] }
        var result = [TaskID](repeating: TaskID(0), count: ranks.count)
        for (offset, rank) in ranks.enumerated() {
            result[places[Int(rank)]] = TaskID(offset)
            places[Int(rank)] += 1
        }
        return result
    }

    /// The highest rank that `releaseRank` returns.
    private static let lastRank = 52

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
        case .none: return lastRank
        }
    }

    private static func sorted(
        _ tasks: [TaskID], by sort: RowSort, scheduler: borrowing Scheduler, plan: Course
    ) -> [TaskID] {
        switch sort {
        case .graph: return tasks
        case .chain:
            var places: [TaskID: Int] = [:]
            for (place, link) in plan.chain.enumerated() where places[link.task] == nil { places[link.task] = place }
            let keys = tasks.map { places[$0] ?? .max }
            return zip(keys, tasks).sorted { $0 < $1 }.map { $0.1 }
        case .name:
            let names = scheduler.names
            return tasks.sorted { (names[$0.offset], $0) < (names[$1.offset], $1) }
        case .start: return ordered(tasks, plan) { $0?.start?.nanoseconds ?? .max }
        case .own: return ordered(tasks, plan) { -($0?.ownTime.count ?? -1) }
        case .wait:
            return ordered(tasks, plan) {
                guard let run = $0 else { return 1 }
                return -(run.dependencyWait(until: plan.horizon) + run.laneWait(until: plan.horizon)).count
            }
        case .slack:
            let keys = tasks.map { plan.slack(of: $0)?.count ?? .max }
            return zip(keys, tasks).sorted { $0 < $1 }.map { $0.1 }
        }
    }

    private static func ordered(_ tasks: [TaskID], _ plan: Course, key: (Course.Run?) -> Int64) -> [TaskID] {
        let keys = tasks.map { key($0.offset < plan.runs.count ? plan.runs[$0.offset].first : nil) }
        return zip(keys, tasks).sorted { $0 < $1 }.map { $0.1 }
    }
}

/// The rows of the table from top to bottom: tasks and headings of groups, in four bytes each.
struct RowList: RandomAccessCollection, Hashable, Sendable {
    /// The number of a task; negative numbers are indices of group names, counted down from -1.
    private var codes: [Int32] = []
    private var groups: [String] = []

    var startIndex: Int { 0 }
    var endIndex: Int { codes.count }

    subscript(row: Int) -> RowKey {
        let code = Int(codes[row])
        return code < 0 ? .group(groups[-1 - code]) : .task(TaskID(code))
    }

    mutating func reserveCapacity(_ count: Int) { codes.reserveCapacity(count) }

    mutating func append(_ task: TaskID) { codes.append(Int32(task.offset)) }

    mutating func append(group: String) {
        groups.append(group)
        codes.append(Int32(-groups.count))
    }
}
