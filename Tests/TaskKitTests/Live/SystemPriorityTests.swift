import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// What the system hears of bodies: how urgent they are, and where they begin and end.
@Suite(.timeLimit(.minutes(5))) struct SystemPriorityTests {
    @Test(
        "An asynchronous body is as urgent to the system as its task to the rules",
        arguments: [
            (LaunchPriority.critical, TaskPriority.high), (.high, .high), (.default, .medium), (.low, .low),
        ])
    func urgency(priority: LaunchPriority, wanted: TaskPriority) async throws {
        let launch = LaunchPlan()
        let found = launch.task("Body", lane: .async, priority: priority) { () async in Task.currentPriority }
        let scheduler = try launch.start()
        #expect(try await found.value == wanted)
        try scheduler.inject(
            LaunchTask("Late", on: .notification("key"), priority: priority, lane: "async") { () async in
                scheduler.values["late"] = Task.currentPriority.rawValue
            })
        try scheduler.post("key")
        try await scheduler.wait(for: .ended("Late"))
        #expect(scheduler.values["late"] == wanted.rawValue)
        await scheduler.stop()
    }

    /// Notes what begins and what ends.
    private final class Marker: BodyMarker {
        let diary = Diary()

        func begin(_ task: String) -> (@Sendable () -> Void)? {
            diary.note("begin \(task)")
            return { [diary] in diary.note("end \(task)") }
        }
    }

    @Test("A profiler sees each body of each kind once, failures and reports that never come included")
    func marks() async throws {
        struct Broken: Error {}
        let marker = Marker()
        let retry = TaskOptions(retry: .further(1))
        let scheduler = try makeScheduler([
            LaunchTask("Plain", on: .didFinishLaunching, lane: "serial", retry) { throw Broken() },
            LaunchTask("Async", on: .didFinishLaunching, lane: "serial") { () async throws in throw Broken() },
            LaunchTask("Main", on: .didFinishLaunching) { @MainActor in },
            LaunchTask("Callback", on: .didFinishLaunching, lane: "serial", body: .completion { $1.completed() }),
            LaunchTask("Never", on: .didFinishLaunching, lane: "serial", body: .completion { _, _ in }),
        ]) { $0.marker = marker }
        try scheduler.launch()
        try await scheduler.wait(for: .launched)
        try await waitFor("last mark") { marker.diary.lines.contains("end Never") }
        let lines = marker.diary.lines
        #expect(
            lines.sorted()
                == (["Plain", "Plain", "Async", "Main", "Callback", "Never"]).flatMap {
                    ["begin \($0)", "end \($0)"]
                }.sorted())
        await scheduler.stop()
    }
}
