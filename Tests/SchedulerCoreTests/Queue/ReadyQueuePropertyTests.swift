import Testing

@testable import SchedulerCore

/// The plainest queue: an array in the stated order.
private struct SortedRuns {
    struct Run: Equatable {
        var rank: UInt64
        var sequence: Int64
        var payload: Int32
    }
    var runs: [Run] = []

    mutating func insert(_ run: Run) {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            let other = runs[middle]
            if (other.rank, other.sequence) < (run.rank, run.sequence) { low = middle + 1 } else { high = middle }
        }
        runs.insert(run, at: low)
    }
}

/// Draws release numbers as a session issues them: rising, but inserted late, in any order, and again after removal.
private struct SequenceSource {
    var held: [Int64] = []
    var next: Int64 = 0

    mutating func draw(_ random: inout TestRandom) -> Int64 {
        if !held.isEmpty, random.next(3) == 0 { return held.remove(at: random.next(held.count)) }
        let jumps: [Int64] = [1, 1, 1, 2, 63, 511, 512, 40_000, 300_000]
        next += jumps[random.next(random.next(4) == 0 ? jumps.count : 3)]
        if random.next(4) == 0 {
            held.append(next)
            next += 1
        }
        return next
    }
}

@Suite struct ReadyQueuePropertyTests {
    @Test(arguments: 0..<25)
    func equalsASortedArray(seed: Int) {
        var random = TestRandom(seed: seed + 1)
        var queue = ReadyQueue()
        var model = SortedRuns()
        var source = SequenceSource()
        for step in 0..<8000 {
            let action = random.next(20)
            if action < (step / 1000 % 2 == 0 ? 12 : 5) {
                let sequence = source.draw(&random)
                let priority = UInt8(random.next(4))
                queue.insert(Int32(step), priority: priority, sequence: sequence)
                model.insert(.init(rank: UInt64(priority), sequence: sequence, payload: Int32(step)))
            } else if action < 15, !model.runs.isEmpty {
                let run = model.runs.remove(at: random.next(model.runs.count))
                let removed = queue.remove(priority: UInt8(run.rank), sequence: run.sequence)
                let again = queue.remove(priority: UInt8(run.rank), sequence: run.sequence)
                #expect(removed && !again)
                source.held.append(run.sequence)
            } else {
                // The first stays a while, as a long-lived old entry.
                let popped = random.next(3) == 0 ? queue.popFirst() : nil
                if let popped { #expect(popped == model.runs.removeFirst().payload) }
            }
            let first = queue.first.map {
                SortedRuns.Run(rank: UInt64($0.priority), sequence: $0.sequence, payload: $0.payload)
            }
            guard first == model.runs.first, queue.count == model.runs.count else {
                Issue.record("step \(step): \(String(describing: first)), \(queue.count)")
                return
            }
        }
        while let popped = queue.popFirst() { #expect(popped == model.runs.removeFirst().payload) }
        #expect(model.runs.isEmpty && queue.isEmpty)
    }

    @Test(arguments: 0..<25)
    func keyedEqualsASortedArray(seed: Int) {
        var random = TestRandom(seed: seed + 1)
        var queue = KeyedReadyQueue()
        var model = SortedRuns()
        var source = SequenceSource()
        for step in 0..<8000 {
            let action = random.next(20)
            if action < (step / 1000 % 2 == 0 ? 12 : 5) {
                let sequence = source.draw(&random)
                let key = [UInt64(random.next(20)), .max - UInt64(random.next(3))][random.next(2)]
                queue.insert(Int32(step), key: key, sequence: sequence)
                model.insert(.init(rank: ~key, sequence: sequence, payload: Int32(step)))
            } else if action < 15, !model.runs.isEmpty {
                let run = model.runs.remove(at: random.next(random.next(2) == 0 ? 1 : model.runs.count))
                let removed = queue.remove(key: ~run.rank, sequence: run.sequence)
                let again = queue.remove(key: ~run.rank, sequence: run.sequence)
                #expect(removed && !again)
                source.held.append(run.sequence)
            } else if let popped = queue.popFirst() {
                #expect(popped == model.runs.removeFirst().payload)
            }
            let first = queue.first.map {
                SortedRuns.Run(rank: ~$0.key, sequence: $0.sequence, payload: $0.payload)
            }
            guard first == model.runs.first, queue.count == model.runs.count else {
                Issue.record("step \(step): \(String(describing: first)), \(queue.count)")
                return
            }
        }
        while let popped = queue.popFirst() { #expect(popped == model.runs.removeFirst().payload) }
        #expect(model.runs.isEmpty && queue.isEmpty)
    }

    @Test func anOldEntryDoesNotHoldPayloadsOfLaterOnes() {
        var pages = SequencePages()
        pages.insert(5, 1)
        for sequence in Int64(10)..<1_000_000 {
            pages.insert(sequence, 2)
            if sequence >= 20 {
                let removed = pages.remove(sequence - 10)
                if !removed { Issue.record("\(sequence - 10) is lost") }
            }
        }
        #expect(pages.bytesHeld < 64_000)
        #expect(pages.first?.sequence == 5)
        #expect(pages.count == 11)
    }

    @Test func aSlidingQueueDoesNotGrow() {
        var pages = SequencePages()
        for sequence in Int64(0)..<1_000_000 {
            pages.insert(sequence, Int32(truncatingIfNeeded: sequence))
            if sequence >= 1000 { _ = pages.popFirst() }
        }
        #expect(pages.bytesHeld < 64_000)
        #expect(pages.first?.sequence == 999_000)
    }

    @Test func fallingAndFarNumbersAreFound() {
        var pages = SequencePages()
        for sequence in stride(from: Int64(200_000), through: 0, by: -7) { pages.insert(sequence, 1) }
        pages.insert(90_000_000, 2)
        var previous: Int64 = -1
        while let first = pages.first {
            #expect(first.sequence > previous)
            previous = first.sequence
            _ = pages.popFirst()
        }
        #expect(previous == 90_000_000)
    }
}
