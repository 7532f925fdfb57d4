import ScenarioFormat
import SchedulerCore
import Testing

@testable import SchedulerSimulation

/// Retries without end have one.
@Suite struct RetryLimitTests {
    @Test("A task that always fails and is always retried ends at the limit of attempts")
    func limit() throws {
        let text = "tasks: [{name: A, on: didFinishLaunching, outcome: fail, retry: {limit: 1}}]"
        var scenario = try #require(ScenarioReader.read(text: text, file: "s.yaml").scenario)
        scenario.tasks[0].spec.retry = RetryPolicy(limit: .max)
        var session = try Session(scenario: scenario)
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: .zero + .seconds(5))
        let attempts = session.records.compactMap { record -> Int32? in
            guard case .start(_, _, let attempt, _) = record.fact else { return nil }
            return attempt
        }
        #expect(attempts.count == RetryPolicy.maximumLimit + 1)
        #expect(attempts.last == Int32(RetryPolicy.maximumLimit + 1))
        #expect(session.simulation.scheduler.snapshot(of: TaskID(0)).lastResult == .failed)
    }

    @Test("A retry comes, however many attempts with a timeout end before it")
    func retryAmongTimeouts() throws {
        let many = (0..<140).map { "  - {name: T\($0), on: launch, duration: 1ms, timeout: 10s}" }
        let text =
            "tasks:\n  - {name: R, on: launch, lane: async, outcome: [fail, success], retry: {limit: 1, delay: 1s}}\n"
            + many.joined(separator: "\n")
        let scenario = try #require(ScenarioReader.read(text: text, file: "s.yaml").scenario)
        // Up to an instant: a replay would wait for a retry that never comes.
        var session = try Session(scenario: scenario)
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: .zero + .seconds(5))
        let attempts = session.records.compactMap { record -> Int32? in
            if case .start(TaskID(0), _, let attempt, _) = record.fact { attempt } else { nil }
        }
        #expect(attempts == [1, 2])
    }
}
