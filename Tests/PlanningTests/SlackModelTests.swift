import SchedulerCore
import SchedulerSimulation
import TestSupport
import TraceAnalysis
import Testing

@testable import Planning

/// Slack against what a longer run really does to its launch.
@Suite struct SlackModelTests {
    /// Runs that end later move others, which may then start in another order: slack is exact only while it stays.
    @Test func `most slack is exact to the millisecond, and hardly any is too much`() throws {
        var (exact, tooMuch, tooLittle) = (0, 0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var cases = CaseGenerator(seed: seed)
            let scenario = SmallLaunches.scenario(&cases, tasks: 10)
            let planned = try PlannedLaunch(of: scenario)
            let (path, time) = (try #require(planned.path), try #require(planned.time))
            for (run, span) in planned.timeline.runs.enumerated() where !path.isCritical(run) {
                guard let slack = path.slack(ofRun: run), let own = span.own else { continue }
                func launch(with more: Nanoseconds) -> Nanoseconds {
                    let longer = ScenarioChange.duration(span.task, .fixed(own + more))
                    return SmallLaunches.launchTime(longer.applied(to: scenario)) ?? .limit
                }
                if launch(with: slack) > time {
                    tooMuch += 1
                } else if launch(with: slack + .milliseconds(1)) <= time {
                    tooLittle += 1
                } else {
                    exact += 1
                }
            }
        }
        let all = exact + tooMuch + tooLittle
        #expect(all > 400 && exact * 20 > all * 17, "\(exact) of \(all) exact, \(tooLittle) too little")
        #expect(tooMuch * 50 < all, "\(tooMuch) of \(all) too much")
    }
}
