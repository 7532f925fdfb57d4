import Testing

@testable import Dashboard

/// The rows of the lanes below the table.
@Suite struct LaneAreaTests {
    @Test func `where a filter leaves few tasks, all lanes are there`() throws {
        let text = """
            lanes: {disk: 1, net: 2, audio: 1}
            tasks:
              - {name: Visit, on: launch, lane: disk, duration: 55ms}
              - {name: Audio, on: launch, lane: audio, duration: 90ms}
              - {name: Tours, on: launch, lane: net, duration: 150ms}
              - {name: Covers, on: launch, lane: disk, duration: 70ms}
              - {name: Plan, on: launch, duration: 60ms}
              - {name: Guide, on: launch, duration: 50ms}
            """
        for rows in [24, 28, 32, 40] {
            var model = try dashboard(text, columns: 100, rows: rows, options: DashboardOptions(isPaused: true))
            model.type("flane:audio\n")
            for lane in ["main", "disk", "net", "audio"] { model.expectShown("lane \(lane) ") }
        }
    }
}
