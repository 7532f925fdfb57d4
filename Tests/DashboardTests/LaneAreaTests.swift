import Testing

@testable import Dashboard

/// The rows of the lanes below the table.
@Suite struct LaneAreaTests {
    private static let text = """
        lanes: {disk: 1, net: 2, audio: 1}
        tasks:
          - {name: Visit, on: launch, lane: disk, duration: 55ms}
          - {name: Audio, on: launch, lane: audio, duration: 90ms}
          - {name: Tours, on: launch, lane: net, duration: 150ms}
          - {name: Covers, on: launch, lane: disk, duration: 70ms}
          - {name: Plan, on: launch, duration: 60ms}
          - {name: Guide, on: launch, duration: 50ms}
        """

    @Test func `where a filter leaves few tasks, all lanes are there`() throws {
        for rows in [24, 28, 32, 40] {
            var model = try dashboard(Self.text, columns: 100, rows: rows, options: DashboardOptions(isPaused: true))
            model.type("flane:audio\n")
            for lane in ["main", "disk", "net", "audio"] { model.expectShown("lane \(lane) ") }
        }
    }

    @Test func `where a pane leaves no room for all lanes, the clock or the rule counts the others`() throws {
        var model = try dashboard(Self.text, options: DashboardOptions(isPaused: true))
        model.expectNotShown("+1 lane")
        model.type("4")
        #expect(model.lines.contains { $0.hasPrefix("   clock ") && $0.contains(" +1 lane ") }, "\(model.screen)")
        model.type("v")
        model.expectShown(" 1 below, +4 lanes ─")
    }
}
