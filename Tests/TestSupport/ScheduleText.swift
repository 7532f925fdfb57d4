import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceFormat

/// A replay as a text Gantt for tests: events, a row a task, and what else happened, times in milliseconds.
///
/// A cell is one step, shown as it is at its beginning: `#` runs, `.` waits for predecessors, `-` waits for its
/// lane, `~` waits for its next attempt; `|` ran in no time.
public struct ScheduleText {
    private let records: [TraceRecord]
    private let names: TraceNames
    private let step: Int64
    private var rows: [[Character]]
    private var notes: [String] = []
    private var events: [String] = []

    /// Replays `scenario` (YAML) with `script` and draws it; problems of the texts come back as their diagnostics.
    public static func replay(_ scenario: String, _ script: String?, step: Int64 = 10, until: Int64? = nil) -> String {
        let read = ScenarioReader.read(text: scenario, file: "s.yaml")
        guard let scenario = read.scenario else { return Diagnostics(read.diagnostics).description }
        var lines: [ScriptLine]?
        if let script {
            let parsed = ScriptParser.parse(text: script, file: "s.scope", scenario: scenario)
            if Diagnostics(parsed.diagnostics).hasErrors { return Diagnostics(parsed.diagnostics).description }
            lines = parsed.lines
        }
        do {
            var replay = try Replay(scenario, script: lines, until: until.map { .milliseconds($0) })
            replay.run()
            let simulation = replay.simulation
            return draw(simulation.records, names: names(of: simulation), step: step)
        } catch {
            return "\(error)"
        }
    }

    /// Draws records; a cell is `step` milliseconds.
    public static func draw(_ records: [TraceRecord], names: TraceNames, step: Int64) -> String {
        var text = ScheduleText(records, names, step: step)
        return text.draw()
    }

    /// What the numbers in a simulation's records stand for.
    public static func names(of simulation: Simulation) -> TraceNames {
        TraceNames(
            tasks: (0..<simulation.scheduler.taskCount).map { simulation.scheduler.name(of: TaskID($0)) },
            lanes: simulation.scheduler.configuration.lanes.map(\.name), commands: Array(simulation.commandTexts),
            expectations: simulation.verdicts.map {
                JudgedExpectation(line: $0.line, isMet: $0.holds, text: $0.claim, actual: $0.actual)
            },
            messages: simulation.notices.map { DriverMessage($0.message, code: $0.code) })
    }

    private init(_ records: [TraceRecord], _ names: TraceNames, step: Int64) {
        self.records = records
        self.names = names
        self.step = step * 1_000_000
        rows = Array(repeating: [], count: names.tasks.count)
    }

    private mutating func draw() -> String {
        var released: [Int: Instant] = [:]
        var started: [Int: Instant] = [:]
        var ended: [Int: Instant] = [:]
        for record in records {
            let time = record.time
            switch record.fact {
            case .release(let task, _, _):
                if started[task.offset] == nil { released[task.offset] = time }
            case .start(let task, _, let attempt, _):
                if attempt > 1, let before = ended[task.offset] { fill(task.offset, before, time, "~") }
                started[task.offset] = time
            case .finish(let task, _, let attempt, let outcome, let ready, _):
                let start = started[task.offset] ?? time
                if attempt == 1 {
                    fill(task.offset, released[task.offset] ?? ready, min(ready, start), ".")
                    fill(task.offset, ready, start, "-")
                }
                fill(task.offset, start, time, "#")
                if start == time { dot(task.offset, time) }
                started[task.offset] = nil
                ended[task.offset] = time
                if outcome != .success { note(record, "\(name(task)) \(outcome)") }
            default: other(record)
            }
        }
        let width = names.tasks.map(\.count).max() ?? 0
        var lines = [events.joined(separator: " ")]
        for (task, row) in rows.enumerated() where !row.isEmpty {
            let padding = String(repeating: " ", count: width - names.tasks[task].count)
            lines.append("\(names.tasks[task])\(padding) \(String(row))")
        }
        return (lines + notes).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private mutating func other(_ record: TraceRecord) {
        switch record.fact {
        case .event(let event): events.append("\(Self.letter(event))\(milliseconds(record.time))")
        case .firstFrame(let parked): note(record, "first frame" + (parked > 0 ? ", \(parked) parked" : ""))
        case .skip(let task, let reason): note(record, "skip \(name(task)): \(ReasonText.text(reason, names: names))")
        case .miss(let task, let reason): note(record, "miss \(name(task)): \(ReasonText.text(reason, names: names))")
        case .park(let task, let reason): note(record, "park \(name(task)): \(ReasonText.text(reason, names: names))")
        case .warning(let warning): note(record, "warning \(ReasonText.text(warning, names: names))")
        case .refused(let command, let refusal):
            let text = names.text(of: command)
            note(record, "refused \(text): \(ReasonText.text(refusal, of: command, names: names))")
        case .sequence(let task, let signal, let step, _):
            note(record, "\(name(task)) \(signal)\(step.map { " \(name($0))" } ?? "")")
        case .state(let state):
            if state == .suspended || state == .notRunning { note(record, "\(state)") }
        case .expect(let number):
            let verdict = names.expectation(number)
            if !verdict.isMet { note(record, "expected \(verdict.text), actual \(verdict.actual)") }
        case .job(let job, let task, let signal, let attempt, let willRetry, let reason):
            let cause = ReasonText.text(reason).map { ", \($0)" } ?? ""
            let retry = willRetry ? ", will retry" : ""
            note(record, "job \(job) \(name(task)) \(signal) \(attempt)\(retry)\(cause)")
        case .queue(let signal): note(record, "queue \(signal)")
        case .action, .tick, .release, .start, .finish: break
        }
    }

    private mutating func note(_ record: TraceRecord, _ text: String) {
        notes.append("\(milliseconds(record.time)) \(text)")
    }

    private mutating func fill(_ task: Int, _ from: Instant, _ to: Instant, _ mark: Character) {
        let first = Int((from.nanoseconds + step - 1) / step)
        let end = Int((to.nanoseconds + step - 1) / step)
        guard first < end else { return }
        while rows[task].count < end { rows[task].append(" ") }
        for cell in first..<end where mark == "#" || rows[task][cell] == " " { rows[task][cell] = mark }
    }

    private mutating func dot(_ task: Int, _ time: Instant) {
        let cell = Int(time.nanoseconds / step)
        while rows[task].count <= cell { rows[task].append(" ") }
        if rows[task][cell] == " " { rows[task][cell] = "|" }
    }

    private func name(_ task: TaskID) -> String { names.name(of: task) }
    private func milliseconds(_ time: Instant) -> Int64 { time.nanoseconds / 1_000_000 }

    private static func letter(_ event: LifecycleEvent) -> String {
        switch event {
        case .willFinishLaunching: "W"
        case .didFinishLaunching: "D"
        case .didBecomeActive: "A"
        case .didEnterBackground: "B"
        case .willEnterForeground: "F"
        case .didReceiveMemoryWarning: "M"
        case .willTerminate: "T"
        case .willResignActive: "R"
        case .idle: "idle"
        case .openURL: "URL"
        case .significantTimeChange, .willChangeStatusBarOrientation, .didChangeStatusBarOrientation,
            .backgroundRefreshStatusDidChange, .userDidTakeScreenshot, .reserved1, .reserved2:
            "\(event)"
        }
    }
}
