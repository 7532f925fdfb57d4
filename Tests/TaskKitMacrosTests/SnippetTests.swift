import Foundation
import Testing

/// The Swift code of the pages about TaskKit, given to the compiler.
@Suite struct SnippetTests {
    /// What the pages' code calls in an app of its own, and what was declared before.
    private static let app = """
        import Foundation
        import TaskKitApp
        import TaskKitJobStore
        import TaskKitScenario

        nonisolated(unsafe) var configuration = LiveScheduler.Configuration()
        func openDatabase() throws {}
        func installHooks() {}
        func loadFonts() {}
        func checkVersion() async throws {}
        func loadServerData() async throws {}
        func beat() {}
        func sync(_ payload: String) {}
        func show(_ line: String) {}
        func send(_ letter: some Encodable) async throws {}
        @MainActor func showHome() {}
        struct Database: Sendable { static func open() throws -> Database { Database() } }
        struct Flags: Sendable { static func fetch() async throws -> Flags { Flags() } }
        struct Session: Sendable { init(from: Database, _ flags: Flags) throws {} }
        @MainActor func showHome(_ session: Session) {}
        @MainActor func showHome(_ database: Database, _ flags: Flags?) {}
        func sendTelemetry() {}

        """

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Swift blocks of a page: types as they are, anything else as the body of a function, imports left out.
    private static func code(of page: String) throws -> (text: String, count: Int) {
        let file = root.appending(
            path: page == "README" ? "README.md" : "Sources/taskscope/taskscope.docc/\(page).md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        var text = app
        for (number, part) in parts.enumerated() {
            let block = (part.components(separatedBy: "```").first ?? "").split(separator: "\n")
                .filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
            text +=
                block.hasPrefix("@") || block.hasPrefix("extension ")
                ? block + "\n"
                : "func snippet\(number)(_ scheduler: LiveScheduler) async throws {\n\(block)\n}\n"
        }
        return (text, parts.count)
    }

    @Test(arguments: ["README", "TaskKitGuide", "Jobs", "WatchingAnApp"])
    func `the compiler accepts every Swift block of the page`(page: String) throws {
        let (text, count) = try Self.code(of: page)
        #expect(count > 0, "the page has Swift code")
        try Child.withFolder { folder in
            let file = folder.appending(path: "\(page).swift")
            try text.write(to: file, atomically: true, encoding: .utf8)
            let products = Child.products
            let checkouts = products.appending(path: "../../checkouts").standardizedFileURL
            let maps = [
                products.appending(path: "CTaskKit.build/module.modulemap"),
                checkouts.appending(path: "GRDB.swift/Sources/GRDBSQLite/module.modulemap"),
            ]
            let plugin = products.appending(path: "TaskKitMacros-tool").path
            let outcome = try Child.run(
                try #require(Child.compiler),
                [
                    "-frontend", "-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name", "Snippets",
                    "-I", products.appending(path: "Modules").path, "-load-plugin-executable",
                    "\(plugin)#TaskKitMacros", file.path,
                ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }, in: folder)
            let errors = outcome.complaints.split(separator: "\n").filter { $0.contains("error:") }
            #expect(errors.isEmpty && outcome.code == 0, "\(errors.joined(separator: "\n"))")
        }
    }
}
