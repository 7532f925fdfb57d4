import TaskKit
import Testing

@MainActor
@Test(.timeLimit(.minutes(1))) func `Home waits for the session, but not for the flags`() async throws {
    let clock = ManualClock()
    var services = ShopServices()
    services.refreshSession = { throw CancellationError() }
    services.fetchFlags = {
        try await clock.sleep(for: .seconds(9))
        return [:]
    }
    var configuration = LiveScheduler.Configuration()
    (configuration.clock, configuration.execution) = (clock, .inline)
    let order = StartOrder()
    configuration.observers = [order]
    let shop = ShopLaunch(services)
    let scheduler = try shop.plan.start(configuration)
    #expect(try await shop.home.value.title == "You are offline")
    #expect(scheduler.task("Flags")?.state == .running)
    try await shop.plan.finished()
    #expect(order.tasks.filter { $0 != "Flags" } == ["Database", "Session", "Home", "Push"])
    await scheduler.stop()
}
