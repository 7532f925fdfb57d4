import Foundation
import SchedulerCore
import TaskKitAnnotations
import TaskKitTestSupport
import Testing

/// The tutorial's snippets are code that compiles, and together they are an app that launches.
@Suite(.timeLimit(.minutes(5))) struct TutorialTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func snippets() throws -> [[String]] {
        var found: [[String]] = []
        var open: [String]?
        for line in try lines("Sources/taskscope/taskscope.docc/FromAnAppDelegate.md") {
            if line == "```swift" {
                open = []
            } else if line == "```" {
                if let snippet = open { found.append(snippet) }
                open = nil
            } else {
                open?.append(line)
            }
        }
        return found
    }

    @Test func `each snippet is word for word in a file that is compiled`() throws {
        // The delegate is compiled for iOS, as far as that goes here (`Tests/Apple/check`).
        let code = try ["TaskKitTests/Tutorial/TutorialSteps", "Apple/AppDelegate/AppDelegate"].flatMap {
            try lines("Tests/\($0).swift")
        }
        let snippets = try snippets()
        #expect(snippets.count == 14)
        for snippet in snippets {
            let stands = code.indices.contains { code[$0...].starts(with: snippet) }
            #expect(stands, "\(snippet.first ?? "")")
        }
    }

    @Test func `there are ten steps`() throws {
        let steps = try lines("Sources/taskscope/taskscope.docc/FromAnAppDelegate.md").filter { $0.hasPrefix("## ") }
        #expect(steps.map { $0.split(separator: ".")[0] } == (1...10).map { "## \($0)" })
    }

    @Test func `with every step made, the app launches and each of its tasks succeeds`() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let linked = LinkedTasks.find()
        let own = zip(linked.tasks, linked.sites).filter { $1.hasPrefix("TaskKitTests/TutorialSteps.swift") }.map(\.0)
        #expect(own.count == 8)
        let scheduler = try LiveScheduler(
            try TutorialStatements.recorded(path), tasks: own, jobs: linked.jobs.filter { $0.name == "letter" })
        try scheduler.launch()
        try await scheduler.enqueue(JobSpec(task: "letter", data: "{\"to\":\"you\"}"))
        await scheduler.wait { $0.firstFrameAt != nil && !$0.jobs.exists("letter") && !$0.hasWorkLeft }
        let released = ["ReadSettings", "OpenDatabase", "LoadCatalog", "RefreshSession"]
        for name in released + ["RemoteConfiguration", "ShowFirstScreen", "SendTelemetry"] {
            let result = scheduler.snapshot { core in core.task(named: name).map { core.snapshot(of: $0).lastResult } }
            #expect(result == .success, "\(name)")
        }
        await scheduler.stop()
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("firstFrame"))
    }
}
