import SchedulerCore

/// The layers of a neighbourhood, kept as long as it is the same.
struct GraphCache: Sendable {
    /// One neighbourhood, drawn.
    struct View: Hashable, Sendable {
        var centre: TaskID
        var hops: Neighbourhood.Hops
        var isWhole: Bool
        var tasks: Neighbourhood
        var layers: LayeredGraph
    }
    /// What it was made for.
    struct Key: Hashable, Sendable {
        var centre: TaskID
        var hops: Neighbourhood.Hops?
        var wantsWhole: Bool
        var room: Int
        var inputs: Int
    }

    var key: Key?
    var view: View?
}

extension DashboardModel {
    /// Gives a pane the focus; where there is room for one pane only, it is shown below the table.
    mutating func focus(_ pane: Pane) {
        view.pane = pane
        view.graphCentre = pane == .graph ? view.selection : nil
        if pane != .tasks { view.lowerPane = pane }
        if view.split == .none, pane != .tasks { view.split = .normal }
        view.top = firstRow(height: layout.table.rows)
        if layout.isTiny { notice = Notice(text: "\(pane.word): make the screen larger") }
    }

    /// The focused pane on the whole screen, or back.
    mutating func zoomPane() {
        view.isZoomed.toggle()
        sessionChanged()
    }

    /// Goes to the time of the log line at the bottom.
    mutating func goToLogLine() {
        let screen = Screen(model: self, columns: columns, rows: rows)
        guard let line = screen.logLines(count: 1, skipping: view.logOffset).last else {
            notice = Notice(text: "the log is empty")
            return
        }
        isRunning = false
        move(to: line.time)
        notice = Notice(text: "went to the time of that line")
    }

    /// The arrows in the graph: to a neighbour in the same layer; false where that does not apply.
    mutating func moveInGraph(_ movement: KeyAction.Movement) -> Bool {
        guard let shown = graph.view, let task = view.selection,
            let place = shown.tasks.tasks.firstIndex(of: task)
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

    /// Brings the graph pane's layers up to date; costs nothing where they are shown already.
    mutating func updateGraph() {
        guard let area = layout.graphPane, let centre = view.graphCentre ?? view.selection else {
            graph = GraphCache()
            return
        }
        let key = GraphCache.Key(
            centre: centre, hops: view.hops, wantsWhole: view.isZoomed && view.hops == nil, room: area.columns,
            inputs: plannedInputs)
        guard key != graph.key else { return }
        graph = GraphCache(key: key, view: graphView(key))
    }

    private func graphView(_ key: GraphCache.Key) -> GraphCache.View {
        if key.wantsWhole, let all = Neighbourhood(all: scheduler), all.tasks.contains(key.centre) {
            let layers = all.layers(scheduler)
            return GraphCache.View(centre: key.centre, hops: .all, isWhole: true, tasks: all, layers: layers)
        }
        let wanted = key.hops.map { [$0] } ?? [.two, .one]
        var best: GraphCache.View?
        for hops in wanted {
            let tasks = Neighbourhood(of: key.centre, hops: hops, in: scheduler)
            let layers = tasks.layers(scheduler)
            let view = GraphCache.View(centre: key.centre, hops: hops, isWhole: false, tasks: tasks, layers: layers)
            best = view
            if layers.layers.count * 14 <= key.room { break }
        }
        return best
            ?? GraphCache.View(
                centre: key.centre, hops: .one, isWhole: false,
                tasks: Neighbourhood(of: key.centre, hops: .one, in: scheduler),
                layers: LayeredGraph(count: 0, edges: []))
    }

    /// The cycle that the last refused injection would have closed, as a line.
    var refusedCycle: String? {
        let cycle = scheduler.lastCycle
        guard !cycle.isEmpty else { return nil }
        return "refused cycle: " + cycle.map { TextColumns.clean(scheduler.name(of: $0)) }.joined(separator: " -> ")
    }
}
