/// What a process begins with: the registered tasks, their graph, timers and sequences. Names are numbers in it, so that
/// schedulers which begin with nearly the same tasks can share it.
public struct Registration: Sendable {
    /// The tasks by name and number.
    private(set) var registry: Registry
    private(set) var graph = TaskGraph([], [])
    /// The timers, none of them armed.
    private(set) var timers = Timers()
    /// The sequences, none of them started.
    private(set) var sequences = Sequences()

    /// Registers `tasks`, then `sequences`. Throws the first fault. O(tasks + edges).
    public init(
        _ tasks: [TaskSpec], _ sequences: [SequenceSpec], _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        let total = tasks.count + sequences.count
        guard total <= Scheduler.maximumTasks else { throw .tooManyTasks(total) }
        registry = Registry(capacity: total)
        // By index: a loop over the tasks would copy each, with all its names.
        for task in tasks.indices { try learn(tasks[task].name) }
        for sequence in sequences { try learn(sequence.name) }
        var edges: [TaskGraph.Dependency] = []
        var counts: [Int32] = []
        for task in tasks.indices {
            let first = edges.count
            try tasks[task].addDependencies(to: &edges) { name throws(RegistrationError) in
                guard let source = registry.number(of: name) else {
                    throw .unknownPredecessor(name, of: tasks[task].name)
                }
                return source
            } preferred: {
                registry.number(of: $0)
            }
            counts.append(Int32(edges.count - first))
        }
        for _ in sequences { counts.append(0) }
        graph = TaskGraph(edges, counts)
        // The search for the shortest cycle builds lists of its own, and there is hardly ever a cycle to find.
        if !sequences.isEmpty || !graph.isAcyclic { try refuseCycles(tasks.count, sequences) }
        for task in tasks.indices { try register(tasks[task], task, configuration) }
        for (index, sequence) in sequences.enumerated() { register(sequence, tasks.count + index) }
        if configuration.order == .criticalPath { rank(byPaths: tasks.map { $0.expected }) }
    }

    /// Orders ready runs by the longest path from each task, whose own lengths these are, or (nil) by priority. O(tasks +
    /// edges).
    public mutating func rank(byPaths lengths: [Nanoseconds]?) {
        registry.rank(byPaths: lengths.map { PathLengths($0, graph) } ?? PathLengths())
    }

    /// Gives a task with the same name another specification, as if it had been registered so. False, and nothing is
    /// changed, where that concerns more than the task itself: turns of a timer, a key, the order of the longest path, a
    /// possible cycle. O(1), with other predecessors O(tasks + edges).
    public mutating func replace(_ task: Int, with spec: TaskSpec, _ configuration: SchedulerConfiguration) -> Bool {
        guard registry.canReplace(task, with: spec), configuration.order != .criticalPath else { return false }
        if let lane = spec.lane, lane.offset >= configuration.lanes.count { return false }
        var edges: [TaskGraph.Dependency] = []
        var isKnown = true
        spec.addDependencies(to: &edges) { name in
            let source = registry.number(of: name)
            if source == nil { isKnown = false }
            return source ?? 0
        } preferred: {
            registry.number(of: $0)
        }
        guard isKnown else { return false }
        if !edges.elementsEqual(graph.dependencies(of: task)) {
            let changed = graph.replacing(task, with: edges)
            guard sequences.isEmpty, changed.isAcyclic else { return false }
            graph = changed
        }
        registry.replace(task, with: spec, configuration)
        return true
    }

    private mutating func learn(_ name: String) throws(RegistrationError) {
        guard registry.learn(name).isNew else { throw .duplicateName(name) }
    }

    private mutating func register(
        _ task: TaskSpec, _ number: Int, _ configuration: SchedulerConfiguration
    ) throws(RegistrationError) {
        if let lane = task.lane, lane.offset >= configuration.lanes.count { throw .unknownLane(lane, of: task.name) }
        var place: Int32 = -1
        if case .timer(let trigger) = task.trigger {
            guard let timer = TimerState(trigger, number, configuration) else {
                throw .interval(trigger.every ?? .zero, of: task.name)
            }
            place = timers.add(timer)
        }
        registry.register(task, number, place: place, configuration)
    }

