import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// What is known of the launch of a recording beyond its scenario.
extension PlannedLaunch {
    /// The times of the launch as they are shown beside its parts: of a recording finer.
    public var shownTimes: ShownTimes {
        let isRecorded = scenario.source != nil || scenario.tasks.contains { $0.isGap || !$0.assumes.isEmpty }
        return isRecorded ? ShownTimes(fine: time ?? .zero) : ShownTimes(time ?? .zero)
    }

    /// What the units of a boot that only wait probably waited for.
    public var bootWaits: [BootWait] {
        let own = timeline.runs.filter { run in
            Int(run.process) == process && scenario.tasks.indices.contains(run.task.offset)
                && !scenario.tasks[run.task.offset].isGap
        }
        return BootWait.find(in: own) { scenario.tasks[$0.offset].spec.name }
    }

    /// The launch in which a unit that only waits is assumed to wait for the one of these tasks that ended just before it did,
    /// and to end so long after that as it did; nil if none of them is such a one, or if the launch would be another.
    public func awaiting(_ tasks: [TaskID], number: Int = 0) -> PlannedLaunch? {
        let waits = bootWaits.filter { wait in
            wait.unit.map { tasks.contains($0.task) } ?? false && !tasks.contains(wait.task)
        }
        guard !waits.isEmpty else { return nil }
        var changed = scenario
        for wait in waits {
            guard let unit = wait.unit else { continue }
            let name = scenario.tasks[unit.task.offset].spec.name
            changed.tasks[wait.task.offset].duration = .fixed(unit.rest)
            changed.tasks[wait.task.offset].spec.follows.append(name)
            changed.tasks[wait.task.offset].assumes.insert(name, at: 0)
        }
        guard let planned = try? PlannedLaunch(of: changed, number: number), planned.time == time else { return nil }
        return planned
    }
}
