import SchedulerCore

/// What runs execute.
struct BodyTable {
    /// This many injected bodies before those that nobody needs are looked for.
    private static let sweepLimit = 64

    /// By `TaskID`; nil: nothing, and they take no time.
    private var tasks: [Definition?]
    /// Those of the tasks and sequences that the scheduler was made with.
    private let original: [Definition?]
    /// Who works jobs, by name; the empty name: those of every other one.
    private let jobs: [String: Definition]
    private var injectedToSweep = Self.sweepLimit

    init(_ tasks: [Definition], sequences: Int, jobs: [Definition]) {
        original = tasks + Array(repeating: nil, count: sequences)
        self.tasks = original
        self.jobs = Dictionary(jobs.map { ($0.name, $0) }) { first, _ in first }
    }

    /// What runs of a task do.
    subscript(task: TaskID) -> Definition? { task.offset < tasks.count ? tasks[task.offset] : nil }

    /// What works the jobs of a name: its own worker, else the one for every other name.
    func job(_ name: String) -> Definition? {
        if let own = jobs[name] { return own }
        return jobs[""].map { Definition(name, $0.body, $0.values) }
    }

    /// Gives a task a body, or none; the one that it had.
    mutating func set(_ definition: Definition?, of task: TaskID) -> Definition? {
        while tasks.count <= task.offset { tasks.append(nil) }
        defer { tasks[task.offset] = definition }
        return tasks[task.offset]
    }

    /// All as it was when the scheduler was made; what it has had until now.
    mutating func reset() -> [Definition?] {
        defer { tasks = original }
        return tasks
    }

    /// Takes out the bodies of injected tasks that are gone. O(tasks), each time twice as many of them are left.
    mutating func sweep(_ exists: (TaskID) -> Bool) -> [Definition] {
        let added = tasks.indices.dropFirst(original.count).filter { tasks[$0] != nil }
        guard added.count >= injectedToSweep else { return [] }
        let gone = added.filter { !exists(TaskID($0)) }
        injectedToSweep = max(Self.sweepLimit, 2 * (added.count - gone.count))
        return gone.compactMap { set(nil, of: TaskID($0)) }
    }
}

/// What came with commands, for the runs that see it.
struct ContextTable {
    /// This many before those that no run can see any more are looked for.
    private static let sweepLimit = 64

    private var contexts: [CommandID: SharedContext] = [:]
    private var limit = Self.sweepLimit

    var count: Int { contexts.count }
    /// Whether those that no run can see are to be looked for, with `keep`.
    var isFull: Bool { contexts.count >= limit }

    subscript(command: CommandID) -> SharedContext? { contexts[command] }

    mutating func add(_ context: EventContext, of command: CommandID) {
        contexts[command] = SharedContext(context)
    }

    /// Lets go of all but these. O(contexts), each time twice as many are left.
    mutating func keep(_ live: Set<CommandID>) {
        contexts = contexts.filter { live.contains($0.key) }
        limit = max(Self.sweepLimit, 2 * contexts.count)
    }

    mutating func removeAll() {
        contexts = [:]
    }
}
