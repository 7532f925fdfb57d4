import TraceAnalysis

/// What the runs of a foreign trace probably waited for, where it states nothing.
///
/// A run that begins later than its event, its stated predecessors and its lane explain is assumed to have waited for the run
/// that ended last before. Of those that ended in the same moment it is one of the same part (the children of one span),
/// else of its own thread, else of its process. Of slices it is another one that ended before, if the chain behind that leaves
/// much less time unexplained: what ticks at all times started nothing. What is left between the two is a wait that nothing explains; if it is
/// shorter than a moment, it counts as part of the run.
struct AssumedPredecessors {
    /// How many runs that ended in one moment are compared.
    private static let compared = 256

    private let tolerance: Int64
    private let seam: Int64
    private let isBoot: Bool
    /// The runs by their ends, and these ends.
    private let byEnd: [Int]
    private let ends: [Int64]
    private var lanes: [LaneOccupancy]
    /// For each run, how long the chain behind it waited for nothing that is known; and for each lane, its last run.
    private var unexplained: [Int64]
    private var lastRuns: [Int?]
    /// Another chain is taken if it leaves at least this much less unexplained, and hardly anything ran behind it.
    private let margin: Int64
    private let moment: Int64

    /// Gives the runs of a launch, which are in the order in which they began, their assumed predecessors. O(n log n); of
    /// slices, which are few, O(n²).
    static func find(in launch: inout RecordedLaunch) {
        guard !launch.isExact else { return }
        explainAll(in: &launch)
        if launch.isSliced, launch.divideWhatRanMeanwhile() {
            for index in launch.runs.indices { (launch.runs[index].assumed, launch.runs[index].wait) = (nil, nil) }
            explainAll(in: &launch)
        }
        launch.finishRoot()
    }

    private static func explainAll(in launch: inout RecordedLaunch) {
        var search = AssumedPredecessors(launch)
        for index in launch.runs.indices { search.explain(index, in: &launch) }
        launch.triggerDevices()
        launch.sortRuns()
    }

    private init(_ launch: RecordedLaunch) {
        (tolerance, seam, isBoot) = (launch.tolerance, launch.seam, launch.words.whole == "boot")
        byEnd = launch.runs.indices.sorted { (launch.runs[$0].end, $0) < (launch.runs[$1].end, $1) }
        ends = byEnd.map { launch.runs[$0].end }
        var intervals = Array(repeating: [(start: Int64, end: Int64)](), count: launch.lanes.count)
        for run in launch.runs { intervals[run.lane].append((run.start, run.end)) }
        lanes = intervals.map { LaneOccupancy(countingPlaces: $0) }
        unexplained = Array(repeating: 0, count: launch.runs.count)
        lastRuns = Array(repeating: nil, count: launch.lanes.count)
        (margin, moment) = (launch.length / 100, launch.length / 500)
    }

    private mutating func explain(_ index: Int, in launch: inout RecordedLaunch) {
        var run = launch.runs[index]
        let stated = run.after.max { launch.runs[$0].end < launch.runs[$1].end }
        let before = lastRuns[run.lane]
        defer {
            launch.runs[index] = run
            lastRuns[run.lane] = index
        }
        let released = stated.map { launch.runs[$0].end } ?? 0
        unexplained[index] = stated.map { unexplained[$0] } ?? 0
        let lane = launch.lanes[run.lane]
        let full = lane.isThread ? lanes[run.lane].fullSince(run.start) : nil
        let freed = lanes[run.lane].freed
        defer { lanes[run.lane].take(run.start, run.end) }
        guard run.start > released else { return }
        if let full, full <= released {
            if let before { unexplained[index] = unexplained[before] }
            return
        }
        // In a lane that was free for a moment after the release, the run would come first.
        let isHeld = full.map { $0 <= released + tolerance } ?? false
        var known = released
        if !run.statesAll || run.after.isEmpty || isHeld,
            let other = last(before: index, after: released, in: launch),
            !run.isQueued || run.start - launch.runs[other].end <= tolerance
        {
            run.assumed = other
            known = launch.runs[other].end
            unexplained[index] = unexplained[other]
        }
        guard run.start - known > (run.isInstant ? 0 : seam) else {
            // A thread that was busy up to a moment ago is still waited for.
            run.start = max(known, lane.isThread ? min(freed, run.start) : known)
            return
        }
        run.wait = run.start - known
        unexplained[index] += run.start - known
    }

