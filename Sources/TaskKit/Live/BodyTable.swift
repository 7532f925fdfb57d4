import SchedulerCore
import Text

/// The bodies that runs execute.
struct BodyTable {
    /// How many injected bodies there can be before unused ones are looked for.
    private static let sweepLimit = 64

    /// By `TaskID`; nil: runs do nothing and take no time.
    private var tasks: [Definition?]
    /// The bodies of the tasks and sequences that the scheduler was created with.
    private let original: [Definition?]
    /// The job workers by name; the empty name stands for all other names.
    private let jobs: [ByteName: Definition]
    private var injectedToSweep = Self.sweepLimit

    init(_ tasks: [Definition], sequences: Int, jobs: [Definition]) {
        original = tasks + Array(repeating: nil, count: sequences)
        self.tasks = original
        self.jobs = Dictionary(jobs.map { (ByteName($0.name), $0) }) { first, _ in first }
    }

    /// The body of a task.
    subscript(task: TaskID) -> Definition? { task.offset < tasks.count ? tasks[task.offset] : nil }

    /// The worker for jobs with this name: its own, or else the one for all other names.
    func job(_ name: String) -> Definition? {
        if let own = jobs[ByteName(name)] { return own }
        return jobs[ByteName("")].map { Definition(name, $0.body, $0.values) }
    }

    /// Gives a task a body, or none. Returns its old one.
    mutating func set(_ definition: Definition?, of task: TaskID) -> Definition? {
        while tasks.count <= task.offset { tasks.append(nil) }
        defer { tasks[task.offset] = definition }
        return tasks[task.offset]
    }

    /// Restores the original bodies. Returns those it had before.
    mutating func reset() -> [Definition?] {
        defer { tasks = original }
        return tasks
    }

    /// Removes and returns the bodies of injected tasks that are gone. O(tasks), each time their number has doubled.
    mutating func sweep(_ exists: (TaskID) -> Bool) -> [Definition] {
        let added = tasks.indices.dropFirst(original.count).filter { tasks[$0] != nil }
        guard added.count >= injectedToSweep else { return [] }
        let gone = added.filter { !exists(TaskID($0)) }
        injectedToSweep = max(Self.sweepLimit, 2 * (added.count - gone.count))
        return gone.compactMap { set(nil, of: TaskID($0)) }
    }
}

/// The contexts of commands, for the runs that see them.
struct ContextTable {
    /// How many contexts there can be before those that no run can see are looked for.
    private static let sweepLimit = 64

    private var contexts: [CommandID: Shared<EventContext>] = [:]
    private var limit = Self.sweepLimit

    var count: Int { contexts.count }
    /// Whether to call `keep`, which drops the contexts that no run can see.
    var isFull: Bool { contexts.count >= limit }

    subscript(command: CommandID) -> Shared<EventContext>? { contexts[command] }

    mutating func add(_ context: EventContext, of command: CommandID) {
        contexts[command] = Shared(context)
    }

    /// Drops all contexts but these. O(contexts), each time their number has doubled.
    mutating func keep(_ live: Set<CommandID>) {
        contexts = contexts.filter { live.contains($0.key) }
        limit = max(Self.sweepLimit, 2 * contexts.count)
    }

    mutating func removeAll() {
        contexts = [:]
    }
}

/// A name and its body, shared by all of its attempts.
final class Definition: Sendable {
    let name: String
    let body: TaskBody
    /// The values that all bodies share.
    let values: SharedValues
    /// The task's rank, which is also how urgent its bodies are to the system.
    let priority: Priority

    init(_ name: String, _ body: TaskBody, _ values: SharedValues, _ priority: Priority = .default) {
        (self.name, self.body, self.values, self.priority) = (name, body, values, priority)
    }
}

/// How a body ended.
struct BodyEnd: Sendable {
    /// Characters kept of an error's text.
    private static let textLimit = 1_000

    let outcome: Outcome
    /// The error's description; nil if there is none.
    let error: String?

    static let success = BodyEnd(.success)

    init(_ outcome: Outcome, _ error: (any Error)? = nil) {
        self.outcome = outcome
        self.error = error.map { String("\($0)".prefix(Self.textLimit)) }
    }

    /// A thrown error is an outcome.
    init(_ error: any Error) {
        self.init(error is CriticalFailure ? .critical : .fail, error)
    }
}

#if canImport(os)
    import os
#endif

/// Shows a profiler where bodies execute.
package protocol BodyMarker: Sendable {
    /// A body of this task begins. Returns what to call when it has ended; nil if nobody looks.
    func begin(_ task: String) -> (@Sendable () -> Void)?
}

#if canImport(os)
    /// An interval of Instruments for each body: the signpost `TaskKit` with the task's name as its message, which
    /// `taskscope import` reads. It costs next to nothing while nobody records.
    ///
    /// `@unchecked Sendable`: signposts begin and end on any thread.
    struct SignpostMarker: BodyMarker, @unchecked Sendable {
        // Used once, by whoever ends the interval.
        private struct Interval: @unchecked Sendable {
            let state: OSSignpostIntervalState
        }

        private let signposter = OSSignposter(subsystem: "TaskKit", category: "tasks")

        func begin(_ task: String) -> (@Sendable () -> Void)? {
            guard signposter.isEnabled else { return nil }
            let interval = Interval(
                state: signposter.beginInterval(
                    "TaskKit", id: signposter.makeSignpostID(), "\(task, privacy: .public)"))
            return { signposter.endInterval("TaskKit", interval.state) }
        }
    }
#endif

extension Priority {
    /// How urgent a Swift task with such a body is.
    var taskPriority: TaskPriority {
        switch self {
        case .critical, .high: .high
        case .default: .medium
        case .low: .low
        }
    }

    /// The same for a thread, as `taskkit_set_urgency` takes it.
    var urgency: Int32 {
        switch self {
        case .critical, .high: 1
        case .default: 0
        case .low: -1
        }
    }
}
