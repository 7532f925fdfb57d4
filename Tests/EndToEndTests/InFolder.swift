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
}
