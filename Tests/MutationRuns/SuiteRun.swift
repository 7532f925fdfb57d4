import Foundation
import Synchronization

/// Runs tests with one change, to the first that fails.
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

    /// Runs the tests of a stage, at most `limit` long; with `events`, the runner writes there what happens and when.
    func run(_ stage: Suites.Stage, mutant: Int, limit: TimeInterval, events: URL? = nil) throws -> Outcome {
        let process = Process()
        let output = Pipe()
        process.executableURL = folder.appendingPathComponent(".build/debug/taskscopePackageTests.xctest")
        process.arguments =
            ["--testing-library", "swift-testing"] + stage.filters.flatMap { ["--filter", $0] }
            + stage.skips.flatMap { ["--skip", $0] }
            + (events.map { ["--event-stream-output-path", $0.path, "--event-stream-version", "0"] } ?? [])
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

    /// How long each test took, in seconds, by its name without its place in a file.
    static func durations(_ events: URL) throws -> [String: TimeInterval] {
        struct Line: Decodable {
            struct Payload: Decodable {
                struct Instant: Decodable { let absolute: TimeInterval }
                let kind: String
                let testID: String?
                let instant: Instant?
            }
            let kind: String
            let payload: Payload
        }
        var begun: [String: TimeInterval] = [:]
        var durations: [String: TimeInterval] = [:]
        for text in try String(contentsOf: events, encoding: .utf8).lines {
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)), line.kind == "event",
                let test = line.payload.testID, let time = line.payload.instant?.absolute
            else { continue }
            // Suites begin and end, too; they have no place in a file.
            guard let file = test.split(separator: "/").last, file.contains(".swift:") else { continue }
            let name = String(test.dropLast(file.utf8.count + 1))
            if line.payload.kind == "testStarted" { begun[name] = time }
            if line.payload.kind == "testEnded", let start = begun[name] { durations[name] = time - start }
        }
        return durations
    }
}
