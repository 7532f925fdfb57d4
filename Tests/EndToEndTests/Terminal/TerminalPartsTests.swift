import Dashboard
import Foundation
import Testing

@testable import taskscope

@Suite struct TerminalPartsTests {
    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("送", "6YCB")])
    func base64FollowsTheStandard(_ text: String, _ encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
    }

    @Test func theChoiceOfColoursGoesByRank() {
        func isOn(_ choice: ColorChoice, _ values: [String: String], terminal: Bool = true) -> Bool {
            choice.isOn(isTerminal: terminal) { values[$0] }
        }
        #expect(isOn(.auto, [:]))
        #expect(!isOn(.auto, [:], terminal: false))
        #expect(!isOn(.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]))
        #expect(isOn(.auto, ["NO_COLOR": ""]))
        #expect(isOn(.auto, ["CLICOLOR_FORCE": "1"], terminal: false))
        #expect(isOn(.always, ["NO_COLOR": "1"], terminal: false))
        #expect(!isOn(.never, ["CLICOLOR_FORCE": "1"]))
    }

    @Test func twoQuickPressesAtOnePlaceAreADoublePress() {
        var clicks = DoubleClicks()
        let start = SuspendingClock().now
        func press(_ column: Int, after milliseconds: Int) -> MouseEvent.Kind {
            clicks.named(MouseEvent(.press, column: column, row: 1), at: start + .milliseconds(milliseconds)).kind
        }
        #expect(press(1, after: 0) == .press)
        #expect(press(1, after: 200) == .doublePress)
        #expect(press(1, after: 300) == .press)
        #expect(press(2, after: 400) == .press)
        #expect(press(2, after: 900) == .press)
    }

    @Test func filesAreReadAndWrittenAndFaultsAreOneLine() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("text").path
        #expect(FileAccess.write("long text", to: path) == .fileWritten(path: path, bytes: 9))
        #expect(FileAccess.write("送\n", to: path) == .fileWritten(path: path, bytes: 4))
        #expect(FileAccess.read(path) == .fileRead(path: path, text: "送\n"))
        #expect(FileAccess.read(path + "x") == .failed("cannot read \(path)x: No such file or directory"))
        #expect(FileAccess.read(folder.path) == .failed("cannot read \(folder.path): not a regular file"))
        #expect(FileAccess.read("/dev/zero") == .failed("cannot read /dev/zero: not a regular file"))
        #expect(FileAccess.write("", to: folder.path) == .failed("cannot write \(folder.path): not a regular file"))
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        #expect(FileAccess.read(path) == .failed("cannot read \(path): not UTF-8 text"))
    }
}
