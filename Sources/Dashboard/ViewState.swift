import SchedulerCore
import SchedulerSimulation
import Text

/// What the user chose to see; it never affects the simulation.
struct ViewState: Hashable, Sendable {
    /// The timeline's zoom.
    enum Zoom: Hashable, Sendable {
        /// The planned launch fits.
        case launch
        /// Everything fits.
        case everything
        /// A chosen step.
        case step(Nanoseconds)
        /// A chosen length fits, on a screen of any width.
        case length(Nanoseconds)
    }
    /// What the selected row stands for; nil only if there are no rows.
    var selected: RowKey?
    /// Whether it was chosen by hand: then it stays in view when the order changes.
    var isChosen = false
    /// The selected task; nil if something else is selected.
    var selection: TaskID? {
        get { selected?.task }
        set { selected = newValue.map(RowKey.task) }
    }
    /// How rows are grouped; nil: not at all, unless there are very many.
    var grouping: Grouping?
    /// Groups and sequences that the user opened or closed against the default; never iterated.
    var toggledGroups: Set<RowKey> = []
    /// The row of the table shown first.
    var top = 0
    /// The row that has to be in view instead of the selected one: the first that advice being looked at moves.
    var triedRow: Int?
    var sort = RowSort.graph
    var isInverted = false
    var filter = RowFilter("")
    var criticalOnly = false
    /// Only the rows of these tasks; nil: all. Never iterated.
    var only: Set<TaskID>?
    /// The row shown first before only the critical path was shown.
    var topOfAll: Int?
    /// Whether rails are shown, at any width; nil: if there is room.
    var showsRails: Bool?
    var zoom = Zoom.launch
    /// Whether long idle gaps of the timeline are folded.
    var isFolded = false
    /// The left edge chosen by panning; nil follows time.
    var pannedTo: Instant?
    /// The pane with the focus, in which the arrow keys move.
    var pane = Pane.tasks
    /// The pane shown below the table if there is room for only one.
    var lowerPane = Pane.log
    /// Whether the focused pane fills the whole screen.
    var isZoomed = false
    var split = Layout.Split.normal
    /// How far the graph reaches; nil: as far as there is room.
    var hops: Neighbourhood.Hops?
    /// The task at the center of the graph while the graph has the focus; nil: the selected one.
    var graphCentre: TaskID?
    /// Only log lines of these kinds; empty: all.
    var logKinds: [String] = []
    /// The branch to compare with.
    var comparison: String?
    /// How far why is scrolled.
    var whyScroll = Scroll()
    /// How far the jobs are scrolled.
    var jobsScroll = Scroll()
    /// How many lines the log is scrolled back from the newest.
    var logOffset = 0
    /// The rank of the last finding jumped to; nil if none yet.
    var finding: Int?
    /// The last search.
    var search = ""
}

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
