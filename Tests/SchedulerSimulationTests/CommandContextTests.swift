import ScenarioFormat
@testable import SchedulerCore
import Testing

@testable import SchedulerSimulation

/// Event context (The rules, "Tasks"): visible to the runs of its event only.
@Suite struct CommandContextTests {
    private static let scenario = """
        tasks:
          - {name: First, on: willFinishLaunching, duration: 10ms}
          - {name: Launch, on: launch, duration: 10ms}
          - {name: Open, on: openURL, duration: 50ms}
          - {name: Active, on: active, duration: 10ms}
          - {name: Sync, notification: Reachable, duration: 30ms}
          - {name: Flaky, on: openURL, lane: async, duration: 20ms, outcome: [fail, success], retry: {limit: 1}}
        """

    private func simulation(_ script: String, until: Int64) throws -> Simulation {
        let scenario = try #require(ScenarioReader.read(text: Self.scenario, file: "s.yaml").scenario)
        let parsed = ScriptParser.parse(text: script, file: "s.scope", scenario: scenario)
        #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
        let lines = parsed.lines
        var simulation = try Simulation(scenario: scenario)
        simulation.load(lines)
        simulation.advance(to: Instant.zero + .milliseconds(until))
        return simulation
    }

    private func context(_ name: String, _ simulation: Simulation) -> CommandContext? {
        simulation.scheduler.task(named: name).flatMap { simulation.context(of: $0) }
    }

    @Test(
        "Which runs see which context, and when",
        arguments: [
            // A launch by a URL: launch options for will and did, the URL for openURL, nothing for the others.
            ("open-url shop://cart", 5, "First", CommandContext.url("shop://cart")),
            ("open-url shop://cart", 15, "Launch", .url("shop://cart")),
            ("open-url shop://cart", 25, "Open", .url("shop://cart")),
            ("open-url shop://cart", 75, "Active", nil),
            ("launch", 5, "First", nil),
            // A further attempt belongs to the same run.
            ("launch\n+1s open-url a://b", 1_030, "Flaky", .url("a://b")),
            ("launch\n+1s open-url a://b", 1_060, "Open", nil),
            // The later of two events does not change what the earlier one's run sees, and nothing is left.
            (
                "launch\n+1s post Reachable {\"wifi\":true}\n+10ms open-url a://b", 1_020, "Sync",
                .payload("{\"wifi\":true}")
            ),
            ("launch\n+1s open-url a://b\n+10ms open-url c://d", 1_020, "Open", .url("a://b")),
            ("launch\n+1s open-url a://b\n+10ms open-url c://d", 1_070, "Open", .url("c://d")),
            ("launch\n+1s post Reachable {\"wifi\":true}\n+100ms post Reachable", 1_110, "Sync", nil),
            ("launch\n+1s fire openURL", 1_010, "Open", nil),
        ] as [(String, Int64, String, CommandContext?)])
    func table(script: String, milliseconds: Int64, task: String, expected: CommandContext?) throws {
        #expect(context(task, try simulation(script, until: milliseconds)) == expected)
    }

    @Test("Contexts of ended runs are removed")
    func bound() throws {
        let script = "launch\n" + (0..<1_000).map { "+100ms post Reachable {\"n\":\($0)}\n" }.joined()
        let simulation = try simulation(script, until: 200_000)
        #expect(simulation.scheduler.contexts.count <= Contexts.sweepLimit)
    }

    @Test func `a post that no task waits for is noted, a refused one is not`() throws {
        let script = "post Lost\nlaunch\nat 100ms post Reachable\nat 200ms post reachable\n"
        let posts = try simulation(script, until: 1_000).unheardPosts
        #expect(Array(posts) == [Simulation.UnheardPost(time: .zero + .milliseconds(200), key: "reachable")])
    }
}
