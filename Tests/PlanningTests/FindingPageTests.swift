import Foundation
import ScenarioFormat
import Testing

@testable import Planning

/// The page of findings is what `check --explain` says.
@Suite struct FindingPageTests {
    /// A list of the page, between empty lines.
    private static func list(_ rows: [(kind: String, explanation: String)]) -> String {
        "\n\n" + rows.map { "- `\($0.kind)`: \($0.explanation)\n" }.joined()
    }

    private static let mistakes = Finding.Kind.allCases.filter { $0.isLint }.map { ($0.rawValue, $0.explanation) }
    private static let opportunities = Finding.Kind.allCases.filter { !$0.isLint }.map { ($0.rawValue, $0.explanation) }
    private static let parts = LintCode.allCases.map { ($0.rawValue, $0.explanation) }

    @Test func `the page has exactly the program's kinds and explanations`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/taskscope/taskscope.docc/Findings.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for rows in [Self.mistakes, Self.opportunities, Self.parts] {
            let list = Self.list(rows)
            #expect(text.contains(list + "\n") || text.hasSuffix(list), "\(list)")
        }
    }
}
