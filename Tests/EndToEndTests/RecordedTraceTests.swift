import Foundation
import TestSupport
import Testing

/// What `critical-path` and `blame` say of recorded traces.
@Suite struct RecordedTraceTests {
    private static let scenario = "name: s\ntasks:\n  - {name: A, on: launch, duration: 1ms}\n"

    /// Two threads, and an asynchronous slice that begins on one and ends on the other while main runs.
    private static let asynchronous = """
        [{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"main"}},
        {"name":"Load","ph":"X","ts":0,"dur":10000,"pid":1,"tid":1},
        {"name":"Sync","cat":"app","ph":"b","id":7,"ts":10000,"pid":1,"tid":2},
        {"name":"Frame","ph":"X","ts":12000,"dur":30000,"pid":1,"tid":1},
        {"name":"Frame","ph":"X","ts":50000,"dur":4000,"pid":1,"tid":2},
        {"name":"Sync","cat":"app","ph":"e","id":7,"ts":110000,"pid":1,"tid":3},
        {"name":"Show","ph":"X","ts":110000,"dur":5000,"pid":1,"tid":1}]
        """

    @Test func `of an asynchronous span only what no task explains is its own, and nothing says that it ran`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.asynchronous, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        let words = "a span, in which tasks ran for 34ms (30ms on main)"
        #expect(path.contains("100ms  Sync  it probably waited for Load; \(words)\n"), "\(path)")
        #expect(path.contains("longest on the critical path: Sync (a span) 100ms"), "\(path)")
        let next =
            "\nnext: Sync: it was under way for 100ms, 66ms of that beside no recorded task: what begins and ends it "
        #expect(path.contains(next), "\(path)")
        #expect(try folder.run("critical-path", "t.json", "--json").output.contains(#""span":true"#))
        let blame = try folder.run("blame", "t.json").output
        #expect(blame.contains("66ms   10ms   0s     CP  Sync (a span of 100ms)\n"), "\(blame)")
        let json = try folder.run("blame", "t.json", "--json").output
        #expect(json.contains(#""name":"Sync","own":66000000"#) && json.contains(#""span":100000000"#), "\(json)")
        let task = try folder.run("blame", "t.json", "Sync").output
        #expect(task.hasPrefix("Sync waited 10ms, lasted 100ms, \(words), on the critical path\n"), "\(task)")
        let imported = try folder.run("import", "t.json").output
        #expect(imported.contains("group: spans") && imported.contains("1 asynchronous span"), "\(imported)")
    }

    @Test func `what is only probable is explained once in words, and so is what OWN of a span is`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.asynchronous, to: "t.json")
        let guess =
            "probably: the file states no order there; a task is taken to have waited for the one that ended just before it\n"
        let own = "OWN of a span: the part of it in which no task of the list ran\n"
        let (path, blame) = (
            try folder.run("critical-path", "t.json").output, try folder.run("blame", "t.json").output
        )
        #expect(path.contains(guess) && !path.contains(own), "\(path)")
        #expect(!blame.contains(guess) && blame.contains(own), "\(blame)")
    }

    @Test func `a task behind a wait so short that it has no row is assumed to have waited for what came before that`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        let trace = """
            [{"name":"A","ph":"X","ts":0,"dur":400000,"pid":1,"tid":1},
            {"name":"B","ph":"X","ts":401500,"dur":598500,"pid":1,"tid":2}]
            """
        try folder.write(trace, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(
            path.contains("assumed: what 1 of 2 tasks on the path waited for; unexplained: 1 short wait"), "\(path)")
    }

    @Test func `of a device with a long path only the end is shown, JSON has all of it`() throws {
        let folder = try InFolder(Self.scenario)
        let path = #"sys-devices-platform-soc-20980000.usb-usb1-1\\x2d1-1\\x2d1.1:1.0-net-enu1u1.device"#
        try folder.write(Self.boot.replacing("dev-sda.device", with: path), to: "boot.json")
        let end = #"usb1-1\x2d1-1\x2d1.1:1.0-net-enu1u1.device"#.suffix(32)
        let blame = try folder.run("blame", "boot.json").output
        #expect(blame.contains("…\(end) (a device, announced after 6s)\n"), "\(blame)")
        #expect(try folder.run("blame", "boot.json", "--json").output.contains(path))
    }

    @Test func `a device that was there at once is said to be no wait`() throws {
        let folder = try InFolder(Self.scenario)
        let boot = """
            [{"name":"a.service","activating":0,"time":1000000},{"name":"d.device","activating":2000000,"time":0},
            {"name":"b.service","activating":2000000,"time":1000000}]
            """
        try folder.write(boot, to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        #expect(path.contains("d.device   after that wait\n"), "\(path)")
    }

    /// A disk that is there after 6 s, while other units work.
    private static let boot = """
        [{"name":"dev-sda.device","activating":0,"time":6000000},
        {"name":"journal.service","activating":0,"time":5000000},
        {"name":"net.service","activating":5100000,"time":4000000},
        {"name":"late.service","activating":9200000,"time":1000000}]
        """

    @Test func `a boot is called one, and the unit of a device is a wait below the units that work`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.boot, to: "boot.json")
        let blame = try folder.run("blame", "boot.json").output
        #expect(blame.hasPrefix("boot 10.2s\n"), "\(blame)")
        let rows = blame.split(separator: "\n").filter { $0.contains(".service") || $0.contains(".device") }
        #expect(
            rows.prefix(4).last == " 0s     0s      0s      -  dev-sda.device (a device, announced after 6s)",
            "\(blame)"
        )
        let path = try folder.run("critical-path", "boot.json").output
        #expect(path.hasPrefix("boot 10.2s\n") && path.contains("of the boot\n") && !path.contains("launch"), "\(path)")
        let tried = try folder.run("what-if", "boot.json", "dev-sda.device duration 1s").output
        #expect(tried.hasPrefix(" BOOT") && !tried.contains("launch"), "\(tried)")
    }

    @Test func `a build is called one, and its gains say what they leave out`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(RecordedBuildTests.build, to: "cargo-timing.html")
        let words = "estimates: too large where cargo does not name all that a unit waited for, too small where "
        for command in [["critical-path", "cargo-timing.html"], ["what-if", "cargo-timing.html", "e duration 1s"]] {
            let output = try folder.run(command).output
            #expect(output.contains(words) && !output.contains("launch"), "\(output)")
            #expect(output.lowercased().contains("build"), "\(output)")
        }
    }

    @Test("--until takes the name of a slice or a task, or its beginning", arguments: ["json", "boot", "html"])
    func named(kind: String) throws {
        let folder = try InFolder(Self.scenario)
        let file = "t.\(kind)"
        try folder.write(["json": Self.asynchronous, "boot": Self.boot][kind] ?? RecordedBuildTests.build, to: file)
        let (name, head, wrong, words) =
            switch kind {
            case "json": ("Fra", "launch 42ms, up to Frame\n", "Laod", "no slice Laod in the trace; did you mean Load?")
            case "boot":
                (
                    "net.service", "boot 9.1s, up to net.service\n", "x",
                    "no task x in the trace; there are journal.service, dev-sda.device, net.service, late.service"
                )
            default: ("d", "build 6.98s, up to d", "dd", "no task dd in the trace; did you mean d?")
            }
        let path = try folder.run("critical-path", file, "--until", name).output
        #expect(path.hasPrefix(head), "\(path)")
        #expect(!path.contains("late.service") && !path.contains("Show"), "\(path)")
        let none = try folder.run("critical-path", file, "--until", wrong)
        #expect(none.code == 3 && none.complaints == "\(file):1:1: error: \(words)\n", "\(none)")
    }

    @Test("a scenario that was imported says what its recording says", arguments: ["json", "boot", "html"])
    func repeated(kind: String) throws {
        let folder = try InFolder(Self.scenario)
        let file = "t.\(kind)"
        try folder.write(["json": Self.asynchronous, "boot": Self.boot][kind] ?? RecordedBuildTests.build, to: file)
        _ = try folder.run("import", file, "-o", "r.yaml")
        for command in ["critical-path", "blame", "what-if"] {
            let change = command == "what-if" ? [["json": "Load", "boot": "net.service"][kind] ?? "a"] : []
            let changes = change.map { "\($0) duration 1ms" }
            let recording = try folder.run([command, file] + changes).output
            let scenario = try folder.run([command, "r.yaml"] + changes).output
            let asked = ["what-if", "critical-path"].reduce(recording) {
                $0.replacing("taskscope \($1) \(file)", with: "taskscope \($1) r.yaml")
            }
            #expect(scenario == asked)
        }
        let tries = try ["r.yaml", file].map { try folder.run("advise", $0).output.prefix { $0 != ":" } }
        #expect(tries[0] == tries[1])
        _ = try folder.run(
            "what-if", "r.yaml", "\(["json": "Load", "boot": "net.service"][kind] ?? "a") duration 1ms", "-o", "w.yaml")
        let source = try Self.read(folder, "r.yaml").split(separator: "\n").filter { $0.hasPrefix("source: ") }
        #expect(source.count == 1)
        #expect(try Self.read(folder, "w.yaml").split(separator: "\n").filter { $0.hasPrefix("source: ") } == source)
    }

    private static func read(_ folder: InFolder, _ name: String) throws -> String {
        String(decoding: try folder.bytes(name), as: UTF8.self)
    }

    @Test func `a boot that was imported with its order does not ask for it`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.boot, to: "boot.json")
        try folder.write(
            "digraph systemd {\n\"net.service\"->\"journal.service\" [color=\"green\"];\n}\n", to: "order.dot")
        _ = try folder.run("import", "boot.json", "-o", "r.yaml")
        let hint = "taskscope import boot.json order.dot -o boot.scenario.yaml"
        #expect(try folder.run("critical-path", "r.yaml").output.contains(hint))
        _ = try folder.run("import", "boot.json", "order.dot", "-o", "o.yaml")
        #expect(try Self.read(folder, "o.yaml").contains("order: order.dot"))
        #expect(try !folder.run("critical-path", "o.yaml").output.contains("the machine knows the order"))
    }

    @Test func `the launch of an app of Android divides among families of slices, whose order on a thread is recorded`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        try folder.write(Data(AndroidTrace.families()), to: "t.pftrace")
        let path = try folder.run("critical-path", "t.pftrace").output
        #expect(
            path.contains(
                "\nof the launch, on main: Compose 16ms, nothing recorded 6ms; then rest of launching: com.shop 9ms, on any thread\n"
            ),
            "\(path)")
        #expect(
            !path.contains("Compose:sideeffects  it probably") && !path.contains("probably after Compose"), "\(path)")
        #expect(path.contains("am start -W com.shop/ACTIVITY"), "\(path)")
        let rest = "rest of launching: com.shop"
        let tried = try folder.run("what-if", "t.pftrace", "\"\(rest)\" duration 0s").output
        #expect(tried.contains("\n\(rest): what the system did until it called the launch complete\n"), "\(tried)")
        #expect(path.contains("what is not recorded between slices of a thread takes as long, else less"), "\(path)")
        try folder.write(Data(AndroidTrace.families(millisecond: 1)), to: "t.pftrace")
        let warning = "not a real launch: its timestamps look artificial, as 32ns is too short for one; "
        for command in ["critical-path", "blame"] {
            let output = try folder.run(command, "t.pftrace").output
            #expect(output.hasPrefix(warning), "\(output)")
            #expect(!output.contains("shorten") && !output.contains("longest"), "\(output)")
        }
    }

    @Test func `slices of one library are one family, and what runs in a frame counts once`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Data(AndroidTrace.libraries), to: "t.pftrace")
        let path = try folder.run("critical-path", "t.pftrace").output
        let words =
            "\nof the launch, on main: Compose 14ms, Choreographer 8ms, Firebase 5ms, nothing recorded 2ms; then rest of launching: com.shop 3ms, on any thread\n"
        #expect(path.contains(words), "\(path)")
        let inside =
            "\ninside the longest (a slice in another counts in both): Choreographer#doFrame 1 from 13ms for 5ms: "
        let blame = try folder.run("blame", "t.pftrace").output
        #expect(blame.contains(inside + "Compose:recompose 3ms\n"), "\(blame)")
        let rest = "\nrest of launching: com.shop: what the system did until it called the launch complete\n"
        #expect(blame.contains(rest), "\(blame)")
        _ = try folder.run("import", "t.pftrace", "-o", "r.yaml")
        #expect(try folder.run("blame", "r.yaml").output.contains(inside))
    }

    @Test
    func `a span that covers time in which the main thread was idle is named beside its families, and first next`()
        throws
    {
        let folder = try InFolder(
            """
            source: {format: perfetto}
            lanes: {io: 2}
            tasks:
              - {name: "Compose:a", on: launch, duration: 10ms}
              - {name: "Compose:b", on: launch, after: "Compose:a", duration: 10ms}
              - {name: Sync, on: launch, lane: io, blocks: true, after: "Compose:b", duration: 60ms, group: spans}
              - {name: "Compose:c", on: launch, after: Sync, duration: 20ms}

            """)
        let path = try folder.run("critical-path", "s.yaml").output
        let families =
            "\nof the launch, on main: Compose 40ms, nothing recorded 60ms, 60ms of it during Sync (a span)\n"
        #expect(path.contains(families), "\(path)")
        let next = path.split(separator: "\n").filter { $0.hasPrefix("next: ") }
        #expect(next.first?.hasPrefix("next: Sync: it was under way for 60ms, 60ms of that ") ?? false, "\(path)")
        #expect(next.count == 2, "\(path)")
    }

    @Test("A gain counts in whole frames if a launch of Android ends with one", arguments: [true, false])
    func wholeFrames(isFrame: Bool) throws {
        let end = isFrame ? "the first frame on the display" : "reportFullyDrawn()"
        let folder = try InFolder(
            """
            source: {format: perfetto, until: \(end)}
            tasks:
              - {name: Read, on: launch, duration: 20ms}
              - {name: Draw, on: launch, after: Read, duration: 30ms}

            """)
        let path = try folder.run("critical-path", "s.yaml").output
        #expect(path.contains("what each would save if it took no time:\n"), "\(path)")
        #expect(
            path.contains("  up to the drawn frame: the display shows that at its next tick, ") == isFrame, "\(path)")
    }

    @Test func `of another program's long trace blame shows the forty longest tasks`() throws {
        let folder = try InFolder(Self.scenario)
        let slices = (1...60).map {
            "{\"name\":\"T\($0)\",\"ph\":\"X\",\"ts\":\($0 * 10000),\"dur\":\(10000 - $0),\"pid\":1,\"tid\":\($0 % 2)}"
        }
        try folder.write("[" + slices.joined(separator: ",") + "]", to: "t.json")
        let blame = try folder.run("blame", "t.json").output
        // And the one that waited longest.
        #expect(blame.split(separator: "\n").count { $0.drop { $0 == " " }.hasPrefix("9.9") } == 41, "\(blame)")
        #expect(blame.contains("\nand 19 more tasks; --json lists them\n"), "\(blame)")
    }

    @Test func `the longest wait has a row, though what came after it took no time`() throws {
        let folder = try InFolder(Self.scenario)
        let slices = (0..<30).map {
            "{\"name\":\"T\($0)\",\"ph\":\"X\",\"ts\":\($0 * 10000),\"dur\":10000,\"pid\":1,\"tid\":1}"
        }
        let last = "{\"name\":\"Ready\",\"ph\":\"X\",\"ts\":900000,\"dur\":10,\"pid\":1,\"tid\":1}"
        try folder.write("[" + (slices + [last]).joined(separator: ",") + "]", to: "t.json")
        let blame = try folder.run("blame", "t.json").output
        #expect(blame.contains("600ms     CP  Ready\n"), "\(blame)")
        #expect(try folder.run("critical-path", "t.json").output.contains("nothing recorded before Ready 600ms"))
        let json = try folder.run("blame", "t.json", "--json").output
        #expect(json.contains(#""name":"Ready""#) && json.contains(#""began":900000000,"waited":600000000"#), "\(json)")
        #expect(json.contains(#""began":10000000,"waited":0"#), "what the thread freed did not wait: \(json)")
        let markdown = try folder.run("export", "t.json", "--format", "markdown").output
        #expect(markdown.contains("| Ready | 10us | 900ms | 600ms |"), "\(markdown)")
        #expect(!markdown.contains("waited for its lane"))
    }

    @Test func `a change is as exact as the gain beside it`() throws {
        let folder = try InFolder(Self.scenario)
        let slices = [("Load", 0, 24830), ("Show", 24830, 60000)].map {
            "{\"name\":\"\($0.0)\",\"ph\":\"X\",\"ts\":\($0.1),\"dur\":\($0.2),\"pid\":1,\"tid\":1}"
        }
        try folder.write("[" + slices.joined(separator: ",") + "]", to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(path.contains("  Load: -24.83ms"), "\(path)")
        let tried = try folder.run("what-if", "t.json", "Load duration 12.42ms").output
        #expect(tried.contains("-12.41ms  Load duration 12.42ms\n"), "\(tried)")
    }

    @Test func `an empty file is one line, and no launch`() throws {
        let folder = try InFolder(Self.scenario)
        for text in ["", " \n\n"] {
            try folder.write(text, to: "empty.html")
            for command in ["blame", "critical-path", "advise", "import"] {
                let result = try folder.run(command, "empty.html")
                #expect(result.code == 3 && result.output.isEmpty, "\(command): \(result)")
                #expect(result.complaints.hasSuffix(": error: the file is empty\n"), "\(command): \(result)")
                #expect(result.complaints.split(separator: "\n").count == 1)
            }
        }
        try folder.write("name: s\n", to: "s.yaml")
        #expect(try folder.run("blame", "s.yaml").output == "no task ran in this launch\n")
    }

    @Test func `what a slice took is what is recorded, without the moment before it`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(
            """
            [{"name":"Load","ph":"X","ts":0,"dur":60000,"pid":1,"tid":1},
            {"name":"Apply","ph":"X","ts":60078,"dur":542,"pid":1,"tid":1},
            {"name":"Show","ph":"X","ts":60620,"dur":40000,"pid":1,"tid":1}]
            """, to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(path.contains("542us  Apply  next in lane main, after Load\n"), "\(path)")
        let blame = try folder.run("blame", "t.json").output
        #expect(blame.contains("542us   60ms  78us     CP  Apply\n"), "\(blame)")
    }
}
