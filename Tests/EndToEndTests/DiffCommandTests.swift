import Foundation
import Testing

/// `taskscope diff` as a reviewer of a change reads it.
@Suite struct DiffCommandTests {
    private static let before = """
        lanes: {net: 2, old: 1}
        tasks:
          - {name: Fetch, on: launch, lane: net, blocks: true, duration: 40ms}
          - {name: Parse, on: launch, lane: net, blocks: true, duration: 20ms}
          - {name: Home, on: launch, after: [Fetch, Parse], duration: 10ms}
          - {name: Ads, on: launch, lane: old, duration: 5ms}

        """
    private static let after = """
        order: criticalPath
        budgets: {launch: 1s}
        lanes: {net: 4}
        tasks:
          - {name: Fetch, on: active, lane: net, blocks: true, duration: 40ms, timeout: 1s}
          - {name: Parse, on: launch, blocks: true, duration: 20ms..30ms, priority: high}
          - {name: Home, on: launch, after: [Parse], duration: 90ms}
          - {name: "a|b", on: launch, class: async, duration: 5ms}

        """.replacingOccurrences(of: "on: launch, class", with: "class")

    private func folder(_ after: String = DiffCommandTests.after) throws -> InFolder {
        let folder = try InFolder(Self.before)
        try folder.write(after, to: "new.yaml")
        return folder
    }

