import GRDB
import SchedulerCore
import TestSupport
import Testing

@testable import JobStore

/// The store against the rules of the core, and what only a store promises.
@Suite struct JobStoreTests {
    @Test("Whatever is ordered, file and core hold the same rows and begin the same jobs", arguments: 0..<25)
    func sameAsCore(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        var settings = JobSettings()
        settings.retryLimit = cases.number(1...3)
        settings.failedStaysAtHead = cases.chance(40)
        settings.delay = .seconds(Int64(cases.pick([0, 0, 3])))
        settings.queues = [JobQueueSpec(name: "default", width: cases.number(1...3))]
        let folder = try StoreFolder()
        var store = try folder.open(settings)
        var queue = JobQueue(settings: settings)
        _ = queue.start()
        var (now, runs) = (second(0), [JobRunID]())
        for _ in 0..<120 {
            switch cases.number(0...9) {
            case 0...3:
                var spec = JobSpec(
                    task: "t", data: "{\"n\":\(cases.number(0...9))}", priority: cases.pick(Priority.allCases))
                if cases.chance(20) { spec.runAfter = now + .seconds(Int64(cases.number(0...5))) }
                if cases.chance(20) { spec.uniqueKey = cases.pick(["k", "l"]) }
                let id = try? queue.enqueue(spec, at: now)
                #expect((try? store.enqueue(spec, at: now)) == id)
            case 4...7:
                guard let run = runs.isEmpty ? nil : cases.pick(runs) else { break }
                runs.removeAll { $0 == run }
                let outcome = cases.pick([Outcome.success, .fail, .critical])
                let ended = queue.finish(run, outcome, at: now)
                let end = try #require(ended)
                #expect(try store.finish(run, outcome, at: now) == .accounted(end))
                #expect(try store.finish(run, outcome, at: now) == .fenced)
            case 8 where cases.chance(30):
                store = try folder.open(settings)
                queue.processEnded()
                let lost = queue.processBegan(at: now).map(\.id)
                _ = queue.start()
                #expect(try store.startWorking(at: now).map(\.id) == lost)
                runs = []
            default: now = now + .seconds(Int64(cases.number(0...3)))
            }
            while case .began(let id, let job)? = queue.step(at: now) {
                let claimed = try #require(try store.claim(at: now))
                #expect(claimed.run == id)
                #expect(claimed.job.attempts == job.attempts)
                runs.append(id)
            }
            #expect(try store.claim(at: now) == nil)
            #expect(try store.list().map(\.id) == queue.list.map(\.id))
            #expect(try store.list().map(\.attempts) == queue.list.map(\.attempts))
            #expect(try store.deadLetters().map(\.job.id) == queue.deadLetters.map(\.job.id))
        }
        try store.checkIntegrity()
    }

