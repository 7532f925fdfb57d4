import ChildProcesses
import Foundation

/// The program under test and what a run of it leaves.
enum Executable {
    /// The `taskscope` that was built beside these tests.
    static var path: String {
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("taskscope").path
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return (bundle?.bundleURL.deletingLastPathComponent().appendingPathComponent("taskscope").path)
                ?? "taskscope"
        #endif
    }

    /// What a finished process said.
    struct Outcome: Equatable {
        var code: Int32
        var output: String
        var complaints: String
    }

    /// Runs a program to its end; both outputs are files, standard input is empty.
    static func run(_ path: String, _ arguments: [String] = [], environment: [String: String]? = nil) throws -> Outcome
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("taskscope-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["output", "complaints"].map { folder.appendingPathComponent($0) }
        let code = withTexts([path] + arguments) { arguments in
            guard let environment else { return child_run(path, arguments, nil, files[0].path, files[1].path) }
            return withTexts(environment.map { "\($0.key)=\($0.value)" }) {
                child_run(path, arguments, $0, files[0].path, files[1].path)
            }
        }
        guard code >= 0 else { throw Overdue(description: "cannot run \(path)") }
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Outcome(code: code, output: texts[0], complaints: texts[1])
    }

    /// The texts as C has them, ended by a null.
    static func withTexts<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}

/// A state that did not come in time.
struct Overdue: Error, CustomStringConvertible {
    var description: String
}

/// Waits until a condition holds; checks every 10 ms. Patient, as a machine may be busy: what must be quick is measured in
/// the benchmarks.
func wait(
    seconds: Double = 120, for what: String, details: () throws -> String = { "" }, until condition: () throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    while try !condition() {
        guard clock.now < deadline else {
            throw Overdue(description: "no \(what) within \(seconds) s\n\(try details())")
        }
        try await Task.sleep(for: .milliseconds(10))
    }
}
