import Testing

@Suite(.serialized) struct SuspensionTests {
    private static let shell = "exec env \"PS1=ready> \" bash --norc --noprofile -i"

    @Test func controlZGivesTheTerminalToTheShellAndFgComesBackAtTheNewSize() async throws {
        let screen = try TmuxScreen(columns: 80, rows: 24, command: SuspensionTests.shell)
        defer { screen.close() }
        try await screen.wait(forText: "ready>")
        try screen.type(line: "stty -a > \"$FOLDER/before\"; \"$TASKSCOPE\"; echo code=$?")
        for size in [(60, 20), (100, 30), (80, 24)] {
            try await screen.wait(for: "alternate_on", "1")
            try screen.press("C-z")
            try await screen.wait(forText: "Stopped")
            #expect(try screen.flag("alternate_on") == "0")
            #expect(try screen.flag("cursor_flag") == "1")
            try screen.type(line: "stty -a | sed \"s/rows.*columns [0-9]*;//\" > \"$FOLDER/stopped\(size.0)\"")
            _ = try await screen.file("stopped\(size.0)")
            try screen.resize(columns: size.0, rows: size.1)
            try screen.type(line: "clear; fg")
        }
        try await screen.wait(for: "alternate_on", "1")
        let fresh = try await freshScreen(columns: 80, rows: 24)
        try await screen.wait(toShow: fresh, "whole screen again")
        try screen.press("q")
        try await screen.wait(for: "alternate_on", "0")
        try screen.type(line: "echo back in $((40+2))")
        try await screen.wait(forText: "back in 42")
    }

    @Test func aStopFromOutsideAndAContinueRepaints() async throws {
        let screen = try TmuxScreen(
            columns: 80, rows: 24, command: "echo $$ > \"$FOLDER/process\"; exec \"$TASKSCOPE\"")
        defer { screen.close() }
        try await screen.wait(for: "alternate_on", "1")
        let process = try await screen.file("process")
        let fresh = try await freshScreen(columns: 80, rows: 24)
        try await screen.wait(toShow: fresh, "first screen")
        for signal in ["STOP", "TSTP"] {
            _ = try Executable.run("/bin/sh", ["-c", "kill -\(signal) \(process); sleep 0.1; kill -CONT \(process)"])
            try await screen.wait(for: "alternate_on", "1")
            try await screen.wait(toShow: fresh, "whole screen again after \(signal)")
        }
    }

    @Test func afterAStopThatNothingAnnouncedItTakesBackWhatAnotherProgramLeft() async throws {
        let screen = try TmuxScreen(
            columns: 80, rows: 24,
            command: "tty > \"$FOLDER/terminal\"; echo $$ > \"$FOLDER/process\"; exec \"$TASKSCOPE\"")
        defer { screen.close() }
        try await screen.wait(for: "alternate_on", "1")
        let (process, terminal) = (try await screen.file("process"), try await screen.file("terminal"))
        let fresh = try await freshScreen(columns: 80, rows: 24)
        let leave = "kill -STOP \(process); sleep 0.1; printf '\\033[?1049l\\033[?25h' > \(terminal)"
        _ = try Executable.run("/bin/sh", ["-c", leave])
        try await screen.wait(for: "alternate_on", "0")
        _ = try Executable.run("/bin/sh", ["-c", "kill -CONT \(process)"])
        try await screen.wait(for: "alternate_on", "1")
        try await screen.wait(for: "cursor_flag", "0")
        try await screen.wait(toShow: fresh, "whole screen again")
    }

    @Test func aStoppedProgramEndsAtATermWithoutTouchingTheTerminal() async throws {
        let screen = try TmuxScreen(columns: 80, rows: 24, command: SuspensionTests.shell)
        defer { screen.close() }
        try await screen.wait(forText: "ready>")
        try screen.type(line: "\"$TASKSCOPE\"")
        try await screen.wait(for: "alternate_on", "1")
        try screen.press("C-z")
        try await screen.wait(forText: "Stopped")
        try screen.type(line: "kill %1")
        // A shell reports an ended job when it prompts, so it is made to prompt again.
        try await wait(for: "Exit 143", details: { try screen.rows().joined(separator: "\n") }) {
            try screen.press("Enter")
            return try screen.history().contains("Exit 143")
        }
        #expect(try screen.flag("alternate_on") == "0")
    }

    @Test func startedInTheBackgroundItWaitsForTheForeground() async throws {
        let screen = try TmuxScreen(columns: 80, rows: 24, command: SuspensionTests.shell)
        defer { screen.close() }
        try await screen.wait(forText: "ready>")
        try screen.type(line: "stty -a > \"$FOLDER/before\"; \"$TASKSCOPE\" &")
        try await wait(for: "Stopped", details: { try screen.rows().joined(separator: "\n") }) {
            try screen.press("Enter")
            return try screen.history().contains("Stopped")
        }
        #expect(try screen.flag("alternate_on") == "0")
        try screen.type(line: "fg; echo code=$?; stty -a > \"$FOLDER/after\"")
        try await screen.wait(for: "alternate_on", "1")
        try screen.press("q")
        try await screen.wait(forText: "code=0")
        let after = try await screen.file("after")
        #expect(try await screen.file("before") == after)
    }

    @Test func inTheBackgroundItStaysStopped() async throws {
        let screen = try TmuxScreen(columns: 80, rows: 24, command: SuspensionTests.shell)
        defer { screen.close() }
        try await screen.wait(forText: "ready>")
        try screen.type(line: "\"$TASKSCOPE\"")
        try await screen.wait(for: "alternate_on", "1")
        try screen.press("C-z")
        try await screen.wait(forText: "Stopped")
        try screen.type(line: "clear; bg; sleep 0.2; jobs")
        try await screen.wait(forText: "Stopped")
        #expect(try screen.flag("alternate_on") == "0")
        try screen.type(line: "fg")
        try await screen.wait(for: "alternate_on", "1")
        try screen.press("q")
        try await screen.wait(for: "alternate_on", "0")
    }
}

/// What a newly started program shows at a size.
func freshScreen(columns: Int, rows: Int) async throws -> [String] {
    let screen = try TmuxScreen(columns: columns, rows: rows, command: "exec \"$TASKSCOPE\"")
    defer { screen.close() }
    try await screen.wait(for: "alternate_on", "1")
    try await screen.wait(for: "cursor_flag", "0")
    var last = try screen.rows()
    var reads = 0
    try await wait(for: "a screen that stays at \(columns)x\(rows)", details: { "\(try screen.rows())" }) {
        let now = try screen.rows()
        defer { last = now }
        // Findings come a moment after the first frame; if nothing says so, the screen has to stay the same for many reads.
        let unfinished = ["looking for", "finding what", "so far"]
        if now.contains(where: { row in unfinished.contains { row.contains($0) } }) { return false }
        reads = now == last ? reads + 1 : 0
        // Curses cannot write the last place of a terminal whose line wraps, and 1x1 has no other.
        return reads >= 20 && (now.contains { !$0.isEmpty } || columns * rows == 1)
    }
    return last
}
