import Text
import ScenarioFormat
import SchedulerCore
import TraceAnalysis
import TraceFormat

/// Jobs of a store as text and JSON.
enum JobText {
    /// One line per job, dead letters last; data is cut to the width.
    static func table(_ jobs: [Job], _ dead: [DeadLetter], columns: Int) -> String {
        let rows =
            jobs.map { cells($0, $0.isRunning ? "running" : "waiting") }
            + dead.map { cells($0.job, "dead: \($0.cause)") }
        let head = ["ID", "QUEUE", "PRIORITY", "STATE", "RUNS", "NOT BEFORE", "TASK", "DATA"]
        let widths = head.indices.map { column in
            min(40, ([head] + rows).map { DisplayText.width(of: $0[column]) }.max() ?? 0)
        }
        return ([head] + rows).map { row in
            let cells = row.indices.dropLast().map { DisplayText.pad(row[$0], to: widths[$0]) }
            let line = (cells + [row[row.count - 1]]).joined(separator: "  ")
            return DisplayText.cut(line, to: columns).trimmed + "\n"
        }.joined()
    }

    private static func cells(_ job: Job, _ state: String) -> [String] {
        [
            "\(job.id.number)", clean(job.spec.queue), "\(job.spec.priority)", state, "\(job.attempts)",
            date(job.due), clean(job.spec.task), clean(job.spec.data),
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
    static func json(_ jobs: [Job], _ dead: [DeadLetter]) -> String {
        let rows = jobs.map { "{\(members($0)),\"state\":\"\($0.isRunning ? "running" : "waiting")\"}" }
        let letters = dead.map {
            "{\(members($0.job)),\"state\":\"dead\",\"cause\":\"\($0.cause)\",\"died\":\($0.diedAt.nanoseconds)}"
        }
        return "{\"jobs\":[\(rows.joined(separator: ","))],\"dead\":[\(letters.joined(separator: ","))]}\n"
    }

    private static func members(_ job: Job) -> String {
        "\"id\":\(job.id.number),\"task\":\(quoted(job.spec.task)),\"data\":\(quoted(job.spec.data)),"
            + "\"queue\":\(quoted(job.spec.queue)),\"priority\":\"\(job.spec.priority)\","
            + "\"attempts\":\(job.attempts),\"forgiven\":\(job.forgiven),\"enqueued\":\(job.enqueuedAt.nanoseconds),"
            + "\"due\":\(job.due.nanoseconds),\"expires\":\(job.spec.expiresAt.map { "\($0.nanoseconds)" } ?? "null"),"
            + "\"key\":\(job.spec.uniqueKey.map(quoted) ?? "null")"
    }

    /// Counts, one per line.
    static func counts(_ queue: JobQueue) -> String {
        let found = counted(queue)
        let lines = found.states.map { DisplayText.pad($0.name, to: 10) + "\($0.count)\n" }.joined()
        return lines + "next id   \(queue.nextNumber)\n"
            + found.queues.map { "queue \(clean($0.name))  \($0.count)\n" }.joined()
    }

    /// Counts as one JSON object on one line.
    static func jsonCounts(_ queue: JobQueue) -> String {
        let found = counted(queue)
        let states = found.states.map { "\"\($0.name)\":\($0.count)," }.joined()
        let queues = found.queues.map { "{\"name\":\(quoted($0.name)),\"jobs\":\($0.count)}" }
        return "{\(states)\"nextID\":\(queue.nextNumber),\"queues\":[\(queues.joined(separator: ","))]}\n"
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
    private static func quoted(_ text: String) -> String { JSONText.quote(text) }
}

extension String {
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
