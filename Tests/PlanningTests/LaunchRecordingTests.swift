import Foundation
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import TraceAnalysis
import TraceFormat

@testable import Planning

/// A launch of the demo in every format; the files are in `Golden/`, binary ones as hexadecimal digits.
///
/// `TASKSCOPE_GOLDEN=write swift test --filter LaunchRecordingTests` writes them again.
@Suite struct LaunchRecordingTests {
    private static func recording(_ file: String, for format: ExportFormat) throws -> LaunchRecording {
        let scenario = try #require(ScenarioReader.read(bytes: DemoFile.read(file), file: file).scenario)
        var replay = try Replay(scenario)
        replay.run()
        let simulation = replay.simulation
        let end = TraceEnd(
            time: simulation.now, state: simulation.scheduler.state, launch: simulation.launchTime,
            runs: simulation.startedRuns, warnings: simulation.warningCount)
        let header = TraceHeader(
            name: scenario.name, seed: scenario.seed, tick: scenario.configuration.tick)
        let trace = Trace(header: header, names: simulation.traceNames, records: simulation.records, end: end)
        var recording = LaunchRecording(
            trace, of: scenario, facts: LaunchFacts(of: simulation.scheduler, budget: scenario.launchBudget))
        try recording.complete(for: format, from: scenario)
        return recording
    }

    private static func golden(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    }

    @Test("the same launch gives the same bytes", arguments: ExportFormat.allCases)
    func golden(format: ExportFormat) throws {
        let bytes = try #require(format.bytes(of: Self.recording("shop.yaml", for: format)))
        let text = String(decoding: bytes, as: UTF8.self)
        let file = Self.golden("shop\(format.endings[0]).golden")
        if ProcessInfo.processInfo.environment["TASKSCOPE_GOLDEN"] == "write" {
            try Data(text.utf8).write(to: file)
        }
        let wanted = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == wanted)
    }

    @Test func `the scenario's facts are next to the trace`() throws {
        let recording = try Self.recording("shop.yaml", for: .chrome)
        #expect(recording.tasks.count == 22)
        #expect(recording.facts.lanes.map { $0.width } == [1, 1, 2, 1, 1])
        #expect(recording.epoch == 1_448_874_313_000_000_000 && recording.facts.budget == .milliseconds(500))
        #expect(recording.outlook == nil && recording.graph == nil)
        #expect(try Self.recording("shop.yaml", for: .page).outlook?.tries.count == 5)
        #expect(try Self.recording("shop.yaml", for: .dot).graph?.nodes.count == 22)
    }

    @Test(
        "every demo can be exported in every format",
        arguments: ["shop.yaml", "classes.yaml", "jobs.yaml", "rwtaskkit.yaml", "originals/edqueue.yaml"])
    func demos(file: String) throws {
        for format in ExportFormat.allCases {
            let recording = try Self.recording(file, for: format)
            let hasLaunch = Timeline(recording.trace.records).processes.contains { $0.firstFrame != nil }
            let needsLaunch = format == .svg || format == .swift
            #expect((format.bytes(of: recording) != nil) == (hasLaunch || !needsLaunch), "\(format)")
        }
    }
}
