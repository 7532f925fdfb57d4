/// The tasks and sequences of one process by name and number: what each is, and the lists by trigger.
///
/// Numbers never change their meaning. What a task waits for is in `TaskGraph`, its turns in `RunTable`.
struct Registry: Stored {
    private var nameTable = NameTable()
    private var rows: [TaskRow] = []
    private var policies: [RunPolicy] = []
    /// Tasks by lifecycle event, in registration order; entries of destroyed tasks stay until their name returns.
    private var eventLists: [[Int32]] = Array(repeating: [], count: LifecycleEvent.allCases.count)
    /// Tasks of startup classes, in registration order.
    private var classList: [Int32] = []
    /// Notification tasks in registration order, and their keys by `TaskRow.place`.
    private var notificationList: [Int32] = []
    private var notificationKeys: [String] = []
    private var nextRegistration: Int32 = 0
    /// The order of ready runs, instead of priorities, unless it is empty.
    private var pathLengths = PathLengths()

    /// An empty registry with room for `count` names.
    init(capacity count: Int) {
        nameTable.reserve(count)
        rows.reserveCapacity(count)
    }

    // MARK: Names

    /// How many names are known.
    var count: Int { rows.count }
    var names: [String] { nameTable.names }

    func number(of name: String) -> Int? { nameTable.find(name) }

    /// The number of a name whose task exists now.
    func existing(_ name: String) -> Int? {
        guard let task = nameTable.find(name), rows[task].exists else { return nil }
        return task
    }

    /// The number of a name, which is added if it is new, and whether it was new.
    mutating func learn(_ name: String) -> (number: Int, isNew: Bool) {
        let known = nameTable.insert(name)
        if known.isNew { rows.append(TaskRow()) }
        return known
    }

    // MARK: Tasks

    @inline(__always)
    func row(_ task: Int) -> TaskRow { rows[task] }

    /// The place that a task with this name had among those of its kind; nil if it was never of that kind.
    func earlierPlace(of task: Int, as kind: TaskRow.Kind) -> Int32? {
        rows[task].kind == kind ? rows[task].place : nil
    }

    /// The timeout and retries of a task that has any.
    @inline(__always)
    func policy(of row: TaskRow) -> RunPolicy? { row.policy < 0 ? nil : policies[Int(row.policy)] }

    /// The rank of a task's ready runs in their lane: the smaller rank starts first.
    @inline(__always)
    func rank(of task: Int32, _ priority: Priority) -> UInt64 {
        if pathLengths.isEmpty { return UInt64(priority.rawValue) }
        return ~pathLengths[Int(task)]
    }

    /// Orders ready runs by these lengths, instead of priorities.
    mutating func rank(byPaths lengths: PathLengths) {
        pathLengths = lengths
    }

    /// A task came or went: updates the paths. Returns whether one changed.
    mutating func countPaths(_ graph: TaskGraph) -> Bool {
        guard !pathLengths.isEmpty else { return false }
        return pathLengths.update(graph) { rows[$0].exists }
    }

    /// The tasks that an event releases, as registered, including destroyed ones.
    func tasks(on event: LifecycleEvent) -> [Int32] { eventLists[Int(event.rawValue)] }

    /// Whether there are tasks of startup classes.
    var hasClasses: Bool { !classList.isEmpty }

    /// The tasks of the classes sync and async, as registered.
    var syncAndAsyncTasks: [Int32] {
        classList.filter { task in
            let row = rows[Int(task)]
            return row.exists && (row.kind == .sync || row.kind == .async)
        }
    }

    func notificationKey(of task: Int) -> String { notificationKeys[Int(rows[task].place)] }

    /// The tasks that a post of `key` releases, in priority, then registration order.
    func tasks(notifiedBy key: String) -> [Int32] {
        let tasks = notificationList.filter { task in
            rows[Int(task)].exists && notificationKey(of: Int(task)).utf8.elementsEqual(key.utf8)
        }
        return tasks.sorted { left, right in
            let (left, right) = (rows[Int(left)], rows[Int(right)])
            return (left.priority.rawValue, left.registration) < (right.priority.rawValue, right.registration)
        }
    }

