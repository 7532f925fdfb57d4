import SchedulerCore
import SchedulerSimulation

/// A scenario's file: the text that was read, so that a saved scenario keeps its comments and order.
public struct ReadScenario: Hashable, Sendable {
    /// The file's name, as shown in messages.
    public var file: String
    /// What was read.
    public var text: String

    /// The text of a file.
    public init(file: String, text: String) {
        (self.file, self.text) = (file, text)
    }

    /// The text with the changed values of a scenario; nil if the scenario differs in more than values.
    public func changed(to scenario: Scenario) -> String? {
        guard let original = ScenarioReader.read(text: text, file: file).scenario else { return nil }
        let edited = ScenarioText(original: text).applying(ReadScenario.edits(from: original, to: scenario))
        guard let again = ScenarioReader.read(text: edited, file: file).scenario, again == scenario else { return nil }
        return edited
    }

    private static func edits(from old: Scenario, to new: Scenario) -> [ScenarioEdit] {
        var edits: [ScenarioEdit] = []
        for (before, after) in zip(old.tasks, new.tasks) {
            let name = before.spec.name
            if before.duration != after.duration { edits.append(.duration(task: name, after.duration)) }
            if before.spec.priority != after.spec.priority {
                edits.append(.priority(task: name, after.spec.priority))
            }
            if before.spec.lane != after.spec.lane {
                if let lane = after.spec.lane {
                    if new.configuration.lanes.indices.contains(lane.offset) {
                        edits.append(.lane(task: name, lane: new.configuration.lanes[lane.offset].name))
                    }
                } else {
                    edits.append(.defaultLane(task: name))
                }
            }
            if before.spec.after != after.spec.after { edits.append(.after(task: name, after.spec.after)) }
            if before.spec.follows != after.spec.follows { edits.append(.follows(task: name, after.spec.follows)) }
            if before.spec.trigger != after.spec.trigger { edits += trigger(after.spec.trigger, of: name) }
            if before.spec.blocks != after.spec.blocks, let blocks = after.spec.blocks {
                edits.append(.blocks(task: name, blocks))
            }
        }
        for (before, after) in zip(old.configuration.lanes, new.configuration.lanes) where before.width != after.width {
            edits.append(.width(lane: before.name, after.width))
        }
        if old.configuration.order != new.configuration.order { edits.append(.order(new.configuration.order)) }
        return edits
    }

    /// The edits for a trigger that a change can set.
    private static func trigger(_ trigger: Trigger, of name: String) -> [ScenarioEdit] {
        switch trigger {
        case .startup(let startupClass): [.startupClass(task: name, startupClass)]
        case .events(let events): [.events(task: name, events)]
        case .none, .timer, .notification: []
        }
    }
}
