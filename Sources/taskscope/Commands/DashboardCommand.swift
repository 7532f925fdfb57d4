import ArgumentParser
import CTerminal
import Dashboard
import ScenarioFormat
import SchedulerSimulation

/// `taskscope [SCENARIO]`: the dashboard.
struct DashboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "Open the dashboard (the default without a command).",
        discussion: "Without a scenario the built-in demo opens. In the dashboard ? shows the keys.")

    @Argument(help: "Scenario file.", completion: .file(extensions: ["yaml", "yml"]))
    var scenario: String?

    @Option(help: "Script that plays once time runs.", completion: .file())
    var script: String?

    @Flag(help: "A launch does not let time run; . and , move it.")
    var paused = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Option(help: "Colours: auto, always or never. NO_COLOR and CLICOLOR_FORCE count where this is auto.")
    var color: ColorChoice = .auto

    @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Flag(name: .customLong("no-summary"), help: "Print no summary line after the end.")
    var noSummary = false

    func validate() throws {
        if scenario == "-" { throw ValidationError("the dashboard reads keys: give the scenario as a file") }
    }

    func run() throws {
        // A crash must not stop at the backtracer's question inside the alternate screen; restarts the process once.
        if Output.isTerminal { ct_disarm_backtrace_prompt(CommandLine.unsafeArgv) }
        let loaded =
            try scenario.map(Source.scenario) ?? Source.scenario(bytes: BuiltInDemo.scenario, file: "shop.yaml")
        var session = try Session(scenario: loaded)
        if let script { session.play(try Source.script(script, for: loaded)) }
        let usesColor = color.isOn(isTerminal: true) { getenv($0).map { String(cString: $0) } }
        let isUnicode = ct_locale_is_unicode()
        let options = DashboardOptions(
            isASCII: ascii || !isUnicode, palette: usesColor ? .standard : .mono,
            scenarioFile: scenario, scriptFile: script, isPaused: paused)
        let model = DashboardModel(session: session, options: options)
        let terminal = try openTerminal(usesColor)
        var loop = DashboardLoop(model: model, terminal: terminal)
        let code = loop.run()
        if code != 0 { throw ExitStatus(code: code) }
    }

    /// The terminal, or one line why there is none here and exit code 4.
    private func openTerminal(_ usesColor: Bool) throws -> Terminal {
        do throws(TerminalRefusal) {
            return try Terminal(usesColor: usesColor, usesMouse: !noMouse)
        } catch {
            Output.complain("taskscope: \(error.line)")
            throw ExitStatus(code: TerminalRefusal.exitCode)
        }
    }
}

extension ColorChoice: ExpressibleByArgument {}
