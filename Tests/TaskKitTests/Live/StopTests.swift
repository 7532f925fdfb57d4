import Dispatch
import SchedulerCore
import TaskKitTestSupport
import TestSupport
import Testing

@testable import TaskKit

/// The end of a scheduler, and many beginnings. A hang ends with the run of all tests: a limit of its own would say how
/// busy the machine is.
@Suite struct StopTests {
    @Test("After stop has returned nothing starts, in any race")
    func races() async throws {
        for round in 0..<Campaign.count(1_000) {
            let started = Counter()
            let scheduler = try makeScheduler(
                (0..<12).map { number in
                    let body: TaskBody =
                        number % 4 == 3 ? .async { _ in started.add() } : .sync { _ in started.add() }
                    return task("T\(number)", lane: number % 3 == 0 ? "serial" : "pool", body: body)
                })
            try scheduler.launch()
            for _ in 0..<(round % 40) where started.value == 0 { giveWay() }
            await scheduler.stop(waiting: .seconds(60))
            let count = started.value
            // Not each time: other tests have the few threads of the pool for as long as they like.
            if round % 50 == 0 { await Task.yield() } else { giveWay() }
            try #require(started.value == count, "round \(round)")
        }
    }

    @Test("Many launches one after the other: each ends")
    func launches() async throws {
        let runs = Counter()
        let count = Campaign.count(200)
        for _ in 0..<count {
            let scheduler = try makeScheduler(
                (0..<10).map { number in
                    task(
                        "T\(number)", lane: ["pool", "serial", "main"][number % 3],
                        after: number > 0 ? ["T\(number / 2)"].filter { $0 != "T\(number)" } : [],
                        body: .sync { _ in runs.add() })
                })
            try scheduler.launch()
            await scheduler.waitForRest()
            await scheduler.stop()
        }
        #expect(runs.value == 10 * count)
    }

    @Test("One scheduler launches and terminates its app a hundred times")
    func processes() async throws {
        let runs = Counter()
        let scheduler = try makeScheduler([task("A", body: .sync { _ in runs.add() })])
        for number in 1...100 {
            try scheduler.launch()
            await scheduler.waitForRest()
            try scheduler.perform(.terminate)
            await scheduler.wait { $0.state == .notRunning }
            #expect(runs.value == number)
        }
        await scheduler.stop()
    }

    @Test("A body may stop its own scheduler, and one without references stops itself")
    func stopFromInside() async throws {
        let box = Locked<LiveScheduler?>(nil)
        let (gate, later) = (DispatchSemaphore(value: 0), Counter())
        let scheduler = try makeScheduler([
            task(
                "A",
                body: .sync { _ in
                    box.with { $0 }?.halt()
                    gate.signal()
                }), task("B", after: ["A"], body: .sync { _ in later.add() }),
        ])
        box.with { $0 = scheduler }
        try scheduler.launch()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                gate.wait()
                continuation.resume()
            }
        }
        #expect(later.value == 0)
        box.with { $0 = nil }
        weak var last: LiveDriver?
        do {
            let other = try makeScheduler([])
            try other.launch()
            last = other.driver
            #expect(last != nil)
        }
        while last != nil { await Task.yield() }
    }

    @Test("What a body did before it stopped its scheduler is recorded, on one thread too")
    func lastRecords() throws {
        let (box, recorder) = (Locked<LiveScheduler?>(nil), Recorder())
        let body = TaskBody.sync { _ in
            try box.with { $0 }?.pause("B")
            box.with { $0 }?.halt()
        }
        let scheduler = try makeScheduler([task("A", body: body), task("B", body: .sync { _ in })], recorder: recorder)
        {
            $0.execution = .inline
            $0.clock = ManualClock()
        }
        box.with { $0 = scheduler }
        defer { box.with { $0 = nil } }
        try scheduler.launch()
        #expect(recorder.names.commands.contains("pause B"))
        #expect(recorder.flushes == 1 && recorder.flushed == recorder.records.count)
        let actions = recorder.records.filter { if case .action = $0.fact { true } else { false } }
        #expect(actions.count == 2)
    }
}
