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
        #expect(try folder.run("critical-path", "t.json", "--json").output.contains(#""span":true"#))
        let blame = try folder.run("blame", "t.json").output
        #expect(blame.contains("66ms   10ms      0s     CP  Sync (a span of 100ms)\n"), "\(blame)")
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
        #expect(blame.contains(guess) && blame.contains(own), "\(blame)")
    }

    @Test func `of a device with a long path only the end is shown, JSON has all of it`() throws {
        let folder = try InFolder(Self.scenario)
        let path = #"sys-devices-platform-soc-20980000.usb-usb1-1\\x2d1-1\\x2d1.1:1.0-net-enu1u1.device"#
        try folder.write(Self.boot.replacing("dev-sda.device", with: path), to: "boot.json")
        let end = #"usb1-1\x2d1-1\x2d1.1:1.0-net-enu1u1.device"#.suffix(32)
        let blame = try folder.run("blame", "boot.json").output
        #expect(blame.contains("…\(end) (a wait for a device of 6s)\n"), "\(blame)")
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
            rows.prefix(4).last == " 0s     0s      0s   3.2s  dev-sda.device (a wait for a device of 6s)", "\(blame)"
        )
        let path = try folder.run("critical-path", "boot.json").output
        #expect(path.hasPrefix("boot 10.2s\n") && path.contains("of the boot\n") && !path.contains("launch"), "\(path)")
        let tried = try folder.run("what-if", "boot.json", "dev-sda.device duration 1s").output
        #expect(tried.hasPrefix(" BOOT") && !tried.contains("launch"), "\(tried)")
    }

    @Test func `a build is called one, and its gains say what they leave out`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
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
        try folder.write(["json": Self.asynchronous, "boot": Self.boot][kind] ?? Self.build, to: file)
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
        try folder.write(["json": Self.asynchronous, "boot": Self.boot][kind] ?? Self.build, to: file)
        _ = try folder.run("import", file, "-o", "r.yaml")
        for command in ["critical-path", "blame", "what-if"] {
            let change = command == "what-if" ? [["json": "Load", "boot": "net.service"][kind] ?? "a"] : []
            let changes = change.map { "\($0) duration 1ms" }
            let recording = try folder.run([command, file] + changes).output
            let scenario = try folder.run([command, "r.yaml"] + changes).output
            #expect(scenario == recording.replacing("what-if \(file)", with: "what-if r.yaml"))
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
        #expect(path.contains("\nof it, on main: Compose 16ms, nothing recorded 15ms\n"), "\(path)")
        #expect(
            !path.contains("Compose:sideeffects  it probably") && !path.contains("probably after Compose"), "\(path)")
        #expect(path.contains("am start -W com.shop/ACTIVITY"), "\(path)")
        #expect(path.contains(" and the waits between slices of a thread stay as long, else less"), "\(path)")
        try folder.write(Data(AndroidTrace.families(millisecond: 1)), to: "t.pftrace")
        let artificial = try folder.run("critical-path", "t.pftrace").output
        #expect(artificial.hasSuffix("32ns is no launch: its timestamps look artificial\n"), "\(artificial)")
    }

    @Test func `slices of one library are one family, and what runs in a frame counts once`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Data(AndroidTrace.libraries), to: "t.pftrace")
        let path = try folder.run("critical-path", "t.pftrace").output
        let words = "\nof it, on main: Compose 14ms, Choreographer 8ms, Firebase 5ms, nothing recorded 5ms\n"
        #expect(path.contains(words), "\(path)")
    }

    @Test func `a build is bound by its jobs if they were busy for long, and ends with its root crate`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build.replacing("<script>", with: "(jobs=2 ncpu=8)<script>"), to: "cargo-timing.html")
        let blame = try folder.run("blame", "cargo-timing.html").output
        #expect(blame.hasPrefix("build 12s, up to e\n"), "\(blame)")
        let cause =
            "bound by its jobs: for 58% of the build, 7s, ready units waited for a free job of 2\n"
        #expect(blame.contains(cause), "\(blame)")
        let next = blame.split(separator: "\n").filter { $0.hasPrefix("next: ") }
        #expect(next.count == 1 && next[0].contains("more jobs (cargo build -j), or fewer crates"), "\(blame)")
        #expect(
            blame.contains("SLACK: an estimate, because cargo does not name all that waited for a unit\n"),
            "\(blame)")
    }

    @Test func `of another program's long trace blame shows the forty longest tasks`() throws {
        let folder = try InFolder(Self.scenario)
        let slices = (1...60).map {
            "{\"name\":\"T\($0)\",\"ph\":\"X\",\"ts\":\($0 * 10000),\"dur\":\(10000 - $0),\"pid\":1,\"tid\":\($0 % 2)}"
        }
        try folder.write("[" + slices.joined(separator: ",") + "]", to: "t.json")
        let blame = try folder.run("blame", "t.json").output
        #expect(blame.split(separator: "\n").count { $0.hasPrefix("9.9") } == 40, "\(blame)")
        #expect(blame.contains("\nand 20 more tasks; --json lists them\n"), "\(blame)")
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
        #expect(try folder.run("critical-path", "t.json").output.contains("a wait before Ready 600ms"))
        let json = try folder.run("blame", "t.json", "--json").output
        #expect(json.contains(#""name":"Ready""#) && json.contains(#""began":900000000,"waited":600000000"#), "\(json)")
        #expect(json.contains(#""began":10000000,"waited":0"#), "what the thread freed did not wait: \(json)")
        let markdown = try folder.run("export", "t.json", "--format", "markdown").output
        #expect(markdown.contains("| Ready | 10us | 900ms | 600ms |"), "\(markdown)")
        #expect(!markdown.contains("waited for its lane"))
    }

    /// Two jobs: c was ready from the beginning, and waited for a free one until b ended; e waits for d, and then for a job.
    private static let build = """
        <html><title>Cargo Build Timings — x</title><script>
        UNIT_DATA = [
        {"i":0,"name":"a","version":"1","target":"","start":0,"duration":4,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":1,"name":"b","version":"1","target":"","start":0,"duration":3,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":2,"name":"c","version":"1","target":"","start":3,"duration":4,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":3,"name":"d","version":"1","target":"","start":4,"duration":2.98,"unlocked_units":[4],"unlocked_rmeta_units":[]},
        {"i":4,"name":"e","version":"1","target":"","start":7,"duration":5,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":5,"name":"f","version":"1","target":"","start":8,"duration":1,"unlocked_units":[],"unlocked_rmeta_units":[]},
        {"i":6,"name":"g","version":"1","target":"","start":8,"duration":1,"unlocked_units":[],"unlocked_rmeta_units":[]}];
        CONCURRENCY_DATA = [{"t":0,"active":2,"waiting":5,"inactive":0},{"t":7,"active":2,"waiting":0,"inactive":0}];
        </script></html>
        """

    @Test func `a unit that waited for a free job says so, and who freed it`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
        let rows = try folder.run("blame", "cargo-timing.html").output.split(separator: "\n")
        #expect(rows.contains("   4s     3s      3s     4s  c"), "\(rows)")
        #expect(rows.contains { $0.hasPrefix("   3s     0s      0s ") }, "\(rows)")
        let blame = try folder.run("blame", "cargo-timing.html", "c").output
        #expect(blame.contains("  3s      3s  for a free job, which b freed\n"), "\(blame)")
        #expect(!blame.contains("dependency"), "\(blame)")
        let json = try folder.run("blame", "cargo-timing.html", "c", "--json").output
        #expect(json.contains(#""why":"job","by":["b"]"#), "\(json)")
        let scenario = try folder.run("import", "cargo-timing.html").output
        #expect(!scenario.contains("name: c, on: didFinishLaunching, follows: b"), "\(scenario)")
    }

    @Test func `of a unit of which nothing says what it waited for there is no wait`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build.replacing("CONCURRENCY_DATA", with: "NONE"), to: "cargo-timing.html")
        let rows = try folder.run("blame", "cargo-timing.html").output.split(separator: "\n")
        #expect(rows.contains("   4s     3s             3s  c"), "\(rows)")
        let json = try folder.run("blame", "cargo-timing.html", "--json").output
        #expect(json.contains(#""began":3000000000,"waited":null"#), "\(json)")
    }

    @Test func `a build says its profile, what cargo states, and what more jobs would give at most`() throws {
        let folder = try InFolder(Self.scenario)
        let table = """
            <tr><td>Profile:</td><td>release</td></tr><tr><td>Fresh units:</td>
            <td>3</td></tr><tr><td>Total units:</td><td>1010</td></tr><script>
            """
        try folder.write(Self.build.replacing("<script>", with: table), to: "cargo-timing.html")
        _ = try folder.run("import", "cargo-timing.html", "-o", "r.yaml")
        for file in ["cargo-timing.html", "r.yaml"] {
            let path = try folder.run("critical-path", file).output
            #expect(path.hasPrefix("build 12s (profile release, 3 of 1,010 units fresh), up to e\n"), "\(path)")
            #expect(path.contains("\nstated by cargo: what 1 of 3 tasks on it waited for"), "\(path)")
            let jobs =
                "  a job for every unit that is ready (cargo build -j): at most -3s, only if the processors have room\n"
            #expect(path.contains(jobs), "\(path)")
        }
    }

    @Test func `half of a length is as exact as the gain beside it`() throws {
        let folder = try InFolder(Self.scenario)
        let slices = [("Load", 0, 24830), ("Show", 24830, 60000)].map {
            "{\"name\":\"\($0.0)\",\"ph\":\"X\",\"ts\":\($0.1),\"dur\":\($0.2),\"pid\":1,\"tid\":1}"
        }
        try folder.write("[" + slices.joined(separator: ",") + "]", to: "t.json")
        let path = try folder.run("critical-path", "t.json").output
        #expect(path.contains("  Load in half the time: -12.41ms"), "\(path)")
        let tried = try folder.run("what-if", "t.json", "Load duration 12.42ms").output
        #expect(tried.contains("-12.41ms  Load duration 12.42ms\n"), "\(tried)")
    }

    @Test func `what the launch waits for only through a free job is not almost critical`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(!path.contains("almost critical: b") && !path.contains(", b ("), "\(path)")
    }

    @Test
    func `a unit with which others began before its end is one row of blame, and says when its metadata was ready`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        let units = """
            {"i":0,"name":"cc","version":"1","target":"","start":0,"duration":4,"rmeta_time":1,"unlocked_units":[2],"unlocked_rmeta_units":[1]},
            {"i":1,"name":"a","version":"1","target":"","start":1,"duration":2,"unlocked_units":[],"unlocked_rmeta_units":[]},
            {"i":2,"name":"b","version":"1","target":"","start":4,"duration":3,"unlocked_units":[],"unlocked_rmeta_units":[]}
            """
        try folder.write("<html><script>UNIT_DATA = [\(units)];</script></html>", to: "cargo-timing.html")
        let blame = try folder.run("blame", "cargo-timing.html").output
        #expect(blame.contains(" 4s     0s      0s     CP  cc (metadata after 1s)\n"), "\(blame)")
        #expect(!blame.split(separator: "longest")[0].contains("codegen"), "\(blame)")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(path.contains("  cc          the first that is recorded; 1s to metadata, of 4s\n"), "\(path)")
        #expect(path.contains("  cc codegen  the rest of cc, after its metadata\n"), "\(path)")
    }

    @Test func `of two units that end within a moment the one nearest to the start freed the job`() throws {
        let folder = try InFolder(Self.scenario)
        func unit(_ number: Int, _ name: String, _ start: Double, _ length: Double, _ unlocks: String = "") -> String {
            #"{"i":\#(number),"name":"\#(name)","version":"1","target":"","start":\#(start),"duration":\#(length),"#
                + #""unlocked_units":[\#(unlocks)],"unlocked_rmeta_units":[]}"#
        }
        let units = [
            unit(0, "a", 0, 3, "2"), unit(1, "b", 0, 6), unit(2, "c", 6, 4), unit(3, "d", 3, 3.01),
            unit(4, "e", 6.01, 3),
        ]
        try folder.write(
            "<html><script>UNIT_DATA = [\(units.joined(separator: ","))];\nCONCURRENCY_DATA = ["
                + #"{"t":0,"active":2,"waiting":2,"inactive":0},{"t":7,"active":2,"waiting":0,"inactive":0}];"#
                + "</script></html>", to: "cargo-timing.html")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(path.contains("  6s  10s    4s  c     b freed lane jobs\n"), "\(path)")
    }
}
