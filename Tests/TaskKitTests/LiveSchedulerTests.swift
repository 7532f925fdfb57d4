import Dispatch
import SchedulerCore
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKit

/// Real bodies on real threads.
@Suite(.timeLimit(.minutes(5))) struct LiveSchedulerTests {
    struct Broken: Error {}

    @Test("A launch runs every kind of body, each after its predecessors")
    func kinds() async throws {
        let diary = Diary()
        let scheduler = try makeScheduler([
            task("Sync", body: .sync { diary.note($0.task) }),
            task("Async", after: ["Sync"], body: .async { diary.note($0.task) }),
            task(
                "Completion", after: ["Async"],
                body: .completion { context, completion in
                    DispatchQueue.global().async {
                        diary.note(context.task)
                        completion.completed()
                    }
                }),
            task("Main", lane: "main", after: ["Completion"], body: .main { diary.note($0.task) }),
            task("Last", lane: "serial", after: ["Main"], body: .sync { diary.note("\($0.task) in \($0.lane)") }),
        ])
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(diary.lines == ["Sync", "Async", "Completion", "Main", "Last in serial"])
        #expect(scheduler.snapshot { $0.state } == .active)
        await scheduler.stop()
    }

    @Test(
        "A throw is an outcome",
        arguments: [
            (TaskBody.sync { _ in throw Broken() }, TurnResult.failed),
            (.sync { _ in throw CriticalFailure("no") }, .critical),
            (.async { _ in throw Broken() }, .failed),
            (.async { _ in throw CriticalFailure("no") }, .critical),
            (.completion { _, completion in completion.failed(Broken()) }, .failed),
            (.completion { _, completion in completion.failed(CriticalFailure("no")) }, .critical),
            (.completion { _, completion in completion.critical() }, .critical),
            (.completion { _, completion in completion.completed() }, .success),
        ])
    func outcomes(body: TaskBody, expected: TurnResult) async throws {
        let scheduler = try makeScheduler([
            task("A", body: body), task("B", after: ["A"], body: .sync { _ in }),
        ])
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.result("A") == expected)
        #expect(scheduler.result("B") == (expected == .success ? .success : .skipped))
        await scheduler.stop()
    }

    @Test("An attempt past its timeout is cancelled, its late report counts for nothing, and it is retried")
    func timeout() async throws {
        let (recorder, late) = (Recorder(), Locked<Completion?>(nil))
        let scheduler = try makeScheduler(
            [
                task(
                    "A",
                    body: .completion { context, completion in
                        if context.attempt == 1 { return late.with { $0 = completion } }
                        late.with { $0 }?.completed()
                        completion.critical()
                    }
                ) {
                    $0.timeout = .milliseconds(20)
                    // On a busy machine later attempts may pass their limit, too.
                    $0.retry = RetryPolicy(limit: 10_000)
                }
            ], recorder: recorder)
        try scheduler.launch()
        await scheduler.waitForRest()
        let outcomes = scheduler.recorded(recorder) { $0.records.compactMap(\.outcome) }
        #expect(outcomes.count >= 2 && outcomes.last == .critical)
        #expect(outcomes.dropLast().allSatisfy { $0 == .timedOut })
        await scheduler.stop()
    }

    @Test("A long body sees that it was cancelled; an asynchronous one is cancelled as Swift's tasks are")
    func cancellation() async throws {
        let (begun, ended) = (Counter(), Counter())
        let scheduler = try makeScheduler([
            task(
                "Sync",
                body: .sync { context in
                    begun.add()
                    while !context.isCancelled { giveWay() }
                    ended.add()
                }),
            task(
                "Async",
                body: .async { _ in
                    begun.add()
                    while !Task.isCancelled { await Task.yield() }
                    ended.add()
                }),
        ])
        try scheduler.launch()
        while begun.value < 2 { await Task.yield() }
        try scheduler.perform(.crash)
        #expect(await scheduler.stop(waiting: .seconds(50)))
        #expect(ended.value == 2)
    }

    @Test("The first of two reports counts, the second is flagged")
    func completionTwice() async throws {
        let (recorder, returned) = (Recorder(), Counter())
        let scheduler = try makeScheduler(
            [
                task(
                    "A",
                    body: .completion { _, completion in
                        completion.failed()
                        completion.completed()
                        returned.add()
                    })
            ], recorder: recorder)
        try scheduler.launch()
        await scheduler.waitForRest()
        while returned.value == 0 { await Task.yield() }
        #expect(scheduler.result("A") == .failed)
        let warnings = scheduler.recorded(recorder) { $0.records.compactMap(\.warning) }
        #expect(warnings == [.secondCompletion(TaskID(0))])
        await scheduler.stop()
    }

    @Test("Reports from many threads at once count once")
    func completionFromManyThreads() async throws {
        let (recorder, returned) = (Recorder(), Counter())
        let scheduler = try makeScheduler(
            [
                task(
                    "A",
                    body: .completion { _, completion in
                        DispatchQueue.concurrentPerform(iterations: 16) { _ in completion.completed() }
                        returned.add()
                    })
            ], recorder: recorder)
        try scheduler.launch()
        await scheduler.waitForRest()
        // The first report ends the run; the others may come later.
        while returned.value == 0 { await Task.yield() }
        let (ends, warnings) = scheduler.recorded(recorder) {
            ($0.records.compactMap(\.outcome), $0.records.compactMap(\.warning))
        }
        #expect(ends == [.success])
        #expect(warnings.count == 15)
        await scheduler.stop()
    }

    @Test("A completion released without a report never ends: its step is stuck, and the others continue")
    func completionNever() async throws {
        let scheduler = try makeScheduler([
            task("Never", body: .completion { _, _ in }), task("Other", body: .sync { _ in }),
        ])
        try scheduler.launch()
        await scheduler.wait { core in
            !core.unfinished().isEmpty && core.task(named: "Other").map { core.snapshot(of: $0).lastResult } == .success
        }
        #expect(scheduler.snapshot { $0.unfinished() } == [.stuck(TaskID(0))])
        await scheduler.stop()
    }

    @Test("A throw and a report after the process ended count for nothing")
    func lateReports() async throws {
        let (held, recorder) = (Locked<Completion?>(nil), Recorder())
        let scheduler = try makeScheduler(
            [task("A", body: .completion { _, completion in held.with { $0 = completion } })], recorder: recorder)
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        while held.with({ $0 == nil }) { await Task.yield() }
        try scheduler.perform(.crash)
        held.with { $0 }?.completed()
        #expect(scheduler.recorded(recorder) { $0.records.compactMap(\.outcome) } == [.cancelled])
        #expect(scheduler.recorded(recorder) { $0.records.compactMap(\.warning) } == [])
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        await scheduler.stop()
        held.with { $0 }?.failed()
    }

    @Test("What came with an event is seen by the runs of that event only")
    func context() async throws {
        let diary = Diary()
        let sync = TaskSpec(name: "Sync", trigger: .notification("Reach"))
        let scheduler = try makeScheduler([
            LaunchTask(sync, laneName: "pool", body: .sync { diary.note($0.event.payload ?? "nothing") }),
            task("Launch", body: .sync { diary.note($0.event.launchOptions["key"] ?? "nothing") }),
        ])
        try scheduler.launch(["key": "value"])
        await scheduler.waitForRest()
        for payload in ["{\"wifi\":true}", nil] {
            try scheduler.post("Reach", payload: payload)
            await scheduler.waitForRest()
        }
        #expect(diary.lines == ["value", "{\"wifi\":true}", "nothing"])
        await scheduler.stop()
    }

    @Test("An external clock advances by `tick` alone")
    func externalClock() async throws {
        let runs = Counter()
        let timer = TaskSpec(name: "Beat", trigger: .timer(TimerTrigger(every: .seconds(2), repetition: .times(2))))
        let scheduler = try makeScheduler([
            LaunchTask(timer, laneName: "serial", body: .sync { _ in runs.add() })
        ]) { $0.rules.clockSource = .external }
        try scheduler.launch()
        for expected in [0, 1, 1, 2, 2, 2] {
            try scheduler.tick()
            await scheduler.waitForRest()
            #expect(runs.value == expected)
        }
        await scheduler.stop()
    }

    @Test("A real clock ticks by itself, and an injected timer ends after its turns")
    func realClock() async throws {
        let runs = Counter()
        let scheduler = try makeScheduler([]) { $0.rules.tick = .milliseconds(5) }
        try scheduler.launch()
        try scheduler.inject(
            LaunchTask("Beat", on: .every(.milliseconds(5), times: 3), body: .sync { _ in runs.add() }))
        await scheduler.wait { core in core.task(named: "Beat").map { core.snapshot(of: $0).runsEnded } == 3 }
        #expect(runs.value == 3)
        await scheduler.stop()
    }

    @Test("A sequence goes step by step, stops at a failure, and continues where it stopped")
    func sequence() async throws {
        let diary = Diary()
        let tries = Counter()
        let step = { (name: String) in
            LaunchTask(TaskSpec(name: name), laneName: "pool", body: .sync { diary.note($0.task) })
        }
        let failing = LaunchTask(
            TaskSpec(name: "B"), laneName: "serial",
            body: .async { _ in
                diary.note("B")
                if tries.add() == 1 { throw Broken() }
            })
        let scheduler = try makeScheduler(
            [step("A"), failing, step("C")], sequences: [SequenceSpec(name: "S", steps: ["A", "B", "C"])])
        try scheduler.launch()
        try scheduler.start(sequence: "S")
        await scheduler.wait { core in core.task(named: "B").map { core.snapshot(of: $0).lastResult } == .failed }
        try scheduler.start(sequence: "S")
        await scheduler.wait { core in core.task(named: "C").map { core.snapshot(of: $0).lastResult } == .success }
        #expect(diary.lines == ["A", "B", "C"] || diary.lines == ["A", "B", "B", "C"])
        await scheduler.stop()
    }

    @Test("Pausing, destroying, injecting: what is refused says why and changes nothing")
    func commands() async throws {
        let runs = Counter()
        let scheduler = try makeScheduler([
            LaunchTask(
                TaskSpec(name: "N", trigger: .notification("key")), laneName: "pool", body: .sync { _ in runs.add() })
        ])
        #expect(throws: CommandRefused.self) { try scheduler.post("key") }
        try scheduler.launch()
        try scheduler.pause("N")
        try scheduler.post("key")
        try scheduler.resume("N")
        try scheduler.post("key")
        await scheduler.waitForRest()
        #expect(runs.value == 1)
        let unknown = CommandRefused(
            .rules, .unknownTask, command: "destroy M", reason: "no task has this name now")
        #expect(throws: unknown) { try scheduler.destroy("M") }
        try scheduler.destroy("N")
        try scheduler.inject(
            LaunchTask(
                TaskSpec(name: "N", trigger: .notification("key")), laneName: "pool",
                body: .sync { _ in for _ in 0..<10 { runs.add() } }))
        try scheduler.post("key")
        await scheduler.waitForRest()
        #expect(runs.value == 11)
        await scheduler.stop()
        #expect(throws: CommandRefused(.stopped, command: "post key", reason: "the scheduler was stopped")) {
            try scheduler.post("key")
        }
    }

    @Test("A long body does not delay what was handed out with it", arguments: [1, 2, 8])
    func longBodies(workers: Int) async throws {
        let (gate, ended) = (DispatchSemaphore(value: 0), Counter())
        let count = TaskBody.sync { _ in if ended.add() == 250 { gate.signal() } }
        let quick = (0..<200).map { number in task("Q\(number)", body: count) }
        let slow = task("Slow", body: .sync { _ in gate.wait() }) { $0.priority = .low }
        let rest = (0..<50).map { number in task("R\(number)", body: count) { $0.priority = .low } }
        let scheduler = try makeScheduler(quick + [slow] + rest) { $0.workers = workers }
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(ended.value == 250)
        #expect(scheduler.result("Slow") == .success)
        await scheduler.stop()
    }

    @Test(
        "What ended before a long body of its batch, or begins after it, does not wait for it",
        arguments: [1, 2], 200..<208)
    func longBodyAnywhere(workers: Int, before: Int) async throws {
        let gate = DispatchSemaphore(value: 0)
        let quick = (0..<before).map { number in task("Q\(number)", body: .sync { _ in }) }
        let slow = task("Slow", body: .sync { _ in gate.wait() }) { $0.priority = .low }
        let next = task("Next", after: quick.map(\.spec.name), body: .sync { _ in gate.signal() }) {
            $0.priority = .low
        }
        let scheduler = try makeScheduler(quick + [slow, next]) { $0.workers = workers }
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.result("Slow") == .success)
        await scheduler.stop()
    }

    @Test("Bodies of a wide lane may wait for each other")
    func bodiesThatWait() async throws {
        let arrived = Counter()
        let scheduler = try makeScheduler(
            (0..<8).map { number in
                task(
                    "T\(number)",
                    body: .sync { _ in
                        arrived.add()
                        while arrived.value < 8 { giveWay() }
                    })
            })
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(arrived.value == 8)
        await scheduler.stop()
    }

    @Test("What cannot be registered is refused when the scheduler is made")
    func registration() {
        #expect(throws: TaskKitError.self) { try makeScheduler([task("A", lane: "nowhere", body: .sync { _ in })]) }
        #expect(throws: TaskKitError.self) { try makeScheduler([task("A", lane: "pool", body: .main { _ in })]) }
        #expect(throws: TaskKitError.self) { try makeScheduler([task("A", after: ["B"], body: .sync { _ in })]) }
    }
}

extension TraceRecord {
    /// How the attempt ended, if one did.
    var outcome: Outcome? {
        if case .finish(_, _, _, let outcome, _, _) = fact { return outcome }
        return nil
    }

    /// The warning, if it is one.
    var warning: Warning? {
        if case .warning(let warning) = fact { return warning }
        return nil
    }
}
