import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// The single changes worth trying: wider lanes; tasks elsewhere, earlier in their lane, on a later event of
/// the launch or after it; edges dropped; events no longer held; and the order of ready runs.
struct CandidateChanges {
    /// The most places that are added to a lane.
    static let widestStep = 8

    private let planned: PlannedLaunch
    private let scenario: Scenario
    private let kept: KeptParts
    /// Tasks that ran in the launch, in registration order.
    private let launched: [TaskID]
    /// For each task, whether another one that ran in the launch waits for it.
    private let isNeeded: [Bool]
    /// For each task, whether a task that the first event of the launch may release waits for it.
    private let isNeededEarly: [Bool]
    /// For each task, whether a run of it was tried again.
    private let isRetried: [Bool]
    /// Lanes in which a run waited for a place.
    private let crowded: [LaneID]

    init(_ planned: PlannedLaunch, keeping kept: KeptParts = KeptParts()) {
        self.planned = planned
        scenario = planned.scenario
        self.kept = kept
        let count = scenario.tasks.count
        var ran = [Bool](repeating: false, count: count)
        var isRetried = ran
        for span in planned.timeline.runs where span.task.offset < count && Int(span.process) == planned.process {
            ran[span.task.offset] = true
            if span.attempts > 1 { isRetried[span.task.offset] = true }
        }
        self.isRetried = isRetried
        launched = ran.indices.filter { ran[$0] }.map { TaskID($0) }
        var isNeeded = [Bool](repeating: false, count: count)
        var isNeededEarly = isNeeded
        // What waits for the first frame itself can wait for something after it.
        for task in launched where scenario.tasks[task.offset].spec.trigger != .startup(.afterLaunch) {
            let isEarly = Self.isEarly(scenario.tasks[task.offset].spec.trigger)
            for other in planned.scheduler.predecessors(of: task) where other.offset < count {
                isNeeded[other.offset] = true
                if isEarly { isNeededEarly[other.offset] = true }
            }
        }
        for sequence in scenario.sequences {
            for step in sequence.steps {
                guard let task = planned.scheduler.task(named: step), task.offset < count else { continue }
                (isNeeded[task.offset], isNeededEarly[task.offset]) = (true, true)
            }
        }
        (self.isNeeded, self.isNeededEarly) = (isNeeded, isNeededEarly)
        var hasWaited = [Bool](repeating: false, count: scenario.configuration.lanes.count)
        for span in planned.timeline.runs where (span.laneWait ?? .zero) > .zero && span.lane.offset < hasWaited.count {
            hasWaited[span.lane.offset] = true
        }
        crowded = hasWaited.indices.dropFirst().filter { hasWaited[$0] }.map { LaneID($0) }
    }

    /// How many changes there are. O(changes).
    var count: Int { all.reduce(0) { count, _ in count + 1 } }

    /// The changes to try, in a fixed order; if there are more than `limit`, the first of those that touch what bounds
    /// the launch: the orders and wider lanes, then what is on the critical path, the longest runs first, then what ran
    /// in its lanes.
    func worthTrying(limit: Int) -> [ScenarioChange] {
        var chosen = Array(all.prefix(limit + 1))
        if chosen.count <= limit { return chosen }
        chosen = orders + (1...Self.widestStep).flatMap { step in crowded.map { wider($0, by: step) } }
        chosen.removeAll { !kept.allows($0) }
        for task in involved where chosen.count < limit { chosen += changes(task) }
        return Array(chosen.prefix(limit))
    }

    /// Every change, one task after the other: with many dependencies a list of all would be long.
    private var all: LazySequence<FlattenSequence<LazyMapSequence<Range<Int>, [ScenarioChange]>>> {
        let lanes = crowded.flatMap { lane in (1...Self.widestStep).map { wider(lane, by: $0) } }
        let shared = (lanes + orders).filter { kept.allows($0) }
        return (-1..<launched.count).lazy.flatMap { $0 < 0 ? shared : changes(launched[$0]) }
    }

    // MARK: Lanes

    private func wider(_ lane: LaneID, by step: Int) -> ScenarioChange {
        .width(lane, scenario.configuration.lanes[lane.offset].width + step)
    }

    private var orders: [ScenarioChange] {
        switch scenario.configuration.order {
        case .priority: [.order(.criticalPath)]
        case .criticalPath: [.order(.priority)]
        }
    }

    // MARK: Tasks

