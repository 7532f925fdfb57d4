import TaskKit
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
}
