import ArgumentParser
import CTerminal
import Dashboard
import ScenarioFormat
import SchedulerSimulation
import ScreenKit
import TraceAnalysis
import TraceImport

/// `taskscope [SCENARIO]`: the dashboard.
struct DashboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "Open the dashboard (the default command).",
        discussion: "Without a scenario, the built-in demo opens. In the dashboard, ? shows the keys.")

    @Argument(help: "Scenario file.", completion: .file(extensions: ["yaml", "yml"]))
    var scenario: String?

    @Option(help: "Script to play once the clock runs.", completion: .file())
    var script: String?

    @Option(help: "Job store. The session works on a copy; :jobs save writes it back.", completion: .file())
    var jobs: String?

    @Flag(help: "A launch does not start the clock; . and , step through it.")
    var paused = false

    @OptionGroup var screen: ScreenOptions

    @Flag(help: "No screen: the same session as lines of text, with commands on standard input.")
    var plain = false

    @Option(help: "Present a script: its notes are captions; time stops at each one until Space.", completion: .file())
    var present: String?

    @Option(
        help: "Compare with this scenario or trace: its runs as ghosts, and how much later each ends.",
        completion: .file())
    var compare: String?

    @Option(help: "Draw at this size, such as 80x24, in a corner of a larger terminal.")
    var size: ScreenSize?

    @Option(help: "Record the session in this file, as an asciicast.", completion: .file(extensions: ["cast"]))
    var record: String?

    @Flag(name: .customLong("no-summary"), help: "Print no summary line at the end.")
    var noSummary = false

    func validate() throws {
        if scenario == "-" {
            throw ValidationError("the dashboard reads keys from standard input: pass the scenario as a file")
        }
        if script != nil, present != nil {
            throw ValidationError("--present already names the script: leave out --script")
        }
        let read = [scenario, script, present, compare].compactMap { $0 }
        if let record, let path = read.first(where: { Source.isSame($0, record) }) {
            throw ValidationError("--record would overwrite \(path)")
        }
        if plain, present != nil || record != nil || size != nil {
            throw ValidationError("--plain has no screen: leave out --present, --record and --size")
        }
    }

    func run() throws {
        let start = DashboardStart(
            scenario: scenario, script: script, jobs: jobs, paused: paused, screen: screen.choice, plain: plain,
            present: present, compare: compare, size: size, record: record, noSummary: noSummary)
        try start.run()
    }
}

/// What the dashboard starts with; the initial values are the defaults.
struct DashboardStart {
    var scenario: String?
    var script: String?
    var jobs: String?
    var paused = false
    var screen = ScreenChoice()
    var plain = false
    var present: String?
    var compare: String?
    var size: ScreenSize?
    var record: String?
    var noSummary = false

    func run() throws {
        let bytes = try scenario.map(Source.read) ?? BuiltInDemo.scenario
        let (loaded, lints) = try Source.checkedScenario(
            bytes: bytes, file: scenario.map(Source.title) ?? "shop.yaml")
        let jobs = try jobs.map { try ReplayJobs($0, epoch: loaded.epochStart) }
        var session = try Session(scenario: loaded, jobs: jobs?.stored)
        let files = UserFiles()
        var options = self.options(files)
        if let script = script ?? present {
            let bytes = try Source.read(script)
            session.play(try Source.script(bytes: bytes, file: Source.title(script), for: loaded))
        }
        options.fileLints = lints
        options.scenarioText = String(validating: bytes, as: UTF8.self)
        var model = DashboardModel(session: session, options: options)
        if scenario == nil { model.selectWaiting() }
        if let compare { try Self.compare(&model, with: compare) }
        if plain { return try end(PlainLoop.run(model, jobs: jobs)) }
        try Output.check(record, replacing: .exports, by: CastText.beginning)
        let terminal = try ScreenChoice.openTerminal(options)
        if let record {
            guard terminal.record(to: record) else {
                terminal.leave()
                throw ExitStatus.checkFailed.saying("taskscope: cannot write \(record)")
            }
        }
        var loop = DashboardLoop(model: DashboardScreen(model), terminal: terminal, jobs: jobs)
        var code = loop.run()
        let last = loop.model.model
        files.save(history: last.history)
        if code == 0, !noSummary {
            Output.write(([last.summaryLine] + last.failedExpectations).map { $0 + "\n" }.joined())
        }
        // What a script expects is a check, as in a replay of it.
        if code == 0, script ?? present != nil, !last.failedExpectations.isEmpty { code = ExitStatus.checkFailed.code }
        if let record {
            let fault = terminal.recordingFault
            Output.complain(
                fault.map { "taskscope: the recording \(record) ends early: \($0)" } ?? "taskscope: wrote \(record)")
            if fault != nil { try end(code == 0 ? ExitStatus.checkFailed.code : code) }
        }
        try end(code)
    }

    /// Compares with a file; another program's trace is imported.
    private static func compare(_ model: inout DashboardModel, with path: String) throws {
        let text: String
        switch try Source.readLaunch(path, choice: ImportChoice()) {
        case .imported(let imported): text = imported.text
        case .trace, .other: text = String(decoding: try Source.read(path), as: UTF8.self)
        }
        if let problem = model.compare(withFile: Source.title(path), text) { throw ExitStatus.badInput.saying(problem) }
    }

    private func end(_ code: Int32) throws {
        if code != 0 { throw ExitStatus(code: code) }
    }

    private func options(_ files: UserFiles) -> DashboardOptions {
        var options = screen.dashboard(files)
        options.scenarioFile = scenario
        options.scriptFile = script ?? present
        options.isPaused = paused || plain
        options.isPresenting = present != nil
        options.fixedSize = size
        return options
    }
}

extension ScreenSize: ExpressibleByArgument {
    /// Parses a size such as `80x24`.
    public init?(argument: String) { self.init(argument) }
}

/// How a dashboard is drawn: the options that every screen takes.
struct ScreenOptions: ParsableArguments {
    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Option(help: "When to use color; auto respects NO_COLOR and CLICOLOR_FORCE.")
    var color: ColorChoice = .auto

    @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(help: "The color theme.")
    var theme: Palette?

    /// The same as a value.
    var choice: ScreenChoice { ScreenChoice(ascii: ascii, color: color, noMouse: noMouse, theme: theme) }
}

/// How a dashboard is drawn.
struct ScreenChoice {
    var ascii = false
    var color = ColorChoice.auto
    var noMouse = false
    var theme: Palette?

    /// The dashboard's options, the user's settings among them.
    func dashboard(_ files: UserFiles) -> DashboardOptions {
        let usesColor = color.isOn(isTerminal: true) { getenv($0).map { String(cString: $0) } }
        var options = DashboardOptions(
            isASCII: ascii || !ct_locale_is_unicode(), palette: usesColor ? .standard : .mono)
        options.usesMouse = !noMouse
        options.delaysPanes = true
        files.apply(to: &options, usesColor: usesColor)
        if usesColor, let theme { options.palette = theme }
        return options
    }

    /// The terminal; if there is none, one line says why, with exit code 4.
    static func openTerminal(_ options: DashboardOptions) throws -> Terminal {
        do throws(TerminalRefusal) {
            return try Terminal(usesColor: options.palette != .mono, usesMouse: options.usesMouse)
        } catch {
            Output.complain("taskscope: \(error.line)")
            throw ExitStatus(code: TerminalRefusal.exitCode)
        }
    }
}

extension ColorChoice: ExpressibleByArgument {}
extension Palette: ExpressibleByArgument {}
