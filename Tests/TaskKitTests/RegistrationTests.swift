import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// What a scheduler is made of is checked before anything runs.
@Suite(.timeLimit(.minutes(1))) struct RegistrationTests {
    private func make(_ task: TaskRegistration) throws -> LiveScheduler {
        var configuration = TaskKitConfiguration()
        configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "io")])
        return try LiveScheduler(configuration, tasks: [task])
    }

    private func message(_ task: TaskRegistration) -> String {
        do {
            try make(task).stop()
            return "made"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a body for the main actor stands on lane main, a lane has to exist`() {
        let body = TaskBody.main { _ in }
        #expect(message(.event("A", on: .didFinishLaunching, body: body)) == "made")
        #expect(message(.event("A", on: .didFinishLaunching, lane: "main", body: body)) == "made")
        let refused = "task A: a body for the main actor runs on lane main only"
        #expect(message(.event("A", on: .didFinishLaunching, lane: "io", body: body)) == refused)
        let spec = TaskSpec(name: "A", trigger: .events(EventSet(.didFinishLaunching)), lane: LaneID(1))
        #expect(message(TaskRegistration(spec, body: body)) == refused)
        // Without a lane of its own a timer stands on the one that its kind has.
        let isOnMain = SchedulerConfiguration().defaultLane(for: .timer(TimerTrigger(every: .seconds(1)))) == .main
        #expect(message(.timer("A", every: .seconds(1), body: body)) == (isOnMain ? "made" : refused))
        let nowhere = TaskRegistration.event("A", on: .didFinishLaunching, lane: "nowhere", body: .sync { _ in })
        #expect(message(nowhere) == "task A: no lane is called nowhere")
    }

    @Test func `what a body on the main actor throws is an outcome`() async throws {
        struct Broken: Error {}
        let scheduler = try make(.event("A", on: .didFinishLaunching, body: .main { _ in throw Broken() }))
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.snapshot { $0.snapshot(of: TaskID(0)).lastResult } == .failed)
        scheduler.stop()
    }
}
