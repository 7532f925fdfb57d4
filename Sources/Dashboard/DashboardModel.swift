import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

/// The dashboard as a value: messages change it, a frame is a function of it, the size and the palette.
///
/// It accesses no clock, file or terminal: real time comes in as `Message.elapsed`, and what the caller must do
/// goes out as requests.
public struct DashboardModel: Sendable {
    /// The most real time that one `elapsed` message counts for, so that time does not jump after a suspension.
    public static let maximumElapsed = Nanoseconds.milliseconds(250)
    /// Time between frames while something moves.
    public static let movingFrameInterval = Nanoseconds.milliseconds(33)
    /// Time between frames while a watched process continues behind a paused view.
    public static let heldFrameInterval = Nanoseconds.seconds(1)
    /// How long the selection rests before the panes follow it, if they are delayed.
    public static let restInterval = Nanoseconds.milliseconds(120)
    /// More moves of the selection than this between two frames are a burst, which ends with the next frame.
    public static let burst = 8
    /// How far the plan reaches at most beyond the current instant or the launch, in ticks of the clock.
    public static let maximumPlannedTicks: Int64 = 4_096
    /// How far one command can move time, in ticks of the clock.
    public static let maximumMovedTicks: Int64 = 100_000
    /// The number of lines that the palette recalls.
    public static let maximumHistory = 100

    /// What the dashboard works on: the session shown, its course and the branches.
    var document: Document
    /// The options from the command line.
    public let options: DashboardOptions
    var columns = 80
    var rows = 24
    /// What the user chose to look at.
    var view = ViewState()
    /// What a script has directed.
    var stage = DirectedView()
    /// What a presentation showed before a question was asked; nil: none was.
    var interruption: Boxed<Interruption>?
    /// Whether time runs, and how fast.
    var playback = Playback()
    /// The findings about the launch.
    var outlook = OutlookState()
    /// The rows of the table.
    var order = RowOrder()
    /// Facts of the scenario that do not change.
    var facts = ScenarioFacts()
    /// When what was released up to the shown launch's first frame is over.
    var launchWorkEnd = Instant.zero
    /// The longest stretches in which nothing happens; empty while they are not folded.
    var idleGaps: [IdleGap] = []
    /// The job queue's signals so far.
    var jobHistory = JobHistory()

    var overlay: Overlay? {
        get { boxedOverlay?.wrappedValue }
        set { boxedOverlay = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedOverlay: Boxed<Overlay>?
    /// Whether there is an overlay, without copying it.
    var hasOverlay: Bool { boxedOverlay != nil }
    var notice: Notice?
    /// Lines that the palette recalls, the latest last.
    public internal(set) var history: [String] = []
    /// The names that commands may use, and how many tasks the scheduler had then; nil until a command is typed.
    private var knownNames: (names: ScriptNames, taskCount: Int)?
    /// The names that commands may use at the instant shown; read again after a step back before a command that made a
    /// task. O(tasks) when they are read.
    var names: ScriptNames {
        mutating get {
            let count = scheduler.taskCount
            if let known = knownNames, known.taskCount == count { return known.names }
            let names = CommandLanguage.names(of: session)
            knownNames = (names, count)
            return names
        }
        set { knownNames = (newValue, scheduler.taskCount) }
    }
    /// The previous key, for `gg`.
    var previousKey: Key?
    /// The action of the last key if it takes effect only when the key is pressed again.
    var asked: KeyAction?
    /// Whether a key that is no answer followed the question whether to quit: it is asked again.
    var isQuitDoubted = false
    /// What happened at the instant to which the last key went, if it was a step.
    var happening: Happening?
    /// Whether mouse reports are requested.
    var usesMouse = true
    /// What the panes still show while the selection moves, and how long it has rested; nil if they follow it.
    var resting: (task: TaskID?, time: Nanoseconds)?
    /// Requests that the next answer to a message carries.
    var outbox: [Request] = []
    /// How much of the screen messages may have changed.
    var changes = ChangeCount()
    /// What the course, the rows and the findings were made from.
    var observed: ObservedSession?
    /// The layout at the terminal's size; replaced when what it depends on has changed.
    private var currentLayout: Layout?

    /// A dashboard on a session, with time paused.
    public init(session: Session, options: DashboardOptions = DashboardOptions()) {
        document = Document(session: session)
        self.options = options
        usesMouse = options.usesMouse
        document.file.read = options.scenarioText.map {
            ReadScenario(file: options.scenarioFile ?? "shop.yaml", text: $0)
        }
        if let path = options.scenarioFile, let text = options.scenarioText { document.file.know(text, at: path) }
        history = options.history.suffix(DashboardModel.maximumHistory)
        facts = ScenarioFacts(of: session.scenario)
        playOwnScript()
        document.planLaunch()
        observeSession()
        view.selected = order.rows.first
        openStage()
        observeSession()
        if let problem = options.problem { notice = Notice(text: DisplayText.clean(problem), isAlarm: true) }
    }

    /// Time until the next frame should be drawn without any message; nil: nothing moves, wait for a message.
    public var frameInterval: Nanoseconds? {
        if let process, process.loss == nil, !playback.isRunning { return DashboardModel.heldFrameInterval }
        return playback.isRunning
            ? DashboardModel.movingFrameInterval : resting == nil ? nil : DashboardModel.restInterval
    }

    /// Takes one message; returns what the caller must do, in order.
    public mutating func handle(_ message: Message) -> [Request] {
        let before = aroundSelection
        changes.begin()
        let requests = respond(to: message)
        observeSession()
        noteChanges(of: message, since: before)
        keepLayout()
        return requests + takeOutbox()
    }

    /// The requests of commands, each returned once.
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
            beginQuestion()
            handle(event)
            return []
        case .resize(let columns, let rows):
            self.columns = options.fixedSize?.columns ?? max(1, columns)
            self.rows = options.fixedSize?.rows ?? max(1, rows)
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
            warn(DisplayText.clean(text))
            (document.file.remark, document.file.target) = ("", nil)
            return []
        case .notice(let text):
            say(DisplayText.clean(text))
            return []
        }
    }