    /// The run that ended last before another one began, and after an instant.
    private func last(before index: Int, after released: Int64, in launch: RecordedLaunch) -> Int? {
        let run = launch.runs[index]
        if let device = device(before: index, after: released, in: launch) { return device }
        var place = ends.partitionPoint { $0 > run.start } - 1
        var best: (rank: Int, index: Int)?
        var moment: Int64?
        for _ in 0..<Self.compared {
            guard place >= 0, ends[place] > released, ends[place] >= moment ?? .min else { break }
            let other = byEnd[place]
            place -= 1
            // One that began in the same instant, and took no time, comes before it only in this order.
            guard other < index else { continue }
            if launch.runs[other].isCut || isUnrelated(launch.runs[other], to: run) { continue }
            if moment == nil { moment = launch.runs[other].end - tolerance }
            let rank = rank(launch.runs[other], beside: run, launch)
            if rank > best?.rank ?? -1 { best = (rank, other) }
        }
        guard let last = best?.index else { return nil }
        // A device that came long before explains less than the unit that a chain of others leads to.
        let isFarDevice =
            isBoot && BootUnit.isDevice(launch.runs[last].name) && run.start - launch.runs[last].end > tolerance
        guard launch.isSliced || isFarDevice else { return last }
        let other = explaining(more: last, before: index, after: released, in: launch)
        return launch.runs[other].isSpan ? ran(during: other, before: index, in: launch) ?? other : other
    }

    /// The device for which a mount of a boot probably waited: systemd waits only for one that something needs, and this one came
    /// a moment before the mount.
    private func device(before index: Int, after released: Int64, in launch: RecordedLaunch) -> Int? {
        let start = launch.runs[index].start
        guard isBoot, BootUnit.mountsDevice(launch.runs[index].name) else { return nil }
        var place = ends.partitionPoint { $0 > start } - 1
        for _ in 0..<Self.compared {
            guard place >= 0, ends[place] > released, ends[place] >= start - moment else { return nil }
            let other = byEnd[place]
            place -= 1
            let run = launch.runs[other]
            if other < index, !run.isCut, run.end > run.start, BootUnit.isDevice(run.name) { return other }
        }
        return nil
    }

    /// The run whose chain, with the wait behind it, leaves the least unexplained, if that is much less than `last` leaves.
    private func explaining(
        more last: Int, before index: Int, after released: Int64, in launch: RecordedLaunch
    ) -> Int {
        let start = launch.runs[index].start
        func rest(_ other: Int) -> Int64 { start - launch.runs[other].end + unexplained[other] }
        var place = ends.partitionPoint { $0 > start } - 1
        var best = (rest: rest(last) - margin, index: last)
        var passed: [Int] = []
        // Behind this one, the wait alone is longer, or it covers more than a moment of work.
        while place >= 0, ends[place] > released, start - ends[place] < best.rest {
            let (other, end) = (byEnd[place], ends[place])
            place -= 1
            if isUnrelated(launch.runs[other], to: launch.runs[index]) { continue }
            if isBoot, BootUnit.isDevice(launch.runs[other].name) { continue }
            let work = passed.reduce(Int64(0)) { $0 + launch.runs[$1].end - max(end, launch.runs[$1].start) }
            guard work <= moment else { break }
            if !launch.runs[other].isSpan { passed.append(other) }
            guard other < index, !launch.runs[other].isCut, rest(other) < best.rest else { continue }
            best = (rest(other), other)
        }
        return best.index
    }

