import Dashboard
import Foundation
import Testing

/// What the README says of keys, and the screen that it shows, is what the program does.
@Suite struct ReadmeTests {
    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private func readme() throws -> String { try text("README.md") }

    @Test("README has the demo's screen to the letter")
    func screen() throws {
        var model = try advised(text("Demo/shop.yaml"))
        model.type("L:goto 904ms\n/Cart\n")
        let screen = trimmed(model)
        #expect(try readme().contains("```\n\(screen)\n```"), "\(screen)")
    }

    private func keys() throws -> String { try text("Sources/taskscope/taskscope.docc/ScreenAndKeys.md") }

    @Test("The documentation has the key table to the letter")
    func keyTable() throws {
        #expect(try keys().contains(KeyMap.markdown()), "\(KeyMap.markdown())")
    }

    @Test("The documentation names the actions to which keys can be given")
    func actions() throws {
        let line = "Names of actions: " + KeyTable.actions.map { "`\($0)`" }.joined(separator: ", ") + "."
        #expect(try keys().contains(line), "\(line)")
    }
}
