import Foundation
import SchedulerCore
import TaskKit

/// A number that many threads count up.
package final class Counter: Sendable {
    private let number = Locked(0)

    package init() {}

    package var value: Int { number.with { $0 } }

    /// Adds one and gives the sum.
    @discardableResult
    package func add() -> Int {
        number.with { number in
            number += 1
            return number
        }
    }
}

/// Lines in the order in which they came.
package final class Diary: Sendable {
    private let content = Locked<[String]>([])

    package init() {}

    package var lines: [String] { content.with { $0 } }

    package func note(_ line: String) {
        content.with { $0.append(line) }
    }
}

/// A scheduler on threads with lanes `pool` (8 wide), `serial` and whatever a test changes.
package func makeScheduler(
    _ tasks: [LaunchTask], sequences: [SequenceSpec] = [], jobs: [JobWorker] = [],
    recorder: Recorder? = nil, change: (inout LiveScheduler.Configuration) -> Void = { _ in }
) throws -> LiveScheduler {
    var configuration = LiveScheduler.Configuration()
    configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "pool", width: 8), LaneSpec(name: "serial")])
    configuration.observers = recorder.map { [$0] } ?? []
    change(&configuration)
    return try LiveScheduler(
        configuration, tasks: tasks, sequences: sequences.map { TaskSequence($0) }, jobs: jobs)
}

/// A task of didFinishLaunching.
package func task(
    _ name: String, lane: String = "pool", after: [String] = [], body: TaskBody,
    change: (inout TaskSpec) -> Void = { _ in }
) -> LaunchTask {
    var spec = TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching)), after: after)
    change(&spec)
    return LaunchTask(spec, laneName: lane, body: body)
}

extension LiveScheduler {
    /// Waits until the launch is over and nothing runs or waits to run.
    package func waitForRest() async {
        await wait { $0.firstFrameAt != nil && $0.runningCount == 0 && !$0.hasWorkLeft }
    }

    /// The result of a task's last turn.
    package func result(_ name: String) -> TurnResult? {
        snapshot { core in core.task(named: name).map { core.snapshot(of: $0).lastResult } }
    }

    /// Reads the recorder of this scheduler, which is at rest, once everything has come.
    package func recorded<Value>(_ recorder: Recorder, _ read: (Recorder) -> Value) -> Value {
        drainObservers()
        return read(recorder)
    }
}

/// Lets other threads continue.
package func giveWay() {
    sched_yield()
}
