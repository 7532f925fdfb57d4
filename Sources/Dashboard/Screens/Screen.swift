import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

extension DashboardModel {
    /// The screen of this size: a pure function of the model, the size and the palette.
    ///
    /// Costs depend on the size of the screen, not of the session. With a fixed size, the screen of that size is in the
    /// upper left corner; if it has no room, a line says so.
    public func frame(columns: Int, rows: Int) -> Frame {
        if let size = options.fixedSize, size != ScreenSize(columns: columns, rows: rows) {
            return boxed(size, columns: columns, rows: rows)
        }
        var screen = Screen(ScreenContext(model: self, columns: columns, rows: rows))
        screen.draw()
        return screen.canvas.frame
    }
}

extension DashboardModel {
    /// A screen of the terminal's size on which nothing is drawn yet: it measures what a list would show.
    var blankScreen: Screen {
        Screen(ScreenContext(model: Boxed(wrappedValue: self), layout: layout, parts: FrameParts()))
    }
}

/// What the parts of the screen read, shared by all of them while a frame is drawn.
final class ScreenContext {
    /// Lent: a copy would count each of its references.
    @Boxed private(set) var model: DashboardModel
    let layout: Layout
    let parts: FrameParts
    let text: FactText
    let theme: Theme
    private(set) lazy var waits = model.waits
    /// The same about the course with the change that is tried; nil if none is.
    private(set) lazy var tried: ScreenContext? = model.document.isTrying ? withTried() : nil
    /// The timeline's scale; nil if the timeline is left out.
    private(set) lazy var scale: TimeScale? =
        layout.timelineWidth > 0 ? model.scale(cells: layout.timelineWidth) : nil

    /// A context with nothing cached from an earlier frame.
    convenience init(model: DashboardModel, columns: Int, rows: Int) {
        let layout = model.layout(columns: columns, rows: rows)
        var parts = FrameParts()
        parts.update(for: model, layout)
        self.init(model: Boxed(wrappedValue: model), layout: layout, parts: parts)
    }

    /// A context with parts that are current for the model and the layout.
    init(model: Boxed<DashboardModel>, layout: Layout, parts: FrameParts) {
        text = model.read { $0.value.factText }
        theme = Theme(palette: model.wrappedValue.options.palette)
        _model = model
        self.layout = layout
        self.parts = parts
    }

    private func withTried() -> ScreenContext? {
        model.document.withTried.map { document in
            var model = model
            model.document = document
            return ScreenContext(model: Boxed(wrappedValue: model), layout: layout, parts: FrameParts())
        }
    }

    /// The stretches in which a task or its lane was paused while a run of it waited. Only few tasks were.
    func pauses(of run: Course.Run, _ task: TaskID, until instant: Instant) -> [WaitPiece] {
        guard wasPaused(task), run.laneWait(until: instant) > .zero else { return [] }
        return waits.pieces(of: run, task, until: instant).filter { $0.isPause }
    }

    /// What is drawn over the bars of a task, of a change while one is tried: pauses that held its runs, and waits of its retries
    /// for their lane.
    func drawnWaits(of task: TaskID, before end: Instant) -> [WaitPiece] {
        if let tried { return tried.drawnWaits(of: task, before: end) }
        return pauses(of: task, before: end) + plan.retryWaits(of: task) + retryPauses(of: task)
    }

    /// The course whose bars are drawn: that of a change while one is tried.
    var drawnPlan: Course { model.tried?.plan ?? plan }

    /// The stretches of a task's waits for retries in which it or its lane was paused; of a retry that nothing starts, all that it
    /// waits for beside its delay.
    private func retryPauses(of task: TaskID) -> [WaitPiece] {
        guard wasPaused(task) else { return [] }
        return plan.runs[task.offset].flatMap { run in
            let held = plan.failedAttempt(of: task, run, at: now)
            return run.attempts.indices.flatMap { place in
                if place + 1 < run.attempts.count {
                    return waits.pieces(of: run, task, afterAttempt: place, until: run.attempts[place + 1].start)
                        .filter { $0.isPause }
                }
                return place != held
                    ? [] : waits.pieces(of: run, task, afterAttempt: place, until: now).filter { $0.cause != .retry }
            }
        }
    }

    /// The same of all its runs that are released before an instant; where no end is planned, up to now.
    func pauses(of task: TaskID, before end: Instant) -> [WaitPiece] {
        guard wasPaused(task) else { return [] }
        return plan.runs[task.offset].flatMap { run in
            run.released < end ? pauses(of: run, task, until: run.isUnplanned ? now : plan.horizon) : []
        }
    }

