import Testing

/// What `critical-path` and `blame` say of recorded boots: units that only wait, what to do about a unit or the kernel.
@Suite struct RecordedBootTests {
    private static let scenario = "name: s\ntasks:\n  - {name: A, on: launch, duration: 1ms}\n"

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
            what each would save if it took no time:
              without systemd-udev-settle.service: -5ms if web.service really waits for systemd-udev-settle.service, else less
              web.service: -2ms
              kernel-load.service: -1ms if so and systemd-udev-settle.service really waits for \
            kernel-load.service, else less
              estimates: with all other lengths as they are, and if no unit waited for more than is said
            to simulate the first: taskscope what-if boot.json 'systemd-udev-settle.service duration 0s'
            next: systemd-udev-settle.service: systemctl cat systemd-udev-settle.service says what it runs, systemd-analyze \
            critical-chain whether the boot waits for it, journalctl -b -u systemd-udev-settle.service -o short-monotonic what it \
            did; if you can do without: systemctl mask systemd-udev-settle.service

            """
        #expect(path.contains(words), "\(path)")
        let next = path.split(separator: "\n").filter { $0.hasPrefix("next: ") }.map { $0.split(separator: ":")[1] }
        #expect(
            next == [" systemd-udev-settle.service", " web.service", " kernel-load.service"],
            "each of the longest has a line: \(path)")
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
        let gain = "-7s if dracut-initqueue.service really waits for systemd-cryptsetup@root.service"
        let needed = "service: -200ms if what comes after it needs dev-mapper-root.device; if not, -3.3s if "
        #expect(path.contains(needed), "\(path)")
        #expect(path.contains("  systemd-cryptsetup@root.service: \(gain)"), "\(path)")
        #expect(!path.contains("almost critical"), "\(path)")
        let blame = try folder.run("blame", "boot.json").output
        let slack = "SLACK: under the assumed order, because the file does not state all of it\n"
        #expect(blame.contains(slack), "\(blame)")
        let tried = try folder.run("what-if", "boot.json", "systemd-cryptsetup@root.service duration 0s").output
        #expect(tried.contains("0s to -7s  systemd-cryptsetup@root.service duration 0s\n"), "\(tried)")
        #expect(tried.contains("\n\(gain)"), "\(tried)")
    }

    @Test func `a wait behind which only targets come is said to delay only them`() throws {
        let folder = try InFolder(Self.scenario)
        let units = """
            [{"name":"web.service","activating":0,"time":2000000},{"name":"network.target","activating":2000000,"time":0},
            {"name":"sshd.service","activating":2100000,"time":100000},
            {"name":"network-online.target","activating":70000000,"time":0},
            {"name":"multi-user.target","activating":70000000,"time":0}]
            """
        try folder.write(units, to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        #expect(
            path.contains(
                "  it delayed only network-online.target and multi-user.target: all other units had begun by 2.1s\n"),
            "\(path)")
        try folder.write(
            units.replacing("]", with: #",{"name":"x.service","activating":70000000,"time":1}]"#), to: "boot.json")
        let other = try folder.run("critical-path", "boot.json").output
        #expect(!other.contains("it delayed only"), "\(other)")
    }

    @Test func `of a unit that waits for a network, the network device that came meanwhile is named`() throws {
        let folder = try InFolder(Self.scenario)
        let units = """
            [{"name":"NetworkManager.service","activating":0,"time":100000},
            {"name":"NetworkManager-wait-online.service","activating":100000,"time":3000000},
            {"name":"sys-subsystem-net-devices-eth0.device","activating":1100000,"time":0},
            {"name":"sys-subsystem-net-devices-virbr0.device","activating":2000000,"time":0},
            {"name":"dev-sda.device","activating":2100000,"time":0},
            {"name":"web.service","activating":3100000,"time":500000}]
            """
        try folder.write(units, to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let words = "3s for a network connection; sys-subsystem-net-devices-eth0.device came 2s before its end; "
        #expect(path.contains(words + "NetworkManager.service decides when\n"), "\(path)")
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
        #expect(path.contains("systemctl mask NetworkManager-wait-online.service \(twin)\n"), "\(path)")
    }

    @Test func `a unit as long as a usual timeout, at whose end no other one ended, looks like one`() throws {
        let folder = try InFolder(Self.scenario)
        func next(_ length: Int, _ other: Int, _ device: String = "") throws -> String {
            let units = [("init.service", 0, length), ("late.service", length, 1000), ("beside.service", 100, other)]
                .map {
                    #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"#
                }
            try folder.write("[\(device)\(units.joined(separator: ","))]", to: "boot.json")
            let path = try folder.run("critical-path", "boot.json").output
            return String(path.split(separator: "\n").first { $0.hasPrefix("next: init.service") } ?? "")
        }
        let words =
            "next: init.service: it looks like a timeout of 30s: it probably waited; systemctl cat init.service says what it runs"
        #expect(try next(29_820, 10_000).hasPrefix(words))
        // What came long before says nothing of what it waited for.
        let device = #"{"name":"sys-subsystem-net-devices-wwan0.device","activating":20000000,"time":0},"#
        #expect(try next(29_820, 10_000, device).hasPrefix(words))
        for (length, other) in [(29_000, 10_000), (29_820, 20_000)] {
            #expect(try !next(length, other).contains("timeout"))
        }
        let sleep =
            "next: init.service: it took little more than 5s, as with a sleep, which systemctl edit could shorten; systemctl cat "
        for (length, isSleep) in [(5136, true), (5300, false)] {
            #expect(try next(length, 4500).hasPrefix(sleep) == isSleep)
        }
    }

    @Test("A unit beside which no other one was starting may wait for something outside", arguments: [1000, 8000])
    func alone(beside: Int) throws {
        let folder = try InFolder(Self.scenario)
        let units = [
            ("init.service", 0, 14_000), ("beside.service", 2000, beside), ("dev-sda.device", 2000, 4000),
            ("late.service", 14_000, 1000), ("user@100.service", 14_500, 100),
        ].map { #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"# }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let words =
            "next: init.service: for 13s of it no other unit was starting: it may wait for something outside the plot, such as "
            + "the user's session (systemd-analyze --user blame, journalctl --user -b); systemctl cat init.service says what "
            + "it runs"
        #expect(path.contains(words) == (beside == 1000), "\(path)")
        #expect(path.contains("next: init.service: systemctl cat ") == (beside == 8000), "\(path)")
    }

    @Test
    func
        `what only takes a moment is counted apart from the waits that have a row, and a network that nothing waits for is said`()
        throws
    {
        let folder = try InFolder(Self.scenario)
        let units = [
            ("a.service", 0, 1000), ("b.service", 1010, 1000), ("c.service", 2020, 1000),
            ("network-online.target", 9000, 0),
        ].map { #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"# }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        #expect(path.contains("unexplained: 1 wait and 2 short ones, 6s"), "\(path)")
        #expect(path.contains("no unit of the plot waits for a network (*-wait-online, DHCP), and a plot "), "\(path)")
        #expect(!path.contains("without it"), "what ended the wait is not known: \(path)")
    }

    @Test func `time in the kernel has a next step and no gain, as nothing says what of it can be saved`() throws {
        let folder = try InFolder(Self.scenario)
        func bar(_ kind: String, _ start: Int, _ width: Int, _ name: String) -> String {
            "<rect class=\"\(kind)\" x=\"\(start)\" y=\"20\" width=\"\(width)\"/><text class=\"left\" x=\"5\">\(name)</text>"
        }
        let bars = [bar("kernel", 0, 400, "kernel"), bar("activating", 400, 600, "web.service")]
        try folder.write("<svg>\(bars.joined())</svg>", to: "boot.svg")
        let path = try folder.run("critical-path", "boot.svg").output
        #expect(!path.contains("  kernel: "), "\(path)")
        let lines = path.split(separator: "\n").filter { $0.hasPrefix("next: ") }
        #expect(lines.map { $0.split(separator: ":")[1] } == [" web.service", " kernel"], "\(path)")
        #expect(lines.last?.contains("initcall_debug") ?? false, "\(path)")
    }

    @Test func `systemd's own order is taken as it is, and said to be that of every boot`() throws {
        let folder = try InFolder(Self.scenario)
        let units = [
            ("sysinit.target", 1000, 0), ("basic.target", 2000, 0), ("network.target", 3000, 0),
            ("web.service", 3000, 2000), ("late.service", 8800, 100), ("network-online.target", 9000, 0),
            ("multi-user.target", 9500, 0),
        ].map { #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"# }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        // late.service ended just before, and has nothing to do with the network.
        #expect(path.contains("after network.target, as in every boot, for an unrecorded reason\n"), "\(path)")
        #expect(path.contains("after basic.target") && !path.contains("after late.service"), "\(path)")
        #expect(
            path.contains("\nas in every boot: by the order of systemd's own units (systemd.special(7), bootup(7)), "),
            "\(path)")
        let text = try folder.run("import", "boot.json").output
        #expect(text.contains("after: [network.target, gap before network-online.target]"), "\(text)")
        let advice = try folder.run("advise", "boot.json").output
        #expect(!advice.contains("multi-user.target"), "\(advice)")
        #expect(advice.contains("critical-path says what would shorten a boot"), "\(advice)")
    }

    @Test func `what systemd's targets wait for has slack only up to them, and of a device none is known`() throws {
        let folder = try InFolder(Self.scenario)
        let units = [
            ("tmp.mount", 0, 1000), ("systemd-sysctl.service", 0, 500), ("dev-sda.device", 0, 800),
            ("long.service", 0, 3000), ("local-fs.target", 3000, 0), ("sysinit.target", 3100, 0),
            ("basic.target", 3200, 0), ("web.service", 3300, 5000),
        ].map { #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"# }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let blame = try folder.run("blame", "boot.json").output
        for row in [" 2s  tmp.mount\n", " 2.6s  systemd-sysctl.service\n"] { #expect(blame.contains(row), "\(blame)") }
        #expect(blame.contains(" -  dev-sda.device (a device, announced after 800ms)\n"), "\(blame)")
        #expect(blame.contains("SLACK - of a device: nothing says which units, such as its mount, "), "\(blame)")
        let device = try folder.run("blame", "boot.json", "dev-sda.device").output
        #expect(device.contains(", nothing says which units waited for it\n"), "\(device)")
        let text = try folder.run("import", "boot.json").output
        #expect(text.contains("lanes: {main: 1, units: 8,"), "systemd has no limit: \(text)")
    }

    @Test func `of many units, the devices that a boot waited longest for are shown, and none that only came`() throws {
        let folder = try InFolder(Self.scenario)
        let work = (0..<45).map { ("u\($0).service", $0 * 100, 100) }
        let devices = [("dev-sda.device", 0, 4050), ("late.device", 4450, 0)]
        let units = (work + devices).map {
            #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"#
        }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let blame = try folder.run("blame", "boot.json").output
        #expect(blame.contains("dev-sda.device (a device, announced after 4.05s)\n"), "\(blame)")
        #expect(!blame.contains("late.device"), "\(blame)")
    }

    @Test func `a unit that was over as soon as it had started is named, as it may have failed`() throws {
        let folder = try InFolder(Self.scenario)
        func unit(_ name: String, _ start: Int, _ length: Int, active: Int) -> String {
            let (begun, over) = (start + length, start + length + active)
            let bars = [("activating", start, length), ("active", begun, active), ("deactivating", over, 0)].map {
                "<rect class=\"\($0.0)\" x=\"\($0.1)\" width=\"\($0.2)\"/>"
            }
            return bars.joined() + "<text class=\"left\">\(name)</text>"
        }
        let units = [
            unit("nscd.service", 0, 100, active: 0), unit("web.service", 100, 500, active: 400),
            unit("splash.service", 100, 100, active: 50), unit("done.target", 1000, 0, active: 0),
        ]
        try folder.write(
            "<svg><rect class=\"box\" x=\"0\" width=\"1000\"/>\(units.joined())</svg>", to: "boot.svg")
        let said = try folder.run("critical-path", "boot.svg").complaints
        let words = "as units of Type=oneshot are, or failed ones (systemctl --failed): nscd.service.\n"
        #expect(said.contains(words), "\(said)")
    }

    @Test func `a wait that may be a unit's start limit says when that unit began`() throws {
        let folder = try InFolder(Self.scenario)
        let units = [("a.service", 0, 30000), ("b.service", 30000, 5000), ("network-online.target", 110_000, 0)].map {
            #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"#
        }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        #expect(
            path.contains("; if a start limit of 90s (DefaultTimeoutStartSec) ended it, its unit began at 20s\n"),
            "\(path)")
        #expect(path.contains(" and the wait before network-online.target is as long, else "), "\(path)")
    }

    @Test func `a device that came inside a wait that nothing explains is named there`() throws {
        let folder = try InFolder(Self.scenario)
        let units = [
            ("a.service", 0, 5000), ("sys-subsystem-net-devices-enu1u1.device", 9000, 0), ("dev-sda.device", 9500, 0),
            ("dev-ram0.device", 9600, 0), ("network-online.target", 20000, 0),
        ].map { #"{"name":"\#($0.0)","activating":\#($0.1 * 1000),"time":\#($0.2 * 1000)}"# }
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.json")
        let path = try folder.run("critical-path", "boot.json").output
        let words =
            "; sys-subsystem-net-devices-enu1u1.device came only at 9s, 11s before its end: what needs it could not begin "
            + "before\n"
        #expect(path.contains(words), "\(path)")
        let next =
            "next: journalctl -b -g 'timed out|Failed to start' says if the wait before network-online.target ended with a "
            + "timeout; it is longer than each of these gains\n"
        #expect(path.contains(next), "\(path)")
    }
}
