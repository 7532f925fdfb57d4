import ScenarioFormat
import SchedulerCore
import TestSupport
import Testing
import TraceAnalysis
import TraceFormat
@testable import TraceImport

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

    @Test(
        "runs of random tasks begin and end in the same nanosecond after an export and an import",
        arguments: 0..<25 as Range<UInt64>, [ExportFormat.chrome, .perfetto, .otlp, .csv])
    func randomLaunches(seed: UInt64, format: ExportFormat) throws {
        var cases = CaseGenerator(seed: seed &* 104_729 &+ 7)
        var found = 0
        while found < 3 {
            let recording = try Recording(cases.scenario(tasks: 12))
            guard let time = recording.time else { continue }
            found += 1
            let scenario = recording.scenario
            let known = LaunchRecording(
                recording.trace, lanes: scenario.configuration.lanes, tasks: scenario.tasks.map { $0.spec },
                epoch: scenario.epochStart)
            for recorded in [LaunchRecording(recording.trace), known] {
                var bytes: [UInt8] = []
                _ = format.write(recorded) { bytes += $0 }
                let imported = try Imported(bytes: bytes)
                #expect(imported.launch.length == time.count)
                #expect(imported.time == time, "\(imported.text)")
                let again = try Recording(imported.scenario)
                #expect(again.launchRuns == recording.launchRuns, "\(imported.text)")
            }
        }
    }

    @Test(
        "an export reads the same whole and in pieces of any size",
        arguments: [ExportFormat.chrome, .perfetto, .otlp], [1, 7, 100, 4_000])
    func pieces(format: ExportFormat, size: Int) throws {
        let scenario = try ScenarioReader.load(bytes: DemoFile.read("shop.yaml"), file: "shop.yaml").scenario
        let recording = try Recording(scenario)
        let known = LaunchRecording(recording.trace, tasks: scenario.tasks.map { $0.spec })
        var bytes: [UInt8] = []
        _ = format.write(known) { bytes += $0 }
        let whole = try TraceImport.launch(ByteWindow(bytes), name: "app")
        let pieces = try TraceImport.launch(Imported.window(bytes, pieces: size), name: "app")
        #expect(pieces.runs == whole.runs)
        #expect(pieces.lanes == whole.lanes)
        #expect(!whole.runs.isEmpty)
    }

    @Test(
        "the attempts of an export are read as written", arguments: [ExportFormat.chrome, .otlp], [0, 1_700_000_000])
    func atHand(format: ExportFormat, epoch: Int64) throws {
        let scenario = try ScenarioReader.load(bytes: DemoFile.read("shop.yaml"), file: "shop.yaml").scenario
        let recording = try Recording(scenario)
        var bytes: [UInt8] = []
        _ = format.write(LaunchRecording(recording.trace, epoch: epoch * 1_000_000_000)) { bytes += $0 }
        var own = OwnTrace(header: "")
        var found = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // The scanner looks a few bytes ahead.
            let run = (Array(line) + Array(repeating: UInt8(ascii: " "), count: 8)).withUnsafeBufferPointer { line in
                var scanner = JSONScanner(line, at: 0, isBeforeFirstElement: true)
                if format == .chrome { return own.scanChromeRun(&scanner) }
                return own.scanSpan(&scanner, epoch: epoch * 1_000_000_000)
            }
            if run != nil { found += 1 }
        }
        let starts = recording.trace.records.filter { if case .start = $0.fact { true } else { false } }
        #expect(found == starts.count)
        #expect(found > 5)
    }
}
