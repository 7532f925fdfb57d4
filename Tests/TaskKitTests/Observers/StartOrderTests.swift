import TaskKit
import TaskKitTestSupport
import Testing

/// The order of the starts, as a test of an app reads it.
@Suite(.timeLimit(.minutes(1))) struct StartOrderTests {
    @Test func `runs are listed as they began, a retried one once, and before their bodies begin`() async throws {
        let order = StartOrder()
        let plan = LaunchPlan()
        let seen = plan.task("Home", lane: .async) { order.tasks }
        let retried = plan.task("Sync", on: .willFinishLaunching, lane: .async, TaskOptions(retry: .further(1))) {
            if RunContext.current?.attempt == 1 { throw CancellationError() }
        }
        plan.task("Index", after: retried, seen, lane: .async) { _, _ in }
        var configuration = LiveScheduler.Configuration()
        (configuration.clock, configuration.execution) = (ManualClock(), .inline)
        configuration.observers = [order]
        let scheduler = try plan.start(configuration)
        #expect(try await seen.value == ["Sync", "Home"])
        #expect(order.tasks == ["Sync", "Home", "Index"])
        await scheduler.stop()
    }

    @Test func `each launch is reported with its length, and a task says why it does not run`() async throws {
        let launches = Diary()
        let (plan, clock) = (LaunchPlan(), ManualClock())
        let consent = plan.task("Consent", on: .notification("consent")) {}
        plan.task("Ads", after: consent, lane: .images) { _ in }
        plan.task("Home") {}
        var configuration = LiveScheduler.Configuration()
        (configuration.clock, configuration.execution) = (clock, .inline)
        configuration.observers = [LaunchTimes { launches.note("\($0.duration), \($0.parkedCount)") }]
        let scheduler = try plan.start(configuration)
        try await plan.finished()
        await scheduler.stop()
        #expect(launches.lines == ["0.0 seconds, 1"])
        #expect(scheduler.why("Ads") == "Ads: waiting, parked; needs Consent (idle)")
        #expect(scheduler.why("Nobody") == "no task is named Nobody")
        #expect(scheduler.taskNames == ["Consent", "Ads", "Home"])
    }

    @Test func `a body reads what was posted as a value, and fails without it`() async throws {
        let plan = LaunchPlan()
        let answer = plan.task("Consent", on: .notification("Answered")) { try RunContext.current?.payload(Bool.self) }
        var configuration = LiveScheduler.Configuration()
        (configuration.clock, configuration.execution) = (ManualClock(), .inline)
        let scheduler = try plan.start(configuration)
        try scheduler.post("Answered", true)
        #expect(try await answer.value == true)
        try scheduler.post("Answered")
        #expect(scheduler.task("Consent")?.lastResult == .critical)
        await scheduler.stop()
    }

    @Test func `a lane is paused by the value that tasks name`() async throws {
        let plan = LaunchPlan()
        let image = plan.task("Image", on: .didBecomeActive, lane: .images) { 1 }
        var configuration = LiveScheduler.Configuration()
        (configuration.clock, configuration.execution) = (ManualClock(), .inline)
        let scheduler = try plan.makeScheduler(configuration)
        try scheduler.pause(lane: .images)
        try scheduler.launch()
        #expect(scheduler.why("Image") == "Image: ready, parked; waits for lane images")
        try scheduler.resume(lane: .images)
        #expect(try await image.value == 1)
        #expect(scheduler.why("Image") == "Image: idle")
        await scheduler.stop()
    }

    @Test func `a body commands the scheduler that runs it`() async throws {
        let plan = LaunchPlan()
        plan.task("Hold") { try RunContext.current?.scheduler?.pause(lane: .images) }
        plan.task("Image", on: .didBecomeActive, lane: .images) {}
        var configuration = LiveScheduler.Configuration()
        (configuration.clock, configuration.execution) = (ManualClock(), .inline)
        let scheduler = try plan.start(configuration)
        #expect(LiveScheduler.shared !== scheduler)
        #expect(scheduler.why("Image") == "Image: ready, parked; waits for lane images")
        await scheduler.stop()
    }
}

extension Lane {
    fileprivate static let images = Lane("images", width: 2)
}
