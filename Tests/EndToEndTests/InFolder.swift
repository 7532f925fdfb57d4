import Foundation

/// A folder of its own with a scenario in `s.yaml`, where the program runs; gone with the last reference to it.
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

    /// Runs the program here to its end.
    func run(_ arguments: String..., input: String = "") throws -> Executable.Outcome {
        try run(program: Executable.path, arguments, input: input)
    }

    /// Runs the program here to its end, with changes to the environment.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Executable.Outcome {
        try run(program: Executable.path, arguments, environment: environment)
    }

    /// Runs any program here to its end. Input and outputs are files, so that none of them can be too long for a pipe.
    func run(
        program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Executable.Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try write(input, to: ".input")
        process.standardInput = try FileHandle(forReadingFrom: folder.appendingPathComponent(".input"))
        let output = try emptyFile(".output")
        let complaints = try emptyFile(".complaints")
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        process.waitUntilExit()
        let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Executable.Outcome(code: code, output: try text(of: ".output"), complaints: try text(of: ".complaints"))
    }

    private func emptyFile(_ name: String) throws -> FileHandle {
        try write("", to: name)
        return try FileHandle(forWritingTo: folder.appendingPathComponent(name))
    }

    private func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
}
