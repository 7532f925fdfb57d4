import SchedulerCore
import TestSupport
import Testing

@testable import TaskKit

/// The list of what waits in a lane, and the rules that a lane's threads follow.
@Suite struct LaneExecutorTests {
    private static let place = LanePlace(1, "pool")

    private func attempt(_ number: Int) -> LiveAttempt {
        let id = RunID(slot: Int32(number), sequence: Int64(number))
        return LiveAttempt(
            .task(id, TaskID(number)), Definition("T\(number)", .sync { _ in }, SharedValues()), at: Self.place,
            run: 1, number: 1, startedAt: .zero)
    }

    private func lane(width: Int, waiting: Int, length: Int64) -> LaneExecutor {
        var lane = LaneExecutor(Self.place, width: width, processors: 2)
        for _ in 0..<40 { lane.end(after: Nanoseconds(length)) }
        for number in 0..<waiting { lane.append(attempt(number)) }
        return lane
    }

    @Test("The list equals an array, whatever is appended and taken", arguments: 1...25)
    func equalsArray(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var (queue, model) = (FirstInFirstOut<Int>(), [Int]())
        for number in 0..<5_000 {
            if cases.number(0...9) < (number < 3_000 ? 6 : 3) {
                queue.append(number)
                model.append(number)
            } else {
                let first = queue.popFirst()
                #expect(first == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.isEmpty == model.isEmpty)
        }
        let rest = queue.removeAll()
        #expect(rest == model && queue.isEmpty)
    }

    @Test(
        "Short bodies share one thread, longer ones use a processor each, long ones a thread each, up to the width",
        arguments: [(8, 100, 1), (8, 5_000, 2), (8, 10_000_000, 8), (1, 10_000_000, 1), (1_000, 10_000_000, 64)])
    func threads(width: Int, length: Int64, expected: Int) {
        var lane = lane(width: width, waiting: 100, length: length)
        var threads = 0
        while lane.wantsThread {
            let isWoken = lane.wake()
            #expect(!isWoken && !lane.wantsThread, "one at a time, and none is there")
            lane.arrive()
            threads += 1
        }
        #expect(threads == expected)
    }

    @Test("One in sixteen short bodies is measured, and every other body")
    func sampling() {
        for (length, expected) in [(100, 4), (1_000, 64), (10_000_000, 64)] as [(Int64, Int)] {
            var lane = lane(width: 8, waiting: 64, length: length)
            var measured = 0
            while lane.take() != nil {
                if lane.isSampled { measured += 1 }
                lane.end(after: nil)
            }
            #expect(measured == expected, "\(length) ns")
        }
    }

    @Test("If bodies turn out to be short, all threads but one rest")
    func crowded() {
        var lane = lane(width: 8, waiting: 100, length: 10_000_000)
        for _ in 0..<3 {
            _ = lane.wake()
            lane.arrive()
        }
        #expect(!lane.isCrowded)
        for _ in 0..<40 { lane.end(after: Nanoseconds(100)) }
        var rested = 0
        while lane.isCrowded {
            _ = lane.rest()
            rested += 1
        }
        #expect(rested == 2)
    }

    @Test("If nothing was taken since the last check, one more thread starts, up to the width")
    func stuck() {
        var lane = lane(width: 2, waiting: 3, length: 100)
        _ = lane.wake()
        lane.arrive()
        _ = lane.take()
        let looks = [lane.isStuck(), lane.isStuck()]
        #expect(looks == [false, true], "something was taken before the first look")
        _ = lane.wake()
        let isStuck = lane.isStuck()
        #expect(!isStuck, "one is on its way")
        lane.arrive()
        #expect(!lane.mayWant, "both threads are there")
    }

    @Test("A thread that waits is woken before one is made")
    func idle() {
        var lane = lane(width: 2, waiting: 0, length: 100)
        let isWoken = lane.wake()
        lane.arrive()
        _ = lane.rest()
        #expect(!isWoken && !lane.wantsThread, "nothing waits")
        lane.append(attempt(1))
        let isWokenNow = lane.wantsThread && lane.wake()
        lane.wakeUp()
        #expect(isWokenNow)
        let first = lane.take()
        #expect(first?.definition.name == "T1")
    }
}
