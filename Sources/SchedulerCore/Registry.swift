/// The registered tasks of one process: rows, graph, and the lists by trigger.
///
/// Built once from the specs; a process works on a copy, so a new launch begins with the original. Ids are name numbers
/// and never change their meaning.
struct Registry: Sendable {
    private(set) var names = NameTable()
    var rows = Table<TaskRow>()
    var graph = TaskGraph([], [])
    private(set) var policies: [RunPolicy] = []
    /// Tasks by lifecycle event, in registration order; entries of destroyed tasks stay until their name returns.
    private(set) var eventLists: [[Int32]] = Array(repeating: [], count: LifecycleEvent.allCases.count)
    /// Tasks of startup classes, in registration order.
    private(set) var startup: [Int32] = []
    private(set) var timers: [TimerState] = []
    private(set) var notificationKeys: [String] = []
    /// Notification tasks in registration order.
    private(set) var notified: [Int32] = []
    var sequences: [SequenceState] = []
    /// For the order by critical path: the longest remaining expected time from each task's start.
    private(set) var pathLengths: [UInt64] = []
    private var nextRegistration: Int32 = 0
    /// Whether the graph's storage is this registry's alone.
    private var ownsGraph = true

    /// Registers `specs`, then `sequences`. Throws the first fault and registers nothing.
    init(
        _ specs: [TaskSpec], _ sequenceSpecs: [SequenceSpec], _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        // Where they lie: an element of an array is copied, with all its names, before a function may look at it.
        try specs.withUnsafeBufferPointer { (specs) throws(RegistrationError) in
            try register(specs, sequenceSpecs, configuration)
        }
        if configuration.order == .criticalPath { pathLengths = longestPaths(specs.map(\.expected)) }
    }

    private mutating func register(
        _ specs: UnsafeBufferPointer<TaskSpec>, _ sequenceSpecs: [SequenceSpec],
        _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        let total = specs.count + sequenceSpecs.count
        guard total <= Scheduler.maximumTasks else { throw .tooManyTasks(total) }
        names.reserve(total)
        rows.reserveCapacity(total)
        for index in specs.indices { try learn(specs[index].name) }
        for sequence in sequenceSpecs { try learn(sequence.name) }
        var dependencies: [TaskGraph.Dependency] = []
        var counts: [Int32] = []
        dependencies.reserveCapacity(total)
        counts.reserveCapacity(total)
        for index in specs.indices {
            let first = dependencies.count
            try resolve(specs[index], &dependencies)
            counts.append(Int32(dependencies.count - first))
        }
        for _ in sequenceSpecs { counts.append(0) }
        graph = TaskGraph(dependencies, counts)
        // The search for the shortest cycle builds lists of its own; nearly always there is none to be found.
        if !sequenceSpecs.isEmpty || !graph.isAcyclic { try refuseCycles(specs.count, sequenceSpecs) }
        for index in specs.indices { try enter(specs[index], index, configuration) }
        for (offset, sequence) in sequenceSpecs.enumerated() { try enter(sequence, specs.count + offset) }
    }

    /// Adds a task at run time; `number` from `number(for:)`. The dependencies are known names already.
    mutating func inject(
        _ spec: TaskSpec, _ number: Int, _ dependencies: [TaskGraph.Dependency],
        _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        dropListEntries(number)
        if !ownsGraph { graph.makeUnique() }
        ownsGraph = true
        graph.replacePredecessors(of: number, with: dependencies)
        try enter(spec, number, configuration)
        if configuration.order == .criticalPath {
            while pathLengths.count <= number { pathLengths.append(0) }
            pathLengths[number] = UInt64(max(0, spec.expected.count))
        }
    }

    /// The number of a name, known from now on.
    mutating func number(for name: String) -> Int {
        let (number, isNew) = names.insert(name)
        if isNew { rows.append(TaskRow()) }
        return number
    }

    /// Back to the tasks of `original`; names that came since stay known, without a task.
    mutating func reset(to original: Registry) {
        let known = names
        self = original
        names = known
        rows.makeUnique()
        rows.append(repeating: TaskRow(), count: known.names.count - rows.count)
        graph.waits.makeUnique()
        ownsGraph = false
    }

    /// Takes storage of its own for what every process writes.
    mutating func makeUnique() {
        rows.makeUnique()
        graph.waits.makeUnique()
        ownsGraph = false
    }

    /// The key of a notification task.
    func notificationKey(of task: Int) -> String { notificationKeys[Int(rows[task].extra)] }

    /// The timer of a timer task.
    var timerStates: [TimerState] {
        get { timers }
        _modify { yield &timers }
    }

    private mutating func learn(_ name: String) throws(RegistrationError) {
        guard names.insert(name).isNew else { throw .duplicateName(name) }
        rows.append(TaskRow())
    }

