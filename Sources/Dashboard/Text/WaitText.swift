import SchedulerCore

/// Why a run waited, and for whom.
struct WaitText {
    let text: FactText
    let plan: Plan

    /// One cause of a wait.
    struct Cause: Hashable, Sendable {
        /// What it waited for: `after Database` or `lane main: RootView`.
        var label: String
        var from: Instant
        var to: Instant
    }

    /// Both waits in few words: `200ms for after Database + 50ms for lane main (RootView)`; empty without waits.
    func brief(_ run: Plan.Run, until now: Instant) -> String {
        var parts: [String] = []
        let dependency = run.dependencyWait(until: now)
        if dependency > .zero {
            let last = lastPredecessor(run, until: now).map { " for \(text.name($0))" } ?? ""
            parts.append(TimeText.exact(dependency) + last)
        }
        let lane = run.laneWait(until: now)
        if lane > .zero {
            let holder = laneHolders(run, until: now).max { ($0.to - $0.from) < ($1.to - $1.from) }
            let by = holder.map { " (\(text.name($0.task)))" } ?? ""
            parts.append("\(TimeText.exact(lane)) for lane \(text.name(run.lane))\(by)")
        }
        return parts.joined(separator: " + ")
    }

    /// The predecessor that ended last before the run was ready; while it waits, the first one not done.
    func lastPredecessor(_ run: Plan.Run, until now: Instant) -> TaskID? {
        predecessors(run, until: now).max { $0.to < $1.to }?.task
    }

    /// The predecessors and until when the run waited for each, as listed.
    func predecessors(_ run: Plan.Run, until now: Instant) -> [(task: TaskID, to: Instant)] {
        let limit = min(run.ready ?? now, now)
        return text.scheduler.predecessors(of: run.task).compactMap { task in
            guard task.offset < plan.runs.count else { return nil }
            let list = plan.runs[task.offset]
            let later = list.partitionPoint { $0.released > limit }
            guard later > 0 else { return run.ready == nil ? (task, now) : nil }
            let end = list[later - 1].end ?? now
            return end > run.released ? (task, min(end, limit)) : nil
        }
    }

    /// The attempts that held the run's lane while it was ready, in order of start; at most 64.
    func laneHolders(_ run: Plan.Run, until now: Instant) -> [(task: TaskID, from: Instant, to: Instant)] {
        guard let ready = run.ready, run.lane.offset < plan.laneSpans.count else { return [] }
        let end = min(run.start ?? now, now)
        guard end > ready else { return [] }
        let spans = plan.laneSpans[run.lane.offset]
        let last = spans.partitionPoint { $0.start >= end }
        return spans[max(0, last - 64)..<last].compactMap { span in
            let from = max(span.start, ready)
            let to = min(span.end ?? end, end)
            return from < to && span.task != run.task ? (span.task, from, to) : nil
        }
    }
}
