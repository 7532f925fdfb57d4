import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

extension ScenarioChange {
    /// The change in a few words, for a list of remedies: `network 3 wide`, `TabBar after launch`; names are cleaned.
    public func title(in scenario: Scenario) -> String {
        switch self {
        case .duration(let task, let model): "\(Self.name(task, scenario)) takes \(Self.text(model, TimeText.exact))"
        case .priority(let task, let priority): "\(Self.name(task, scenario)) priority \(priority.description)"
        case .lane(let task, let lane): "\(Self.name(task, scenario)) on \(Self.name(lane, scenario))"
        case .addEdge(let task, let name): "\(Self.name(task, scenario)) after \(DisplayText.clean(name))"
        case .dropEdge(let task, let name): "\(Self.name(task, scenario)) not after \(DisplayText.clean(name))"
        case .events(let task, let events): "\(Self.name(task, scenario)) on \(Self.text(events))"
        case .blocks(let task, true): "\(Self.name(task, scenario)) blocks its event"
        case .blocks(let task, false): "\(Self.name(task, scenario)) blocks no event"
        case .success(let task): "\(Self.name(task, scenario)) succeeds at once"
        case .startupClass(let task, let startupClass):
            switch startupClass {
            case .afterLaunch: "\(Self.name(task, scenario)) after launch"
            case .basic, .sync, .async: "\(Self.name(task, scenario)) \(startupClass.description)"
            }
        case .width(let lane, let width): "\(Self.name(lane, scenario)) \(String(width)) wide"
        case .order(.criticalPath): "longest path before priority"
        case .order(.priority): "by priority"
        case .registration(let tasks): "\(String(tasks.count)) tasks in another order"
        }
    }

    /// The change as `what-if` accepts it: `lane network width 3`, `TabBar class afterLaunch`.
    public func text(in scenario: Scenario) -> String {
        switch self {
        case .duration(let task, let model):
            "\(Self.word(task, scenario)) duration "
                + Self.text(model) { DurationText.inOneUnit(nanoseconds: $0.count) }
        case .priority(let task, let priority): "\(Self.word(task, scenario)) priority \(priority.description)"
        case .lane(let task, let lane): "\(Self.word(task, scenario)) lane \(Self.word(lane, scenario))"
        case .addEdge(let task, let name): "\(Self.word(task, scenario)) after \(Self.word(name))"
        case .dropEdge(let task, let name):
            "\(Self.word(task, scenario)) \(Self.isAssumed(name, task, scenario) ? "-assumes" : "-after") \(Self.word(name))"
        case .events(let task, let events): "\(Self.word(task, scenario)) on \(Self.text(events))"
        case .blocks(let task, let blocks): "\(Self.word(task, scenario)) blocks \(blocks ? "true" : "false")"
        case .success(let task): "\(Self.word(task, scenario)) outcome success"
        case .startupClass(let task, let startupClass):
            "\(Self.word(task, scenario)) class \(startupClass.description)"
        case .width(let lane, let width): "lane \(Self.word(lane, scenario)) width \(String(width))"
        case .order(.criticalPath): "order criticalPath"
        case .order(.priority): "order priority"
        case .registration(let tasks):
            "register " + tasks.map { Self.word($0, scenario) }.joined(separator: " ")
        }
    }

    private static func isAssumed(_ name: String, _ task: TaskID, _ scenario: Scenario) -> Bool {
        scenario.tasks.indices.contains(task.offset) && scenario.tasks[task.offset].isAssumed(name)
    }

    static func name(_ task: TaskID, _ scenario: Scenario) -> String {
        DisplayText.clean(rawName(task, scenario))
    }

    private static func name(_ lane: LaneID, _ scenario: Scenario) -> String {
        DisplayText.clean(rawName(lane, scenario))
    }

    private static func word(_ task: TaskID, _ scenario: Scenario) -> String { word(rawName(task, scenario)) }
    private static func word(_ lane: LaneID, _ scenario: Scenario) -> String { word(rawName(lane, scenario)) }

    private static func rawName(_ task: TaskID, _ scenario: Scenario) -> String {
        scenario.tasks.indices.contains(task.offset)
            ? scenario.tasks[task.offset].spec.name : "#" + String(task.offset)
    }

    private static func rawName(_ lane: LaneID, _ scenario: Scenario) -> String {
        let lanes = scenario.configuration.lanes
        return lanes.indices.contains(lane.offset) ? lanes[lane.offset].name : "#" + String(lane.offset)
    }

    /// A name as a word of a change: in quotes if it would not be read as one word.
    private static func word(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte > 0x20 && byte != 0x22 && byte != 0x2C && byte != 0x5C && byte != 0x7F
            }
        if isPlain { return name }
        var text = "\""
        for scalar in name.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    private static func text(_ events: EventSet) -> String {
        events.events.map { $0.description }.joined(separator: ",")
    }

    private static func text(_ model: DurationModel, _ text: (Nanoseconds) -> String) -> String {
        switch model {
        case .fixed(let length): text(length)
        case .uniform(let low, let high): "\(text(low))..\(text(high))"
        case .around(let mean, let spread): "\(text(mean)) +- \(text(spread))"
        case .samples(let values): values.map(text).joined(separator: ",")
        case .never: "never"
        }
    }
}
