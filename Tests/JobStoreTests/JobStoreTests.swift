import Foundation
import GRDB
import SchedulerCore
import TestSupport
import Testing

@testable import JobStore

/// The store against the queue of the core, and what only a store promises.
@Suite struct JobStoreTests {
    @Test(
        "Whatever the commands, the file holds the rows of the core, and a new process finds them",
        arguments: 0..<Campaign.count(25))
    func sameAsCore(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        var settings = JobSettings()
        settings.retryLimit = cases.number(1...3)
        settings.failedStaysAtHead = cases.chance(40)
        settings.delay = .seconds(Int64(cases.pick([0, 0, 3])))
        settings.queues = [JobQueueSpec(name: "default", width: cases.number(1...3))]
        let folder = try StoreFolder()
        var store: JobStore? = try folder.open()
        var queue = JobQueue(settings: settings)
        queue.followChanges()
        _ = queue.start()
        var (now, runs) = (second(0), [JobRunID]())
        for _ in 0..<120 {
            order(&queue, &cases, &now, &runs)
            if cases.chance(5) {
                store = nil
                queue = try relaunched(queue, folder, now)
                store = try folder.open()
                runs = []
            }
            while case .began(let run, _)? = queue.step(at: now) { runs.append(run) }
            try store?.apply(queue.takeChanges())
            try #require(try store?.load() == StoredJobs(queue))
        }
        store = nil
        #expect(try folder.open { $0.checksIntegrity = true }.load() == StoredJobs(queue))
    }

    private func order(
        _ queue: inout JobQueue, _ cases: inout CaseGenerator, _ now: inout SchedulerCore.Instant,
        _ runs: inout [JobRunID]
    ) {
        switch cases.number(0...12) {
        case 0...3:
            var spec = JobSpec(
                task: "t", data: "{\"n\":\(cases.number(0...9))}", priority: cases.pick(Priority.allCases))
            if cases.chance(20) { spec.runAfter = now + .seconds(Int64(cases.number(0...5))) }
            if cases.chance(20) { spec.expiresAt = now + .seconds(Int64(cases.number(0...5))) }
            if cases.chance(20) { spec.uniqueKey = cases.pick(["k", "l"]) }
            _ = try? queue.enqueue(spec, at: now)
        case 4...8:
            guard let run = runs.isEmpty ? nil : cases.pick(runs) else { return }
            runs.removeAll { $0 == run }
            _ = queue.finish(run, cases.pick([Outcome.success, .fail, .critical]), at: now)
        case 9: _ = try? queue.retry(JobID(Int64(cases.number(1...Int(queue.nextNumber)))), at: now)
        case 10: _ = queue.discard(JobID(Int64(cases.number(1...Int(queue.nextNumber)))))
        case 11: if cases.chance(10) { _ = queue.empty() }
        default: now = now + .seconds(Int64(cases.number(0...3)))
        }
    }

    /// The queue of the next process, from the file.
    private func relaunched(
        _ old: JobQueue, _ folder: StoreFolder, _ now: SchedulerCore.Instant
    ) throws -> JobQueue {
        var queue = JobQueue(settings: old.settings)
        queue.load(try folder.content(), at: now)
        queue.followChanges()
        _ = queue.processBegan(at: now)
        _ = queue.start()
        return queue
    }

