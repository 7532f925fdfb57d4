import Testing

@testable import SchedulerCore

@Suite struct DeadlineQueueTests {
    private func at(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }

    @Test("Earlier time first, then kind, then insertion")
    func order() {
        var deadlines = DeadlineQueue()
        for kind in [Deadline.Kind.openAfterLaunch, .gap, .timeout] { deadlines.insert(Deadline(kind, at: at(2))) }
        deadlines.insert(Deadline(.retry, at: at(1)))
        #expect(deadlines.firstTime == at(1))
        #expect(
            (0..<5).map { _ in deadlines.popDue(at: at(2))?.kind } == [.retry, .timeout, .gap, .openAfterLaunch, nil])
    }

    @Test("Of several of one kind and instant, the one inserted first comes first")
    func insertion() {
        var deadlines = DeadlineQueue()
        for lane in 0..<5 {
            var deadline = Deadline(.gap, at: at(2))
            deadline.lane = LaneID(lane)
            deadlines.insert(deadline)
        }
        #expect((0..<5).map { _ in deadlines.popDue(at: at(2))?.lane.offset } == [0, 1, 2, 3, 4])
    }

    @Test("Nothing is removed before it is due")
    func notDue() {
        var deadlines = DeadlineQueue()
        deadlines.insert(Deadline(.gap, at: at(2)))
        #expect(deadlines.popDue(at: at(1)) == nil)
        #expect(deadlines.popDue(at: at(2)) != nil)
        #expect(deadlines.firstTime == .distantFuture)
    }

    @Test("Obsolete deadlines are removed before they fill the queue")
    func sweeping() {
        var deadlines = DeadlineQueue()
        for number in 0..<10_000 as Range<Int64> {
            deadlines.insert(Deadline(number == 5_000 ? .gap : .timeout, at: at(number)))
            deadlines.retire { $0.kind == .gap }
        }
        #expect(deadlines.firstTime > at(4_000))
        var left = 0
        while deadlines.popDue(at: at(10_000)) != nil { left += 1 }
        #expect(left < 200)
    }
}
