import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct ScenarioWriterTests {
    private func read(_ text: String) throws -> Scenario {
        let result = ScenarioReader.read(text: text, file: "test.yaml")
        guard let scenario = result.scenario else { throw Diagnostics(result.diagnostics) }
        return scenario
    }

    private let full = #"""
        name: "All: of it"
        seed: 7
        clock: {interval: 250ms, start: 2015-11-30T09:05:13Z, maximumInterval: 600, grace: 1s, catchUp: all}
        lanes: {io: {width: 4, gap: 5ms}, main: {gap: 300ms}, net: 2}
        limits: {launch: 3s, enforce: true}
        afterLaunchDelay: 10ms
        suspendAfter: 9s
        budgets: {launch: 400ms}
        order: criticalPath
        classes: {basic: [Ghost]}
        tasks:
          - {name: "a, \"b\"\u202E", on: [launch, active], priority: low, duration: 1s..4s, outcome: fail 12.5%, notes: "x: กขค"}
          - {name: 推送, every: 500ms, times: 3, catchUp: none, after: "a, \"b\"\u202E", lane: io, duration: [1ms, 2ms]}
          - {name: Once, every: 1s, catchUp: once}
          - {name: Dated, at: 2015-11-30T09:05:18.5Z, whenMissed: run, duration: 300ms +- 50ms, timeout: 1s}
          - {name: N, notification: Key, follows: Dated, outcome: [fail, critical, success], blocks: true,
             retry: {limit: 2, delay: 5ms, backoff: 1.5, maximumDelay: 1s}}
          - {name: S, class: sync, autoRemove: true, group: "true"}
          - {name: Step, duration: never}
        sequences: [{name: Seq, on: memory, steps: [Step, S], onFailure: continue, timeout: 2s, blocks: true}]
        jobs: {retryLimit: 2, failed: head, stopOnResign: false, startOnActive: false, delay: 100ms, backoff: 2.5,
               maximumDelay: 9s, jitter: 0.25, queues: {default: 2, bulk: 1},
               handlers: {up: {duration: 1s, outcome: [fail, success]}},
               enqueue: [{task: up, data: {a: 1, b: [true, null]}}]}
        """#

    @Test func `what was written is read as the same scenario`() throws {
        let scenario = try read(full)
        let text = ScenarioWriter.text(of: scenario)
        #expect(try read(text) == scenario, "\(text)")
        #expect(ScenarioWriter.text(of: try read(text)) == text)
    }

    @Test func `what is as usual is left out`() throws {
        let text = ScenarioWriter.text(of: try read("tasks: [{name: A, on: launch}, {name: B, outcome: fail}]"))
        let tasks = text.split(separator: "\n").filter { $0.hasPrefix("  - ") }
        #expect(tasks == ["  - {name: A, on: didFinishLaunching}", "  - {name: B, outcome: fail}"], "\(text)")
        #expect(["jobs:", "budgets:", "classes:", "sequences:"].allSatisfy { !text.contains($0) }, "\(text)")
    }

    @Test(arguments: ["shop.yaml", "rwtaskkit.yaml", "classes.yaml"]) func `the demos too`(name: String) throws {
        var scenario = try read(demo(name))
        scenario.script = nil
        #expect(try read(ScenarioWriter.text(of: scenario)) == scenario)
    }

    @Test func `a script keeps its commands`() throws {
        let scenario = try read(
            "tasks: [{name: A, on: launch}]\nscript: |\n  launch\n  +1s pause A # why\n  expect A ran 1\n")
        let again = try read(ScenarioWriter.text(of: scenario))
        #expect(again.script?.map(\.command) == scenario.script?.map(\.command))
        #expect(again.script?.map(\.timing) == scenario.script?.map(\.timing))
    }
}