    @Test("Jobs whose every run ends the process die after exactly as many runs as are allowed; all others are done")
    func poison() throws {
        let folder = try StoreFolder()
        let (limit, count) = (3, Campaign.count(20))
        var settings = JobSettings()
        settings.retryLimit = limit
        var queue = JobQueue(settings: settings)
        queue.followChanges()
        for number in 0..<count {
            _ = try queue.enqueue(JobSpec(task: "poison", data: "\(number)"), at: second(0))
            _ = try queue.enqueue(JobSpec(task: "good"), at: second(0))
        }
        try folder.open().apply(queue.takeChanges())
        var (runs, done, processes) = ([JobID: Int](), Set<JobID>(), 0)
        while queue.count > 0 {
            processes += 1
            try #require(processes <= count * limit + 1)
            queue = try relaunched(queue, folder, second(Int64(processes)))
            let store = try folder.open()
            while case .began(let run, let job)? = queue.step(at: second(Int64(processes))) {
                // A run is counted in the file before it begins.
                try store.apply(queue.takeChanges())
                runs[run.job, default: 0] += 1
                if job.spec.task == "poison" { break }
                #expect(done.insert(run.job).inserted)
                _ = queue.finish(run, .success, at: second(Int64(processes)))
                try store.apply(queue.takeChanges())
            }
        }
        #expect(done.count == count)
        #expect(queue.deadLetters.count == count)
        for letter in queue.deadLetters { #expect(runs[letter.job.id] == limit && letter.job.attempts == limit) }
    }

    @Test("No statement for jobs scans or sorts a table")
    func statementsUseIndices() throws {
        let store = try StoreFolder().open()
        let plans = try store.queue.inDatabase { database in
            try ["DELETE FROM job WHERE id = 1", JobStore.lastDeath].flatMap { sql in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { String($0["detail"] as String) }
            }
        }
        #expect(plans.count == 2)
        #expect(plans.first == "SEARCH job USING INTEGER PRIMARY KEY (rowid=?)")
        #expect(plans.last?.hasPrefix("SEARCH job USING COVERING INDEX job_death") == true)
    }

    @Test(
        "A store of an earlier schema is read as it is, and brought to the newest when it is written", arguments: 1...2)
    func earlierSchema(version: Int) throws {
        let folder = try StoreFolder()
        let schema = Schema.migrations.prefix(version).joined(separator: ";")
        try folder.run(
            """
            PRAGMA journal_mode = WAL; PRAGMA application_id = \(Schema.applicationID);
            PRAGMA user_version = \(version); \(schema);
            INSERT INTO job (id, queue, task, data, priority, state, place, attempts, forgiven, enqueued, due, wake, key)
            VALUES (2, 'default', 'ready', '{}', 2, 0, 1, 0, 0, 0, 0, NULL, 'k'),
            (3, 'default', 'running', '{}', 2, 1, 2, 1, 0, 0, 0, 9, NULL),
            (9, 'default', 'gone', '{}', 2, 0, 2, 1, 0, 0, 0, NULL, NULL);
            DELETE FROM job WHERE id = 9;
            INSERT INTO dead_letter (id, queue, task, data, priority, place, attempts, forgiven, enqueued, due, key, cause,
            died, number) VALUES (1, 'default', 'later', '{}', 2, 1, 4, 0, 0, 0, 'k', 0, 8, 2),
            (4, 'default', 'dead', '{}', 2, 1, 4, 0, 0, 0, NULL, 1, 7, 1);
            PRAGMA wal_checkpoint(TRUNCATE)
            """)
        let before = try folder.content()
        #expect(try folder.ask("PRAGMA user_version") == "\(version)")
        #expect(before.jobs.map(\.spec.task) == ["ready", "running"] && before.jobs.map(\.isRunning) == [false, true])
        #expect(
            before.dead.map(\.job.spec.task) == ["dead", "later"] && before.dead.map(\.cause) == [.critical, .failed])
        #expect(before.nextNumber == 10)
        #expect(try folder.open { $0.checksIntegrity = true }.load() == before)
        #expect(try folder.ask("PRAGMA user_version") == "\(Schema.version)")
        #expect(try folder.content() == before)
    }

