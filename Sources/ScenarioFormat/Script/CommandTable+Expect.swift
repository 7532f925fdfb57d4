import Text
import SchedulerCore
import SchedulerSimulation

/// `expect`.
extension CommandTable {
    static let expectations = [
        CommandRow("expect order", .order, "These tasks first started in this order.") { names in
            .expect(.order(names))
        } take: { command in
            if case .expect(.order(let names)) = command { names } else { nil }
        },
        CommandRow("expect state", .state, "The app is in this state.") { state in
            .expect(.state(state))
        } take: { command in
            if case .expect(.state(let state)) = command { state } else { nil }
        },
        CommandRow("expect launch", .atMost, "The launch took no longer than this.") { duration in
            .expect(.launch(atMost: duration))
        } take: { command in
            if case .expect(.launch(let duration)) = command { duration } else { nil }
        },
        CommandRow(
            "expect in budget", .expect(.budget(isKept: true)), "The launch kept the scenario's budget."),
        CommandRow(
            "expect over budget", .expect(.budget(isKept: false)),
            "The launch exceeded the scenario's budget. With this line, the replay does not fail because of that."),
        CommandRow("expect queue", .rowCount, "This many jobs are in the queue, not counting dead letters.") { count in
            .expect(.queue(count))
        } take: { command in
            if case .expect(.queue(let count)) = command { count } else { nil }
        },
        CommandRow(
            "expect queue running", .expect(.queueIsRunning(true)),
            "The job queue is on: started, and not stopped since."),
        CommandRow(
            "expect queue stopped", .expect(.queueIsRunning(false)),
            "The job queue is off: stopped, or never started."),
        CommandRow("expect queue exists", .jobTask, "A job of the task is in the queue.") { task in
            .expect(.jobExists(task, true))
        } take: { command in
            if case .expect(.jobExists(let task, true)) = command { task } else { nil }
        },
        CommandRow("expect queue absent", .jobTask, "No job of the task is in the queue.") { task in
            .expect(.jobExists(task, false))
        } take: { command in
            if case .expect(.jobExists(let task, false)) = command { task } else { nil }
        },
        CommandRow("expect queue active", .jobTask, "A job of the task is running.") { task in
            .expect(.jobIsActive(task, true))
        } take: { command in
            if case .expect(.jobIsActive(let task, true)) = command { task } else { nil }
        },
        CommandRow("expect queue inactive", .jobTask, "No job of the task is running.") { task in
            .expect(.jobIsActive(task, false))
        } take: { command in
            if case .expect(.jobIsActive(let task, false)) = command { task } else { nil }
        },
        CommandRow("expect queue next", Slot.jobTask.then(.job), "Job N of the task is running, or is next to run.") {
            task, job in
            .expect(.nextJob(task, job))
        } take: { command in
            if case .expect(.nextJob(let task, let job)) = command { (task, job) } else { nil }
        },
        CommandRow("expect no warnings", .expect(.noWarnings), "There were no warnings."),
        CommandRow("expect", .taskExpectation, "This has happened to the task so far.") { expectation in
            .expect(expectation)
        } take: { command in
            guard case .expect(let expectation) = command else { return nil }
            switch expectation {
            case .ran, .notRun, .failed, .skipped, .missed: return expectation
            case .order, .state, .launch, .budget, .queue, .queueIsRunning, .jobExists, .jobIsActive, .nextJob,
                .noWarnings:
                return nil
            }
        },
    ]
}
