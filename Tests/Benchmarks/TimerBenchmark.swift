import BenchmarkPeers
import BenchmarkSupport
import SchedulerCore
import SchedulerSimulation

/// One whole cycle of many timers: insert all, re-arm half, cancel a quarter, let the others expire in small advances.
struct TimerBenchmark {
    private let count: Int
    private let keys: [Int64]
    /// New keys, in the order in which timers are re-armed: fetching them is not what is measured.
    private let laterKeys: [Int64]
    private let shuffled: [Int32]
    private let advances = 10_000
    private let span: Int64 = 1_000_000_000_000

    init(count: Int) {
        var random = SplitMix64(seed: 1)
        self.count = count
        let span = UInt64(span)
        keys = (0..<count).map { _ in 1 + Int64(random.next(through: span - 1)) }
        laterKeys = (0..<count).map { _ in 1 + Int64(random.next(through: span - 1)) }
        shuffled = shuffledNumbers(count, &random)
    }

    func run() {
        var hashes: Set<UInt64> = []
        let phases = [("insert", count), ("re-arm", count / 2), ("cancel", count / 4), ("expire", count - count / 4)]
        compare(
            "\(count) timers, wheel against binary heap in C", phases: phases, ours: { wheel(&hashes) },
            peer: { heap(&hashes) })
        print("  same order: \(hashes.count == 1 ? "yes" : "NO")")
    }

    private func wheel(_ hashes: inout Set<UInt64>) -> [Double] {
        var wheel = TimerWheel()
        let insert = nanoseconds {
            for timer in 0..<count { wheel.arm(Int32(truncatingIfNeeded: timer), at: keys[timer]) }
        }
        let move = nanoseconds {
            for (place, timer) in shuffled.prefix(count / 2).enumerated() {
                wheel.arm(timer, at: laterKeys[place])
            }
        }
        let cancel = nanoseconds {
            for timer in shuffled.suffix(count / 4) { wheel.cancel(timer) }
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var due: [(key: Int64, timer: Int32)] = []
        let expire = nanoseconds {
            for advance in 1...advances {
                due.removeAll(keepingCapacity: true)
                wheel.advance(to: span / Int64(advances) * Int64(advance), due: &due)
                for fired in due { hash = hashed(hash, fired.timer) }
            }
        }
        hashes.insert(hash)
        return [insert, move, cancel, expire]
    }

    private func heap(_ hashes: inout Set<UInt64>) -> [Double] {
        let heap = timer_heap_new(Int32(count))
        defer { timer_heap_free(heap) }
        let insert = nanoseconds {
            for timer in 0..<count { timer_heap_insert(heap, Int32(truncatingIfNeeded: timer), keys[timer]) }
        }
        let move = nanoseconds {
            for (place, timer) in shuffled.prefix(count / 2).enumerated() {
                timer_heap_move(heap, timer, laterKeys[place])
            }
        }
        let cancel = nanoseconds {
            for timer in shuffled.suffix(count / 4) { timer_heap_cancel(heap, timer) }
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let expire = nanoseconds {
            for advance in 1...advances {
                hash = timer_heap_advance(heap, span / Int64(advances) * Int64(advance), hash)
            }
        }
        hashes.insert(hash)
        return [insert, move, cancel, expire]
    }
}

/// The numbers below `count` in random order (Fisher & Yates 1938).
func shuffledNumbers(_ count: Int, _ random: inout SplitMix64) -> [Int32] {
    var numbers = (0..<Int32(count)).map { $0 }
    for index in stride(from: count - 1, to: 0, by: -1) {
        numbers.swapAt(index, Int(random.next(through: UInt64(index))))
    }
    return numbers
}
