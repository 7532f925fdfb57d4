import Foundation
import Testing

/// The program as a script sees it: arguments, files and pipes in; bytes and an exit code out.
@Suite(.serialized) struct CommandLineTests {
    private static let scenario = """
        schema: 1
        name: Small
        seed: 7
        tasks:
          - {name: First, on: launch, duration: 1ms..90ms}
          - {name: Second, on: launch, after: [First], duration: 20ms}
          - {name: Beat, every: 1s, times: forever, duration: 1ms}

        """
    private static let wrong = "schema: 1\ntasks:\n  - {name: A, on: launch, after: [B]}\n  - {name: A, on: launch}\n"

    // MARK: Exit codes

    @Test func aGoodReplayEndsWith0AndSaysNothing() throws {
        let outcome = try InFolder(Self.scenario).run("replay", "s.yaml", "--format", "ndjson")
        #expect(outcome.code == 0)
        #expect(outcome.complaints == "")
        #expect(outcome.output.hasPrefix("{"))
        #expect(outcome.output.hasSuffix("}\n"))
    }

    @Test(arguments: [("launch\nexpect First ran 1\n", Int32(0)), ("launch\nexpect First ran 2\n", Int32(1))])
    func aFailedExpectationEndsWith1AndStillPrintsTheTrace(_ script: String, _ code: Int32) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(script, to: "s.scope")
        let outcome = try folder.run("replay", "s.yaml", "--script", "s.scope", "--format", "ndjson")
        #expect(outcome.code == code)
        #expect(outcome.output.contains(#""kind":"expect""#))
        #expect(outcome.output.contains(#""kind":"end""#))
    }

    @Test(arguments: [("launch\nexpect First ran 1\n", Int32(0), 0), ("launch\nexpect First ran 2\n", Int32(1), 1)])
    func aReportForCIServersNamesWhatFailed(_ script: String, _ code: Int32, _ failures: Int) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(script, to: "s.scope")
        let outcome = try folder.run("replay", "s.yaml", "--script", "s.scope", "--format", "junit", "--strict")
        #expect(outcome.code == code)
        #expect(outcome.output.contains(#"<testsuite name="Small" tests="2" failures="\#(failures)""#))
        #expect(outcome.output.contains(#"file="s.scope" line="2""#))
    }

    @Test(arguments: [
        ["replay"], ["replay", "s.yaml", "--nonsense"], ["replay", "s.yaml", "--until", "soon"],
        ["replay", "s.yaml", "--seed", "-1"], ["replay", "s.yaml", "--format", "xml"],
        ["replay", "-", "--script", "-"], ["check"], ["check", "s.yaml", "--deny", "nonsense"],
    ])
    func aWrongUseEndsWith2(_ arguments: [String]) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.complaints.contains("--help"))
    }

    @Test(
        arguments: [
            (["replay", "s.yaml", "--seed", "-1"], "The value '-1' is invalid for '--seed <seed>'"),
            (["replay", "s.yaml", "--width", "-5"], "--width must be from 40 to 1000"),
            (
                ["replay", "s.yaml", "--until", "soon"],
                "--until: \"soon\" is not a duration; write 40ms, 1.5s, 2m or 1h"
            ),
            (
                ["replay", "s.yaml", "--until", "99999999h"],
                "--until: \"99999999h\" is not a duration; the limit is ten years (87600h)"
            ),
            (["jobs", "q", "retry", "x"], "'x' is not a job number"),
            (["jobs", "q", "show"], "show takes job numbers"),
            (["attach", "nosuch"], "nosuch is neither a process ID nor the path of a socket"),
            (["attach", "--no-screen"], "--no-screen needs --save or --save-scenario"),
        ])
    func aWrongValueIsToldWithTheUsageOfItsCommand(_ arguments: [String], _ what: String) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.complaints.hasPrefix("Error: \(what)\n"), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("Usage: taskscope \(arguments[0]) "), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("See 'taskscope \(arguments[0]) --help'"), "\(outcome.complaints)")
    }

    @Test(
        arguments: [
            (["chec"], "'chec'; did you mean check?"), (["Schema"], "'Schema'; did you mean schema?"),
            (["repaly", "s.yaml", "--until", "3s"], "'repaly'; did you mean replay?"),
            (["atach", "--list"], "'atach'; did you mean attach?"), (["hepl"], "'hepl'; did you mean help?"),
            (["help", "repaly"], "'repaly'; did you mean replay?"),
            (["why", "s.yaml", "First"], "'why'; did you mean blame?"), (["lint"], "'lint'; did you mean check?"),
            (
                ["foo", "s.yaml"],
                "'foo': dashboard, replay, check, time, blame, critical-path, what-if, advise, diff, graph, plot, "
                    + "export, import, report, attach, jobs, schema, new, tour, help"
            ),
            (
                ["lunch"],
                "'lunch': dashboard, replay, check, time, blame, critical-path, what-if, advise, diff, graph, plot, "
                    + "export, import, report, attach, jobs, schema, new, tour, help"
            ),
            (
                ["help", "foo"],
                "'foo': dashboard, replay, check, time, blame, critical-path, what-if, advise, diff, graph, plot, "
                    + "export, import, report, attach, jobs, schema, new, tour, help, SCRIPT, SCENARIO, KEYS, EXIT-CODES"
            ),
        ])
    func aMistypedCommandIsNamedWithTheNearestOne(_ arguments: [String], _ what: String) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.complaints.hasPrefix("Error: there is no command \(what)\n"), "\(outcome.complaints)")
    }

    @Test func aFileIsNoMistypedCommandWhateverItsName() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.scenario, to: "chec")
        #expect(try folder.run("chec", "--plain", input: "quit\n").code == 0)
        for name in ["absent.yaml", "chec.yaml", "x"] {
            let outcome = try folder.run(name, "--plain")
            #expect(outcome.code == 3)
            #expect(outcome.complaints.hasPrefix("\(name): error: "))
        }
    }

    @Test(arguments: [["replay", "s.yaml"], ["replay", "s.yaml", "--format", "ndjson"], ["check", "s.yaml"]])
    func aWrongFileEndsWith3AndAllErrorsWithTheirPlaces(_ arguments: [String]) throws {
        let outcome = try InFolder(Self.wrong).run(arguments)
        #expect(outcome.code == 3)
        #expect(outcome.output == "")
        #expect(outcome.complaints.contains("s.yaml:3:35: error: "))
        #expect(outcome.complaints.contains("s.yaml:4:12: error: "))
    }

    @Test func aWrongScriptEndsWith3AndItsOwnName() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("launch\nfrobnicate\n", to: "s.scope")
        let outcome = try folder.run("replay", "s.yaml", "--script", "s.scope")
        #expect(outcome.code == 3)
        #expect(outcome.output == "")
        #expect(outcome.complaints.hasPrefix("s.scope:2:1: error: "))
    }

    @Test(arguments: ["replay", "check"], ["absent.yaml", ".", "s.yaml/below", ""])
    func aFileThatCannotBeReadEndsWith3AndOneLine(_ command: String, _ path: String) throws {
        let outcome = try InFolder(Self.scenario).run(command, path)
        #expect(outcome.code == 3)
        #expect(outcome.output == "")
        #expect(outcome.complaints.hasPrefix("\(path): error: cannot be read: "))
        #expect(outcome.complaints.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: ["\u{0}\u{1}\u{FFFD}", "[", "schema: 2\n", "schema: 1\ntasks: 7\n"])
    func aFileThatIsNoScenarioEndsWith3(_ text: String) throws {
        let outcome = try InFolder(text).run("replay", "s.yaml")
        #expect(outcome.code == 3)
        #expect(outcome.output == "")
        #expect(outcome.complaints.hasPrefix("s.yaml:"))
    }

    @Test func oneWrongFileAmongGoodOnesEndsCheckWith3() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.wrong, to: "wrong.yaml")
        #expect(try folder.run("check", "s.yaml").code == 0)
        #expect(try folder.run("check", "s.yaml", "wrong.yaml", "s.yaml").code == 3)
    }

    @Test func noControlCharacterOfANameReachesTheTalk() throws {
        let outcome = try InFolder(Self.scenario).run("replay", "evil\u{1B}[31m\u{7}.yaml")
        #expect(outcome.code == 3)
        #expect(outcome.complaints.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    }

    // MARK: Help and version

    @Test(
        arguments: [
            (["--help"], "USAGE: taskscope [<scenario>]"), (["replay", "--help"], "USAGE: taskscope replay "),
            (["check", "--help"], "USAGE: taskscope check "), (["schema", "--help"], "USAGE: taskscope schema"),
            (["help", "replay"], "USAGE: taskscope replay "), (["help"], "USAGE: taskscope [<scenario>]"),
            (["--version"], "taskscope 1."), (["schema"], "\"$schema\""),
        ] as [([String], String)])
    func helpAndVersionAreDataAndEndWith0(_ arguments: [String], says text: String) throws {
        let outcome = try InFolder("").run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.complaints == "")
        #expect(outcome.output.hasSuffix("\n"))
        #expect(outcome.output.contains(text), "\(outcome.output)")
    }

    @Test func theSchemaIsJSON() throws {
        let outcome = try InFolder("").run("schema")
        #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
    }

    // MARK: Options of replay

    @Test func theSameBytesComeTwiceWhateverTheSurroundings() throws {
        let folder = try InFolder(Self.scenario)
        let arguments = ["replay", "s.yaml", "--format", "ndjson", "--until", "30s", "--ticks"]
        let first = try folder.run(arguments)
        let other = try folder.run(arguments, environment: ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"])
        #expect(first.output.count > 1000)
        #expect(first == other)
    }

    @Test func standardInputIsTheSameAsAFile() throws {
        let folder = try InFolder(Self.scenario)
        let file = try folder.run("replay", "s.yaml", "--format", "ndjson")
        let stream = try folder.run("replay", "-", "--format", "ndjson", input: Self.scenario)
        #expect(stream.code == 0)
        #expect(stream.output == file.output)
        let script = try folder.run(
            "replay", "s.yaml", "--script", "-", "--format", "ndjson", input: "launch\nexpect First ran 2\n")
        #expect(script.code == 1)
        let wrong = try folder.run("check", "-", input: Self.wrong)
        #expect(wrong.code == 3)
        #expect(wrong.complaints.hasPrefix("<stdin>:"))
    }

    @Test func untilEndsTheReplayThen() throws {
        let folder = try InFolder(Self.scenario)
        for seconds in [3, 9] {
            let outcome = try folder.run("replay", "s.yaml", "--format", "ndjson", "--until", "\(seconds)s")
            #expect(outcome.code == 0)
            let times = outcome.output.matches(of: /"t":(\d+)/).compactMap { Int($0.1) }
            #expect(times.max() == seconds * 1_000_000_000)
            #expect(times == times.sorted())
        }
    }

    @Test func aSeedChangesWhatIsDrawn() throws {
        let folder = try InFolder(Self.scenario)
        let traces = try ["7", "8", "18446744073709551615"].map {
            try folder.run("replay", "s.yaml", "--format", "ndjson", "--seed", $0).output
        }
        #expect(Set(traces).count == 3)
        #expect(try folder.run("replay", "s.yaml", "--format", "ndjson").output == traces[0])
    }

    @Test func ticksAreWrittenOnRequestOnly() throws {
        let folder = try InFolder(Self.scenario)
        let arguments = ["replay", "s.yaml", "--format", "ndjson", "--until", "5s"]
        let plain = try folder.run(arguments).output
        let full = try folder.run(arguments + ["--ticks"]).output
        #expect(!plain.contains(#""kind":"tick""#))
        #expect(full.contains(#""kind":"tick""#))
        let lines = full.split(separator: "\n").filter { !$0.contains(#""kind":"tick""#) }
        #expect(lines.count == plain.split(separator: "\n").count)
    }

    // MARK: Pipes

    @Test func aReaderThatLeavesEndsTheProgramQuietly() throws {
        let folder = try InFolder(Self.scenario)
        // More than a pipe holds, so that writing continues after `head` has left.
        let arguments = ["replay", "s.yaml", "--format", "ndjson", "--until", "1h", "--ticks"]
        #expect(try folder.run(arguments).output.utf8.count > 1 << 17)
        let line = #"{ "$@"; echo "code $?" >&2; } | head -n 1"#
        let outcome = try folder.run(program: "/bin/sh", ["-c", line, "sh", Executable.path] + arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.filter { $0 == "\n" }.count == 1)
        #expect(outcome.complaints == "code 0\n")
    }

    @Test func standardInputIsReadOnce() throws {
        let folder = try InFolder(Self.scenario)
        for arguments in [["check", "-", "-"], ["advise", "-", "--script", "-"], ["graph", "-", "--script", "-"]] {
            let outcome = try folder.run(program: Executable.path, arguments, input: Self.scenario)
            #expect(outcome.code == 2, "\(arguments)")
            #expect(outcome.complaints.contains("standard input"), "\(arguments): \(outcome.complaints)")
        }
    }

    @Test func whatDoesNotApplyIsRefused() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "s.ndjson")
        for arguments in [
            ["time", "s.ndjson", "--script", "absent"], ["time", "s.ndjson", "--seed", "3"],
            ["replay", "s.yaml", "--jobs", ""], ["s.yaml", "--jobs", ""], ["s.yaml", "--record", "./s.yaml"],
        ] {
            #expect(try folder.run(arguments).code == 2, "\(arguments)")
        }
    }

    /// é as one scalar, and as a letter and an accent.
    @Test func twoSpellingsOfANameAreTwoTasks() throws {
        let folder = try InFolder(
            """
            lanes: {io: 2}
            tasks:
              - {name: "caf\\u00e9", on: launch, duration: 10ms}
              - {name: "cafe\\u0301", on: launch, lane: io, duration: 200ms, after: ["caf\\u00e9"]}
              - {name: Home, on: launch, duration: 5ms, after: ["cafe\\u0301"]}
            """)
        let graph = try folder.run("graph", "s.yaml", "--format", "mermaid").output
        #expect(graph.contains("n0 --> n1") && graph.contains("n1 --> n2") && !graph.contains("n1 --> n1"))
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "s.ndjson")
        #expect(try folder.run("diff", "s.yaml", "s.ndjson").output.contains("no task differs"))
        #expect(try folder.run("export", "s.yaml", "-o", "s.json").code == 0)
        #expect(try folder.run("import", "s.json", "-o", "again.yaml").code == 0)
        #expect(try folder.run("time", "again.yaml").output.contains("launch 215ms"))
    }

    @Test func aReaderThatLeavesHidesNoFailure() throws {
        let folder = try InFolder("budgets: {launch: 1ms}\ntasks: [{name: A, on: launch, duration: 5ms}]\n")
        let line = #"{ sleep 0.1; "$@"; echo "code $?" >&2; } | true"#
        for command in [["replay"], ["time"], ["diff", "s.yaml", "--fail-if", "launch > 1ms"]] {
            let outcome = try folder.run(
                program: "/bin/sh", ["-c", line, "sh", Executable.path] + command + ["s.yaml"])
            #expect(outcome.complaints.hasSuffix("code 1\n"), "\(command): \(outcome.complaints)")
        }
    }

    @Test func `a script that expects a launch over its budget does not fail for it, only if it is not`() throws {
        let folder = try InFolder("budgets: {launch: 1ms}\ntasks: [{name: A, on: launch, duration: 5ms}]\n")
        #expect(try folder.run("replay", "s.yaml").code == 1)
        try folder.write("launch\nwait until launched\nexpect over budget\n", to: "talk.scope")
        #expect(try folder.run("replay", "s.yaml", "--script", "talk.scope").code == 0)
        try folder.write("budgets: {launch: 9ms}\ntasks: [{name: A, on: launch, duration: 5ms}]\n", to: "s.yaml")
        #expect(try folder.run("replay", "s.yaml", "--script", "talk.scope").code == 1)
    }

    @Test func `a script's view commands are checked with their lines`() throws {
        let folder = try InFolder("lanes: {net: 1}\ntasks: [{name: A, on: launch, lane: net, duration: 10ms}]\n")
        let wrong = [
            ("select B", "unknown task"), ("range 2s 1s", "the earlier first"), ("try disk 3 wide", "no lane 'disk'"),
            ("try net width 2, A priority huge", "priority must be"), ("highlight A,B", "unknown task"),
            ("compare gone.yaml", "compare: cannot read gone.yaml: No such file"),
        ]
        for (line, words) in wrong {
            try folder.write("launch\n\(line)\n", to: "a.scope")
            let outcome = try folder.run("replay", "s.yaml", "--script", "a.scope")
            #expect(outcome.code == 3 && outcome.complaints.hasPrefix("a.scope:2:"), "\(outcome)")
            #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
        }
        try folder.write(
            "launch\ncompare s.yaml\ntry net width 2, A priority high\nuntry\nwait until launched\n", to: "a.scope")
        #expect(try folder.run("replay", "s.yaml", "--script", "a.scope").code == 0)
        // A file beside the script is found from anywhere.
        try FileManager.default.createDirectory(atPath: folder.path(of: "talks"), withIntermediateDirectories: false)
        try folder.write("launch\ncompare plan.yaml\n", to: "talks/b.scope")
        #expect(try folder.run("replay", "s.yaml", "--script", "talks/b.scope").code == 3)
        try folder.write("tasks: []\n", to: "talks/plan.yaml")
        #expect(try folder.run("replay", "s.yaml", "--script", "talks/b.scope").code == 0)
    }
}