    /// When runs that were ready for a lane, and started later, were held by a pause of their task. O(tasks with marks).
    func pauses(in lane: LaneID) -> [(from: Instant, to: Instant)] {
        var found: [(from: Instant, to: Instant)] = []
        for task in plan.marks.keys where wasPaused(task) {
            for run in plan.runs[task.offset] where run.lane == lane && run.start != nil {
                let ready = run.ready ?? run.released
                let pieces = pauses(of: run, task, until: plan.horizon)
                for piece in pieces where piece.cause == .paused && piece.to > ready {
                    found.append((from: max(piece.from, ready), to: piece.to))
                }
            }
        }
        return found
    }

    private func wasPaused(_ task: TaskID) -> Bool {
        plan.marks(of: task).contains { $0.kind == .parked && $0.reason.isPause }
    }

    /// Whether column NOW takes the place of SLACK, which has what is left of it.
    private(set) lazy var showsPresent = layout.hasPresent && model.showsPresent
    /// The first row of the table in view.
    private(set) lazy var firstRow = _model.read { $0.value.firstRow(height: layout.table.rows) }
    /// The run of a task that is shown now.
    func shownRun(of task: TaskID) -> Course.Run? { _model.read { $0.value.document.shownRun(of: task) } }

    /// A task's state at the instant shown.
    func snapshot(of task: TaskID) -> TaskSnapshot { _model.read { $0.value.document.snapshot(of: task) } }
    /// The part of it that changes from instant to instant.
    func standing(of task: TaskID) -> TaskStanding { _model.read { $0.value.document.standing(of: task) } }

    var plan: Course { @inline(__always) _read { yield model.plan } }
    var scheduler: Scheduler { @inline(__always) _read { yield model.scheduler } }
    var now: Instant { model.now }
    /// Tells why what a task waited for came so late.
    var hops: WaitHops {
        let verb = { (task: TaskID) in self.shownRun(of: task).map { self.tense(of: task, $0).waits } ?? "waited" }
        return WaitHops(names: waits.names, verb: verb) { task, end in
            // The run that was waited for, else the one shown.
            let ended = self.plan.runs.indices.contains(task.offset) ? self.plan.runs[task.offset] : []
            return (ended.first { $0.end == end } ?? self.shownRun(of: task)).map { run in
                self.waits.pieces(of: run, task, until: self.plan.horizon)
            }
        }
    }
    /// The events that lie in the timeline, those of a change while one is tried.
    var shownEvents: ArraySlice<Course.Event> {
        guard let scale else { return [] }
        let plan = model.tried?.plan ?? plan
        let first = plan.events.partitionPoint { $0.time >= scale.start }
        let last = plan.events.partitionPoint { $0.time >= scale.end }
        let shown = plan.events[first..<last]
        // What the script of a talk does after a launch is shown when the talk comes to it.
        guard model.options.isPresenting, let frame = plan.firstFrame, frame <= now else { return shown }
        return shown.prefix(while: hasHappened)
    }

    /// Whether an event was delivered by now: a stop comes between two lines of a script.
    private func hasHappened(_ event: Course.Event) -> Bool {
        guard event.time == now else { return event.time < now }
        return model.session.records.reversed().prefix { $0.time == now }.contains { record in
            if case .event(event.event) = record.fact { true } else { false }
        }
    }
}

/// Draws one frame of a model; each part of the screen is an extension in a file of its own.
struct Screen {
    let context: ScreenContext
    var canvas: Canvas

    /// Draws on a blank canvas, or on one of the same size that was drawn before.
    init(_ context: ScreenContext, on canvas: Canvas? = nil) {
        self.context = context
        let (layout, isASCII) = (context.layout, context.model.options.isASCII)
        self.canvas = canvas ?? Canvas(columns: layout.columns, rows: layout.rows, isASCII: isASCII)
    }

    var model: DashboardModel { @inline(__always) _read { yield context.model } }
    var layout: Layout { @inline(__always) _read { yield context.layout } }
    var theme: Theme { @inline(__always) _read { yield context.theme } }
    var text: FactText { @inline(__always) _read { yield context.text } }
    var scale: TimeScale? { context.scale }
    var now: Instant { context.now }
    var plan: Course { @inline(__always) _read { yield context.model.plan } }
    var shownEvents: ArraySlice<Course.Event> { context.shownEvents }

