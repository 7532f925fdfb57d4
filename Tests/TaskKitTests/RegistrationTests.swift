import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// What a scheduler is made of is checked before anything runs.
@Suite(.timeLimit(.minutes(5))) struct RegistrationTests {
    private func make(_ task: LaunchTask) throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.rules = SchedulerConfiguration(lanes: [LaneSpec(name: "io")])
        return try LiveScheduler(configuration, tasks: [task])
    }

    private func message(_ task: LaunchTask) -> String {
        do {
            try make(task).halt()
            return "made"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a body for the main actor is on lane main, a lane has to exist`() {
        let body = TaskBody.main { _ in }
        #expect(message(LaunchTask("A", on: .didFinishLaunching, body: body)) == "made")
        #expect(message(LaunchTask("A", on: .didFinishLaunching, lane: "main", body: body)) == "made")
        let refused = "task A: a main-actor body can run only in lane main"
        #expect(message(LaunchTask("A", on: .didFinishLaunching, lane: "io", body: body)) == refused)
        let spec = TaskSpec(name: "A", trigger: .events(EventSet(.didFinishLaunching)), lane: LaneID(1))
        #expect(message(LaunchTask(spec, body: body)) == refused)
        // Without a lane of its own a timer is on the one that its kind has.
        let isOnMain = SchedulerConfiguration().defaultLane(for: .timer(TimerTrigger(every: .seconds(1)))) == .main
        #expect(message(LaunchTask("A", on: .every(.seconds(1)), body: body)) == (isOnMain ? "made" : refused))
        let nowhere = LaunchTask("A", on: .didFinishLaunching, lane: "nowhere", body: .sync { _ in })
        #expect(message(nowhere) == "task A: no lane is called nowhere")
    }

    @Test func `what a body on the main actor throws is an outcome`() async throws {
        struct Broken: Error {}
        let scheduler = try make(LaunchTask("A", on: .didFinishLaunching, body: .main { _ in throw Broken() }))
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.snapshot { $0.snapshot(of: TaskID(0)).lastResult } == .failed)
        await scheduler.stop()
    }
}
