import Foundation
import Testing

/// `taskscope import` as a script sees it.
@Suite(.serialized) struct ImportCommandTests {
    private static let scenario = """
        schema: 1
        name: Queue
        lanes: {net: 1}
        tasks:
          - {name: A, on: launch, lane: net, duration: 40ms}
          - {name: B, on: launch, lane: net, after: A, duration: 41ms}
          - {name: Show, on: launch, after: B, duration: 10ms}

        """

    @Test func `a recorded trace becomes a scenario that checks and explains itself`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t.ndjson")
        let imported = try folder.run("import", "t.ndjson", "-o", "new.yaml")
        #expect(imported.code == 0 && imported.output == "")
        #expect(
            imported.complaints
                == "taskscope: launch 91ms in the trace, 91ms in the scenario\ntaskscope: wrote new.yaml\n")
        #expect(try folder.run("check", "new.yaml").code == 0)
        #expect(try folder.run("critical-path", "new.yaml").output.contains("it waited for B"))
        let text = try folder.run("import", "t.ndjson")
        #expect(text.output == String(decoding: try folder.bytes("new.yaml"), as: UTF8.self))
        #expect(try folder.run("blame", "-", input: text.output).output == folder.run("blame", "s.yaml").output)
    }

    @Test func `a launch that was said to end with a task keeps it`() throws {
        let folder = try InFolder("")
        let whole = try folder.run("advise", Self.demo("iphone.xml"), "--until", "First screen")
        #expect(whole.code == 0 && whole.output.contains("WHY "))
        let moves = ["\"First screen\" class", "\"First screen\" lane", "First screen can run on", "could-wait:First"]
        for change in moves {
            #expect(!whole.output.contains(change), "\(whole.output)")
        }
        let other = try folder.run("advise", Self.demo("iphone.xml"), "--until", "Fetch catalog")
        #expect(!other.output.contains("\"Fetch catalog\" class"), "\(other.output)")
    }

    private static func demo(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Demo/\(name)").path
    }

    @Test func `of several traces the one whose time is given is named`() throws {
        let folder = try InFolder(Self.scenario)
        for (name, length) in [("slow", 90), ("middle", 60), ("fast", 30)] {
            let scenario = Self.scenario.replacingOccurrences(of: "41ms", with: "\(length)ms")
            let trace = try folder.run("replay", "-", "--format", "ndjson", input: scenario).output
            try folder.write(trace, to: "\(name).ndjson")
        }
        let imported = try folder.run("import", "slow.ndjson", "middle.ndjson", "fast.ndjson")
        #expect(imported.output.contains("launch 110ms. taskscope trace, imported from middle.ndjson."))
        #expect(imported.output.contains("The median launch of 3 traces, middle.ndjson, with the durations"))
        #expect(imported.complaints.contains("launch 110ms in middle.ndjson, "), "\(imported.complaints)")
    }

    @Test func `what cargo wrote of a build imports and explains itself`() throws {
        let folder = try InFolder(Self.scenario)
        let demo = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Demo/cargo-timings.html"
        let imported = try folder.run("import", demo)
        #expect(imported.complaints.hasSuffix("taskscope: build 21.49s in the trace, 21.49s in the scenario\n"))
        let path = try folder.run("critical-path", "-", input: imported.output)
        #expect(path.code == 0 && path.output.contains("it waited for "), "\(path.output)")
        #expect(path.output.contains("base codegen") || path.output.contains("; codegen "))
    }

    @Test func `standard input is read, whatever format it has`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = #"[{"name":"A","ph":"X","ts":0,"dur":1500,"pid":1,"tid":1}]"#
        let imported = try folder.run("import", "-", input: trace)
        #expect(imported.code == 0 && imported.output.contains("- {name: A, on: didFinishLaunching, duration: 1500us}"))
    }

    @Test(
        "what cannot be imported gives one line with its place, and nothing is written",
        arguments: [
            ("[{]", 3, "t:1:3: error: expected a JSON key in quotes\n"),
            ("", 3, "t:1:1: error: the file is empty\n"),
            (
                "{\"schema\":1,\"kind\":\"header\",\"name\":\"x\",\"seed\":0,\"tick\":1}\n{\"t\":x", 3,
                "t:2:6: error: expected a whole number\n"
            ),
        ])
    func wrong(text: String, code: Int32, complaint: String) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(text, to: "t")
        let outcome = try folder.run("import", "t", "-o", "new.yaml")
        #expect(outcome.code == code && outcome.output == "" && outcome.complaints == complaint)
        #expect((try? folder.bytes("new.yaml")) == nil)
    }

    @Test func `a file in the way of the output is reported and stays`() throws {
        let folder = try InFolder(Self.scenario)
        let missing = try folder.run("import", "none.json")
        #expect(missing.code == 3 && missing.complaints.hasPrefix("none.json: error: cannot be read: "))
        try folder.write(#"[{"name":"A","ph":"X","ts":0,"dur":1500}]"#, to: "t.json")
        let lost = try folder.run("import", "t.json", "-o", "none/new.yaml")
        #expect(lost.code == 1 && lost.complaints.contains("none/new.yaml: error: cannot be written: "))
        #expect(try folder.run("import", "-", "-").code == 2)
        #expect(try folder.run("import", "t.json", "--format", "word").code == 2)
    }

    /// Two processes, each with a thread of its own.
    private static let processes = """
        [{"ph":"M","name":"process_name","pid":1,"tid":1,"args":{"name":"App"}},
        {"ph":"M","name":"process_name","pid":2,"tid":2,"args":{"name":"Helper"}},
        {"ph":"X","name":"A","ts":0,"dur":1000,"pid":1,"tid":1},{"ph":"X","name":"B","ts":1000,"dur":2000,"pid":1,"tid":1},
        {"ph":"X","name":"Elsewhere","ts":0,"dur":4000,"pid":2,"tid":2}]
        """

    @Test(
        "every command that reads another program's trace has the options that choose a part of it",
        arguments: ["critical-path", "blame", "time", "plot", "graph", "advise", "what-if", "export"])
    func choice(command: String) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.processes, to: "t.json")
        func run(_ file: String, _ options: String...) throws -> Executable.Outcome {
            let own = ["what-if": ["A duration 1ms"], "export": ["--format", "csv"]][command] ?? []
            return try folder.run([command, file] + own + options)
        }
        let chosen = try run("t.json", "--process", "App", "--until", "1500us")
        #expect(chosen.code == 0 && !chosen.output.isEmpty, "\(chosen.complaints)")
        #expect(!chosen.output.contains("Elsewhere"), "\(chosen.output)")
        let none = try run("t.json", "--process", "Other")
        #expect(none.complaints.contains("no process Other in the trace; there are App, Helper"), "\(none.complaints)")
        let second = try run("t.json", "--launch", "2")
        #expect(second.complaints.contains("no launch number 2: the trace has 1"), "\(second.complaints)")
        let scenario = try run("s.yaml", "--from", "1ms")
        #expect(scenario.complaints.contains("--from: only for traces of other programs, and s.yaml is none"))
    }

    @Test(
        "pictures and reports of another program's trace have no rows for gaps", arguments: ["svg", "markdown", "page"])
    func gapsAreWaits(format: String) throws {
        let folder = try InFolder(Self.scenario)
        let runs = [("Load", 0, 1, 1), ("Parse", 1, 1, 2), ("Show", 4, 2, 1)].map {
            "{\"ph\":\"X\",\"name\":\"\($0.0)\",\"ts\":\($0.1 * 1000),\"dur\":\($0.2 * 1000),\"pid\":1,\"tid\":\($0.3)}"
        }
        try folder.write("[\(runs.joined(separator: ","))]", to: "t.json")
        // What a page's dashboard reads is the scenario, gaps and all.
        let whole = try folder.run("export", "t.json", "--format", format).output
        let output = whole.components(separatedBy: "<script").first ?? whole
        #expect(output.contains("Show") && !output.contains("gap before"), "\(output)")
        if format != "svg" {
            #expect(output.contains("(a wait)") && output.contains("it probably waited for Load"), "\(output)")
        }
    }

    @Test func `what-if calls an assumption by its name`() throws {
        let folder = try InFolder(
            Self.scenario + "  - {name: Guess, on: launch, lane: async, assumes: A, duration: 1ms}\n")
        let outcome = try folder.run("what-if", "s.yaml", "Guess -assumes A")
        #expect(outcome.output.contains("Guess -assumes A\n"), "\(outcome)")
    }

    @Test func `many short links in a row of another program's critical path are one row`() throws {
        let folder = try InFolder(Self.scenario)
        func trace(_ count: Int) -> String {
            let lengths = [1000] + Array(repeating: 1, count: count) + [500]
            var time = 0
            let runs = lengths.enumerated().map { number, length in
                defer { time += length }
                return
                    "{\"ph\":\"X\",\"name\":\"T\(number)\",\"ts\":\(time * 1000),\"dur\":\(length * 1000),\"pid\":1,\"tid\":1}"
            }
            return "[\(runs.joined(separator: ","))]"
        }
        try folder.write(trace(6), to: "many.json")
        let many = try folder.run("critical-path", "many.json").output
        #expect(many.contains("(6 short links)") && many.contains("T7") && !many.contains("T3 "), "\(many)")
        try folder.write(trace(3), to: "few.json")
        let few = try folder.run("critical-path", "few.json").output
        #expect(!few.contains("short links") && few.contains("T2 freed lane main"), "\(few)")
    }

    @Test func `an export of a scenario has all of its launches`() throws {
        let outcome = try InFolder(Self.scenario).run("export", "s.yaml", "--format", "csv", "--launch", "2")
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.complaints.contains("an export of s.yaml has all of its launches"), "\(outcome.complaints)")
    }

    @Test func `diff compares the chosen parts of two traces of another program`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.processes, to: "t.json")
        try folder.write(Self.processes.replacingOccurrences(of: "2000", with: "2500"), to: "u.json")
        #expect(try folder.run("diff", "t.json", "u.json").output.hasPrefix("launch 4ms -> 4ms"))
        let chosen = try folder.run("diff", "t.json", "u.json", "--process", "App").output
        #expect(chosen.hasPrefix("launch 3ms -> 3.5ms"), "\(chosen)")
    }

    @Test func `the first link of another program's trace names no event of the life cycle`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.processes, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(path.contains("the first that is recorded") && !path.contains("didFinishLaunching"), "\(path)")
    }

    @Test func `what follows without a break on one thread is not assumed to have waited, it had to`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = """
            [{"name":"A","ph":"X","ts":0,"dur":4000,"pid":1,"tid":1},
            {"name":"B","ph":"X","ts":5000,"dur":2000,"pid":1,"tid":1},
            {"name":"C","ph":"X","ts":7001,"dur":3000,"pid":1,"tid":1},
            {"name":"D","ph":"X","ts":10002,"dur":3000,"pid":1,"tid":2}]
            """
        try folder.write(trace, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(path.contains("(not recorded)  nothing recorded on this thread after A\n"), "\(path)")
        #expect(path.contains("next in lane main, after B\n"), "\(path)")
        #expect(path.contains("it probably waited for C\n"), "\(path)")
        #expect(path.contains("assumed: what 1 of 4 tasks on the path waited for"), "\(path)")
    }

    @Test func `of another program's trace, blame says when a task began and how long it waited behind the last one`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        let trace = """
            [{"name":"A","ph":"X","ts":0,"dur":4000,"pid":1,"tid":1},
            {"name":"B","ph":"X","ts":5000,"dur":2000,"pid":1,"tid":1}]
            """
        try folder.write(trace, to: "t.json")
        let rows = """
            launch 7ms
            OWN  BEGAN  GAP  SLACK  TASK
            4ms     0s   0s     CP  A
            2ms    5ms  1ms     CP  B

            """
        #expect(try folder.run("blame", "t.json").output.hasPrefix(rows))
        #expect(try folder.run("blame", "t.json", "--json").output.contains(#""began":5000000,"waited":1000000"#))
        #expect(try folder.run("blame", "t.json", "--sort", "wait").output.contains("CP  B\n4ms"))
    }

    @Test func `diff of two recordings says in text and Markdown how many tasks it leaves out`() throws {
        let folder = try InFolder(Self.scenario)
        for (name, length) in [("t.json", 100), ("u.json", 120)] {
            let slices = (0..<30).map {
                "{\"name\":\"A\($0)\",\"ph\":\"X\",\"ts\":\($0 * 200),\"dur\":\(length),\"pid\":1,\"tid\":1}"
            }
            try folder.write("[" + slices.joined(separator: ",") + "]", to: name)
        }
        for format in ["text", "markdown"] {
            let output = try folder.run("diff", "t.json", "u.json", "--format", format).output
            #expect(output.contains("and 10 more tasks; --format json lists them"), "\(output)")
        }
    }

    @Test func `a change that gains much less than it takes away says what is on the critical path then`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = """
            [{"name":"A","ph":"X","ts":0,"dur":8000,"pid":1,"tid":1},
            {"name":"Other","ph":"X","ts":0,"dur":7000,"pid":1,"tid":2},
            {"name":"End","ph":"X","ts":8001,"dur":1000,"pid":1,"tid":1}]
            """
        try folder.write(trace, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(path.contains("\n  A: -2.001ms; then Other is on the critical path\n"), "\(path)")
        #expect(path.contains("to simulate the first: taskscope what-if t.json 'A duration 0s'\n"), "\(path)")
    }

    @Test func `a stretch of a thread with nothing recorded is called no wait, and says where to look`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = """
            [{"name":"A","ph":"X","ts":0,"dur":4000,"pid":1,"tid":1},
            {"name":"B","ph":"X","ts":9000,"dur":1000,"pid":1,"tid":1}]
            """
        try folder.write(trace, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(
            path.contains(
                """

                longest stretch of a thread with nothing recorded: 4ms to 9ms, before B; the trace does not say if it ran or \
                waited; nothing else of the launch is recorded then
                  to see more of it: a slice around what you suspect, such as performance.measure(), names it in the next recording

                """), "\(path)")
    }

    @Test func `another program's trace names the cause, what is assumed, and the next step`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = """
            [{"name":"A","ph":"X","ts":0,"dur":4000,"pid":1,"tid":1},
            {"name":"It's B","ph":"X","ts":5000,"dur":5000,"pid":1,"tid":2}]
            """
        try folder.write(trace, to: "t.json")
        let summary = """
            longest on the critical path: It's B 5ms, A 4ms, a wait before It's B 1ms; 100% of the launch
            assumed: what 1 of 2 tasks on the path waited for; unexplained: 1 wait, 1ms, 10% of the launch
            probably: the file states no order there; a task is taken to have waited for the one that ended just before it
            what each would save if it took no time:
              It's B: -5ms
              A: -4ms if It's B really waits for A and the wait before It's B is as long, else 0s
            to simulate the first: taskscope what-if t.json '"It'\\''s B" duration 0s'
            next: It's B: start it earlier, do less of it, or do it after the launch

            """
        #expect(try folder.run("critical-path", "t.json").output.hasSuffix(summary))
        let blame = try folder.run("blame", "t.json").output
        #expect(blame.hasSuffix("\nwhy, and what would shorten it: taskscope critical-path t.json\n"), "\(blame)")
        #expect(!blame.contains("longest") && !blame.contains("next:"), "what critical-path says: \(blame)")
        let json = try folder.run("critical-path", "t.json", "--json").output
        #expect(json.contains(#""why":"dependency","by":"A","assumed":true}"#), "\(json)")
        let line = try #require(summary.split(separator: "\n").dropLast().last)
            .dropFirst("to simulate the first: taskscope ".count)
        let tried = try folder.run(program: "/bin/sh", ["-c", "\(Executable.path) \(line)"])
        #expect(tried.code == 0 && tried.output.contains(" -5ms  \"It's B\" duration 0s"), "\(tried)")
        #expect(!(try folder.run("critical-path", "s.yaml").output.contains("to simulate")))
    }

    @Test func `the change to try is one of the chosen part, and none that hardly moves the launch`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.processes, to: "t.json")
        let path = try folder.run("critical-path", "t.json", "--process", "App", "--until", "3ms").output
        #expect(path.contains("what-if t.json --process App --until 3ms 'B duration 0s'\n"), "\(path)")
        try folder.write(
            """
            [{"name":"A","ph":"X","ts":0,"dur":10,"pid":1,"tid":1}, {"name":"B","ph":"X","ts":50000,"dur":20,"pid":1,"tid":1}]
            """, to: "u.json")
        let waits = try folder.run("critical-path", "u.json").output
        let words =
            "without any one of its longest tasks the launch would be hardly shorter\nnext: record what the thread does before B\n"
        #expect(waits.hasSuffix(words), "\(waits)")
        let units = ["dev-sda.device", "b.service"].enumerated().map {
            #"{"name":"\#($0.element)","activating":\#($0.offset * 5000),"time":\#(5000 - $0.offset * 4000)}"#
        }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let device = try folder.run("critical-path", "boot.json").output
        #expect(
            device.hasSuffix(
                """
                what each would save if it took no time:
                  b.service: -1ms
                  estimates: with all other lengths as they are, and if no unit waited for more than is said
                to simulate the first: taskscope what-if boot.json 'b.service duration 0s'
                next: b.service: systemctl cat b.service says what it runs, systemd-analyze critical-chain whether the boot \
                waits for it, journalctl -b -u b.service -o short-monotonic what it did; if you can do without: systemctl mask b.service

                """), "\(device)")
    }

    @Test func `a boot waits for no user's session, and a wait names what ran in it`() throws {
        let folder = try InFolder(Self.scenario)
        let units = [("a.service", 0, 1000), ("user@0.service", 2000, 2500), ("b.service", 4000, 1000)].map {
            #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"#
        }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let wait = """
            longest wait: 1s to 4s, before b.service; user@0.service ran then, but the trace does not show that b.service \
            waited for it

            """
        #expect(path.contains(wait), "\(path)")
        let imported = try folder.run("import", "boot.json").output.split(separator: "\n")
        let session = imported.first { $0.contains("name: \"user@0.service\"") }
        #expect(session?.contains("blocks") == false, "\(imported)")
    }

    @Test func `a compressed trace is read as it is, and a broken or truncated one is refused`() throws {
        let folder = try InFolder(Self.scenario)
        let trace =
            "["
            + (0..<2000).map { #"{"name":"A\#($0 % 7)","ph":"X","ts":\#($0 * 100),"dur":99,"pid":1,"tid":1}"# }
            .joined(separator: ",") + "]"
        try folder.write(trace, to: "t.json")
        let shell = """
            gzip -k t.json && head -c 400 t.json.gz >cut.gz && head -c 10 t.json.gz >header.gz
            (head -c 200 t.json.gz; printf 'xxxxxxxx'; tail -c +209 t.json.gz) >broken.gz
            (head -c 30 t.json | gzip; tail -c +31 t.json | gzip) >two.gz
            (printf '{"a":"'; head -c 50000000 /dev/zero | tr '\\0' 'x') | gzip >bomb.gz
            head -c 50000000 /dev/zero | tr '\\0' ' ' | gzip >blank.gz
            """
        #expect(try folder.run(program: "/bin/sh", ["-c", shell]).code == 0)
        let plain = try folder.run("import", "t.json").output
        #expect(plain.contains("A0"))
        let named = plain.replacingOccurrences(of: "t.json", with: "t.json.gz")
        #expect(try folder.run("import", "t.json.gz").output == named)
        let blame = try folder.run("blame", "t.json").output
        #expect(try folder.run("blame", "two.gz").output == blame.replacingOccurrences(of: "t.json", with: "two.gz"))
        for (file, complaint) in [
            ("cut.gz", "cut.gz:byte 0: error: the compressed file ends too early\n"),
            ("header.gz", "header.gz:byte 0: error: the compressed file ends too early\n"),
            ("broken.gz", "broken.gz:byte 0: error: the compressed file is broken\n"),
            ("bomb.gz", "bomb.gz:1:6: error: a piece of more than 16 MiB\n"),
            ("blank.gz", "blank.gz:1:50000001: error: the file is empty\n"),
        ] {
            let outcome = try folder.run("import", file)
            #expect(outcome.code == 3 && outcome.output == "" && outcome.complaints == complaint, "\(outcome)")
        }
    }
}
