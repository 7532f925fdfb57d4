import SchedulerSimulation

/// Brings runs of foreign traces into the order and form of a launch.
extension RecordedLaunch {
    /// Times that are this close together count as one: 1/500 of the launch, but no more than its source's precision.
    var tolerance: Int64 { min(length / 500, precision) }

    /// What is so close together counts as one run behind the other, without a wait between them: of slices, whose lengths are
    /// recorded, only what their clocks cannot tell apart.
    var seam: Int64 { isSliced ? min(tolerance, Self.clock) : tolerance }

    /// A clock counts microseconds, in nanoseconds.
    private static let clock: Int64 = 1000

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
        // Of runs that take no time, and begin in the same instant, one may come after a later one.
        sortByEdges()
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
        if run.start <= seam, run.after.isEmpty { return 0 }
        if run.after.isEmpty, run.isInstant || !lanes[run.lane].isThread { return run.start }
        var start = run.start
        let waited = run.after.map { runs[$0].end }.max() ?? .min
        if waited != .min, isClose(waited, to: start) { return min(waited, length) }
        guard lanes[run.lane].isThread else { return run.start }
        if run.isQueued { return min(nearest(of: ends, to: start, besides: run.end) ?? start, run.end) }
        var behind = ends.partitionPoint { $0 > start + tolerance || $0 > run.end }
        // The run's own end is among them if it is short.
        while behind > 0, ends[behind - 1] > run.start, ends[behind - 1] == run.end { behind -= 1 }
        if behind > 0, isClose(ends[behind - 1], to: start) { start = ends[behind - 1] }
        return min(start, run.end)
    }

    /// Whether a run that starts at an instant begins where another one ended: what is between them is its own.
    private func isClose(_ end: Int64, to start: Int64) -> Bool {
        end > start ? end - start <= tolerance : start - end <= seam
    }

    /// The end nearest to the start of a run that waited for a free job: that one freed it. What ended after the start, by
    /// more than the times are rounded, did not.
    private func nearest(of ends: [Int64], to start: Int64, besides own: Int64) -> Int64? {
        let place = ends.partitionPoint { $0 > start }
        let before = place > 0 ? ends[place - 1] : nil
        let next = ends[place...].first { $0 != own }.flatMap { $0 - start <= rounding ? $0 : nil }
        let found = [before, next].compactMap { $0 }.min { abs($0 - start) < abs($1 - start) }
        return found.flatMap { abs($0 - start) <= tolerance ? $0 : nil }
    }

    /// Sorts the runs by their starts and ends.
    mutating func sortRuns() {
        let order = runs.indices.sorted {
            (runs[$0].start, runs[$0].end, $0) < (runs[$1].start, runs[$1].end, $1)
        }
        var places = [Int](repeating: 0, count: runs.count)
        for (place, index) in order.enumerated() { places[index] = place }
        runs = order.map { index in
            var run = runs[index]
            run.after = run.after.map { places[$0] }
            run.assumed = run.assumed.map { places[$0] }
            return run
        }
    }

    /// Puts each run after its predecessors, and leaves the others in their order; an edge that closes a cycle is left out.
    mutating func sortByEdges() {
        var order: [Int] = []
        var state = [UInt8](repeating: 0, count: runs.count)
        for root in runs.indices where state[root] == 0 {
            var stack = [(run: root, next: 0)]
            state[root] = 1
            while let top = stack.last {
                if top.next < runs[top.run].after.count {
                    stack[stack.count - 1].next += 1
                    let other = runs[top.run].after[top.next]
                    if state[other] == 0 {
                        state[other] = 1
                        stack.append((other, 0))
                    }
                } else {
                    state[top.run] = 2
                    order.append(top.run)
                    stack.removeLast()
                }
            }
        }
        var places = [Int](repeating: 0, count: runs.count)
        for (place, index) in order.enumerated() { places[index] = place }
        runs = order.enumerated().map { place, index in
            var run = runs[index]
            run.after = run.after.map { places[$0] }.filter { $0 < place }
            run.assumed = run.assumed.map { places[$0] }
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
        notes.append("The \(words.whole) takes longer than ten years: what comes later is left out.")
    }
}

extension RecordedLaunch {
    /// Leaves out what a choice leaves out, for formats that are no slices; returns what is wrong with it.
    mutating func cut(_ choice: ImportChoice, _ format: ImportFormat) -> String? {
        switch format {
        case .chrome, .perfetto, .xctrace: return nil
        case .ndjson, .dot:
            return choice.isWhole ? nil : "--process, --thread, --from and --until do not apply to this format"
        case .otlp, .systemd, .cargo: break
        }
        guard choice.process == nil, choice.thread == nil else { return "this format has no processes and threads" }
        guard choice.from != nil || choice.until != nil || choice.last != nil else { return nil }
        var (from, until) = (max(0, choice.from ?? 0), min(length, choice.until ?? length))
        var last: Int?
        if let wanted = choice.last {
            let all = runs.lazy.filter { $0.end >= from && $0.end <= until }.map { (name: $0.name, end: $0.end) }
            do throws(WrongChoice) {
                let named = try ImportChoice.first(named: wanted, "task", among: all)
                last = runs.firstIndex { $0.end == named.end && $0.name.utf8.elementsEqual(named.name.utf8) }
                (until, words.end) = (named.end, UniqueNames.fit(named.name))
            } catch {
                return error.message
            }
        }
        from = min(from, until)
        let kept = runs.indices.filter { runs[$0].end > from && runs[$0].start < until || $0 == last }
        guard from < until, !kept.isEmpty else { return "nothing runs in the chosen stretch" }
        var places: [Int: Int] = [:]
        for (place, index) in kept.enumerated() { places[index] = place }
        runs = kept.map { index in
            var run = runs[index]
            // What goes on after the task that the launch ends with did not hold it up.
            run.isCut = run.isCut || last != nil && run.end > until
            (run.start, run.end) = (max(run.start, from) - from, min(run.end, until) - from)
            run.after = run.after.compactMap { places[$0] }
            return run
        }
        (length, events) = (until - from, (0, until - from))
        return nil
    }
}
