import SchedulerCore
import TestSupport
import Testing

@testable import SchedulerSimulation

/// Every dependency graph of five tasks, against a list scheduler of twenty lines (Graham 1969).
@Suite struct SmallWorldTests {
    /// Five tasks: dependencies (bit masks), priorities, lanes and durations in milliseconds.
    struct World {
        var predecessors: [Int]
        var priorities: [Int]
        var lanes: [Int]
        var durations: [Int]
    }

    /// When each task starts by the oracle.
    static func oracle(_ world: World) -> [Int] {
        var starts = [Int](repeating: -1, count: 5)
        var done = 0
        var time = 0
        while starts.contains(-1) {
            for task in 0..<5 where starts[task] >= 0 && starts[task] + world.durations[task] <= time {
                done |= 1 << task
            }
            var progressed = false
            for lane in 0...1 where !progressed {
                let isBusy = (0..<5).contains { world.lanes[$0] == lane && starts[$0] >= 0 && done & (1 << $0) == 0 }
                let ready = (0..<5).filter {
                    world.lanes[$0] == lane && starts[$0] < 0 && world.predecessors[$0] & ~done == 0
                }
                guard !isBusy, let first = ready.min(by: { (world.priorities[$0], $0) < (world.priorities[$1], $1) })
                else { continue }
                starts[first] = time
                progressed = true
            }
            if !progressed { time += 1 }
        }
        return starts
    }

    static func simulated(_ world: World) throws -> [Int] {
        var scenario = Scenario(name: "small")
        scenario.tasks = (0..<5).map { task in
            let after = (0..<5).filter { world.predecessors[task] & (1 << $0) != 0 }.map { "T\($0)" }
            let spec = TaskSpec(
                name: "T\(task)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: world.priorities[task] == 0 ? .high : .low, after: after, lane: LaneID(world.lanes[task]))
            return ScenarioTask(spec: spec, duration: .fixed(.milliseconds(Int64(world.durations[task]))))
        }
        var replay = try Replay(scenario)
        replay.run()
        var starts = [Int](repeating: -1, count: 5)
        for record in replay.simulation.records {
            if case .start(let task, _, _, _) = record.fact {
                starts[task.offset] = Int(record.time.nanoseconds / 1_000_000)
            }
        }
        return starts
    }

    /// The graphs whose number has this remainder by 8; number n has an edge for each of its twenty bits.
    static func graphs(_ remainder: Int) -> [[Int]] {
        var found: [[Int]] = []
        var number = remainder
        while number < 1 << 20 {
            let lists = (0..<5).map { task -> Int in
                let bits = (number >> (4 * task)) & 15
                return (bits & ((1 << task) - 1)) | ((bits >> task) << (task + 1))
            }
            if isAcyclic(lists) { found.append(lists) }
            number += 8
        }
        return found
    }

    private static func isAcyclic(_ lists: [Int]) -> Bool {
        var done = 0
        for _ in 0..<5 {
            for task in 0..<5 where lists[task] & ~done == 0 { done |= 1 << task }
        }
        return done == 31
    }

    @Test("All 29,281 graphs of five tasks give the oracle's schedule", arguments: 0..<8)
    func allGraphs(remainder: Int) throws {
        var cases = CaseGenerator(seed: UInt64(remainder))
        for predecessors in Self.graphs(remainder) {
            let world = World(
                predecessors: predecessors, priorities: (0..<5).map { _ in cases.number(0...1) },
                lanes: (0..<5).map { _ in cases.number(0...1) }, durations: (0..<5).map { _ in cases.number(1...4) })
            let actual = try Self.simulated(world)
            try #require(actual == Self.oracle(world), "\(world)")
        }
    }

    @Test("There are 29,281 of them")
    func count() {
        #expect((0..<8).reduce(0) { $0 + Self.graphs($1).count } == 29_281)
    }
}
