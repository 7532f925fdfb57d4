import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// What was changed between two scenarios, in a few words each, with what each change does alone to the launch of the
/// first: `Migrate duration 210ms -> 260ms: +35ms`, `Migrate after +Fonts: 0s`.
struct ScenarioDifference {
    /// This many are shown.
    private static let limit = 20
    /// How many changes are tried.
    private static let tried = 100

    /// One change, and how to make it alone; nil if it cannot be made in the first scenario.
    private struct Change {
        var text: String
        var make: ((inout Scenario) -> Void)?
    }

    private let old: Scenario
    private let new: Scenario
    /// The changes, the costliest first, then what was not tried; the first ones of many. Names are cleaned.
    private(set) var lines: [String] = []

    /// The changes from one scenario to another. Tasks and lanes are the same if their names are. Costs a launch for each
    /// change that is tried.
    init(from old: Scenario, to new: Scenario, number: Int = 0) {
        (self.old, self.new) = (old, new)
        lines = measured(settings() + lanes() + tasks(), number)
        let more = lines.count - Self.limit
        if more > 0 { lines = lines.prefix(Self.limit) + ["and \(Format.count(more)) more"] }
    }

    private func measured(_ changes: [Change], _ number: Int) -> [String] {
        guard !changes.isEmpty, let time = LaunchTrial(of: old, number: number).time() else {
            return changes.map { $0.text }
        }
        let times = ShownTimes(time)
        var (effects, others): ([(text: String, effect: Int64)], [String]) = ([], [])
        for (place, change) in changes.enumerated() {
            var changed = old
            guard place < Self.tried, let make = change.make else {
                others.append(change.text)
                continue
            }
            make(&changed)
            guard let alone = LaunchTrial(of: changed, number: number).length() else {
                others.append(change.text)
                continue
            }
            let effect = alone.time.count - time.count
            let without = alone.parked > 0 ? " \(LaunchText.without(alone.parked))" : ""
            effects.append(("\(change.text): \(times.signed(from: .zero, to: Nanoseconds(effect)))\(without)", effect))
        }
        // What costs launch time first, then what saves some, then what does nothing alone.
        func group(_ effect: Int64) -> Int { effect > 0 ? 0 : effect < 0 ? 1 : 2 }
        let sorted = effects.enumerated().sorted { left, right in
            let (one, other) = (left.element.effect, right.element.effect)
            if group(one) != group(other) { return group(one) < group(other) }
            return one == other ? left.offset < right.offset : one.magnitude > other.magnitude
        }
        return sorted.map { $0.element.text } + others
    }

    // MARK: Settings

    private func settings() -> [Change] {
        var changes: [Change] = []
        let seed = new.seed
        if old.seed != seed { changes.append(Change(text: "seed \(old.seed) -> \(seed)") { $0.seed = seed }) }
        let order = new.configuration.order
        let orders = (Self.word(old.configuration.order), Self.word(order))
        if orders.0 != orders.1 {
            changes.append(Change(text: "order \(orders.0) -> \(orders.1)") { $0.configuration.order = order })
        }
        return changes
    }

    private static func word(_ order: SchedulerConfiguration.Order) -> String {
        switch order {
        case .priority: "priority"
        case .criticalPath: "criticalPath"
        }
    }

    private func lanes() -> [Change] {
        let (before, after) = (old.configuration, new.configuration)
        let gone = before.lanes.filter { after.lane(named: $0.name) == nil }
        var changes: [Change] = []
        for lane in after.lanes {
            let name = "lane \(DisplayText.clean(lane.name))"
            guard let place = before.lane(named: lane.name) else {
                changes.append(Change(text: "\(name) added, width \(lane.width)"))
                continue
            }
            let known = before.lanes[place.offset]
            if known.width != lane.width {
                changes.append(
                    Change(text: "\(name) width \(known.width) -> \(lane.width)") {
                        $0.configuration.lanes[place.offset].width = lane.width
                    })
            }
            if known.gap != lane.gap {
                let gaps = "\(DurationText.format(known.gap)) -> \(DurationText.format(lane.gap))"
                changes.append(
                    Change(text: "\(name) gap \(gaps)") { $0.configuration.lanes[place.offset].gap = lane.gap })
            }
        }
        return changes + gone.map { Change(text: "lane \(DisplayText.clean($0.name)) removed") }
    }

