import SchedulerCore

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
