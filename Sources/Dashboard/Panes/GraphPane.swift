import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

/// The neighborhood of the selection.
enum GraphPane: PaneKind {
    static let word = "graph"
    static let help = "the graph around the selected task"

    static func draw(in area: Rect, on screen: inout Screen) { screen.drawGraph(area) }

    /// Moves to a neighbor in the same layer.
    static func move(_ movement: KeyAction.Movement, in model: inout DashboardModel) -> Bool {
        model.moveInGraph(movement)
    }

    /// The selected task becomes the center.
    static func open(in model: inout DashboardModel) -> Bool {
        model.view.graphCentre = model.view.selection
        return true
    }
}

extension Screen {
    /// The tasks around the selected one, in layers; in the zoomed pane all tasks if there are few.
    fileprivate mutating func drawGraph(_ area: Rect) {
        guard area.rows > 1 else { return }
        guard let view = context.parts.graph.view else {
            paneTitle(.graph, "", area)
            canvas.put(
                " select a task to see its graph", column: area.column, row: area.row + 1, width: area.columns - 1,
                style: theme.dim)
            return
        }
        let isAll = view.tasks.tasks.count == context.scheduler.taskCount
        let whole = isAll ? "all tasks" : "all tasks with dependencies"
        let alone =
            model.paneTask == nil || view.tasks.tasks.contains(view.centre)
            ? "" : "; \(text.name(view.centre)) has none"
        let reach = view.isWhole ? whole + alone : view.hops.rawValue + (view.tasks.isCut ? ", cut" : "")
        paneTitle(.graph, "\(view.isWhole ? "" : " around \(text.name(view.centre))") (\(reach))", area)
        let room = Rect(column: area.column + 1, row: area.row + 1, columns: area.columns - 2, rows: area.rows - 1)
        var drawing = self.drawing(view, nameWidth: 64)
        if drawing.columns > room.columns {
            let layers = max(1, view.layers.layers.count)
            drawing = self.drawing(view, nameWidth: max(6, room.columns / layers - 8))
        }
        let used = draw(drawing, in: room, around: model.paneTask ?? view.centre, tasks: view.tasks.tasks)
        var row = room.row + used
        if let cycle = model.refusedCycle, row < area.endRow {
            canvas.put(cycle, column: room.column, row: row, width: room.columns, style: theme.alarm)
            row += 1
        }
        if !layout.isTiny, row + 1 < area.endRow { drawChain(area, from: row + 1) }
        if view.isWhole, row + 4 < area.endRow { drawLegend(area, view, drawing) }
    }

    /// What the marks of a whole graph mean, in the last row; only those in use.
    private mutating func drawLegend(_ area: Rect, _ view: GraphPart.View, _ drawing: GraphDrawing) {
        let letters = Set(view.tasks.tasks.map { model.shownLetter($0, context.scheduler.standing(of: $0)) })
        var words = StateLetter.allCases.filter { letters.contains($0) }.map { "\($0.rawValue) \($0.word)" }
        if view.tasks.tasks.contains(where: { drawnPlan.isCritical($0) }) { words.append("* critical path") }
        if drawing.hasCrossings { words.append("─│─ lines that only cross") }
        if drawing.rows.contains(where: { $0.contains { $0.isBroken } }) { words.append("╌ delays a task now") }
        var line = ""
        for word in words where DisplayText.width(of: line + word) + 3 < area.columns {
            line += (line.isEmpty ? " " : "   ") + word
        }
        canvas.put(line, column: area.column, row: area.endRow - 1, width: area.columns - 1, style: theme.dim)
    }

    /// The drawing of the cached layers, each task with the letter of its state.
    private func drawing(_ view: GraphPart.View, nameWidth: Int) -> GraphDrawing {
        let labels = view.tasks.tasks.map { task in
            let letter = model.shownLetter(task, context.scheduler.standing(of: task)).rawValue
            let name = DisplayText.cut(text.name(task), to: nameWidth)
            return task == view.centre && !view.isWhole
                ? "[\(letter) \(name)\(mark(task))]" : "\(letter) \(name)\(mark(task))"
        }
        return GraphDrawing(view.layers, view.routes, labels: labels) { from, to in
            let (from, to) = (view.tasks.tasks[from], view.tasks.tasks[to])
            return context.scheduler.snapshot(of: to).isParked
                && context.scheduler.snapshot(of: from).lastResult != .success
        }
    }

