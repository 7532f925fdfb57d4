import Testing

@testable import SchedulerCore

@Suite struct ClockTests {
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    private func clock(_ source: SchedulerConfiguration.ClockSource = .internal) -> Clock {
        var configuration = SchedulerConfiguration()
        configuration.clockSource = source
        var clock = Clock(configuration)
        clock.begin(at: at(500))
        clock.setTicking(true)
        return clock
    }

    @Test("Tick n comes n intervals after the launch")
    func ticks() {
        var clock = clock()
        #expect(clock.nextTickTime == at(1_500))
        #expect(clock.beginTick() == 1)
        #expect(clock.nextTickTime == at(2_500))
    }

    @Test("A clock from elsewhere is refused if its past lies ahead, its next tick behind, or its interval is another")
    func soundness() {
        var clock = clock()
        let configuration = SchedulerConfiguration()
        #expect(clock.isSound(at: at(500), configuration) && clock.isSound(at: at(1_500), configuration))
        #expect(!clock.isSound(at: at(499), configuration), "launched in the future")
        #expect(!clock.isSound(at: at(1_501), configuration), "its tick is over")
        var other = configuration
        other.tick = .milliseconds(1)
        #expect(!clock.isSound(at: at(500), other))
        other = configuration
        other.clockSource = .external
        #expect(!clock.isSound(at: at(500), other))
        clock.suspend(at: at(700))
        clock.setTicking(false)
        #expect(clock.isSound(at: at(700), configuration))
        #expect(!clock.isSound(at: at(699), configuration), "suspended in the future")
        clock.wake(at: at(900))
        #expect(clock.isSound(at: at(900), configuration) && !clock.isSound(at: at(899), configuration))
    }

    @Test("An external clock ticks only on command")
    func external() {
        var clock = clock(.external)
        #expect(clock.nextTickTime == .distantFuture)
        #expect([clock.beginTick(), clock.beginTick()] == [1, 2])
        #expect(clock.nextTickTime == .distantFuture)
    }

    @Test("Numbers continue through a suspension, whose ticks never happen")
    func suspension() {
        var clock = clock()
        clock.suspend(at: at(700))
        clock.setTicking(false)
        #expect(clock.nextTickTime == .distantFuture)
        clock.wake(at: at(4_600))
        clock.setTicking(true)
        #expect(clock.fellIntoSuspension(at(700)) && !clock.fellIntoSuspension(at(4_600)))
        #expect(clock.passedTick(at: at(4_600)) == 4)
        #expect(clock.beginTick() == 5)
        clock.endTick()
        #expect(!clock.fellIntoSuspension(at(700)))
    }

    @Test("A date is due on the first tick at or after it")
    func dates() {
        let clock = clock()
        #expect(clock.tick(for: at(1_500)) == 1)
        #expect(clock.tick(for: at(1_501)) == 2)
        #expect(clock.tick(for: at(0)) == 1)
        #expect(clock.tick(for: .distantFuture) > 1)
    }

    @Test("Idle is fired once after work, on the first tick that ends a whole interval without a run")
    func idle() {
        var clock = clock()
        #expect(clock.judgeIdle(isRunning: false) == false)
        clock.noteStart(isWork: false)
        #expect(clock.judgeIdle(isRunning: false) == false)
        #expect(clock.judgeIdle(isRunning: false) == false)
        clock.noteStart(isWork: true)
        #expect(clock.judgeIdle(isRunning: false) == false)
        #expect(clock.judgeIdle(isRunning: false) == true)
        #expect(clock.judgeIdle(isRunning: false) == false)
    }

    @Test("At most one idle run starts per tick")
    func idleStarts() {
        var clock = clock()
        #expect(clock.mayStartIdleRun)
        clock.endIdleStart()
        #expect(!clock.mayStartIdleRun)
        _ = clock.judgeIdle(isRunning: false)
        #expect(clock.mayStartIdleRun)
    }
}
