import Dashboard
import Foundation
import Testing

/// The README's key table is the program's.
@Suite struct ReadmeTests {
    @Test("README has the key table to the letter")
    func keyTable() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains(KeyMap.markdown()), "\(KeyMap.markdown())")
    }
}
