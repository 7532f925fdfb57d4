import Foundation
import TaskKit
import Testing
import TraceFormat

/// What an app writes of itself.
@Suite(.timeLimit(.minutes(1))) struct TraceFileTests {
    @Test func `the last line says how many parked runs the launch is complete without`() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let plan = LaunchPlan()
        let consent = plan.task("Consent", on: .notification("consent")) {}
        plan.task("Ads", after: consent, lane: .async) { _ in }
        plan.task("Home") {}
        var configuration = LiveScheduler.Configuration()
        (configuration.clock, configuration.execution) = (ManualClock(), .inline)
        configuration.observers = [try TraceFile(path: path)]
        let scheduler = try plan.start(configuration)
        try await plan.finished()
        await scheduler.stop()
        let trace = try TraceReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(trace.end?.parked == 1)
        #expect(trace.end == TraceEnd(of: trace.records, at: trace.end?.time ?? .zero))
    }
}