    @Test("WAL, FULL by default, STRICT tables, our numbers in the file's header")
    func durability() throws {
        let folder = try StoreFolder()
        for (durability, wanted) in [(JobStore.Durability.full, 2), (.normal, 1)] {
            let store = try folder.open(durability: durability)
            try store.apply([.put(row(1))])
            #expect(try store.ask("PRAGMA synchronous") == "\(wanted)")
            #expect(try store.ask("PRAGMA journal_mode") == "wal")
        }
        #expect(try folder.ask("PRAGMA application_id") == "\(Schema.applicationID)")
        #expect(try folder.ask("PRAGMA user_version") == "\(Schema.version)")
        #expect(
            try folder.ask("SELECT group_concat(name) FROM pragma_table_list WHERE strict AND schema = 'main'") == "job"
        )
    }

    @Test("The schema is in the file itself as soon as the store is open, not only in its log")
    func checkpoint() throws {
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        // Without the log.
        try folder.write(try folder.bytes(), to: "alone.sqlite")
        #expect(try folder.ask("PRAGMA user_version", of: "alone.sqlite") == "\(Schema.version)")
        #expect(try store.load() == StoredJobs())
    }

    @Test("One process at a time writes a store, from the first call on; others read it meanwhile")
    func lock() throws {
        let folder = try StoreFolder()
        var store: JobStore? = try folder.open()
        try store?.apply([.put(row(1))])
        #expect(JobStore.isWorked(folder.path))
        for access in [JobStore.Access.create, .existing] {
            #expect(throws: JobStoreError.locked) { try folder.open { $0.access = access } }
        }
        #expect(try folder.content().jobs == [row(1)])
        store = nil
        #expect(!JobStore.isWorked(folder.path))
        #expect(try folder.open { $0.access = .existing }.load().jobs == [row(1)])
    }

    @Test("The lock is of the file: neither another name nor another path leads around it, and it moves with the file")
    func lockOfFile() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.apply([.put(row(1))])
        symlink(folder.path, folder.file("soft.sqlite"))
        link(folder.path, folder.file("hard.sqlite"))
        for name in ["soft.sqlite", "hard.sqlite"] {
            #expect(JobStore.isWorked(folder.file(name)))
            #expect(throws: JobStoreError.self) { try JobStore(path: folder.file(name)) }
        }
        unlink(folder.file("hard.sqlite"))
        #expect(throws: JobStoreError.locked) { try JobStore(path: folder.file("soft.sqlite")) }
        #expect(rename(folder.path, folder.file("moved.sqlite")) == 0)
        #expect(throws: JobStoreError.locked) { try JobStore(path: folder.file("moved.sqlite")) }
        withExtendedLifetime(store) {}
    }

    @Test("Asking whether a store is worked takes nothing from those who use it, nor from one that starts")
    func probes() throws {
        let folder = try StoreFolder()
        #expect(!JobStore.isWorked(folder.path))
        let reader = try { () throws in
            let store = try folder.open()
            try store.apply([.put(row(1))])
            for _ in 0..<100 { #expect(JobStore.isWorked(folder.path)) }
            #expect(throws: JobStoreError.locked) { try folder.open() }
            // Another connection cannot have the file for itself: SQLite's own locks are still there.
            let other = try DatabaseQueue(path: folder.path)
            #expect(throws: DatabaseError.self) {
                try other.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            }
            return try folder.open { $0.access = .read }
        }()
        for _ in 0..<100 { #expect(!JobStore.isWorked(folder.path)) }
        #expect(try folder.open().load().jobs == [row(1)])
        #expect(try reader.load().jobs == [row(1)])
    }

    @Test("Of two creators the later one checks the tables, too")
    func laterCreator() throws {
        let folder = try StoreFolder()
        try folder.write(Data(), to: "jobs.sqlite")
        _ = try folder.open()
        try folder.run("DROP INDEX job_key")
        #expect(throws: JobStoreError.altered("its index job_key is missing")) { try folder.open() }
    }

    @Test("Changes are atomic: one that cannot be stored undoes the others")
    func allOrNone() throws {
        let store = try StoreFolder().open()
        #expect(throws: JobStoreError.unfit("job 2 contains NUL")) {
            try store.apply([.put(row(1)), .put(row(2, key: "a\0b"))])
        }
        #expect {
            try store.apply([.put(row(1, key: "k")), .put(row(2, key: "k"))])
        } throws: { error in
            guard let fault = error as? JobStoreError else { return false }
            return !fault.isPassing
        }
        #expect(try store.load() == StoredJobs())
        try store.apply([.put(row(1, key: "k")), .remove(JobID(1)), .put(row(2, key: "k"))])
        #expect(try store.load().jobs == [row(2, key: "k")])
    }

    @Test("Numbers are never reused, even after all rows are gone or a new start")
    func numbers() throws {
        let folder = try StoreFolder()
        try folder.open().apply([.put(row(1)), .put(row(2)), .remove(JobID(1)), .remove(JobID(2))])
        #expect(try folder.content().nextNumber == 3)
        let store = try folder.open()
        try store.save(StoredJobs(nextNumber: 9), over: try store.load())
        #expect(try folder.content().nextNumber == 9)
    }

    @Test("A whole store is read and written back; one that changed meanwhile is not written")
    func whole() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.apply([.put(row(1)), .put(row(2)), .put(row(3))])
        let old = try store.load()
        var queue = JobQueue()
        queue.load(old, at: second(0))
        _ = queue.processBegan(at: second(0))
        _ = queue.start()
        for outcome in [Outcome.success, .critical] {
            guard case .began(let run, _) = queue.step(at: second(1)) else { break }
            _ = queue.finish(run, outcome, at: second(2))
        }
        let added = try queue.enqueue(JobSpec(task: "d", runAfter: second(90)), at: second(2))
        _ = queue.step(at: second(2))
        try store.save(StoredJobs(queue), over: old)
        #expect(try store.load() == StoredJobs(queue))
        #expect(added == JobID(4))
        let fresh = try store.load()
        try folder.run("DELETE FROM job WHERE id = 4")
        #expect(throws: JobStoreError.changed) { try store.save(StoredJobs(nextNumber: 9), over: fresh) }
        #expect(try store.load().jobs.map(\.id) == [JobID(3)])
    }
}
