import Foundation
import Testing
import TraceImport

/// The traces on the page "From an iPhone to the answer" give the answers that it names.
@Suite struct DocumentedTraceTests {
    private static func blocks(_ language: String) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/taskscope/taskscope.docc/FromAnIPhoneToTheAnswer.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    @Test func `signposts of an iPhone`() throws {
        let text = try #require(try Self.blocks("xml").first)
        let imported = try Imported(text)
        #expect(imported.launch.runs.filter { $0.lane == 0 }.map { $0.name } == ["Open database", "First screen"])
        #expect(imported.time?.count == 500_000_000)
        let screen = try #require(imported.scenario.tasks.first { $0.spec.name == "First screen" })
        #expect(screen.assumes == ["Fetch catalog"])
    }

    @Test func `spans of a server`() throws {
        let text = try #require(try Self.blocks("json").first)
        let imported = try Imported(text)
        #expect(imported.time?.count == 600_000_000)
        #expect(
            imported.scenario.tasks.filter { !$0.isGap }.map { $0.spec.name } == [
                "read settings", "open database", "warm cache", "start",
            ])
        #expect(!imported.text.contains("name: gap"))
    }
}
