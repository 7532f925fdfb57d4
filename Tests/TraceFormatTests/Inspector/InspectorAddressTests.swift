import Testing

@testable import TraceFormat

/// Where processes that can be watched are.
@Suite struct InspectorAddressTests {
    @Test("The folder is in the runtime folder if that is absolute, otherwise it is one per user")
    func folder() {
        #expect(InspectorAddress.folder(user: 7) { _ in "/run/user/7" } == "/run/user/7/taskscope")
        #expect(InspectorAddress.folder(user: 7) { _ in "/run/user/7/" } == "/run/user/7/taskscope")
        #expect(InspectorAddress.folder(user: 7) { _ in nil } == "/tmp/taskscope-7")
        #expect(InspectorAddress.folder(user: 7) { _ in "relative" } == "/tmp/taskscope-7")
    }

    @Test("A path of 107 bytes is accepted, one byte more is not")
    func length() {
        let folder = "/" + String(repeating: "f", count: 107 - "/12.sock".count - 1)
        #expect(InspectorAddress.socket(of: 12, in: folder)?.utf8.count == 107)
        #expect(InspectorAddress.socket(of: 123, in: folder) == nil)
    }

    @Test("Only PID.sock is a process's file", arguments: ["0.sock", "-1.sock", "01.sock", "+1.sock", "x.sock", "1"])
    func names(file: String) {
        #expect(InspectorAddress.process(ofFile: file) == nil)
        #expect(InspectorAddress.process(ofFile: "4711.sock") == 4711)
    }
}
