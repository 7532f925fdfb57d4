import ScreenKit
import Planning
import SchedulerCore
import SchedulerSimulation

/// The layers of a neighborhood, cached until it changes.
struct GraphPart: Sendable {
    /// One neighborhood, drawn.
    struct View: Hashable, Sendable {
        var centre: TaskID
        var hops: Neighbourhood.Hops
        var isWhole: Bool
        var tasks: Neighbourhood
        var layers: LayeredGraph
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
        guard let area = layout.area(of: .graph), let centre = view.graphCentre ?? paneTask else { return nil }
        return GraphPart.Key(
            centre: centre, hops: view.hops, wantsWhole: view.isZoomed && view.hops == nil, room: area.columns,
            basis: document.basis, tried: tried?.name)
    }

    /// The layers that the graph pane shows; nil if there is none or nothing is selected. O(neighborhood).
    func graphView(_ layout: Layout) -> GraphPart.View? { graphKey(layout).map { graphView($0) } }

    /// Moves to a neighbor of the selected task in the same layer; false if that does not apply.
    mutating func moveInGraph(_ movement: KeyAction.Movement) -> Bool {
        guard let shown = graphView(layout), let task = view.selection,
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

    /// The layers of a neighborhood, with the dependencies of a change while one is tried. O(neighborhood).
    func graphView(_ key: GraphPart.Key) -> GraphPart.View {
        guard let tried, tried.session.simulation.scheduler.taskCount >= scheduler.taskCount else {
            return Self.graphView(key, in: scheduler)
        }
        return Self.graphView(key, in: tried.session.simulation.scheduler)
    }

    private static func graphView(_ key: GraphPart.Key, in scheduler: borrowing Scheduler) -> GraphPart.View {
        if key.wantsWhole, let all = Neighbourhood(all: scheduler), all.tasks.contains(key.centre) {
            let layers = all.layers(scheduler)
            return GraphPart.View(centre: key.centre, hops: .all, isWhole: true, tasks: all, layers: layers)
        }
        let wanted = key.hops.map { [$0] } ?? [.two, .one]
        var best: GraphPart.View?
        for hops in wanted {
            let tasks = Neighbourhood(of: key.centre, hops: hops, in: scheduler)
            let layers = tasks.layers(scheduler)
            let view = GraphPart.View(centre: key.centre, hops: hops, isWhole: false, tasks: tasks, layers: layers)
            best = view
            if layers.layers.count * 14 <= key.room { break }
        }
        return best
            ?? GraphPart.View(
                centre: key.centre, hops: .one, isWhole: false,
                tasks: Neighbourhood(of: key.centre, hops: .one, in: scheduler),
                layers: LayeredGraph(count: 0, edges: []))
    }
}