    @Test func `the changes of the scenario stand under the names of the two files`() throws {
        let lines = try folder().run("diff", "s.yaml", "new.yaml").output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("launch 50ms -> 1"))
        #expect(
            Array(lines[1..<16])
                == [
                    "s.yaml -> new.yaml",
                    "budget none -> 1s: kept by new.yaml",
                    "  Home duration 10ms -> 90ms: +80ms",
                    "  Fetch on didFinishLaunching -> on didBecomeActive: +10ms",
                    "  Home after -Fetch: -10ms",
                    "  order priority -> criticalPath: 0s",
                    "  lane net width 2 -> 4: 0s",
                    "  Fetch other settings: 0s",
                    "  Parse duration 20ms -> 20ms..30ms: 0s",
                    "  Parse priority default -> high: 0s",
                    "  Parse lane net -> main: 0s",
                    "  lane old removed",
                    "  added: a|b",
                    "  removed: Ads",
                    lines[15],
                ])
        #expect(lines[15].split(separator: " ") == ["OWN", "WAIT", "END", "TASK", "WHAT"])
    }

    @Test(
        "both budgets are judged, and one that only the second launch exceeds fails",
        arguments: [
            ("60ms", "60ms", "budget 60ms: kept by s.yaml, kept by new.yaml", Int32(0)),
            ("50ms", "50ms", "budget 50ms: kept by s.yaml, exceeded by new.yaml (55ms)", 1),
            ("40ms", "40ms", "budget 40ms: exceeded by s.yaml (50ms), exceeded by new.yaml (55ms)", 0),
            ("50ms", "60ms", "budget 50ms -> 60ms: kept by s.yaml, kept by new.yaml", 0),
            ("50ms", "", "budget 50ms -> none: kept by s.yaml", 0),
        ])
    func budgets(before: String, after: String, words: String, code: Int32) throws {
        func text(_ budget: String, _ home: String) -> String {
            (budget.isEmpty ? "" : "budgets: {launch: \(budget)}\n")
                + Self.before.replacingOccurrences(of: "duration: 10ms", with: "duration: \(home)")
        }
        let folder = try InFolder(text(before, "10ms"))
        try folder.write(text(after, "15ms"), to: "new.yaml")
        let outcome = try folder.run("diff", "s.yaml", "new.yaml")
        #expect(outcome.output.contains("\n\(words)\n  Home duration 10ms -> 15ms: +5ms\n"), "\(outcome.output)")
        #expect(outcome.code == code)
    }

    @Test func `a recording is held against the budget of the scenario it is compared with`() throws {
        let folder = try InFolder("budgets: {launch: 52ms}\n" + Self.before)
        try folder.write(Self.before.replacingOccurrences(of: "10ms", with: "15ms"), to: "slow.yaml")
        for name in ["s", "slow"] {
            try folder.write(folder.run("replay", "\(name).yaml", "--format", "ndjson").output, to: "\(name).ndjson")
        }
        let slow = try folder.run("diff", "s.yaml", "slow.ndjson")
        #expect(slow.output.contains("budget 52ms: kept by s.yaml, exceeded by slow.ndjson (55ms)\n"), "\(slow.output)")
        #expect(slow.code == 1)
        #expect(try folder.run("diff", "s.yaml", "s.ndjson").code == 0)
        #expect(try !folder.run("diff", "s.ndjson", "slow.ndjson").output.contains("budget"))
    }

    @Test func `another seed is a change with an effect`() throws {
        let text = "tasks: [{name: A, on: launch, duration: 10ms..90ms}]\n"
        let folder = try InFolder(text)
        try folder.write("seed: 7\n" + text, to: "new.yaml")
        let output = try folder.run("diff", "s.yaml", "new.yaml").output
        #expect(output.contains("+2ms") && output.contains("\n  seed 0 -> 7: +2ms\n"), "\(output)")
    }

    @Test func `a change that alone leaves no launch stands without an effect`() throws {
        let text = "tasks: [{name: A, on: launch, duration: 10ms}, {name: B, on: launch, duration: 10ms}]\n"
        let folder = try InFolder(text)
        try folder.write(
            text.replacingOccurrences(of: "A, on: launch, duration: 10ms", with: "A, duration: never"), to: "new.yaml")
        let output = try folder.run("diff", "s.yaml", "new.yaml").output
        #expect(output.contains("\n  A duration 10ms -> never\n"), "\(output)")
    }

    @Test func `the table has causes before effects, whatever is larger`() throws {
        let text = """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: launch, duration: 10ms}
              - {name: C, on: launch, duration: 10ms}

            """
        let folder = try InFolder(text)
        try folder.write(
            text.replacingOccurrences(of: "A, on: launch, duration: 10ms", with: "A, on: launch, duration: 30ms")
                .replacingOccurrences(of: "B, on: launch, duration: 10ms", with: "B, on: launch, duration: 25ms"),
            to: "new.yaml")
        let output = try folder.run("diff", "s.yaml", "new.yaml").output.split(separator: "\n")
        let names = output.drop { !$0.contains("WHAT") }.dropFirst().map { $0.split(separator: " ")[3] }
        #expect(names == ["B", "A", "C"], "\(output)")
    }

    @Test
    func `of two recordings the tasks on both critical paths lead, also where another would have taken their place`()
        throws
    {
        func trace(_ first: Int, _ second: Int, _ twin: Int) -> String {
            let slices = [("A", 1, 0, first), ("Late", 2, first, second), ("Twin", 3, first, twin)].map {
                #"{"name":"\#($0.0)","ph":"X","ts":\#($0.2 * 1000),"dur":\#($0.3)000,"pid":1,"tid":\#($0.1)}"#
            }
            return "[" + slices.joined(separator: ",") + "]"
        }
        let folder = try InFolder(Self.before)
        try folder.write(trace(100, 100, 95), to: "slow.json")
        try folder.write(trace(60, 40, 35), to: "fast.json")
        let output = try folder.run("diff", "slow.json", "fast.json").output
        #expect(
            output.hasPrefix(
                """
                launch 200ms -> 100ms, -100ms (-50.0%)
                slow.json -> fast.json
                  Late 100ms -> 40ms: -60ms of the critical path, -5ms alone
                  A 100ms -> 60ms: -40ms

                """), "\(output)")
    }

    @Test func `tasks in another order are a change`() throws {
        let lines = Self.before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let swapped = (lines[0...1] + [lines[3], lines[2]] + lines[4...]).joined(separator: "\n")
        let output = try folder(swapped).run("diff", "s.yaml", "new.yaml").output
        #expect(output.contains("\n  tasks in another order\n"), "\(output)")
    }

    @Test func `the largest effect comes first`() throws {
        let slow = Self.before.replacingOccurrences(of: "duration: 10ms", with: "duration: 200ms")
            .replacingOccurrences(of: "duration: 5ms", with: "duration: 6ms")
            .replacingOccurrences(of: "duration: 20ms", with: "duration: 30ms")
        let table = try folder(slow).run("diff", "s.yaml", "new.yaml", "--format", "markdown").output
        let names = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { $0.split(separator: " ")[1] }
        #expect(names == ["task", "Home", "Parse", "Ads"], "\(table)")
    }

    @Test func `Markdown says which thresholds are kept`() throws {
        let outcome = try folder().run(
            "diff", "s.yaml", "new.yaml", "--format", "markdown", "--fail-if", "launch > +5%", "--fail-if",
            "launch > 1s")
        #expect(outcome.code == 1 && outcome.complaints == "failed: launch > +5%\n")
        #expect(outcome.output.contains("**\n\ns.yaml -> new.yaml\n"))
        #expect(
            outcome.output.contains("\n- threshold `launch > +5%`: **exceeded**\n- threshold `launch > 1s`: kept\n"))
        #expect(outcome.output.contains("\nChanged in the scenario:\n\n- Home duration 10ms -> 90ms: +80ms\n"))
        #expect(outcome.output.contains("\n- added: a\\|b\n"), "\(outcome.output)")
    }

    @Test func `the medians of many launches are compared in Markdown, too`() throws {
        let outcome = try folder().run(
            "diff", "s.yaml", "new.yaml", "--runs", "5", "--format", "markdown", "--fail-if", "launch > +5%")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("s.yaml -> new.yaml\n\n- threshold `launch > +5%`: **exceeded**\n"))
        #expect(outcome.output.contains("\n- lane net width 2 -> 4: 0s\n"))
        #expect(
            outcome.output.contains("\n| launch | before | after | change |\n|---|---:|---:|---:|\n| p50 | 50ms | 1"))
        #expect(
            outcome.output.contains("\n- Parse: on the critical path in 0% -> 100% of the launches\n"),
            "\(outcome.output)")
    }

    @Test func `files with one name are told apart by their folders, and traces have no changes`() throws {
        let folder = try folder()
        let path = folder.path(of: "s.yaml")
        let same = try folder.run("diff", path, "s.yaml").output
        #expect(same.contains("\n\(path) -> s.yaml\nno task differs\n"), "\(same)")
        try folder.write(folder.run("replay", "new.yaml", "--format", "ndjson").output, to: "t.ndjson")
        let trace = try folder.run("diff", path, "t.ndjson").output.split(separator: "\n")
        #expect(trace[1] == "s.yaml -> t.ndjson" && trace[2].contains("TASK"))
    }

    @Test(arguments: ["launch >= 500ms", "launch < 1s"])
    func `a threshold with another comparison is told which there are`(threshold: String) throws {
        let outcome = try folder().run("diff", "s.yaml", "new.yaml", "--fail-if", threshold)
        #expect(outcome.code == 2)
        #expect(
            outcome.complaints.contains(
                "--fail-if: '\(threshold)' is not a threshold; the only comparison is >: write 'launch > +5%', "))
    }

    @Test func `a part of a trace is compared with a scenario, and a script is the scenario's`() throws {
        let folder = try folder()
        try folder.write("launch\n", to: "launch.scope")
        let slices = [("A", 0), ("Late", 4_000_000)].map {
            #"{"name":"\#($0.0)","ph":"X","ts":\#($0.1),"dur":20000,"pid":1,"tid":1}"#
        }
        try folder.write("[\(slices.joined(separator: ","))]", to: "trace.json")
        func compare(_ options: String...) throws -> Executable.Outcome {
            try folder.run(["diff", "s.yaml", "trace.json"] + options)
        }
        #expect(try compare("--fail-if", "launch > 1s").code == 1)
        let part = try compare("--until", "1s", "--script", "launch.scope", "--fail-if", "launch > 1s")
        #expect(part.code == 0 && part.output.contains(" -> 20ms"), "\(part)")
        let none = try folder.run("diff", "s.yaml", "new.yaml", "--until", "1s", "--thread", "main")
        #expect(none.code == 2)
        #expect(
            none.complaints.contains(
                "--thread, --until: only for traces of other programs, and neither s.yaml nor new.yaml is one"),
            "\(none)")
    }
}
