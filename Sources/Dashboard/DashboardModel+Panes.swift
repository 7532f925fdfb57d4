import Planning
import Text
import SchedulerCore
import SchedulerSimulation

/// The layers of a neighbourhood, kept as long as it is the same. What it is made for follows every key; the layers
/// are only made for a frame.
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

/// The log's lines on screen, kept as long as nothing happens.
struct LogCache: Sendable {
    /// What they were made for.
    struct Key: Hashable, Sendable {
        var records: Int
        var count: Int
        var offset: Int
        var kinds: [String]
        var inputs: Int
        var folded: Int
    }

    var key: Key?
    var lines: [LogLine] = []
}

extension DashboardModel {
    /// What the log's lines depend on.
    func logKey(count: Int) -> LogCache.Key {
        LogCache.Key(
            records: session.records.count, count: count, offset: view.logOffset, kinds: view.logKinds,
            inputs: plannedInputs, folded: plan.foldedCount)
    }

    /// The last lines of the log, the newest last.
    func logLines(count: Int, skipping: Int) -> [LogLine] {
        let waits = waits
        let format = LogFormat(
            text: FactText(names: waits.names), simulation: session.simulation, plan: plan, waits: waits,
            errorTexts: { [session] instant in session.errorTexts(at: instant) },
            showsTicks: view.logKinds.contains { LogFormat.tick.hasPrefix($0) })
        var lines: [LogLine] = []
        var left = skipping
        for record in session.records.suffix(LogFormat.window).reversed() {
            guard let line = format.line(record) else { continue }
            if !view.logKinds.isEmpty, !view.logKinds.contains(where: line.kind.lowercased().hasPrefix) { continue }
            if left > 0 {
                left -= 1
                continue
            }
            lines.append(line)
            if lines.count == count { break }
        }
        return lines.reversed()
    }

    /// Brings the log's lines up to date; costs nothing if nothing happened.
    mutating func updateLog() {
        guard let area = layout.log else { return }
        let key = logKey(count: max(0, area.rows - (layout.logHasTitle ? 1 : 0)))
        guard key != logCache.key else { return }
        logCache = LogCache(key: key, lines: logLines(count: key.count, skipping: view.logOffset))
    }

    /// Gives a pane the focus; if there is room for one pane only, it is shown below the table.
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
        guard let line = logLines(count: 1, skipping: view.logOffset).last else {
            notice = Notice(text: "the log is empty")
            return
        }
        isRunning = false
        move(to: line.time)
        notice = Notice(text: "went to the time of that line")
    }

    /// The arrows in the graph: to a neighbour in the same layer; false if that does not apply.
    mutating func moveInGraph(_ movement: KeyAction.Movement) -> Bool {
        guard let shown = graphView, let task = view.selection,
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

    /// Brings what the panes keep up to date; costs nothing where it is shown already.
    mutating func updatePanes() {
        updateLog()
        updateGraph()
        updateRelations()
    }

    private mutating func updateGraph() {
        guard let area = layout.graphPane, let centre = view.graphCentre ?? paneTask else {
            graph = GraphCache()
            return
        }
        let key = GraphCache.Key(
            centre: centre, hops: view.hops, wantsWhole: view.isZoomed && view.hops == nil, room: area.columns,
            inputs: plannedInputs)
        if key != graph.key { graph = GraphCache(key: key, view: nil) }
    }

    /// The graph pane's layers; nil if there is none or nothing is selected. O(neighbourhood) unless they are kept.
    var graphView: GraphCache.View? { graph.view ?? graph.key.map { graphView($0) } }

    /// Keeps what a frame needs and keys do not, so that the next frame of the same selection finds it.
    mutating func prepareFrame() {
        if graph.view == nil { graph.view = graphView }
        updateClock()
        summarizeGroups()
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
        let cycle = session.simulation.lastRefusedCycle
        guard !cycle.isEmpty else { return nil }
        return "refused cycle: " + cycle.map { TextColumns.clean($0) }.joined(separator: " -> ")
    }
}
