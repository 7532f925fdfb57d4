import ArgumentParser
import CTerminal
import Dashboard
import ScenarioFormat

/// The command line: if no command is named, it is the dashboard's.
struct Taskscope: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "taskscope",
        abstract: "Simulate an app's launch: tasks, priorities, dependencies, events, and time in both directions.",
        usage: """
            taskscope [<scenario>] [<options>]
            taskscope <subcommand>
            """,
        discussion: """
            Without a command, the dashboard opens; without a scenario, it shows the built-in demo.
            Data goes to standard output, messages go to standard error.
            The dashboard's options: taskscope help dashboard. More help: taskscope help \(HelpTopic.list). \
            Shell completion: taskscope --generate-completion-script bash, zsh or fish.
            """,
        version: Version.text,
        subcommands: [
            DashboardCommand.self, ReplayCommand.self, CheckCommand.self, TimeCommand.self, BlameCommand.self,
            CriticalPathCommand.self, WhatIfCommand.self, AdviseCommand.self, DiffCommand.self, GraphCommand.self,
            PlotCommand.self, ExportCommand.self, ImportCommand.self, ReportCommand.self, AttachCommand.self,
            JobsCommand.self, SchemaCommand.self, NewCommand.self, TourCommand.self,
        ],
        defaultSubcommand: DashboardCommand.self)

    /// Runs the command line and returns the process's exit code.
    static func runToExit(_ arguments: [String]) -> Int32 {
        Output.ignoreFailingWrites()
        // A crash must not stop at the backtracer's prompt inside the alternate screen. Restarts the process once.
        if Output.isTerminal, opensScreen(arguments) { ct_disarm_backtrace_prompt(CommandLine.unsafeArgv) }
        do {
            if arguments.first == "help", arguments.count == 2,
                let topic = HelpTopic(rawValue: arguments[1].uppercased())
            {
                Output.write(topic.text)
            } else if arguments.isEmpty {
                // Even parsing nothing would take as long as the first screen.
                try DashboardStart().run()
            } else {
                try checkCommand(arguments)
                let command = try parseAsRoot(arguments)
                do {
                    try run(command)
                } catch {
                    // A usage error found late is reported with the command's own usage.
                    guard error is ValidationError else { throw error }
                    complain(error, of: type(of: command))
                    return ExitStatus.usage
                }
            }
            return ExitStatus.ok
        } catch let status as ExitStatus {
            return status.code
        } catch {
            return report(error)
        }
    }

    private static func complain(_ error: any Error, of command: any ParsableCommand.Type) {
        let name = command.configuration.commandName ?? ""
        Output.complain(
            """
            Error: \(message(for: error))
            Usage: \(usageString(for: command))
              See 'taskscope \(name) --help' for more information.
            """)
    }

    private static func run(_ command: any ParsableCommand) throws {
        var command = command
        try command.run()
    }

    /// What people call commands elsewhere.
    private static let synonyms = [
        "why": "blame", "explain": "blame", "run": "replay", "simulate": "replay", "lint": "check", "validate": "check",
        "compare": "diff", "try": "what-if", "convert": "export", "init": "new", "open": "dashboard",
    ]

    /// A first word that is not a file is a mistyped command if it is nearly one, or if it does not look like a path:
    /// report that, not the words after it.
    private static func checkCommand(_ arguments: [String]) throws {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard var word = arguments.first, !word.hasPrefix("-") else { return }
        if word == "help", arguments.count > 1 {
            word = arguments[1]
            guard !word.hasPrefix("-"), !names.contains(word) else { return }
        } else {
            guard !names.contains(word), access(word, F_OK) != 0 else { return }
        }
        let known = arguments[0] == "help" ? names + HelpTopic.allCases.map { $0.rawValue } : names
        let nearest = synonyms[word] ?? NearestName.of(word, among: known)
        // Before options alone, the word may be a file that is missing.
        let isPath = word.contains("/") || word.contains(".") || (arguments.count > 1 && arguments[1].hasPrefix("-"))
        guard nearest != nil || arguments[0] == "help" || !isPath else { return }
        let hint = nearest.map { "; did you mean \($0)?" } ?? ": \(known.joined(separator: ", "))"
        throw ValidationError("there is no command '\(word)'\(hint)")
    }

    /// Whether a command line may open a full screen.
    private static func opensScreen(_ arguments: [String]) -> Bool {
        let lines = ["--plain", "--help", "-h", "--version"]
        let screens = [DashboardCommand.self, AttachCommand.self, TourCommand.self].compactMap {
            (command: any ParsableCommand.Type) in
            command.configuration.commandName
        }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        let isText = names.contains(arguments.first ?? "") && !screens.contains(arguments.first ?? "")
        return !isText && !arguments.contains { lines.contains($0) }
    }

    /// Help and versions are data; anything else is a usage error: one short text, exit code 2.
    private static func report(_ error: any Error) -> Int32 {
        let text = fullMessage(for: error)
        if exitCode(for: error).isSuccess {
            Output.write(text + "\n")
            return ExitStatus.ok
        }
        Output.complain(text)
        return ExitStatus.usage
    }
}

/// An exit code other than 0.
struct ExitStatus: Error {
    /// All went well.
    static let ok: Int32 = 0
    /// An expectation, a budget or a denied lint failed.
    static let checkFailed = ExitStatus(code: 1)
    /// The command line was wrong.
    static let usage: Int32 = 2
    /// A file was wrong.
    static let badInput = ExitStatus(code: 3)
    /// Ctrl-C ended the work early; what it had found was printed.
    static let interrupted = ExitStatus(code: SignalExitCode.interrupt)

    let code: Int32

    /// The same, after a line that says why.
    func saying(_ complaint: String) -> ExitStatus {
        Output.complain(complaint)
        return self
    }
}

/// What `--version` says: the version, and how the program was built. Not the commit: SwiftPM keeps what it once read from
/// Package.swift, where that would come from, and the program would name an old one.
enum Version {
    /// Semantic versioning of the scenario schema, the script language, the trace and the exit codes.
    static let number = "1.0.0"

    static var text: String { "taskscope \(number) (\(build))" }

    private static var build: String {
        #if DEBUG
            "debug build"
        #else
            "release build"
        #endif
    }
}

/// `taskscope schema`
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of scenario files, for editors.")

    func run() {
        Output.write(ScenarioSchema.json)
    }
}

/// What `taskscope help TOPIC` explains besides the commands.
enum HelpTopic: String, CaseIterable {
    case script = "SCRIPT"
    case scenario = "SCENARIO"
    case keys = "KEYS"
    case exitCodes = "EXIT-CODES"

    /// All topics, separated by bars.
    static let list = allCases.map { $0.rawValue }.joined(separator: "|")

    /// The page, from the tables that the program itself uses.
    var text: String {
        switch self {
        case .script: ScriptReference.page.text
        case .scenario: ScenarioReference.page.text
        case .keys: KeyMap.text()
        case .exitCodes:
            """
              0      success
              1      a check failed: an expectation, a budget, a denied finding, a threshold of diff
              2      usage error
              3      bad input file: FILE:LINE:COLUMN: error: what is wrong
              4      no usable terminal
              128+n  ended by signal n (130: Ctrl-C)

            Refused commands, failed tasks, missed turns and warnings leave the exit code at 0, unless an
            expectation or a budget fails; with replay --strict it is 1.

            """
        }
    }
}
