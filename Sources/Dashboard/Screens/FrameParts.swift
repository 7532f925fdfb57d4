import SchedulerCore

/// What a frame shows that takes work to find: kept from frame to frame, and found again if it is about something else.
struct FrameParts: Sendable {
    private(set) var graph = GraphPart()
    private(set) var log = LogPart()
    private(set) var relations = Relations()
    private(set) var clock = ClockActivity()
    private(set) var groups = GroupSummaries()

    /// Brings up to date what a screen of this layout shows; costs nothing where it is known.
    mutating func update(for model: DashboardModel, _ layout: Layout) {
        log.update(for: model, layout)
        graph.update(for: model, layout)
        relations.update(for: model)
        let scale = layout.timelineWidth > 0 ? model.scale(cells: layout.timelineWidth) : nil
        if let scale { clock.update(for: model, scale) }
        groups.update(for: model, scale)
    }
}
