import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A change to a scenario and the launch with it, found by simulating the changed scenario.
public struct Advice: Hashable, Sendable {
    /// What to change: one change, or a pair that is better than either alone.
    public let changes: [ScenarioChange]
    /// The changes in a few words; names are cleaned.
    public let title: String
    /// The condition, unknown to the scenario, under which the change is correct: `Parse does not need Feed`; nil if
    /// there is none. Names are cleaned.
    public let condition: String?
    /// The launch with the changes.
    public let launch: Nanoseconds
    /// How much shorter that launch is.
    public let gain: Nanoseconds
    /// Whether the launch is over its budget now and keeps it with the changes.
    public let meetsBudget: Bool
    /// `gain` for people: the difference between the two launch times as shown, so that numbers side by side add up.
    public let shownGain: Nanoseconds

    init(
        _ changes: [ScenarioChange], launch: Nanoseconds, instead before: Nanoseconds, in scenario: Scenario,
        onlyIf condition: String? = nil
    ) {
        (self.changes, self.condition) = (changes, condition)
        title = changes.map { $0.title(in: scenario) }.joined(separator: " and ")
        self.launch = launch
        gain = Nanoseconds(before.count - launch.count)
        meetsBudget = scenario.launchBudget.map { before > $0 && launch <= $0 } ?? false
        shownGain = Self.shownGain(from: before, to: launch)
    }
}

extension Advice {
    /// The difference between two launch times as shown, to the precision of the first: whole milliseconds from 10 ms on.
    public static func shownGain(from before: Nanoseconds, to after: Nanoseconds) -> Nanoseconds {
        ShownTimes(before).length(from: after, to: before)
    }
}

/// What advice must not change.
public struct KeptParts: Hashable, Sendable {
    /// Tasks that nothing may change.
    public var tasks: Set<TaskID> = []
    /// Tasks that must stay in their lane.
    public var places: Set<TaskID> = []
    /// Lanes whose width must stay.
    public var lanes: Set<LaneID> = []

    /// Everything may change.
    public init() {}

    /// Whether a change leaves all kept parts alone.
    func allows(_ change: ScenarioChange) -> Bool {
        if let task = change.task, tasks.contains(task) { return false }
        switch change {
        case .lane(let task, _), .startupClass(let task, _): return !places.contains(task)
        case .width(let lane, _): return !lanes.contains(lane)
        case .duration, .priority, .addEdge, .dropEdge, .events, .blocks, .order: return true
        case .registration(let changed): return tasks.isDisjoint(with: changed)
        }
    }
}

/// Tries single changes to a scenario and ranks those that shorten its launch by their simulated gain: first those
/// that are correct whatever the tasks do, then those that are correct only under a condition.
public struct AdviceSearch: Sendable {
    /// What a search has found, and what it has not tried.
    public struct Result: Sendable {
        /// The changes that gain something, best first.
        public let advice: [Advice]
        /// How many changes were left out, because the budget was used up or the search was stopped.
        public let untried: Int
    }

    /// How many of the best single changes are tried in pairs.
    public static let pairedCount = 20

    private let scenario: Scenario
    private let trial: LaunchTrial
    private let time: Nanoseconds
    /// Own times in the launch, by task.
    private let owns: [Int64]
    private let condition: AdviceCondition
    private let budget: SearchBudget
    /// The changes to try: every one if the budget is enough for them, else those that touch what bounds the launch.
    public let candidates: [ScenarioChange]
    /// How many more changes there are, for which the budget is not enough.
    private let leftOut: Int

    /// A search for changes to what bounds `planned`; nil if it has no launch time.
    ///
    /// - Parameter budget: what the single changes may cost together, and the pairs again.
    public init?(
        _ planned: PlannedLaunch, keeping kept: KeptParts = KeptParts(), number: Int = 0,
        budget: SearchBudget = .standard
    ) {
        guard let time = planned.time else { return nil }
        (scenario, self.time, trial) = (planned.scenario, time, LaunchTrial(of: planned, number: number))
        self.budget = budget
        condition = AdviceCondition(planned, trial)
        var owns = [Int64](repeating: 0, count: planned.scenario.tasks.count)
        for span in planned.timeline.runs where span.task.offset < owns.count {
            owns[span.task.offset] += max(0, (span.own ?? .zero).count)
        }
        self.owns = owns
        let changes = CandidateChanges(planned, keeping: kept)
        let worthTrying = changes.worthTrying(limit: budget.trials(like: planned))
        leftOut = changes.count - worthTrying.count
        candidates = worthTrying.filter { $0.refusal(in: planned.scenario) == nil }
    }

    /// The changes that gain something, best first; equal ones in the order of `candidates`. Costs a launch for each,
    /// as far as the budget goes.
    ///
    /// - Parameter progress: receives the number of changes tried; return false to stop with what was found.
    public func singles(progress: (Int) -> Bool = { _ in true }) -> Result {
        var found: [Advice] = []
        var budget = budget
        var tried = 0
        for change in candidates {
            guard !budget.isSpent, progress(tried) else { break }
            tried += 1
            guard let launch = trial.time(with: [change], shorterThan: time, from: &budget), !hidesWork(change, launch)
            else { continue }
            found.append(
                Advice(
                    [change], launch: launch, instead: time, in: scenario,
                    onlyIf: condition.text(of: change, launch: launch, from: &budget)))
        }
        return Result(
            advice: ranked(withoutWaste(found)), untried: leftOut + candidates.count - tried)
    }

