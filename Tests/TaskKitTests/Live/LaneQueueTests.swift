import SchedulerCore
import TestSupport
import Testing

@testable import TaskKit

/// The ring of starts, and what a lane's threads go by.
@Suite struct LaneQueueTests {
    private func start(_ number: Int) -> Start {
        Start(
            id: RunID(slot: Int32(number), sequence: Int64(number)), task: TaskID(number % 7), run: 1, attempt: 1,
            time: .zero)
    }

    @Test("It equals an array, whatever is appended, put back and taken", arguments: 1...25)
    func equalsArray(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var (queue, model) = (StartQueue(), [RunID]())
        for number in 0..<2_000 {
            switch cases.number(0...9) {
            case 0...4:
                queue.append(start(number))
                model.append(start(number).id)
            case 5:
                queue.prepend(start(number))
                model.insert(start(number).id, at: 0)
            default:
                let taken = queue.popFirst()?.id
                #expect(taken == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.count == model.count)
        }
        let seventh = TaskID(3)
        #expect(queue.contains(seventh) == model.filter { $0.sequence % 7 == 3 })
        var rest: [RunID] = []
        while let next = queue.popFirst() { rest.append(next.id) }
        #expect(rest == model)
    }

    @Test("Batches are as large as short bodies allow, and one where bodies are long")
    func batches() {
        var work = LaneWork(name: "pool", width: 8)
        for number in 0..<1_000 { work.queue.append(start(number)) }
        #expect(work.batchSize == 1)
        for _ in 0..<40 { work.learn(10 * 64, 64) }
        #expect(work.batchSize == AttemptBatch.limit)
        work.learn(1_000_000, 1)
        #expect(work.batchSize == 1)
    }

    @Test("A wide lane leaves half of little work to others, a serial one nothing")
    func shares() {
        for width in [1, 8] {
            var work = LaneWork(name: "pool", width: width)
            for number in 0..<20 { work.queue.append(start(number)) }
            for _ in 0..<40 { work.learn(1_000, 1) }
            #expect(work.batchSize == (width == 1 ? LaneWork.batchLength / work.cost : 10))
        }
    }

    @Test("A thread is spared only while somebody is at a batch of short bodies who is not known to be stuck")
    func sparedThreads() {
        let definitions = Definitions("a", .sync { _ in })
        // Who is at a batch keeps it.
        var batches: [AttemptBatch] = []
        func lane(width: Int, cost: Int64, visits: [Int]) -> LaneWork {
            var lane = LaneWork(name: "lane", width: width)
            for _ in 0..<20 { lane.learn(cost, 1) }
            // Threads that are awake somewhere else do not count.
            lane.threads = 4
            for visits in visits {
                let batch = AttemptBatch(lane: 1, laneName: "lane", definitions)
                batch.visits = visits
                batches.append(batch)
                lane.begin(batch)
            }
            return lane
        }
        let (short, shared, long) = (Int64(50), Int64(1_000), Int64(50_000))
        #expect(!lane(width: 4, cost: short, visits: []).canSpareThread)
        #expect(lane(width: 4, cost: short, visits: [0]).canSpareThread)
        #expect(!lane(width: 4, cost: short, visits: [1]).canSpareThread)
        #expect(lane(width: 4, cost: short, visits: [2, 0]).canSpareThread)
        #expect(!lane(width: 4, cost: shared, visits: [0]).canSpareThread)
        #expect(!lane(width: 1, cost: short, visits: [0]).canSpareThread)

        #expect(lane(width: 4, cost: shared, visits: [0]).mayLinger)
        #expect(!lane(width: 4, cost: shared, visits: []).mayLinger)
        #expect(!lane(width: 4, cost: shared, visits: [1]).mayLinger)
        #expect(!lane(width: 4, cost: short, visits: [0]).mayLinger)
        #expect(!lane(width: 4, cost: long, visits: [0]).mayLinger)
    }
}
