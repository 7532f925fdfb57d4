import Dispatch
import Foundation
import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Attempts that are ended while they wait for a thread, execute, or have just returned.
@Suite(.timeLimit(.minutes(5))) struct AttemptTests {
    @Test("Attempts that time out one after the other in one lane each end, and none executes later")
    func timedOutInTheQueue() async throws {
        let (gate, begun, diary, recorder) = (DispatchSemaphore(value: 0), Counter(), Diary(), Recorder())
        let scheduler = try makeScheduler(
            [
                task(
                    "A", lane: "serial",
                    body: .sync { _ in
                        // The first one, unless the machine is so slow that it was over before a thread came.
                        diary.note("attempt")
                        if begun.add() == 1 { gate.wait() }
                    }
                ) {
                    $0.timeout = .milliseconds(5)
                    $0.retry = RetryPolicy(limit: 3)
                },
                task("B", after: ["A"], body: .sync { _ in diary.note("B") }),
            ], recorder: recorder)
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.result("A") == .timedOut)
        gate.signal()
        try scheduler.inject(
            LaunchTask(
                TaskSpec(name: "Last", trigger: .notification("key")), laneName: "serial",
                body: .sync { _ in diary.note("last") }))
        try scheduler.post("key")
        await scheduler.waitForRest()
        #expect(diary.lines == ["attempt", "last"] || diary.lines == ["last"])
        let outcomes = scheduler.recorded(recorder) { $0.records.compactMap(\.outcome) }
        #expect(outcomes == [.timedOut, .timedOut, .timedOut, .timedOut, .success])
        await scheduler.stop()
    }

    @Test("An attempt that was taken but not begun does not begin after the process ended")
    func endOfTheProcess() async throws {
        for round in 0..<20 {
            let (begun, hold, gate) = (Counter(), Locked(false), DispatchSemaphore(value: 0))
            let scheduler = try makeScheduler(
                (0..<40).map { number in
                    task(
                        "T\(number)",
                        body: .sync { _ in
                            begun.add()
                            // Some body in the middle of a batch waits for the end.
                            let isFirst = hold.with { hold in
                                defer { if number > 4 { hold = true } }
                                return number > 4 && !hold
                            }
                            if isFirst { gate.wait() }
                        })
                }
            ) { $0.workers = 1 }
            try scheduler.launch()
            while !hold.with({ $0 }) { giveWay() }
            try scheduler.perform(.crash)
            let count = begun.value
            gate.signal()
            #expect(await scheduler.stop(waiting: .seconds(50)))
            // The one that was claimed at that very moment aside.
            #expect(begun.value <= count + 1, "round \(round)")
        }
    }

    @Test("A body that returned in time before a long one of its batch has not timed out")
    func returnedInTime() async throws {
        for _ in 0..<3 {
            let (gate, begun) = (DispatchSemaphore(value: 0), Locked<[Int]>([]))
            let scheduler = try makeScheduler(
                (0..<60).map { number in
                    task(
                        "T\(number)",
                        body: .sync { _ in
                            let place = begun.with { begun in
                                begun.append(number)
                                return begun.count
                            }
                            if place == 40 { gate.wait() }
                        }
                    ) {
                        $0.timeout = .milliseconds(500)
                    }
                }
            ) { $0.workers = 1 }
            try scheduler.launch()
            while begun.with({ $0.count }) < 40 { await Task.yield() }
            let order = begun.with { $0 }
            await scheduler.wait { $0.snapshot(of: TaskID(order[39])).lastResult == .timedOut }
            gate.signal()
            await scheduler.waitForRest()
            // Those behind the long one may have waited too long for a thread.
            #expect(order.prefix(39).filter { scheduler.result("T\($0)") != .success } == [])
            await scheduler.stop()
        }
    }

    @Test("A start keeps the body that its task then had, however often its task is replaced before a thread takes it")
    func replacedTwice() async throws {
        let (gate, diary) = (DispatchSemaphore(value: 0), Diary())
        func note(_ line: String) -> LaunchTask {
            LaunchTask(
                TaskSpec(name: "N", trigger: .notification("key")), laneName: "serial",
                body: .sync { diary.note("\($0.run) \(line)") })
        }
        let blocker = task("Blocker", lane: "serial", body: .sync { _ in gate.wait() }) {
            $0.timeout = .milliseconds(1)
        }
        let scheduler = try makeScheduler([blocker, note("first")])
        try scheduler.launch()
        await scheduler.waitForRest()
        try scheduler.post("key")
        for line in ["second", "third"] {
            try scheduler.destroy("N")
            try scheduler.inject(note(line))
        }
        gate.signal()
        await scheduler.waitForRest()
        try scheduler.post("key")
        await scheduler.waitForRest()
        #expect(diary.lines == ["1 first", "2 third"])
        await scheduler.stop()
    }

    /// Asks the scheduler something when it is released.
    private final class Asker: Sendable {
        let scheduler: Locked<LiveScheduler?>
        let asked: Counter

        init(_ scheduler: Locked<LiveScheduler?>, _ asked: Counter) {
            (self.scheduler, self.asked) = (scheduler, asked)
        }

        deinit {
            _ = scheduler.with { $0 }?.snapshot { $0.state }
            asked.add()
        }
    }

    @Test("What a body captured is released without the lock, in every lane", arguments: ["main", "serial", "pool"])
    func letGo(lane: String) async throws {
        let (asked, own, gate) = (Counter(), Locked<LiveScheduler?>(nil), DispatchSemaphore(value: 0))
        let begun = Counter()
        let scheduler = try makeScheduler([])
        own.with { $0 = scheduler }
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        func inject() throws {
            let asker = Asker(own, asked)
            try scheduler.inject(
                LaunchTask(
                    TaskSpec(name: "A", trigger: .notification("key")), laneName: lane,
                    body: .sync { _ in
                        begun.add()
                        gate.wait()
                        _ = asker.asked
                    }))
        }
        try inject()
        try scheduler.post("key")
        while begun.value == 0 { await Task.yield() }
        try scheduler.perform(.crash)
        gate.signal()
        try await waitFor("release of what the body captured") { asked.value > 0 }
        #expect(asked.value == 1)
        own.with { $0 = nil }
        await scheduler.stop()
    }

    @Test("Jobs of queues that nobody configured run next to the others")
    func unlistedQueues() async throws {
        let (gate, diary) = (DispatchSemaphore(value: 0), Diary())
        let work = JobWorker("work", body: .sync { _ in gate.wait() })
        let mail = JobWorker("mail", body: .sync { _ in diary.note("mail") })
        let scheduler = try makeScheduler([], jobs: [work, mail])
        try scheduler.launch()
        try scheduler.takeIn(JobSpec(task: "work"))
        try scheduler.takeIn(JobSpec(task: "mail", queue: "post"))
        // The first one still waits for the gate.
        try await waitFor("job of the queue that nobody configured") { !diary.lines.isEmpty }
        gate.signal()
        await scheduler.stop()
        #expect(diary.lines == ["mail"])
    }

    @Test("An asynchronous body that stops its scheduler does not wait for itself")
    func stoppedByItself() async throws {
        let (own, answers) = (Locked<LiveScheduler?>(nil), Locked<[Bool]>([]))
        let scheduler = try makeScheduler([
            task(
                "A",
                body: .async { _ in
                    try? await Task.sleep(for: .milliseconds(1))
                    let answer = await own.with { $0 }?.stop(waiting: .seconds(40)) ?? false
                    answers.with { $0.append(answer) }
                })
        ])
        own.with { $0 = scheduler }
        try scheduler.launch()
        while answers.with({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
        #expect(answers.with { $0 } == [true])
        own.with { $0 = nil }
    }

    @Test("What an asynchronous body began, and what continues after it, waits for the others")
    func stoppedByADescendant() async throws {
        let (own, answers, gate) = (Locked<LiveScheduler?>(nil), Locked<[Bool]>([]), Locked(false))
        let begun = Counter()
        let scheduler = try makeScheduler([
            task(
                "A",
                body: .async { _ in
                    Task {
                        while begun.value == 0 { await Task.yield() }
                        // Its own body is over by now.
                        try? await Task.sleep(for: .milliseconds(20))
                        let answer = await own.with { $0 }?.stop(waiting: .milliseconds(50)) ?? true
                        answers.with { $0.append(answer) }
                        gate.with { $0 = true }
                    }
                }),
            task(
                "B", after: ["A"],
                body: .async { _ in
                    begun.add()
                    while !gate.with({ $0 }) { await Task.yield() }
                }),
        ])
        own.with { $0 = scheduler }
        try scheduler.launch()
        while answers.with({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
        #expect(answers.with { $0 } == [false])
        own.with { $0 = nil }
    }
}
