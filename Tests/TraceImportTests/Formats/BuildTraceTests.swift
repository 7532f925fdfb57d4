import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// Reports of builds and boots: cargo, systemd.
@Suite struct BuildTraceTests {
    @Test func `a unit lets others begin with its metadata or with its end`() throws {
        let imported = try Imported(
            """
            <html><script>
            DURATION = 4;
            const UNIT_DATA = [
              {"i": 0, "name": "base", "mode": "todo", "target": "", "start": 0.0, "duration": 2.0,
               "unblocked_units": [], "unblocked_rmeta_units": [1],
               "sections": [["frontend", {"start": 0.0, "end": 0.5}], ["codegen", {"start": 0.5, "end": 2.0}]]},
              {"i": 1, "name": "shop", "mode": "todo", "target": "", "start": 0.5, "duration": 2.5,
               "unblocked_units": [2], "unblocked_rmeta_units": [], "sections": null},
              {"i": 2, "name": "shop", "mode": "todo", "target": " shop \\"bin\\"", "start": 3.0, "duration": 0.75,
               "unblocked_units": [], "unblocked_rmeta_units": [], "sections": null}
            ];
            const CONCURRENCY_DATA = [{"t": 0.0, "active": 1, "waiting": 0, "inactive": 2},
              {"t": 0.5, "active": 2, "waiting": 1, "inactive": 0}, {"t": 0.75, "active": 2, "waiting": 0, "inactive": 0}];
            </script>
            """)
        #expect(imported.time?.count == 3_750_000_000 && imported.launch.words.end == "shop shop \"bin\"")
        #expect(imported.launch.cause == "for 7% of the build, 250ms, ready units waited for a free job")
        #expect(imported.launch.help == .jobs)
        #expect(
            try imported.schedule == [
                "base jobs 0..500000", "base codegen jobs 500000..2000000 <- base", "shop jobs 500000..3000000 <- base",
                "shop shop \"bin\" jobs 3000000..3750000 <- shop",
            ])
    }

    /// 170 ms and 310 ms later is 480 ms: the unit behind it began at 470 ms.
    @Test func `a report in hundredths of a second may let a unit begin before the end of the one that unlocked it`()
        throws
    {
        let imported = try Imported(
            """
            <script>const UNIT_DATA = [
              {"i": 1, "name": "shop", "target": " build-script", "start": 0.03, "duration": 0.14, "unblocked_units": [2]},
              {"i": 2, "name": "shop", "target": " build-script (run)", "start": 0.17, "duration": 0.31, "unblocked_units": [3]},
              {"i": 3, "name": "shop", "target": "", "start": 0.47, "duration": 0.13, "unblocked_units": [4],
               "unblocked_rmeta_units": [5], "rmeta_time": 0.05},
              {"i": 4, "name": "tail", "target": "", "start": 0.6, "duration": 0.1},
              {"i": 5, "name": "head", "target": "", "start": 0.51, "duration": 0.1},
              {"i": 6, "name": "other", "target": "", "start": 0.3, "duration": 0.35, "unblocked_units": [4]}
            ];</script>
            """, format: .cargo)
        #expect(
            try imported.schedule == [
                "shop build-script jobs 30000..170000",
                "shop build-script (run) jobs 170000..470000 <- shop build-script",
                "other jobs 300000..600000 <- shop build-script", "shop jobs 470000..510000 <- shop build-script (run)",
                "shop codegen jobs 510000..600000 <- shop", "head jobs 510000..610000 <- shop",
                "tail jobs 600000..700000 <- shop codegen, other",
            ])
    }

    @Test("Whether more jobs would help depends on how busy the processors were meanwhile", arguments: [40, 99])
    func processors(use: Int) throws {
        let imported = try Imported(
            """
            <table><tr><td>Error:</td><td>build failed</td></tr></table><script>
            const UNIT_DATA = [{"i": 0, "name": "base", "target": "", "start": 0.0, "duration": 2.0}];
            const CONCURRENCY_DATA = [{"t": 0.0, "active": 1, "waiting": 0}, {"t": 0.5, "active": 1, "waiting": 1},
              {"t": 1.5, "active": 1, "waiting": 0}];
            const CPU_USAGE = [[0.25, 7.5], [0.75, \(use).5], [1.25, \(use).25], [1.75, 0.0]];
            </script>
            """, format: .cargo)
        let (note, cause) = (imported.launch.notes.first ?? "", imported.launch.cause ?? "")
        #expect(note.hasPrefix("The build failed: this is what it did until then, not a whole build."))
        #expect(
            cause.hasPrefix("bound by its jobs: for 50% of the build, 1s, ") && cause.hasSuffix(" \(use)% busy then"))
        #expect(imported.launch.help == (use == 99 ? .crates : .jobs))
    }

    /// `late` was ready when `first` ended, and began when `long` did.
    @Test("where units that were ready waited for a free job, a wait is no gap", arguments: [0, 1])
    func freeJob(waiting: Int) throws {
        let units = [("first", 0, 1, "[2]"), ("long", 0, 3, "[]"), ("late", 3, 1, "[]")].enumerated().map {
            """
            {"i": \($0.offset), "name": "\($0.element.0)", "target": "", "start": \($0.element.1), "duration": \($0.element.2),
             "unlocked_units": \($0.element.3), "unlocked_rmeta_units": []}
            """
        }
        // cargo counts a unit some time after it became ready.
        let queue = [(0.0, 0), (1.75, waiting), (3, 0)].map { "{\"t\": \($0.0), \"active\": 2, \"waiting\": \($0.1)}" }
        let imported = try Imported(
            "<script>const UNIT_DATA = [\(units.joined(separator: ","))];\n"
                + "const CONCURRENCY_DATA = [\(queue.joined(separator: ","))];</script>", format: .cargo)
        #expect(try imported.schedule.last == "late jobs 3000000..4000000 <- first")
        let waits = imported.scenario.tasks.filter { $0.isGap }
        #expect(waits.map { $0.spec.name } == [waiting > 0 ? "free job for late" : "gap before late"])
        #expect(imported.text.contains("# late was ready, and waited for a free job.") == (waiting > 0))
        #expect(imported.text.contains("1 gap that no run explains") == (waiting == 0))
    }

    @Test func `a boot comes from a plot as JSON, and its order from the graph`() throws {
        let plot = """
            [{"name":"network.service","activated":900000,"activating":400000,"time":500000,"deactivated":0,"deactivating":0},
             {"name":"shop.service","activated":1500000,"activating":900100,"time":599900,"deactivated":0,"deactivating":0},
             {"name":"dev-sda.device","activated":300000,"activating":300000,"time":0,"deactivated":0,"deactivating":0}]
            """
        let dot = """
            digraph systemd {
            \t"shop.service"->"network.service" [color="green"];
            \t"network.service"->"shop.service" [color="green"];
            \t"shop.service"->"shop.service" [color="green"];
            \t"shop.service"->"network.service" [color="grey66"];
            }
            """
        let launches = try [plot, dot].map { try Imported($0).launch }
        let scenario = try #require(TraceImport.scenario(of: launches, file: "t"))
        #expect(scenario.length == 1_500_000_000)
        let note = "systemd-analyze dot --order"
        #expect(launches[0].notes.contains { $0.contains(note) } && !scenario.text.contains(note))
        let text = scenario.text
        #expect(text.contains("{name: shop.service, on: didFinishLaunching, after: network.service, lane: units"))
        #expect(text.contains("gap before network.service") && text.contains("# 1 edge that the times contradict: "))
        #expect(text.contains("follows: dev-sda.device, lane: gaps, duration: 100ms"))
    }

    @Test func `a graph alone gives tasks without durations, and no cycle`() throws {
        let imported = try Imported(
            """
            digraph systemd {
            "b.service"->"a.service" [color="green"];
            "a.service"->"b.service" [color="green"];
            "c.target"->"b.service" [color="green"];
            }
            """)
        #expect(imported.scenario.tasks.count == 3)
        #expect(imported.time?.count == 0)
    }

    /// As systemd-analyze plot draws it: a tenth of a point a millisecond.
    private static let svg = """
        <?xml version="1.0" standalone="no"?>
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg width="880px" height="350px" version="1.1" xmlns="http://www.w3.org/2000/svg">
        <!-- This file is a systemd-analyze SVG file. -->
        <defs><style type="text/css"><![CDATA[ rect { stroke-width: 1; } ]]></style></defs>
        <rect class="background" width="100%" height="100%" />
        <text x="20" y="50">Startup finished in 1.000s (kernel) + 2.000s (userspace) = 3.000s</text>
        <g transform="translate(20.000,100)">
          <line class="sec1" x1="100.000" y1="0" x2="100.000" y2="80.000" />
          <text class="sec" x="100.000" y="-5.000" >1.0s</text>
          <rect class="kernel" x="0.000" y="0.000" width="100.000" height="19.000" />
          <text class="left" x="5.000" y="14.000">kernel</text>
        <g>
        <title>network.service:
        Activating: 1.000
        After:
          basic.target
        </title>
          <rect class="activating" x="100.000" y="20.000" width="50.000" height="19.000" />
          <rect class="active" x="150.000" y="20.000" width="150.000" height="19.000" />
          <text class="left" x="105.000" y="34.000">network.service (500ms)</text>
        </g>
        <g>
        <title>shop.service:
        Activating: 1.500
        After:
          network.service
        Requires:
          basic.target
        </title>
          <rect class="activating" x="150.000" y="40.000" width="150.000" height="19.000" />
          <text class="left" x="155.000" y="54.000">shop.service (1.500s) &lt;&#62;</text>
        </g></g>
        </svg>
        """

    @Test func `a bar beyond all times is no unit`() {
        // As many seconds that their nanoseconds come round to a small number.
        let bar = #"x="100.000" y="20.000""#
        let text = Self.svg.replacing(bar, with: bar.replacing("100.000", with: "18446744074"))
        #expect(text != Self.svg)
        let names = try? Imported(text).launch.runs.map { $0.name }
        #expect(names == ["kernel", "shop.service"], "\(names ?? [])")
    }

    @Test func `a boot comes from a plot as SVG`() throws {
        let imported = try Imported(Self.svg)
        #expect(imported.time?.count == 3_000_000_000)
        let unsaid = Self.svg.replacing("1.000s (kernel) + 2.000s (userspace) = 3.000s", with: "0s")
        #expect(try unsaid != Self.svg && Imported(unsaid).time == imported.time, "as long as its bars")
        #expect(
            try imported.schedule == [
                "kernel main 0..1000000", "network.service units 1000000..1500000 <- kernel",
                "shop.service units 1500000..3000000 <- network.service",
            ])
    }

    @Test func `a unit whose name says on which device it works waits for that device`() throws {
        func bar(_ name: String, _ start: Int, _ width: Int) -> String {
            "<rect class=\"activating\" x=\"\(start)\" y=\"20\" width=\"\(width)\"/><text class=\"left\" x=\"5\">\(name)</text>"
        }
        let bars = [
            bar("systemd-udevd.service", 0, 10), bar("dev-sda1.device", 5, 55), bar("dev-sdb.device", 5, 70),
            bar("systemd-fsck@dev-sda1.service", 80, 20), bar("dev-sdb.swap", 90, 5), bar("a@b.service", 96, 2),
        ]
        let launch = try Imported("<svg>\(bars.joined())</svg>").launch
        func before(_ name: String) -> [String] {
            launch.runs.first { $0.name == name }?.after.map { launch.runs[$0].name } ?? []
        }
        #expect(before("systemd-fsck@dev-sda1.service") == ["dev-sda1.device"])
        #expect(before("dev-sdb.swap") == ["dev-sdb.device"])
        #expect(before("a@b.service") == [])
    }

    @Test func `what systemd itself did before the units are stages, the security module too`() throws {
        let own = """
            <rect class="security" x="100.000" y="20.000" width="20.000" height="19.000" />
              <rect class="generators" x="120.000" y="20.000" width="10.000" height="19.000" />
              <rect class="unitsload" x="130.000" y="20.000" width="20.000" height="19.000" />
              <text class="left" x="105.000" y="34.000">systemd</text>
            """
        let unit = "<rect class=\"activating\" x=\"150.000\""
        let imported = try Imported(Self.svg.replacing(unit, with: own + unit, maxReplacements: 1))
        let runs = imported.launch.runs.filter { $0.lane == 0 }.map {
            "\($0.name) \($0.start / 1_000_000)..\($0.end / 1_000_000)"
        }
        #expect(
            runs.prefix(4) == [
                "kernel 0..1000", "security module 1000..1200", "generators 1200..1300", "unit files 1300..1500",
            ])
    }

    @Test func `systemd's own record of a boot says what its units waited for`() throws {
        let imported = try Imported(bytes: DemoFile.read("systemd-plot.svg"))
        // It says itself: 835 ms.
        let time = try #require(imported.time).count
        #expect((time - 835_000_000).magnitude * 100 <= 835_000_000)
        let schedule = try imported.schedule
        #expect(schedule.map { $0.split(separator: " ")[0] }.starts(with: ["systemd", "generators", "unit"]))
        for unit in ["logger.service", "web.service", "worker.service"] {
            #expect(schedule.contains { $0.hasPrefix(unit) && $0.contains(" <- unit files") }, "\(schedule)")
        }
    }

    @Test(
        "XML that would grow, is broken or is truncated is refused",
        arguments: [
            (
                "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><svg>&b;</svg>",
                "f:1:15: error: a document type with declarations (DTD) is not supported"
            ),
            (
                "<svg><rect class=\"kernel\" x=\"&b;\"/></svg>",
                "f:1:30: error: unknown entity; XML itself defines only five"
            ),
            ("<svg><rect class=\"kernel\" x=\"NaN\"/></svg>", "f:1:36: error: x: expected a number"),
            ("<svg><rect>", "f:1:12: error: the file ends inside <rect>"),
            ("<svg><rect></svg>", "f:1:17: error: </svg> closes no open element"),
            ("<svg><rect", "f:1:11: error: expected a name"),
            ("<svg></svg>", "f:1:12: error: found no units: the plot of systemd-analyze has bars of class activating"),
            ("<html></html>", "f:1:1: error: found no units: a report of cargo build --timings has UNIT_DATA"),
            (
                "[{\"activating\":-5,\"name\":\"a\"}]",
                "f:1:29: error: a unit lacks its name, or the time at which it was activating"
            ),
        ])
    func refused(text: String, problem: String) {
        #expect(Imported.problem(Array(text.utf8)) == problem)
    }

    @Test func `a zero byte in XML is refused`() {
        #expect(Imported.problem(Array("<svg>a\u{0}b</svg>".utf8)) == "f:1:7: error: text cannot contain a NUL byte")
        #expect(Imported.problem(Array("<svg \u{0}></svg>".utf8)) == "f:1:6: error: expected a name")
    }

    @Test func `endless nesting is refused`() {
        let deep = "<svg>" + String(repeating: "<g>", count: 100_000)
        #expect(Imported.problem(Array(deep.utf8)) == "f:1:1542: error: XML is nested deeper than 512 levels")
    }

    /// A plot of units with the lists of what they came after, as systemd draws it since version 250.
    private static func plot(
        _ units: [(name: String, start: Int, end: Int, after: [String])], second: Int = 1000
    ) -> String {
        let bars = units.map { unit in
            """
            <g><title>\(unit.name):
            After:
              \(unit.after.joined(separator: "\n  "))
            </title>
            <rect class="activating" x="\(unit.start)" y="0" width="\(unit.end - unit.start)"/>
            <text class="left" x="0">\(unit.name)</text></g>
            """
        }
        return "<svg><text class=\"sec\" x=\"\(second).0\">1.0s</text>" + bars.joined() + "</svg>"
    }

    /// The tasks of the critical path of what an import makes of a text.
    private static func path(_ imported: Imported) throws -> [String] {
        let recording = try Recording(imported.scenario)
        let launch = try #require(
            LaunchMeasure(title: "", names: recording.names, timeline: recording.timeline, facts: recording.facts))
        return launch.path.links.compactMap { $0.task }.filter { !launch.isGap($0) }.map { launch.name($0) }
    }

    @Test func `where a plot says what came after what, its critical path is systemd's critical chain`() throws {
        let imported = try Imported(
            Self.plot([
                ("journald.service", 0, 120, []), ("tmpfiles.service", 120, 300, ["journald.service"]),
                ("sysinit.target", 300, 300, ["tmpfiles.service", "journald.service"]),
                ("basic.target", 300, 300, ["sysinit.target"]), ("late.service", 310, 420, ["basic.target"]),
                ("cups.service", 300, 800, ["basic.target"]), ("network.service", 300, 990, ["basic.target"]),
                ("multi-user.target", 990, 990, ["cups.service", "network.service"]),
                ("graphical.target", 990, 1000, ["multi-user.target", "late.service"]),
            ]))
        // systemd-analyze critical-chain: of what a unit came after, what became active last.
        #expect(
            try Self.path(imported) == [
                "journald.service", "tmpfiles.service", "sysinit.target", "basic.target", "network.service",
                "multi-user.target", "graphical.target",
            ])
    }

    /// Debian 12 in a container, times in 10 us: the units on `systemd-analyze critical-chain`, and some beside it. systemd
    /// begins one unit after another, so that the ends of others lie between what a unit came after and its own start.
    @Test func `the critical chain of a recorded boot is ours, whatever began or ended meanwhile`() throws {
        let rows = """
            -.mount 11234 0
            systemd-journald.socket 11575 0 -.mount
            systemd-journald.service 13316 2017 systemd-journald.socket,-.mount
            systemd-remount-fs.service 13845 925 systemd-journald.socket
            systemd-sysusers.service 15122 1348 systemd-journald.socket,systemd-remount-fs.service
            systemd-journal-flush.service 15805 1930 -.mount,systemd-journald.service,systemd-remount-fs.service
            systemd-tmpfiles-setup-dev.service 16565 1200 systemd-sysusers.service,systemd-journald.socket
            local-fs-pre.target 17776 0 systemd-remount-fs.service,systemd-tmpfiles-setup-dev.service
            local-fs.target 17780 0 local-fs-pre.target,systemd-remount-fs.service
            systemd-tmpfiles-setup.service 17896 1545 local-fs.target,systemd-journal-flush.service
            systemd-update-utmp.service 21212 672 systemd-remount-fs.service,systemd-tmpfiles-setup.service
            sysinit.target 21972 0 systemd-tmpfiles-setup.service,systemd-update-utmp.service,systemd-sysusers.service
            dbus.socket 22154 0 -.mount,sysinit.target
            sockets.target 22169 0 dbus.socket,systemd-journald.socket
            basic.target 22195 0 -.mount,sockets.target,sysinit.target
            cron.service 22348 0 basic.target
            nginx.service 22898 4044 basic.target
            postgresql@15-main.service 23118 228825 basic.target,sysinit.target
            ssh.service 23846 7690 basic.target
            postgresql.service 253167 212 postgresql@15-main.service,basic.target
            exim4.service 253578 17022 postgresql.service,basic.target
            multi-user.target 270637 0 postgresql.service,exim4.service,cron.service,ssh.service,nginx.service
            graphical.target 270693 0 multi-user.target,exim4.service
            """
        let units = rows.split(separator: "\n").map { row in
            let words = row.split(separator: " ").map(String.init)
            let start = Int(words[1]) ?? 0
            let after = words.count > 3 ? words[3].split(separator: ",").map(String.init) : []
            return (name: words[0], start: start, end: start + (Int(words[2]) ?? 0), after: after)
        }
        #expect(
            try Self.path(Imported(Self.plot(units, second: 100_000))) == [
                "-.mount", "systemd-journald.socket", "systemd-remount-fs.service", "systemd-sysusers.service",
                "systemd-tmpfiles-setup-dev.service", "local-fs-pre.target", "local-fs.target",
                "systemd-tmpfiles-setup.service", "systemd-update-utmp.service", "sysinit.target", "dbus.socket",
                "sockets.target", "basic.target", "postgresql@15-main.service", "postgresql.service", "exim4.service",
                "multi-user.target", "graphical.target",
            ])
    }

    @Test("the same for random boots", arguments: 0..<25 as Range<UInt64>)
    func randomBoots(seed: UInt64) throws {
        var random = SplitMix(seed: seed &+ 7)
        var units: [(name: String, start: Int, end: Int, after: [String])] = [("unit0.service", 0, 97, [])]
        for number in 1...12 {
            let after = (0..<1 + random.below(3)).map { _ in random.below(number) }
            let start = after.map { units[$0].end }.max() ?? 0
            units.append(("unit\(number).service", start, start + 20 + random.below(400), after.map { units[$0].name }))
        }
        let last = try #require(units.max { ($0.end, $0.name) < ($1.end, $1.name) })
        guard units.count(where: { $0.end == last.end }) == 1 else { return }
        var chain = [last]
        while let next = units.filter({ chain[0].after.contains($0.name) }).max(by: { $0.end < $1.end }) {
            chain.insert(next, at: 0)
        }
        #expect(try Self.path(Imported(Self.plot(units))) == chain.map { $0.name })
    }

    @Test func `Bazel's own critical path is ours, where its actions waited for nothing else`() throws {
        let actions = [("Compile a", 1, 0, 30), ("Compile b", 2, 0, 20), ("Link", 2, 30, 50), ("Test", 1, 80, 20)]
        let path = ["Compile a", "Link", "Test"]
        let events = actions.map {
            "{\"cat\":\"action processing\",\"name\":\"\($0.0)\",\"ph\":\"X\",\"ts\":\($0.2),\"dur\":\($0.3),\"pid\":1,\"tid\":\($0.1)}"
        }
        let components = path.map {
            "{\"cat\":\"critical path component\",\"name\":\"action '\($0)'\",\"ph\":\"X\",\"ts\":0,\"dur\":1,\"pid\":1,\"tid\":0}"
        }
        let imported = try Imported(
            "{\"otherData\":{\"build_id\":\"7\"},\"traceEvents\":[\((events + components).joined(separator: ","))]}")
        #expect(try Self.path(imported) == path)
        #expect(imported.launch.notes.contains { $0.hasSuffix("action 'Compile a' > action 'Link' > action 'Test'.") })
    }
}
