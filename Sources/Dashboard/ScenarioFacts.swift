import SchedulerCore
import SchedulerSimulation
import Text

/// Facts about the tasks of a scenario that do not change; only injected tasks add to them.
struct ScenarioFacts: Sendable {
    /// Tasks that remove themselves; never iterated.
    private(set) var autoRemoved: Set<TaskID> = []
    /// The lanes that have a row: `main`, and those that tasks use.
    private(set) var shownLanes: [LaneID] = []
    /// The tasks that the clock releases.
    private(set) var timers: [TaskID] = []
    /// Columns of the longest name of a lane that has a row.
    private(set) var laneWidth = 4
    /// The shared prefixes of names, for groups.
    var prefixes = SharedPrefixes()
    /// The number of tasks covered by `shownLanes` and `timers`.
    private var learnedTasks = -1

    /// No facts yet.
    init() {}

    /// What the scenario says about its tasks; `learn` adds the lanes that they use and those that the clock releases.
    init(of scenario: Scenario) {
        // By index: a loop over the tasks would copy each, with all its names.
        let tasks = scenario.tasks
        for offset in tasks.indices where tasks[offset].spec.autoRemove { autoRemoved.insert(TaskID(offset)) }
    }

    /// Finds which lanes tasks use and which tasks the clock releases, whenever the number of tasks has changed.
    mutating func learn(from scheduler: borrowing Scheduler, laneNames: [String]) {
        guard learnedTasks != scheduler.taskCount else { return }
        learnedTasks = scheduler.taskCount
        var isUsed = [Bool](repeating: false, count: laneNames.count)
        if !isUsed.isEmpty { isUsed[0] = true }
        timers = []
        for offset in 0..<scheduler.taskCount {
            let task = TaskID(offset)
            let lane = scheduler.snapshot(of: task).lane.offset
            if lane < isUsed.count { isUsed[lane] = true }
            if case .timer = scheduler.trigger(of: task) { timers.append(task) }
        }
        shownLanes = isUsed.indices.filter { isUsed[$0] }.map { LaneID($0) }
        laneWidth = shownLanes.reduce(4) { width, lane in
            max(width, DisplayText.width(of: DisplayText.clean(laneNames[lane.offset])))
        }
    }
}
