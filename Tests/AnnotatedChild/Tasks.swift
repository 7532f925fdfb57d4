import AnnotatedTasks
import TaskKitAnnotations

@EventTask(
    on: .willFinishLaunching, .didBecomeActive, named: "first", priority: .critical, blocks: false, autoRemove: true,
    expected: .milliseconds(3))
enum First {
    static func run() {}
}

@TimerTask(every: .seconds(30), times: 5, catchUp: .all, follows: First.self, Nested.Inner.self)
struct Heartbeat {
    static func run(completion: Completion) { completion.completed() }

    @ScheduleTask(at: "2027-01-01T01:00:00.25+01:00", every: .seconds(60), runsWhenMissed: true)
    final class NewYear {
        class func run(_ context: RunContext, done: Completion) { done.failed() }
    }
}

@StepTask
private enum Step {
    nonisolated static func run() async {}
}

/// A type in a file with tasks that is not a task.
enum Plain {
    static func run() {}
}