    // MARK: Tasks

    private func tasks() -> [Change] {
        var places: [ByteName: Int] = [:]
        for (place, task) in old.tasks.enumerated() { places[ByteName(task.spec.name)] = place }
        var (changes, added, kept): ([Change], [String], [Int]) = ([], [], [])
        for task in new.tasks {
            guard let place = places.removeValue(forKey: ByteName(task.spec.name)) else {
                added.append(DisplayText.clean(task.spec.name))
                continue
            }
            kept.append(place)
            changes += parts(place, task)
        }
        if kept != kept.sorted() { changes.append(Change(text: "tasks in another order")) }
        let removed = places.values.sorted().map { DisplayText.clean(old.tasks[$0].spec.name) }
        if !added.isEmpty { changes.append(Change(text: "added: \(added.joined(separator: ", "))")) }
        if !removed.isEmpty { changes.append(Change(text: "removed: \(removed.joined(separator: ", "))")) }
        return changes
    }

    /// What is different about a task of the first scenario.
    private func parts(_ place: Int, _ after: ScenarioTask) -> [Change] {
        let before = old.tasks[place]
        let name = DisplayText.clean(before.spec.name)
        var parts: [Change] = []
        func compare(_ what: String, _ values: (String, String), _ make: ((inout Scenario) -> Void)?) {
            guard values.0 != values.1 else { return }
            parts.append(Change(text: "\(name) \(what)\(values.0) -> \(values.1)", make: make))
        }
        func list(_ what: String, _ values: ([String], [String]), _ make: @escaping (inout Scenario) -> Void) {
            let words = Self.names(what, values.0, values.1)
            if !words.isEmpty { parts.append(Change(text: "\(name) \(words)", make: make)) }
        }
        compare("", (trigger(before), trigger(after))) { $0.tasks[place].spec.trigger = after.spec.trigger }
        compare(
            "duration ", (DurationModelText.format(before.duration), DurationModelText.format(after.duration))
        ) { ScenarioChange.duration(TaskID(place), after.duration).apply(to: &$0) }
        compare("priority ", ("\(before.spec.priority)", "\(after.spec.priority)")) {
            $0.tasks[place].spec.priority = after.spec.priority
        }
        let lanes = (lane(of: before, in: old), lane(of: after, in: new))
        let known = old.configuration.lane(named: laneName(of: after, in: new))
        compare("lane ", lanes, known.map { lane in { $0.tasks[place].spec.lane = lane } })
        compare("blocks ", (Self.word(before.spec.blocks), Self.word(after.spec.blocks))) {
            $0.tasks[place].spec.blocks = after.spec.blocks
        }
        list("after", (before.spec.after, after.spec.after)) { $0.tasks[place].spec.after = after.spec.after }
        list("follows", (before.statedFollows, after.statedFollows)) {
            $0.tasks[place].spec.follows = after.statedFollows + before.assumes
        }
        list("assumes", (before.assumes, after.assumes)) {
            $0.tasks[place].spec.follows = before.statedFollows + after.assumes
            $0.tasks[place].assumes = after.assumes
        }
        let rest = self.rest(before, after)
        if rest != before { parts.append(Change(text: "\(name) other settings") { $0.tasks[place] = rest }) }
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
        DisplayText.clean(laneName(of: task, in: scenario))
    }

    private func laneName(of task: ScenarioTask, in scenario: Scenario) -> String {
        let lane = scenario.configuration.lane(of: task.spec)
        return scenario.configuration.lanes[lane.offset].name
    }

    /// `after +Login -HomeFeed`; empty if the lists name the same tasks.
    private static func names(_ what: String, _ before: [String], _ after: [String]) -> String {
        let (old, new) = (before.map { ByteName($0) }, after.map { ByteName($0) })
        let added = new.filter { !old.contains($0) }.map { "+" + DisplayText.clean($0.text) }
        let dropped = old.filter { !new.contains($0) }.map { "-" + DisplayText.clean($0.text) }
        let all = added + dropped
        return all.isEmpty ? "" : "\(what) \(all.joined(separator: " "))"
    }

