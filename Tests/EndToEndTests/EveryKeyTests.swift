import Dashboard
import Testing

/// Every key of the key table is pressed in a terminal, and the screen says that it did what it is for.
@Suite(.serialized) struct EveryKeyTests {
    /// One key: the name of its action, what to press before, the key, and what is then on the screen.
    private struct Step {
        var name: String
        var before: [String] = []
        var keys: [String]
        var text: String
        var isGone = false

        init(_ name: String, _ keys: [String], _ text: String, before: [String] = [], isGone: Bool = false) {
            (self.name, self.keys, self.text, self.before, self.isGone) = (name, keys, text, before, isGone)
        }
    }

    private let steps: [Step] = [
        Step("advice", ["a"], " would shorten it"),
        Step("launch", ["L"], "INACTIVE", before: ["Escape"]),
        Step("next-event", ["]"], "PAUSED 30ms"),
        Step("previous-event", ["["], "PAUSED 0s"),
        Step("step-forward", ["."], "PAUSED 12ms"),
        Step("step-back", [","], "PAUSED 0s"),
        Step("run-or-hold", ["Space"], "PLAYING"),
        Step("faster", [">"], "x2", before: ["Space"]),
        Step("slower", ["<"], " x2 ", isGone: true),
        Step("palette", [":"], "W what if", isGone: true),
        Step("escape", ["Escape"], "W what if"),
        Step("background", ["B"], "BACKGROUND", before: [":", "goto 2s", "Enter"]),
        Step("foreground", ["F"], " ACTIVE", before: [":", "goto 3s", "Enter"]),
        Step("memory-warning", ["M"], "memory warning: DropImages runs"),
        Step("fire-list", ["E"], "Fire an event"),
        Step("find", ["/"], "/", before: ["Escape"]),
        Step("next-match", ["n"], "─ ImageCache", before: ["cache", "Enter"]),
        Step("previous-match", ["N"], "─ ImageCache"),
        Step("filter", ["f"], "filter:"),
        Step("details", ["Enter"], "Esc close", before: ["Escape", "Escape"]),
        Step("critical-only", ["c"], "critical path: ", before: ["Escape"]),
        Step("sort", ["s"], "by name", before: ["c"]),
        Step("invert-sort", ["S"], "reversed"),
        Step("group", ["o"], "rows grouped by group", before: ["S", "s", "s", "s", "s", "s"]),
        Step("move-last", ["G"], "rows 10-22 of 22", before: [":", "group none", "Enter"]),
        Step("pause-or-resume", ["p"], "is paused: it starts no run", before: ["j", "j"]),
        Step("move-first", ["Home"], "─ CrashReporter (willFinish)", before: ["p"]),
        Step("move-down", ["j"], "─ Keychain (willFinish)"),
        Step("move-up", ["k"], "─ CrashReporter (willFinish)"),
        Step("move-page-down", ["PPage", "NPage"], "─ ", before: []),
        Step("move-page-up", ["PPage"], "─ CrashReporter (willFinish)"),
        Step("move-half-page-down", ["C-d"], "─ CrashReporter (willFinish)", isGone: true),
        Step("move-half-page-up", ["C-u"], "─ CrashReporter (willFinish)"),
        Step("move-first-twice", ["g", "g"], "─ CrashReporter (willFinish)", before: ["G"]),
        Step("downstream", ["d"], "─ CrashReporter (willFinish)", before: ["j"], isGone: true),
        Step("upstream", ["u"], "─ Keychain (willFinish)"),
        Step("next-finding", ["}"], "1 of 6: "),
        Step("previous-finding", ["{"], "6 of 6: "),
        Step("timeline-finer", ["+"], "cell 20ms", isGone: true),
        Step("timeline-coarser", ["-"], "cell 20ms"),
        Step("timeline-everything", ["0"], "cell 20ms", isGone: true),
        Step("timeline-launch", ["="], "cell 20ms"),
        Step(
            "timeline-earlier", ["Left"], " did ",
            before: ["Left", "Left", "Left", "Left", "Left", "Left", "Left", "Left"]),
        Step("timeline-later", ["Right"], " did ", isGone: true),
        Step("what-if", ["W"], "What if:", before: ["="]),
        Step("undo", ["U"], "no change to undo", before: ["Escape"]),
        Step("compare", ["D"], "nothing to compare with yet"),
        Step("next-pane", ["Tab"], "graph around"),
        Step("hops", ["e"], "graph: all hops"),
        Step("previous-pane", ["BTab"], "graph around"),
        Step("pane-4", ["4"], "4 why, findings"),
        Step("pane-5", ["5"], "5 jobs: queue"),
        Step("zoom-pane", ["z"], "PRI  LANE", isGone: true),
        Step("pane-2", ["2"], "2 graph around", before: ["z"]),
        Step("pane-3", ["3"], "2 graph around", isGone: true),
        Step("pane-1", ["1"], "PRI  LANE"),
        Step("layout", ["v"], "layout: taller panes"),
        Step("export", ["x"], "chart  trace  script"),
        Step("copy", ["y"], "copied the details of", before: ["Escape"]),
        Step("mouse", ["%"], "mouse off"),
        Step("help", ["?"], "Help: type to search"),
        Step("redraw", ["C-l"], "PRI  LANE", before: ["Escape"]),
        Step("rails", ["r"], "   GRAPH", before: ["v", "v"]),
        Step("destroy", ["X", "X"], "X> ", before: ["r"]),
        Step("terminate", ["T", ":", "goto 4s", "Enter"], "not running"),
    ]

