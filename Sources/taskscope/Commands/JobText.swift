import Text
import ScenarioFormat
import SchedulerCore
import TraceAnalysis
import TraceFormat

/// Jobs of a store as text and JSON.
enum JobText {
    /// One line per job, dead letters last; data is cut to the width.
    static func table(_ jobs: [Job], _ dead: [DeadLetter], columns: Int) -> String {
        var table = Table(
            ["id", "queue", "priority", "state", "runs", "not before", "task", "data"].map { .words($0) })
        for job in jobs { table.add(cells(job, job.isRunning ? "running" : "waiting")) }
        for letter in dead { table.add(cells(letter.job, "dead: \(letter.cause)")) }
        return table.text(width: columns)
    }

    private static func cells(_ job: Job, _ state: String) -> [String] {
        [
            "\(job.id.number)", job.spec.queue, "\(job.spec.priority)", state, "\(job.attempts)", date(job.due),
            job.spec.task, job.spec.data,
        ]
    }

    /// Everything about a job, one item per line.
    static func details(_ job: Job) -> String { details(job, job.isRunning ? "running" : "waiting") }

    /// Everything about a dead letter, one item per line.
    static func details(_ letter: DeadLetter) -> String {
        details(letter.job, "dead since \(date(letter.diedAt)): \(letter.cause)")
    }

    private static func details(_ job: Job, _ state: String) -> String {
        var lines = [
            "job \(job.id.number)", "task      \(clean(job.spec.task))", "data      \(clean(job.spec.data))",
            "state     \(state)", "queue     \(clean(job.spec.queue)), priority \(job.spec.priority)",
            "runs      \(job.attempts)" + (job.forgiven > 0 ? ", \(job.forgiven) of them not counted" : ""),
            "enqueued  \(date(job.enqueuedAt))",
        ]
        if job.due > job.enqueuedAt { lines.append("not before \(date(job.due))") }
        if let end = job.spec.expiresAt { lines.append("expires   \(date(end))") }
        if let key = job.spec.uniqueKey { lines.append("key       \(clean(key))") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// All jobs as one JSON object on one line.
    static func json(_ jobs: [Job], _ dead: [DeadLetter]) -> JSONValue {
        [
            "jobs": .array(jobs.map { json($0, $0.isRunning ? "running" : "waiting") }),
            "dead": .array(dead.map { json($0.job, "dead", $0) }),
        ]
    }

    private static func json(_ job: Job, _ state: String, _ letter: DeadLetter? = nil) -> JSONValue {
        [
            "id": .number(job.id.number), "task": .string(job.spec.task), "data": .string(job.spec.data),
            "queue": .string(job.spec.queue), "priority": .string("\(job.spec.priority)"),
            "attempts": .number(job.attempts), "forgiven": .number(job.forgiven),
            "enqueued": .number(job.enqueuedAt.nanoseconds), "due": .number(job.due.nanoseconds),
            "expires": job.spec.expiresAt.map { .number($0.nanoseconds) } ?? .null,
            "key": .text(job.spec.uniqueKey), "state": .string(state),
            "cause": letter.map { .string("\($0.cause)") }, "died": letter.map { .number($0.diedAt.nanoseconds) },
        ]
    }

    /// Counts, one per line.
    static func counts(_ queue: JobQueue) -> String {
        let found = counted(queue)
        let lines = found.states.map { DisplayText.pad($0.name, to: 10) + "\($0.count)\n" }.joined()
        return lines + "next id   \(queue.nextNumber)\n"
            + found.queues.map { "queue \(clean($0.name))  \($0.count)\n" }.joined()
    }

    /// Counts as one JSON object on one line.
    static func jsonCounts(_ queue: JobQueue) -> JSONValue {
        let found = counted(queue)
        let states = found.states.map { JSONValue.Member($0.name, .number($0.count)) }
        let queues = found.queues.map { queue -> JSONValue in
            ["name": .string(queue.name), "jobs": .number(queue.count)]
        }
        let rest: [JSONValue.Member] = [
            .init("nextID", .number(queue.nextNumber)), .init("queues", .array(queues)),
        ]
        return .object(states + rest)
    }

    private typealias Counts = [(name: String, count: Int)]

    private static func counted(_ queue: JobQueue) -> (states: Counts, queues: Counts) {
        let jobs = queue.list
        let running = jobs.count { $0.isRunning }
        let named = Dictionary(grouping: jobs) { $0.spec.queue }.map { (name: $0.key, count: $0.value.count) }
        return (
            [("waiting", jobs.count - running), ("running", running), ("dead", queue.deadLetters.count)],
            named.sorted { $0.name < $1.name }
        )
    }

    private static func date(_ instant: Instant) -> String { DateText.format(epochNanoseconds: instant.nanoseconds) }
    private static func clean(_ text: String) -> String { DisplayText.clean(text) }
}
