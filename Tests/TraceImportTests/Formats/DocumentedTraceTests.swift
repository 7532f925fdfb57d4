import Foundation
import Testing
import TraceImport

/// The traces of which the page "From an iPhone to the answer" asks give the answers that it names.
@Suite struct DocumentedTraceTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A trace of the demo that the page names.
    private static func trace(_ path: String) throws -> String {
        let page = root.appending(path: "Sources/taskscope/taskscope.docc/FromAnIPhoneToTheAnswer.md")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("`\(path)`"))
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `signposts of an iPhone`() throws {
        let imported = try Imported(Self.trace("Demo/iphone.xml"))
        #expect(imported.launch.runs.filter { $0.lane == 0 }.map { $0.name } == ["Open database", "First screen"])
        #expect(imported.time?.count == 500_000_000)
        let screen = try #require(imported.scenario.tasks.first { $0.spec.name == "First screen" })
        #expect(screen.assumes == ["Fetch catalog"])
    }

    @Test func `spans of a server`() throws {
        let imported = try Imported(Self.trace("Demo/server.json"))
        #expect(imported.time?.count == 600_000_000)
        #expect(
            imported.scenario.tasks.filter { !$0.isGap }.map { $0.spec.name } == [
                "read settings", "open database", "warm cache", "start",
            ])
        #expect(!imported.text.contains("name: gap"))
    }
}
