import Planning
import SchedulerCore

/// The jobs that have ended so far; each record is read once.
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

    /// How many of the latest ended jobs are kept.
    static let maximumCount = 1_000

    /// Oldest first.
    private(set) var entries: [Entry] = []
    private var scanned = 0

    /// Reads the current records; since the last call, they may only have been truncated and extended.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            let limit = records.last?.time ?? .zero
            scanned = records.partitionPoint { $0.time >= limit }
            entries.removeAll { $0.time >= limit }
        }
        for place in scanned..<records.count {
            guard case .job(let id, let task, let signal, let attempt, let willRetry, let reason) = records[place].fact,
                signal != .jobDidStart, !willRetry
            else { continue }
            entries.append(
                Entry(
                    id: id, task: task, attempts: attempt, time: records[place].time,
                    isSuccess: signal == .jobDidSucceed, reason: reason))
        }
        scanned = records.count
        if entries.count > JobHistory.maximumCount { entries.removeFirst(entries.count - JobHistory.maximumCount) }
    }
}
