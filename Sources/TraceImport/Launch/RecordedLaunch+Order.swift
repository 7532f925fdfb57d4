/// Brings runs of foreign traces into the order and form of a launch.
extension RecordedLaunch {
    /// Times that are this close together count as one: 1/500 of the launch.
    var tolerance: Int64 { length / 500 }

    /// Sorts the runs by their starts, and moves a start that is only a moment after another run's end onto it: what
    /// lies between two tasks on a thread is the second one's own.
    mutating func putInOrder() {
        sortRuns()
        guard !isExact else { return }
        var ends = Array(repeating: [Int64](), count: lanes.count)
        for run in runs where run.end != .max { ends[run.lane].append(run.end) }
        for lane in ends.indices { ends[lane].sort() }
        for index in runs.indices {
            let start = snapped(runs[index], ends: ends[runs[index].lane])
            runs[index].start = start
            runs[index].end = max(runs[index].end, start)
        }
        sortRuns()
        for index in runs.indices {
            let start = runs[index].start
            let after = runs[index].after.filter { runs[$0].end <= start }
            runs[index].after = after
        }
        clearMain()
    }

    /// Moves runs that overlap on the main thread to another lane: lane main has one place.
    private mutating func clearMain() {
        var (free, beside) = (Int64.min, -1)
        for index in runs.indices where runs[index].lane == 0 {
            if runs[index].start >= free {
                free = runs[index].end
                continue
            }
            if beside < 0 {
                beside = lanes.count
                lanes.append(Lane("beside main", isThread: false))
            }
            runs[index].lane = beside
        }
    }

    /// The start of a run, moved onto the end of the run before it if only a moment is between them.
    private func snapped(_ run: Run, ends: [Int64]) -> Int64 {
        if run.start <= tolerance, run.after.isEmpty { return 0 }
        var start = run.start
        let waited = run.after.map { runs[$0].end }.max() ?? .min
        if waited != .min, abs(waited - start) <= tolerance { return min(waited, length) }
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= start + tolerance, ends[middle] <= run.end { low = middle + 1 } else { high = middle }
        }
        // The run's own end is among them if it is short.
        while low > 0, ends[low - 1] > run.start, ends[low - 1] == run.end { low -= 1 }
        if low > 0, abs(ends[low - 1] - start) <= tolerance { start = ends[low - 1] }
        return min(start, run.end)
    }

    private mutating func sortRuns() {
        let order = runs.indices.sorted {
            (runs[$0].start, runs[$0].end, $0) < (runs[$1].start, runs[$1].end, $1)
        }
        var places = [Int](repeating: 0, count: runs.count)
        for (place, index) in order.enumerated() { places[index] = place }
        runs = order.map { index in
            var run = runs[index]
            run.after = run.after.map { places[$0] }
            return run
        }
    }
}

extension RecordedLaunch {
    /// Cuts off a launch that takes longer than a scenario may.
    mutating func limit(to limit: Int64) {
        guard length > limit else { return }
        length = limit
        events = (min(events.didFinish, limit), min(events.didBecomeActive, limit))
        for index in runs.indices {
            runs[index].start = min(runs[index].start, limit)
            if runs[index].end != .max { runs[index].end = min(runs[index].end, limit) }
            runs[index].ready = runs[index].ready.map { min($0, limit) }
            for attempt in runs[index].attempts.indices {
                runs[index].attempts[attempt].start = min(runs[index].attempts[attempt].start, limit)
                if runs[index].attempts[attempt].end != .max {
                    runs[index].attempts[attempt].end = min(runs[index].attempts[attempt].end, limit)
                }
            }
        }
        notes.append("The launch takes longer than ten years: what comes later is left out.")
    }
}
