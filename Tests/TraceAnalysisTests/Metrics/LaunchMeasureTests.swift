import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import Text

@testable import TraceAnalysis

@Suite struct LaunchMeasureTests {
    private static func shop() throws -> LaunchMeasure {
        let shop = Recorder.shop()
        return try #require(
            LaunchMeasure(
                title: "shop", names: shop.names, timeline: Timeline(shop.records), facts: shop.facts))
    }

    @Test func `the stages of a launch add up to it, and lanes are counted`() throws {
        let launch = try Self.shop()
        let parts = LaunchBreakdown(launch)
        #expect(parts.stages.reduce(.zero) { $0 + $1.length } == launch.time)
        #expect(parts.lanes.map { launch.name($0.lane) } == ["main", "async"])
        // Remote, Database, and of Prefetch what lies before the first frame.
        #expect(parts.lanes.last?.busy == .milliseconds(50 + 60 + 70))
        #expect(parts.lanes.last?.runs == 3)
    }

    /// The launch of a scenario.
    private static func launch(_ text: String) throws -> LaunchMeasure {
        let scenario = try #require(ScenarioReader.read(text: text, file: "s.yaml").scenario)
        var replay = try Replay(scenario)
        replay.run()
        let simulation = replay.simulation
        return try #require(
            LaunchMeasure(
                title: "s",
                names: .init(tasks: simulation.scheduler.names, lanes: scenario.configuration.lanes.map { $0.name }),
                timeline: Timeline(simulation.records),
                facts: LaunchFacts(of: simulation.scheduler, budget: nil)))
    }

    @Test func `the waits of a lane count for that lane, those of its last runs among them`() throws {
        let parts = LaunchBreakdown(
            try Self.launch(
                """
                tasks:
                  - {name: M1, on: launch, duration: 10ms}
                  - {name: A1, on: launch, lane: async, duration: 5ms, blocks: true}
                  - {name: D1, on: launch, lane: disk, duration: 50ms, blocks: true}
                  - {name: D2, on: launch, lane: disk, duration: 20ms, blocks: true}
                lanes: {disk: 1}
                """))
        #expect(parts.lanes.map { $0.wait } == [.zero, .milliseconds(50), .zero])
        #expect(parts.lanes.map { $0.waited } == [0, 1, 0])
        #expect(parts.laneWait == .milliseconds(50))
    }

    @Test func `between two attempts a run takes no place in its lane`() throws {
        let parts = LaunchBreakdown(
            try Self.launch(
                """
                lanes: {radio: 1}
                tasks:
                  - {name: Pairing, on: launch, lane: radio, duration: 180ms, outcome: [fail, success],
                     retry: {limit: 1, delay: 60ms}, blocks: true}
                  - {name: Firmware, on: launch, lane: radio, duration: 150ms}
                """))
        #expect(parts.lanes.map { $0.busy } == [.milliseconds(510)])
    }

    @Test func `what releases the sync tasks is not free to end later`() throws {
        let blame = Blame(
            try Self.launch(
                """
                tasks:
                  - {name: Basic, class: basic, lane: io, duration: 140ms}
                  - {name: Sync, class: sync, duration: 100ms}
                lanes: {io: {width: 1}}
                """))
        #expect(
            blame.rows.map { [$0.name, "\($0.slack?.count ?? -1)"] }.sorted { $0[0] < $1[0] } == [
                ["Basic", "0"], ["Sync", "0"],
            ])
    }

    @Test func `a basic task may end later by no more than the tasks that it releases`() throws {
        let blame = Blame(
            try Self.launch(
                """
                tasks:
                  - {name: Basic, class: basic, lane: io, duration: 140ms}
                  - {name: Sync, class: sync, lane: net, duration: 10ms, blocks: true}
                  - {name: Long, on: launch, duration: 300ms}
                lanes: {io: 1, net: 1}
                """))
        #expect(blame.rows.first { $0.name == "Sync" }?.slack == .milliseconds(290))
        #expect(blame.rows.first { $0.name == "Basic" }?.slack == .milliseconds(290))
    }

    @Test func `a launch of exactly its budget keeps to it`() {
        let budget = Nanoseconds.milliseconds(500)
        #expect(TimeText.overBudget(budget, budget) == nil)
        #expect(TimeText.overBudget(budget + Nanoseconds(1), budget) == "launch took 500.000001ms, 500ms allowed")
    }

    @Test func `blame sorts by what is asked for`() throws {
        let blame = Blame(try Self.shop())
        #expect(blame.sorted(by: .own).map { $0.name }.prefix(2) == ["Prefetch", "Database"])
        #expect(blame.sorted(by: .end).first?.name == "Prefetch")
        #expect(blame.sorted(by: .name).first?.name == "Crash")
        #expect(blame.sorted(by: .slack).prefix(3).allSatisfy { $0.slack == .zero })
    }

    @Test func `a launch compared with itself differs in nothing`() throws {
        let launch = try Self.shop()
        let comparison = LaunchComparison(launch, launch)
        #expect(comparison.rows.isEmpty && comparison.difference == .zero)
    }

    @Test func `a task holds a job if only waits for jobs follow it, or tasks that hold one, as tight as it is`() throws
    {
        let launch = try Self.launch(
            """
            lanes: {jobs: 9, gaps: 1}
            tasks:
              - {name: Long, on: launch, lane: jobs, duration: 100ms, blocks: true}
              - {name: First, on: launch, lane: jobs, duration: 5ms, blocks: true}
              - {name: Second, on: launch, after: First, lane: jobs, duration: 10ms, blocks: true}
              - {name: free job for Last, on: launch, after: Second, lane: gaps, duration: 30ms, blocks: true}
              - {name: Last, on: launch, after: free job for Last, lane: jobs, duration: 20ms, blocks: true}
            """)
        #expect(launch.tasksBoundByJobs.map { launch.name($0) }.sorted() == ["First", "Second"])
    }

    @Test func `of a unit that took no time no share was codegen`() throws {
        var launch = try Self.launch(
            """
            lanes: {jobs: 2}
            tasks:
              - {name: a, on: launch, lane: jobs, duration: 10ms, blocks: true}
              - {name: a codegen, on: launch, after: a, lane: jobs, duration: 30ms, blocks: true}
              - {name: b, on: launch, lane: jobs, duration: 0ms, blocks: true}
              - {name: b codegen, on: launch, after: b, lane: jobs, duration: 0ms, blocks: true}
            """)
        launch.recorded = RecordedWords("build")
        let names = ["a", "b"].compactMap { name in launch.names.tasks.firstIndex(of: name) }
        #expect(names.map { launch.codegenShare(of: TaskID($0)) } == [75, nil])
    }

    @Test func `what begins in the instant of the first frame is in the launch only if it ends then`() throws {
        let launch = try Self.launch(
            """
            lanes: {api: 1, io: 2}
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: Mark, on: active, duration: 0ms}
              - {name: Push, on: active, lane: api, duration: 60ms}
            """)
        #expect(Blame(launch).rows.map { $0.name } == ["A", "Mark"])
        #expect(LaunchBreakdown(launch).lanes.map { $0.runs } == [2])
    }

    @Test func `a task that begins after the launch of another scenario is not gone`() throws {
        let scenario = "lanes: {api: 1}\ntasks:\n  - {name: A, on: launch, duration: 50ms}\n  - {name: Late, on: "
        let before = try Self.launch(scenario + "launch, lane: api, duration: 9ms}\n")
        let after = try Self.launch(scenario + "background, lane: api, duration: 9ms}\n")
        #expect(LaunchComparison(before, after).rows.map { $0.changes } == [[.later]])
        #expect(LaunchComparison(after, before).rows.map { $0.changes } == [[.joined]])
    }

    @Test("a comparison says which tasks are new, gone, slower, and off the path", arguments: 0..<25)
    func comparison(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenarios = [cases.scenario(tasks: 8), cases.scenario(tasks: 8)]
        let launches = try scenarios.map { scenario in
            var replay = try Replay(scenario)
            replay.run()
            let scheduler = replay.simulation.scheduler.copy()
            return LaunchMeasure(
                title: "x", names: .init(tasks: scheduler.names, lanes: scenario.configuration.lanes.map { $0.name }),
                timeline: Timeline(replay.simulation.records), facts: LaunchFacts(of: scheduler, budget: nil))
        }
        guard let first = launches[0], let second = launches[1] else { return }
        let comparison = LaunchComparison(first, second)
        let (old, new) = (Blame(first).rows, Blame(second).rows)
        for row in comparison.rows {
            let (before, after) = (old.first { $0.name == row.name }, new.first { $0.name == row.name })
            let (isOld, isNew) = (first.names.tasks.contains(row.name), second.names.tasks.contains(row.name))
            #expect(row.changes.contains(.new) == (before == nil && !isOld))
            #expect(row.changes.contains(.joined) == (before == nil && isOld))
            #expect(row.changes.contains(.gone) == (after == nil && !isNew))
            #expect(row.changes.contains(.later) == (after == nil && isNew))
            #expect(
                row.changes.contains(.slower) == (before.map { b in after.map { $0.own > b.own } ?? false } ?? false))
            #expect(
                row.changes.contains(.left) == ((before?.isCritical ?? false) && after.map { !$0.isCritical } ?? false))
        }
        #expect(
            Set(old.map { $0.name }).symmetricDifference(new.map { $0.name }).isSubset(
                of: comparison.rows.map { $0.name }))
    }

    @Test(
        "percentiles are measured durations, by nearest rank",
        arguments: [(1, 1), (50, 5), (90, 9), (91, 10), (99, 10), (100, 10)])
    func percentiles(percent: Int, expected: Int64) {
        let distribution = Distribution((1...10).reversed().map { Nanoseconds($0) })
        #expect(distribution.percentile(percent) == Nanoseconds(expected))
    }

    @Test("a histogram counts every duration once", arguments: 0..<25)
    func histogram(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        let lengths = (0..<cases.number(0...200)).map { _ in Nanoseconds(Int64(cases.number(0...50))) }
        let bins = Distribution(lengths).histogram()
        #expect(bins.reduce(0) { $0 + $1.count } == lengths.count)
        for (bin, next) in zip(bins, bins.dropFirst()) { #expect(bin.to == next.from) }
        #expect(Distribution([]).percentile(50) == nil)
    }
}