    /// The task shown in the panes.
    var paneTask: TaskID? { resting == nil ? view.selection : resting?.task }

    /// The row that the panes are about: that task, or the selected lane.
    var paneRow: RowKey? {
        if let paneTask { return .task(paneTask) }
        if case .lane? = view.selected { return view.selected }
        return nil
    }

    /// Counts how long the selection has rested; after a while the panes follow it.
    private mutating func rest(_ duration: Nanoseconds) {
        guard let before = resting else { return }
        let time = before.time + duration
        resting = time >= DashboardModel.restInterval ? nil : (before.task, time)
    }

    /// The panes follow the selection at once; those that lagged behind are drawn again.
    mutating func endRest() {
        guard resting != nil else { return }
        resting = nil
        changes.content += 1
    }

    /// Facts as text.
    var factText: FactText { FactText(names: traceNames) }

    /// The letter of a task's state.
    func stateLetter(_ task: TaskID) -> StateLetter {
        stateLetter(task, scheduler.standing(of: task))
    }

    /// The same for a known standing of the task.
    func stateLetter(_ task: TaskID, _ standing: TaskStanding) -> StateLetter {
        if !standing.exists, facts.autoRemoved.contains(task), standing.lastResult != .none {
            return StateLetter(standing.lastResult)
        }
        if standing.isSequence, standing.state == .running, isHeldUp(task) { return .stuck }
        return StateLetter(standing)
    }

    /// The letter beside a task's bars: while a change is tried, that of its course.
    func shownLetter(_ task: TaskID, _ standing: TaskStanding) -> StateLetter {
        guard let tried, !isAhead, task.offset < tried.plan.runs.count, !standing.isSequence,
            standing.exists || facts.autoRemoved.contains(task)
        else { return stateLetter(task, standing) }
        return StateLetter(task, in: tried.plan, at: now, standing)
    }

    /// Whether the current step of a sequence never ends.
    private func isHeldUp(_ sequence: TaskID) -> Bool {
        guard let chain = scheduler.sequence(of: sequence), let place = chain.currentStep else { return false }
        return stateLetter(chain.steps[place], scheduler.standing(of: chain.steps[place])) == .stuck
    }

    /// Where everything is on a screen of this size.
    func layout(columns: Int, rows: Int) -> Layout {
        let content = layoutContent
        if let kept = currentLayout, kept.columns == columns, kept.rows == rows, kept.content == content { return kept }
        return Layout(columns: columns, rows: rows, content: content)
    }

    private var layoutContent: Layout.Content {
        Layout.Content(
            nameWidth: order.nameWidth, laneWidth: facts.laneWidth, railSlots: order.rails.slotCount,
            showsRails: view.showsRails, rowCount: order.rows.count, laneCount: facts.shownLanes.count,
            formRows: formRows, zoomed: view.isZoomed && formRows == 0 ? view.pane : nil, lower: view.lowerPane,
            split: view.split, isInLog: view.pane == .log,
            isCompared: showsDelta,
            captionLines: caption.map { CaptionLines($0, columns: columns).count } ?? 0,
            whyLines: options.isPresenting ? DisplayText.wrap(outlook.headline.why, to: max(1, columns - 6)).count : 1,
            isChain: view.criticalOnly, isByWait: view.sort == .wait, isTrying: document.isTrying,
            explainsTask: options.isPresenting && view.isChosen && view.selection != nil,
            stage: options.isPresenting ? stage.parts : nil)
    }

    /// Rows of the form that is open at the bottom.
    private var formRows: Int { hasOverlay ? overlay?.part.formRows(self) ?? 0 : 0 }

    /// Keeps the layout for the next messages.
    private mutating func keepLayout() {
        let layout = layout
        if layout !== currentLayout { currentLayout = layout }
    }

    /// The layout at the terminal's size.
    var layout: Layout { layout(columns: columns, rows: rows) }
}

/// A large value behind one reference: its holder copies eight bytes, and writing copies the value only if it is
/// shared. So passing a model of several kilobytes from function to function costs almost nothing.
@propertyWrapper
struct Boxed<Value: Sendable> {
    private final class Storage {
        var held: Held

        init(_ value: consuming Value) { held = Held(value: value) }
    }

    /// A value that is lent, never copied.
    struct Held: ~Copyable {
        var value: Value
    }

    private var storage: Storage

    init(wrappedValue: consuming Value) { storage = Storage(wrappedValue) }

    var wrappedValue: Value {
        @inline(__always) _read { yield storage.held.value }
        @inline(__always) _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.held.value) }
            yield &storage.held.value
        }
    }

    /// Reads from the value; unlike a call through `wrappedValue`, this never copies it.
    @inline(__always)
    func read<Result>(_ body: (borrowing Held) -> Result) -> Result { body(storage.held) }
}

/// The value is written only through the sole owner of its storage.
extension Boxed: @unchecked Sendable {}

/// How much of the screen messages may have changed: for caches of its parts.
struct ChangeCount: Hashable, Sendable {
    /// Messages that may have changed more of the screen than the position of the selection.
    var content = 0
    /// Changes to the set of rows or to the plan.
    var rows = 0
    /// Changes of task states.
    var states = 0
    /// Moves of the selection.
    var moves = 0
    /// The current message moved the selection.
    var movedSelection = false

    /// A message begins.
    mutating func begin() { movedSelection = false }
}
