import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A recorded build with its jobs as a limited pool: a unit that is ready begins as soon as one is free, in the order of the
/// recording, instead of at the end of a wait as long as the recorded one.
struct JobPool: Sendable {
    /// A pool whose unchanged build differs from the recorded one by more than one part in this many is none of this build.
    private static let precision: Int64 = 10

    /// As many as units ran at once in the recording.
    let count: Int
    /// The jobs.
    let lane: LaneID
    /// The build with the pool.
    let scenario: Scenario
    private let trial: LaunchTrial
    private let recorded: Nanoseconds
    private let unchanged: Nanoseconds

    /// Nil if no unit waited for a free job, or if the unchanged build is another one with the pool. Costs its simulation.
    init?(_ planned: PlannedLaunch, number: Int = 0) {
        guard let recorded = planned.time, let built = Self.scenario(planned) else { return nil }
        (scenario, lane, count, self.recorded) = (built.scenario, built.lane, built.count, recorded)
        trial = LaunchTrial(of: scenario, number: number)
        guard let unchanged = trial.time(),
            abs(unchanged.count - recorded.count) <= recorded.count / Self.precision
        else { return nil }
        self.unchanged = unchanged
    }

    /// The build with changes: the recorded one, and what they change with the pool; nil if it never ends.
    func time(with changes: [ScenarioChange]) -> Nanoseconds? {
        trial.time(with: changes).map { Nanoseconds(recorded.count + $0.count - unchanged.count) }
    }

    /// Without the waits for a free job.
    private static func scenario(_ planned: PlannedLaunch) -> (scenario: Scenario, lane: LaneID, count: Int)? {
        var scenario = planned.scenario
        let queues = Set(scenario.tasks.filter { $0.isQueue }.map { ByteName($0.spec.name) })
        guard !queues.isEmpty else { return nil }
        var lane: LaneID?
        for index in scenario.tasks.indices {
            var task = scenario.tasks[index]
            if task.isQueue { (task.spec.follows, task.duration) = ([], .fixed(.zero)) }
            if task.spec.after.contains(where: { queues.contains(ByteName($0)) }) {
                lane = scenario.configuration.lane(of: task.spec)
                task.spec.after.removeAll { queues.contains(ByteName($0)) }
            }
            // The rest of a unit goes on in the job of its beginning.
            if isRest(task.spec) { task.spec.priority = .high }
            scenario.tasks[index] = task
        }
        guard let lane else { return nil }
        let count = mostAtOnce(in: lane, planned)
        scenario.configuration.lanes[lane.offset].width = count
        return (scenario, lane, count)
    }

    /// How many runs of a lane there were at once, for longer than a moment, 1/500 of the build: its times are rounded.
    private static func mostAtOnce(in lane: LaneID, _ planned: PlannedLaunch) -> Int {
        let moment = (planned.time ?? .zero).count / 500
        var changes: [(time: Int64, change: Int)] = []
        for run in planned.timeline.runs where run.lane == lane && Int(run.process) == planned.process {
            guard let start = run.started?.nanoseconds, let end = run.finished?.nanoseconds, end - start > moment else {
                continue
            }
            changes += [(start, 1), (end - moment, -1)]
        }
        var (count, most) = (0, 1)
        for (_, change) in changes.sorted(by: { ($0.time, $0.change) < ($1.time, $1.change) }) {
            count += change
            most = max(most, count)
        }
        return most
    }

    /// Whether it is the part of a unit after its metadata.
    private static func isRest(_ spec: TaskSpec) -> Bool {
        let suffix = BuildUnits.suffix.utf8
        guard spec.name.utf8.suffix(suffix.count).elementsEqual(suffix) else { return false }
        return spec.after.contains { $0.utf8.elementsEqual(spec.name.utf8.dropLast(suffix.count)) }
    }
}
