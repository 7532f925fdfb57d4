import ChildProcesses
import Foundation
import TestSupport

/// `TaskKitChild`, which does what a test cannot do in its own process.
enum ChildProgram {
    /// Runs it to its end in a folder of its own, which is the first argument after the mode; `code` 128 and more: a
    /// signal ended it. `preloading` is a library that is loaded before all others, `settings` are in the environment.
    static func run(
        _ mode: String, _ folder: String, _ more: String..., preloading library: String? = nil, settings: [String] = []
    ) throws -> (code: Int32, output: String, complaints: String) {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path, mode, folder] + more).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let settings =
            settings + ["SWIFT_BACKTRACE=enable=no"] + (library.map { ["LD_PRELOAD=\($0)"] } ?? [])
        var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
        defer { for entry in environment { free(entry) } }
        let code = child_run(path, &arguments, &environment, folder + "/out", folder + "/err")
        let outputs = try ["/out", "/err"].map { try String(contentsOfFile: folder + $0, encoding: .utf8) }
        return (code, outputs[0], outputs[1])
    }

    /// Creates a folder, passes it to `body` and removes it.
    static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = "/tmp/tk-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    /// The program beside these tests.
    private static var path: String { BuiltProgram.path(of: "TaskKitChild") }
}
