import SchedulerCore
import Testing

@testable import SchedulerSimulation

@Suite struct EndQueueTests {
    /// The naive model: a list, sorted whenever asked.
    private struct SortedList {
        var ends: [(time: Instant, order: Int, run: Int)] = []

        mutating func popDue(at now: Instant) -> Int? {
            let first = ends.indices.min { (ends[$0].time, ends[$0].order) < (ends[$1].time, ends[$1].order) }
            guard let first, ends[first].time <= now else { return nil }
            return ends.remove(at: first).run
        }
    }

    @Test(
        "It equals a sorted list, whatever the number of ends under way: few, about the list's limit, many",
        arguments: 0..<25)
    func equalsSortedList(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var queue = EndQueue<Int>()
        var model = SortedList()
        var now = Instant.zero
        let usual = [4, 8, 15, 18, 300][seed % 5]
        for number in 0..<6_000 {
            let draw = Int(generator.next() % 100)
            if draw < (model.ends.count < usual ? 70 : 40) {
                let time = now + Nanoseconds(Int64(generator.next() % 40))
                queue.insert(number, at: time, .success)
                model.ends.append((time, number, number))
            } else if draw < 75, !model.ends.isEmpty {
                let removed = Int(generator.next() % UInt64(model.ends.count))
                queue.remove(model.ends[removed].run)
                model.ends.remove(at: removed)
            } else if draw == 99 {
                queue = EndQueue()
                model.ends = []
            } else {
                now = now + Nanoseconds(Int64(generator.next() % 8))
                while let wanted = model.popDue(at: now) { #expect(queue.popDue(at: now)?.run == wanted) }
                #expect(queue.popDue(at: now) == nil)
            }
            #expect(queue.isEmpty == model.ends.isEmpty)
            #expect(queue.firstTime == model.ends.map(\.time).min() ?? .distantFuture)
        }
    }
}
