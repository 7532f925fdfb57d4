import Foundation
import Testing

/// A way in which the program ends, and the exit code that it must have.
struct ExitCase: Sendable, CustomTestStringConvertible {
    enum Cause: Sendable {
        case key(String)
        case signal(String)
    }
    var cause: Cause
    var code: Int32
    var testDescription: String { "\(cause)" }

    #if arch(x86_64)
        private static let trap: Int32 = 132
    #else
        private static let trap: Int32 = 133
    #endif

    static let all = [
        ExitCase(cause: .key("q"), code: 0),
        ExitCase(cause: .key("C-c"), code: 130),
        ExitCase(cause: .key("C-\\"), code: 131),
        ExitCase(cause: .signal("INT"), code: 130),
        ExitCase(cause: .signal("TERM"), code: 143),
        ExitCase(cause: .signal("HUP"), code: 129),
        ExitCase(cause: .signal("QUIT"), code: 131),
        ExitCase(cause: .signal("SEGV"), code: 139),
        ExitCase(cause: .signal("ABRT"), code: 134),
        ExitCase(cause: .signal("TRAP"), code: 133),
        ExitCase(cause: .signal("ILL"), code: 132),
        ExitCase(cause: .signal("BUS"), code: 135),
        ExitCase(cause: .signal("FPE"), code: 136),
        ExitCase(cause: .key("F12"), code: trap),
    ]
}

@Suite(.serialized) struct EndingTests {
    /// `sh` without job control, which would clean up the terminal itself.
    private let script = """
        stty -a > "$FOLDER/before"
        sh -c "echo \\$\\$ > \\"\\$FOLDER/process\\"; exec \\"\\$TASKSCOPE\\""
        code=$?
        stty -a > "$FOLDER/after"
        echo $code > "$FOLDER/code"
        read line
        """

    @Test(arguments: ExitCase.all)
    func leavesTheTerminalAsItWas(_ exitCase: ExitCase) async throws {
        let screen = try TmuxScreen(
            columns: 80, rows: 24, command: script, environment: ["TASKSCOPE_TEST_TRAP": "key"])
        defer { screen.close() }
        try await screen.wait(for: "alternate_on", "1")
        try await screen.wait(for: "cursor_flag", "0")
        try screen.press("%")
        let process = try await screen.file("process")
        switch exitCase.cause {
        case .key(let key): try screen.press(key)
        case .signal(let name): _ = try Executable.run("/bin/sh", ["-c", "kill -\(name) \(process)"])
        }
        #expect(try await screen.file("code") == "\(exitCase.code)")
        if case .key("F12") = exitCase.cause {
            #expect(try screen.history().contains("Precondition failed: TASKSCOPE_TEST_TRAP"))
        }
        let before = try await screen.file("before")
        #expect(try await screen.file("after") == before)
        for (flag, value) in [
            ("alternate_on", "0"), ("cursor_flag", "1"), ("mouse_any_flag", "0"), ("keypad_flag", "0"),
        ] {
            #expect(try screen.flag(flag) == value, "\(flag)")
        }
    }
}
