import Testing

@testable import SchedulerCore

@Suite struct LifecycleTests {
    private let configuration = SchedulerConfiguration()

    private func action(_ action: LifecycleAction, at now: Instant = .zero) -> Delivery {
        Delivery(.action(action), command: CommandID(0), at: now)
    }

    private func active() -> Lifecycle {
        var lifecycle = Lifecycle()
        lifecycle.enter(.active)
        return lifecycle
    }

    @Test("A launch delivers its events one after the other")
    func launch() {
        var lifecycle = Lifecycle()
        #expect(lifecycle.refusal(of: action(.launch)) == nil)
        #expect(lifecycle.begin(action(.launch), at: .zero).isLaunch)
        let events = (0..<4).map { _ in lifecycle.deliverNext(at: .zero) }
        #expect(events == [.willFinishLaunching, .didFinishLaunching, .didBecomeActive, nil])
        #expect(lifecycle.endAction()?.isLaunch == true)
        #expect(!lifecycle.isDelivering && lifecycle.wasDelivered(.didFinishLaunching))
    }

    @Test("An action that the state does not allow is refused with the states that do")
    func refused() {
        let foreground = Lifecycle().refusal(of: action(.foreground))
        #expect(foreground == .state(.notRunning, allowed: 0b11010))
        #expect(active().refusal(of: action(.launch)) == .state(.active, allowed: 0b00001))
        let once = Delivery(.fire, EventSet(.willFinishLaunching), command: CommandID(0), at: .zero)
        #expect(active().refusal(of: once) == .oncePerProcess(.willFinishLaunching))
    }

    @Test("An action is not over until all of its events have been delivered")
    func notOver() {
        var lifecycle = active()
        _ = lifecycle.begin(action(.background), at: .zero)
        _ = lifecycle.deliverNext(at: .zero)
        #expect(lifecycle.hasEvent && lifecycle.endAction() == nil)
    }

    @Test("The number of queued actions has a limit")
    func bound() {
        var lifecycle = active()
        for _ in 0..<Lifecycle.maximumWaiting { #expect(lifecycle.wait(action(.memoryWarning)) == true) }
        #expect(lifecycle.wait(action(.memoryWarning)) == false)
        #expect(lifecycle.nextWaiting() != nil)
        #expect(lifecycle.wait(action(.memoryWarning)) == true)
    }

    @Test("A launch has its limit from the moment it begins, a waiting terminate from when it was given")
    func limits() {
        var lifecycle = Lifecycle()
        _ = lifecycle.begin(action(.launch), at: .zero)
        let limit = Instant.zero + .seconds(20)
        #expect(lifecycle.nextLimit(configuration) == limit)
        #expect(lifecycle.passLimit(at: .zero + .seconds(19), configuration) == nil)
        #expect(lifecycle.passLimit(at: limit, configuration) == .launch)
        #expect(lifecycle.passLimit(at: limit, configuration) == nil)
        #expect(lifecycle.wait(action(.terminate, at: limit)) == true)
        #expect(lifecycle.nextLimit(configuration) == limit + .seconds(5))
        #expect(lifecycle.takeOverdueTermination(at: limit + .seconds(5), configuration) == true)
        #expect(!lifecycle.isDelivering || lifecycle.inProgress != nil)
    }

    @Test("A change of state cancels a pending suspension")
    func suspension() {
        var lifecycle = active()
        lifecycle.enter(.background)
        lifecycle.suspend(at: .zero + .seconds(5))
        #expect(lifecycle.suspensionTime == .zero + .seconds(5))
        lifecycle.enter(.inactive)
        lifecycle.enter(.background)
        #expect(lifecycle.suspensionTime == .distantFuture)
    }

    @Test("Queued actions outlive the process")
    func endOfProcess() {
        var lifecycle = active()
        _ = lifecycle.begin(action(.terminate), at: .zero)
        _ = lifecycle.wait(action(.launch))
        lifecycle.endProcess()
        #expect(lifecycle.state == .notRunning && lifecycle.waitingActions.count == 1 && lifecycle.inProgress == nil)
    }
}
