import Text
import SchedulerCore
import SchedulerSimulation

/// The names of all lints, as `--deny` takes them.
public enum LintCode: String, CaseIterable, Sendable {
    case redundantDependency = "redundant-dependency"
    case priorityInversion = "priority-inversion"
    case neverRuns = "never-runs"
    case latePredecessor = "late-predecessor"
    case narrowLane = "narrow-lane"
    case unusedLane = "unused-lane"
    case classWithoutTask = "class-without-task"
    case retryWithoutFailure = "retry-without-failure"
}

/// Lints: what a file may say but hardly means. They look at a scenario without errors. Linear but for the search of redundant
/// dependencies, which is bounded.
extension ScenarioBuilder {
    mutating func lint() {
        let graph = dependencyGraph()
        lintTriggers()
        lintPredecessors()
        lintRetries()
        lintLanes(graph)
        lintRedundancy(graph)
    }

    private mutating func lint(at offset: Int, _ code: LintCode, _ message: String) {
        warning(at: offset, code.rawValue, message)
    }

    private mutating func lintTriggers() {
        var steps: Set<Int> = []
        for sequence in sequences {
            for step in sequence.steps {
                if let number = numbers[ByteName(step.name)] { steps.insert(number) }
            }
        }
        for (number, draft) in tasks.enumerated() where draft.task.spec.trigger.isNone && !steps.contains(number) {
            lint(
                at: draft.offset, .neverRuns,
                "\(quoted(draft.task.spec.name)) has no trigger and is no step of a sequence; "
                    + "give it on, every, at, notification or class")
        }
    }

    private mutating func lintPredecessors() {
        for draft in tasks {
            let spec = draft.task.spec
            let lastRelease = LaunchMoment.last(of: spec.trigger)
            for reference in draft.predecessors {
                guard let number = numbers[ByteName(reference.name)], number < tasks.count else { continue }
                let other = tasks[number].task.spec
                if spec.priority <= .high && spec.priority < other.priority {
                    lint(
                        at: reference.offset, .priorityInversion,
                        "\(quoted(spec.name)) (\(spec.priority)) waits for \(quoted(other.name)) (\(other.priority)); "
                            + "give \(quoted(other.name)) priority \(spec.priority)")
                }
                if let lastRelease, let first = LaunchMoment.first(of: other.trigger), first > lastRelease {
                    lint(
                        at: reference.offset, .latePredecessor,
                        "\(quoted(other.name)) is released only after \(quoted(spec.name)), which stays parked until "
                            + "then; release \(quoted(spec.name)) later or \(quoted(other.name)) earlier")
                }
            }
        }
    }

    private mutating func lintRetries() {
        for draft in tasks {
            guard let offset = draft.retryOffset, draft.task.spec.retry.limit > 0 else { continue }
            guard draft.task.spec.timeout == nil, !draft.task.outcome.canFail else { continue }
            lint(
                at: offset, .retryWithoutFailure,
                "\(quoted(draft.task.spec.name)) is retried but cannot fail or time out; give it an outcome or a "
                    + "timeout, or drop retry")
        }
    }

    private mutating func lintRedundancy(_ graph: DependencyGraph) {
        for finding in RedundantDependencies(tasks: tasks, numbers: numbers, graph: graph).find() {
            lint(
                at: finding.offset, .redundantDependency,
                "\"\(name(finding.task))\" waits for \"\(name(finding.implying))\", which waits for "
                    + "\"\(name(finding.implied))\" already; drop \"\(name(finding.implied))\" from after")
        }
    }

    private mutating func lintLanes(_ graph: DependencyGraph) {
        var load = LaneLoad(configuration: scenario.configuration, tasks: tasks, graph: graph)
        for line in scenario.script ?? [] {
            if case .inject(let task) = line.command, let lane = task.spec.lane { load.isUsed[lane.offset] = true }
        }
        for (index, lane) in scenario.configuration.lanes.enumerated() {
            let id = LaneID(index)
            let isBuiltIn = ["main", "async", "afterLaunch"].contains(lane.name)
            if let offset = laneOffsets[id], !isBuiltIn, !load.isUsed[index] {
                lint(at: offset, .unusedLane, "no task uses lane \(quoted(lane.name)); use it or drop it")
            }
            guard id != .main, id != scenario.configuration.afterLaunchLane, let excess = load.excess(of: id) else {
                continue
            }
            lint(
                at: laneOffsets[id] ?? tasks[excess.firstTask].offset, .narrowLane,
                "the launch waits for \(excess.count) tasks on lane \(quoted(lane.name)), \(DurationText.format(excess.work)) "
                    + "of work for width \(lane.width), while no chain takes longer than "
                    + "\(DurationText.format(excess.longestChain)); widen the lane")
        }
    }
}

extension Trigger {
    var isNone: Bool {
        switch self {
        case .none: true
        case .events, .timer, .notification, .startup: false
        }
    }

    /// Whether all its releases of a process are part of will/didFinishLaunching.
    var isOncePerProcess: Bool {
        switch self {
        case .events(let set): !set.isEmpty && set.events.allSatisfy(\.isOncePerProcess)
        case .startup: true
        case .none, .timer, .notification: false
        }
    }
}

extension OutcomeModel {
    /// Whether an attempt may fail in a way that is retried.
    var canFail: Bool {
        switch self {
        case .attempts(let chances):
            chances.contains { chance in
                switch chance {
                case .always(let outcome): outcome == .fail
                case .chance(let outcome, let perMillion): outcome == .fail && perMillion > 0
                }
            }
        }
    }
}

/// When in a launch a trigger releases: a rank that grows with time. Timers, posts and steps have none.
enum LaunchMoment: Int, Comparable {
    case willFinish, basicOrEvent, afterBasic, openURL, active, afterFirstFrame, later

    static func < (left: LaunchMoment, right: LaunchMoment) -> Bool { left.rawValue < right.rawValue }

    static func first(of trigger: Trigger) -> LaunchMoment? { moments(trigger).min() }

    /// The last release; of a task that waits for sync ones on didFinishLaunching nothing is late, as they are of its event.
    static func last(of trigger: Trigger) -> LaunchMoment? {
        guard let last = moments(trigger).max() else { return nil }
        return last == .basicOrEvent && trigger != .startup(.basic) ? .afterBasic : last
    }

    private static func moments(_ trigger: Trigger) -> [LaunchMoment] {
        switch trigger {
        case .none, .timer, .notification: []
        case .startup(.basic): [.basicOrEvent]
        case .startup(.sync), .startup(.async): [.afterBasic]
        case .startup(.afterLaunch): [.afterFirstFrame]
        case .events(let set): set.events.map(moment)
        }
    }

    private static func moment(_ event: LifecycleEvent) -> LaunchMoment {
        switch event {
        case .willFinishLaunching: .willFinish
        case .didFinishLaunching: .basicOrEvent
        case .openURL: .openURL
        case .didBecomeActive: .active
        case .willEnterForeground, .didEnterBackground, .didReceiveMemoryWarning, .willTerminate, .willResignActive,
            .significantTimeChange, .willChangeStatusBarOrientation, .didChangeStatusBarOrientation,
            .backgroundRefreshStatusDidChange, .userDidTakeScreenshot, .reserved1, .reserved2, .idle:
            .later
        }
    }
}
