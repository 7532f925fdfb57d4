import Text
import ArgumentParser
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// `taskscope replay`
struct ReplayCommand: ParsableCommand {
    /// The output format.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, ndjson, junit
    }

    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run a scenario in virtual time and print what happened.",
        discussion: """
            The script is --script, else the one in the scenario, else a single launch. A failed expectation or budget \
            ends with exit code 1. The same scenario, script and seed give the same bytes everywhere.
            """)

    @Argument(help: "Scenario file; - is standard input.", completion: .file(extensions: ["yaml", "yml"]))
    var scenario: String

    @Option(help: "Script file to use instead of the scenario's own; - is standard input.", completion: .file())
    var script: String?

    @Option(
        help: """
            text: a summary for people; json: the summary for tools; ndjson: the whole trace, one record per line; junit: \
            expectations and budgets as test cases.
            """)
    var format: Format = .text

    @Option(help: "Replay up to and including this time, such as 90s or 1m30s, ticks included.")
    var until: String?

    // A negative number is a wrong value, not the next option.
    @Option(parsing: .unconditional, help: "Seed to use instead of the scenario's.")
    var seed: UInt64?

    @Option(
        help: "Job store: its jobs start in the queue, and the replay updates it at the end; created if missing.",
        completion: .file())
    var jobs: String?

    @Flag(help: "Include ticks in the trace.")
    var ticks = false

    @Flag(help: "Refusals, failed tasks, misses and warnings also give exit code 1.")
    var strict = false

    @Option(
        parsing: .unconditional,
        help: "Columns of the text summary; default: the terminal's width, or 100 without a terminal.")
    var width: Int?

    @Flag(help: "Chart the whole session, even if its launch is only a small part.")
    var whole = false

    @Flag(help: "Draw the text summary with ASCII characters only.")
    var ascii = false

    func validate() throws {
        if scenario == "-", script == "-" { throw ValidationError("scenario and script cannot both be standard input") }
        if let until, let complaint = DurationText.complaint(about: until) {
            throw ValidationError("--until: \(complaint)")
        }
        if let width, !(40...1000).contains(width) { throw ValidationError("--width must be from 40 to 1000") }
    }

    func run() throws {
        var scenario = try Source.scenario(scenario)
        if let seed { scenario.seed = seed }
        let lines = try script.map { try Source.script($0, for: scenario) }
        let jobs = try jobs.map { try ReplayJobs($0, epoch: scenario.epochStart) }
        var replay = try Replay(
            scenario, script: lines, until: until.flatMap(DurationText.parse), jobs: jobs?.stored)
        replay.run()
        try jobs?.save(replay.simulation.scheduler.jobs)
        let report = ReplayReport(scenario, replay.simulation, scriptFile: scriptFile)
        switch format {
        case .text:
            let usesASCII = ascii || (Output.isTerminal && !Output.isUnicode)
            Output.write(
                report.summary.text(
                    width: width ?? Output.columns, glyphs: usesASCII ? .ascii : .unicode, isWhole: whole))
        case .json: report.summary.writeJSON { Output.write($0) }
        case .ndjson: report.trace(includesTicks: ticks) { Output.write($0) }
        case .junit: Output.write(report.junit(isStrict: strict))
        }
        if let fault = report.overBudget { Output.complain(fault) }
        if let reason = replay.stopReason { Output.complain(reason) }
        let isWhole = replay.stopReason == nil && !replay.isCutShort
        if !isWhole || !report.passes(isStrict: strict) { throw ExitStatus.checkFailed }
    }

    /// The file that holds the script's lines.
    private var scriptFile: String { Source.title(script ?? scenario) }
}