    /// The first task with what `parts` does not name of the second.
    private func rest(_ before: ScenarioTask, _ after: ScenarioTask) -> ScenarioTask {
        var rest = after
        rest.duration = before.duration
        rest.group = before.group
        rest.notes = before.notes
        rest.assumes = before.assumes
        rest.spec.priority = before.spec.priority
        rest.spec.lane = before.spec.lane
        rest.spec.blocks = before.spec.blocks
        rest.spec.after = before.spec.after
        rest.spec.follows = before.spec.follows
        rest.spec.expected = before.spec.expected
        if trigger(before) != trigger(after) { rest.spec.trigger = before.spec.trigger }
        return rest
    }
}

/// What the tasks of two recordings took, and what each of these differences does to the launch: the largest effect first.
///
/// A task on the critical paths of both counts with its whole difference: along the two paths these add up to that of the
/// launches, also where another task would have taken its place. Any other counts with what its difference alone does.
struct MeasuredDifference {
    /// How many differences are tried, the largest ones.
    private static let tried = 60
    /// How many are shown.
    private static let shown = 8

    /// `kernel 19.737s -> 19.32s: -418ms`; names are cleaned.
    private(set) var lines: [String] = []

    private struct Change {
        var task: TaskID
        var was: Nanoseconds
        var now: Nanoseconds

        var size: Int64 { now.count - was.count }
    }

    /// The differences from one recording to another. Tasks are the same if their names are. Costs a launch for each one
    /// that is tried.
    init(from old: Scenario, to new: Scenario) {
        let (old, new) = (Self.typical(old), Self.typical(new))
        guard let first = try? LaunchSource.measure(old, number: 0),
            let second = try? LaunchSource.measure(new, number: 0)
        else { return }
        let (trial, times) = (LaunchTrial(of: old), ShownTimes(first.time))
        let shared = Self.tasks(onPathOf: first).intersection(Self.tasks(onPathOf: second))
        let effects = Self.changes(from: old, to: new, longerThan: times.unseen).prefix(Self.tried).compactMap {
            change -> (text: String, effect: Int64, task: TaskID)? in
            guard let time = trial.time(with: [.duration(change.task, .fixed(change.now))]) else { return nil }
            let alone = time.count - first.time.count
            let name = old.tasks[change.task.offset].spec.name
            let effect = shared.contains(ByteName(name)) ? change.size : alone
            guard effect != 0 else { return nil }
            let text = "\(DisplayText.clean(name)) \(times.text(change.was)) -> \(times.text(change.now)): "
            let said = times.signed(from: .zero, to: Nanoseconds(effect))
            guard effect != alone else { return (text + said, effect, change.task) }
            let least = times.signed(from: .zero, to: Nanoseconds(alone))
            return (text + "\(said) of the critical path, \(least) alone", effect, change.task)
        }
        let sorted = effects.sorted { ($1.effect.magnitude, $0.task) < ($0.effect.magnitude, $1.task) }
        lines = sorted.prefix(Self.shown).map { $0.text }
        if sorted.count > Self.shown { lines.append("and \(Format.count(sorted.count - Self.shown)) more") }
    }

    /// What took longer or shorter, the largest difference first; gaps are no tasks of the app.
    private static func changes(
        from old: Scenario, to new: Scenario, longerThan limit: Nanoseconds
    ) -> [Change] {
        var known: [ByteName: Nanoseconds] = [:]
        for task in new.tasks where !task.isGap { known[ByteName(task.spec.name)] = task.duration.expected }
        var found: [Change] = []
        for (number, task) in old.tasks.enumerated() where !task.isGap {
            guard let was = task.duration.expected, let now = known[ByteName(task.spec.name)] else { continue }
            let change = Change(task: TaskID(number), was: was, now: now)
            if change.size.magnitude > limit.count.magnitude { found.append(change) }
        }
        return found.sorted { ($1.size.magnitude, $0.task) < ($0.size.magnitude, $1.task) }
    }

    /// A scenario of several recordings in which every task takes its median time.
    private static func typical(_ scenario: Scenario) -> Scenario {
        var typical = scenario
        for index in typical.tasks.indices {
            guard case .samples(let values) = typical.tasks[index].duration else { continue }
            typical.tasks[index].duration = .fixed(values.sorted()[(values.count - 1) / 2])
        }
        return typical
    }

    private static func tasks(onPathOf launch: LaunchMeasure) -> Set<ByteName> {
        Set(launch.path.links.compactMap { link in link.task.map { ByteName(launch.name($0)) } })
    }
}