    private mutating func register(_ sequence: SequenceSpec, _ number: Int) {
        let steps = sequence.steps.compactMap { step in registry.number(of: step).map { Int32($0) } }
        registry.register(sequence, number, place: sequences.add(sequence, task: Int32(number), steps: steps))
    }

    /// A sequence waits for its steps, and each step for the one before it, besides their own predecessors.
    private func refuseCycles(_ firstSequence: Int, _ sequences: [SequenceSpec]) throws(RegistrationError) {
        var lists = (0..<graph.count).map { graph.predecessors(of: $0) }
        for (offset, sequence) in sequences.enumerated() {
            for step in sequence.steps {
                guard let number = registry.number(of: step) else { throw .unknownStep(step, of: sequence.name) }
                lists[firstSequence + offset].append(number)
            }
        }
        guard let search = CycleSearch(count: lists.count, predecessors: { lists[$0] }) else { return }
        let names = registry.names
        let path = search.cycle + search.cycle.prefix(1)
        throw .cycle(path.map { names[$0] }, downstream: search.downstream.map { names[$0] })
    }
}

/// With `order: criticalPath` the longest remaining expected time from each task's start; empty with any other order.
struct PathLengths: Stored {
    private var own: [UInt64] = []
    private var longest: [UInt64] = []

    /// No lengths: another order applies.
    init() {}

    init(_ lengths: [Nanoseconds], _ graph: TaskGraph) {
        own = lengths.map { UInt64(max(0, $0.count)) }
        own += repeatElement(0, count: graph.count - own.count)
        longest = graph.longestPaths(own) { _ in true }
    }

    /// Whether another order applies.
    var isEmpty: Bool { longest.isEmpty }

    /// The length from the start of a task.
    subscript(task: Int) -> UInt64 { task < longest.count ? longest[task] : 0 }

    /// A task is registered with its own length; the paths are not updated yet.
    mutating func register(_ task: Int, _ length: Nanoseconds) {
        guard !isEmpty else { return }
        own += repeatElement(0, count: max(0, task + 1 - own.count))
        own[task] = UInt64(max(0, length.count))
    }

    /// Updates the paths after a task came or went. Returns whether one changed. O(tasks + edges).
    mutating func update(_ graph: TaskGraph, exists: (Int) -> Bool) -> Bool {
        own += repeatElement(0, count: max(0, graph.count - own.count))
        let counted = graph.longestPaths(own, exists: exists)
        defer { longest = counted }
        return longest != counted
    }
}

/// Why a set of tasks cannot be registered; nothing is registered then.
public enum RegistrationError: Error, Hashable, Sendable {
    /// Two tasks or sequences have this name.
    case duplicateName(String)
    /// `task` names a predecessor that does not exist.
    case unknownPredecessor(String, of: String)
    /// A sequence names a step that does not exist.
    case unknownStep(String, of: String)
    /// The shortest cycle, its first name again at the end, and the names only downstream of a cycle.
    case cycle([String], downstream: [String])
    /// An interval that must be a whole number of ticks, from 1 to the maximum.
    case interval(Nanoseconds, of: String)
    /// A task names a lane that the configuration does not have.
    case unknownLane(LaneID, of: String)
    /// More tasks than `Scheduler.maximumTasks`.
    case tooManyTasks(Int)
}

extension RegistrationError: CustomStringConvertible {
    /// One sentence for people; names appear as they are.
    public var description: String {
        switch self {
        case .duplicateName(let name): "two tasks or sequences are called \(name)"
        case .unknownPredecessor(let name, let task): "\(task) comes after \(name), which does not exist"
        case .unknownStep(let name, let sequence): "\(name), a step of \(sequence), does not exist"
        case .cycle(let names, _): "a cycle, " + CycleText.path(names)
        case .interval(_, let task): "the interval of \(task) must be a whole number of ticks, from 1 to the maximum"
        case .unknownLane(let lane, let task): "the lane of \(task), number \(lane.index), does not exist"
        case .tooManyTasks(let count): "there are \(count) tasks; the limit is \(Scheduler.maximumTasks)"
        }
    }
}
