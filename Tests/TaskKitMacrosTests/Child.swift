import ChildProcesses
import Foundation

/// Programs that tests run, and where they are.
enum Child {
    /// What a finished process said.
    struct Outcome {
        var code: Int32
        var output: String
        var complaints: String
    }

    /// The folder of this test run's products.
    static var products: URL {
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            return URL(fileURLWithPath: own).deletingLastPathComponent()
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent() ?? URL(fileURLWithPath: ".build/debug")
        #endif
    }

    /// The compiler that the path of commands finds first.
    static var compiler: String? { command("swiftc") }

    /// The program of this name that the path of commands finds first.
    static func command(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// Runs a program to its end; both outputs are files in `folder`, standard input is empty.
    static func run(_ path: String, _ arguments: [String], in folder: URL) throws -> Outcome {
        let files = ["output", "complaints"].map { folder.appendingPathComponent($0).path }
        let copies: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        let code = child_run(path, copies, nil, files[0], files[1])
        let texts = try files.map { String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self) }
        return Outcome(code: code, output: texts[0], complaints: texts[1])
    }

    /// Does `body` with an empty folder that is gone afterwards.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("taskkit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
