import SchedulerCore
import Text

/// The runs and events of one launch in the order in which they happened, with what could have held up what.
///
/// Every edge leads from an earlier record to a later one, so record numbers are a topological order. Runs are numbered
/// from the first one of the process; everything is in flat arrays, built in O(records of the process + edges).
struct LaunchGraph {
    let timeline: Timeline
    let process: ProcessSpan
    let firstFrame: Instant
    /// Index into `Timeline.runs` of run 0.
    let firstRun: Int
    /// How many runs were released in the process.
    let runCount: Int
    /// Started and ended runs that began before the first frame, by the number of their start record.
    let runs: [Int32]
    /// Events of the process before the first frame, as indexes into `Timeline.events`.
    let events: Range<Int>
    let facts: LaunchFacts
    /// Attempts after failed ones, by the number of their start record.
    let retries: [RetryStart]
    /// By run that has any: the numbers of its retries, in order.
    private let retryNumbers: [Int: [Int]]
    /// Runs by the number of their finish record, all and by lane.
    private let finishes: [Int32]
    private let laneFinishes: [[Int32]]
    /// Those that hold their event.
    private let holderFinishes: [Int32]
    /// The runs for whose ends a run waited: those of run n are from `edgeStarts[n]` to `edgeStarts[n + 1]`.
    private let edgeStarts: [Int32]
    private let edges: [Int32]

    init?(_ timeline: Timeline, process index: Int, _ facts: LaunchFacts) {
        guard timeline.processes.indices.contains(index), let firstFrame = timeline.processes[index].firstFrame else {
            return nil
        }
        let process = timeline.processes[index]
        let isLast = index + 1 == timeline.processes.count
        let endRun = isLast ? timeline.runs.count : timeline.processes[index + 1].firstRun
        (self.timeline, self.process, self.firstFrame, self.facts) = (timeline, process, firstFrame, facts)
        (firstRun, runCount) = (process.firstRun, endRun - process.firstRun)
        let ended = Self.ended(timeline.runs, process.firstRun..<endRun, before: process.firstFrameOrder)
        runs = Self.sorted(ended, timeline.runs, process.firstRun) { $0.startOrder }
        finishes = Self.sorted(ended, timeline.runs, process.firstRun) { $0.finishOrder }
        var byLane: [[Int32]] = []
        for run in finishes {
            let lane = timeline.runs[process.firstRun + Int(run)].lane.offset
            while byLane.count <= lane { byLane.append([]) }
            byLane[lane].append(run)
        }
        laneFinishes = byLane
        retries = RetryStart.all(in: timeline, of: process.firstRun..<endRun, facts)
        var numbers: [Int: [Int]] = [:]
        for (number, retry) in retries.enumerated() { numbers[Int(retry.run), default: []].append(number) }
        retryNumbers = numbers
        holderFinishes = finishes.filter { run in
            let span = timeline.runs[process.firstRun + Int(run)]
            return facts.holdsEvents(span.task, in: span.lane)
        }
        var endEvent = process.firstEvent
        while endEvent < timeline.events.count, timeline.events[endEvent].order < process.firstFrameOrder {
            endEvent += 1
        }
        events = process.firstEvent..<endEvent
        (edgeStarts, edges) = Self.edges(timeline, process.firstRun..<endRun, facts)
    }

    /// The run with this number.
    func span(_ run: Int) -> RunSpan { timeline.runs[firstRun + run] }

    /// The retries of a run, in order. O(its retries).
    func retries(of run: Int) -> [RetryStart] {
        retries.isEmpty ? [] : (retryNumbers[run] ?? []).map { retries[$0] }
    }

    /// How long a run takes from its first start to its end if no retry of it waits for the lane; nil while it lasts.
    func length(_ run: Int) -> Int64? {
        span(run).own.map { own in retries(of: run).reduce(own.count) { $0 - $1.laneWait } }
    }

