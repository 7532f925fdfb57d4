import Foundation

/// A folder of its own with a scenario in `s.yaml`, where programs run; gone with the last reference to it.
final class InFolder {
    private let folder: URL

    init(_ scenario: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("taskscope-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(scenario, to: "s.yaml")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    /// Where a file here is.
    func path(of name: String) -> String { folder.appendingPathComponent(name).path }

    /// Runs taskscope here to its end.
    func run(_ arguments: String..., input: String = "") throws -> Executable.Outcome {
        try run(program: Executable.path, arguments, input: input)
    }

    /// Runs taskscope here to its end, with changes to the environment.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Executable.Outcome {
        try run(program: Executable.path, arguments, environment: environment)
    }

    /// Runs any program here to its end.
    func run(
        program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Executable.Outcome {
        try write(input, to: ".input")
        let line = #"cd "$0" && exec "$@" <.input"#
        return try Executable.run(
            "/bin/sh", ["-c", line, folder.path, program] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }

    /// The bytes of a file here.
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    func write(_ bytes: Data, to name: String) throws { try bytes.write(to: folder.appendingPathComponent(name)) }

    func makeReadOnly(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o444], ofItemAtPath: folder.appendingPathComponent(name).path)
    }

    /// Runs taskscope here with the files' permissions in force, also for root.
    func runBoundByPermissions(_ arguments: [String]) throws -> Executable.Outcome {
        guard getuid() == 0 else { return try run(arguments) }
        return try run(program: "/usr/bin/setpriv", ["--bounding-set=-dac_override", Executable.path] + arguments)
    }

    /// Runs taskscope here with no file growing over this many KiB: what a full disk does, in any container. The system
    /// tells by a signal that ends the program, unless that is ignored. With `outputCut` only the output's end is kept.
    func run(
        _ arguments: [String], fileLimit: Int, ignoresSignal: Bool = false, input: String = "", outputCut: Int? = nil
    ) throws -> Executable.Outcome {
        let signal = ignoresSignal ? "trap '' XFSZ; " : ""
        let end = outputCut.map { "\"$0\" \"$@\" | tail -c \($0)" } ?? "exec \"$0\" \"$@\""
        let line = "\(signal)ulimit -f \(fileLimit * 2) && \(end)"
        return try run(program: "/bin/sh", ["-c", line, Executable.path] + arguments, input: input)
    }

    /// What another process may hold of a file.
    enum Hold {
        /// A job store, as a process does that works it.
        case store
        /// The bytes by which SQLite knows that another process has the database for itself.
        case databaseBytes
    }

    /// Does something while this process holds a file here.
    func holding(_ name: String, by hold: Hold, _ body: () throws -> Void) throws {
        let file = open(folder.appendingPathComponent(name).path, O_RDWR | O_CREAT, 0o644)
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) =
            switch hold {
            case .store: (0x4000_0FFF, 1)
            case .databaseBytes: (0x4000_0000, 512)
            }
        guard fcntl(file, F_SETLK, &lock) == 0 else { throw Overdue(description: "cannot hold \(name)") }
        try body()
    }
}
