import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import TraceAnalysis
import TraceFormat
import TraceImport

/// What an import makes of a text, and what a replay makes of that.
struct Imported {
    var launch: RecordedLaunch
    var text: String
    var scenario: Scenario
    /// The launch time of the scenario; nil if it has no first frame.
    var time: Nanoseconds?

    init(_ text: String, format: ImportFormat? = nil, name: String = "app", number: Int = 0) throws {
        try self.init(bytes: Array(text.utf8), format: format, name: name, number: number)
    }

    init(
        bytes: [UInt8], format: ImportFormat? = nil, name: String = "app", number: Int = 0,
        choice: ImportChoice = ImportChoice()
    ) throws {
        var choice = choice
        if number > 0 { choice.number = number }
        launch = try TraceImport.launch(ByteWindow(bytes), format: format, name: name, choice: choice)
        text = TraceImport.scenario(repeating: launch, file: "trace").text
        scenario = try ScenarioReader.load(bytes: Array(text.utf8), file: "imported.yaml").scenario
        time = try Recording(scenario).timeline.processes.first?.launchTime
    }

    /// What is wrong with a text that comes in pieces, as the command says it; empty if nothing is.
    static func problem(_ bytes: [UInt8], format: ImportFormat? = nil, pieces size: Int = .max) -> String {
        do throws(ImportProblem) {
            _ = try TraceImport.launch(window(bytes, pieces: size), format: format, name: "app")
            return ""
        } catch {
            return error.text(file: "f")
        }
    }

    /// A source that hands out its bytes in pieces of one size.
    static func window(_ bytes: [UInt8], pieces size: Int) -> ByteWindow {
        guard size < bytes.count else { return ByteWindow(bytes) }
        var place = 0
        return ByteWindow {
            guard place < bytes.count else { return nil }
            defer { place += size }
            return Array(bytes[place..<min(bytes.count, place + size)])
        }
    }

    /// Tasks as `name lane start..end <- predecessors`, times in microseconds, by their starts; gaps left out.
    var schedule: [String] {
        get throws {
            let recording = try Recording(scenario)
            return recording.timeline.runs.sorted { $0.startOrder < $1.startOrder }.compactMap { span in
                guard let start = span.started, let end = span.finished, let task = recording.task(span.task),
                    task.group != "gaps"
                else { return nil }
                let after = (task.spec.after + task.spec.follows).filter {
                    !$0.hasPrefix("gap ") && !$0.hasPrefix(ScenarioTask.queuePrefix)
                }
                return "\(task.spec.name) \(recording.names.name(of: span.lane)) \(start.nanoseconds / 1000)"
                    + "..\(end.nanoseconds / 1000)" + (after.isEmpty ? "" : " <- " + after.joined(separator: ", "))
            }
        }
    }
}

/// A scenario's launch as it was recorded.
struct Recording {
    var scenario: Scenario
    var trace: Trace
    var timeline: Timeline
    var facts: LaunchFacts
    var names: TraceNames { trace.names }

    init(_ scenario: Scenario, seed: UInt64? = nil) throws {
        self.scenario = scenario
        if let seed { self.scenario.seed = seed }
        var replay = try Replay(self.scenario)
        replay.run()
        let simulation = replay.simulation
        let records = simulation.records
        trace = Trace(
            header: TraceHeader(name: scenario.name, seed: self.scenario.seed),
            names: ScheduleText.names(of: simulation),
            records: records, end: TraceEnd(of: records, at: simulation.now))
        timeline = Timeline(records)
        facts = LaunchFacts(of: simulation.scheduler, budget: nil)
    }

    /// The trace as a file.
    var bytes: [UInt8] { TraceWriter.bytes(of: trace) }

    /// The launch time; nil without a first frame.
    var time: Nanoseconds? { timeline.processes.first?.launchTime }

    func task(_ id: TaskID) -> ScenarioTask? {
        scenario.tasks.indices.contains(id.offset) ? scenario.tasks[id.offset] : nil
    }

    /// The runs that began before the first frame as `name start end`, by start; a number after a name is cut off.
    var launchRuns: [String] {
        guard let process = timeline.processes.first else { return [] }
        let runs = timeline.runs.filter {
            $0.process == 0 && $0.startOrder >= 0 && $0.startOrder < process.firstFrameOrder
                && task($0.task)?.group != "gaps"
        }
        return runs.map { span in
            let name = names.name(of: span.task).split(separator: " ").first.map(String.init) ?? ""
            let end = span.finished.map { $0.nanoseconds < 1_000_000_000_000 ? "\($0.nanoseconds)" : "-" } ?? "-"
            return "\(String(100_000_000_000 + (span.started ?? .zero).nanoseconds)) \(name) \(end)"
        }.sorted()
    }
}
