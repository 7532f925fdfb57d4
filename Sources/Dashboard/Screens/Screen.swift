import SchedulerCore

extension DashboardModel {
    /// The screen of this size: a pure function of the model, the size and the palette.
    ///
    /// Costs what is on the screen, not what is in the session. With a fixed size the screen of that size stands in the
    /// upper left corner; where it has no room, a line says so.
    public func frame(columns: Int, rows: Int) -> Frame {
        if let size = options.fixedSize, size != ScreenSize(columns: columns, rows: rows) {
            return boxed(size, columns: columns, rows: rows)
        }
        var screen = Screen(model: self, columns: columns, rows: rows)
        screen.draw()
        return screen.canvas.frame
    }
}

/// What every part of the screen reads: one copy of the model a frame, which all parts share.
final class ScreenContext {
    let model: DashboardModel
    let layout: Layout
    let theme: Theme
    let text: FactText
    private(set) lazy var waits = model.waits
    /// The timeline's scale; nil where the timeline is left out.
    private(set) lazy var scale: TimeScale? =
        layout.timelineWidth > 0 ? model.scale(cells: layout.timelineWidth) : nil

    init(model: DashboardModel, columns: Int, rows: Int) {
        self.model = model
        layout = model.layout(columns: columns, rows: rows)
        theme = Theme(palette: model.options.palette)
        text = model.factText
    }

    var plan: Plan { @inline(__always) _read { yield model.plan } }
    var scheduler: Scheduler { @inline(__always) _read { yield model.scheduler } }
    var now: Instant { model.now }
    /// The plan's events that lie in the timeline.
    var shownEvents: ArraySlice<Plan.Event> {
        guard let scale else { return [] }
        let first = plan.events.partitionPoint { $0.time >= scale.start }
        let last = plan.events.partitionPoint { $0.time >= scale.end }
        return plan.events[first..<last]
    }
}

/// Draws one frame of a model; each part of the screen is an extension in a file of its own.
struct Screen {
    let context: ScreenContext
    var canvas: Canvas

    /// Draws on a blank canvas, or on one of the same size that was drawn before.
    init(model: DashboardModel, columns: Int, rows: Int, on canvas: Canvas? = nil) {
        context = ScreenContext(model: model, columns: columns, rows: rows)
        self.canvas = canvas ?? Canvas(columns: columns, rows: rows, isASCII: model.options.isASCII)
    }

    @inline(__always) var model: DashboardModel { context.model }
    @inline(__always) var layout: Layout { context.layout }
    @inline(__always) var theme: Theme { context.theme }
    @inline(__always) var text: FactText { context.text }
    @inline(__always) var scale: TimeScale? { context.scale }
    var now: Instant { context.now }
    var plan: Plan { @inline(__always) _read { yield context.model.plan } }
    var shownEvents: ArraySlice<Plan.Event> { context.shownEvents }

    mutating func draw() {
        if layout.isTiny {
            drawTiny()
            return
        }
        drawStatus()
        if layout.isLarge { drawLifecycle() }
        drawEventLetters()
        drawHeadings()
        drawTable()
        drawLanes()
        drawDetails()
        drawLog()
        drawGraphPane()
        drawWhyPane()
        drawJobsPane()
        drawKeyLine()
        drawOverlay()
    }

    /// One status line; a prompt or a notice takes its place.
    private mutating func drawTiny() {
        switch model.overlay {
        case .prompt(let prompt): draw(prompt, row: 0)
        case .help, .events, .details, .whatIf, nil:
            if let notice = model.notice {
                canvas.put(notice.text, column: 0, row: 0, width: layout.columns, style: style(of: notice))
            } else {
                drawStatus()
            }
        }
        switch model.overlay {
        case nil, .prompt: break
        case .help, .events, .details, .whatIf:
            if layout.rows >= 3 {
                drawOverlay()
            } else {
                canvas.put("Esc closes", column: 0, row: 0, width: layout.columns, style: theme.bar)
            }
        }
    }

    func style(of notice: Notice) -> Style {
        notice.isAlarm ? theme.alarm : theme.strong
    }
}
