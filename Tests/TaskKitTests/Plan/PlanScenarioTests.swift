import ScenarioFormat
import SchedulerCore
import TaskKit
import TaskKitScenario
import Testing

/// A plan as a file that `taskscope` reads, before anything runs.
@Suite struct PlanScenarioTests {
    @Test func `a plan is written with its lanes, order and expected times, and reads back`() throws {
        let launch = LaunchPlan()
        let database = launch.task(
            "Database", on: .willFinishLaunching, lane: Lane("io", width: 2),
            TaskOptions(expected: .milliseconds(120))
        ) { 1 }
        launch.task("Home", after: database, priority: .high, TaskOptions(expected: .milliseconds(80))) { _ in
            Issue.record("no body runs")
        }
        launch.task("Heartbeat", on: .every(.seconds(30)), lane: .async) {}
        launch.add(JobWorker("letter") { (text: [String: String], _) async in _ = text })
        var configuration = LiveScheduler.Configuration()
        configuration.name = "Shop"
        let text = try launch.scenario(configuration)
        #expect(text.contains("name: Shop"))
        #expect(
            text.contains(
                "  - {name: Database, on: willFinishLaunching, lane: io, duration: 120ms}\n"), "\(text)")
        #expect(text.contains("after: Database"))
        let read = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        #expect(read.tasks.map(\.spec.name) == ["Database", "Home", "Heartbeat"])
        #expect(read.tasks[1].duration == .fixed(.milliseconds(80)))
        #expect(read.configuration.lanes.contains(LaneSpec(name: "io", width: 2)))
        #expect(read.jobs.behaviours.map(\.task) == ["letter"])
        let scheduler = try launch.makeScheduler(configuration)
        #expect(scheduler.scenario.contains("name: Heartbeat"))
        scheduler.halt()
    }

    @Test func `what cannot be registered is refused`() {
        let launch = LaunchPlan()
        launch.task("A", lane: Lane("io", width: 1)) {}
        launch.task("B", lane: Lane("io", width: 2)) {}
        #expect(throws: TaskKitError.self) { try launch.scenario() }
    }
}
