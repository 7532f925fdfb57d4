import Text
import SchedulerCore
import Testing

@testable import ScenarioFormat

@Suite struct ScenarioErrorTests {
    static let files: [(String, [String])] = [
        ("schema: 2", ["1:9: error: schema 2 is not supported; write 1"]),
        ("schema: two", ["1:9: error: schema: \"two\" is not a whole number, 1 to 1"]),
        (
            "lanes: [io, net 2]\ntasks: [{name: A, on: launch, lane: io}]",
            ["1:8: error: write lanes: {io: 1, \"net 2\": 1}"]
        ),
        ("- a", ["1:1: error: a scenario: expected keys and values, found a list"]),
        (
            "{\"displayTimeUnit\": \"ms\", \"traceEvents\": []}",
            ["1:2: error: this is a recorded trace, not a scenario; taskscope import makes a scenario from it"]
        ),
        ("task: []", ["1:1: error: unknown key \"task\" in a scenario; did you mean \"tasks\"?"]),
        ("seed: -1", ["1:7: error: seed: \"-1\" is not a whole number, 0 or more"]),
        ("seed: 1.0", ["1:7: error: seed: \"1.0\" is not a whole number, 0 or more"]),
        ("seed: 007", ["1:7: error: seed: \"007\" is not a whole number, 0 or more"]),
        ("seed: \"1\"", ["1:7: error: seed: expected a whole number without quotes, found \"1\""]),
        ("lanes: {main: 2}", ["1:15: error: width: lane main always has width 1"]),
        ("lanes: {main: {width: 2}}", ["1:23: error: width: lane main always has width 1"]),
        ("lanes: {io: 0}", ["1:13: error: width: \"0\" is not a whole number, 1 to 65535"]),
        ("lanes: {io: {wide: 2}}", ["1:14: error: unknown key \"wide\" in a lane"]),
        ("limits: {enforce: yes}", ["1:19: error: enforce: \"yes\" is not one of true, false"]),
        (
            "order: critical-path",
            [
                "1:8: error: order: \"critical-path\" is not one of priority, criticalPath; did you mean \"criticalPath\"?"
            ]
        ),
        ("clock: {interval: 0s}", ["1:19: error: interval: the time between ticks must be more than 0"]),
        (
            "clock: {start: today}",
            ["1:16: error: start: \"today\" is not a date; write 2015-11-30T09:05:23Z or seconds since 1970"]
        ),
        (
            "budgets: {launch: 400}",
            ["1:19: error: budgets.launch: \"400\" is not a duration; write its unit, as in \"400s\" or \"400ms\""]
        ),
        (
            "tasks: {name: A}",
            [#"1:8: error: tasks: expected a list, found keys and values; begin each task with "- name:""#]
        ),
        ("tasks:\n- {on: launch}", ["2:3: error: a task needs the key \"name\""]),
        ("tasks:\n- name:\n  on: launch", ["2:8: error: name: expected text, found nothing"]),
        ("tasks: [{name: \"\", on: launch}]", ["1:16: error: name: a name cannot be empty"]),
        (
            "tasks: [{name: \"a\\e\", on: launch}]",
            ["1:16: error: name: \"a␛\" contains a control character; remove it"]
        ),
        ("sequences: [{name: S}]", ["1:13: error: a sequence needs the key \"steps\""]),
        ("sequences: [{name: S, steps: [X]}]", ["1:31: error: steps: unknown task \"X\""]),
        (
            "sequences: [{name: S, steps: []}, {name: T, steps: [S]}]",
            ["1:53: error: steps: \"S\" is a sequence; a step must be a task"]
        ),
        (
            "tasks: [{name: A, on: launch}]\nsequences: [{name: A, steps: []}]",
            ["2:20: error: duplicate name \"A\", first on line 1"]
        ),
        ("tasks: [{name: A, after: S}]\nsequences: [{name: S, steps: [A]}]", ["1:26: error: cycle: A -> S -> A"]),
        (
            "tasks: [{name: A, on: launch, follows: A}, {name: B, on: launch, after: A}]",
            ["1:40: error: cycle: A -> A; only downstream of it: B"]
        ),
        (
            "tasks: [{name: A, on: launch}]\nclasses: {sync: A}",
            ["2:17: error: sync: \"A\" already has another trigger; a task can have only one kind"]
        ),
        ("jobs: {enqueue: [{data: {}}]}", ["1:18: error: a job needs the key \"task\""]),
        ("jobs: {failed: front}", ["1:16: error: failed: \"front\" is not one of back, head"]),
    ]

    @Test(arguments: files)
    func `files with mistakes`(text: String, wanted: [String]) {
        #expect(diagnostics(text) == wanted)
    }

    static let tasks: [(String, String)] = [
        ("{name: A, kind: basic}", "13: error: unknown key \"kind\" in a task; did you mean \"class\"?"),
        ("{name: A, fails: 1}", "13: error: unknown key \"fails\" in a task; did you mean \"outcome\"?"),
        ("{name: A, on: lauch}", "17: error: on: unknown event \"lauch\"; did you mean \"launch\"?"),
        (
            "{name: A, on: xyzzy}",
            "17: error: on: unknown event \"xyzzy\"; "
                + "events are launch, foreground, background, active, memory, terminate, …"
        ),
        (
            "{name: A, on: launch, every: 1s}",
            "25: error: \"on\" and \"every\" cannot be combined; a task has one kind of trigger: leave out one"
        ),
        (
            "{name: A, every: 300ms}",
            "20: error: every: 300ms must be a whole number of ticks of 1s; set clock: {interval: 100ms}"
        ),
        (
            "{name: A, every: 1001ms}",
            "20: error: every: 1001ms must be a whole number of ticks of 1s; "
                + "set clock: {interval: 1ms, maximumInterval: 1001}"
        ),
        ("{name: A, depends: [B]}", "13: error: unknown key \"depends\" in a task; did you mean \"after\"?"),
        ("{name: A, depends_on: [B]}", "13: error: unknown key \"depends_on\" in a task; did you mean \"after\"?"),
        ("{name: A, every: 0s}", "20: error: every: 0s must be a whole number of ticks of 1s, at least one"),
        (
            "{name: A, every: 121s}",
            "20: error: every: 121s is 121 ticks; the limit is 120; set clock: {maximumInterval: 121}"
        ),
        (
            "{name: A, every: 1s, times: 0}",
            "31: error: times: \"0\" is not a number of turns; write 1 or more, or forever"
        ),
        (
            "{name: A, every: 1s, times: -2}",
            "31: error: times: \"-2\" is not a number of turns; write 1 or more, or forever"
        ),
        (
            "{name: A, at: 0, times: 2}",
            "27: error: times: a date without \"every\" runs once; add \"every\" or remove \"times\""
        ),
        ("{name: A, on: launch, times: 2}", "25: error: \"times\" needs \"every\" or \"at\""),
        ("{name: A, every: 1s, whenMissed: run}", "24: error: \"whenMissed\" needs \"at\""),
        (
            "{name: A, on: launch, lane: disk}",
            "31: error: lane: unknown lane \"disk\"; add lanes: {disk: 1}, or use main"
        ),
        ("{name: A, on: launch, retry: 3}", "32: error: write retry: {limit: 3}"),
        ("{name: A, on: launch, lane: asinc}", "31: error: lane: unknown lane \"asinc\"; did you mean \"async\"?"),
        ("{name: A, on: launch, after: [C]}", "33: error: after: unknown task \"C\""),
        (
            "{name: A, on: launch, priority: hihg}",
            "35: error: priority: \"hihg\" is not one of critical, high, default, low; did you mean \"high\"?"
        ),
        (
            "{name: A, on: launch, duration: 1.5.5s}",
            "35: error: duration: \"1.5.5s\" is not a duration; write 40ms, 1.5s, 2m or 1h"
        ),
        (
            "{name: A, on: launch, duration: 4s..1s}",
            "35: error: duration: \"4s..1s\" is a range from large to small; swap its ends"
        ),
        ("{name: A, on: launch, duration: []}", "35: error: duration: a list of samples needs at least one"),
        (
            "{name: A, on: launch, outcome: maybe}",
            "34: error: outcome: \"maybe\" is not an outcome; write success, fail, critical or \"fail 10%\""
        ),
        ("{name: A, on: launch, retry: {}}", "32: error: retry needs the key \"limit\""),
        (
            "{name: A, on: launch, outcome: fail, retry: {limit: 40000}}",
            "55: error: limit: \"40000\" is not a whole number, 0 to 32766"
        ),
        (
            "{name: A, on: launch, outcome: fail, retry: {limit: 1, backoff: 0.5}}",
            "67: error: backoff: \"0.5\" is not a number from 1 to 1000 with up to three decimals"
        ),
        (
            "{name: A, on: launch, timeout: 1e3s}",
            "34: error: timeout: \"1e3s\" is not a duration; write 40ms, 1.5s, 2m or 1h"
        ),
    ]

    @Test(arguments: tasks)
    func `tasks with mistakes`(text: String, wanted: String) {
        #expect(taskDiagnostics(text) == ["3:" + wanted])
    }

    @Test func `a value at a limit is accepted, one more is refused with the limit`() {
        let name = String(repeating: "推", count: 128)
        #expect(diagnostics("tasks: [{name: \(name), on: launch}]") == [])
        #expect(diagnostics("tasks: [{name: \(name)x, on: launch}]").first?.hasSuffix("wider than 256 columns") == true)
        let many = String(repeating: "- {name: A, on: launch}\n", count: 100_001)
        #expect(diagnostics("tasks:\n" + many) == ["100002:3: error: there are 100001 tasks; the limit is 100000"])
        let large = ScenarioReader.read(bytes: [UInt8](repeating: Byte.space, count: 16 * 1024 * 1024 + 1), file: "f")
        #expect(large.diagnostics.first?.message == "the file has 16777217 bytes; the limit is 16 MiB")
        #expect(ScenarioReader.read(bytes: [UInt8](repeating: Byte.newline, count: 100), file: "f").diagnostics.isEmpty)
    }

    @Test func `more edges than the limit are refused`() throws {
        #expect(ScenarioReader.maximumEdges == 1_000_000)
        let list = "[" + String(repeating: "A,", count: 50) + "]"
        var text = "tasks:\n- {name: A, on: launch}\n"
        for number in 0..<20 { text += "- {name: T\(number), on: launch, follows: \(list)}\n" }
        #expect(try edgeDiagnostics(text, limit: 1_000) == [])
        text += "- {name: Z, on: launch, follows: A}\n"
        #expect(
            try edgeDiagnostics(text, limit: 1_000) == [
                "f.yaml:23:10: error: there are more than 1000 dependencies and steps, which is the limit"
            ])
    }

    @Test func `a list that goes beyond the limit by more than one is refused, and only the first one`() throws {
        let text =
            "tasks:\n- {name: A, on: launch}\n- {name: B, on: launch, follows: [A, A]}\n"
            + "- {name: C, on: launch, follows: [A, A, A]}\n- {name: D, on: launch, follows: [A, A, A]}\n"
        #expect(
            try edgeDiagnostics(text, limit: 4) == [
                "f.yaml:4:10: error: there are more than 4 dependencies and steps, which is the limit"
            ])
    }

    private func edgeDiagnostics(_ text: String, limit: Int) throws -> [String] {
        var builder = ScenarioBuilder(source: try SourceText(file: "f.yaml", bytes: Array(text.utf8)))
        builder.edgeLimit = limit
        _ = builder.build()
        return builder.report.sorted.map(\.description)
    }
}
