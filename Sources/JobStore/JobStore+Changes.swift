import GRDB
import SchedulerCore

/// A change of the table that somebody else decided, by the core's rules.
public enum StoreChange: Hashable, Sendable {
    /// The row with this number is now so, whether there was one or not; a dead letter of this number is none any more.
    case put(Job)
    /// Row or dead letter of this number are gone.
    case remove(JobID)
    /// The row is a dead letter now.
    case bury(DeadLetter)
}

/// Following a queue that is worked elsewhere in this process, by the core itself.
extension JobStore {
    /// Makes all changes in one transaction, in order, or none. Throws `locked` where another living process has the
    /// store: call `load` first, which takes it. O(changes · log rows).
    public func apply(_ changes: [StoreChange]) throws(JobStoreError) {
        guard session.with({ $0.lock }) != nil else { throw .locked }
        _ = try write { database in
            for change in changes { try apply(change, database) }
            return true
        }
    }

    private func apply(_ change: StoreChange, _ database: Database) throws {
        switch change {
        case .put(let job):
            try removeLetter(job.id, database)
            try remove(job.id, database)
            try insertAsItStands(job, database)
        case .remove(let id):
            try removeLetter(id, database)
            try remove(id, database)
        case .bury(let letter): try bury(letter.job, letter.cause, at: letter.diedAt, database)
        }
    }

    private func removeLetter(_ id: JobID, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM dead_letter WHERE id = ?").execute(arguments: [id.number])
    }
}
