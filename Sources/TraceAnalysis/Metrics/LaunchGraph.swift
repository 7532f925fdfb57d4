import SchedulerCore

/// The runs and events of one launch in the order in which they happened, with what could have held up what.
///
/// Every edge leads from an earlier record to a later one, so record numbers are a topological order.
struct LaunchGraph {
    let timeline: Timeline
    let process: ProcessSpan
    let firstFrame: Instant
    /// Started and ended runs of the process that began before the first frame, by the number of their start record.
    let runs: [Int]
    /// Events of the process before the first frame, as indexes into `Timeline.events`.
    let events: Range<Int>
    /// Runs by the number of their finish record, all and by lane.
    private let finishes: [Int]
    private let laneFinishes: [LaneID: [Int]]
    private let predecessors: ((TaskID) -> [TaskID])?

    init?(_ timeline: Timeline, process index: Int, predecessors: ((TaskID) -> [TaskID])?) {
        guard timeline.processes.indices.contains(index), let firstFrame = timeline.processes[index].firstFrame else {
            return nil
        }
        let process = timeline.processes[index]
        let isLast = index + 1 == timeline.processes.count
        let endRun = isLast ? timeline.runs.count : timeline.processes[index + 1].firstRun
        let spans = timeline.runs
        let ended = (process.firstRun..<endRun).filter {
            spans[$0].finished != nil && spans[$0].startOrder < process.firstFrameOrder
        }
        runs = ended.sorted { spans[$0].startOrder < spans[$1].startOrder }
        finishes = ended.sorted { spans[$0].finishOrder < spans[$1].finishOrder }
        laneFinishes = Dictionary(grouping: finishes) { spans[$0].lane }
        var endEvent = process.firstEvent
        while endEvent < timeline.events.count, timeline.events[endEvent].order < process.firstFrameOrder {
            endEvent += 1
        }
        events = process.firstEvent..<endEvent
        (self.timeline, self.process, self.firstFrame, self.predecessors) = (
            timeline, process, firstFrame, predecessors
        )
    }

    /// The last run to end in a lane before a record.
    func lastFinish(in lane: LaneID, before order: Int) -> Int? {
        last(of: laneFinishes[lane] ?? [], before: order)
    }

    /// Runs that ended in lane main between two records, in order.
    func mainFinishes(after start: Int, before end: Int) -> ArraySlice<Int> {
        let all = laneFinishes[.main] ?? []
        return all[
            count(of: all, before: start + 1)..<max(count(of: all, before: end), count(of: all, before: start + 1))]
    }

    /// The run whose end let the scheduler go on at `time`: the last one to end by then, on main before other lanes.
    func holder(at time: Instant, before order: Int) -> Int? {
        let main = lastFinish(in: .main, before: order)
        if let main, timeline.runs[main].finished == time { return main }
        let any = last(of: finishes, before: order)
        if let any, timeline.runs[any].finished == time { return any }
        return main ?? any
    }

    /// The predecessor that ended last before the run became ready, as a run.
    ///
    /// Where predecessors are not known, the last run to end at that very instant is taken for one.
    func lastPredecessor(of index: Int) -> Int? {
        let span = timeline.runs[index]
        guard predecessors == nil else {
            return predecessorRuns(of: index).max { timeline.runs[$0].finishOrder < timeline.runs[$1].finishOrder }
        }
        guard let ready = span.ready, ready > span.released else { return nil }
        let after = finishes.prefix(count(of: finishes, before: span.startOrder))
        return after.last { (timeline.runs[$0].finished ?? ready) <= ready }
            .flatMap { timeline.runs[$0].finished == ready ? $0 : nil }
    }

    /// The runs of the predecessors for which a run waited, or nothing where predecessors are not known.
    func predecessorRuns(of index: Int) -> [Int] {
        let span = timeline.runs[index]
        guard let predecessors else { return lastPredecessor(of: index).map { [$0] } ?? [] }
        return predecessors(span.task).compactMap { task in
            timeline.runIndexes(of: task).first {
                timeline.runs[$0].finishOrder >= 0 && timeline.runs[$0].finishOrder < span.startOrder
            }
        }.filter { timeline.runs[$0].process == span.process }
    }

    /// The main-lane run whose end, its gap included, released a run later than its event: the last basic one, for sync
    /// and async ones.
    func releaser(of index: Int) -> Int? {
        let span = timeline.runs[index]
        guard span.event >= 0, timeline.events[Int(span.event)].time < span.released,
            let last = lastFinish(in: .main, before: span.releaseOrder),
            (timeline.runs[last].finished ?? .distantFuture) <= span.released
        else { return nil }
        return last
    }

    private func last(of sorted: [Int], before order: Int) -> Int? {
        let count = count(of: sorted, before: order)
        return count == 0 ? nil : sorted[count - 1]
    }

    /// How many of the runs, sorted by their ends, ended before a record.
    private func count(of sorted: [Int], before order: Int) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if timeline.runs[sorted[middle]].finishOrder < order { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
