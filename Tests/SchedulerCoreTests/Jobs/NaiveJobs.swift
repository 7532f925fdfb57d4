@testable import SchedulerCore

/// The job rules again, as plainly as possible: one list, searched from the front each time.
struct NaiveJobs {
    struct Row: Equatable {
        var id: Int64
        var task: String
        var queue: String
        var rank: UInt8
        var due: Instant
        var expires: Instant?
        var key: String?
        var attempts = 0
        var forgiven = 0
        var place: Int
        var isRunning = false
        var isWarned = false
    }

    let settings: JobSettings
    let handlers: Set<String>
    var rows: [Row] = []
    var dead: [Row] = []
    var running: [(id: Int64, attempt: Int, queue: String, isRowGone: Bool)] = []
    var isStarted = false
    var next: Int64 = 1
    var place = 1

    /// What one step does, as words.
    mutating func step(at now: Instant) -> String? {
        guard isStarted else { return nil }
        let expired = rows.filter { !$0.isRunning && ($0.expires.map { $0 < now } ?? false) }
        if let first = expired.min(by: { ($0.expires ?? now, $0.id) < ($1.expires ?? now, $1.id) }) {
            makeDeadLetter(first.id)
            return "expired \(first.id)\(rows.isEmpty ? " drained" : "")"
        }
        for queue in settings.queues {
            guard running.count(where: { $0.queue == queue.name }) < queue.width else { continue }
            let waiting = rows.filter { !$0.isRunning && !$0.isWarned && $0.queue == queue.name && $0.due <= now }
            guard let first = waiting.min(by: { ($0.rank, $0.place) < ($1.rank, $1.place) }) else { continue }
            guard handlers.contains(first.task) else {
                change(first.id) { $0.isWarned = true }
                return "unhandled \(first.id)"
            }
            change(first.id) {
                $0.isRunning = true
                $0.attempts += 1
            }
            running.append((first.id, first.attempts + 1, queue.name, false))
            return "began \(first.id) \(first.attempts + 1)"
        }
        return nil
    }

    mutating func enqueue(_ spec: JobSpec, at now: Instant) -> Int64? {
        if let key = spec.uniqueKey, rows.contains(where: { $0.key == key }) { return nil }
        rows.append(
            Row(
                id: next, task: spec.task, queue: spec.queue, rank: spec.priority.rawValue,
                due: max(now, spec.runAfter ?? now), expires: spec.expiresAt, key: spec.uniqueKey, place: place))
        next += 1
        place += 1
        return next - 1
    }

    mutating func finish(_ id: Int64, _ attempt: Int, _ outcome: Outcome, at now: Instant) -> String? {
        guard let index = running.firstIndex(where: { $0.id == id && $0.attempt == attempt }) else { return nil }
        let run = running.remove(at: index)
        guard !run.isRowGone, let row = rows.first(where: { $0.id == id }) else { return "gone" }
        if outcome == .success {
            rows.removeAll { $0.id == id }
        } else if outcome == .critical || row.attempts - row.forgiven >= settings.retryLimit {
            makeDeadLetter(id)
        } else {
            let (isAtBack, place, due) = (!settings.failedStaysAtHead, place, now + settings.delay)
            change(id) {
                $0.isRunning = false
                $0.due = due
                if isAtBack { $0.place = place }
            }
            if isAtBack { self.place += 1 }
            return "retry"
        }
        return rows.isEmpty ? "over drained" : "over"
    }

    mutating func empty() -> Bool {
        let had = !rows.isEmpty
        rows.removeAll()
        for index in running.indices { running[index].isRowGone = true }
        return had
    }

    mutating func withdraw(_ id: Int64) -> Bool {
        let before = rows.count
        rows.removeAll { $0.id == id }
        for index in running.indices where running[index].id == id { running[index].isRowGone = true }
        return rows.count < before
    }

    mutating func retry(_ id: Int64, at now: Instant) -> Bool {
        guard var row = dead.first(where: { $0.id == id }),
            !rows.contains(where: { $0.key != nil && $0.key == row.key })
        else { return false }
        dead.removeAll { $0.id == id }
        row.isRunning = false
        row.isWarned = false
        row.forgiven = row.attempts
        row.due = now
        row.place = place
        if let end = row.expires, end < now { row.expires = nil }
        place += 1
        rows.append(row)
        return true
    }

    mutating func relaunch(at now: Instant) -> [Int64] {
        isStarted = false
        running.removeAll()
        var lost: [Int64] = []
        for row in rows.sorted(by: { $0.id < $1.id }) {
            change(row.id) { $0.isWarned = false }
            guard row.isRunning else { continue }
            if row.attempts - row.forgiven >= settings.retryLimit {
                makeDeadLetter(row.id)
                lost.append(row.id)
            } else {
                change(row.id) {
                    $0.isRunning = false
                    $0.due = now
                }
            }
        }
        return lost
    }

    private mutating func makeDeadLetter(_ id: Int64) {
        dead += rows.filter { $0.id == id }
        rows.removeAll { $0.id == id }
    }

    private mutating func change(_ id: Int64, _ body: (inout Row) -> Void) {
        for index in rows.indices where rows[index].id == id { body(&rows[index]) }
    }
}
