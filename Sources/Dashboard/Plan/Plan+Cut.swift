import SchedulerCore

extension Plan {
    /// Takes back everything after the instant of the session's record number `count - 1`, or everything where that is
    /// none; what stands at that instant behind the record is left for taking back one by one.
    ///
    /// Every list is in order of time, so this costs O(tasks log runs) and not the way back. `past` are the session's
    /// records that the plan has seen.
    mutating func cut(to count: Int, past: ArraySlice<TraceRecord>) {
        guard count > 0 else {
            let folded = foldedCount
            self = Plan(taskCount: runs.count, laneCount: laneTurns.count)
            foldedCount = folded
            return
        }
        let limit = past[count - 1].time
        guard past[pastCount - 1].time > limit else { return }
        tail = []
        pastCount = Plan.firstRecord(after: limit, in: past[..<pastCount])
        seenCount = pastCount
        events.cut { $0.time > limit }
        states.cut { $0.time > limit }
        orders.cut { $0.time > limit }
        warnings.cut { $0.time > limit }
        launches.cut { $0.start > limit }
        if let last = launches.indices.last, let frame = launches[last].firstFrame, frame > limit {
            launches[last].firstFrame = nil
            launches[last].frameRecord = nil
        }
        for lane in laneTurns.indices {
            let kept = laneTurns[lane].partitionPoint { start(of: $0) > limit }
            laneTurns[lane].removeSubrange(kept...)
        }
        for offset in runs.indices { cut(TaskID(offset), at: limit) }
    }

    private static func firstRecord(after limit: Instant, in past: ArraySlice<TraceRecord>) -> Int {
        var (low, high) = (past.startIndex, past.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if past[middle].time > limit { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private mutating func cut(_ task: TaskID, at limit: Instant) {
        let offset = task.offset
        marks[offset].cut { $0.time > limit }
        if let first = firstMarks[task], first.time > limit { firstMarks[task] = nil }
        if let fault = faults[task], fault.time > limit { faults[task] = nil }
        guard let last = runs[offset].last, last.isTouched(after: limit) else { return }
        runs[offset].cut { $0.released > limit }
        // One may run and one wait behind it: only the last two can reach over the limit.
        for place in runs[offset].indices.suffix(2) {
            runs[offset][place].cut(at: limit)
        }
    }

    /// Looks for the first attempt that went wrong, after the one known was taken back.
    mutating func forgetFault(of task: TaskID, at time: Instant) {
        for run in runs[task.offset] {
            for attempt in run.attempts {
                switch attempt.outcome {
                case nil, .success, .cancelled: continue
                case .fail, .critical, .timedOut: return
                }
            }
        }
        faults[task] = nil
    }
}

extension Plan.Run {
    /// Whether anything of it lies after an instant, or is still to come.
    fileprivate func isTouched(after limit: Instant) -> Bool {
        guard released <= limit, let end else { return true }
        return end > limit || ready == nil
    }

    /// Takes back what lies after an instant; an attempt that ends after it is open again.
    fileprivate mutating func cut(at limit: Instant) {
        while let last = attempts.last, last.start > limit { attempts.removeLast() }
        if let last = attempts.indices.last, let end = attempts[last].end, end > limit {
            attempts[last].end = nil
            attempts[last].outcome = nil
        }
        if !(attempts.first.map { $0.end != nil } ?? false) { ready = nil }
        if let time = skipped, time > limit { skipped = nil }
    }
}

extension Array {
    /// Drops everything from the first element that is `isLater` on, in an array parted by it.
    fileprivate mutating func cut(where isLater: (Element) -> Bool) {
        let count = partitionPoint(where: isLater)
        if count < self.count { removeSubrange(count...) }
    }
}
