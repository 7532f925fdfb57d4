import Foundation
import TaskKit
import Testing

/// The first example of the page about TaskKit is here word for word, and runs.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
    private static let page = "Sources/taskscope/taskscope.docc/TaskKitGuide.md"

    private static func lines(_ path: String) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("The page's first example is the code below")
    func isTyped() throws {
        let page = try Self.lines(Self.page)
        let start = try #require(page.firstIndex(of: "```swift"))
        let snippet = page[(start + 1)...].prefix { $0 != "```" }.filter { !$0.hasPrefix("import ") }
        let code = try Self.lines("Tests/TaskKitTests/GuideTests.swift")
        #expect(snippet.count >= 8)
        #expect(code.indices.contains { code[$0...].starts(with: snippet) }, "\(snippet)")
    }

    @MainActor private static var shown = 0

    @Test("It launches, and shows its home after its database is open")
    func runs() async throws {
        @Sendable func openDatabase() throws {}
        @MainActor func showHome() { Self.shown += 1 }
        @Sendable func beat() {}
        let scheduler = try LiveScheduler(
            lanes: ["io": 2],
            tasks: [
                LaunchTask("Database", on: .willFinishLaunching, lane: "io") { try openDatabase() },
                LaunchTask("Home", on: .didFinishLaunching, after: "Database") { @MainActor in showHome() },
                LaunchTask("Heartbeat", on: .every(.seconds(30)), lane: "io") { beat() },
            ])
        try scheduler.launch()
        #expect(await scheduler.wait(for: .ended("Home")))
        #expect(scheduler.task("Home")?.lastResult == .success)
        #expect(await MainActor.run { Self.shown } == 1)
        await scheduler.stop()
    }
}
