import Foundation
import TestSupport
import Testing

/// A way in which the program ends, and the exit code that it must have.
struct ExitCase: Sendable, CustomTestStringConvertible {
    enum Cause: Sendable {
        case key(String)
        case signal(String)
        /// The signal while the program is stopped.
        case stopped(String)
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
        ExitCase(cause: .stopped("TERM"), code: 143),
    ]
}

@Suite(.serialized) struct EndingTests {
    /// `sh` without job control, which would clean up the terminal itself. Before the program it gives the terminal a
    /// title and a line of text, and when told to go on it fills the screen and takes a title from the stack.
    private let script = """
        printf "\\033]2;other\\007\\033[22;0;0t\\033]2;ours\\007first line\\n"
        stty -a > "$FOLDER/before"
        export TERM=xterm-256color
        sh -c "echo \\$\\$ > \\"\\$FOLDER/process\\"; exec \\"\\$TASKSCOPE\\""
        code=$?
        echo last line
        stty -a > "$FOLDER/after"
        echo $code > "$FOLDER/code"
        read line
        seq 1 300
        printf "\\033[23;0;0t"
        echo > "$FOLDER/filled"
        read line
        """

    private func start(rows: Int = 24) async throws -> TmuxScreen {
        let screen = try TmuxScreen(
            columns: 80, rows: rows, command: script, environment: ["TASKSCOPE_TEST_TRAP": "key"])
        try await screen.wait(for: "alternate_on", "1")
        try await screen.wait(for: "cursor_flag", "0")
        return screen
    }

    /// Waits for the end of the program and checks what it leaves behind; the exit code.
    private func codeOfCleanEnding(_ screen: TmuxScreen) async throws -> String {
        let code = try await screen.file("code")
        let before = try await screen.file("before")
        let after = try await screen.file("after")
        #expect(after == before)
        let height = try screen.flag("pane_height")
        for (flag, value) in [
            ("alternate_on", "0"), ("cursor_flag", "1"), ("mouse_any_flag", "0"), ("keypad_flag", "0"),
            ("insert_flag", "0"), ("wrap_flag", "1"), ("pane_title", "ours"), ("scroll_region_upper", "0"),
            ("scroll_region_lower", "\(Int(height, radix: 10).map { $0 - 1 } ?? -1)"),
        ] {
            #expect(try screen.flag(flag) == value, "\(flag)")
        }
        let lines = try screen.styledHistory().split(separator: "\n")
        #expect(lines.first == "first line" && lines.last == "last line", "\(lines)")
        // The whole screen scrolls, and the only title on the stack is the one from before.
        try screen.press("Enter")
        _ = try await screen.file("filled")
        let filled = try screen.rows().filter { !$0.isEmpty }
        #expect(filled == (0..<filled.count).map { "\(301 - filled.count + $0)" })
        #expect("\(filled.count + 1)" == height)
        #expect(try screen.flag("pane_title") == "other")
        return code
    }

    @Test(arguments: ExitCase.all, 1...Campaign.times)
    func leavesTheTerminalAsItWas(_ exitCase: ExitCase, _ time: Int) async throws {
        let screen = try await start(rows: 50)
        defer { screen.close() }
        try screen.press("%")
        let process = try await screen.file("process")
        switch exitCase.cause {
        case .key(let key): try screen.press(key)
        case .signal(let name): _ = try Executable.run("/bin/sh", ["-c", "kill -\(name) \(process)"])
        case .stopped(let name):
            // Nobody takes the first one: the program is stopped when it comes.
            let line = "kill -STOP \(process); kill -\(name) \(process); kill -CONT \(process)"
            _ = try Executable.run("/bin/sh", ["-c", line])
        }
        #expect(try await codeOfCleanEnding(screen) == "\(exitCase.code)")
        if case .key("F12") = exitCase.cause {
            #expect(try screen.history().contains("Precondition failed: TASKSCOPE_TEST_TRAP"))
        }
    }

    @Test(arguments: [24, 50, 120])
    func atEverySizeTheShellHasTheWholeScreenAgain(_ rows: Int) async throws {
        let screen = try await start(rows: rows)
        defer { screen.close() }
        try screen.press("q")
        #expect(try await codeOfCleanEnding(screen) == "0")
    }

    @Test(arguments: [24, 50, 120])
    func afterOtherSizesAndStopsTheShellHasTheWholeScreenAgain(_ rows: Int) async throws {
        let screen = try await start(rows: rows)
        defer { screen.close() }
        let process = try await screen.file("process")
        let terminal = try screen.flag("pane_tty")
        for height in [rows + 10, 10, rows] {
            try screen.resize(columns: 80, rows: height)
            // tmux tells the system a moment later.
            try await wait(for: "\(height) rows") {
                try Executable.run("/bin/sh", ["-c", "stty size < \(terminal)"]).output == "\(height) 80\n"
            }
            let stop = "kill -STOP \(process); printf \"\\033[2J\" > \(terminal); kill -CONT \(process)"
            _ = try Executable.run("/bin/sh", ["-c", stop])
            try await screen.wait(forText: "not running")
        }
        try screen.press("q")
        #expect(try await codeOfCleanEnding(screen) == "0")
    }
}