    /// Registers a task under a known number; `place` is its timer's place among the timers.
    mutating func register(_ spec: TaskSpec, _ task: Int, place: Int32, _ configuration: SchedulerConfiguration) {
        dropListEntries(task)
        var row = row(of: spec, task, configuration)
        row.place = place
        if case .notification(let key) = spec.trigger {
            if rows[task].kind == .notification {
                row.place = rows[task].place
                notificationKeys[Int(row.place)] = key
            } else {
                row.place = Int32(notificationKeys.count)
                notificationKeys.append(key)
            }
            notificationList.append(Int32(task))
        }
        if row.kind.isClass { classList.append(Int32(task)) }
        enter(row, task)
    }

    /// Whether a task can be given another specification in its place: neither has a place among those of its kind.
    func canReplace(_ task: Int, with spec: TaskSpec) -> Bool {
        guard rows[task].place < 0 else { return false }
        return switch spec.trigger {
        case .none, .events, .startup: true
        case .timer, .notification: false
        }
    }

    /// Gives a task another specification, in its place among the tasks of its trigger.
    mutating func replace(_ task: Int, with spec: TaskSpec, _ configuration: SchedulerConfiguration) {
        let earlier = rows[task]
        var row = row(of: spec, task, configuration)
        (row.registration, row.exists) = (earlier.registration, earlier.exists)
        rows[task] = row
        if row.events != earlier.events {
            for event in LifecycleEvent.allCases {
                list(task, in: &eventLists[Int(event.rawValue)], row.events.contains(event))
            }
        }
        if row.kind != earlier.kind { list(task, in: &classList, row.kind.isClass) }
    }

    /// Puts a task into a list in the order of registration, or takes it out.
    private func list(_ task: Int, in list: inout [Int32], _ isListed: Bool) {
        list.removeAll { $0 == Int32(task) }
        guard isListed else { return }
        let place = list.firstIndex { rows[Int($0)].registration > rows[task].registration }
        list.insert(Int32(task), at: place ?? list.endIndex)
    }

    /// What the rules need to know of a task, but its place.
    private mutating func row(of spec: TaskSpec, _ task: Int, _ configuration: SchedulerConfiguration) -> TaskRow {
        var row = TaskRow()
        row.autoRemove = spec.autoRemove
        row.tearsDown = spec.tearsDown
        row.priority = spec.priority
        row.lane = configuration.lane(of: spec)
        row.holds = spec.holdsEvent(in: row.lane)
        pathLengths.register(task, spec.expected)
        let policy = RunPolicy(timeout: spec.timeout, retry: spec.retry)
        row.policy = rows[task].policy
        if row.policy >= 0 {
            policies[Int(row.policy)] = policy
        } else if policy.timeout != nil || policy.retry != .none {
            row.policy = Int32(policies.count)
            policies.append(policy)
        }
        switch spec.trigger {
        case .none: row.kind = .none
        case .events(let events): (row.kind, row.events) = (.events, events)
        case .timer: row.kind = .timer
        case .notification: row.kind = .notification
        case .startup(let startupClass):
            (row.kind, row.events) = (TaskRow.Kind(startupClass), EventSet(.didFinishLaunching))
        }
        if spec.takesTime { row.traits.insert(.takesTime) }
        if row.isSpecial { row.traits.insert(.special) }
        return row
    }

    /// Registers a sequence under a known number; `place` is its place among the sequences.
    mutating func register(_ spec: SequenceSpec, _ task: Int, place: Int32) {
        dropListEntries(task)
        var row = TaskRow()
        row.holds = spec.blocks
        row.kind = .sequence
        row.traits = .special
        row.events = spec.events
        row.place = place
        pathLengths.register(task, .zero)
        enter(row, task)
    }

