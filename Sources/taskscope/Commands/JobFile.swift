import ArgumentParser
import JobStore
import ScenarioFormat
import SchedulerCore

/// A job store named on the command line; a failure prints one line and gives exit code 3.
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

    /// Opens the store and checks its whole file.
    func open(_ access: JobStore.Access, epoch: Int64 = 0) throws -> JobStore {
        var options = JobStore.Options()
        options.access = access
        options.epoch = epoch
        options.checksIntegrity = true
        return try using { try JobStore(path: path, options: options) }
    }

    /// The store's contents as a queue.
    func queue() throws -> JobQueue {
        let store = try open(.read)
        var queue = JobQueue()
        queue.load(try using { try store.load() }, at: .zero)
        return queue
    }

    /// Changes the queue by the core's rules, then the store; no other process writes to it meanwhile.
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

/// The queue of a replay or session on a job store: read at the start, written back at the end or on request.
struct ReplayJobs {
    private let file: JobFile
    private let store: JobStore
    /// What the store holds.
    private(set) var stored: StoredJobs

    /// The answer to `:jobs save` without a file.
    static let absent = "jobs not saved: no job store; start taskscope with --jobs FILE"

    /// Reads the store at `path`, created if there is none; t = 0 is `epoch`.
    init(_ path: String, epoch: Int64) throws {
        if path.isEmpty { throw ValidationError("--jobs needs the name of a file") }
        file = JobFile(path: path)
        let store = try file.open(.create, epoch: epoch)
        self.store = store
        stored = try file.using { try store.load() }
    }

    /// Writes back a session's queue; returns one line with the result. Refused if the file has changed meanwhile.
    mutating func save(_ queue: StoredJobs) -> String {
        do {
            try store.save(queue, over: stored)
            stored = try store.load()
            return "jobs saved to \(file.path)"
        } catch {
            return "jobs not saved to \(file.path): \(error)"
        }
    }

    /// Writes back the queue; refused if the file has changed meanwhile.
    func save(_ queue: JobQueue) throws {
        try file.using { try store.save(StoredJobs(queue), over: stored) }
    }
}
