import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

/// What a change to a recorded build gives if units that wait take the jobs as they get free.
@Suite struct JobPoolTests {
    /// Two at once: `c` was ready from the beginning, and waited for `b`.
    private static func text(wait: Int) -> String {
        """
        lanes: {jobs: 2, gaps: 1}
        tasks:
          - {name: a, on: launch, lane: jobs, blocks: true, duration: 40ms}
          - {name: b, on: launch, lane: jobs, blocks: true, duration: 30ms}
          - {name: free job for c, on: launch, lane: gaps, follows: b, duration: \(wait)ms, group: gaps}
          - {name: c, on: launch, lane: jobs, blocks: true, after: free job for c, duration: 50ms}

        """
    }

    private static func gain(wait: Int) throws -> AssumedGain {
        let text = text(wait: wait)
        return AssumedGain(
            try PlannedLaunch(of: ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario))
    }

    private static func shorter(_ task: Int) -> [ScenarioChange] {
        [.duration(TaskID(task), .fixed(.milliseconds(10)))]
    }

    @Test func `a unit takes the first job that is free, not the one that it took`() throws {
        let gain = try Self.gain(wait: 0)
        #expect(gain.time(with: Self.shorter(0)) == .milliseconds(60))
        #expect(gain.timeWithout(Self.shorter(0)) == .milliseconds(80))
        let words = "0s to -20ms: it depends on when jobs are free"
        #expect(gain.text(of: Self.shorter(0)) == words)
        #expect(gain.text(of: Self.shorter(1)) == words)
        #expect(gain.text(of: Self.shorter(3)) == "-40ms", "what waited for nothing else is certain")
    }

    @Test func `where the processors were busy, the larger gain needs free ones`() throws {
        let text = "source: {format: cargo, holds: build, help: crates}\n" + Self.text(wait: 0)
        let gain = AssumedGain(
            try PlannedLaunch(of: ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario))
        #expect(
            gain.text(of: Self.shorter(0))
                == "0s, or up to -20ms if processors are free: it depends on when jobs are free")
    }

    /// `a` runs alone from 50 to 80 ms; `e` waits for it, and for a job.
    @Test func `the time in which only a unit ran is saved without it, whenever jobs are free`() throws {
        let text = """
            lanes: {jobs: 2, gaps: 2}
            tasks:
              - {name: a, on: launch, lane: jobs, blocks: true, duration: 80ms}
              - {name: b, on: launch, lane: jobs, blocks: true, duration: 30ms}
              - {name: free job for c, on: launch, lane: gaps, follows: b, group: gaps}
              - {name: c, on: launch, lane: jobs, blocks: true, after: free job for c, duration: 20ms}
              - {name: free job for e, on: launch, lane: gaps, follows: a, group: gaps}
              - {name: e, on: launch, lane: jobs, blocks: true, after: [a, free job for e], duration: 10ms}

            """
        let gain = AssumedGain(
            try PlannedLaunch(of: ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario))
        let gone = [ScenarioChange.duration(TaskID(0), .fixed(.zero))]
        #expect(gain.timeWithout(gone) == .milliseconds(60))
        #expect(
            gain.text(of: gone) == "-30ms to -60ms: for 30ms nothing else ran, the rest depends on when jobs are free")
    }

    @Test("the pool counts only if it repeats the recorded build, to a tenth", arguments: [(8, true), (9, false)])
    func calibrated(wait: Int, counts: Bool) throws {
        let planned = try PlannedLaunch(
            of: ScenarioReader.load(bytes: Array(Self.text(wait: wait).utf8), file: "a.yaml").scenario)
        let pool = JobPool(planned)
        #expect((pool != nil) == counts)
        #expect(pool?.time(with: []) == (counts ? planned.time : nil))
        #expect(pool?.count == (counts ? 2 : nil))
    }

    @Test func `the rest of a unit goes on in the job of its beginning`() throws {
        let text = """
            lanes: {jobs: 1, gaps: 1}
            tasks:
              - {name: a, on: launch, lane: jobs, blocks: true, duration: 10ms}
              - {name: free job for b, on: launch, lane: gaps, follows: a codegen, group: gaps}
              - {name: b, on: launch, lane: jobs, blocks: true, after: free job for b, duration: 10ms}
              - {name: a codegen, on: launch, lane: jobs, blocks: true, after: a, duration: 10ms}
              - {name: c, on: launch, lane: jobs, blocks: true, after: a codegen, duration: 10ms}

            """
        let planned = try PlannedLaunch(
            of: ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario)
        let pool = try #require(JobPool(planned))
        let path = try PlannedLaunch(of: pool.scenario).criticalPath
        #expect(path.prefix(2) == ["a", "a codegen"])
    }

    @Test func `a launch in which nothing waited for a job has no pool`() throws {
        let text = Self.text(wait: 0).replacing("free job for c", with: "gap before c")
        let planned = try PlannedLaunch(
            of: ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario)
        #expect(JobPool(planned) == nil)
    }
}
