import JobStore
import ScenarioFormat
import SchedulerCore

/// A job store named on the command line; a fault is one line and exit code 3.
struct JobFile {
    let path: String

    /// Runs `body`; a refusal of the store is reported with the file's name.
    func using<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as JobStoreError {
            Output.complain("\(path): error: \(error.description)")
            throw ExitStatus.badInput
        }
    }

    /// Opens the store, its whole file looked through.
    func open(_ access: JobStore.Access, epoch: Int64 = 0) throws -> JobStore {
        var options = JobStore.Options()
        options.access = access
        options.epoch = epoch
        options.checksIntegrity = true
        return try using { try JobStore(path: path, options: options) }
    }

    /// What the store holds, as the queue that works it.
    func queue() throws -> JobQueue {
        let store = try open(.read)
        var queue = JobQueue()
        queue.load(try using { try store.load() }, at: .zero)
        return queue
    }

    /// Changes the queue by the core's rules, and the store after it; no other process writes it meanwhile.
    func change<Value>(_ body: (inout JobQueue) throws -> Value) throws -> Value {
        let store = try open(.existing)
        var queue = JobQueue()
        queue.load(try using { try store.load() }, at: .zero)
        queue.followChanges()
        let value = try body(&queue)
        try using { try store.apply(queue.takeChanges()) }
        return value
    }
}

/// A replay's or session's queue on a job store: read before it, written back after it or when asked for.
struct ReplayJobs {
    private let file: JobFile
    private let store: JobStore
    /// What the store holds.
    private(set) var stored: StoredJobs

    /// The answer to `:jobs save` without a file.
    static let absent = "jobs not saved: start taskscope with --jobs FILE"

    /// Reads the store at `path`, made if there is none; t = 0 is `epoch`.
    init(_ path: String, epoch: Int64) throws {
        file = JobFile(path: path)
        let store = try file.open(.create, epoch: epoch)
        self.store = store
        stored = try file.using { try store.load() }
    }

    /// Writes back what a session's queue holds; one line on how that went. Refused if the file has changed meanwhile.
    mutating func save(_ queue: StoredJobs) -> String {
        do {
            try store.save(queue, over: stored)
            stored = try store.load()
            return "jobs saved to \(file.path)"
        } catch {
            return "jobs not saved to \(file.path): \(error)"
        }
    }

    /// Writes back what the queue holds now; refused if the file has changed meanwhile.
    func save(_ queue: JobQueue) throws {
        try file.using { try store.save(StoredJobs(queue), over: stored) }
    }
}
