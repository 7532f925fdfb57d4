import Text
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// The dashboard as a value: messages change it, a frame is a function of it, the size and the palette.
///
/// It reaches no clock, file or terminal: real time comes in as `Message.elapsed`, and what the surroundings must do
/// goes out as requests.
public struct DashboardModel: Sendable {
    /// Real time that one `elapsed` message counts at most, so that a suspended process does not jump.
    public static let maximumElapsed = Nanoseconds.milliseconds(250)
    /// Time between frames while something moves.
    public static let movingFrameInterval = Nanoseconds.milliseconds(33)
    /// Time between frames while a watched process continues behind a view that is held.
    public static let heldFrameInterval = Nanoseconds.seconds(1)
    /// How long the selection rests before the panes follow it, if they are delayed.
    public static let restInterval = Nanoseconds.milliseconds(120)
    /// More moves of the selection than this between two frames are a burst: once it is drawn, it is over.
    public static let burst = 8
    /// Slowest and fastest speed, in eighths of real time.
    public static let speeds: ClosedRange<Int> = 1...512
    /// How far ahead of the current instant, or of the launch, is planned at most, in ticks of the clock.
    public static let maximumPlannedTicks: Int64 = 4_096
    /// How far one command moves time at most, in ticks of the clock.
    public static let maximumMovedTicks: Int64 = 100_000
    /// Lines that the palette recalls.
    public static let maximumHistory = 100

