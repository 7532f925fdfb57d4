import Text
import ScenarioFormat
import SchedulerCore
import Testing

@testable import SchedulerSimulation

@Suite struct ExpectationVerdictTests {
    @Test(
        "Durations are exact, readable, and read back by the script language",
        arguments: [
            (0, "0s"), (7, "7ns"), (1_500, "1.5us"), (40_000_000, "40ms"), (898_767_971, "898.767971ms"),
            (1_500_000_000, "1500ms"), (1_234_017_581, "1.234017581s"), (60_000_000_000, "60s"),
        ] as [(Int64, String)])
    func durations(nanoseconds: Int64, text: String) {
        #expect(Simulation.text(Nanoseconds(nanoseconds)) == text)
        #expect(DurationText.parse(text) == Nanoseconds(nanoseconds))
    }
}
