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

    @Test("Priority, then release number, whatever is put in, taken out and removed", arguments: 0..<25)
    func byPriority(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var queue = ReadyQueues(lanes: 3)
        var naive: [Waiting] = []
        var next: Int64 = 0
        for step in 0..<4_000 {
            switch cases.number(0...9) {
            case 0...4:
                next += Int64(cases.chance(2) ? cases.number(1...200_000) : cases.number(1...5))
                let sequence = cases.chance(10) ? next - Int64(cases.number(0...1_000)) : next
                guard sequence >= 0, !naive.contains(where: { $0.sequence == sequence }) else { continue }
                let priority = UInt8(cases.number(0...3))
                queue.insert(Int32(step), lane: 1, priority: priority, sequence: sequence)
                naive.append(Waiting(rank: UInt64(priority), sequence: sequence, run: Int32(step)))
            case 5...8:
                let first = naive.min { ($0.rank, $0.sequence) < ($1.rank, $1.sequence) }
                #expect(queue.first(in: 1) == first?.run)
                #expect(queue.popFirst(in: 1) == first?.run ?? -1)
                naive.removeAll { $0 == first }
            default:
                guard !naive.isEmpty else { continue }
                let victim = cases.pick(naive)
                let removed = queue.remove(lane: 1, priority: UInt8(victim.rank), sequence: victim.sequence)
                #expect(removed)
                let again = queue.remove(lane: 1, priority: UInt8(victim.rank), sequence: victim.sequence)
                #expect(!again)
                naive.removeAll { $0 == victim }
            }
            #expect(queue.count(in: 1) == naive.count)
            #expect(queue.count(in: 0) == 0 && queue.count(in: 2) == 0)
        }
    }

    @Test("Taken out a word at a time, the order is the same", arguments: 0..<25)
    func byWord(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        var queue = ReadyQueues(lanes: 2)
        var naive: [Waiting] = []
        var next: Int64 = 0
        for step in 0..<2_000 {
            if cases.chance(70) {
                next += Int64(cases.chance(2) ? cases.number(1...200_000) : cases.number(1...3))
                let sequence = cases.chance(10) ? next - Int64(cases.number(0...1_000)) : next
                guard sequence >= 0, !naive.contains(where: { $0.sequence == sequence }) else { continue }
                let priority = UInt8(cases.number(0...1))
                queue.insert(Int32(step), lane: 1, priority: priority, sequence: sequence)
                naive.append(Waiting(rank: UInt64(priority), sequence: sequence, run: Int32(step)))
            } else if let word = queue.firstWord(in: 1) {
                naive.sort { ($0.rank, $0.sequence) < ($1.rank, $1.sequence) }
                var left = word.bits
                let most = cases.number(1...64)
                var taken: [Int32] = []
                while left != 0, taken.count < most {
                    taken.append(word.runs[left.trailingZeroBitCount])
                    left &= left - 1
                }
                #expect(taken == naive.prefix(taken.count).map(\.run))
                queue.remove(word.bits & ~left, taken.count, in: 1)
                naive.removeFirst(taken.count)
            } else {
                let first = naive.min { ($0.rank, $0.sequence) < ($1.rank, $1.sequence) }
                #expect(queue.popFirst(in: 1) == first?.run ?? -1)
                naive.removeAll { $0 == first }
            }
            #expect(queue.count(in: 1) == naive.count)
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
