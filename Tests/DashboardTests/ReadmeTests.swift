import Dashboard
import Foundation
import Testing

/// What the README says about keys, and the screen that it shows, is what the program does.
@Suite struct ReadmeTests {
    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private func readme() throws -> String { try text("README.md") }

    @Test("README shows the top of the demo's screen exactly")
    func screen() throws {
        var model = try advised(text("Demo/shop.yaml"))
        model.type("L:goto 904ms\n/Cart\n")
        let screen = trimmed(model)
        let top = screen.split(separator: "\n", omittingEmptySubsequences: false).prefix(14).joined(separator: "\n")
        #expect(try readme().contains("```\n\(top)\n```"), "\(screen)")
    }

    private func keys() throws -> String { try text("Sources/taskscope/taskscope.docc/ScreenAndKeys.md") }

    @Test("The documentation has exactly the program's keys, and the actions to which keys can be given")
    func keyList() throws {
        let list = KeyMap.markdown()
        #expect(try keys().hasSuffix("\n\n" + list), "\(list)")
        for action in KeyTable.actions { #expect(list.contains("` \(action),") || list.contains("` \(action)\n")) }
    }
}
