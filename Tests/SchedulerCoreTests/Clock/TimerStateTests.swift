import Testing

@testable import SchedulerCore

@Suite struct TimerStateTests {
    @Test(
        arguments: [
            (0, false), (1, true), (3, true), (-1, false), (120, true), (121, false),
        ] as [(Int64, Bool)])
    func `an interval is a number of ticks, from 1 to the maximum`(ticks: Int64, isRight: Bool) {
        let configuration = SchedulerConfiguration()
        let every = Nanoseconds(ticks * configuration.tick.count)
        #expect((TimerState(TimerTrigger(every: every), 0, configuration) != nil) == isRight)
    }

    @Test func `an interval between two ticks is refused`() {
        let configuration = SchedulerConfiguration()
        for rest in [1, -1] as [Int64] {
            let every = Nanoseconds(2 * configuration.tick.count + rest)
            #expect(TimerState(TimerTrigger(every: every), 0, configuration) == nil)
        }
    }
}
