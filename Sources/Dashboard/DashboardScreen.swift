import SchedulerCore
import ScreenKit

/// A dashboard with what is cached from one frame to the next, outside the model.
///
/// The cache only saves work: every frame is the one that `DashboardModel.frame` returns.
public struct DashboardScreen: Sendable {
    /// The dashboard.
    public private(set) var model: DashboardModel {
        _read { yield boxedModel }
        _modify { yield &boxedModel }
    }
    @Boxed private var boxedModel: DashboardModel
    private var kept = KeptFrame()
    /// How often the selection had moved when the last frame was drawn.
    private var drawnMoves = 0

    /// A screen on which nothing is drawn yet.
    public init(_ model: DashboardModel) { boxedModel = model }

    /// Takes one message; returns what the caller must do, in order.
    public mutating func handle(_ message: Message) -> [Request] { model.handle(message) }

    /// Time until the next frame should be drawn without any message; nil: nothing moves, wait for a message.
    public var frameInterval: Nanoseconds? { model.frameInterval }

    /// The events delivered up to now and the name of the last one: marks of a recording.
    public var landmark: (count: Int, text: String) { model.landmark }

    /// Marks all changes as saved.
    mutating func forgetUnsavedChanges() { model.document.file.hasUnsavedChanges = false }

    /// The screen of this size; if only the selection moved since the last call with this size, the rest of that
    /// frame is reused.
    public mutating func nextFrame(columns: Int, rows: Int) -> Frame {
        if model.changes.moves - drawnMoves > DashboardModel.burst { model.endRest() }
        drawnMoves = model.changes.moves
        return kept.next(of: _boxedModel, columns: columns, rows: rows)
    }
}

/// What is kept from one frame to the next.
private struct KeptFrame {
    private var parts = FrameParts()
    private var drawn: DrawnScreen?

    /// The frame of a model, which is lent to the parts of the screen while they draw.
    mutating func next(of lent: Boxed<DashboardModel>, columns: Int, rows: Int) -> Frame {
        lent.read { next(of: $0.value, lent, columns, rows) }
    }

    private mutating func next(
        of model: DashboardModel, _ lent: Boxed<DashboardModel>, _ columns: Int, _ rows: Int
    ) -> Frame {
        guard model.options.fixedSize == nil || model.options.fixedSize == ScreenSize(columns: columns, rows: rows)
        else { return model.frame(columns: columns, rows: rows) }
        let last = reusable(for: model, columns, rows)
        if let last, last.selected == model.view.selected { return last.canvas.frame }
        drawn = nil
        let layout = model.layout(columns: columns, rows: rows)
        if last == nil { parts.update(for: model, layout) } else { parts.updateSelection(for: model) }
        let top = model.firstRow(height: layout.table.rows) - (model.order.rows.isEmpty ? 1 : 0)
        var screen = Screen(ScreenContext(model: lent, layout: layout, parts: parts), on: last?.canvas)
        if let last {
            screen.drawMove(of: movedRows(in: model, from: last.selected), since: last, to: top)
        } else {
            screen.draw()
        }
        drawn = DrawnScreen(
            canvas: screen.canvas, selected: model.view.selected, top: top, relations: parts.relations.key,
            content: model.changes.content)
        return screen.canvas.frame
    }

    /// The rows that the selection left and reached, if they still exist.
    private func movedRows(in model: DashboardModel, from old: RowKey?) -> [MovedRow] {
        let selected = model.view.selected
        return (old == selected ? [old] : [old, selected]).compactMap { key in
            guard let key, let row = model.row(of: key) else { return nil }
            return MovedRow(key: key, row: row, isSelected: key == selected)
        }
    }

    /// The last screen, if only the rows of the selection differ from it.
    private func reusable(for model: DashboardModel, _ columns: Int, _ rows: Int) -> DrawnScreen? {
        guard let drawn, drawn.content == model.changes.content, drawn.canvas.frame.columns == columns,
            drawn.canvas.frame.rows == rows, columns == model.columns, rows == model.rows,
            columns >= Layout.minimumColumns, rows >= Layout.minimumRows
        else { return nil }
        return drawn
    }
}

/// The dashboard's options from the command line.
public struct DashboardOptions: Hashable, Sendable {
    /// Draw with ASCII only.
    public var isASCII: Bool
    /// Colors.
    public var palette: Palette
    /// The scenario's file name for the status line and `:reload`; nil for the built-in demo.
    public var scenarioFile: String?
    /// The scenario's text, so that a saved scenario keeps its comments; nil: it is written from scratch.
    public var scenarioText: String?
    /// What is odd about the scenario's file, as `check` says it, each with its place; listed after the findings.
    public var fileLints: [String] = []
    /// The script's file name for the status line.
    public var scriptFile: String?
    /// The first launch does not start the clock.
    public var isPaused: Bool
    /// Whether the mouse is on at first.
    public var usesMouse = true
    /// A script is presented: captions and keys are shown, and time pauses at each caption.
    public var isPresenting = false
    /// The size at which everything is drawn, whatever the terminal's; nil: the terminal's.
    public var fixedSize: ScreenSize?
    /// Panes follow the selection only once it rests, so that a held arrow key redraws only the rows that it passes.
    public var delaysPanes = false
    /// The keys.
    public var keys = KeyTable.standard
    /// Lines that the palette recalls, the latest last.
    public var history: [String] = []
    /// What was wrong with the user's settings; shown at the start.
    public var problem: String?

    /// By default: UTF-8, standard colors, the demo, no script, and time starts with the first launch.
    public init(
        isASCII: Bool = false, palette: Palette = .standard, scenarioFile: String? = nil, scriptFile: String? = nil,
        isPaused: Bool = false
    ) {
        self.isASCII = isASCII
        self.palette = palette
        self.scenarioFile = scenarioFile
        self.scriptFile = scriptFile
        self.isPaused = isPaused
    }
}
