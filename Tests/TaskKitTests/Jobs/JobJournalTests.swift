import SchedulerCore
import TraceFormat
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Jobs and a store that does not always accept what it is given.
@Suite(.timeLimit(.minutes(5))) struct JobJournalTests {
    struct Full: Error {}

    /// A store that refuses its first writes, for now or until it is fixed.
    final class Moody: DurableJobs {
        let memory = MemoryJobs()
        let refusals: Locked<Int>
        let passes: Bool
        let closes = Counter()

        init(refusals: Int, passes: Bool = true) {
            self.refusals = Locked(refusals)
            self.passes = passes
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

        func isPassing(_ error: any Error) -> Bool { passes }

        func close() {
            closes.add()
        }
    }

    /// Warnings of the scheduler's own, and the queue's signals.
    private final class Listener: SchedulerObserver {
        let heard = Diary()
        let inputs = Diary()
        let wantsRecords = true

        func note(_ input: Input, at instant: Instant, text: String?) {
            if case .command(.driver, _) = input { inputs.note(text ?? "") }
        }

        func record(_ records: [TraceRecord], names: TraceNames) {
            for record in records {
                switch record.fact {
                case .warning(let warning):
                    heard.note("\(ReasonText.code(warning, names: names)) \(ReasonText.text(warning, names: names))")
                case .queue(let signal): heard.note("\(signal)")
                default: break
                }
            }
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

    @Test("While a store cannot write, callers of enqueue wait; then everything is written in order and runs")
    func passingFault() async throws {
        let (store, runs, listener) = (Moody(refusals: 1), Counter(), Listener())
        let live = try makeScheduler([], jobs: [JobWorker("work", body: .sync { _ in runs.add() })]) {
            ($0.store, $0.observers) = (store, [listener])
        }
        #expect(try await live.enqueue(JobSpec(task: "work")) == JobID(1))
        #expect(store.memory.stored.jobs.map(\.id) == [JobID(1)])
        try live.launch()
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        #expect(runs.value == 1)
        #expect(store.memory.stored.jobs.isEmpty)
        #expect(
            listener.heard.lines == [
                "jobStore cannot write to the job store: Full(); it retries every second", "didStart", "didDrain",
            ])
        // Followers of the inputs learn it.
        #expect(listener.inputs.lines == ["note cannot write to the job store: Full()"])
    }

    @Test(
        "A fault that does not pass is reported once: the queue stops, what is refused is not queued, nothing else is lost"
    )
    func lastingFault() async throws {
        let (store, runs, listener) = (Moody(refusals: 0, passes: false), Counter(), Listener())
        let live = try makeScheduler([], jobs: [JobWorker("work", body: .sync { _ in runs.add() })]) {
            ($0.store, $0.observers) = (store, [listener])
        }
        let notices = live.jobNotices
        try live.launch()
        try live.queue(.stop)
        try await live.enqueue(JobSpec(task: "work"))
        store.refusals.with { $0 = .max }
        try live.queue(.start)
        for _ in 0..<2 { await #expect(throws: Full.self) { try await live.enqueue(JobSpec(task: "work")) } }
        await live.wait { !$0.jobs.isStarted }
        var stops = 0
        for await notice in notices where notice == .queueDidStop {
            stops += 1
            if stops == 2 { break }
        }
        #expect(runs.value == 0)
        #expect(live.snapshot { $0.jobs.list.map(\.id) } == [JobID(1)])
        store.refusals.with { $0 = 0 }
        try live.queue(.start)
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        #expect(runs.value == 1)
        #expect(store.memory.stored == StoredJobs(nextNumber: store.memory.stored.nextNumber))
        #expect(
            listener.heard.lines == [
                "didStart", "didStop", "didStart",
                "jobStore cannot write to the job store: Full(); the queue stops; `queue start` retries", "didStop",
                "didStart", "didDrain",
            ])
    }

    @Test(
        "A job that no script could enqueue is refused at once",
        arguments: [
            (JobSpec(task: ""), "a job's task and queue need names"),
            (JobSpec(task: "work", data: "[1]"), "a job's data must be a JSON object"),
            (JobSpec(task: "work", data: "x"), "a job's data must be a JSON object"),
            (JobSpec(task: "work", uniqueKey: "a\0b"), "a job's names, data and key cannot contain NUL"),
        ])
    func unfit(spec: JobSpec, why: String) async throws {
        let store = Moody(refusals: 0)
        let live = try scheduler(store, .sync { _ in })
        await #expect {
            try await live.enqueue(spec)
        } throws: { error in
            (error as? CommandRefused)?.reason == why
        }
        await live.stop()
        #expect(store.memory.changes.isEmpty)
    }

    /// A store that fails, and something happens while it does.
    private final class Interrupted: DurableJobs {
        let meanwhile = Locked<(@Sendable () -> Void)?>(nil)

        func open(epoch: Int64) -> StoredJobs { StoredJobs() }

        func write(_ changes: [JobChange]) throws {
            let action = meanwhile.with { action in
                defer { action = nil }
                return action
            }
            action?()
            throw Full()
        }

        func isPassing(_ error: any Error) -> Bool { false }

        func close() {}
    }

    @Test("A caller who comes while a write fails receives the error, too")
    func meanwhile() {
        let (store, told) = (Interrupted(), Counter())
        let journal = JobJournal(store)
        let answer: JobJournal.Answer = { error in if error != nil { told.add() } }
        store.meanwhile.with { action in
            action = { journal.add([.remove(JobID(2))], isStarted: true, answers: [answer]) }
        }
        journal.add([.remove(JobID(1))], isStarted: true, answers: [answer])
        journal.writeNow()
        #expect(told.value == 2)
    }

    @Test("A unique key is accepted once, and `retry` brings back a dead letter")
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