    /// The changes to one task.
    private func changes(_ task: TaskID) -> [ScenarioChange] {
        // A wait that nothing explains is no task that someone could change.
        guard !scenario.tasks[task.offset].isGap, !scenario.tasks[task.offset].isSpan else { return [] }
        // cargo decides where and when a unit is compiled, and its sources what it needs.
        let whole = scenario.words.whole
        guard whole != "build" else { return [] }
        let spec = scenario.tasks[task.offset].spec
        var changes: [ScenarioChange] = []
        var named = Set<ByteName>()
        // What an import only assumes is no part of the app that someone could change.
        for other in scenario.tasks[task.offset].statedPredecessors
        where named.insert(ByteName(other)).inserted && !isGap(other) {
            // What is no unit of a boot, such as its kernel, is a part of each.
            if whole == "boot", !BootUnit.isUnit(spec.name) || !BootUnit.isUnit(other) { continue }
            // Nor can anyone change the order that systemd gives its own units.
            if whole == "boot", BootOrder.isStandard(spec.name, after: other) { continue }
            changes.append(.dropEdge(task, after: other))
        }
        // A unit has no lane and no priority, and what only groups others, or is part of each boot, cannot be left for later.
        if whole == "boot" {
            let isKept = BootUnit.isTarget(spec.name) || !BootUnit.isUnit(spec.name) || spec.blocks != true
            return (changes + (isKept ? [] : [.blocks(task, false)])).filter { kept.allows($0) }
        }
        if isRetried[task.offset] { changes.append(.success(task)) }
        for priority in Priority.allCases where priority != spec.priority { changes.append(.priority(task, priority)) }
        // A launch that was said to end with this task cannot end without it.
        if scenario.words.end != spec.name { changes += moves(task, spec) }
        return changes.filter { kept.allows($0) }
    }

    private func isGap(_ name: String) -> Bool {
        guard planned.simulation.plan.hasGaps, let task = planned.scheduler.task(named: name) else { return false }
        return planned.isGap(task)
    }

    /// Moves to other lanes, and to after the launch if no other task of the launch waits for the task.
    private func moves(_ task: TaskID, _ spec: TaskSpec) -> [ScenarioChange] {
        let configuration = scenario.configuration
        let lane = configuration.lane(of: spec)
        var changes: [ScenarioChange] = []
        if spec.trigger == .startup(.afterLaunch), lane != configuration.afterLaunchLane {
            changes.append(.lane(task, configuration.afterLaunchLane))
        }
        for offset in configuration.lanes.indices
        where LaneID(offset) != lane && LaneID(offset) != configuration.afterLaunchLane && offset > 0 {
            changes.append(.lane(task, LaneID(offset)))
        }
        if spec.blocks == true { changes.append(.blocks(task, false)) }
        if Self.isFirstEvent(spec.trigger), !isNeededEarly[task.offset] {
            changes.append(.events(task, EventSet(.didFinishLaunching)))
        }
        if !isNeeded[task.offset], Self.isLaunchOnly(spec.trigger) { changes.append(.startupClass(task, .afterLaunch)) }
        return changes
    }

    /// Whether only the first event of a launch releases a task.
    private static func isFirstEvent(_ trigger: Trigger) -> Bool {
        if case .events(EventSet(.willFinishLaunching)) = trigger { true } else { false }
    }

    /// Whether a task runs during a launch and never again in its process.
    static func isLaunchOnly(_ trigger: Trigger) -> Bool {
        switch trigger {
        case .events(let set):
            set.subtracting([EventSet(.willFinishLaunching), EventSet(.didFinishLaunching)]).isEmpty && !set.isEmpty
        case .startup(let startupClass): startupClass != .afterLaunch
        case .none, .timer, .notification: false
        }
    }

    /// Whether something may release a task before the launch's second event.
    private static func isEarly(_ trigger: Trigger) -> Bool {
        switch trigger {
        case .events(let set): set.contains(EventSet(.willFinishLaunching))
        case .none, .timer, .notification: true
        case .startup: false
        }
    }

    /// Whether a launch releases the task itself, by one of its events or a startup class.
    static func isPlanned(_ trigger: Trigger) -> Bool {
        switch trigger {
        case .events: true
        case .startup(let startupClass): startupClass != .afterLaunch
        case .none, .timer, .notification: false
        }
    }

    /// Tasks on the critical path, the longest runs first, then those that ran in a lane in which one of them waited.
    private var involved: [TaskID] {
        guard let path = planned.path else { return [] }
        let runs = planned.timeline.runs
        let critical = path.links.compactMap { $0.run }.sorted { left, right in
            let (one, other) = (runs[left].own ?? .zero, runs[right].own ?? .zero)
            return one == other ? left < right : one > other
        }
        let lanes = Set(critical.filter { (runs[$0].laneWait ?? .zero) > .zero }.map { runs[$0].lane })
        let beside = runs.filter { lanes.contains($0.lane) }.map { $0.task }
        var isListed = [Bool](repeating: false, count: scenario.tasks.count)
        for task in launched { isListed[task.offset] = true }
        return (critical.map { runs[$0].task } + beside).filter { task in
            guard task.offset < isListed.count, isListed[task.offset] else { return false }
            isListed[task.offset] = false
            return true
        }
    }
}