    /// The run of a thread that takes up at least half of a span, and ended when the span did or a little before: what follows
    /// waited for the work rather than for the span around it.
    private func ran(during span: Int, before index: Int, in launch: RecordedLaunch) -> Int? {
        let (start, end) = (launch.runs[span].start, launch.runs[span].end)
        var place = ends.partitionPoint { $0 > launch.runs[index].start } - 1
        for _ in 0..<Self.compared {
            guard place >= 0, ends[place] >= end - (end - start) / 10 else { return nil }
            let other = byEnd[place]
            place -= 1
            let run = launch.runs[other]
            guard other < index, !run.isSpan, !run.isCut, launch.lanes[run.lane].isThread else { continue }
            if min(run.end, end) - max(run.start, start) >= (end - start) / 2 { return other }
        }
        return nil
    }

    /// Of a boot, that a unit began after another one does not say of each that it waited for it. Nothing but a session waits
    /// for the session of a user who logs in meanwhile.
    private func isUnrelated(_ other: RecordedLaunch.Run, to run: RecordedLaunch.Run) -> Bool {
        isBoot && BootUnit.isUnordered(run.name, after: other.name)
            || BootUnit.isSession(other.name) && !BootUnit.isSession(run.name)
    }

    /// How near two runs are to each other.
    private func rank(_ other: RecordedLaunch.Run, beside run: RecordedLaunch.Run, _ launch: RecordedLaunch) -> Int {
        let (mine, its) = (launch.lanes[run.lane], launch.lanes[other.lane])
        let place = other.lane == run.lane && mine.isThread ? 2 : mine.process == its.process ? 1 : 0
        return (run.part >= 0 && other.part == run.part ? 3 : 0) + place
    }
}

extension RecordedLaunch {
    /// Without the order of a boot, a device of which nothing else is known, and that came after udev had been told to announce all
    /// that is there, probably waited for that.
    fileprivate mutating func triggerDevices() {
        guard words.whole == "boot", let trigger = runs.firstIndex(where: { BootUnit.isTrigger($0.name) }),
            !runs[trigger].statesAll, !runs[trigger].isCut
        else { return }
        let end = runs[trigger].end
        for index in runs.indices.dropFirst(trigger + 1) where runs[index].assumed == nil && runs[index].start >= end {
            let name = runs[index].name
            guard BootUnit.isDevice(name), !BootUnit.isMade(name), runs[index].after.allSatisfy({ runs[$0].end < end })
            else { continue }
            runs[index].assumed = trigger
            runs[index].wait = runs[index].start > end ? runs[index].start - end : nil
        }
    }

    /// What is left behind the last run is the launch's own work; a moment of it joins that run. Behind the drawing of the frame
    /// that the launch ends with, it is the display's.
    fileprivate mutating func finishRoot() {
        let last = runs.filter { !$0.isAfterLaunch && !$0.isCut && $0.end != .max }.map { $0.end }.max() ?? 0
        guard last < length, !runs.isEmpty else { return }
        let ending = runs.indices.filter { runs[$0].end == last && !runs[$0].isCut }
        guard length - last > tolerance, !lanes.isEmpty else {
            for index in ending { runs[index].end = length }
            return
        }
        let part = isSliced && isEndStated ? "rest of " : ""
        let drawn = min(drawn ?? length, length)
        let isDrawn = length - drawn > tolerance
        let isShownOnly = isDrawn && drawn - last <= tolerance
        var rest = Run(
            isShownOnly ? LaunchMeasure.display + root : root.isEmpty ? name : part + root, lane: 0, start: last,
            end: isShownOnly || !isDrawn ? length : drawn)
        if isSliced { rest.assumed = ending.last } else { rest.after = Array(ending.suffix(1)) }
        rest.isSpan = isSliced && isEndStated
        rest.note = "What is left of the \(words.whole) after its last task."
        runs.append(rest)
        guard isDrawn, !isShownOnly else { return }
        var display = Run(LaunchMeasure.display + root, lane: 0, start: drawn, end: length)
        (display.after, display.isSpan) = ([runs.count - 1], true)
        display.note = "The frame is drawn, and not on the display."
        runs.append(display)
    }
}
