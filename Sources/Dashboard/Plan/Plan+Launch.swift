import SchedulerCore
import TraceAnalysis

extension Plan {
    /// Shows the launch under way at `instant`, else the last one before it, else the first one planned.
    ///
    /// Costs the records of that launch; nothing where it was shown already. `past` are the session's records.
    /// - Returns: false where nothing had to be done.
    mutating func showLaunch(
        at instant: Instant, past: ArraySlice<TraceRecord>, scheduler: Scheduler, lanes: [LaneSpec]
    ) -> Bool {
        let later = launches.partitionPoint { $0.start > instant }
        let wanted = launches.isEmpty ? nil : max(0, later - 1)
        let isComplete = shownLaunch.map { launches[$0].firstFrame == nil || unlimitedBound != nil } ?? true
        guard wanted != shownLaunch || !isComplete || criticalRun.count < runs.count else { return false }
        shownLaunch = wanted
        chain = []
        unlimitedBound = nil
        criticalRun = Array(repeating: 0, count: runs.count)
        slack = Array(repeating: nil, count: runs.count)
        guard let wanted, let last = launches[wanted].frameRecord else { return true }
        var timeline = Timeline()
        for number in launches[wanted].firstRecord...last {
            timeline.append(record(number, past: past))
            foldedCount += 1
        }
        guard
            let path = CriticalPath(
                of: timeline, process: 0, lanes: lanes, predecessors: scheduler.predecessors)
        else { return true }
        unlimitedBound = path.boundWithUnlimitedLanes
        for index in path.links.compactMap(\.run) {
            let span = timeline.runs[index]
            criticalRun[span.task.offset] = span.run
            if let run = run(of: span.task, number: span.run) { chain.append(run) }
        }
        for (index, span) in timeline.runs.enumerated() {
            if let time = path.slack(ofRun: index), slack[span.task.offset] == nil { slack[span.task.offset] = time }
        }
        return true
    }
}
