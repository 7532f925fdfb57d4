import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct TimeScaleTests {
    @Test(
        arguments: [
            (1_000_000_000, 36, 50_000_000), (1_000_000_000, 10, 100_000_000), (1, 10, 1), (11, 10, 2), (21, 10, 5),
            (51, 10, 10),
        ] as [(Int64, Int, Int64)])
    func `the step is the shortest of 1, 2, 5 that fits`(length: Int64, cells: Int, step: Int64) {
        #expect(TimeScale.step(fitting: Nanoseconds(length), cells: cells) == Nanoseconds(step))
    }

    @Test(
        arguments: [
            (1_000_000_000, 32, 40_000_000), (1_000_000_000, 40, 25_000_000), (1, 10, 1), (10, 10, 1), (101, 10, 12),
            (800_000_000, 10, 80_000_000), (Int64.max, 1, 1_000_000_000_000_000),
        ] as [(Int64, Int, Int64)])
    func `a range is drawn with little beyond it`(length: Int64, cells: Int, step: Int64) {
        #expect(TimeScale.step(closeTo: Nanoseconds(length), cells: cells) == Nanoseconds(step))
    }

    @Test func `finer and coarser are inverse`() {
        var step = Nanoseconds(1)
        for _ in 0..<30 {
            #expect(TimeScale.finer(TimeScale.coarser(step)) == step)
            step = TimeScale.coarser(step)
        }
    }

    @Test func `the window follows time and always shows it`() {
        let step = Nanoseconds(10)
        for now in stride(from: Int64(0), through: 5000, by: 7) {
            let instant = Instant(nanoseconds: now)
            let start = TimeScale.following(instant, step: step, cells: 37)
            let cell = TimeScale(start: start, step: step, cells: 37).cell(of: instant)
            #expect((0..<37).contains(cell))
        }
    }
}
