import SchedulerCore
import SchedulerSimulation
import TestSupport
import TraceAnalysis

/// Small launches whose every length is fixed, for references that try everything.
enum SmallLaunches {
    /// Up to `limit` tasks of didFinishLaunching on main and two lanes; each may wait for earlier ones.
    static func scenario(_ cases: inout CaseGenerator, tasks limit: Int, lanes: ClosedRange<Int> = 0...2) -> Scenario {
        var scenario = Scenario(name: "small")
        scenario.configuration = SchedulerConfiguration(lanes: [
            LaneSpec(name: "main"), LaneSpec(name: "io", width: cases.number(1...2)), LaneSpec(name: "net"),
        ])
        for number in 0..<cases.number(1...limit) {
            var spec = TaskSpec(
                name: "T\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: cases.pick(Priority.allCases), lane: LaneID(cases.number(lanes)))
            for other in 0..<number where cases.chance(25) { spec.after.append("T\(other)") }
            if spec.lane != .main { spec.blocks = cases.chance(60) }
            let length = Nanoseconds.milliseconds(Int64(cases.number(1...9)))
            spec.expected = length
            scenario.tasks.append(ScenarioTask(spec: spec, duration: .fixed(length)))
        }
        return scenario
    }

    /// The launch time by a whole replay: the plain way.
    static func launchTime(_ scenario: Scenario) -> Nanoseconds? {
        guard var replay = try? Replay(scenario) else { return nil }
        replay.run()
        return Timeline(replay.simulation.records).processes.first?.launchTime
    }
}