    private func mark(_ task: TaskID) -> String { drawnPlan.isCritical(task) ? "*" : "" }

    /// What the graph shows: the course with a change while one is tried.
    private var drawnPlan: Course { context.drawnPlan }

    /// Shows the part of a drawing around a task; returns the rows used.
    private mutating func draw(_ drawing: GraphDrawing, in room: Rect, around task: TaskID, tasks: [TaskID]) -> Int {
        let place = tasks.firstIndex(of: task).flatMap { drawing.places[$0] }
        let left = GraphDrawing.offset(
            of: place?.column ?? 0, width: place?.width ?? 1, total: drawing.columns, room: room.columns)
        let top = GraphDrawing.offset(of: place?.row ?? 0, width: 1, total: drawing.rows.count, room: room.rows)
        let selected = tasks.firstIndex(of: task)
        for row in top..<min(drawing.rows.count, top + room.rows) {
            let marks = drawing.rows[row]
            for column in left..<min(marks.count, left + room.columns) {
                let (x, y) = (room.column + column - left, room.row + row - top)
                switch marks[column] {
                case .blank: continue
                case .line(let glyph, let isBroken):
                    canvas.set(glyph, column: x, row: y, style: isBroken ? theme.alarm : theme.dim)
                case .label(let glyph, let node, let columns):
                    guard columns > 0, column + columns <= left + room.columns else { continue }
                    var style = drawnPlan.isCritical(tasks[node]) ? theme.strong : theme.standard
                    if node == selected { style = theme.bar }
                    canvas.put(String(glyph), column: x, row: y, width: columns, style: style)
                }
            }
        }
        return min(drawing.rows.count, room.rows)
    }

    private func laneName(_ lane: LaneID) -> String { model.laneSpecs[lane.offset].name }

    /// The critical chain, below the neighborhood, with the reason if one did not wait for the one before it.
    private mutating func drawChain(_ area: Rect, from first: Int) {
        let plan = drawnPlan
        guard !plan.chain.isEmpty, first < area.endRow else { return }
        var row = first
        let length = plan.launchLength.map { " = \($0.text)" } ?? ""
        canvas.put(
            " critical path\(length)", column: area.column, row: row, width: area.columns - 1, style: theme.heading)
        row += 1
        var line = "  "
        let lengths = plan.chainLengths
        for (place, (task, _)) in plan.chain.enumerated() {
            let why =
                place == 0 ? nil : LinkText.mark(plan.chainCauses[place], lane: laneName, event: TriggerText.brief)
            let word =
                (why.map { $0 + " " } ?? "") + "\(text.name(task)) \(TimeText.text(lengths[place]))"
                + (place + 1 < plan.chain.count ? " > " : "")
            if DisplayText.width(of: line + word) > area.columns - 2 {
                guard row + 1 < area.endRow else {
                    line += "…"
                    break
                }
                canvas.put(line, column: area.column, row: row, width: area.columns - 1)
                row += 1
                line = "    "
            }
            line += word
        }
        if row < area.endRow { canvas.put(line, column: area.column, row: row, width: area.columns - 1) }
    }
}

extension GraphDrawing {
    /// Where a window of `room` begins that centers a stretch and stays inside the whole.
    static func offset(of start: Int, width: Int, total: Int, room: Int) -> Int {
        guard total > room else { return 0 }
        return max(0, min(total - room, start + width / 2 - room / 2))
    }
}

/// The layers of a neighborhood, cached until it changes.
struct GraphPart: Sendable {
    /// One neighborhood, drawn.
    struct View: Hashable, Sendable {
        var centre: TaskID
        var hops: Neighbourhood.Hops
        var isWhole: Bool
        var tasks: Neighbourhood
        var layers: LayeredGraph
        var routes: GraphRoutes

