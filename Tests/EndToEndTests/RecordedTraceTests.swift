import Foundation
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

    /// A boot whose longest unit only waits; nothing says what came after what.
    private static let waiting = ["kernel-load.service", "systemd-udev-settle.service", "web.service"].enumerated().map
    {
        #"{"name":"\#($0.element)","activating":\#([0, 1000, 6000][$0.offset]),"time":\#([1000, 5000, 2000][$0.offset])}"#
    }

    @Test func `a unit that only waits is said to, and what the boot is without it`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("[\(Self.waiting.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let words = """
            only wait, 63% of the boot:
              systemd-udev-settle.service 5ms until udev has set up every device, and none comes earlier without it
            what would shorten it:
              without systemd-udev-settle.service: -5ms if web.service really waits for systemd-udev-settle.service, else 0s
              web.service in half the time: -1ms
              kernel-load.service in half the time: -500us if systemd-udev-settle.service really waits for kernel-load.service and web.service \
            really waits for systemd-udev-settle.service, else 0s
            to simulate the first: taskscope what-if boot.json 'systemd-udev-settle.service duration 0s'
            next: systemd-udev-settle.service: systemctl cat systemd-udev-settle.service says what it does, systemctl list-dependencies \
            --reverse systemd-udev-settle.service who needs it; if you can do without: systemctl mask systemd-udev-settle.service

            """
        #expect(path.hasSuffix(words), "\(path)")
        #expect(path.contains("the machine knows the order: systemd-analyze dot --order > order.dot; "), "\(path)")
    }

    /// The wait for the root file system, in which a passphrase was asked for, and a network that came after all else.
    private static let explained = """
        [{"name":"sys.mount","activating":0,"time":100000},
        {"name":"dracut-initqueue.service","activating":100000,"time":8000000},
        {"name":"systemd-cryptsetup@root.service","activating":400000,"time":7000000},
        {"name":"dev-mapper-root.device","activating":7900000,"time":0},
        {"name":"NetworkManager.service","activating":8100000,"time":100000},
        {"name":"NetworkManager-wait-online.service","activating":8200000,"time":3000000}]
        """

    @Test func `of a unit that only waits, what ended just before it is named, and what the boot is without that`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.explained, to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let words = """
            only wait, 98% of the boot:
              dracut-initqueue.service 8s until the device of the root file system is there; systemd-cryptsetup@root.service \
            (it waits for a passphrase, maybe) ran for 7s of it, until 700ms before its end; the last device, \
            dev-mapper-root.device, came 200ms before its end
              NetworkManager-wait-online.service 3s for a network connection; NetworkManager.service decides when

            """
        #expect(path.contains(words), "\(path)")
        let gain = "-3.5s if dracut-initqueue.service really waits for systemd-cryptsetup@root.service"
        let needed = "service: -200ms if what comes after it needs dev-mapper-root.device; if not, -3.3s if "
        #expect(path.contains(needed), "\(path)")
        #expect(path.contains("  systemd-cryptsetup@root.service in half the time: \(gain)"), "\(path)")
        #expect(!path.contains("almost critical"), "\(path)")
        let blame = try folder.run("blame", "boot.json").output
        let slack = "SLACK: at most this, because the file does not state all that waited for a task\n"
        #expect(blame.contains(slack), "\(blame)")
        let tried = try folder.run("what-if", "boot.json", "systemd-cryptsetup@root.service duration 3.5s").output
        #expect(tried.contains("0s to -3.5s  systemd-cryptsetup@root.service duration 3.5s\n"), "\(tried)")
        #expect(tried.contains("\n\(gain)"), "\(tried)")
    }

    @Test func `two units that wait for the same are tried, and masked, together`() throws {
        let folder = try InFolder(Self.scenario)
        let units = """
            [{"name":"a.service","activating":0,"time":100000},
            {"name":"systemd-networkd-wait-online.service","activating":100000,"time":2900000},
            {"name":"NetworkManager-wait-online.service","activating":100000,"time":3000000},
            {"name":"web.service","activating":3100000,"time":500000}]
            """
        try folder.write(units, to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let twin = "systemd-networkd-wait-online.service"
        let same = "; \(twin) waits for the same and ended 100ms earlier: only without both is it gone"
        #expect(path.contains(same), "\(path)")
        let gone = "without NetworkManager-wait-online.service and \(twin): -3s if web.service really waits for"
        #expect(path.contains(gone), "\(path)")
        let changes = "'NetworkManager-wait-online.service duration 0s' '\(twin) duration 0s'\n"
        #expect(path.contains("taskscope what-if boot.json \(changes)"), "\(path)")
        #expect(path.hasSuffix("systemctl mask NetworkManager-wait-online.service \(twin)\n"), "\(path)")
    }

    @Test func `time in the kernel has a gain and a next step, too`() throws {
        let folder = try InFolder(Self.scenario)
        func bar(_ kind: String, _ start: Int, _ width: Int, _ name: String) -> String {
            "<rect class=\"\(kind)\" x=\"\(start)\" y=\"20\" width=\"\(width)\"/><text class=\"left\" x=\"5\">\(name)</text>"
        }
        let bars = [bar("kernel", 0, 400, "kernel"), bar("activating", 400, 600, "web.service")]
        try folder.write("<svg>\(bars.joined())</svg>", to: "boot.svg")
        let path = try folder.run("critical-path", "boot.svg").output
        #expect(path.contains("  kernel in half the time: -2s\n"), "\(path)")
        let lines = path.split(separator: "\n").filter { $0.hasPrefix("next: ") }
        #expect(lines.map { $0.split(separator: ":")[1] } == [" web.service", " kernel"], "\(path)")
        #expect(lines.last?.contains("initcall_debug") ?? false, "\(path)")
    }

    @Test func `a build is bound by its jobs if they were busy for long, and ends with its root crate`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build.replacing("<script>", with: "(jobs=2 ncpu=8)<script>"), to: "cargo-timing.html")
        let blame = try folder.run("blame", "cargo-timing.html").output
        #expect(blame.hasPrefix("build 12s, up to e\n"), "\(blame)")
        let cause =
            "bound by its jobs: for 58% of the build, 7s, units that were ready waited for a free job of 2: "
            + "fewer crates or features (cargo tree -d, cargo tree -e features) or more jobs (cargo build -j) may shorten it\n"
        #expect(blame.contains(cause), "\(blame)")
        #expect(
            blame.contains("SLACK: an estimate, because cargo does not name all that waited for a unit, and"),
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
        let blame = try folder.run("blame", "cargo-timing.html", "c").output
        #expect(blame.contains("  3s      3s  for a free job, which b freed\n"), "\(blame)")
        #expect(!blame.contains("dependency"), "\(blame)")
        let json = try folder.run("blame", "cargo-timing.html", "c", "--json").output
        #expect(json.contains(#""why":"job","by":["b"]"#), "\(json)")
        let scenario = try folder.run("import", "cargo-timing.html").output
        #expect(!scenario.contains("name: c, on: didFinishLaunching, follows: b"), "\(scenario)")
    }

    @Test func `what the launch waits for only through a free job is not almost critical`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Self.build, to: "cargo-timing.html")
        let path = try folder.run("critical-path", "cargo-timing.html").output
        #expect(!path.contains("almost critical: b") && !path.contains(", b ("), "\(path)")
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
