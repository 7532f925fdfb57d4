import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TaskKit
import TraceFormat

extension LaunchPlan {
    /// The plan as a scenario file: what `taskscope check`, `advise`, `diff` and `replay` read. No body runs, so a test can
    /// judge a launch before it happens. A task lasts as long as its option `expected` says.
    ///
    /// Throws as `start` does if something cannot be registered.
    public func scenario(
        _ configuration: LiveScheduler.Configuration = LiveScheduler.Configuration()
    ) throws(TaskKitError) -> String {
        Scenario(try processPlan(configuration)).text
    }
}

extension LiveScheduler {
    /// The plan that the scheduler was created from, as a scenario file: annotated tasks and all others.
    public var scenario: String { Scenario(plan).text }
}

extension Scenario {
    /// A process's plan, whose attempts succeed after their expected time.
    fileprivate init(_ plan: ProcessPlan) {
        self.init(name: plan.name)
        (configuration, epochStart, sequences) = (plan.configuration, plan.epoch, plan.sequences)
        tasks = plan.tasks.map { spec in
            var task = ScenarioTask(spec: spec, duration: .fixed(spec.expected))
            (task.spec.takesTime, task.spec.expected) = (false, .zero)
            return task
        }
        jobs.settings = plan.jobSettings
        jobs.behaviours = plan.jobNames.filter { !$0.isEmpty }.map {
            JobsSpec.Behaviour(task: $0, duration: .fixed(.zero), outcome: .success)
        }
    }

    fileprivate var text: String { ScenarioWriter.text(of: self) }
}
