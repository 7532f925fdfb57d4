import ChildProcesses
import Foundation
import Testing

/// time, blame, critical-path, what-if, advise, diff, graph and plot as a script sees them.
@Suite(.serialized) struct LaunchCommandTests {
    /// Three requests that queue for one connection.
    private static let scenario = """
        schema: 1
        name: Queue
        lanes: {net: 1}
        tasks:
          - {name: A, on: launch, lane: net, duration: 40ms}
          - {name: B, on: launch, lane: net, duration: 40ms}
          - {name: C, on: launch, lane: net, duration: 40ms}
          - {name: Show, on: launch, after: [A, B, C], duration: 10ms}

        """

    @Test(
        "what a launch takes, why, and what helps, in plain text",
        arguments: [
            (
                ["time", "s.yaml"],
                "launch 130ms = 0s willFinishLaunching + 130ms didFinishLaunching + 0s didBecomeActive"
            ),
            (["time", "s.yaml"], "bound  50ms with unlimited lanes, 80ms less"),
            (["time", "s.yaml"], "lane   net: busy 120ms, 92% of the launch; 3 runs, 2 runs waited 120ms for it"),
            (["blame", "s.yaml", "--sort", "lane"], " 40ms          0s  80ms     CP  C"),
            (["blame", "s.yaml", "C"], "C waited 80ms, ran 40ms, on the critical path"),
            (["blame", "s.yaml", "C"], "40ms  80ms    40ms  for lane net, held by B"),
            (["blame", "s.yaml", "Show"], "0s  120ms   120ms  for C, the last dependency to finish"),
            (["blame", "s.yaml", "Show"], "C waited 80ms for lane net"),
            (["blame", "s.yaml", "A"], "A did not wait, ran 40ms, on the critical path"),
            (["critical-path", "s.yaml"], "40ms   80ms  40ms  B     A freed lane net"),
            (["critical-path", "s.yaml"], "120ms  130ms  10ms  Show  it waited for C"),
            (["what-if", "s.yaml", "lane net width 3"], "  50ms   -80ms  lane net width 3"),
            (["advise", "s.yaml"], "WHY lane net is 92% busy; 3 tasks of the critical path have to share it"),
            (["advise", "s.yaml"], "50ms  -80ms  lane net width 3"),
            (["advise", "s.yaml", "--keep", "lane:net", "--keep", "A"], "90ms  -40ms  B lane async"),
            (["advise", "s.yaml", "--optimize"], "no order on these lanes is shorter"),
            (["graph", "s.yaml"], "* Show  main 10ms  <- A, B, C"),
            (["graph", "s.yaml", "--format", "dot"], "n0 -> n3 [color=\"#b00020\", penwidth=2];"),
            (["graph", "s.yaml", "--format", "mermaid"], "n1 --> n3"),
            (["graph", "s.yaml", "--format", "svg"], "</svg>"),
            (["plot", "s.yaml"], ">Queue: launch 130ms</text>"),
            (["time", "s.yaml", "--runs", "20"], "20 launches, seeds from 0: p50 130ms  p90 130ms  p99 130ms"),
            (["blame", "s.yaml", "--runs", "20"], "100%  Show"),
        ])
    func texts(arguments: [String], line: String) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == 0, "\(outcome.complaints)")
        #expect(outcome.complaints == "")
        let trimmed = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            trimmed.contains { $0.contains(line.trimmingCharacters(in: .whitespaces)) }, "\(outcome.output)")
    }

    @Test("blame shows short and long times by their own lengths")
    func lengths() throws {
        let outcome = try InFolder(
            """
            tasks:
              - {name: Tiny, on: launch, duration: 500us}
              - {name: Long, on: launch, after: Tiny, duration: 270148ms}
            """
        ).run("blame", "s.yaml")
        #expect(
            outcome.output == """
                         OWN  DEPENDENCY  LANE  SLACK  TASK
                4min 30.148s       500us    0s     CP  Long
                       500us          0s    0s     CP  Tiny

                """)
    }

    /// Tasks that begin late or never, beside a launch of 10 ms.
    private static let late = """
        afterLaunchDelay: 5ms
        tasks:
          - {name: Show, on: launch, duration: 10ms}
          - {name: Load, class: async, duration: 30ms}
          - {name: Clean, class: afterLaunch, duration: 40ms}
          - {name: Index, class: afterLaunch, after: Load, duration: 40ms}
          - {name: Sync, on: background, duration: 3ms}
          - {name: Login, on: foreground, duration: 3ms, outcome: fail}
          - {name: Feed, on: foreground, after: Login, duration: 3ms}
          - {name: Push, notification: Push, duration: 3ms}
        script: |
          at 0s launch
          at 1s background
          at 2s foreground

        """

    @Test(
        "blame explains any task that ran, and says which did not",
        arguments: [
            ("Clean", "Clean waited 15ms, ran 40ms, the launch does not wait for it"),
            ("Clean", "0s  15ms  15ms for lane afterLaunch to open: the first frame opens it"),
            ("Index", "30ms  55ms  25ms for lane afterLaunch, held by Clean"),
            ("Sync", "Sync did not wait, ran 3ms, the launch does not wait for it"),
            ("Feed", "Feed did not run: Login failed"),
            ("Push", "Push did not run: nothing released it"),
        ])
    func lateTasks(task: String, line: String) throws {
        let folder = try InFolder(Self.late)
        let outcome = try folder.run("blame", "s.yaml", task)
        #expect(outcome.code == 0, "\(outcome.complaints)")
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t.ndjson")
        if task != "Push" { #expect(try folder.run("blame", "t.ndjson", task).output == outcome.output) }
        func words(_ text: some StringProtocol) -> [Substring] { String(text).split(separator: " ") }
        #expect(outcome.output.split(separator: "\n").contains { words($0) == words(line) }, "\(outcome.output)")
    }

    @Test func `what a retry waited for is the same in every answer`() throws {
        let folder = try InFolder(
            """
            lanes: {net: 1}
            tasks:
              - {name: Flaky, on: launch, lane: net, duration: 30ms, retry: {limit: 1, delay: 20ms}, outcome: [fail, success]}
              - {name: Long, on: launch, lane: net, duration: 100ms}
            """)
        let text = try folder.run("blame", "s.yaml", "Flaky").output
        for line in ["30ms   50ms    20ms  for its retry", "50ms  130ms    80ms  for lane net, held by Long"] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(text.contains("100ms between them (80ms of it for lane net)"), "\(text)")
        let json = try folder.run("blame", "s.yaml", "Flaky", "--json").output
        let waits =
            #""retryWaits":[{"from":30000000,"to":50000000,"why":"retry"},"#
            + #"{"from":50000000,"to":130000000,"why":"lane","lane":"net","by":["Long"]}]"#
        #expect(json.contains(waits), "\(json)")
        _ = try folder.run("export", "s.yaml", "-o", "t.csv")
        let table = String(decoding: try folder.bytes("t.csv"), as: UTF8.self)
        let row = table.split(separator: "\n").first { $0.hasPrefix("run,1,Flaky,1,2,") }
        // Its attempt took 30 ms; the run's waits stand in the row of its first attempt.
        #expect(row?.contains(",success,,30000000,,,") == true, "\(row ?? "")")
    }

    @Test func `a preference can be tried away, and is proposed`() throws {
        let folder = try InFolder(
            """
            lanes: {api: 1}
            tasks:
              - {name: Cards, on: launch, lane: api, duration: 110ms}
              - {name: Overview, on: launch, prefers: [Cards], duration: 85ms}
            """)
        for change in ["Overview -prefers Cards", "Overview -after Cards"] {
            let tried = try folder.run("what-if", "s.yaml", change)
            #expect(tried.code == 0 && tried.output.contains("85ms  -110ms"), "\(tried)")
        }
        let same = try folder.run("what-if", "s.yaml", "Cards priority low").output
        #expect(same.contains("Cards is on the critical path, but this change moves nothing on it\n"), "\(same)")
        let advice = try folder.run("advise", "s.yaml").output
        #expect(advice.contains("Overview can start before Cards"), "\(advice)")
    }

    @Test func `blame explains a task of a later launch`() throws {
        let text = Self.late.replacingOccurrences(
            of: "at 2s foreground", with: "at 2s terminate\n  at 3s launch\n  +10ms post Push")
        let outcome = try InFolder(text).run("blame", "s.yaml", "Push")
        #expect(outcome.output.contains("the launch does not wait for it, in another launch"), "\(outcome.output)")
    }

    @Test(
        "what-if takes a change as the dashboard's lists show it, too",
        arguments: [
            ("net 3 wide", "lane net width 3"), ("B on async", "B lane async"), ("B not after A", "B -after A"),
            ("Show after launch", "Show class afterLaunch"), ("A high", "A priority high"),
            ("A basic", "A class basic"),
            ("A in 5ms", "A duration 5ms"), ("longest path before priority", "order criticalPath"),
            ("longest path first", "order criticalPath"),
            ("by priority", "order priority"), ("A blocks its event", "A blocks true"),
            ("A blocks no event", "A blocks false"), ("A succeeds at once", "A outcome success"),
        ])
    func shortForms(short: String, long: String) throws {
        let text = Self.scenario.replacingOccurrences(of: "name: B,", with: "name: B, after: A,")
        let folder = try InFolder(text)
        let outcome = try folder.run("what-if", "s.yaml", short, "--json")
        #expect(outcome.code == 0, "\(outcome.complaints)")
        #expect(outcome.output == (try folder.run("what-if", "s.yaml", long, "--json").output))
    }

    @Test func `what-if writes the scenario with the changes and keeps its text`() throws {
        let text = "# ours\n" + Self.scenario.replacingOccurrences(of: "C, on", with: "C,   on")
        let folder = try InFolder(text)
        let outcome = try folder.run(
            "what-if", "s.yaml", "lane net width 3", "C duration 5ms", "--seed", "9", "-o", "new.yaml")
        #expect(outcome.code == 0 && outcome.complaints == "taskscope: wrote new.yaml\n", "\(outcome.complaints)")
        #expect(outcome.output == (try folder.run("what-if", "s.yaml", "lane net width 3", "C duration 5ms").output))
        let changed = text.replacingOccurrences(of: "net: 1", with: "net: 3")
            .replacingOccurrences(
                of: "C,   on: launch, lane: net, duration: 40ms", with: "C,   on: launch, lane: net, duration: 5ms")
        #expect(String(decoding: try folder.bytes("new.yaml"), as: UTF8.self) == changed)
        #expect(String(decoding: try folder.bytes("s.yaml"), as: UTF8.self) == text)
        let piped = try folder.run("what-if", "-", "lane net width 3", "C duration 5ms", "-o", "-", input: text)
        #expect(piped.code == 0 && piped.output == changed, "\(piped.complaints)")
        let later = try folder.run("what-if", "s.yaml", "C class afterLaunch", "-o", "-")
        #expect(later.output.contains("- {name: C,   class: afterLaunch, duration: 40ms}"), "\(later.output)")
        let ordered = try folder.run("what-if", "s.yaml", "register C B A", "-o", "-")
        #expect(ordered.output.contains("name: C") && ordered.complaints.contains("comments are not kept"))
    }

    @Test func `what-if writes no scenario of a trace and none that cannot be registered`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t.ndjson")
        let trace = try folder.run("what-if", "t.ndjson", "lane net width 3", "-o", "new.yaml")
        #expect(trace.code == 3 && trace.output == "")
        #expect(trace.complaints == "t.ndjson: error: -o needs a scenario; taskscope import makes one of a trace\n")
        let cycle = try folder.run("what-if", "s.yaml", "A after Show", "-o", "new.yaml")
        #expect(cycle.code == 3 && cycle.output == "", "\(cycle.complaints)")
        let nowhere = try folder.run("what-if", "s.yaml", "A duration 1ms", "-o", "absent/new.yaml")
        #expect(nowhere.code == 1 && nowhere.complaints.hasPrefix("absent/new.yaml: error: cannot be written: "))
        #expect(throws: (any Error).self) { try folder.bytes("new.yaml") }
    }

    @Test func `a launch over its budget or limit reads as it does everywhere, and never as if it were not`() throws {
        for (length, shown) in [("695583051ns", "696ms"), ("500400us", "500.4ms"), ("500000001ns", "500.000001ms")] {
            let folder = try InFolder(
                "budgets: {launch: 500ms}\ntasks:\n  - {name: A, on: launch, duration: \(length)}\n")
            try folder.write("launch\nexpect launch <= 500ms\n", to: "s.scope")
            let text = try folder.run("replay", "s.yaml", "--script", "s.scope")
            #expect(text.complaints.contains("budget: launch took \(shown), 500ms allowed\n"), "\(text.complaints)")
            #expect(text.output.contains("expected launch <= 500ms; launch \(shown)\n"), "\(text.output)")
            #expect(text.code == 1)
            let junit = try folder.run("replay", "s.yaml", "--script", "s.scope", "--format", "junit").output
            #expect(junit.contains("launch took \(shown), 500ms allowed"))
            #expect(junit.contains("expected launch &lt;= 500ms; launch \(shown)"), "\(junit)")
        }
    }

    @Test(
        "every command prints valid JSON",
        arguments: [
            ["time", "s.yaml"], ["time", "s.yaml", "--runs", "3"], ["blame", "s.yaml"],
            ["blame", "s.yaml", "--runs", "3"], ["critical-path", "s.yaml", "--fuzz", "10ms"],
            ["what-if", "s.yaml", "A priority high", "order criticalPath"], ["advise", "s.yaml"],
            ["advise", "s.yaml", "--optimize"], ["diff", "s.yaml", "s.yaml"], ["graph", "s.yaml"],
            ["diff", "s.yaml", "s.yaml", "--runs", "3"],
        ])
    func json(arguments: [String]) throws {
        let outcome = try InFolder(Self.scenario).run(arguments + ["--json"])
        #expect(outcome.code == 0, "\(outcome.complaints)")
        _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        #expect(outcome.output.hasSuffix("}\n"))
    }

    @Test func `advise says what a change leaves for after the first frame`() throws {
        let folder = try InFolder(
            "name: s\ntasks:\n  - {name: A, on: launch, duration: 30ms}\n  - {name: Index, on: launch, duration: 20ms}\n"
        )
        let text = try folder.run("advise", "s.yaml").output
        #expect(text.contains("THEN AFTER THE FRAME"), "\(text)")
        #expect(text.split(separator: "\n").contains { $0.contains("Index class afterLaunch  Index ") }, "\(text)")
        let json = try folder.run("advise", "s.yaml", "--json").output
        #expect(
            json.contains(#""changes":["Index class afterLaunch"]"#) && json.contains(#""later":["Index"]"#), "\(json)")
    }

    @Test func `a recorded trace gives the same results as its scenario`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = try folder.run("replay", "s.yaml", "--format", "ndjson")
        try folder.write(trace.output, to: "t.ndjson")
        #expect(try folder.run("critical-path", "t.ndjson").output == folder.run("critical-path", "s.yaml").output)
        #expect(try folder.run("blame", "t.ndjson").output == folder.run("blame", "s.yaml").output)
        #expect(try folder.run("blame", "t.ndjson", "C").output == folder.run("blame", "s.yaml", "C").output)
        let show = try folder.run("blame", "t.ndjson", "Show")
        #expect(show.output.contains("for C, the last dependency to finish") && show.output.contains("C waited 80ms"))
        let same = try folder.run("diff", "t.ndjson", "s.yaml", "--fail-if", "launch > +0%")
        let unchanged = "launch 130ms -> 130ms, 0s (+0.0%)\nt.ndjson -> s.yaml\nno task differs\n"
        #expect(same.code == 0 && same.output == unchanged)
        let whatIf = try folder.run("what-if", "t.ndjson", "lane net width 3")
        #expect(whatIf.code == 0 && whatIf.output.contains("  50ms   -80ms  lane net width 3"), "\(whatIf.output)")
        #expect(whatIf.complaints.contains("launch 130ms in the trace, 130ms in the scenario; a trace shows"))
        let advise = try folder.run("advise", "t.ndjson")
        #expect(advise.code == 0 && advise.output.contains("  50ms   -80ms  lane net width 3"), "\(advise.output)")
        #expect(try folder.run("graph", "t.ndjson").output.contains("Show  main 10ms  <- C"))
        let seeds = try folder.run("time", "t.ndjson", "--runs", "5")
        #expect(seeds.code == 3 && seeds.complaints.contains("needs a scenario; a trace is one launch"))
    }

    @Test(
        "an exceeded threshold ends with 1",
        arguments: [
            ("launch > +5%", Int32(1)), ("launch > +10ms", 1), ("launch > 150ms", 0), ("launch > +12.5%", 0),
        ])
    func thresholds(threshold: String, code: Int32) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.scenario.replacingOccurrences(of: "10ms", with: "25ms"), to: "slow.yaml")
        let outcome = try folder.run("diff", "s.yaml", "slow.yaml", "--fail-if", threshold)
        #expect(outcome.code == code)
        #expect(outcome.output.hasPrefix("launch 130ms -> 145ms, +15ms (+11.5%)\n"))
        #expect(
            try folder.run("diff", "s.yaml", "slow.yaml", "--format", "markdown").output.contains("| Show | +15ms |"))
    }

    @Test(arguments: ["replay", "check"])
    func `a command for scenarios says that a file is a trace, and which commands take it`(command: String) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t.ndjson")
        try folder.write(#"[{"ph":"X","name":"Load","ts":0,"dur":1000,"pid":1,"tid":1}]"#, to: "t.json")
        for file in ["t.ndjson", "t.json"] {
            let outcome = try folder.run(command, file)
            #expect(outcome.code == 3)
            #expect(
                outcome.complaints.hasPrefix(
                    "\(file):1:1: error: this is a recorded trace, not a scenario: taskscope import ")
                    && outcome.complaints.count { $0 == "\n" } == 1, "\(outcome.complaints)")
        }
    }

    @Test func `the hint below the findings of a trace names a command that works`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t.ndjson")
        let advice = try folder.run("advise", "t.ndjson").output
        #expect(advice.contains("\nfindings, each explained by check --explain KIND, the word before the colon:\n"))
        #expect(try folder.run("check", "--explain", "narrow-lane").code == 0)
        #expect(
            try folder.run("advise", "s.yaml").output.contains("\nfindings, each explained by check --explain ID:\n"))
    }

    @Test func `a preference counts for a task that an earlier event released`() throws {
        let text = """
            lanes: {io: 1}
            tasks:
            - {name: Slow, on: willFinishLaunching, lane: io, duration: 300ms}
            - {name: Home, on: launch, duration: 20ms, prefers: Slow}
            """
        let path = try InFolder(text).run("critical-path", "s.yaml").output
        #expect(path.hasPrefix("launch 320ms, 320ms with unlimited lanes\n"), "\(path)")
        #expect(path.contains("it waited for Slow"), "\(path)")
    }

    @Test func `a launch over its budget ends with 1`() throws {
        let budget = try InFolder(Self.scenario + "budgets: {launch: 100ms}\n").run("time", "s.yaml")
        #expect(budget.code == 1)
        #expect(budget.output.contains("budget 100ms, exceeded by 30ms"))
    }

    @Test(
        "a usage error says what is right and ends with 2",
        arguments: [
            (["what-if", "s.yaml", "lane nett width 2"], "the scenario has no lane 'nett'; did you mean net?"),
            (["what-if", "s.yaml", "net duration 4"], "has no task 'net'; did you mean 'lane net width 4'?"),
            (["what-if", "s.yaml", "A duration 1ms", "-o", "-", "--json"], "leave out --json"),
            (["what-if", "s.yaml", "A -after B"], "A does not wait for 'B'"),
            (["what-if", "s.yaml", "lane main width 2"], "lane main always has width 1"),
            (["what-if", "s.yaml", "Aa duration 1ms"], "the scenario has no task 'Aa'"),
            (["advise", "s.yaml", "--keep", "main:X"], "the scenario has no task 'X'"),
            (["advise", "s.yaml", "--keep", "main:A"], "'A' is not on lane main"),
            (["advise", "s.yaml", "--keep", ""], "--keep needs TASK, LANE:TASK,TASK or lane:LANE"),
            (["advise", "s.yaml", "--keep", "net:"], "--keep needs TASK, LANE:TASK,TASK or lane:LANE"),
            (["advise", "s.yaml", "--limit", "-1"], "--limit must be 0 or more"),
            (["diff", "s.yaml", "s.yaml", "--fail-if", "launch"], "'launch' is not a threshold"),
            (["critical-path", "s.yaml", "--fuzz", "soon"], "--fuzz:"),
            (["time", "s.yaml", "--runs", "0"], "--runs must be from 1"),
            (["plot", "s.yaml", "--json"], "Unknown option '--json'"),
        ])
    func wrongUse(arguments: [String], complaint: String) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
    }

    @Test func `a launch without a first frame is named by its file`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("name: Queue\nscript: |\n  advance 1s\n", to: "none.yaml")
        let outcome = try folder.run("diff", "s.yaml", "none.yaml")
        #expect(outcome.code == 3 && outcome.complaints == "none.yaml: error: no launch reaches its first frame\n")
    }

    @Test func `many seeds give the same numbers every time`() throws {
        let folder = try InFolder(Self.scenario.replacingOccurrences(of: "40ms", with: "10ms..90ms"))
        let first = try folder.run("blame", "s.yaml", "--runs", "64", "--json").output
        for _ in 0..<3 { #expect(try folder.run("blame", "s.yaml", "--runs", "64", "--json").output == first) }
    }
}
