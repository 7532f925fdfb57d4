import CTerminal
import Foundation

/// A folder of its own with a scenario in `s.yaml`, where programs run; gone with the last reference to it.
///
/// Foundation's `Process` is no use here: it notices the end by a socket that the program's own children inherit, so
/// that it waits for a tmux server that stays, and each waiting test holds a thread of the pool.
final class InFolder {
    private let folder: URL

    init(_ scenario: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("taskscope-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(scenario, to: "s.yaml")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    /// Runs taskscope here to its end.
    func run(_ arguments: String..., input: String = "") throws -> Executable.Outcome {
        try run(program: Executable.path, arguments, input: input)
    }

    /// Runs taskscope here to its end, with changes to the environment.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Executable.Outcome {
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try run(program: Executable.path, arguments, onlyEnvironment: all)
    }

    /// Runs any program here to its end. Input and outputs are files, so that none of them can be too long for a pipe.
    func run(
        program: String, _ arguments: [String], input: String = "", onlyEnvironment: [String: String]? = nil
    ) throws -> Executable.Outcome {
        try write(input, to: ".input")
        let environment = onlyEnvironment ?? ProcessInfo.processInfo.environment
        let process = try start([program] + arguments, environment.map { "\($0.key)=\($0.value)" })
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard ct_error() == EINTR else { throw Overdue(description: "\(program) was lost") }
        }
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        return Executable.Outcome(code: code, output: try text(of: ".output"), complaints: try text(of: ".complaints"))
    }

    /// Starts a program with default signals, none of them blocked.
    private func start(_ arguments: [String], _ environment: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, path(".input"), O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, path(".output"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, path(".complaints"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addchdir_np(&actions, folder.path)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let fault = posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
        guard fault == 0 else { throw Overdue(description: "\(arguments[0]) does not start: error \(fault)") }
        return process
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }
}
