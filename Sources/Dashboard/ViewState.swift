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
    /// The selected row, by what it stands for; nil only without rows.
    var selected: RowKey?
    /// The selected task; nil if something else is selected.
    var selection: TaskID? {
        get { selected?.task }
        set { selected = newValue.map(RowKey.task) }
    }
    /// By what rows are grouped; nil: not, unless there are very many.
    var grouping: Grouping?
    /// Groups and sequences that are open though they would be closed, or the other way round; never iterated.
    var toggledGroups: Set<RowKey> = []
    /// The row of the table shown first.
    var top = 0
    var sort = RowSort.graph
    var isInverted = false
    var filter = RowFilter("")
    var criticalOnly = false
    /// Rails are shown or not, at any width; nil: if there is room.
    var showsRails: Bool?
    var zoom = Zoom.launch
    /// Long idle gaps of the timeline are folded.
    var isFolded = false
    /// The left edge chosen by panning; nil follows time.
    var pannedTo: Instant?
    /// The pane that the arrows move in.
    var pane = Pane.tasks
    /// The pane shown below the table if there is room for one only.
    var lowerPane = Pane.log
    /// The focused pane has the whole screen.
    var isZoomed = false
    var split = Layout.Split.normal
    /// How far the graph reaches; nil: as far as it fits.
    var hops: Neighbourhood.Hops?
    /// The task around which the graph is drawn while it has the focus; nil: the selected one.
    var graphCentre: TaskID?
    /// Only log lines of these kinds; empty: all.
    var logKinds: [String] = []
    /// The branch that is compared with.
    var comparison: String?
    /// Lines of the pane of reasons scrolled past.
    var whyOffset = 0
    /// Rows scrolled in the jobs pane.
    var jobsOffset = 0
    /// Lines scrolled back from the newest log line.
    var logOffset = 0
    /// The finding that was jumped to last, by its rank; nil: none yet.
    var finding: Int?
    /// The last search.
    var search = ""
}
