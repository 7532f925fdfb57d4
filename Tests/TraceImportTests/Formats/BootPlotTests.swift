import SchedulerSimulation
import TestSupport
import Testing
import TraceImport

/// What comes before the units in the plot of a boot.
@Suite struct BootPlotTests {
    private static func bar(_ kind: String, _ start: Int, _ width: Int, _ name: String) -> String {
        "<rect class=\"\(kind)\" x=\"\(start)\" y=\"20\" width=\"\(width)\"/><text class=\"left\" x=\"5\">\(name)</text>"
    }

    private static func runs(_ bars: [String]) throws -> [String] {
        try Imported("<svg>\(bars.joined())</svg>").schedule
    }

    /// The plot counts from the kernel, with the firmware to the left of it; `Startup finished in` counts all.
    @Test func `a boot begins with the firmware and the loader, where the plot shows them`() throws {
        let bars = [
            Self.bar("firmware", -300, 200, "firmware"), Self.bar("loader", -100, 100, "loader"),
            Self.bar("kernel", 0, 100, "kernel"), Self.bar("activating", 100, 50, "web.service"),
        ]
        #expect(
            try Self.runs(bars) == [
                "firmware main 0..2000000", "loader main 2000000..3000000 <- firmware",
                "kernel main 3000000..4000000 <- loader", "web.service units 4000000..4500000 <- kernel",
            ])
    }

    @Test func `the initrd is a stage only where the plot shows nothing that ran in it`() throws {
        let stages = [Self.bar("kernel", 0, 100, "kernel"), Self.bar("initrd", 100, 200, "initrd")]
        let inside = Self.bar("activating", 100, 150, "dracut-initqueue.service")
        let later = Self.bar("activating", 300, 50, "web.service")
        #expect(
            try Self.runs(stages + [later]).map { $0.split(separator: " ")[0] } == ["kernel", "initrd", "web.service"])
        #expect(
            try Self.runs(stages + [inside, later]).map { $0.split(separator: " ")[0] }
                == ["kernel", "dracut-initqueue.service", "web.service"])
    }

    @Test(
        "The version of the kernel decides which line of its log is the last before the initramfs",
        arguments: [("3.4.112-edp17", "3.4.112", true), ("4.19.0", "4.19.0", true), ("4.20.1", "4.20.1", false)])
    func version(release: String, version: String, isOld: Bool) throws {
        let head = "<text x=\"20\" y=\"30\">Sailfish OS GalaxyS4 (Linux \(release) #10 SMP) arm</text>"
        let bars = [Self.bar("kernel", 0, 100, "kernel"), Self.bar("activating", 100, 50, "web.service")]
        let launch = try Imported("<svg>\(head)\(bars.joined())</svg>").launch
        #expect(launch.words.detail == "Sailfish OS, Linux \(version)")
        var source = RecordedSource(.systemd)
        source.words = launch.words
        let remedy = FormatAdvice(source).remedy(for: "kernel") ?? ""
        let line = isOld ? "Freeing init memory, or Freeing unused kernel memory," : "Run /init"
        #expect(remedy.contains(" what follows \(line) is the initramfs's own script; "), "\(remedy)")
    }

    @Test(
        "What only the systemd of a user has names a user's session, and the commands for it",
        arguments: [
            ("app.slice", "of a user's session"), ("system.slice", nil),
            ("default.target", "of a user's session, default.target reached after 0s"),
        ] as [(String, String?)])
    func session(unit: String, detail: String?) throws {
        let bars = [Self.bar("activating", 0, 0, unit), Self.bar("activating", 10, 50, "web.service")]
        let launch = try Imported("<svg>\(bars.joined())</svg>").launch
        #expect(launch.words.detail == detail)
        let option = detail == nil ? "" : " --user"
        var source = RecordedSource(.systemd)
        source.words = launch.words
        let advice = FormatAdvice(source)
        let order = "systemd-analyze\(option) dot --order > order.dot; "
        #expect(launch.notes.contains { $0.contains(order) } && advice.orderHint(for: "boot.svg").hasPrefix(order))
        let texts = [
            advice.whereToLook(before: "web.service"), advice.remedy(for: "web.service"),
            advice.whatExplains(waitBefore: "web.service", "web.service", among: [String]()),
        ]
        for text in texts {
            let text = text ?? ""
            #expect(text.contains("journalctl\(option) -b ") && text.contains("systemctl\(option) "), "\(text)")
        }
    }

    @Test func `a boot that nothing says the end of says when its target was reached`() throws {
        let units = [("multi-user.target", 8), ("graphical.target", 9), ("late.service", 10)].map {
            Self.bar("activating", $0.1 * 100, 0, $0.0)
        }
        let words = try Imported("<svg>\(Self.bar("kernel", 0, 100, "kernel"))\(units.joined())</svg>").launch.words
        #expect(words.detail == "graphical.target reached after 9s" && words.end == nil)
    }

    private static func label(_ name: String) -> String { "<text class=\"left\" x=\"5\">\(name)</text>" }

    /// Only the bar, whose name comes after another one.
    private static func bar(_ kind: String, _ start: Int, _ width: Int) -> String {
        "<rect class=\"\(kind)\" x=\"\(start)\" y=\"20\" width=\"\(width)\"/>"
    }

    @Test func `systemd's own work before the units is named, in the initrd, too`() throws {
        let bars = [
            Self.bar("kernel", 0, 100, "kernel"),
            Self.bar("initrd", 100, 200) + Self.bar("generators", 120, 30) + Self.bar("unitsload", 150, 10)
                + Self.label("initrd"),
            Self.bar("activating", 160, 140, "dracut-pre-udev.service"),
            Self.bar("active", 300, 300) + Self.bar("security", 310, 40) + Self.label("systemd"),
            Self.bar("activating", 400, 50, "web.service"),
            Self.bar("security", 0, 30) + Self.label("Setting up security module"),
        ]
        #expect(
            try Self.runs(bars) == [
                "kernel main 0..1000000", "systemd main 1000000..1200000 <- kernel",
                "generators main 1200000..1500000 <- systemd", "unit files main 1500000..1600000 <- generators",
                "dracut-pre-udev.service units 1600000..3000000 <- unit files",
                "systemd 2 main 3000000..3100000 <- unit files, dracut-pre-udev.service",
                "security module main 3100000..3500000 <- systemd 2",
                "systemd 3 main 3500000..4000000 <- security module", "web.service units 4000000..4500000 <- systemd 3",
            ])
    }

    /// It shows up a moment before its unit says that it is done, under two names.
    @Test func `a device that a unit makes waits for that unit`() throws {
        let bars = [
            Self.bar("kernel", 0, 100, "kernel"),
            Self.bar("activating", 100, 499, "dev-mapper-luks\\x2d1.device"),
            Self.bar("activating", 599, 0, "dev-dm\\x2d0.device"),
            Self.bar("activating", 150, 450, "systemd-cryptsetup@luks\\x2d1.service"),
            Self.bar("activating", 600, 400, "home.mount"),
        ]
        let runs = try Self.runs(bars)
        for name in ["dev-mapper-luks\\x2d1.device", "dev-dm\\x2d0.device"] {
            #expect(
                runs.contains("\(name) units 6000000..6000000 <- systemd-cryptsetup@luks\\x2d1.service"), "\(runs)")
        }
    }

    /// The device was there long before; what the check of its file system waited for is not known.
    /// A bar of 100 is a second: the unit ended 4 or 6 ms after the target began.
    @Test("A target waited for the unit that ended a few milliseconds later", arguments: [(4, true), (6, false)])
    func skew(late: Int, isAwaited: Bool) throws {
        let unit =
            "<rect class=\"activating\" x=\"100\" y=\"20\" width=\"200.\(late)\"/><text class=\"left\" x=\"5\">wait.service</text>"
        let bars = [
            Self.bar("kernel", 0, 100, "kernel"), Self.bar("activating", 100, 50, "early.service"), unit,
            Self.bar("activating", 300, 0, "online.target"), Self.bar("activating", 300, 50, "web.service"),
        ]
        let runs = try Self.runs(bars)
        let other = isAwaited ? "wait.service" : "early.service"
        #expect(runs.contains("online.target units 3000000..3000000 <- kernel, \(other)"), "\(runs)")
    }

    @Test func `the device of a unit need not be all that it waited for`() throws {
        let bars = [
            Self.bar("kernel", 0, 100, "kernel"), Self.bar("activating", 100, 20, "dev-sda1.device"),
            Self.bar("activating", 120, 500, "systemd-udev-settle.service"),
            Self.bar("activating", 620, 30, "systemd-fsck@dev-sda1.service"),
        ]
        #expect(
            try Self.runs(bars).last
                == "systemd-fsck@dev-sda1.service units 6200000..6500000 <- dev-sda1.device, systemd-udev-settle.service"
        )
    }
}
