import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// What must be true for a change to be correct and no scenario states: that a task does not need what it waits for,
/// or that the first frame does not need a task that has `blocks: true` or builds on others.
struct AdviceCondition: Sendable {
    private let scenario: Scenario
    private let trial: LaunchTrial
    /// By task: whether it waits for another task, so that it builds on the results of others.
    private let buildsOnOthers: [Bool]

    init(_ planned: PlannedLaunch, _ trial: LaunchTrial) {
        (scenario, self.trial) = (planned.scenario, trial)
        buildsOnOthers = planned.scenario.tasks.indices.map { !planned.scheduler.predecessors(of: TaskID($0)).isEmpty }
    }

    /// The condition of a change with this launch time; nil if it needs none. Simulates at most one launch.
    func text(of change: ScenarioChange, launch: Nanoseconds) -> String? {
        switch change {
        case .dropEdge(let task, let other): return "\(name(task)) does not need \(DisplayText.clean(other))"
        case .blocks(let task, false): return firstFrame(task)
        case .events(let task, _):
            return scenario.tasks[task.offset].spec.blocks == true ? "only its successors need \(name(task))" : nil
        case .startupClass(let task, .afterLaunch):
            let spec = scenario.tasks[task.offset].spec
            return holds(spec) && (spec.blocks == true || buildsOnOthers[task.offset]) ? firstFrame(task) : nil
        case .lane(let task, let lane):
            let spec = scenario.tasks[task.offset].spec
            guard lane != .main, spec.blocks == nil, holds(spec), buildsOnOthers[task.offset] else { return nil }
            var held = change.applied(to: scenario)
            ScenarioChange.blocks(task, true).apply(to: &held)
            return trial.time(of: held) == launch ? nil : firstFrame(task)
        case .duration, .priority, .addEdge, .blocks, .startupClass, .width, .order, .registration:
            return nil
        }
    }

    /// Whether a task's event waits for its runs.
    private func holds(_ spec: TaskSpec) -> Bool {
        spec.blocks ?? ((spec.lane ?? scenario.configuration.defaultLane(for: spec.trigger)) == .main)
    }

    private func firstFrame(_ task: TaskID) -> String { "the first frame does not need \(name(task))" }
    private func name(_ task: TaskID) -> String { DisplayText.clean(scenario.tasks[task.offset].spec.name) }
}
