import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import TraceAnalysis

/// The critical path against the plainest references there are.
@Suite struct CriticalPathPropertyTests {
    @Test("the links leave no gap and add up to the launch time, whatever happens", arguments: 0..<200)
    func sum(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 14)
        var session = try Session(scenario: scenario)
        session.perform(.order(.action(.launch)), text: "launch")
        for _ in 0..<cases.number(0...6) {
            session.perform(cases.command(tasks: 14), text: "x")
            session.advance(to: session.now + .milliseconds(Int64(cases.number(0...1500))))
        }
        session.advance(to: session.now + .seconds(30))
        let timeline = Timeline(session.records)
        let scheduler = session.simulation.scheduler.copy()
        for process in timeline.processes.indices {
            for knows in [true, false] {
                let facts = knows ? LaunchFacts(of: scheduler, budget: nil) : .unknown
                let path = CriticalPath(of: timeline, process: process, facts: facts)
                guard let path else { continue }
                check(path, timeline, process)
            }
        }
    }

    private func check(_ path: CriticalPath, _ timeline: Timeline, _ process: Int) {
        var time = timeline.processes[process].launched
        var sum = Nanoseconds.zero
        for link in path.links {
            #expect(link.from == time)
            #expect(link.to >= link.from)
            sum = sum + link.length
            time = link.to
        }
        #expect(sum == path.launchTime)
        #expect(path.boundWithUnlimitedLanes <= path.launchTime)
        #expect(path.launchTime == timeline.processes[process].launchTime)
        for link in path.links { if let run = link.run { #expect(path.isCritical(run)) } }
    }

    /// Tasks of one event that all hold it, lanes without pauses: nothing but dependencies and lanes bounds the launch.
    private func plain(_ cases: inout CaseGenerator) -> Scenario {
        var scenario = Scenario(name: "plain")
        scenario.configuration = SchedulerConfiguration(lanes: [
            LaneSpec(name: "main"), LaneSpec(name: "io", width: cases.number(1...3)), LaneSpec(name: "net"),
        ])
        for number in 0..<cases.number(1...8) {
            var spec = TaskSpec(
                name: "T\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: cases.pick(Priority.allCases), lane: LaneID(cases.number(0...2)), blocks: true)
            for other in 0..<number where cases.chance(30) { spec.after.append("T\(other)") }
            scenario.tasks.append(
                ScenarioTask(spec: spec, duration: .fixed(.milliseconds(Int64(cases.number(1...9))))))
        }
        return scenario
    }

    @Test("with unlimited lanes the longest path is the launch", arguments: 0..<25)
    func longestPath(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = plain(&cases)
        let (_, path) = try launch(scenario)
        #expect(path.boundWithUnlimitedLanes == longest(scenario))
    }

    private func longest(_ scenario: Scenario) -> Nanoseconds {
        func chain(_ number: Int) -> Int64 {
            let task = scenario.tasks[number]
            let before = task.spec.after.compactMap { name in
                scenario.tasks.firstIndex { $0.spec.name == name }.map { chain($0) }
            }
            return (before.max() ?? 0) + (task.duration.expected?.count ?? 0)
        }
        return Nanoseconds(scenario.tasks.indices.map { chain($0) }.max() ?? 0)
    }

    @Test("the chain is one that an exhaustive search finds", arguments: 0..<25)
    func bruteForce(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = plain(&cases)
        let (timeline, path) = try launch(scenario)
        let chains = everyChain(timeline, scenario)
        let ours = path.links.compactMap { $0.run }
        #expect(chains.contains(ours))
        #expect(path.links.allSatisfy { $0.run != nil })
    }

    /// All chains of runs from the launch to the first frame in which each run begins where one before it ends, and that
    /// one is a predecessor or ran in the same lane.
    private func everyChain(_ timeline: Timeline, _ scenario: Scenario) -> [[Int]] {
        let runs = timeline.runs
        let (begin, end) = (timeline.processes[0].launched, timeline.processes[0].firstFrame)
        func before(_ run: Int) -> [[Int]] {
            if runs[run].started == begin { return [[run]] }
            return runs.indices.filter { other in
                let after = scenario.tasks[runs[run].task.offset].spec.after
                let name = scenario.tasks[runs[other].task.offset].spec.name
                return other != run && runs[other].finished == runs[run].started
                    && (after.contains(name) || runs[other].lane == runs[run].lane)
            }.flatMap { before($0) }.map { $0 + [run] }
        }
        return runs.indices.filter { runs[$0].finished == end }.flatMap { before($0) }
    }

    private func launch(_ scenario: Scenario) throws -> (Timeline, CriticalPath) {
        var replay = try Replay(scenario)
        replay.run()
        let timeline = Timeline(replay.simulation.records)
        let facts = LaunchFacts(of: replay.simulation.scheduler, budget: nil)
        let path = CriticalPath(of: timeline, process: 0, facts: facts)
        return (timeline, try #require(path))
    }
}
