import Foundation
import SchedulerCore
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKit

/// What is slow or not the scheduler's own is called without its lock.
@Suite(.timeLimit(.minutes(5))) struct OutsideLockTests {
    private final class Teller: SchedulerObserver {
        let wantsRecords = true
        let tell: @Sendable ([TraceRecord]) -> Void
        let flushed = Counter()

        init(_ tell: @escaping @Sendable ([TraceRecord]) -> Void) {
            self.tell = tell
        }

        func record(_ records: [TraceRecord], names: TraceNames) { tell(records) }
        func flush() { flushed.add() }
    }

    /// A store that takes everything, and says when a row goes.
    private final class Teaching: DurableJobs {
        let diary: Diary
        init(_ diary: Diary) { self.diary = diary }
        func open(epoch: Int64) -> StoredJobs { StoredJobs() }
        func write(_ changes: [JobChange]) {
            for case .remove(let id) in changes { diary.note("stored \(id.number)") }
        }
        func isPassing(_ error: any Error) -> Bool { false }
        func close() {}
    }

    @Test("An observer of records may ask the scheduler, and stop it: everything comes, then one flush")
    func observersAsk() async throws {
        let box = Locked<LiveScheduler?>(nil)
        let (asked, ended) = (Counter(), Counter())
        let teller = Teller { records in
            guard let live = box.with({ $0 }) else { return }
            _ = live.state
            asked.add()
            if records.contains(where: { $0.outcome == .success }) {
                ended.add()
                live.halt()
            }
        }
        let live = try makeScheduler([task("A", body: .sync { _ in })]) { $0.observers = [teller] }
        box.with { $0 = live }
        try live.launch()
        while teller.flushed.value == 0 { await Task.yield() }
        await live.stop()
        #expect(asked.value > 0 && ended.value == 1 && teller.flushed.value == 1)
        box.with { $0 = nil }
    }

    @Test("A job's success is told once the store has it, to observers, too", arguments: [false, true])
    func successAfterCommit(isInline: Bool) async throws {
        let diary = Diary()
        let teller = Teller { records in
            for case .job(let id, _, .jobDidSucceed, _, _, _) in records.lazy.map(\.fact) { diary.note("told \(id)") }
        }
        let clock = ManualClock()
        let live = try makeScheduler([], jobs: [JobWorker("work", body: .sync { _ in })]) {
            ($0.observers, $0.store) = ([teller], Teaching(diary))
            if isInline { ($0.clock, $0.execution) = (clock, .inline) }
        }
        try live.launch()
        for _ in 0..<20 { try live.takeIn(JobSpec(task: "work")) }
        if isInline { clock.advance(by: .seconds(1)) }
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        let lines = diary.lines
        for number in 1...20 {
            let stored = try #require(lines.firstIndex(of: "stored \(number)"))
            let told = try #require(lines.firstIndex(of: "told \(number)"))
            #expect(stored < told)
        }
    }

    @Test("A body that runs inline may stop its scheduler while a manual clock's alarm is due")
    func haltInline() throws {
        let box = Locked<LiveScheduler?>(nil)
        let later = Counter()
        let live = try makeScheduler([
            task("A", body: .sync { _ in box.with { $0 }?.halt() }),
            task("B", after: ["A"], body: .sync { _ in later.add() }),
            LaunchTask("Beat", on: .every(.seconds(1)), body: .sync { _ in later.add() }),
        ]) { ($0.clock, $0.execution) = (ManualClock(), .inline) }
        box.with { $0 = live }
        try live.launch()
        #expect(later.value == 0)
        box.with { $0 = nil }
    }

    @Test("With threads, a manual clock may pass an alarm before it is set")
    func alarmPassed() async throws {
        let (clock, beats) = (ManualClock(), Counter())
        let live = try makeScheduler([
            LaunchTask("Beat", on: .every(.seconds(1)), body: .sync { _ in beats.add() })
        ]) { $0.clock = clock }
        try live.launch()
        for _ in 0..<2_000 {
            clock.advance(by: .seconds(1))
            giveWay()
        }
        while beats.value < 10 {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        await live.stop()
        #expect(beats.value >= 10)
    }

    @Test("A listener for job notices may stop the scheduler, or release it last")
    func listenerStops() async throws {
        let (box, heard, store) = (Locked<LiveScheduler?>(nil), Counter(), MemoryJobs())
        let name = JobNotice.jobDidSucceed(JobID(1), task: "", run: 1).name
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
            guard note.userInfo?["task"] as? String == "OutsideLockTests" else { return }
            let live = box.with { live in
                defer { live = nil }
                return live
            }
            live?.halt()
            heard.add()
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let live = try makeScheduler([], jobs: [JobWorker("OutsideLockTests", body: .sync { _ in })]) {
            ($0.store, $0.postsJobNotices) = (store, true)
        }
        box.with { $0 = live }
        try live.launch()
        try live.takeIn(JobSpec(task: "OutsideLockTests"))
        while heard.value == 0 { await Task.yield() }
        await live.stop()
        #expect(heard.value == 1 && store.stored.jobs.isEmpty)
    }

    /// A store that takes its time to close.
    private final class Slow: DurableJobs {
        let diary: Diary
        let closing = DispatchSemaphore(value: 0)
        init(_ diary: Diary) { self.diary = diary }
        func open(epoch: Int64) -> StoredJobs { StoredJobs() }
        func write(_ changes: [JobChange]) {}
        func isPassing(_ error: any Error) -> Bool { false }
        func close() {
            closing.signal()
            for _ in 0..<10_000 { giveWay() }
            diary.note("closed")
        }
    }

    @Test("Whoever stops the scheduler second returns after its store is closed, too")
    func secondStop() async throws {
        let diary = Diary()
        let store = Slow(diary)
        let live = try makeScheduler([]) { $0.store = store }
        let first = Thread { live.halt() }
        first.start()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                store.closing.wait()
                live.halt()
                diary.note("returned")
                continuation.resume()
            }
        }
        #expect(diary.lines == ["closed", "returned"])
    }

    @Test("Workers are found by the bytes of their names")
    func names() async throws {
        let diary = Diary()
        let live = try makeScheduler(
            [],
            jobs: ["caf\u{e9}", "cafe\u{301}"].map { name in
                JobWorker(name, body: .sync { _ in diary.note("\(name.utf8.count)") })
            })
        try live.launch()
        for name in ["caf\u{e9}", "cafe\u{301}"] { try live.takeIn(JobSpec(task: name)) }
        await live.wait { $0.jobs.count == 0 }
        await live.stop()
        #expect(diary.lines.sorted() == ["5", "6"])
    }

    @Test("A task that is cancelled no longer waits for a store that is full; the job stays")
    func cancelledEnqueue() async throws {
        let store = JobJournalTests.Moody(refusals: .max)
        let live = try makeScheduler([], jobs: []) { $0.store = store }
        let waiting = Task { try await live.enqueue(JobSpec(task: "work")) }
        await live.wait { $0.jobs.count == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(live.snapshot { $0.jobs.count } == 1)
        await live.stop()
    }

    @Test("With a manual clock, a limited wait ends by that clock")
    func limitedWait() async throws {
        let clock = ManualClock()
        let live = try makeScheduler([]) { $0.clock = clock }
        async let isIdle = live.wait(atMost: .seconds(3_600)) { _ in false }
        while !clock.hasActions { await Task.yield() }
        clock.advance(by: .seconds(3_600))
        #expect(await isIdle == false)
        await live.stop()
    }
}
