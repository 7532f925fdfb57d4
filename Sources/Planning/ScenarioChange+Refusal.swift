import SchedulerCore
import SchedulerSimulation
import Text

extension ScenarioChange {
    /// Why no scenario file can say this; nil if one can. One sentence without a full stop; names are cleaned.
    public func refusal(in scenario: Scenario) -> String? {
        switch self {
        case .duration(let task, _): return Self.isAnchor(task, scenario) ? Self.anchor(task, scenario) : nil
        case .lane(let task, let lane):
            if Self.isAnchor(task, scenario) { return Self.anchor(task, scenario) }
            return Self.holdsAnchors(lane, scenario) ? Self.anchors : nil
        case .width(let lane, _): return Self.holdsAnchors(lane, scenario) ? Self.anchors : nil
        case .priority, .addEdge, .dropEdge, .events, .blocks, .startupClass, .order, .registration: return nil
        }
    }

    private static let anchors = "lane \(LaneSpec.anchors) is for anchors only: no file names it"

    private static func anchor(_ task: TaskID, _ scenario: Scenario) -> String {
        "\(name(task, scenario)) is an anchor: it does no work, so it has no duration and no lane"
    }

    private static func isAnchor(_ task: TaskID, _ scenario: Scenario) -> Bool {
        scenario.tasks.indices.contains(task.offset) && scenario.tasks[task.offset].isAnchor
    }

    /// Whether a lane exists only because the scenario has anchors.
    private static func holdsAnchors(_ lane: LaneID, _ scenario: Scenario) -> Bool {
        let lanes = scenario.configuration.lanes
        guard lanes.indices.contains(lane.offset) else { return false }
        return lanes[lane.offset].name == LaneSpec.anchors && lanes[lane.offset].width == LaneSpec.maximumWidth
    }
}