    /// Whether a change gains only because the launch no longer waits for a task that collects others' work: more than
    /// the task's own time. Such a task is what the launch is for.
    private func hidesWork(_ change: ScenarioChange, _ launch: Nanoseconds) -> Bool {
        switch change {
        case .startupClass(_, .afterLaunch): break
        case .lane(let task, let lane):
            let spec = scenario.tasks[task.offset].spec
            let now = spec.lane ?? scenario.configuration.defaultLane(for: spec.trigger)
            guard now == .main, lane != .main, spec.blocks == nil else { return false }
        case .blocks(_, false): break
        case .duration, .priority, .addEdge, .dropEdge, .events, .blocks, .startupClass, .width, .order, .registration:
            return false
        }
        guard let task = change.task, owns.indices.contains(task.offset) else { return false }
        return time.count - launch.count > owns[task.offset]
    }

    /// Pairs of the best single changes that gain more than either alone, best first, as far as the budget goes.
    public func pairs(of singles: [Advice], progress: (Int) -> Bool = { _ in true }) -> Result {
        let best = singles.prefix(Self.pairedCount)
        let count = best.indices.reduce(0) { sum, place in
            sum + best.dropFirst(place + 1).count { !Self.isSameKnob(best[place], $0) }
        }
        var found: [Advice] = []
        var budget = budget
        var tried = 0
        for (place, first) in best.enumerated() {
            for second in best.dropFirst(place + 1) where !Self.isSameKnob(first, second) {
                guard !budget.isSpent, progress(tried) else {
                    return Result(advice: ranked(found), untried: count - tried)
                }
                tried += 1
                let (both, alone) = (first.changes + second.changes, min(first.launch, second.launch))
                guard let launch = trial.time(with: both, shorterThan: alone, from: &budget) else { continue }
                let conditions = [first, second].compactMap { condition(inPairOf: $0) }
                found.append(
                    Advice(
                        both, launch: launch, instead: time, in: scenario,
                        onlyIf: conditions.isEmpty ? nil : conditions.joined(separator: " and ")))
            }
        }
        return Result(advice: ranked(found), untried: 0)
    }

    /// The condition of a single change beside another one, where it must say whose tasks it is about.
    private func condition(inPairOf advice: Advice) -> String? {
        guard case .width(let lane, _)? = advice.changes.first, let condition = advice.condition,
            condition == AdviceCondition.mayOverlap
        else { return advice.condition }
        return "the tasks of \(DisplayText.clean(scenario.configuration.lanes[lane.offset].name)) "
            + condition.dropFirst("its tasks ".count)
    }

    /// What needs no condition first, then by gain; of two that gain the same the smaller change.
    private func ranked(_ list: [Advice]) -> [Advice] {
        sorted(list) { left, right in
            let (isLeftFree, isRightFree) = (left.condition == nil, right.condition == nil)
            if isLeftFree != isRightFree { return isLeftFree }
            if left.gain != right.gain { return left.gain > right.gain }
            return nil
        }
    }

    /// In this order; where it does not decide, the smaller change comes first, and else what was found first.
    private func sorted(_ list: [Advice], _ isBefore: (Advice, Advice) -> Bool?) -> [Advice] {
        list.enumerated().sorted { left, right in
            if let isBefore = isBefore(left.element, right.element) { return isBefore }
            let (size, other) = (size(of: left.element), size(of: right.element))
            return size == other ? left.offset < right.offset : size < other
        }.map { $0.element }
    }

    /// How much changes alter, for telling apart those that gain the same.
    private func size(of advice: Advice) -> Int { advice.changes.reduce(0) { $0 + $1.size(in: scenario) } }

    /// Drops changes that demand more but gain no more: wider lanes, and further lanes and priorities for one task.
    private func withoutWaste(_ list: [Advice]) -> [Advice] {
        var best: [Knob: Nanoseconds] = [:]
        return sorted(list) { _, _ in nil }.filter { advice in
            guard let change = advice.changes.first, let knob = Knob(change) else { return true }
            if let known = best[knob], known <= advice.launch { return false }
            best[knob] = advice.launch
            return true
        }
    }

    /// A setting with several possible values, of which the first that gains as much suffices.
    private enum Knob: Hashable {
        case width(LaneID)
        case lane(TaskID)
        case priority(TaskID)

        init?(_ change: ScenarioChange) {
            switch change {
            case .width(let lane, _): self = .width(lane)
            case .lane(let task, _): self = .lane(task)
            case .priority(let task, _): self = .priority(task)
            case .duration, .addEdge, .dropEdge, .events, .blocks, .startupClass, .order, .registration: return nil
            }
        }
    }

    /// Whether two changes set the same thing, so that the second would override the first.
    private static func isSameKnob(_ left: Advice, _ right: Advice) -> Bool {
        guard let left = left.changes.first, let right = right.changes.first else { return false }
        switch (left, right) {
        case (.width(let one, _), .width(let other, _)): return one == other
        case (.priority(let one, _), .priority(let other, _)), (.duration(let one, _), .duration(let other, _)):
            return one == other
        case (.lane, .lane), (.lane, .startupClass), (.startupClass, .lane), (.startupClass, .startupClass):
            return left.task == right.task
        case (.order, .order): return true
        case (.events, .events), (.events, .startupClass), (.startupClass, .events): return left.task == right.task
        case (.duration, _), (.priority, _), (.lane, _), (.addEdge, _), (.dropEdge, _), (.events, _), (.blocks, _),
            (.startupClass, _), (.width, _), (.order, _), (.registration, _):
            return false
        }
    }
}