    @Test("No statement that jobs go through walks a table or sorts one", arguments: HotStatements.Kind.allCases)
    func statementsUseIndices(kind: HotStatements.Kind) throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let sql = kind.sql.replacing(/[?][0-9]?/, with: "1")
        let plan = try store.queue.inDatabase { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { String($0["detail"] as String) }
        }
        // Whether there is any row at all, and the three places of lastPlace, are looked at without an index.
        let walks = plan.filter { $0.hasPrefix("SCAN") && $0.contains("job") && kind != .any }
        #expect(walks.isEmpty)
        // Only what is due is sorted, and no more than that.
        #expect(!plan.contains { $0.contains("TEMP B-TREE") } || kind == .due)
    }

    @Test("A store of the first schema is read as it is, and brought to the newest with its rows when it is worked")
    func firstSchema() throws {
        let folder = try StoreFolder()
        let header = "PRAGMA journal_mode = WAL; PRAGMA application_id = \(StoreFile.applicationID)"
        try folder.run("\(header); PRAGMA user_version = 1; \(Schema.migrations[0])")
        try folder.run(
            """
            INSERT INTO job (queue, task, data, priority, state, place, attempts, forgiven, enqueued, due)
            VALUES ('default', 'old', '{}', 2, 0, 0, 0, 0, 0, 0);
            PRAGMA wal_checkpoint(TRUNCATE)
            """)
        #expect(try folder.open { $0.access = .read }.list().map(\.spec.task) == ["old"])
        #expect(try folder.ask("PRAGMA user_version") == "1")
        let store = try folder.open()
        #expect(try folder.ask("PRAGMA user_version") == "\(Schema.version)")
        #expect(try store.claim(at: second(0))?.job.spec.task == "old")
    }

    @Test("WAL, FULL unless told otherwise, STRICT tables, our numbers in the file's header")
    func durability() throws {
        let folder = try StoreFolder()
        for (durability, wanted) in [(JobStore.Durability.full, 2), (.normal, 1)] {
            let store = try folder.open(durability: durability)
            _ = try store.enqueue(JobSpec(task: "a"), at: second(0))
            #expect(try store.ask("PRAGMA synchronous") == "\(wanted)")
            #expect(try store.ask("PRAGMA journal_mode") == "wal")
        }
        #expect(try folder.ask("PRAGMA application_id") == "\(StoreFile.applicationID)")
        #expect(try folder.ask("PRAGMA user_version") == "\(Schema.version)")
        #expect(try folder.ask("SELECT count(*) FROM pragma_table_list WHERE strict AND schema = 'main'") == "3")
    }

    @Test("The schema is in the file itself as soon as the store is open, not only in its log")
    func checkpoint() throws {
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        #expect(try StoreFile.content(folder.path) == .store(schema: Schema.version))
        #expect(try store.list() == [])
    }

    @Test("Two processes on one file never run one job at once; an orphan comes back after its lease, and is fenced")
    func leases() throws {
        let folder = try StoreFolder()
        let (app, other) = (try folder.open(), try folder.open())
        let id = try app.enqueue(JobSpec(task: "a"), at: second(0))
        let run = try #require(try app.claim(at: second(0)))
        #expect(run.leaseEnd == second(60))
        #expect(try other.claim(at: second(59)) == nil)
        #expect(try app.renew(run.run, at: second(30)))
        #expect(try other.claim(at: second(89)) == nil)
        let second = try #require(try other.claim(at: second(90)))
        #expect(second.run == JobRunID(job: id, attempt: 2))
        #expect(try app.finish(run.run, .success, at: SchedulerCore.Instant.zero) == .fenced)
        #expect(try !app.renew(run.run, at: SchedulerCore.Instant.zero))
        #expect(try app.list().map(\.attempts) == [2])
        guard case .accounted(let end) = try other.finish(second.run, .success, at: second.leaseEnd) else {
            Issue.record("it was the other's run")
            return
        }
        #expect(end.isDrained)
    }

    @Test("The app's next process frees its own runs at once, those of others only after their lease")
    func relaunch() throws {
        let folder = try StoreFolder()
        var settings = JobSettings()
        settings.queues = [JobQueueSpec(name: "default", width: 3)]
        var app: JobStore? = try folder.open(settings)
        for _ in 0..<2 { _ = try app?.enqueue(JobSpec(task: "a"), at: second(0)) }
        _ = try app?.claim(at: second(0))
        let other = try folder.open(settings)
        #expect(try other.claim(at: second(0))?.job.id == JobID(2))
        app = nil
        let next = try folder.open(settings)
        #expect(try next.claim(at: second(1))?.run == JobRunID(job: JobID(1), attempt: 2))
        #expect(try next.claim(at: second(59)) == nil)
        #expect(try next.claim(at: second(60))?.run == JobRunID(job: JobID(2), attempt: 2))
    }

    @Test("A job that kills its process every time is dead after exactly retryLimit runs and blocks nobody")
    func poison() throws {
        let folder = try StoreFolder()
        var store = try folder.open()
        _ = try store.enqueue([JobSpec(task: "poison"), JobSpec(task: "good")], at: second(0))
        for attempt in 1...4 as ClosedRange<Int32> {
            #expect(try store.claim(at: second(0))?.run == JobRunID(job: JobID(1), attempt: attempt))
            store = try StoreFolder.reopened(store)
        }
        #expect(try store.claim(at: second(0))?.job.spec.task == "good")
        #expect(try store.deadLetters().map(\.cause) == [.lost])
    }

    @Test("Many submitters share commits, none is lost, and a duplicate concerns only its own")
    func groupCommit() async throws {
        let folder = try StoreFolder()
        let store = try folder.open(durability: .full)
        let ids = await withTaskGroup(of: [JobID?].self) { group in
            for submitter in 0..<8 {
                group.addTask {
                    (0..<25).map { number in
                        let key = number == 0 ? "same" : "\(submitter) \(number)"
                        return try? store.enqueue(JobSpec(task: "a", uniqueKey: key), at: second(0))
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ids.compactMap { $0 }.count == 8 * 24 + 1)
        #expect(try store.list().map(\.id) == ids.compactMap { $0 }.sorted())
        #expect(store.group.commits <= 200)
    }

    @Test("Ids are never used again, not after empty and not after a new start")
    func ids() throws {
        let folder = try StoreFolder()
        var store = try folder.open()
        _ = try store.enqueue([JobSpec(task: "a"), JobSpec(task: "a")], at: second(0))
        #expect(try store.empty() == 2)
        store = try folder.open()
        #expect(try store.enqueue(JobSpec(task: "a"), at: second(0)) == JobID(3))
        #expect(try store.statistics().nextNumber == 4)
    }

    @Test("Dead letters come back with their runs forgiven, or are thrown away")
    func deadLetters() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let id = try store.enqueue(JobSpec(task: "a", uniqueKey: "k"), at: second(0))
        let run = try #require(try store.claim(at: second(0)))
        _ = try store.finish(run.run, .critical, at: second(1))
        #expect(try store.statistics().dead == 1)
        #expect(try store.retry(id))
        #expect(try store.list().map { [$0.attempts, $0.forgiven] } == [[1, 1]])
        let again = try #require(try store.claim(at: second(2)))
        #expect(again.run.attempt == 2)
        _ = try store.finish(again.run, .critical, at: second(2))
        let other = try store.enqueue(JobSpec(task: "a", uniqueKey: "k"), at: second(3))
        #expect(throws: JobStoreError.duplicate(other.number)) { try store.retry(id) }
        #expect(try store.discard(id))
        #expect(try !store.discard(id))
        #expect(try !store.retry(id))
    }

    @Test("A whole store is read and written back; one that changed meanwhile is not written")
    func whole() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        _ = try store.enqueue([JobSpec(task: "a"), JobSpec(task: "b"), JobSpec(task: "c")], at: second(0))
        let content = try store.load()
        var queue = JobQueue()
        queue.load(content.jobs, dead: content.dead, nextNumber: content.nextNumber, at: second(0))
        _ = queue.processBegan(at: second(0))
        _ = queue.start()
        for outcome in [Outcome.success, .critical] {
            guard case .began(let run, _) = queue.step(at: second(1)) else { break }
            _ = queue.finish(run, outcome, at: second(2))
        }
        let added = try queue.enqueue(JobSpec(task: "d", runAfter: second(90)), at: second(2))
        _ = queue.step(at: second(2))
        try store.save(queue.list, dead: queue.deadLetters, nextNumber: queue.nextNumber, over: content)
        #expect(try store.list() == queue.list)
        #expect(try store.deadLetters() == queue.deadLetters)
        #expect(added == JobID(4))
        let fresh = try store.load()
        _ = try folder.open().enqueue(JobSpec(task: "e"), at: second(3))
        #expect(throws: JobStoreError.changed) { try store.save([], dead: [], nextNumber: 9, over: fresh) }
        #expect(try store.list().count == 3)
        #expect(throws: JobStoreError.locked) { try folder.open().load() }
    }
}
