import Dispatch
import Synchronization

/// Computes many results on all cores, in the order of their numbers, whichever core is faster.
enum ParallelRuns {
    /// The results of `work` for 0 ..< count. Each depends on its number alone.
    static func map<Result: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Result) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let result = work(number)
            results.withLock { $0[number] = result }
        }
        return results.withLock { $0 }.compactMap { $0 }
    }
}
