import Foundation
import TaskKit
import Testing

/// The first example of the page about TaskKit is a whole program: `Tests/Products/build` compiles and runs it.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("The page's first example is the program that is built and run, word for word")
    func isTyped() throws {
        let page = try Self.text("Sources/taskscope/taskscope.docc/TaskKitGuide.md")
        let first = try #require(page.components(separatedBy: "```swift\n").dropFirst().first)
        let snippet = try #require(first.components(separatedBy: "```").first)
        #expect(snippet == (try Self.text("Tests/Products/TaskKit.swift")))
    }

    @Test("The files of the whole iPhone app are on its page, word for word")
    func wholeApp() throws {
        let page = try Self.text("Sources/taskscope/taskscope.docc/WholeiPhoneApp.md")
        for file in [
            "TaskKitTests/WholeApp/ShopLaunch", "Apple/ShopApp/ShopApp", "TaskKitTests/WholeApp/ShopLaunchTests",
        ] {
            #expect(page.contains("```swift\n\(try Self.text("Tests/\(file).swift"))```"), "\(file)")
        }
    }

    @MainActor private static var greeted = 0

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
