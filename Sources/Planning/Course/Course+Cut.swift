import SchedulerCore

extension Course {
    /// Goes back to the first `count` records, all of them the session's.
    ///
    /// Every list is in order of time: it is cut at the instant of the last record that stays, and the session's records
    /// of that instant are read again. Costs O(tasks log runs) and the records of one instant, not the way back. `past`
    /// are the session's records.
    package mutating func rewind(to count: Int, past: ArraySlice<TraceRecord>) {
        defer { foretold = [] }
        guard count < seenCount else {
            // The forecast has happened meanwhile.
            pastCount = seenCount
            return
        }
        forgetEstimates()
        if let limit = past[..<count].last?.time { cut(at: limit, past: past[..<count]) } else { removeAll() }
        while pastCount < count {
            append(past[pastCount])
            pastCount += 1
        }
        let last = launches.last
        if shownLaunch.map({ $0 >= launches.count || launches[$0].firstFrame == nil }) ?? (last != nil) {
            shownLaunch = nil
            unlimitedBound = nil
        }
        horizon = .zero
    }

    private mutating func removeAll() {
        let folded = foldedCount
        self = Course(taskCount: runs.count, laneCount: laneTurns.count)
        foldedCount = folded + 1
    }

    /// Removes everything from `limit` on.
    private mutating func cut(at limit: Instant, past: ArraySlice<TraceRecord>) {
        foldedCount += 1
        pastCount = past.partitionPoint { $0.time >= limit }
        seenCount = pastCount
        events.cut { $0.time >= limit }
        states.cut { $0.time >= limit }
        orders.cut { $0.time >= limit }
        warnings.cut { $0.time >= limit }
        launches.cut { $0.start >= limit }
        if let last = launches.indices.last, let frame = launches[last].firstFrame, frame >= limit {
            launches[last].firstFrame = nil
            launches[last].frameRecord = nil
        }
        for lane in laneTurns.indices {
            let kept = laneTurns[lane].partitionPoint { start(of: $0) >= limit }
            laneTurns[lane].removeSubrange(kept...)
        }
        for offset in runs.indices { cutRuns(offset, at: limit) }
        // The order does not matter: marks are independent.
        firstMarks = firstMarks.filter { $0.value.time < limit }
        faults = faults.filter { $0.value.time < limit }
        for task in marks.filter({ ($0.value.last?.time ?? limit) >= limit }).keys {
            marks[task]?.cut { $0.time >= limit }
            if marks(of: task).isEmpty { marks[task] = nil }
        }
    }

    private mutating func cutRuns(_ offset: Int, at limit: Instant) {
        guard let last = runs[offset].last, last.isTouched(from: limit) else { return }
        runs[offset].cut { $0.released >= limit }
        // One run may be running and one waiting behind it: only the last two can extend past the limit.
        for place in runs[offset].indices.suffix(2) {
            runs[offset][place].cut(at: limit)
        }
    }
}

extension Course.Run {
    /// Whether any part of it is at or after an instant, or still to come.
    fileprivate func isTouched(from limit: Instant) -> Bool {
        guard released < limit, let end else { return true }
        return end >= limit || ready == nil
    }

    /// Removes what is at or after an instant; an attempt that ends then is open again.
    fileprivate mutating func cut(at limit: Instant) {
        while let last = attempts.last, last.start >= limit { attempts.removeLast() }
        if let last = attempts.indices.last, let end = attempts[last].end, end >= limit {
            attempts[last].end = nil
            attempts[last].outcome = nil
        }
        if !(attempts.first.map { $0.end != nil } ?? false) { ready = nil }
        if let time = skipped, time >= limit { skipped = nil }
    }
}

extension Array {
    /// Drops everything from the first element for which `isLater` is true, in an array partitioned by it.
    fileprivate mutating func cut(where isLater: (Element) -> Bool) {
        let count = partitionPoint(where: isLater)
        if count < self.count { removeSubrange(count...) }
    }
}
