import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Schedulers that follow a clock of Swift's, and code that sleeps by a manual one.
@Suite(.timeLimit(.minutes(5))) struct ClockTests {
    /// A clock of somebody else's, which a test moves.
    private struct Foreign: Clock {
        let hand = ManualClock()

        var now: SchedulerInstant { hand.now }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: SchedulerInstant, tolerance: Duration?) async throws {
            try await hand.sleep(until: deadline)
        }
    }

    @Test("A scheduler follows any clock: its timers run when that clock says so, and its limits end by it")
    func foreign() async throws {
        let (clock, beats) = (Foreign(), Counter())
        clock.hand.advance(by: .seconds(7))
        var configuration = LiveScheduler.Configuration()
        configuration.clock = clock
        let scheduler = try LiveScheduler(
            configuration, tasks: [LaunchTask("Beat", on: .every(.seconds(1)), lane: "async") { beats.add() }])
        #expect(scheduler.elapsed == .zero)
        try scheduler.launch()
        for count in 1...3 {
            try await waitFor("sleeper") { clock.hand.hasActions }
            clock.hand.advance(by: .seconds(1))
            await scheduler.wait { core in core.task(named: "Beat").map { core.snapshot(of: $0).runsEnded } == count }
        }
        #expect(beats.value == 3)
        #expect(scheduler.elapsed == .seconds(3))
        let isOver = Locked(false)
        let missed = Task {
            defer { isOver.with { $0 = true } }
            try await scheduler.wait(for: .terminated, atMost: .seconds(3_600))
        }
        try await waitFor("limit") {
            clock.hand.advance(by: .seconds(600))
            return isOver.with { $0 }
        }
        let error = await #expect(throws: MilestoneMissed.self) { try await missed.value }
        #expect(error?.isStopped == false)
        await scheduler.stop()
    }

    @Test("Swift's own clocks drive a scheduler")
    func continuous() async throws {
        let beats = Counter()
        var configuration = LiveScheduler.Configuration()
        configuration.clock = ContinuousClock()
        configuration.tickInterval = .milliseconds(2)
        let scheduler = try LiveScheduler(
            configuration,
            tasks: [LaunchTask("Beat", on: .every(.milliseconds(4), times: 3), lane: "async") { beats.add() }])
        try scheduler.launch()
        await scheduler.wait { core in core.task(named: "Beat").map { core.snapshot(of: $0).runsEnded } == 3 }
        #expect(beats.value == 3)
        await scheduler.stop()
    }

    @Test("Code sleeps by a manual clock until the test has moved it, or is cancelled")
    func sleep() async throws {
        let (clock, diary) = (ManualClock(), Diary())
        let sleeper = Task {
            try await clock.sleep(for: .seconds(5))
            diary.note("awake at \(clock.now.nanoseconds)")
        }
        while !clock.hasActions { await Task.yield() }
        clock.advance(by: .seconds(4))
        #expect(diary.lines.isEmpty)
        clock.advance(by: .seconds(4))
        try await sleeper.value
        #expect(diary.lines == ["awake at 8000000000"] || diary.lines == ["awake at 5000000000"])
        try await clock.sleep(until: clock.now)
        let cancelled = Task { try await clock.sleep(for: .seconds(5)) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test("A milestone that does not come is an error that says why")
    func milestones() async throws {
        let scheduler = try makeScheduler([])
        let late = await #expect(throws: MilestoneMissed.self) {
            try await scheduler.wait(for: .ended("Home"), atMost: .milliseconds(1))
        }
        #expect(late?.description == "the end of Home did not come: the time limit passed")
        let waiting = Task { try await scheduler.wait(for: .launched) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try scheduler.launch()
        try await scheduler.wait(for: .launched)
        let stopped = Task { try await scheduler.wait(for: .terminated) }
        await scheduler.stop()
        let error = await #expect(throws: MilestoneMissed.self) { try await stopped.value }
        #expect(error?.description == "the end of the process did not come: the scheduler was stopped")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a timer whose ticks come all at once, as after a suspension by iOS, runs its task twice`() async throws {
        let (clock, polls) = (Foreign(), Counter())
        var configuration = LiveScheduler.Configuration(lanes: ["io": 1])
        configuration.clock = clock
        let scheduler = try LiveScheduler(
            configuration, tasks: [LaunchTask("Poll", on: .every(.seconds(60)), lane: "io") { polls.add() }])
        try scheduler.launch()
        try await scheduler.wait(for: .launched)
        try await waitFor("sleeper") { clock.hand.hasActions }
        clock.hand.advance(by: .seconds(3 * 3_600))
        await scheduler.wait { core in
            core.task(named: "Poll").map { core.snapshot(of: $0) }.map { $0.state == .idle && $0.runsEnded > 0 }
                ?? false
        }
        #expect(polls.value == 2)
        await scheduler.stop()
    }
}
