import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Jobs and a store that does not always take what it is given.
@Suite(.timeLimit(.minutes(1))) struct JobJournalTests {
    struct Full: Error {}

    /// A store that refuses its first writes.
    final class Moody: DurableJobs {
        let memory = MemoryJobs()
        let refusals: Locked<Int>
        let closes = Counter()

        init(refusals: Int) {
            self.refusals = Locked(refusals)
        }

        func open(epoch: Int64) -> StoredJobs { StoredJobs() }

        func write(_ changes: [JobChange]) throws {
            let refuses = refusals.with { left in
                left -= 1
                return left >= 0
            }
            if refuses { throw Full() }
            memory.write(changes)
        }

        func close() {
            closes.add()
        }
    }

    private func scheduler(_ store: Moody, _ body: TaskBody) throws -> LiveScheduler {
        try makeScheduler([], jobs: [JobWorker("work", body: body)]) { $0.store = store }
    }

    @Test("A run begins only when the store has counted it")
    func countedFirst() async throws {
        let (store, seen) = (Moody(refusals: 0), Diary())
        let live = try scheduler(
            store,
            .sync { context in
                let row = store.memory.stored.jobs.first { $0.id == context.job?.id }
                seen.note("\(row?.attempts ?? 0) \(row?.isRunning ?? false) in \(context.lane)")
            })
        try live.launch()
        try await live.enqueue(JobSpec(task: "work"))
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        #expect(seen.lines == ["1 true in default"])
        #expect(store.memory.stored.jobs.isEmpty && store.memory.stored.nextNumber == 2)
        #expect(store.closes.value == 1)
    }

    @Test("What a store refuses is written when it takes it again, in order, and runs only then")
    func refusal() async throws {
        let (store, runs) = (Moody(refusals: 1), Counter())
        let live = try scheduler(store, .sync { _ in runs.add() })
        await #expect(throws: Full.self) { try await live.enqueue(JobSpec(task: "work")) }
        #expect(live.snapshot { $0.jobs.count } == 1)
        try live.launch()
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        #expect(runs.value == 1)
        #expect(store.memory.changes.count == 3)
        #expect(store.memory.stored.jobs.isEmpty)
    }

    @Test("A unique key is taken once, and a dead letter comes back by `retry`")
    func commands() async throws {
        let store = Moody(refusals: 0)
        let live = try scheduler(store, .sync { _ in throw CriticalFailure("no") })
        try live.launch()
        try live.queue(.stop)
        try live.takeIn(JobSpec(task: "work", uniqueKey: "one"))
        #expect(throws: CommandRefused.self) { try live.takeIn(JobSpec(task: "work", uniqueKey: "one")) }
        try live.queue(.start)
        await live.wait { $0.jobs.deadLetters.count == 1 }
        try live.queue(.stop)
        try live.queue(.retry(JobID(1)))
        #expect(throws: CommandRefused.self) { try live.queue(.retry(JobID(1))) }
        try live.queue(.empty)
        await live.stop()
        #expect(store.memory.stored == StoredJobs(nextNumber: 2))
    }
}
