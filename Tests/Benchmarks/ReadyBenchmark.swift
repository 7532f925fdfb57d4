import BenchmarkPeers
import SchedulerCore
import SchedulerSimulation

/// A million runs released at once and then started, in order and in random order, and a queue that stays short.
struct ReadyBenchmark {
    private let count: Int
    private let priorities: [UInt8]
    private let inOrder: [Int32]
    private let shuffled: [Int32]
    private let held = 1000

    init(count: Int) {
        var random = SplitMix64(seed: 2)
        self.count = count
        priorities = (0..<count).map { _ in UInt8(random.next(through: 3)) }
        inOrder = (0..<Int32(count)).map { $0 }
        shuffled = shuffledNumbers(count, &random)
    }

    func run() {
        var hashes: Set<UInt64> = []
        let phases = [
            ("in order", count), ("random order", count), ("\(held) held", count),
        ]
        compare(
            "\(count) runs inserted and popped, bitmaps against binary heap in C", phases: phases,
            ours: { [ours(inOrder, count, &hashes), ours(shuffled, count, &hashes), ours(inOrder, held, &hashes)] },
            peer: { [peer(inOrder, count, &hashes), peer(shuffled, count, &hashes), peer(inOrder, held, &hashes)] })
        // All at once gives one order, however inserted; a short queue another.
        print("  same order: \(hashes.count == 2 ? "yes" : "NO")")
        compare(
            "by remaining path, heap of four against binary heap in C", phases: [("random order", count)],
            ours: { [keyed()] }, peer: { [peer(shuffled, count, &hashes)] })
    }

    private func ours(_ order: [Int32], _ held: Int, _ hashes: inout Set<UInt64>) -> Double {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let elapsed = nanoseconds {
            var queue = ReadyQueue()
            for run in order {
                if queue.count == held { hash = hashed(hash, queue.popFirst() ?? -1) }
                queue.insert(run, priority: priorities[Int(run)], sequence: Int64(run))
            }
            while let run = queue.popFirst() { hash = hashed(hash, run) }
        }
        hashes.insert(hash)
        return elapsed
    }

    private func peer(_ order: [Int32], _ held: Int, _ hashes: inout Set<UInt64>) -> Double {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let elapsed = nanoseconds {
            let heap = ready_heap_new(Int32(count))
            defer { ready_heap_free(heap) }
            var waiting = 0
            for run in order {
                if waiting == held {
                    hash = hashed(hash, ready_heap_pop(heap))
                    waiting -= 1
                }
                ready_heap_insert(heap, run, UInt64(priorities[Int(run)]), Int64(run))
                waiting += 1
            }
            while waiting > 0 {
                hash = hashed(hash, ready_heap_pop(heap))
                waiting -= 1
            }
        }
        hashes.insert(hash)
        return elapsed
    }

    private func keyed() -> Double {
        nanoseconds {
            var queue = KeyedReadyQueue()
            for run in shuffled { queue.insert(run, key: UInt64(3 - priorities[Int(run)]), sequence: Int64(run)) }
            while queue.popFirst() != nil {}
        }
    }
}
