import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct RecurrenceTextTests {
    static let forms: [(String, Recurrence.Days, Int)] = [
        ("daily 03:00", .daily, 10_800), ("weekdays 08:30:15", .weekdays, 30_615), ("weekly mon 00:00", .weekly(1), 0),
        ("weekly sun 23:59:59", .weekly(7), 86_399), ("monthly 31 12:00", .monthly(31), 43_200),
        ("hourly 30", .hourly, 1_800), ("hourly 00:05", .hourly, 5),
    ]

    @Test(arguments: forms)
    func `each form is read, and written as it was`(text: String, days: Recurrence.Days, second: Int) {
        let recurrence = Recurrence(days, second: second, epoch: 7)
        #expect(RecurrenceText.read(text, epoch: 7) == recurrence)
        #expect(RecurrenceText.format(recurrence) == text)
    }

    @Test(arguments: [
        "daily", "daily 3:00", "daily 24:00", "daily 03:60", "daily 03:00:60", "weekly 03:00", "weekly monday 03:00",
        "monthly 0 03:00", "monthly 32 03:00", "daily 03:00 often", "yearly 03:00", "daily 03:0x",
        "hourly", "hourly 60", "hourly 5", "hourly 03:00:00", "hourly 1 30",
    ])
    func `nothing else is read`(text: String) {
        #expect(RecurrenceText.read(text, epoch: 0) == nil)
    }

    @Test func `a task comes again at its time, in every process`() throws {
        let text = """
            clock: {start: 2015-11-30T02:59:50Z}
            tasks:
              - {name: Clean, at: daily 03:00}
              - {name: Twice, at: "weekly tue 03:00", times: 2}
              - {name: Work, at: weekdays 03:00:00}
            """
        let script = """
            launch
            at 9s expect Clean not run
            at 10s expect Clean ran 1
            at 15s schedule Late at "daily 03:00" times 1
            at 24h expect Late not run
            at 86411s expect Clean ran 2
            expect Late ran 1
            expect Twice ran 1
            expect Work ran 2
            crash
            +1h launch
            +24h expect Clean ran 3
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "s").scenario)
        let parsed = ScriptParser.parse(text: script, file: "x", scenario: scenario)
        #expect(!Diagnostics(parsed.diagnostics).hasErrors, "\(Diagnostics(parsed.diagnostics).description)")
        var replay = try Replay(scenario, script: parsed.lines)
        replay.run()
        for verdict in Array(replay.simulation.verdicts) {
            #expect(verdict.holds, "\(verdict.text): \(verdict.actual)")
        }
        let again = ScenarioReader.read(text: ScenarioWriter.text(of: scenario), file: "s").scenario
        #expect(again == scenario)
    }

    @Test func `an interval together with it is refused, and so is what is not a time`() {
        let text = """
            tasks:
              - {name: A, at: daily 03:00, every: 1s}
              - {name: B, at: daily 25:00}
            """
        let errors = ScenarioReader.read(text: text, file: "s").diagnostics.map(\.description)
        #expect(
            errors == [
                "s:2:32: error: \"every\" must be removed: \"daily 03:00\" already says when to repeat",
                "s:3:19: error: at: " + RecurrenceText.complaint,
            ])
    }
}
