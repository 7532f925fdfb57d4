import TestSupport
import Testing

@testable import SchedulerCore

/// Both queues against a sorted array.
@Suite struct ReadyQueueTests {
    struct Waiting: Equatable {
        var rank: UInt64
        var sequence: Int64
        var run: Int32
    }

    /// What waits in a lane, in no order.
    struct Naive {
        var waiting: [Waiting] = []
        private var next: Int64 = 0

        /// The one that starts next.
        var first: Waiting? { waiting.min(by: Self.precedes) }

        /// By priority, then by release number.
        static func precedes(_ left: Waiting, _ right: Waiting) -> Bool {
            (left.rank, left.sequence) < (right.rank, right.sequence)
        }

        /// Adds a run, now and then far ahead or somewhat behind; nil where its number is taken.
        mutating func add(
            _ run: Int32, _ cases: inout CaseGenerator, gap: ClosedRange<Int>, ranks: ClosedRange<Int>
        ) -> Waiting? {
            next += Int64(cases.chance(2) ? cases.number(1...200_000) : cases.number(gap))
            let sequence = cases.chance(10) ? next - Int64(cases.number(0...1_000)) : next
            guard sequence >= 0, !waiting.contains(where: { $0.sequence == sequence }) else { return nil }
            let new = Waiting(rank: UInt64(cases.number(ranks)), sequence: sequence, run: run)
            waiting.append(new)
            return new
        }

        /// Takes out the one that starts next; -1: none waits.
        mutating func takeFirst() -> Int32 {
            let first = first
            waiting.removeAll { $0 == first }
            return first?.run ?? -1
        }
    }

    @Test("Priority, then release number, whatever is put in, taken out and removed", arguments: 0..<25)
    func byPriority(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var queue = ReadyQueues(lanes: 3)
        var naive = Naive()
        for step in 0..<4_000 {
            switch cases.number(0...9) {
            case 0...4:
                guard let new = naive.add(Int32(step), &cases, gap: 1...5, ranks: 0...3) else { continue }
                queue.insert(new.run, lane: 1, priority: UInt8(new.rank), sequence: new.sequence)
            case 5...8:
                #expect(queue.first(in: 1) == naive.first?.run)
                #expect(queue.popFirst(in: 1) == naive.takeFirst())
            default:
                guard !naive.waiting.isEmpty else { continue }
                let victim = cases.pick(naive.waiting)
                let removed = queue.remove(lane: 1, priority: UInt8(victim.rank), sequence: victim.sequence)
                #expect(removed)
                let again = queue.remove(lane: 1, priority: UInt8(victim.rank), sequence: victim.sequence)
                #expect(!again)
                naive.waiting.removeAll { $0 == victim }
            }
            #expect(queue.count(in: 1) == naive.waiting.count)
            #expect(queue.count(in: 0) == 0 && queue.count(in: 2) == 0)
        }
    }

    @Test("Taken out a word at a time, the order is the same", arguments: 0..<25)
    func byWord(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var queue = ReadyQueues(lanes: 2)
        var naive = Naive()
        for step in 0..<2_000 {
            if cases.chance(70) {
                guard let new = naive.add(Int32(step), &cases, gap: 1...3, ranks: 0...1) else { continue }
                queue.insert(new.run, lane: 1, priority: UInt8(new.rank), sequence: new.sequence)
            } else if let word = queue.firstWord(in: 1) {
                naive.waiting.sort(by: Naive.precedes)
                var left = word.bits
                let most = cases.number(1...64)
                var taken: [Int32] = []
                while left != 0, taken.count < most {
                    taken.append(word.runs[left.trailingZeroBitCount])
                    left &= left - 1
                }
                #expect(taken == naive.waiting.prefix(taken.count).map(\.run))
                queue.remove(word.bits & ~left, taken.count, in: 1)
                naive.waiting.removeFirst(taken.count)
            } else {
                #expect(queue.popFirst(in: 1) == naive.takeFirst())
            }
            #expect(queue.count(in: 1) == naive.waiting.count)
        }
    }

    @Test("A run that stays back while a million pass keeps its turn")
    func straggler() {
        var queue = ReadyQueues(lanes: 3)
        queue.insert(7, lane: 0, priority: 2, sequence: 3)
        for sequence in 10..<1_000_000 as Range<Int64> {
            queue.insert(Int32(sequence), lane: 0, priority: 2, sequence: sequence)
            if sequence % 2 == 0 { _ = queue.remove(lane: 0, priority: 2, sequence: sequence - 1) }
            _ = queue.remove(lane: 0, priority: 2, sequence: sequence)
        }
        #expect(queue.popFirst(in: 0) == 7)
    }

    @Test("Longest path, then release number", arguments: 0..<25)
    func byPath(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var queue = KeyedReadyQueue()
        var naive: [Waiting] = []
        for step in 0..<2_000 {
            if cases.chance(55) {
                let key = UInt64(cases.number(0...20))
                queue.insert(Int32(step), key: key, sequence: Int64(step))
                naive.append(Waiting(rank: key, sequence: Int64(step), run: Int32(step)))
            } else if cases.chance(80) {
                let first = naive.min { ($1.rank, $0.sequence) < ($0.rank, $1.sequence) }
                #expect(queue.popFirst() == first?.run)
                naive.removeAll { $0 == first }
            } else if !naive.isEmpty {
                let victim = cases.pick(naive)
                let removed = queue.remove(key: victim.rank, sequence: victim.sequence)
                #expect(removed)
                naive.removeAll { $0 == victim }
            }
            #expect(queue.count == naive.count)
        }
    }
}
