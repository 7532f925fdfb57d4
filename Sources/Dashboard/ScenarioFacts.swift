import SchedulerCore
import SchedulerSimulation
import Text

/// What the tasks of a scenario say once and for all; only injected tasks add to it.
struct ScenarioFacts: Sendable {
    /// Tasks that remove themselves; never iterated.
    private(set) var autoRemoved: Set<TaskID> = []
    /// The lanes that have a row: `main`, and those that tasks use.
    private(set) var shownLanes: [LaneID] = []
    /// The tasks that the clock releases.
    private(set) var timers: [TaskID] = []
    /// Columns of the longest name of a lane that has a row.
    private(set) var laneWidth = 4
    /// The beginnings of names, for groups.
    var prefixes = SharedPrefixes()
    /// Tasks that `shownLanes` and `timers` know of.
    private var learnedTasks = -1

    /// Nothing yet.
    init() {}

    /// What the scenario says of its own tasks; which lanes they use and what the clock releases comes with `learn`.
    init(of scenario: Scenario) {
        // By index: a loop over the tasks would copy each, with all its names.
        let tasks = scenario.tasks
        for offset in tasks.indices where tasks[offset].spec.autoRemove { autoRemoved.insert(TaskID(offset)) }
    }

    /// Finds which lanes tasks use and which tasks the clock releases, once for each number of tasks.
    mutating func learn(from scheduler: Scheduler, laneNames: [String]) {
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