    mutating func draw() {
        if layout.isTiny {
            drawTiny()
            return
        }
        if model.options.isPresenting { drawStageTitle() } else { drawStatus() }
        drawHeadline()
        drawHeadings()
        for pane in Pane.allCases {
            if let area = layout.area(of: pane) { pane.part.draw(area, &self) }
        }
        drawLanes()
        drawLegend()
        drawClock()
        drawRule()
        drawReasons()
        drawMoment()
        drawCaption()
        drawKeyLine()
        drawOverlay()
    }

    /// One status line; a prompt or a notice replaces it.
    private mutating func drawTiny() {
        if case .prompt(let prompt) = model.overlay {
            draw(prompt, row: 0)
        } else if let notice = model.notice {
            canvas.put(notice.text, column: 0, row: 0, width: layout.columns, style: style(of: notice))
        } else {
            drawStatus()
        }
        if layout.rows >= 3, !model.hasOverlay {
            let size = "\(Layout.minimumColumns)x\(Layout.minimumRows)"
            let hints = ["the table needs \(size)   ? help, q quit", "needs \(size)", size]
            let hint = hints.first { $0.utf8.count <= layout.columns } ?? ""
            canvas.put(hint, column: 0, row: layout.rows - 1, width: layout.columns, style: theme.dim)
        }
        switch model.overlay {
        case nil, .prompt: break
        case let overlay?:
            if layout.rows >= 3 {
                overlay.part.draw(&self)
            } else {
                canvas.put("Esc closes", column: 0, row: 0, width: layout.columns, style: theme.bar)
            }
        }
    }

    func style(of notice: Notice) -> Style {
        notice.isAlarm ? theme.alarm : theme.strong
    }
}

extension Screen {
    /// Clears the bottom rows for a form or list under a rule with its title; the table above stays
    /// visible. Returns the rows with the rule; nil if there is no room.
    mutating func drawBottomForm(_ title: String) -> Rect? {
        let area = layout.form ?? Rect(column: 0, row: 1, columns: layout.columns, rows: max(0, layout.rows - 2))
        guard area.rows > 0 else { return nil }
        canvas.fill(area)
        canvas.fill(
            Rect(column: 0, row: area.row, columns: area.columns, rows: 1), with: ScreenGlyph.rule, style: theme.dim)
        canvas.write(title, column: 1, row: area.row, limit: area.columns, style: theme.strong)
        return area
    }
}

extension DashboardModel {
    /// The screen of a fixed size on a terminal of another size.
    func boxed(_ size: ScreenSize, columns: Int, rows: Int) -> Frame {
        var frame = Frame(columns: columns, rows: rows)
        guard size.columns <= frame.columns, size.rows <= frame.rows else {
            var canvas = Canvas(columns: columns, rows: rows, isASCII: options.isASCII)
            let line = "\(frame.columns)x\(frame.rows) is too small: --size asks for \(size)"
            for (row, part) in DisplayText.wrap(line, to: frame.columns).enumerated() {
                canvas.put(part, column: 0, row: row, width: frame.columns)
            }
            return canvas.frame
        }
        let inner = self.frame(columns: size.columns, rows: size.rows)
        frame.embed(inner)
        return frame
    }
}

/// The expensive parts of a frame: cached from frame to frame, and computed again when their input changes.
struct FrameParts: Sendable {
    private(set) var graph = GraphPart()
    private(set) var log = LogPart()
    private(set) var relations = Relations()
    private(set) var clock = ClockActivity()
    private(set) var groups = GroupSummaries()

    /// Updates what follows the selection.
    mutating func updateSelection(for model: DashboardModel) {
        relations.update(for: model)
    }

    /// Updates what a screen of this layout shows; costs nothing for parts that are current.
    mutating func update(for model: DashboardModel, _ layout: Layout) {
        log.update(for: model, layout)
        graph.update(for: model, layout)
        updateSelection(for: model)
        let scale = layout.timelineWidth > 0 ? model.scale(cells: layout.timelineWidth) : nil
        if let scale { clock.update(for: model, scale) }
        groups.update(for: model, scale)
    }
}

extension Theme {
    /// The look of a state letter.
    func state(_ letter: StateLetter) -> Style {
        switch letter {
        case .running: strong
        case .done: success
        case .waiting, .idle, .gone: dim
        case .laneWaiting: warning
        case .paused, .skipped, .missed, .cancelled: warning
        case .failed, .stuck: alarm
        }
    }
}