    private static func ended(_ spans: [RunSpan], _ range: Range<Int>, before order: Int) -> [Int32] {
        var ended: [Int32] = []
        ended.reserveCapacity(range.count)
        for index in range where spans[index].finished != nil && spans[index].startOrder < order {
            ended.append(Int32(index - range.lowerBound))
        }
        return ended
    }

    /// Runs sorted by the number of one of their records. Each record belongs to at most one run, so places suffice.
    private static func sorted(
        _ runs: [Int32], _ spans: [RunSpan], _ first: Int, by order: (RunSpan) -> Int
    ) -> [Int32] {
        var (low, high) = (Int.max, Int.min)
        for run in runs {
            let number = order(spans[first + Int(run)])
            (low, high) = (min(low, number), max(high, number))
        }
        guard low <= high else { return [] }
        var places = [Int32](repeating: -1, count: high - low + 1)
        for run in runs { places[order(spans[first + Int(run)]) - low] = run }
        return places.filter { $0 >= 0 }
    }

    private static func edges(
        _ timeline: Timeline, _ range: Range<Int>, _ facts: LaunchFacts
    ) -> (starts: [Int32], edges: [Int32]) {
        guard facts.knowsDependencies else { return ([], []) }
        var lists = [Int32](repeating: 0, count: range.count + 1)
        var edges: [Int32] = []
        edges.reserveCapacity(range.count)
        // Row by row in the order of the numbers, so that each row is contiguous.
        for number in 0..<range.count {
            lists[number] = Int32(edges.count)
            let span = timeline.runs[range.lowerBound + number]
            guard span.startOrder >= 0, span.finished != nil else { continue }
            for dependency in facts.dependencies(of: span.task) {
                let found = timeline.lastRun(of: dependency.task) { other in
                    other.finishOrder >= 0 && other.finishOrder < span.startOrder
                }
                guard let found, range.contains(found) else { continue }
                if dependency.kind == .prefers, !span.heeds(timeline.runs[found]) { continue }
                edges.append(Int32(found - range.lowerBound))
            }
        }
        lists[range.count] = Int32(edges.count)
        return (lists, edges)
    }
}

// MARK: - What held up what

extension LaunchGraph {
    /// The runs of a lane by the number of their finish record.
    func finished(in lane: LaneID) -> [Int32] { lane.offset < laneFinishes.count ? laneFinishes[lane.offset] : [] }

    /// The last run to end in a lane before a record.
    func lastFinish(in lane: LaneID, before order: Int) -> Int? {
        lane.offset < laneFinishes.count ? last(of: laneFinishes[lane.offset], before: order) : nil
    }

    /// Whether a lane had no free place until the end of a run in it. O(1) in a lane of width 1, else O(runs).
    func wasFull(_ lane: LaneID, until last: Int) -> Bool {
        let width = facts.lanes.indices.contains(lane.offset) ? facts.lanes[lane.offset].width : 1
        guard width > 1 else { return true }
        let end = span(last).finishOrder
        var count = 0
        for run in runs {
            let span = span(Int(run))
            guard span.startOrder < end else { break }
            if span.lane == lane, span.finishOrder >= end { count += 1 }
        }
        return count >= width
    }

    /// Runs that hold their event and ended between two records, in order.
    func holders(after start: Int, before end: Int) -> ArraySlice<Int32> {
        let from = count(of: holderFinishes, before: start + 1)
        return holderFinishes[from..<max(count(of: holderFinishes, before: end), from)]
    }

    /// The run whose end let the scheduler continue at `time`: the last one to end by then, those that hold their event
    /// and those on main before others.
    func holder(at time: Instant, before order: Int) -> Int? {
        let (main, any) = (lastFinish(in: .main, before: order), last(of: finishes, before: order))
        let held = last(of: holderFinishes, before: order)
        let ended = [main, held, any].compactMap { $0 }.filter { span($0).finished == time }
        return ended.first { facts.holdsEvents(span($0).task, in: span($0).lane) } ?? ended.first ?? main ?? any
    }

