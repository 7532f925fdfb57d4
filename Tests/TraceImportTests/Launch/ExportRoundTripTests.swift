import ScenarioFormat
import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// What `taskscope export` writes is read back to the launch that it came from.
@Suite struct ExportRoundTripTests {
    @Test(
        "a launch takes as long after an export and an import, in every format that holds it",
        arguments: ["shop.yaml", "classes.yaml", "rwtaskkit.yaml", "jobs.yaml"],
        [ExportFormat.chrome, .perfetto, .otlp, .csv])
    func formats(file: String, format: ExportFormat) throws {
        let scenario = try ScenarioReader.load(bytes: DemoFile.read(file), file: file).scenario
        for seed in 1...3 as ClosedRange<UInt64> {
            let recording = try Recording(scenario, seed: seed)
            var bytes: [UInt8] = []
            _ = format.write(LaunchRecording(recording.trace)) { bytes += $0 }
            let imported = try Imported(bytes: bytes)
            #expect(imported.launch.length == recording.time?.count)
            #expect(imported.time == recording.time, "\(imported.text)")
        }
    }
}
