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

    /// The device was there long before; what the check of its file system waited for is not known.
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
