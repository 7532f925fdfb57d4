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

    @Test("The page's first two examples are the code below", arguments: [0, 1])
    func isTyped(number: Int) throws {
        let page = try Self.lines(Self.page)
        let starts = page.indices.filter { page[$0] == "```swift" }
        try #require(starts.count > number)
        let snippet = page[(starts[number] + 1)...].prefix { $0 != "```" }.filter {
            !$0.hasPrefix("import ") && !$0.isEmpty
        }
        let code = try Self.lines("Tests/TaskKitTests/GuideTests.swift")
        #expect(snippet.count >= 7)
        #expect(code.indices.contains { code[$0...].starts(with: snippet) }, "\(snippet)")
    }

    @MainActor private static var shown = 0
    @MainActor private static var greeted = 0

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

    private struct Database: Sendable {
        static func open() throws -> Database { Database() }
    }
    private struct Flags: Sendable {
        let count: Int
        static func fetch() async throws -> Flags { Flags(count: 2) }
    }
    private struct Session: Sendable {
        let flags: Int
        init(from database: Database, _ flags: Flags) throws { self.flags = flags.count }
    }

    @Test("Values flow along the plan's dependencies")
    func plan() async throws {
        @MainActor func showHome(_ session: Session) { Self.greeted = session.flags }
        let launch = LaunchPlan()
        let io = Lane("io", width: 2)
        let database = launch.task("Database", on: .willFinishLaunching, lane: io) { try Database.open() }
        let flags = launch.task("Flags", lane: Lane("network", width: 3)) { try await Flags.fetch() }
        let session = launch.task("Session", after: database, flags, priority: .high) { try Session(from: $0, $1) }
        launch.task("Home", after: session) { @MainActor session in showHome(session) }
        let scheduler = try launch.start()
        let user = try await session.value
        #expect(user.flags == 2)
        await scheduler.stop()
    }
}