    /// The simulated app.
    public internal(set) var session: Session {
        @inline(__always) _read { yield boxedSession }
        @inline(__always) _modify { yield &boxedSession }
    }
    @Boxed private var boxedSession: Session
    /// What the command line decided.
    public let options: DashboardOptions
    var columns = 80
    var rows = 24
    /// Time runs.
    var isRunning = false
    /// A launch has let time run, or was kept from it.
    var hasStarted = false
    var speedEighths = 8
    /// Eighths of nanoseconds not yet passed on.
    var elapsedRemainder: Int64 = 0
    var view = ViewState()
    var overlay: Overlay? {
        get { boxedOverlay?.wrappedValue }
        set { boxedOverlay = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedOverlay: Boxed<Overlay>?
    /// Whether there is one; nothing is copied to tell.
    var hasOverlay: Bool { boxedOverlay != nil }
    var notice: Notice?
    /// Lines that the palette recalls, the latest last.
    public internal(set) var history: [String] = []
    /// The names that commands may use; looked up when the first command is typed.
    lazy var names = ScriptNames(scenario: session.scenario)
    /// The key before, for `gg`.
    var previousKey: Key?
    /// The process that is watched; nil: everything is simulated.
    public internal(set) var process: WatchedProcess?
    /// Requests that the next answer to a message carries.
    var outbox: [Request] = []
    /// What files asked for are for, by path.
    var awaitedFiles: [String: FilePurpose] = [:]
    /// The remark about the file that is being written.
    var fileRemark = ""
    /// The scenario's file as it was read; nil: it came otherwise.
    var readScenario: ReadScenario?
    /// Changes of `W` were applied that are in no file yet.
    public internal(set) var hasUnsavedChanges = false
    /// The file that is being written to hold those changes.
    var scenarioTarget: String?
    /// The last key asked whether to leave with unsaved changes.
    var asksToQuit = false

    /// What was and will be; made again when a command changes the future.
    var plan = Course()
    var forecast: Forecast {
        @inline(__always) _read { yield boxedForecast.wrappedValue }
        @inline(__always) _modify { yield &boxedForecast.wrappedValue }
    }
    /// Apart, as it is changed while the plan is.
    var boxedForecast: Boxed<Forecast>
    /// When the plan was made.
    var plannedAt = Instant.zero
    /// The longest stretches in which nothing happens; empty while they are not folded.
    var idleGaps: [IdleGap] = []
    var order = RowOrder()
    /// What the headings of groups show, by name, and what of it is to be counted again for the next frame.
    var groupSummaries: [String: GroupSummary] = [:]
    var staleSummaries = GroupSummary.Stale.everything
    /// The layers of the graph pane's neighbourhood.
    var graph = GraphCache()
    /// The courses that were left, the last one last, and the name of this one.
    var branches: [Branch] = []
    /// The course that the changes of the open form would give; nil without any.
    var tried: Branch? { boxedTried?.wrappedValue }
    var boxedTried: Boxed<Branch>?
    var branchName = "A"
    var logCache = LogCache()
    /// What the panes still show while the selection moves on, and for how long it has rested; nil: they follow.
    var resting: (task: TaskID?, time: Nanoseconds)?
    /// The layout of the terminal's size, as long as what it depends on stays.
    private var keptLayout: Layout?
    /// The screen drawn last.
    var drawn: DrawnScreen?
    /// Counts messages that may have changed more of the screen than where the selection is.
    var contentChanges = 0
    /// The message at hand moved the selection.
    var movedSelection = false
    /// Moves of the selection since the last frame.
    var moves = 0
    /// The mouse is asked for.
    var usesMouse = true
    /// The key pressed last, shown while presenting.
    var lastKey: Key?
    /// Names of tasks and lanes, by their numbers.
    var taskNames: [String] = []
    var laneNames: [String] = []
    /// The lanes that have a row: `main`, and those that tasks use.
    var shownLanes: [LaneID] = []
    /// The tasks that the clock releases.
    var timers: [TaskID] = []
    /// Tasks that `shownLanes` and `timers` know of.
    var learnedTasks = -1
    /// Columns of the longest name of a lane that has a row.
    var laneWidth = 4
    /// The tasks related to the selected one.
    var relations = Relations()
    /// The clock's cells on the timeline.
    var clock = ClockActivity()
    /// What WHY and TRY say.
    var headline = Headline()
    /// What was found out about the launch of the scenario; nil: not yet, or nothing can be.
    var found: Headline?
    /// The launch that findings were asked for last.
    var askedLaunch: AskedLaunch?
    /// The number of the last question for advice.
    var adviceNumber = 0
    var isSeekingAdvice = false
    /// The list of advice opens once there is some, as the last key asked for it.
    var opensAdvice = false
    /// The job queue's signals so far.
    var jobHistory = JobHistory()
    /// The beginnings of names, for groups.
    var prefixes = SharedPrefixes()
    var inputs = InputCount()
    /// Tasks that remove themselves; never iterated.
    var autoRemoved: Set<TaskID> = []
    /// Commands known when the plan was made.
    var plannedInputs = -1
    /// Of these, those given by hand; one may wait its turn. Of a watched process, its inputs that were known.
    var plannedGiven = 0
    /// Records of a watched process that were known when the plan was made; what follows them was a guess.
    var plannedKnown = 0
    /// Length of the launch planned at t = 0; the timeline's scale stays with it.
    var plannedLaunch = Nanoseconds.zero

    /// What a file that was asked for is for.
    enum FilePurpose: Hashable, Sendable {
        case script, scenario
    }

    /// A dashboard on a session, with time held.
    public init(session: Session, options: DashboardOptions = DashboardOptions()) {
        boxedSession = session
        self.options = options
        boxedForecast = Boxed(wrappedValue: Forecast(session: session))
        usesMouse = options.usesMouse
        readScenario = options.scenarioText.map { ReadScenario(file: options.scenarioFile ?? "shop.yaml", text: $0) }
        history = options.history.suffix(DashboardModel.maximumHistory)
        laneNames = laneSpecs.map { $0.name }
        learnScenario()
        playOwnScript()
        fitLaunch()
        sessionChanged(isFirst: true)
        view.selected = order.rows.first
        notice = options.problem.map { Notice(text: TextColumns.clean($0), isAlarm: true) }
    }

    /// Takes over what the scenario says once and for all.
    mutating func learnScenario() {
        autoRemoved = []
        learnedTasks = -1
        prefixes = SharedPrefixes()
        // By index: a loop over the tasks would copy each, with all its names.
        let tasks = session.scenario.tasks
        for offset in tasks.indices where tasks[offset].spec.autoRemove { autoRemoved.insert(TaskID(offset)) }
    }

    /// Time until the next frame should be drawn without any message; nil: nothing moves, wait for a message.
    public var frameInterval: Nanoseconds? {
        if let process, process.loss == nil, !isRunning { return DashboardModel.heldFrameInterval }
        return isRunning ? DashboardModel.movingFrameInterval : resting == nil ? nil : DashboardModel.restInterval
    }

    /// Takes one message; returns what the surroundings must do, in order.
    public mutating func handle(_ message: Message) -> [Request] {
        let before = aroundSelection
        let requests = respond(to: message)
        noteChanges(of: message, since: before)
        keepLayout()
        return requests + takeOutbox()
    }

    /// What commands want sent, once.
    mutating func takeOutbox() -> [Request] {
        defer { outbox = [] }
        return outbox
    }

    private mutating func respond(to message: Message) -> [Request] {
        switch message {
        case .key(let key): return handle(key)
        case .paste(let text):
            paste(text)
            return []
        case .mouse(let event):
            handle(event)
            return []
        case .resize(let columns, let rows):
            self.columns = options.fixedSize?.columns ?? max(1, columns)
            self.rows = options.fixedSize?.rows ?? max(1, rows)
            sessionChanged()
            return []
        case .elapsed(let duration):
            rest(duration)
            passInProcess(duration)
            pass(duration)
            return []
        case .process(let news):
            take(news)
            return []
        case .advice(let headline, let number):
            take(headline, number: number)
            return []
        case .fileRead(let path, let text): return take(file: path, text: text)
        case .fileWritten(let path, let bytes):
            noteWritten(path, bytes)
            return []
        case .failed(let text):
            notice = Notice(text: TextColumns.clean(text), isAlarm: true)
            (fileRemark, scenarioTarget) = ("", nil)
            return []
        case .notice(let text):
            notice = Notice(text: TextColumns.clean(text))
            return []
        }
    }

    /// The task that the panes are about.
    var paneTask: TaskID? { resting == nil ? view.selection : resting?.task }

    /// The selection rests for this long; then the panes follow it.
    private mutating func rest(_ duration: Nanoseconds) {
        guard let before = resting else { return }
        let time = before.time + duration
        resting = time >= DashboardModel.restInterval ? nil : (before.task, time)
        if resting == nil { updatePanes() }
    }

    /// The scheduler at the instant shown.
    var scheduler: Scheduler { @inline(__always) _read { yield session.simulation.scheduler } }
    /// The instant shown.
    var now: Instant { session.now }
    /// The lanes, main first.
    var laneSpecs: [LaneSpec] { session.scenario.configuration.lanes }
    /// Facts as text.
    var factText: FactText { FactText(names: traceNames) }

    /// The letter of a task's state.
    func stateLetter(_ task: TaskID) -> StateLetter {
        stateLetter(task, _boxedSession.ask { $0.simulation.scheduler.standing(of: task) })
    }

    /// The same of a task that stands so.
    func stateLetter(_ task: TaskID, _ standing: TaskStanding) -> StateLetter {
        if !standing.exists, autoRemoved.contains(task), standing.lastResult != .none {
            return StateLetter(standing.lastResult)
        }
        if standing.isSequence, standing.state == .running, isHeldUp(task) { return .stuck }
        return StateLetter(standing)
    }

    /// The step under way of a sequence never ends.
    private func isHeldUp(_ sequence: TaskID) -> Bool {
        guard let chain = scheduler.sequence(of: sequence), let place = chain.currentStep else { return false }
        return stateLetter(chain.steps[place], scheduler.standing(of: chain.steps[place])) == .stuck
    }

    /// Where everything is on a screen of this size.
    func layout(columns: Int, rows: Int) -> Layout {
        let content = layoutContent
        if let kept = keptLayout, kept.columns == columns, kept.rows == rows, kept.content == content { return kept }
        return Layout(columns: columns, rows: rows, content: content)
    }

    private var layoutContent: Layout.Content {
        Layout.Content(
            nameWidth: order.nameWidth, laneWidth: laneWidth, railSlots: order.rails.slotCount,
            showsRails: view.showsRails, rowCount: order.rows.count, laneCount: shownLanes.count,
            formRows: formRows, zoomed: view.isZoomed ? view.pane : nil, lower: view.lowerPane, split: view.split,
            isCompared: showsDelta, isPresenting: options.isPresenting)
    }

    /// Rows of the form that is open at the bottom.
    private var formRows: Int {
        guard hasOverlay else { return 0 }
        switch overlay {
        case .whatIf: return WhatIfForm.rows
        case .advice: return min(1 + headline.tries.count, DashboardModel.maximumAdviceRows)
        case .prompt, .help, .events, .details, nil: return 0
        }
    }

    /// Keeps the layout for the next messages.
    private mutating func keepLayout() {
        let layout = layout
        if layout !== keptLayout { keptLayout = layout }
    }

    /// The layout at the terminal's size.
    var layout: Layout { layout(columns: columns, rows: rows) }

    /// The timeline's scale for this many cells.
    func scale(cells: Int) -> TimeScale {
        let cells = max(1, cells)
        let step: Nanoseconds
        switch view.zoom {
        case .launch:
            step = TimeScale.step(fitting: plannedLaunch, cells: cells)
            if let scale = launchScale(step: step, cells: cells) { return scale }
        case .everything:
            let gaps = IdleGap.folded(idleGaps, showing: foldLimit - .zero)
            return TimeScale.fitting(through: foldLimit, cells: cells, folding: gaps)
        case .step(let chosen): step = chosen
        }
        let start = view.pannedTo ?? TimeScale.following(now, step: step, cells: cells)
        let scale = TimeScale(start: start, step: step, cells: cells)
        return scale.folding(IdleGap.folded(idleGaps, showing: scale.end - start))
    }

    /// The scale that keeps the launch that is over in view, once time has left it behind.
    private func launchScale(step: Nanoseconds, cells: Int) -> TimeScale? {
        guard view.pannedTo == nil, let start = plan.launchStart, let frame = plan.firstFrame, frame > start,
            frame <= now
        else { return nil }
        guard let scale = TimeScale.keeping(start, through: frame, before: now, step: step, cells: cells) else {
            return nil
        }
        return foldsGhosts(scale) ? TimeScale.fitting(through: foldLimit, cells: cells, folding: []) : scale
    }

    /// How far ahead rows tell what is planned: to the timeline's end; where the launch takes a part of it, as far as it
    /// would reach without.
    func horizon(of scale: TimeScale) -> Instant {
        let isKept = view.zoom == .launch && !scale.folds.isEmpty
        return isKept ? max(scale.end, now + scale.step * Int64(scale.cells)) : scale.end
    }

    /// The latest instant that is surely known: gaps end there at the latest, and everything is what lies before it.
    var foldLimit: Instant { max(.zero + plannedLaunch, now) }

    /// What `.` and `,` move by: a cell, also where a launch is kept in view at longer ones, so that a step back is
    /// always as long as the step there was.
    func step(cells: Int) -> Nanoseconds {
        view.zoom == .launch ? TimeScale.step(fitting: plannedLaunch, cells: max(1, cells)) : scale(cells: cells).step
    }

    /// Cells of the timeline at the terminal's size; a screen without one steps as if it had 40.
    var timelineCells: Int {
        let width = layout.timelineWidth
        return width > 0 ? width : 40
    }
}
