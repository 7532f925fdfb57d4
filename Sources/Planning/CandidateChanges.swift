import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// The single changes worth trying: wider lanes; tasks elsewhere, earlier in their lane, on a later event of
/// the launch or after it; edges dropped; events no longer held; and the order of ready runs.
struct CandidateChanges {
    /// The most places that are added to a lane.
    static let widestStep = 8

    private let planned: PlannedLaunch
    private let scenario: Scenario
    /// Tasks that ran in the launch, in registration order.
    private let launched: [TaskID]
    /// For each task, whether another one that ran in the launch waits for it.
    private let isNeeded: [Bool]
    /// For each task, whether a task that the first event of the launch may release waits for it.
    private let isNeededEarly: [Bool]
    /// Tasks on the critical path, and those that ran while a critical task was ready for the same lane.
    private let isInvolved: [Bool]

    init(_ planned: PlannedLaunch) {
        self.planned = planned
        scenario = planned.scenario
        let count = scenario.tasks.count
        var ran = [Bool](repeating: false, count: count)
        for span in planned.timeline.runs where span.task.offset < count && Int(span.process) == planned.process {
            ran[span.task.offset] = true
        }
        launched = ran.indices.filter { ran[$0] }.map { TaskID($0) }
        var isNeeded = [Bool](repeating: false, count: count)
        var isNeededEarly = isNeeded
        for task in launched {
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
        isInvolved = Self.involved(planned, count: count)
    }

    /// The changes to try, in a fixed order; if there are more than `limit`, those that touch what bounds the launch.
    func all(trial: LaunchTrial, limit: Int) -> [ScenarioChange] {
        let lanes = widths(trial: trial)
        let changes = lanes + orders + tasks(launched)
        if changes.count <= limit { return changes }
        let involved = lanes + orders + tasks(launched.filter { isInvolved[$0.offset] })
        return Array(involved.prefix(limit))
    }

    // MARK: Lanes

    private func widths(trial: LaunchTrial) -> [ScenarioChange] {
        var changes: [ScenarioChange] = []
        for offset in scenario.configuration.lanes.indices.dropFirst() {
            let lane = LaneID(offset)
            let width = scenario.configuration.lanes[offset].width
            let waited = planned.timeline.runs.contains { $0.lane == lane && ($0.laneWait ?? .zero) > .zero }
            guard waited else { continue }
            for step in 1...Self.widestStep { changes.append(.width(lane, width + step)) }
        }
        return changes
    }

    private var orders: [ScenarioChange] {
        switch scenario.configuration.order {
        case .priority: [.order(.criticalPath)]
        case .criticalPath: [.order(.priority)]
        }
    }

    // MARK: Tasks

    private func tasks(_ tasks: [TaskID]) -> [ScenarioChange] {
        var changes: [ScenarioChange] = []
        for task in tasks {
            let spec = scenario.tasks[task.offset].spec
            for other in spec.after + spec.follows.filter({ !spec.after.contains($0) }) {
                changes.append(.dropEdge(task, after: other))
            }
            for priority in Priority.allCases where priority != spec.priority {
                changes.append(.priority(task, priority))
            }
            changes += moves(task, spec)
        }
        return changes
    }

    /// Moves to other lanes, and to after the launch if no other task of the launch waits for the task.
    private func moves(_ task: TaskID, _ spec: TaskSpec) -> [ScenarioChange] {
        let configuration = scenario.configuration
        let lane = spec.lane ?? configuration.defaultLane(for: spec.trigger)
        var changes: [ScenarioChange] = []
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

    private static func involved(_ planned: PlannedLaunch, count: Int) -> [Bool] {
        var involved = [Bool](repeating: false, count: count)
        guard let path = planned.path else { return involved }
        let runs = planned.timeline.runs
        var lanes = Set<LaneID>()
        for run in path.links.compactMap({ $0.run }) {
            if runs[run].task.offset < count { involved[runs[run].task.offset] = true }
            if (runs[run].laneWait ?? .zero) > .zero { lanes.insert(runs[run].lane) }
        }
        for span in runs where lanes.contains(span.lane) && span.task.offset < count {
            involved[span.task.offset] = true
        }
        return involved
    }
}
