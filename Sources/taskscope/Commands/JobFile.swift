import JobStore
import SchedulerCore
import SchedulerSimulation

/// A job store named on the command line; a fault is one line and exit code 3.
struct JobFile {
    let path: String

    /// Runs `body`; what the store refuses is said with the file's name.
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
}

/// A replay's or session's queue on a job store: read before it, written back after it or when asked for.
struct ReplayJobs {
    private let file: JobFile
    private let store: JobStore
    private var content: StoreContent

    /// The answer to `:jobs save` without a file.
    static let absent = "jobs not saved: start taskscope with --jobs FILE"

    /// Reads the store at `path`, made where there is none; t = 0 is `epoch`.
    init(_ path: String, epoch: Int64) throws {
        file = JobFile(path: path)
        let store = try file.open(.create, epoch: epoch)
        self.store = store
        content = try file.using { try store.load() }
    }

    /// What the replay begins with.
    var stored: Simulation.StoredJobs {
        Simulation.StoredJobs(jobs: content.jobs, dead: content.dead, nextNumber: content.nextNumber)
    }

    /// Writes back what a session's queue holds; one line on how that went. Refused if the file has changed meanwhile.
    mutating func save(_ queue: Simulation.StoredJobs) -> String {
        do {
            try store.save(queue.jobs, dead: queue.dead, nextNumber: queue.nextNumber, over: content)
            content = try store.load()
            return "jobs saved to \(file.path)"
        } catch {
            return "jobs not saved to \(file.path): \(error)"
        }
    }

    /// Writes back what the queue holds now; refused if the file has changed meanwhile.
    func save(_ queue: JobQueue) throws {
        let (jobs, dead, next) = (queue.list, queue.deadLetters, queue.nextNumber)
        try file.using { try store.save(jobs, dead: dead, nextNumber: next, over: content) }
    }
}
