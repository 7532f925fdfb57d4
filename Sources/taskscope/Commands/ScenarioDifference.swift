import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text

/// What was changed between two scenarios, in a few words each: `lane network width 2 -> 4`, `Home: after -HomeFeed`.
struct ScenarioDifference {
    /// This many are shown.
    private static let limit = 20

    private let old: Scenario
    private let new: Scenario
    /// The changes, the first ones of many; names are cleaned.
    private(set) var lines: [String] = []

    /// The changes from one scenario to another. Tasks and lanes are the same if their names are.
    init(from old: Scenario, to new: Scenario) {
        (self.old, self.new) = (old, new)
        lines = settings() + lanes() + tasks()
        let more = lines.count - Self.limit
        if more > 0 { lines = lines.prefix(Self.limit) + ["and \(Format.count(more)) more"] }
    }

    // MARK: Settings

    private func settings() -> [String] {
        var lines: [String] = []
        if old.seed != new.seed { lines.append("seed \(old.seed) -> \(new.seed)") }
        let orders = (Self.word(old.configuration.order), Self.word(new.configuration.order))
        if orders.0 != orders.1 { lines.append("order \(orders.0) -> \(orders.1)") }
        let budgets = [old.launchBudget, new.launchBudget].map { $0.map { DurationText.format($0) } ?? "none" }
        if budgets[0] != budgets[1] { lines.append("launch budget \(budgets[0]) -> \(budgets[1])") }
        return lines
    }

    private static func word(_ order: SchedulerConfiguration.Order) -> String {
        switch order {
        case .priority: "priority"
        case .criticalPath: "criticalPath"
        }
    }

    private func lanes() -> [String] {
        let (before, after) = (old.configuration, new.configuration)
        let gone = before.lanes.filter { after.lane(named: $0.name) == nil }
        var lines: [String] = []
        for lane in after.lanes {
            let name = "lane \(DisplayText.clean(lane.name))"
            guard let place = before.lane(named: lane.name) else {
                lines.append("\(name) added, width \(lane.width)")
                continue
            }
            let known = before.lanes[place.offset]
            if known.width != lane.width { lines.append("\(name) width \(known.width) -> \(lane.width)") }
            if known.gap != lane.gap {
                lines.append("\(name) gap \(DurationText.format(known.gap)) -> \(DurationText.format(lane.gap))")
            }
        }
        return lines + gone.map { "lane \(DisplayText.clean($0.name)) removed" }
    }

    // MARK: Tasks

    private func tasks() -> [String] {
        var places: [ByteName: Int] = [:]
        for (place, task) in old.tasks.enumerated() { places[ByteName(task.spec.name)] = place }
        var (lines, added, kept): ([String], [String], [Int]) = ([], [], [])
        for task in new.tasks {
            guard let place = places.removeValue(forKey: ByteName(task.spec.name)) else {
                added.append(DisplayText.clean(task.spec.name))
                continue
            }
            kept.append(place)
            let parts = parts(old.tasks[place], task)
            if !parts.isEmpty { lines.append("\(DisplayText.clean(task.spec.name)): \(parts.joined(separator: ", "))") }
        }
        if kept != kept.sorted() { lines.append("tasks in another order") }
        let removed = places.values.sorted().map { DisplayText.clean(old.tasks[$0].spec.name) }
        if !added.isEmpty { lines.append("added: \(added.joined(separator: ", "))") }
        if !removed.isEmpty { lines.append("removed: \(removed.joined(separator: ", "))") }
        return lines
    }

    private func parts(_ before: ScenarioTask, _ after: ScenarioTask) -> [String] {
        var parts: [String] = []
        func compare(_ what: String, _ values: (String, String)) {
            if values.0 != values.1 { parts.append("\(what)\(values.0) -> \(values.1)") }
        }
        compare("", (trigger(before), trigger(after)))
        compare("duration ", (DurationModelText.format(before.duration), DurationModelText.format(after.duration)))
        compare("priority ", ("\(before.spec.priority)", "\(after.spec.priority)"))
        compare("lane ", (lane(of: before, in: old), lane(of: after, in: new)))
        compare("blocks ", (Self.word(before.spec.blocks), Self.word(after.spec.blocks)))
        parts += names("after", before.spec.after, after.spec.after)
        parts += names("follows", before.statedFollows, after.statedFollows)
        parts += names("assumes", before.assumes, after.assumes)
        if hasOther(before, after) { parts.append("other settings") }
        return parts
    }

    private static func word(_ blocks: Bool?) -> String { blocks.map { $0 ? "true" : "false" } ?? "by its lane" }

    /// What releases a task, as `on launch` or `class sync`; nothing for triggers with settings of their own.
    private func trigger(_ task: ScenarioTask) -> String {
        switch task.spec.trigger {
        case .none: "no trigger"
        case .events(let events): "on " + events.events.map(EventNames.name).joined(separator: ", ")
        case .startup(let startupClass): "class \(startupClass)"
        case .timer: "a timer"
        case .notification(let key): "notification \(DisplayText.clean(key))"
        }
    }

    private func lane(of task: ScenarioTask, in scenario: Scenario) -> String {
        let lane = task.spec.lane ?? scenario.configuration.defaultLane(for: task.spec.trigger)
        return DisplayText.clean(scenario.configuration.lanes[lane.offset].name)
    }

    /// `after +Login -HomeFeed`; empty if the lists name the same tasks.
    private func names(_ what: String, _ before: [String], _ after: [String]) -> [String] {
        let (old, new) = (before.map { ByteName($0) }, after.map { ByteName($0) })
        let added = new.filter { !old.contains($0) }.map { "+" + DisplayText.clean($0.text) }
        let dropped = old.filter { !new.contains($0) }.map { "-" + DisplayText.clean($0.text) }
        let all = added + dropped
        return all.isEmpty ? [] : ["\(what) \(all.joined(separator: " "))"]
    }

    /// Whether two tasks differ in what `parts` does not name.
    private func hasOther(_ before: ScenarioTask, _ after: ScenarioTask) -> Bool {
        var same = before
        same.duration = after.duration
        same.group = after.group
        same.notes = after.notes
        same.spec.priority = after.spec.priority
        same.spec.lane = after.spec.lane
        same.spec.blocks = after.spec.blocks
        same.spec.after = after.spec.after
        same.spec.follows = after.spec.follows
        same.assumes = after.assumes
        same.spec.expected = after.spec.expected
        if trigger(before) != trigger(after) { same.spec.trigger = after.spec.trigger }
        return same != after
    }
}
