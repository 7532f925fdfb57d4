import Planning
import SchedulerCore
import Text

/// Where among a session's records jobs ended: four bytes a job, so that going back loses none.
struct JobHistory: Sendable {
    /// A job that has run to its end.
    struct Entry: Hashable, Sendable {
        var id: Int64
        var task: TaskID
        var attempts: Int32
        var time: Instant
        var isSuccess: Bool
        /// Why its last run ended other than by itself.
        var reason: FinishReason

        /// The end in a record; nil for any other record.
        init?(_ record: TraceRecord) {
            guard case .job(let id, let task, let signal, let attempt, let willRetry, let reason) = record.fact,
                signal != .jobDidStart, !willRetry
            else { return nil }
            (self.id, self.task, attempts, time) = (id, task, attempt, record.time)
            (isSuccess, self.reason) = (signal == .jobDidSucceed, reason)
        }

        /// How it ended, in a word or two.
        var word: String {
            if isSuccess { return "done" }
            switch reason {
            case .command: return "cancelled"
            case .timeout: return "timed out"
            case .none, .processEnded, .crashed: return "failed"
            }
        }
    }

    /// The records with ends, oldest first.
    private var places: [Int32] = []
    /// Those of them that did not succeed: only these jobs can be queued again.
    private var failures: [Int32] = []
    private var scanned = 0

    /// Reads the current records; since the last call, they may only have been truncated and extended.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            scanned = records.count
            places.removeSubrange(places.partitionPoint { $0 >= scanned }...)
            failures.removeSubrange(failures.partitionPoint { $0 >= scanned }...)
        }
        for place in scanned..<records.count {
            guard let entry = Entry(records[place]) else { continue }
            places.append(Int32(place))
            if !entry.isSuccess { failures.append(Int32(place)) }
        }
        scanned = records.count
    }

    /// The jobs that have ended and are neither queued again nor dead, oldest first. O(failures), with such jobs O(ends).
    func ended(_ records: ArraySlice<TraceRecord>, besides jobs: JobQueue) -> [Int32] {
        guard !failures.isEmpty, jobs.count > 0 || !jobs.deadLetters.isEmpty else { return places }
        let kept = Set(jobs.list.map { $0.id.number } + jobs.deadLetters.map { $0.job.id.number })
        let hidden = Set(failures.filter { Entry(records[Int($0)]).map { kept.contains($0.id) } ?? false })
        return hidden.isEmpty ? places : places.filter { !hidden.contains($0) }
    }
}