    /// The run for which an event, or the first frame, stopped waiting at `time` though it had not ended: a pause parked it or
    /// what it waits for, or it never ends (`pause` is nil); nil if there is none. O(marks of that instant).
    func abandoned(at time: Instant) -> (run: Int, pause: CriticalPath.Cause?)? {
        let marks = timeline.marks
        var (found, pause): (Int?, CriticalPath.Cause?) = (nil, nil)
        for mark in marks[marks.partitionPoint { $0.time >= time }...].prefix(while: { $0.time == time })
        where mark.kind == .park {
            pause = Self.pause(mark.reason) ?? pause
            guard let run = mark.run, firstRun <= run, run < firstRun + runCount else { continue }
            let span = timeline.runs[run]
            let isOver = span.finished.map { $0 <= time } ?? false
            guard facts.holdsEvents(span.task, in: span.lane), span.released < time, !isOver else { continue }
            if mark.reason == .stuck { return (run: run - firstRun, pause: nil) }
            found = run - firstRun
        }
        guard let found, let pause else { return nil }
        return (run: found, pause: pause)
    }

    /// What was paused, if that is a reason for parking a run.
    static func pause(_ reason: Reason) -> CriticalPath.Cause? {
        switch reason {
        case .lanePaused(let lane): .paused(lane)
        case .paused: .paused(nil)
        case .predecessor, .overrun, .destroyed, .processEnded, .laneClosed, .waitsForUnreleased, .waitsForParked,
            .laneStuck, .stuck, .tooOld, .suspended, .step, .text:
            nil
        }
    }

    /// The runs of the predecessors for which a run waited; if no predecessors are known, the last run to end at the
    /// instant at which it became ready.
    func forEachPredecessor(of run: Int, _ body: (Int) -> Void) {
        guard facts.knowsDependencies else {
            if let last = lastPredecessor(of: run) { body(last) }
            return
        }
        for edge in edges[Int(edgeStarts[run])..<Int(edgeStarts[run + 1])] { body(Int(edge)) }
    }

    /// The predecessor that ended last before the run became ready.
    func lastPredecessor(of run: Int) -> Int? {
        let span = span(run)
        if facts.knowsDependencies {
            var last: Int?
            forEachPredecessor(of: run) { other in
                if last.map({ self.span($0).finishOrder < self.span(other).finishOrder }) ?? true { last = other }
            }
            return last
        }
        guard let ready = span.ready, ready > span.released else { return nil }
        var place = count(of: finishes, before: span.startOrder) - 1
        while place >= 0, let end = self.span(Int(finishes[place])).finished, end > ready { place -= 1 }
        guard place >= 0, self.span(Int(finishes[place])).finished == ready else { return nil }
        return Int(finishes[place])
    }

    /// The run whose end released another one later than its event: the last basic one, the pause of lane main included,
    /// for sync and async ones; the step before for steps. Nil if the event itself, the clock or a person did.
    func releaser(of run: Int) -> Int? {
        let span = span(run)
        guard span.event >= 0, timeline.events[Int(span.event)].time < span.released else { return nil }
        let main = lastFinish(in: .main, before: span.releaseOrder)
        if let main, let end = self.span(main).finished {
            if end + (facts.lanes.first?.gap ?? .zero) == span.released { return main }
            // If the gap of lane main is not known, any pause may be it.
            if facts.lanes.isEmpty, end <= span.released, !timeline.hasTick(at: span.released) { return main }
        }
        guard let any = last(of: finishes, before: span.releaseOrder), self.span(any).finished == span.released else {
            return nil
        }
        return any
    }

    private func last(of sorted: [Int32], before order: Int) -> Int? {
        let count = count(of: sorted, before: order)
        return count == 0 ? nil : Int(sorted[count - 1])
    }

    /// How many of the runs, sorted by their ends, ended before a record.
    private func count(of sorted: [Int32], before order: Int) -> Int {
        sorted.partitionPoint { span(Int($0)).finishOrder >= order }
    }
}
