import ScenarioFormat
import SchedulerSimulation

extension ScenarioReader {
    /// The scenario and its warnings. If there is an error, throws all errors and warnings.
    public static func load(
        bytes: [UInt8], file: String
    ) throws(Diagnostics) -> (scenario: Scenario, warnings: [Diagnostic]) {
        let result = read(bytes: bytes, file: file)
        guard let scenario = result.scenario else { throw Diagnostics(result.diagnostics) }
        return (scenario, result.diagnostics)
    }
}
