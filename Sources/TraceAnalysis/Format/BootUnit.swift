import Text

/// What the name of a part of a recorded boot says: units of systemd, and what the machine does before them.
public enum BootUnit {
    /// The longest name of a device that is shown as a whole, and how much of the end of a longer one is.
    private static let longest = 44
    private static let end = 32

    /// Units that run for as long as they wait for something, by the beginning of their names.
    private static let waiting: [(prefix: String, what: String)] = [
        ("systemd-udev-settle.service", "until udev has set up every device"),
        ("dracut-initqueue.service", "until the device of the root file system is there"),
        ("NetworkManager-wait-online.service", "for a network connection"),
        ("systemd-networkd-wait-online", "for a network connection"),
        ("ifupdown-wait-online.service", "for a network connection"),
        ("plymouth-quit-wait.service", "until the boot screen is gone"),
        ("systemd-time-wait-sync.service", "until the clock is set"),
        ("snapd.seeded.service", "until snapd has set up its snaps"),
        ("cloud-init-wait", "for cloud-init"),
        ("systemd-cryptsetup@", "for a passphrase, maybe"),
    ]

    /// Whether a unit of this name is a device: it only waits until the hardware is there.
    public static func isDevice(_ name: String) -> Bool { ends(name, with: ".device") }

    /// Whether it takes as long as the machine does, so that no unit's file shortens it.
    public static func isHardware(_ name: String) -> Bool {
        isDevice(name) || name == "firmware" || name == "kernel"
    }

    /// Whether it is a unit for a user who logs in meanwhile.
    public static func isSession(_ name: String) -> Bool {
        let isUnit = [".service", ".slice", ".scope", ".mount"].contains { ends(name, with: $0) }
        return isUnit && ["user@", "user-", "session-", "run-user-"].contains { name.utf8.starts(with: $0.utf8) }
    }

    /// For or until what a unit only waits, as in `for a network connection`; nil if it is not known to do so.
    public static func waits(_ name: String) -> String? {
        waiting.first { name.utf8.starts(with: $0.prefix.utf8) }?.what
    }

    /// A name for a line of text, cleaned: of a device with a long path only the end, `…1\x2d1.1:1.0-net-enu1u1.device`.
    public static func short(_ name: String) -> String {
        let name = DisplayText.clean(name)
        return isDevice(name) && name.count > longest ? "…" + String(name.suffix(end)) : name
    }

    private static func ends(_ name: String, with suffix: String) -> Bool {
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