    /// Adds what a task waits for, each predecessor once.
    private func resolve(_ spec: TaskSpec, _ found: inout [TaskGraph.Dependency]) throws(RegistrationError) {
        let first = found.count
        try resolve(spec.after, isSoft: false, of: spec, &found, from: first)
        try resolve(spec.follows, isSoft: true, of: spec, &found, from: first)
    }

    private func resolve(
        _ list: [String], isSoft: Bool, of spec: TaskSpec, _ found: inout [TaskGraph.Dependency], from first: Int
    ) throws(RegistrationError) {
        for name in list {
            guard let number = names.find(name) else { throw .unknownPredecessor(name, of: spec.name) }
            if !found[first...].contains(where: { $0.source == Int32(number) }) {
                found.append(TaskGraph.Dependency(source: Int32(number), isSoft: isSoft))
            }
        }
    }

    /// A sequence waits for its steps, and each step for the one before it; their own predecessors come on top.
    private func refuseCycles(_ firstSequence: Int, _ sequences: [SequenceSpec]) throws(RegistrationError) {
        var lists = (0..<graph.count).map { graph.edges(of: $0).map { Int(graph.sources[$0]) } }
        for (offset, sequence) in sequences.enumerated() {
            for step in sequence.steps {
                guard let number = names.find(step) else { throw .unknownStep(step, of: sequence.name) }
                lists[firstSequence + offset].append(number)
            }
        }
        guard let search = CycleSearch(count: lists.count, predecessors: { lists[$0] }) else { return }
        let path = search.cycle + search.cycle.prefix(1)
        throw .cycle(path.map { names.names[$0] }, downstream: search.downstream.map { names.names[$0] })
    }

    private mutating func enter(
        _ spec: TaskSpec, _ number: Int, _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        var row = TaskRow()
        row.registration = nextRegistration
        row.exists = true
        row.autoRemove = spec.autoRemove
        row.priority = spec.priority
        row.lane = spec.lane ?? configuration.defaultLane(for: spec.trigger)
        row.holds = spec.blocks ?? (row.lane == .main)
        if spec.timeout != nil || spec.retry != .none {
            row.policy = Int32(policies.count)
            policies.append(RunPolicy(timeout: spec.timeout, retry: spec.retry))
        }
        switch spec.trigger {
        case .none: row.kind = .none
        case .events(let events):
            row.kind = .events
            row.events = events
            events.forEach { eventLists[Int($0.rawValue)].append(Int32(number)) }
        case .timer(let trigger):
            row.kind = .timer
            row.extra = Int32(timers.count)
            timers.append(try TimerState(trigger, number, spec.name, configuration))
        case .notification(let key):
            row.kind = .notification
            row.extra = Int32(notificationKeys.count)
            notificationKeys.append(key)
            notified.append(Int32(number))
        case .startup(let startupClass):
            row.kind = Self.kind(of: startupClass)
            row.events = EventSet(.didFinishLaunching)
            startup.append(Int32(number))
            eventLists[Int(LifecycleEvent.didFinishLaunching.rawValue)].append(Int32(number))
        }
        nextRegistration += 1
        rows[number] = row
    }

    private mutating func enter(_ spec: SequenceSpec, _ number: Int) throws(RegistrationError) {
        var row = TaskRow()
        row.registration = nextRegistration
        row.exists = true
        row.holds = spec.blocks
        row.kind = .sequence
        row.events = spec.events
        row.extra = Int32(sequences.count)
        for event in spec.events.events { eventLists[Int(event.rawValue)].append(Int32(number)) }
        let steps = spec.steps.compactMap { names.find($0).map(Int32.init) }
        sequences.append(SequenceState(spec, task: Int32(number), steps: steps))
        nextRegistration += 1
        rows[number] = row
    }

    private static func kind(of startupClass: StartupClass) -> TaskRow.Kind {
        switch startupClass {
        case .basic: .basic
        case .sync: .sync
        case .async: .async
        case .afterLaunch: .afterLaunch
        }
    }

    /// A name that returns must not stand in the lists of its earlier task.
    private mutating func dropListEntries(_ number: Int) {
        guard rows[number].registration > 0 || rows[number].kind != .none else { return }
        for index in eventLists.indices { eventLists[index].removeAll { $0 == Int32(number) } }
        startup.removeAll { $0 == Int32(number) }
        notified.removeAll { $0 == Int32(number) }
    }

    /// Longest path to the end by expected time, backwards over Kahn's order.
    private func longestPaths(_ expected: [Nanoseconds]) -> [UInt64] {
        var left = (0..<graph.count).map { graph.successors(of: $0).count }
        var length = Array(repeating: UInt64(0), count: graph.count)
        var open = left.indices.filter { left[$0] == 0 }
        while let task = open.popLast() {
            if task < expected.count { length[task] += UInt64(max(0, expected[task].count)) }
            for edge in graph.edges(of: task) {
                let source = Int(graph.sources[edge])
                length[source] = max(length[source], length[task])
                left[source] -= 1
                if left[source] == 0 { open.append(source) }
            }
        }
        return length
    }
}
