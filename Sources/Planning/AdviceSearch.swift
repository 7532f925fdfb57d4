import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

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
    /// After each of so many best changes, the others are tried again: some gain only then.
    private static let firstCount = 3
    /// The most pairs of this kind with one first change.
    private static let sequelCount = 3
    /// With more changes than this to try, none is tried again after another.
    private static let sequelLimit = 200

    private let scenario: Scenario
    private let trial: LaunchTrial
    private let time: Nanoseconds
    /// Own times in the launch, by task.
    private let owns: [Int64]
    private let condition: AdviceCondition
    private let budget: SearchBudget
    private let kept: KeptParts
    private let number: Int
    /// The changes to try: every one if the budget is enough for them, else those that touch what bounds the launch.
    public let candidates: [ScenarioChange]
    /// The tasks that have another priority among the candidates.
    var reprioritized: Set<TaskID> {
        Set(candidates.lazy.compactMap { if case .priority(let task, _) = $0 { task } else { nil } })
    }
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
        (self.budget, self.kept, self.number) = (budget, kept, number)
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
            guard let launch = trial.time(with: [change], shorterThan: time, from: &budget),
                !hidesWork(change, from: time, to: launch)
            else { continue }
            found.append(
                Advice(
                    [change], launch: launch, instead: time, in: scenario,
                    onlyIf: condition.text(of: change, launch: launch, from: &budget)))
        }
        return Result(
            advice: ranked(withoutWaste(found)), untried: leftOut + candidates.count - tried)
    }

    /// Whether a change gains because the launch no longer waits for what a task waits for: more than a quarter of the launch
    /// beside the task's own time. A task that collects others' work is what the launch is for.
    private func hidesWork(_ change: ScenarioChange, from time: Nanoseconds, to launch: Nanoseconds) -> Bool {
        switch change {
        case .startupClass(_, .afterLaunch): break
        case .lane(let task, let lane):
            let spec = scenario.tasks[task.offset].spec
            let now = scenario.configuration.lane(of: spec)
            guard now == .main, lane != .main, spec.blocks == nil else { return false }
        case .blocks(_, false): break
        case .duration, .priority, .addEdge, .dropEdge, .events, .blocks, .success, .startupClass, .width, .order,
            .registration:
            return false
        }
        guard let task = change.task, owns.indices.contains(task.offset) else { return false }
        return time.count - launch.count - owns[task.offset] > self.time.count / 4
    }

    /// Pairs that gain more than either change alone, best first, as far as the budget goes: of the best single changes, and
    /// of a best one with a change that gains nothing until that is made.
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
                guard let launch = trial.time(with: both, shorterThan: alone, from: &budget),
                    !first.changes.contains(where: { hidesWork($0, from: second.launch, to: launch) }),
                    !second.changes.contains(where: { hidesWork($0, from: first.launch, to: launch) })
                else { continue }
                // Alone, a change may leave its task in the launch; together, not.
                let late = [first, second].filter { advice in
                    guard let change = advice.changes.first, advice.condition?.hasSuffix(" does not need it") == false
                    else { return false }
                    return condition.leavesLaunch(change, among: both, launch: launch, from: &budget)
                }
                found.append(
                    pair(
                        first, second, launch: launch,
                        also: late.compactMap { $0.changes.first?.task }.map(condition.firstFrame)))
            }
        }
        let sequels = sequels(of: singles, beside: found, budget) { progress(tried + $0) }
        return Result(advice: ranked(found + sequels.advice), untried: sequels.untried)
    }

    /// Pairs whose second change is no advice alone: each best change is made, and everything is tried again.
    private func sequels(
        of singles: [Advice], beside pairs: [Advice], _ budget: SearchBudget, progress: (Int) -> Bool
    ) -> Result {
        guard candidates.count <= Self.sequelLimit else { return Result(advice: [], untried: 0) }
        let known = Set(singles.flatMap { $0.changes })
        var found: [Advice] = []
        var (budget, tried, untried) = (budget, 0, 0)
        // The change that stands first is tried, too: what needs no condition may meet the budget with another one.
        let most = singles.sorted { $0.launch < $1.launch }
        let first = singles.prefix(1).filter { !most.prefix(Self.firstCount).contains($0) }
        for first in most.prefix(Self.firstCount - first.count) + first {
            var changed = scenario
            for change in first.changes { change.apply(to: &changed) }
            guard !budget.isSpent, progress(tried) else {
                untried += candidates.count
                continue
            }
            guard let planned = try? PlannedLaunch(of: changed, number: number),
                let search = AdviceSearch(planned, keeping: kept, number: number, budget: budget)
            else { continue }
            let result = search.singles { progress(tried + $0) }
            untried += result.untried
            let seconds = result.advice.filter { second in
                known.isDisjoint(with: second.changes) && !Self.isSameKnob(first, second)
            }
            // Another change of the same task that gains as much is there already; one without a condition is better.
            var (reached, freely): ([TaskID: Nanoseconds], [TaskID: Nanoseconds]) = ([:], [:])
            for pair in pairs where pair.changes.first == first.changes.first {
                guard let task = pair.changes.last?.task else { continue }
                reached[task] = min(reached[task] ?? time, pair.launch)
                if pair.condition == nil { freely[task] = min(freely[task] ?? time, pair.launch) }
            }
            var count = 0
            let free = seconds.filter { $0.condition == nil }.min { $0.launch < $1.launch }
            let best = seconds.sorted { $0.launch < $1.launch }.filter { $0 != free }
            for second in [free].compactMap({ $0 }) + best where count < Self.sequelCount {
                if let task = second.changes.first?.task {
                    let isFree = first.condition == nil && second.condition == nil
                    if let best = isFree ? freely[task] : reached[task], best <= second.launch { continue }
                    reached[task] = min(reached[task] ?? time, second.launch)
                    if isFree { freely[task] = second.launch }
                }
                // The second change gains less alone, even if it is left out of the advice.
                let alone = trial.time(with: second.changes, shorterThan: time, from: &budget) ?? time
                guard alone > second.launch,
                    second.changes.allSatisfy({ $0.keepsWork })
                        || !first.changes.contains(where: { hidesWork($0, from: alone, to: second.launch) })
                else { continue }
                found.append(pair(first, second, launch: second.launch))
                count += 1
            }
            tried += search.candidates.count
            budget.spend(search.candidates.count * (SearchBudget.work(of: changed) + planned.timeline.recordCount))
        }
        return Result(advice: found, untried: untried)
    }

    private func pair(
        _ first: Advice, _ second: Advice, launch: Nanoseconds, also more: [String] = []
    ) -> Advice {
        let conditions = [first, second].compactMap { condition(inPairOf: $0) } + more
        return Advice(
            first.changes + second.changes, launch: launch, instead: time, in: scenario,
            onlyIf: conditions.isEmpty ? nil : conditions.joined(separator: " and "))
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
            case .duration, .addEdge, .dropEdge, .events, .blocks, .success, .startupClass, .order, .registration:
                return nil
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
            (.success, _), (.startupClass, _), (.width, _), (.order, _), (.registration, _):
            return false
        }
    }
}

