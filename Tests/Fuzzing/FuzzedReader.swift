import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat
import TraceImport

/// What reads bytes that others wrote, each with what must hold of any bytes.
enum FuzzedReader: String, CaseIterable {
    case scenario, script, `import`, line, trace

    func read(_ bytes: [UInt8]) {
        switch self {
        case .scenario: Self.scenario(bytes)
        case .script: Self.script(bytes)
        case .import: Self.importTrace(bytes)
        case .line: Self.line(bytes)
        case .trace: Self.trace(bytes)
        }
    }

    /// A scenario that is taken can be written, and what was written means the same.
    private static func scenario(_ bytes: [UInt8]) {
        let result = ScenarioReader.read(bytes: bytes, file: "f")
        precondition((result.scenario == nil) == result.diagnostics.contains { $0.severity == .error })
        for diagnostic in result.diagnostics {
            precondition(diagnostic.line >= 1 && diagnostic.column >= 1)
            precondition(DisplayText.clean(diagnostic.message) == diagnostic.message)
        }
        guard let scenario = result.scenario else { return }
        let text = ScenarioWriter.text(of: scenario)
        guard let again = ScenarioReader.read(text: text, file: "f").scenario else {
            preconditionFailure("what was written is not read:\n\(text)")
        }
        precondition(ScenarioWriter.text(of: again) == text, "what was written is read as something else:\n\(text)")
    }

    private static let shop =
        ScenarioReader.read(
            text: """
                lanes: {io: {width: 2}, disk: 1}
                queues: {upload: {width: 1}}
                handlers: {send: {duration: 20ms}}
                tasks:
                  - {name: A, on: launch, duration: 20ms}
                  - {name: B, on: launch, lane: io, after: [A], duration: 30ms}
                  - {name: C, every: 1s, lane: disk, duration: 10ms}
                """, file: "shop"
        ).scenario ?? Scenario(name: "empty")

    private static func script(_ bytes: [UInt8]) {
        for diagnostic in ScriptParser.parse(bytes: bytes, file: "f", scenario: shop).diagnostics {
            precondition(diagnostic.line >= 1 && diagnostic.column >= 1)
        }
        _ = ScriptGrammar.completions(
            for: String(decoding: bytes.prefix(60), as: UTF8.self), names: ScriptNames(scenario: shop))
    }

    /// A trace that is taken becomes a scenario that is read without an error.
    private static func importTrace(_ bytes: [UInt8]) {
        do throws(ImportProblem) {
            let launch = try TraceImport.launch(ByteWindow(bytes), format: nil, name: "app")
            let text = TraceImport.scenario(repeating: launch, file: "trace").text
            let result = ScenarioReader.read(text: text, file: "f")
            precondition(result.scenario != nil, "\(result.diagnostics)\n\(text)")
        } catch {
            let text = error.text(file: "f")
            precondition(!text.contains("\n") && DisplayText.clean(text) == text, text)
        }
    }

    private static func line(_ bytes: [UInt8]) {
        _ = try? InspectorReader.read(bytes)
    }

    private static func trace(_ bytes: [UInt8]) {
        guard let trace = try? TraceReader.read(bytes) else { return }
        let timeline = Timeline(trace.records)
        for process in timeline.processes.indices {
            _ = CriticalPath(of: timeline, process: process, facts: .unknown)
        }
    }
}
