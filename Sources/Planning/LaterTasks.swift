import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// What a changed launch leaves for later: tasks that ended by the first frame before the change, and do not with it.
public struct LaterTasks: Hashable, Sendable {
    /// Their names, cleaned, in the order of registration.
    public let names: [String]

    /// What they come after.
    private var end = RecordedWords.launch.finish

    /// The tasks that ended by the first frame of a course and not by that of a changed one; none if either has none. Timers
    /// come when the clock says, not later. O(runs).
    package init(_ before: Course, without after: Course, timers: [TaskID], name: (TaskID) -> String) {
        guard before.firstFrame != nil, after.firstFrame != nil else {
            names = []
            return
        }
        let left = before.endedTasks.subtracting(after.endedTasks).subtracting(timers)
        names = left.sorted().map { DisplayText.clean(name($0)) }
    }

    /// The same of two planned launches, of whose scenarios one may register the tasks in another order. O(runs).
    public init(_ before: PlannedLaunch, without after: PlannedLaunch) {
        end = before.scenario.words.finish
        guard before.time != nil, after.time != nil else {
            names = []
            return
        }
        let done = Set(after.endedTasks.map { ByteName(after.scheduler.name(of: $0)) })
        let left = before.endedTasks.sorted().filter { task in
            if case .timer = before.scheduler.trigger(of: task) { false } else { true }
        }.map { before.scheduler.name(of: $0) }
        names = left.filter { !done.contains(ByteName($0)) }.map { DisplayText.clean($0) }
    }

    /// The same of a planned launch and of its scenario with these changes. O(a replay).
    public init(_ before: PlannedLaunch, with changes: [ScenarioChange], number: Int = 0) {
        var changed = before.scenario
        ScenarioChange.apply(changes, to: &changed)
        self.init(before, without: (try? PlannedLaunch(of: changed, number: number)) ?? before)
    }

    /// `then over only after the first frame: Index, Inbox`; nil if there are none.
    public func words(limit: Int = 4) -> String? { list(limit).map { "then over only after \(end): \($0)" } }

    /// The same in few columns: `after the first frame: Index, Inbox`.
    package var brief: String? { list(2).map { "after \(end): \($0)" } }

    /// The names alone; of many the first ones and how many more; nil if there are none.
    public func list(_ limit: Int = 2) -> String? {
        guard !names.isEmpty else { return nil }
        let more = names.count > limit ? " +\(names.count - limit)" : ""
        return names.prefix(limit).joined(separator: ", ") + more
    }
}

extension PlannedLaunch {
    /// The tasks with a run of the launch that ended by its first frame: nothing later is known.
    fileprivate var endedTasks: Set<TaskID> {
        let ended = timeline.runs.lazy.filter { Int($0.process) == process && $0.finished != nil }.map { $0.task }
        // Between two attempts, a run is not over.
        return Set(ended.filter { scheduler.snapshot(of: $0).state != .retrying })
    }
}

extension Course {
    /// The tasks with a run of the shown launch that ended by its first frame.
    fileprivate var endedTasks: Set<TaskID> {
        guard let start = launchStart, let frame = firstFrame else { return [] }
        let ended = runs.indices.filter { place in
            runs[place].contains { run in
                run.released >= start && run.end.map { $0 <= frame } ?? false && !isToRetry(TaskID(place), run)
            }
        }
        return Set(ended.map { TaskID($0) })
    }
}
