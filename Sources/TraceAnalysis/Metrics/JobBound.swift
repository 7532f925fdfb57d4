import SchedulerCore

extension LaunchMeasure {
    /// The tasks beside the critical path that the launch would wait for only because they hold a job, or a task behind them waits
    /// for one: if such a task takes longer or shorter, another one frees the job. O(runs + dependencies).
    public var tasksBoundByJobs: Set<TaskID> {
        let runs = launchRuns.sorted { timeline.runs[$0].startOrder > timeline.runs[$1].startOrder }
        guard runs.contains(where: { isQueue(timeline.runs[$0].task) }) else { return [] }
        var followers: [TaskID: [Int]] = [:]
        var bound: Set<TaskID> = []
        for run in runs {
            let span = timeline.runs[run]
            for before in facts.dependencies(of: span.task) { followers[before.task, default: []].append(run) }
            guard !path.isCritical(run), let end = span.finished, let slack = path.slack(ofRun: run) else { continue }
            let next = (followers[span.task] ?? []).filter { other in
                guard let start = timeline.runs[other].started, let rest = path.slack(ofRun: other) else {
                    return false
                }
                return start - end + rest <= slack
            }
            let isBound = next.allSatisfy { isQueue(timeline.runs[$0].task) || bound.contains(timeline.runs[$0].task) }
            if isBound, !next.isEmpty || end + slack < firstFrame { bound.insert(span.task) }
        }
        return bound
    }
}
