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

    /// How a run ended, and the test that failed.
    struct Result {
        let outcome: Outcome
        var test = ""
        var description: String { outcome.rawValue + (test.isEmpty ? "" : ": \(test)") }
    }

    let copy: MutatedCopy

    /// Runs the tests of a stage, at most `limit` long; with `events`, the runner writes there what happens and when.
    func run(_ stage: Suites.Stage, mutant: Int, limit: TimeInterval, events: URL? = nil) throws -> Result {
        try copy.mutationSwitch.turn(to: mutant)
        defer { endLeftovers() }
        let process = Process()
        let output = Pipe()
        process.executableURL = copy.folder.appendingPathComponent(".build/debug/taskscopePackageTests.xctest")
        process.arguments =
            ["--testing-library", "swift-testing"] + stage.filters.flatMap { ["--filter", $0] }
            + stage.skips.flatMap { ["--skip", $0] }
            + (events.map { ["--event-stream-output-path", $0.path, "--event-stream-version", "0"] } ?? [])
        process.currentDirectoryURL = copy.folder
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "4"]
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
        var failed = ""
        while !hasFailed {
            let bytes = output.fileHandleForReading.availableData
            if bytes.isEmpty { break }
            said.append(bytes)
            // A crash takes the process down; the rest of a failing run would tell nothing more.
            if let mark = said.range(of: Data("✘".utf8)) {
                hasFailed = true
                let line = String(decoding: said[mark.upperBound...].prefix { $0 != 0x0A }, as: UTF8.self)
                failed = line.range(of: "Test ").map { String(line[$0.upperBound...].prefix(80)) } ?? ""
            }
            said = said.suffix(200)
        }
        if hasFailed { kill(child, SIGKILL) }
        process.waitUntilExit()
        if hasFailed { return Result(outcome: .failed, test: failed) }
        if isLate.load(ordering: .relaxed) { return Result(outcome: .hung) }
        let isEnd = process.terminationStatus == 0 && process.terminationReason == .exit
        return Result(outcome: isEnd ? .passed : .crashed)
    }

    /// Ends what runs a program of the copy still: tests that were ended do not end what they started.
    private func endLeftovers() {
        let programs = copy.folder.appendingPathComponent(".build").path + "/"
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = Int32(entry),
                let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(entry)/exe"),
                program.hasPrefix(programs)
            else { continue }
            kill(process, SIGKILL)
        }
    }

    /// How long each test took, in seconds, by its name without its place in a file. Tests begin together and wait for
    /// their turn, so their cases count; 0 of those without cases.
    static func durations(_ events: URL) throws -> [String: TimeInterval] {
        struct Line: Decodable {
            struct Payload: Decodable {
                struct Instant: Decodable { let absolute: TimeInterval }
                struct Case: Decodable { let id: String }
                let kind: String
                let testID: String?
                let instant: Instant?
                let _testCase: Case?
            }
            let kind: String
            let payload: Payload
        }
        var begun: [String: TimeInterval] = [:]
        var durations: [String: TimeInterval] = [:]
        for text in try String(contentsOf: events, encoding: .utf8).lines {
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)), line.kind == "event",
                let test = line.payload.testID, let time = line.payload.instant?.absolute,
                let place = test.split(separator: "/").last
            else { continue }
            let name = String(test.dropLast(place.utf8.count + 1))
            let id = name + (line.payload._testCase?.id ?? "")
            if line.payload.kind == "testStarted", place.contains(".swift:") { durations[name, default: 0] += 0 }
            if line.payload.kind == "testCaseStarted" { begun[id] = time }
            if line.payload.kind == "testCaseEnded", let start = begun[id] {
                durations[name, default: 0] += time - start
            }
        }
        return durations
    }
}
