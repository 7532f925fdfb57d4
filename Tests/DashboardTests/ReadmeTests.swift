import Dashboard
import Foundation
import Testing

/// What the README says of keys is what the program does.
@Suite struct ReadmeTests {
    private func readme() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    @Test("README has the key table to the letter")
    func keyTable() throws {
        #expect(try readme().contains(KeyMap.markdown()), "\(KeyMap.markdown())")
    }

    @Test("README names the actions to which keys can be given")
    func actions() throws {
        let line = "Names of actions: " + KeyTable.actions.map { "`\($0)`" }.joined(separator: ", ") + "."
        #expect(try readme().contains(line), "\(line)")
    }
}