    @Test func `every key does what the key table says`() async throws {
        let screen = try TmuxScreen(
            columns: 119, rows: 30, command: "\"$TASKSCOPE\" --paused; echo code $?; read line",
            environment: ["XDG_CONFIG_HOME": "/nonexistent", "XDG_STATE_HOME": "/nonexistent"])
        defer { screen.close() }
        try await screen.wait(forText: "L launch")
        for step in steps {
            for key in step.before { try screen.press(key) }
            for key in step.keys { try screen.press(key) }
            do {
                try await EndToEndTests.wait(
                    for: "\(step.name): “\(step.text)”\(step.isGone ? " gone" : "")",
                    details: { try screen.rows().joined(separator: "\n") }
                ) { try screen.rows().contains { $0.contains(step.text) } != step.isGone }
            } catch {
                Issue.record(error)
            }
        }
        try screen.press("q")
        try await screen.wait(forText: "code 0")
        #expect(try screen.rows().contains { $0.hasPrefix("Shop, cold launch: not running") })
        // Ctrl-C and Ctrl-Z end and stop the program: EndingTests and SuspensionTests press them.
        let pressed = Set(steps.map(\.name)).union(["quit", "interrupt", "suspend"])
        #expect(Set(KeyTable.actions).subtracting(pressed).isEmpty)
    }
}

/// The dashboard without a screen, as lines.
@Suite struct PlainLoopTests {
    @Test("Lines that come in without a screen are bounded, and nothing is lost after one that is too long")
    func longLine() throws {
        let folder = try InFolder("tasks: [{name: A, on: launch, duration: 1s}]\n")
        let input = "launch\nnote " + String(repeating: "x", count: 3 << 20) + "\nadvance 2s\r\nexpect A ran 1"
        let outcome = try folder.run("--plain", "s.yaml", input: input)
        #expect(outcome.code == 3 && outcome.complaints == "")
        #expect(outcome.output.components(separatedBy: "a line of more than 1048576 bytes was ignored\n").count == 2)
        #expect(outcome.output.contains("A ran 1  holds"))
        #expect(outcome.output.hasSuffix("t=2s  ACTIVE  launch 1s\n"))
    }

    @Test(
        arguments: [
            ("", 0), ("launch\nadvance 2s\nexpect A ran 1\n", 0), ("foreground\nquit\n", 0),
            ("launch\nexpect A ran 1\n", 1), ("launch\nexpect A ran 1", 1),
            ("launch\nexpect A ran 1\nadvance 2s\nexpect A ran 1\nquit\nfrobnicate\n", 1),
            ("launch\nexpect A ran 1\ngoto 2s\ngoto 0s\n", 1), ("frobnicate\nlaunch\nadvance 2s\nquit\n", 3),
            ("launch\nexpect A ran 1\npause Nobody\n", 3),
        ] as [(String, Int32)])
    func `a failed expectation ends with 1, a line that is not a command with 3`(input: String, code: Int32) throws {
        let folder = try InFolder("tasks: [{name: A, on: launch, duration: 1s}]\n")
        let outcome = try folder.run("--plain", "s.yaml", input: input)
        #expect(outcome.code == code, "\(outcome.output)")
        #expect(outcome.complaints == "")
    }

    @Test func `commands on standard input, what happened on standard output`() throws {
        let outcome = try Executable.run(
            "/bin/sh",
            ["-c", "printf 'launch\\nadvance 2s\\nwhy Home\\nnonsense\\nquit\\n' | \"\(Executable.path)\" --plain"])
        #expect(outcome.code == 3)
        #expect(outcome.complaints == "")
        #expect(outcome.output.hasPrefix("t=0s  not running"))
        #expect(outcome.output.contains("unknown command \"nonsense\"; help lists the commands"))
        #expect(outcome.output.contains("LAUNCH COMPLETE"))
        #expect(outcome.output.contains("the last dependency to finish"))
        #expect(!outcome.output.contains("\u{1B}"))
    }
}
