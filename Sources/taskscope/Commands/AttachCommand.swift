import ArgumentParser
import Dashboard
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// `taskscope attach [SOCKET or PID]`: the dashboard on a running process.
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Watch a running process that has an inspector (TaskKit).",
        discussion: """
            Without an argument, takes the only process with an inspector, or lists them if there are several. Keys \
            that change the app act on the process if the app allows control. Stepping back and pausing the view are \
            local.
            Exit codes: 0 success, 1 no such process or it cannot be watched, 2 usage error or several processes to \
            choose from, 3 unexpected data from the process, or with --plain a line that is not a command.
            """)

    @Argument(
        help: "A process ID or the path of its socket.",
        completion: .shellCommand("taskscope attach --list 2>/dev/null | cut -d ' ' -f 1"))
    var target: String?

    @Flag(help: "List the processes that can be watched.")
    var list = false

    @Flag(help: "No screen: lines of text, with commands on standard input.")
    var plain = false

    @Option(
        help: "Write the trace to this file at the end. Without a terminal there is no screen; Ctrl-C stops.",
        completion: .file(extensions: ["ndjson"]))
    var save: String?

    @Option(
        name: .customLong("save-scenario"),
        help: "Like --save, but write a scenario that replays what was recorded.",
        completion: .file(extensions: ["yaml"]))
    var saveScenario: String?

    @Flag(name: .customLong("no-screen"), help: "With --save or --save-scenario: show no screen, even on a terminal.")
    var noScreen = false

    @Flag(help: "Replace the files of --save and --save-scenario, whatever they are.")
    var force = false

    @OptionGroup var screen: ScreenOptions

    @Flag(name: .customLong("no-summary"), help: "Print no summary line at the end.")
    var noSummary = false

    func validate() throws {
        if noScreen, save == nil, saveScenario == nil {
            throw ValidationError("--no-screen needs --save or --save-scenario")
        }
        if plain, noScreen { throw ValidationError("use --plain or --no-screen, not both") }
    }

    func run() throws {
        let folder = ProcessFolder()
        if list { return AttachList.write(folder) }
        try Output.check(save, replacing: force ? .anything : .exports, by: #"{"schema":"#)
        try Output.check(saveScenario, replacing: force ? .anything : .known(nil))
        let isOnScreen = !plain && !noScreen && (Output.isTerminal || (save == nil && saveScenario == nil))
        let socket = try choose(folder)
        var (connection, model) = try open(socket)
        let code: Int32
        if isOnScreen {
            let files = UserFiles()
            let terminal = try ScreenChoice.openTerminal(model.options)
            var loop = DashboardLoop(
                model: DashboardScreen(model), terminal: terminal, connection: connection)
            code = loop.run()
            model = loop.model.model
            files.save(history: model.history)
            if code == 0, !noSummary { Output.write(model.summaryLine + "\n") }
        } else if plain {
            (code, model) = AttachLoop.runPlain(model, &connection)
        } else {
            model = AttachLoop.record(model, &connection)
            code = 0
        }
        try write(model)
        if code != 0 { throw ExitStatus(code: code) }
    }

    /// The socket to use: the given one, or the only one there is.
    private func choose(_ folder: ProcessFolder) throws -> (folder: String, path: String, name: String) {
        if let target {
            guard let socket = folder.socket(named: target) else {
                throw ValidationError("\(target) is neither a process ID nor the path of a socket")
            }
            return (socket.folder, socket.path, target)
        }
        let processes = folder.processes()
        guard let only = processes.first, let path = InspectorAddress.socket(of: only, in: folder.path) else {
            throw ExitStatus.checkFailed.saying("taskscope: no process has an inspector (looked in \(folder.path))")
        }
        guard processes.count == 1 else {
            AttachList.write(folder)
            Output.complain("taskscope: several processes have an inspector; choose one: taskscope attach PID")
            throw ExitStatus(code: ExitStatus.usage)
        }
        return (folder.path, path, "process \(only)")
    }

    /// Connects and reads the past; a failure prints one line and sets the exit code.
    private func open(
        _ socket: (folder: String, path: String, name: String)
    ) throws -> (ProcessConnection, DashboardModel) {
        do throws(ProcessConnection.Failure) {
            var connection = try ProcessConnection(folder: socket.folder, path: socket.path, isPatient: true)
            let past = try connection.readPast()
            guard let hello = connection.hello else { throw .silent }
            let process = WatchedProcess(
                title: "\(hello.name) (\(hello.process))", allowsControl: hello.allowsControl, now: past.now)
            let session = try self.session(connection.plan, connection.state, past.inputs)
            return (connection, DashboardModel(watching: process, session: session, options: options))
        } catch {
            Output.complain("taskscope: \(error.line(socket.name))")
            throw error.isNonsense ? ExitStatus.badInput : ExitStatus.checkFailed
        }
    }

    private func session(
        _ plan: ProcessPlan, _ state: [UInt8], _ inputs: [RecordedInput]
    ) throws(ProcessConnection.Failure) -> Session {
        let scenario = Scenario(of: plan)
        var session: Session?
        do throws(RegistrationError) {
            if state.isEmpty {
                session = try Session(following: scenario, jobs: plan.stored)
            } else if let state = StateReader.value(Scheduler.Checkpoint.self, of: state) {
                session = try Session(following: scenario, jobs: plan.stored, from: state)
            }
        } catch {
            throw .nonsense("its tasks cannot be registered: \(error)")
        }
        session?.receive(inputs)
        guard let session else { throw .nonsense("the state that it reports is impossible") }
        return session
    }

    private var options: DashboardOptions { screen.choice.dashboard(UserFiles()) }

    /// Writes the requested file with everything that is known about the process.
    private func write(_ model: DashboardModel) throws {
        guard save != nil || saveScenario != nil else { return }
        var model = model
        model.showEverything()
        for (path, text) in [(save, { model.traceText }), (saveScenario, { model.scenarioText })] {
            guard let path else { continue }
            if path == saveScenario, let unwritable = model.unwritable {
                throw ExitStatus.checkFailed.saying("taskscope: cannot write \(path): \(unwritable)")
            }
            let replacement: Replacement = force ? .anything : path == saveScenario ? .known(nil) : .exports
            try Output.write(text(), to: path, replacing: replacement)
        }
    }
}

extension ProcessConnection.Failure {
    /// Whether the answer makes no sense, as opposed to a refusal.
    var isNonsense: Bool {
        switch self {
        case .nonsense, .silent, .version: true
        case .system, .refused: false
        }
    }
}
