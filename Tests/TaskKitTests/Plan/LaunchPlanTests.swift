import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Tasks whose values flow along their dependencies.
@Suite(.timeLimit(.minutes(5))) struct LaunchPlanTests {
    struct Broken: Error, Equatable {}

    /// Says when it is released.
    private final class Treasure: Sendable {
        let number: Int
        private let released: Counter

        init(_ number: Int, _ released: Counter) {
            (self.number, self.released) = (number, released)
        }

        deinit {
            released.add()
        }
    }

    @Test("A body takes the values of its predecessors, in their order")
    func valuesFlow() async throws {
        let launch = LaunchPlan()
        let io = Lane("io", width: 2)
        let database = launch.task("Database", on: .willFinishLaunching, lane: io) { 40 }
        let flags = launch.task("Flags", lane: Lane("network", width: 3)) { () async throws in "dark" }
        let session = launch.task("Session", after: database, flags, lane: io, priority: .high) { database, flags in
            "\(flags) \(database + 2)"
        }
        let home = launch.task("Home", after: session) { @MainActor session in
            MainActor.preconditionIsolated()
            return session.count
        }
        let scheduler = try launch.start()
        #expect(try await home.value == 7)
        #expect(try await session.value == "dark 42")
        #expect(scheduler.task("Home")?.lane == .main)
        #expect(scheduler.plan.configuration.lanes.first { $0.name == "network" }?.width == 3)
        await scheduler.stop()
    }

    @Test("A body may leave out the values of the tasks that it waits for")
    func orderOnly() async throws {
        let (launch, diary) = (LaunchPlan(), Diary())
        let first = launch.task("First", lane: .async) { diary.note("first") }
        let second = launch.task("Second", lane: .async) { () async in
            diary.note("second")
            return 2
        }
        let plain = launch.task("Plain", after: first, second, lane: .async) { diary.note("plain") }
        let main = launch.task("Main", after: plain) { @MainActor in diary.note("main") }
        let last = launch.task("Last", after: main, second, lane: .async) { () async throws -> Int in
            diary.note("last")
            return 5
        }
        let scheduler = try launch.start()
        #expect(try await last.value == 5)
        #expect(diary.lines.suffix(3) == ["plain", "main", "last"])
        await scheduler.stop()
    }

    @Test("A failure skips its successors, and its value throws the error; a retry brings the value")
    func failures() async throws {
        let launch = LaunchPlan()
        let attempts = Counter()
        let broken = launch.task("Broken", lane: .async) { () throws -> Int in throw Broken() }
        let next = launch.task("Next", after: broken, lane: .async) { $0 + 1 }
        let flaky = launch.task(
            "Flaky", lane: .async, TaskOptions(retry: .further(2, delay: .zero))
        ) { () throws -> Int in
            let attempt = attempts.add()
            if attempt < 3 { throw Broken() }
            return attempt
        }
        let late = launch.task("Late", lane: .async, TaskOptions(timeout: .milliseconds(20))) { () async -> Int in
            try? await Task.sleep(for: .seconds(60))
            return 1
        }
        let final = launch.task("Final", lane: .async) { () throws -> Int in throw CriticalFailure("no disk") }
        let scheduler = try launch.start()
        await #expect(throws: Broken()) { try await broken.value }
        let critical = await #expect(throws: CriticalFailure.self) { try await final.value }
        #expect(critical?.description == "no disk")
        await #expect(throws: ValueMissing(task: "Next", result: .skipped, isStopped: false)) { try await next.value }
        #expect(try await flaky.value == 3)
        await #expect(throws: ValueMissing(task: "Late", result: .timedOut, isStopped: false)) { try await late.value }
        await scheduler.stop()
    }

    @Test("A value is released when its last successor has begun and nobody holds its handle")
    func releases() async throws {
        let (launch, released) = (LaunchPlan(), Counter())
        var handle: TaskHandle<Treasure>? = launch.task("Treasure", lane: .async) { Treasure(7, released) }
        let first = launch.task("First", after: try #require(handle), lane: .async) { $0.number }
        let second = launch.task("Second", after: try #require(handle), first, lane: .async) { treasure, first in
            treasure.number + first
        }
        let scheduler = try launch.start()
        #expect(try await second.value == 14)
        #expect(try await handle?.value.number == 7)
        #expect(released.value == 0)
        handle = nil
        #expect(released.value == 1)
        await scheduler.stop()
    }

    @Test("A successor that may run again finds the value again")
    func takenAgain() async throws {
        let (launch, released, runs) = (LaunchPlan(), Counter(), Counter())
        do {
            let treasure = launch.task("Treasure", lane: .async) { Treasure(7, released) }
            launch.task("Open", after: treasure, on: .didBecomeActive, lane: .async) { treasure in
                if treasure.number == 7 { runs.add() }
            }
        }
        let scheduler = try launch.start()
        try await scheduler.wait(for: .ended("Open"))
        try scheduler.perform(.interrupt)
        try scheduler.perform(.foreground)
        _ = await scheduler.wait { core in
            core.task(named: "Open").map { core.snapshot(of: $0).runsEnded == 2 } ?? false
        }
        #expect(runs.value == 2)
        #expect(released.value == 0)
        await scheduler.stop()
    }

    @Test("A body of lane main runs on the main queue after the call that launched the app, not inside it")
    @MainActor func mainLane() async throws {
        let (launch, runs) = (LaunchPlan(), Counter())
        let home = launch.task("Home", on: .willFinishLaunching) { @MainActor in runs.add() }
        let scheduler = try launch.start()
        #expect(runs.value == 0)
        #expect(try await home.value == 1)
        await scheduler.stop()
    }

    @Test("A body finds its attempt, and code outside of bodies finds none")
    func current() async throws {
        let launch = LaunchPlan()
        let plain = launch.task("Plain", lane: .async) { RunContext.current?.task }
        let main = launch.task("Main") { @MainActor in RunContext.current?.lane }
        let later = launch.task("Later", lane: .async) { () async in RunContext.current?.attempt }
        let scheduler = try launch.start()
        #expect(try await plain.value == "Plain")
        #expect(try await main.value == "main")
        #expect(try await later.value == 1)
        #expect(RunContext.current == nil)
        await scheduler.stop()
    }

    @Test("A value that is asked for before the start waits for it, and a plan starts once")
    func early() async throws {
        let launch = LaunchPlan()
        let answer = launch.task("Answer", lane: .async) { 42 }
        async let early = answer.value
        let scheduler = try launch.start()
        #expect(try launch.start() === scheduler)
        #expect(try await early == 42)
        await scheduler.stop()
        let never = LaunchPlan().task("Never", lane: .async) { 1 }
        let waiting = Task { try await never.value }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("finished waits for the start and the first frame, and throws if they do not come")
    func finished() async throws {
        let launch = LaunchPlan()
        let home = launch.task("Home") { 1 }
        async let over: Void = launch.finished()
        let scheduler = try launch.start()
        try await over
        #expect(try await home.value == 1)
        await scheduler.stop()
        let held = LaunchPlan()
        held.task("Never") { () async in try? await Task.sleep(for: .seconds(3_600)) }
        let stuck = try held.start()
        let error = await #expect(throws: MilestoneMissed.self) { try await held.finished(atMost: .milliseconds(1)) }
        #expect(error?.milestone == "the first frame")
        await stuck.stop(waiting: .zero)
    }

    @Test("After a stop, a value that never came says so")
    func stopped() async throws {
        let launch = LaunchPlan()
        let never = launch.task("Never", on: .didEnterBackground, lane: .async) { 1 }
        let scheduler = try launch.start()
        await scheduler.stop()
        let error = await #expect(throws: ValueMissing.self) { try await never.value }
        #expect(error?.description == "Never: the scheduler was stopped before it ended")
    }

    @Test(
        "A value outlives its task, its process and its scheduler; one whose task was destroyed before it ran says so")
    func gone() async throws {
        let launch = LaunchPlan()
        let answer = launch.task("Answer", lane: .async) { 42 }
        let never = launch.task("Never", on: .reserved1, lane: .async) { 1 }
        let scheduler = try launch.start()
        #expect(try await answer.value == 42)
        try scheduler.destroy("Answer")
        #expect(try await answer.value == 42)
        try scheduler.destroy("Never")
        let error = await #expect(throws: ValueMissing.self) { try await never.value }
        #expect(error?.description == "Never: it was destroyed before it ran")
        try scheduler.perform(.terminate)
        try await scheduler.wait(for: .terminated)
        #expect(try await answer.value == 42)
        await scheduler.stop()
        #expect(try await answer.value == 42)
        #expect(try await answer.orNil.value == 42)
    }

    @Test(
        "What cannot be registered is refused at the start",
        arguments: [
            (
                [Lane("io", width: 2), Lane("io", width: 3)],
                "lane io is there twice, with different widths or gaps"
            ),
            ([Lane("", width: 2)], "a lane has an empty name"),
        ])
    func refusals(lanes: [Lane], reason: String) throws {
        let launch = LaunchPlan()
        for (number, lane) in lanes.enumerated() { launch.task("T\(number)", lane: lane) {} }
        let error = #expect(throws: TaskKitError.self) { try launch.start() }
        #expect(error?.description == reason)
    }

    @Test("A task may name a lane that always exists, and may give it a width")
    func standardLanes() throws {
        let launch = LaunchPlan()
        launch.task("Wide", lane: Lane("async", width: 4)) {}
        launch.task("Plain", lane: .async) {}
        let scheduler = try launch.makeScheduler(LiveScheduler.Configuration())
        #expect(
            scheduler.plan.configuration.lanes.map { "\($0.name) \($0.width)" } == [
                "main 1", "async 4", "afterLaunch 1",
            ])
        scheduler.halt()
    }
}
