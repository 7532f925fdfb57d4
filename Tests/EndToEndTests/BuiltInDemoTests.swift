import Foundation
import Testing

@testable import taskscope

/// The demo in the program is the one in the Demo folder.
@Suite struct BuiltInDemoTests {
    @Test("The built-in demo is exactly Demo/shop.yaml")
    func sameText() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = try String(contentsOf: root.appending(path: "Demo/shop.yaml"), encoding: .utf8)
        #expect(BuiltInDemo.text == file)
    }
}