/// How much a search may simulate. Tasks, dependencies and records are counted and no clock is asked, so that a search
/// finds the same on every machine.
public struct SearchBudget: Hashable, Sendable {
    /// The work of a whole search for changes: one to two seconds. Up to about 400 tasks it is enough for every change.
    public static let standard = SearchBudget(4_000_000)

    /// What is left; below 0 once the last trial took more.
    private(set) var left: Int

    /// A budget of this much work: a task, a dependency or a record each count 1.
    public init(_ work: Int) {
        left = work
    }

    /// Whether nothing more may be simulated.
    var isSpent: Bool { left <= 0 }

    /// About how many launches it is enough for that cost as much as `planned`; at least one.
    func trials(like planned: PlannedLaunch) -> Int {
        max(1, left / max(1, Self.work(of: planned.scenario) + planned.timeline.recordCount))
    }

    mutating func spend(_ work: Int) {
        left -= work
    }

    /// What registering a scenario costs.
    static func work(of scenario: Scenario) -> Int {
        var work = scenario.tasks.count
        for task in scenario.tasks {
            work += task.spec.after.count + task.spec.follows.count + task.spec.prefers.count
        }
        return work
    }
}

extension ScenarioChange {
    /// Whether it only changes which run starts first or how many run at once: the launch waits for all that it did.
    fileprivate var keepsWork: Bool {
        switch self {
        case .priority, .width, .order, .success: true
        case .duration, .lane, .addEdge, .dropEdge, .events, .blocks, .startupClass, .registration: false
        }
    }
}
