import SchedulerCore

/// What the user chose to look at; nothing of it changes the simulated world.
struct ViewState: Hashable, Sendable {
    /// The timeline's zoom.
    enum Zoom: Hashable, Sendable {
        /// The planned launch fits.
        case launch
        /// Everything fits.
        case everything
        /// A chosen step.
        case step(Nanoseconds)
    }
    /// What the arrows move.
    enum Pane: CaseIterable, Hashable, Sendable {
        case tasks, log
    }

    /// The selected row, by what it stands for; nil only without rows.
    var selected: RowKey?
    /// The selected task; nil where something else is selected.
    var selection: TaskID? {
        get { selected?.task }
        set { selected = newValue.map(RowKey.task) }
    }
    /// By what rows are grouped; nil: not, unless there are very many.
    var grouping: Grouping?
    /// Groups that are open though they would be closed, or the other way round; never iterated.
    var toggledGroups: Set<String> = []
    /// The row of the table shown first.
    var top = 0
    var sort = RowSort.graph
    var isInverted = false
    var filter = RowFilter("")
    var criticalOnly = false
    var zoom = Zoom.launch
    /// The left edge chosen by panning; nil follows time.
    var pannedTo: Instant?
    var pane = Pane.tasks
    /// Lines scrolled back from the newest log line.
    var logOffset = 0
    /// The last search.
    var search = ""
}

/// What stands over the screen and takes the keys.
enum Overlay: Hashable, Sendable {
    /// A line being typed, in the last row.
    case prompt(Prompt)
    /// The help; its prompt searches.
    case help(Prompt, scroll: Int)
    /// The list of events that can be fired.
    case events(selected: Int)
    /// The selected run in full.
    case details(scroll: Int)
}

/// One line for the user that goes with the next key.
struct Notice: Hashable, Sendable {
    var text: String
    var isAlarm = false
}
