import ArgumentParser
import JobStore
import ScenarioFormat
import SchedulerCore

/// `taskscope jobs FILE …`
struct JobsCommand: ParsableCommand {
    /// The query or change.
    enum Verb: String, CaseIterable, ExpressibleByArgument {
        case list, show, exists, next, count, stats, retry, discard, remove, empty
        case isActive = "is-active"
        case isRunning = "is-running"
        case importEDQueue = "import-edqueue"

        /// Queries also have EDQueue's own names.
        init?(argument: String) {
            switch argument {
            case "isActive": self = .isActive
            case "isRunning": self = .isRunning
            default: self.init(rawValue: argument)
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "jobs", abstract: "Inspect and repair a job store.",
        discussion: """
              list                 all jobs and dead letters
              show ID…             everything about these jobs
              exists TASK          whether the store has a job of the task, running or not
              next TASK            the job of the task that runs next
              count                how many jobs there are
              is-active [TASK]     whether a job, or a job of the task, is running
              is-running           whether a process is using the store
              stats                counts by state and by queue
              retry ID… | all      puts dead letters back, as if they had not run yet
              discard ID… | all    deletes dead letters
              remove ID…           removes jobs
              empty                removes all jobs; dead letters stay
              import-edqueue OLD   imports the jobs of an EDQueue 0.7 store

            A change needs exclusive access: it is refused while an app uses the store. Only import-edqueue creates \
            FILE if there is none. A file that is not a job store, or is damaged, too new, read-only or busy, stays \
            as it is and gives exit code 3. A job that does not exist gives exit code 1.
            """)

    @Argument(help: "The job store.", completion: .file())
    var file: String

    @Argument(help: "The query or change; default: list.")
    var verb: Verb = .list

    @Argument(help: "Job numbers, 'all', a task, or the EDQueue store.", completion: .file())
    var operands: [String] = []

    @Flag(help: "One JSON object on one line; times in nanoseconds since 1970.")
    var json = false

    func validate() throws {
        switch verb {
        case .list, .empty, .stats, .count, .isRunning: try refuse(operands.first)
        case .isActive: try refuse(operands.dropFirst().first)
        case .importEDQueue:
            if operands.count != 1 { throw ValidationError("import-edqueue takes one EDQueue store") }
        case .exists, .next:
            if operands.count != 1 { throw ValidationError("\(verb.rawValue) takes one task") }
        case .show, .retry, .discard, .remove:
            if operands.isEmpty { throw ValidationError("\(verb.rawValue) takes job numbers") }
            let takesAll = verb == .retry || verb == .discard
            let wrong = operands.first { Int64($0).map { $0 < 1 } ?? !(takesAll && operands == ["all"]) }
            if let wrong { throw ValidationError("'\(wrong)' is not a job number") }
        }
    }

    private func refuse(_ operand: String?) throws {
        if let operand { throw ValidationError("\(verb.rawValue) takes no further argument; remove '\(operand)'") }
    }

    func run() throws {
        let file = NamedStore(path: file)
        switch verb {
        case .list, .show, .exists, .next, .count, .isActive, .stats: try answer(file)
        case .isRunning:
            _ = try file.queue()
            say(JobStore.isWorked(file.path))
        case .retry, .discard, .remove: try change(file)
        case .empty:
            let count = try file.change { queue in
                defer { _ = queue.empty() }
                return queue.count
            }
            Output.write(json ? "{\"removed\":\(count)}\n" : "\(count) removed\n")
        case .importEDQueue: try importEDQueue(file)
        }
    }

    // MARK: Questions

    private func answer(_ file: NamedStore) throws {
        let queue = try file.queue()
        switch verb {
        case .exists: say(queue.exists(operands[0]))
        case .count: Output.write(json ? "{\"count\":\(queue.count)}\n" : "\(queue.count)\n")
        case .isActive:
            // Without a process, a running job's run was lost.
            let task = operands.first
            say(
                JobStore.isWorked(file.path)
                    && queue.list.contains { $0.isRunning && $0.spec.task == task ?? $0.spec.task })
        case .stats: Output.write(json ? JobText.jsonCounts(queue).text + "\n" : JobText.counts(queue))
        case .next:
            show(queue.next(operands[0]).map { [$0] } ?? [], [])
            if queue.next(operands[0]) == nil { throw ExitStatus.checkFailed }
        case .show:
            let numbers = operands.compactMap { Int64($0) }
            let jobs = queue.list.filter { numbers.contains($0.id.number) }
            let dead = queue.deadLetters.filter { numbers.contains($0.job.id.number) }
            show(jobs, dead)
            let known = jobs.map(\.id.number) + dead.map(\.job.id.number)
            try complain(of: numbers.filter { !known.contains($0) }, "\(file.path) has no job with the number")
        case .list, .isRunning, .retry, .discard, .remove, .empty, .importEDQueue:
            let (jobs, dead) = (queue.list, queue.deadLetters)
            Output.write(
                json ? JobText.json(jobs, dead).text + "\n" : JobText.table(jobs, dead, columns: Output.columns))
        }
    }

    private func say(_ isSo: Bool) {
        Output.write(json ? "{\"\(verb)\":\(isSo)}\n" : "\(isSo)\n")
    }

    private func show(_ jobs: [Job], _ dead: [DeadLetter]) {
        if json { return Output.write(JobText.json(jobs, dead)) }
        Output.write((jobs.map(JobText.details) + dead.map(JobText.details)).joined(separator: "\n"))
    }

    // MARK: Changes

    private func change(_ file: NamedStore) throws {
        var (done, missing): ([Int64], [Int64]) = ([], [])
        try file.change { queue in
            let dead = queue.deadLetters
            let wanted = operands == ["all"] ? dead.map(\.job.id.number) : operands.compactMap { Int64($0) }
            for number in wanted {
                let letter = dead.first { $0.job.id.number == number }
                if try change(&queue, JobID(number), letter, file) {
                    done.append(number)
                } else {
                    missing.append(number)
                }
            }
        }
        let word = verb == .retry ? "retried" : verb == .discard ? "discarded" : "removed"
        let numbers = done.map(String.init)
        Output.write(
            json
                ? "{\"\(word)\":[\(numbers.joined(separator: ","))]}\n"
                : "\(done.count) \(word)\(done.isEmpty ? "" : ": ")\(numbers.joined(separator: " "))\n")
        try complain(
            of: missing, verb == .remove ? "no job in the queue has the number" : "no dead letter has the number")
    }

    private func change(_ queue: inout JobQueue, _ id: JobID, _ letter: DeadLetter?, _ file: NamedStore) throws -> Bool
    {
        guard verb == .retry else { return verb == .discard ? queue.discard(id) : queue.withdraw(id) }
        do throws(Refusal) {
            // Due relative to its death, whatever date a replay or an app begins with.
            return try queue.retry(id, at: letter?.diedAt ?? .zero)
        } catch {
            let why =
                if case .duplicateJob(let known) = error {
                    "job \(known) with the same unique key is in the queue"
                } else {
                    "the queue is full"
                }
            throw ExitStatus.badInput.saying("\(file.path): error: \(why)")
        }
    }

    private func importEDQueue(_ file: NamedStore) throws {
        let old = try NamedStore(path: operands[0]).using { try EDQueueFile(operands[0]) }
        let store = try file.open(.create)
        let ids = try file.using { try store.take(old) }
        Output.write(json ? "{\"imported\":\(ids.count)}\n" : "\(ids.count) imported\n")
    }

    private func complain(of numbers: [Int64], _ sentence: String) throws {
        for number in numbers { Output.complain("taskscope: \(sentence) \(number)") }
        if !numbers.isEmpty { throw ExitStatus.checkFailed }
    }
}

/// A job store named on the command line; a failure prints one line and gives exit code 3.
struct NamedStore {
    let path: String

    /// Runs `body`; a refusal of the store is reported with the file's name.
    func using<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as JobStoreError {
            throw ExitStatus.badInput.saying("\(path): error: \(error.description)")
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
    private let file: NamedStore
    private let store: JobStore
    /// What the store holds.
    private(set) var stored: StoredJobs

    /// The answer to `:jobs save` without a file.
    static let absent = "jobs not saved: no job store; start taskscope with --jobs FILE"

    /// Reads the store at `path`, created if there is none; t = 0 is `epoch`.
    init(_ path: String, epoch: Int64) throws {
        if path.isEmpty { throw ValidationError("--jobs needs the name of a file") }
        file = NamedStore(path: path)
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
