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

    @Test func `a main-actor body needs lane main, and a lane must exist`() {
        let body = TaskBody.main { _ in }
        #expect(message(LaunchTask("A", on: .didFinishLaunching, body: body)) == "made")
        #expect(message(LaunchTask("A", on: .didFinishLaunching, lane: "main", body: body)) == "made")
        let refused = "task A: a main-actor body can run only in lane main"
        #expect(message(LaunchTask("A", on: .didFinishLaunching, lane: "io", body: body)) == refused)
        let spec = TaskSpec(name: "A", trigger: .events(EventSet(.didFinishLaunching)), lane: LaneID(1))
        #expect(message(LaunchTask(spec, body: body)) == refused)
        // Without a lane of its own a timer is on the one that its kind has.
        let isOnMain =
            SchedulerConfiguration().lane(of: TaskSpec(name: "T", trigger: .timer(TimerTrigger(every: .seconds(1)))))
            == .main
        #expect(message(LaunchTask("A", on: .every(.seconds(1)), body: body)) == (isOnMain ? "made" : refused))
        let nowhere = LaunchTask("A", on: .didFinishLaunching, lane: "nowhere", body: .sync { _ in })
        #expect(message(nowhere) == "task A: no lane is called nowhere")
    }

    @Test func `preferences, teardown, the end at a failure and recurring dates reach the rules`() throws {
        let poll = LaunchTask(
            "Poll", on: .every(.seconds(2), onFailure: .stop), TaskOptions(prefers: ["A", "B"], teardown: true),
            body: .sync { _ in }
        )
        #expect(poll.spec.prefers == ["A", "B"])
        #expect(poll.spec.tearsDown)
        #expect(poll.spec.trigger == .timer(TimerTrigger(every: .seconds(2), stopsOnFailure: true)))
        let clean = LaunchTask(
            "Clean", on: .each(.weekly(1), hour: 3, minute: 4, second: 5, times: 2), body: .sync { _ in })
        let recurrence = Recurrence(.weekly(1), second: 3 * 3600 + 4 * 60 + 5, epoch: 7_000_000_000)
        let registered = try clean.registered(SchedulerConfiguration(), 7_000_000_000)
        #expect(
            registered.trigger == .timer(TimerTrigger(every: nil, repetition: .times(2), recurrence: recurrence)))
    }

    @Test(
        "A time of day or a day that does not exist is refused",
        arguments: [
            TaskTrigger.each(.daily, hour: 24), .each(.daily, hour: 3, minute: 60), .each(.weekly(8), hour: 3),
            .each(.monthly(0), hour: 3), .each(.daily, hour: -1),
        ])
    func calendar(trigger: TaskTrigger) {
        #expect(
            message(LaunchTask("A", on: trigger, body: .sync { _ in }))
                == "task A: its time of day, weekday or day of the month does not exist")
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