    mutating func remove(_ task: Int) {
        rows[task].exists = false
    }

    /// A process ended: back to the tasks of `original`. Newer names stay known, without a task.
    mutating func reset(to original: Registry) {
        let known = nameTable
        self = original
        nameTable = known
        rows.append(contentsOf: repeatElement(TaskRow(), count: known.names.count - rows.count))
    }

    /// Whether every row belongs to a name, and every number in a list or a row is valid.
    func isSound(lanes: Int, timers: Int, sequences: Int) -> Bool {
        let lists = eventLists + [classList, notificationList]
        guard nameTable.isSound, names.count == rows.count, eventLists.count == LifecycleEvent.allCases.count,
            lists.allSatisfy({ $0.allSatisfy { rows.indices.contains(Int($0)) } }),
            notificationList.allSatisfy({ rows[Int($0)].kind == .notification }),
            nextRegistration >= 0, nextRegistration < Int32.max / 2
        else { return false }
        return rows.allSatisfy { row in
            guard row.traits.contains(.special) == row.isSpecial, row.lane.offset < lanes, row.policy >= -1,
                row.policy < policies.count
            else { return false }
            switch row.kind {
            case .timer: return (0..<timers).contains(Int(row.place))
            case .sequence: return (0..<sequences).contains(Int(row.place))
            case .notification: return notificationKeys.indices.contains(Int(row.place))
            case .none, .events, .basic, .sync, .async, .afterLaunch: return true
            }
        }
    }

    private mutating func enter(_ row: TaskRow, _ task: Int) {
        rows[task] = row
        rows[task].registration = nextRegistration
        rows[task].exists = true
        nextRegistration += 1
        row.events.forEach { event in eventLists[Int(event.rawValue)].append(Int32(task)) }
    }

    /// A name that returns must not be in the lists of its earlier task.
    private mutating func dropListEntries(_ task: Int) {
        guard rows[task].registration >= 0 else { return }
        for index in eventLists.indices { eventLists[index].removeAll { $0 == Int32(task) } }
        classList.removeAll { $0 == Int32(task) }
        notificationList.removeAll { $0 == Int32(task) }
    }
}

/// Names and their dense numbers, compared byte by byte: two spellings of "café" are two names.
struct NameTable: Stored {
    /// A name that is equal to another one only if its bytes are.
    private struct Key: Hashable, Sendable {
        let name: String

        static func == (left: Key, right: Key) -> Bool { left.name.utf8.elementsEqual(right.name.utf8) }

        func hash(into hasher: inout Hasher) {
            var name = name
            name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// The names in the order in which they became known.
    private(set) var names: [String] = []
    private var numbers: [Key: Int32] = [:]

    /// Makes room for `count` names.
    mutating func reserve(_ count: Int) {
        names.reserveCapacity(count)
        numbers.reserveCapacity(count)
    }

    /// Whether each name is found under its own number.
    var isSound: Bool { names.indices.allSatisfy { find(names[$0]) == $0 } && numbers.count == names.count }

    func find(_ name: String) -> Int? { numbers[Key(name: name)].map { Int($0) } }

    /// The number of `name`, which is added if it is new.
    mutating func insert(_ name: String) -> (number: Int, isNew: Bool) {
        let next = Int32(names.count)
        // One search: it finds the name, or puts it there.
        let number = { $0 }(&numbers[Key(name: name), default: next])
        if number == next { names.append(name) }
        return (Int(number), number == next)
    }
}

#if !hasFeature(Embedded)
    /// A checkpoint has the names in their order; their numbers follow from it.
    extension NameTable {
        init(from decoder: any Decoder) throws {
            self.init()
            for name in try [String](from: decoder) { _ = insert(name) }
        }

        func encode(to encoder: any Encoder) throws { try names.encode(to: encoder) }
    }
#endif
