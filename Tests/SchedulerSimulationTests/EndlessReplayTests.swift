import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing
import Text

/// Nothing that can be written continues forever.
@Suite struct EndlessReplayTests {
    /// Worlds that never end by themselves, and their scripts.
    static let endless: [(scenario: String, script: String)] = [
        ("tasks: [{name: A, every: 1s}]", "launch\nadvance 10000h"),
        ("tasks: [{name: A, every: 1s, duration: 1s}]", "launch\nadvance 10000h"),
        ("clock: {source: external}", "launch\ntick 1000000000"),
        ("jobs: {retryLimit: 100000, handlers: {J: {outcome: fail}}}", "launch\nenqueue J"),
        ("tasks: [{name: A, on: launch, outcome: fail, retry: {limit: 10000, delay: 1ms}}]", "launch"),
        // B is work, but whenever main may start again a turn of A takes precedence.
        (
            """
            lanes: {main: {width: 1, gap: 1s}}
            tasks: [{name: A, every: 1s, priority: high}, {name: B, on: active}]
            """, "launch\n+1500ms fire active"
        ),
    ]

    @Test("A replay that reaches the record limit stops and says why", arguments: endless)
    func stops(scenario: String, script: String) throws {
        let replay = try Self.replay(scenario, script, maximumRecords: 2_000)
        let time = DurationText.rounded(nanoseconds: replay.simulation.now.nanoseconds)
        let reason = "the replay stopped at \(time): it has reached the limit of 2000 records, ticks included"
        #expect(replay.stopReason == reason)
        #expect((2_000..<2_100).contains(replay.simulation.records.count))
        #expect(replay.simulation.notices.count { $0.code == "endless" } == 1)
    }

    @Test("Timers that keep a lane busy forever prolong no replay")
    func busyTimers() throws {
        let replay = try Self.replay(
            "tasks: [{name: A, every: 1s, duration: 1s}]", "launch\nadvance 2s", maximumRecords: 2_000)
        #expect(replay.stopReason == nil)
        // The run that the script's last instant releases ends; what the ticks after it release does not count.
        #expect(replay.simulation.now == .zero + .seconds(3))
    }

    @Test("A wait among timers that keep a lane busy gives up after its ticks")
    func busyWait() throws {
        let replay = try Self.replay(
            "tasks: [{name: A, every: 1s, duration: 500ms}, {name: B, on: memory}]", "launch\nwait until B done")
        #expect(replay.simulation.verdicts.map(\.actual) == ["only ticks for 3600 ticks"])
    }

    @Test("A wait whose last tick begins what it waits for waits for its end")
    func lastTick() throws {
        let replay = try Self.replay(
            #"tasks: [{name: A, at: "hourly 00", duration: 50ms}]"#, "at 200ms open-url app://x\nwait until A done")
        #expect(replay.simulation.verdicts.isEmpty)
        #expect(replay.simulation.now == .zero + .milliseconds(3_600_250))
    }

    private static func replay(
        _ scenario: String, _ script: String, maximumRecords: Int = Replay.maximumRecords
    ) throws -> Replay {
        let scenario = try #require(ScenarioReader.read(text: scenario, file: "s.yaml").scenario)
        let parsed = ScriptParser.parse(text: script, file: "s.scope", scenario: scenario)
        var replay = try Replay(scenario, script: parsed.lines, maximumRecords: maximumRecords)
        replay.run()
        return replay
    }
}
