import ArgumentParser
import JobStore
import SchedulerCore

/// `taskscope jobs FILE …`
struct JobsCommand: ParsableCommand {
    /// What is done.
    enum Verb: String, CaseIterable, ExpressibleByArgument {
        case list, show, retry, discard, empty, stats
        case importEDQueue = "import-edqueue"
    }

    static let configuration = CommandConfiguration(
        commandName: "jobs", abstract: "Look into a job store and repair it.",
        discussion: """
            list                 all jobs and dead letters
            show ID…             everything about some of them
            retry ID… | all      dead letters go back to the end of their queue, their runs forgiven
            discard ID… | all    throws dead letters away
            empty                removes all jobs; dead letters stay
            stats                counts
            import-edqueue OLD   takes over the jobs of an EDQueue 0.7 store

            Only import-edqueue makes FILE where there is none. A file that is no job store, damaged, newer, read-only \
            or in use is left as it is and ends with exit code 3; a job that is not there ends with 1.
            """)

    @Argument(help: "The job store.", completion: .file())
    var file: String

    @Argument(help: "list, show, retry, discard, empty, stats or import-edqueue.")
    var verb: Verb = .list

    @Argument(help: "Numbers of jobs, 'all', or the EDQueue store.", completion: .file())
    var operands: [String] = []

    @Flag(help: "One JSON object on one line; times in nanoseconds since 1970.")
    var json = false

    func validate() throws {
        switch verb {
        case .list, .empty, .stats:
            if let first = operands.first {
                throw ValidationError("\(verb.rawValue) takes nothing more, not '\(first)'")
            }
        case .importEDQueue:
            if operands.count != 1 { throw ValidationError("import-edqueue takes one EDQueue store") }
        case .show, .retry, .discard:
            if operands.isEmpty { throw ValidationError("\(verb.rawValue) takes the numbers of jobs") }
            let wrong = operands.first { Int64($0).map { $0 < 1 } ?? !(verb != .show && operands == ["all"]) }
            if let wrong { throw ValidationError("'\(wrong)' is not the number of a job") }
        }
    }

    func run() throws {
        let file = JobFile(path: file)
        switch verb {
        case .list: try list(file)
        case .show: try show(file)
        case .stats: try stats(file)
        case .retry, .discard: try change(file)
        case .empty:
            let store = try file.open(.existing)
            let count = try file.using { try store.empty() }
            Output.write(json ? "{\"removed\":\(count)}\n" : "\(count) removed\n")
        case .importEDQueue: try importEDQueue(file)
        }
    }

    private func list(_ file: JobFile) throws {
        let store = try file.open(.read)
        let (jobs, dead) = try file.using { (try store.list(), try store.deadLetters()) }
        Output.write(json ? JobText.json(jobs, dead) : JobText.table(jobs, dead, columns: Output.columns))
    }

    private func show(_ file: JobFile) throws {
        let store = try file.open(.read)
        let (jobs, dead) = try file.using { (try store.list(), try store.deadLetters()) }
        let numbers = operands.compactMap { Int64($0) }
        let shownJobs = jobs.filter { numbers.contains($0.id.number) }
        let shownDead = dead.filter { numbers.contains($0.job.id.number) }
        let known = shownJobs.map(\.id.number) + shownDead.map(\.job.id.number)
        if json {
            Output.write(JobText.json(shownJobs, shownDead))
        } else {
            Output.write((shownJobs.map(JobText.details) + shownDead.map(JobText.details)).joined(separator: "\n"))
        }
        try complain(of: numbers.filter { !known.contains($0) }, "no job \(file.path) holds has the number")
    }

    private func stats(_ file: JobFile) throws {
        let store = try file.open(.read)
        let found = try file.using { try store.statistics() }
        Output.write(json ? JobText.json(found) : JobText.text(found))
    }

    private func change(_ file: JobFile) throws {
        let store = try file.open(.existing)
        let dead = try file.using { try store.deadLetters() }
        let wanted = operands == ["all"] ? dead.map(\.job.id.number) : operands.compactMap { Int64($0) }
        var (done, missing): ([Int64], [Int64]) = ([], [])
        for number in wanted {
            let isDone = try file.using {
                verb == .retry ? try store.retry(JobID(number)) : try store.discard(JobID(number))
            }
            if isDone { done.append(number) } else { missing.append(number) }
        }
        let word = verb == .retry ? "retried" : "discarded"
        let numbers = done.map(String.init)
        Output.write(
            json
                ? "{\"\(word)\":[\(numbers.joined(separator: ","))]}\n"
                : "\(done.count) \(word)\(done.isEmpty ? "" : ": ")\(numbers.joined(separator: " "))\n")
        try complain(of: missing, "no dead letter has the number")
    }

    private func importEDQueue(_ file: JobFile) throws {
        let store = try file.open(.create)
        do {
            let ids = try store.importEDQueue(operands[0])
            Output.write(json ? "{\"imported\":\(ids.count)}\n" : "\(ids.count) imported\n")
        } catch {
            Output.complain("\(operands[0]): error: \(error.description)")
            throw ExitStatus.badInput
        }
    }

    private func complain(of numbers: [Int64], _ sentence: String) throws {
        for number in numbers { Output.complain("taskscope: \(sentence) \(number)") }
        if !numbers.isEmpty { throw ExitStatus.checkFailed }
    }
}
