import GRDB
import SchedulerCore

/// Taking over a store of EDQueue 0.7: table `queue` (id, task, data, attempts, stamp, udef_1, udef_2).
extension JobStore {
    /// Takes in all rows of the EDQueue store at `old`, in their order, in one transaction; the old file is only read.
    ///
    /// Attempts and the time of enqueueing are kept; ids are new, as EDQueue used its own again. Returns the new ids.
    public func importEDQueue(_ old: String) throws(JobStoreError) -> [JobID] {
        let rows = try Self.rows(of: old)
        return try write { database in
            try rows.map { row in
                var job = Job(
                    id: JobID(try nextNumber(database)), spec: JobSpec(task: row.task, data: row.data),
                    attempts: row.attempts, enqueuedAt: instant(row.stamp), due: instant(row.stamp), place: 0)
                job.place = try backPlace(job.spec.queue, job.spec.priority)
                try insert(job, state: 0, wake: nil, worker: nil, database)
                return job.id
            }
        }
    }

    /// A row of EDQueue's.
    private struct OldRow {
        var task: String
        var data: String
        var attempts: Int
        /// Nanoseconds since 1970; 0 where it is no number.
        var stamp: Int64
    }

    private static func rows(of path: String) throws(JobStoreError) -> [OldRow] {
        do throws(JobStoreError) {
            switch try StoreFile.content(path) {
            case .missing: throw .missing
            case .empty: throw .notEDQueue("it is empty")
            case .store: throw .notEDQueue("it is a job store of taskscope")
            }
        } catch {
            guard error == .foreign else { throw error }
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let old = try DatabaseQueue(path: path, configuration: configuration)
            return try old.read { database in
                let columns = try Set(database.columns(in: "queue").map { $0.name.lowercased() })
                for name in ["id", "task", "data", "attempts", "stamp"] where !columns.contains(name) {
                    throw JobStoreError.notEDQueue("its table queue has no column \(name)")
                }
                return try Row.fetchAll(
                    database,
                    sql: """
                        SELECT CAST(task AS TEXT), CAST(data AS TEXT), CAST(attempts AS INTEGER),
                        CASE WHEN typeof(stamp) IN ('integer', 'real') THEN CAST(stamp AS INTEGER) END
                        FROM queue ORDER BY id
                        """
                ).map(oldRow)
            }
        } catch {
            let fault = JobStoreError(error)
            if case .sqlite(let code, _) = fault, code == 1 { throw .notEDQueue("it has no table queue") }
            throw fault
        }
    }

    private static func oldRow(_ row: Row) -> OldRow {
        let (attempts, seconds): (Int?, Int64?) = (row[2], row[3])
        let stamp = seconds.map { second -> Int64 in
            let (nanoseconds, isTooLarge) = second.multipliedReportingOverflow(by: 1_000_000_000)
            return isTooLarge ? 0 : nanoseconds
        }
        return OldRow(task: row[0], data: row[1] ?? "{}", attempts: max(0, attempts ?? 0), stamp: stamp ?? 0)
    }
}
