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

    /// Runs a program to its end; both outputs are pipes, standard input is empty.
    static func run(_ path: String, _ arguments: [String] = [], environment: [String: String]? = nil) throws -> Outcome
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        let output = Pipe()
        let complaints = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let lines = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            complaints: String(decoding: lines, as: UTF8.self))
    }
}

/// A state that did not come in time.
struct Overdue: Error, CustomStringConvertible {
    var description: String
}

/// Waits until a condition holds; asks every 10 ms.
func wait(
    seconds: Double = 10, for what: String, details: () throws -> String = { "" }, until condition: () throws -> Bool
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
