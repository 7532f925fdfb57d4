import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

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
