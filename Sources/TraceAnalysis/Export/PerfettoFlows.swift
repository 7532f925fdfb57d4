import SchedulerCore
import TraceFormat

/// Which attempt waited for which. Each edge has a number, and an attempt needs those of its outgoing edges before
/// they are known, so they are collected in a pass of their own.
struct PerfettoFlows: AttemptReader {
    /// By edge: the record with which the first attempt ended.
    private var sources: [Int32] = []
    /// Edges by their source.
    private var order: [Int32] = []
    private var next = 0

    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        for cause in causes { sources.append(Int32(truncatingIfNeeded: cause.finishRecord)) }
    }

    mutating func take(_ record: TraceRecord, number: Int, process: Int32) {}

    mutating func sort() {
        let sources = sources
        order = sources.indices.map { Int32($0) }
        order.sort { left, right in
            let (first, second) = (sources[Int(left)], sources[Int(right)])
            return first != second ? first < second : left < right
        }
    }

    /// The outgoing edges of an attempt.
    func outgoing(of attempt: Attempt) -> ArraySlice<Int32> {
        guard attempt.isFinished else { return [] }
        let record = Int32(truncatingIfNeeded: attempt.finishRecord)
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if sources[Int(order[middle])] < record { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < order.count, sources[Int(order[end])] == record { end += 1 }
        return order[low..<end]
    }

    /// The edges of the next attempt with this many causes.
    mutating func incoming(_ count: Int) -> Range<Int> {
        defer { next += count }
        return next..<(next + count)
    }
}
