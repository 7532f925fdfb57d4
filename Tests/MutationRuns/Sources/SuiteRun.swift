import Foundation
import Synchronization

/// Runs the tests of one target with one change, to the first that fails.
struct SuiteRun {
    enum Outcome: String {
        case passed
        /// A test failed.
        case failed = "a test failed"
        /// The tests ended otherwise than by passing or failing.
        case crashed = "a crash"
        /// They took far longer than without the change.
        case hung = "no end"
    }

    let folder: URL

    /// Runs a target's tests, at most `limit` long.
    func run(_ suite: String, mutant: Int, limit: TimeInterval) throws -> Outcome {
        let process = Process()
        let output = Pipe()
        process.executableURL = folder.appendingPathComponent(".build/debug/taskscopePackageTests.xctest")
        process.arguments = ["--testing-library", "swift-testing", "--filter", "^\(suite)\\."]
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["TASKSCOPE_MUTANT": String(mutant), "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "4"]
        ) { $1 }
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let isLate = Atomic(false)
        let watch = DispatchSource.makeTimerSource()
        let child = process.processIdentifier
        watch.schedule(deadline: .now() + limit)
        watch.setEventHandler {
            isLate.store(true, ordering: .relaxed)
            kill(child, SIGKILL)
        }
        watch.activate()
        defer { watch.cancel() }
        var said = Data()
        var hasFailed = false
        while !hasFailed {
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            said.append(bytes)
            // A crash takes the process down; the rest of a failing run would tell nothing more.
            hasFailed = said.range(of: Data("✘".utf8)) != nil
            said = said.suffix(8)
        }
        if hasFailed { kill(child, SIGKILL) }
        process.waitUntilExit()
        if hasFailed { return .failed }
        if isLate.load(ordering: .relaxed) { return .hung }
        return process.terminationStatus == 0 && process.terminationReason == .exit ? .passed : .crashed
    }
}
