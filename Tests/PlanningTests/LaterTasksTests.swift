import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

/// What a changed launch leaves for later.
@Suite struct LaterTasksTests {
    private static let text = """
        lanes: {db: 1}
        tasks:
        - {name: Keys, on: launch, lane: db, duration: 50ms}
        - {name: Index, on: launch, lane: db, after: Keys, duration: 120ms}
        - {name: Cache, on: launch, lane: db, after: Keys, duration: 10ms}
        - {name: Front, on: launch, after: Keys, duration: 60ms}
        - {name: Inbox, on: launch, after: [Keys, Index], blocks: true, duration: 40ms}
        """

    private func later(_ change: (Scenario) -> ScenarioChange) throws -> LaterTasks {
        let scenario = try #require(ScenarioReader.read(text: Self.text, file: "s.yaml").scenario)
        let changed = change(scenario).applied(to: scenario)
        return LaterTasks(try PlannedLaunch(of: scenario), without: try PlannedLaunch(of: changed))
    }

    @Test func `a task that a change parks takes with it what waits for it`() throws {
        let later = try later { .startupClass($0.task("Index"), .afterLaunch) }
        #expect(later.names == ["Index", "Inbox"])
        #expect(later.words() == "then over only after the first frame: Index, Inbox")
        #expect(later.words(limit: 1) == "then over only after the first frame: Index +1")
    }

    @Test func `what a boot leaves for later comes after its end`() throws {
        let text = "source: {format: systemd, holds: boot, until: graphical.target}\n" + Self.text
        let scenario = try #require(ScenarioReader.read(text: text, file: "s.yaml").scenario)
        let changed = ScenarioChange.startupClass(scenario.task("Index"), .afterLaunch).applied(to: scenario)
        let later = LaterTasks(try PlannedLaunch(of: scenario), without: try PlannedLaunch(of: changed))
        #expect(later.words() == "then over only after the end of the boot: Index, Inbox")
    }

    @Test func `what ends by the first frame with the change, too, is not named`() throws {
        let later = try later { .priority($0.task("Cache"), .low) }
        #expect(later.names.isEmpty && later.words() == nil)
    }

    @Test func `another order of registration compares tasks by their names`() throws {
        let later = try later { .registration([$0.task("Index"), $0.task("Keys")]) }
        #expect(later.names.isEmpty)
    }

    @Test func `a run between two attempts at the first frame is over only after it`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
            - {name: Login, on: launch, lane: net, duration: 50ms, outcome: [fail, success], retry: {delay: 100ms, limit: 2}}
            - {name: Home, on: launch, after: Login, blocks: true, duration: 80ms}
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "s.yaml").scenario)
        let change = ScenarioChange.dropEdge(scenario.task("Home"), after: "Login")
        let later = LaterTasks(try PlannedLaunch(of: scenario), with: [change])
        #expect(later.names == ["Login"])
    }

    @Test func `a launch without an end leaves nothing for later`() throws {
        #expect(try later { .duration($0.task("Inbox"), .never) }.names.isEmpty)
    }
}

extension Scenario {
    fileprivate func task(_ name: String) -> TaskID { TaskID(tasks.firstIndex { $0.spec.name == name } ?? 0) }
}