        init(
            _ tasks: Neighbourhood, around centre: TaskID, _ hops: Neighbourhood.Hops, isWhole: Bool = false,
            in scheduler: borrowing Scheduler
        ) {
            (self.tasks, self.centre, self.hops, self.isWhole) = (tasks, centre, hops, isWhole)
            layers = tasks.layers(scheduler)
            routes = GraphRoutes(layers)
        }
    }
    /// The input from which it was made.
    struct Key: Hashable, Sendable {
        var centre: TaskID
        var hops: Neighbourhood.Hops?
        var wantsWhole: Bool
        var room: Int
        var basis: Document.Basis
        /// The change whose dependencies are drawn.
        var tried: String?
    }

    private var key: Key?
    /// Nil if the pane is not on the screen or nothing is selected.
    private(set) var view: View?

    /// Updates the layers; costs nothing if they are current.
    mutating func update(for model: DashboardModel, _ layout: Layout) {
        let wanted = model.graphKey(layout)
        guard wanted != key else { return }
        key = wanted
        view = wanted.map { model.graphView($0) }
    }
}

extension DashboardModel {
    /// What the graph pane of a layout shows; nil if there is none or nothing is selected.
    func graphKey(_ layout: Layout) -> GraphPart.Key? {
        // A whole graph needs no selected task.
        let first = view.isZoomed && scheduler.taskCount > 0 ? TaskID(0) : nil
        guard let area = layout.area(of: .graph), let centre = view.graphCentre ?? paneTask ?? first else { return nil }
        return GraphPart.Key(
            centre: centre, hops: view.hops, wantsWhole: view.isZoomed && view.hops == nil, room: area.columns,
            basis: document.basis, tried: tried?.name)
    }

    /// The layers that the graph pane shows; nil if there is none or nothing is selected. O(neighborhood).
    func graphView(_ layout: Layout) -> GraphPart.View? { graphKey(layout).map { graphView($0) } }

    /// Selects the first task of a whole graph in which the selected one is not; false if that does not apply.
    mutating func enterGraph() -> Bool { graphView(layout).map { enter($0) } ?? false }

    private mutating func enter(_ shown: GraphPart.View) -> Bool {
        guard shown.isWhole,
            view.selection.map({ !shown.tasks.tasks.contains($0) }) ?? true,
            let first = shown.layers.layers.first?.compactMap({ shown.layers.nodes[$0].original }).first
        else { return false }
        select(shown.tasks.tasks[first])
        return true
    }

    /// Moves to a neighbor of the selected task in the same layer; false if that does not apply.
    mutating func moveInGraph(_ movement: KeyAction.Movement) -> Bool {
        guard let shown = graphView(layout) else { return false }
        if enter(shown) { return true }
        guard let task = view.selection, let place = shown.tasks.tasks.firstIndex(of: task)
        else { return false }
        let layer = shown.layers.layers[shown.layers.nodes[place].layer].filter {
            shown.layers.nodes[$0].original != nil
        }
        guard let row = layer.firstIndex(of: place) else { return false }
        let next: Int
        switch movement {
        case .up: next = row - 1
        case .down: next = row + 1
        case .first, .pageUp, .halfPageUp: next = 0
        case .last, .pageDown, .halfPageDown: next = layer.count - 1
        }
        if layer.indices.contains(next) { select(shown.tasks.tasks[layer[next]]) }
        return true
    }

    /// The layers of a neighborhood, with the dependencies of a change while one is tried. O(neighborhood).
    func graphView(_ key: GraphPart.Key) -> GraphPart.View {
        guard let tried, tried.session.simulation.scheduler.taskCount >= scheduler.taskCount else {
            return Self.graphView(key, in: scheduler)
        }
        return Self.graphView(key, in: tried.session.simulation.scheduler)
    }

    private static func graphView(_ key: GraphPart.Key, in scheduler: borrowing Scheduler) -> GraphPart.View {
        if key.wantsWhole, let all = Neighbourhood(all: scheduler) {
            return GraphPart.View(all, around: key.centre, .all, isWhole: true, in: scheduler)
        }
        let hops = key.hops ?? .two
        let tasks = Neighbourhood(of: key.centre, hops: hops, in: scheduler)
        let view = GraphPart.View(tasks, around: key.centre, hops, in: scheduler)
        if key.hops != nil || view.layers.layers.count * 14 <= key.room { return view }
        let nearest = Neighbourhood(of: key.centre, hops: .one, in: scheduler)
        return GraphPart.View(nearest, around: key.centre, .one, in: scheduler)
    }
}
