/// The order that systemd gives its own units in every boot, as systemd.special(7) and bootup(7) document it: no plot has to
/// record it.
public enum BootOrder {
    private static let rows: [(unit: String, after: [String])] = [
        ("local-fs-pre.target", [devices]),
        ("systemd-udevd.service", [devices]),
        ("systemd-udev-settle.service", ["systemd-udev-trigger.service"]),
        ("systemd-journal-flush.service", ["systemd-journald.service"]),
        ("systemd-tmpfiles-setup.service", ["local-fs.target", "systemd-journal-flush.service"]),
        ("sys-kernel-config.mount", ["modprobe@configfs.service"]),
        ("sys-fs-fuse-connections.mount", ["modprobe@fuse.service"]),
        ("local-fs.target", ["local-fs-pre.target"]),
        ("remote-fs.target", ["remote-fs-pre.target"]),
        ("sysinit.target", ["local-fs.target", "swap.target"]),
        ("basic.target", ["sysinit.target", "sockets.target", "paths.target", "slices.target"]),
        ("rescue.target", ["sysinit.target"]),
        ("multi-user.target", ["basic.target"]),
        ("graphical.target", ["multi-user.target"]),
        ("network.target", ["network-pre.target"]),
        (online, ["network.target"]),
        ("time-sync.target", ["time-set.target"]),
    ]

    /// Which kind of unit comes before which target, if its own file does not say otherwise.
    private static let kinds = [
        (".mount", "local-fs.target"), (".swap", "swap.target"), (".socket", "sockets.target"),
        (".path", "paths.target"), (".timer", "timers.target"),
    ]

    /// Units whose names begin so come before that target: parts of systemd, and mounts of what the kernel shows.
    private static let parts = [
        ("systemd-fsck", "local-fs.target"), ("systemd-remount-fs.service", "local-fs.target"),
        ("systemd-cryptsetup@", "cryptsetup.target"),
    ]
    private static let early = [
        "systemd-binfmt.", "systemd-firstboot.", "systemd-hwdb-update.", "systemd-journal-catalog-update.",
        "systemd-journal-flush.", "systemd-journald.service", "systemd-modules-load.", "systemd-sysctl.",
        "systemd-sysusers.", "systemd-timesyncd.", "systemd-tmpfiles-setup", "systemd-udev-settle.",
        "systemd-udev-trigger.", "systemd-udevd.service", "systemd-update-done.", "systemd-update-utmp.service",
        "kmod-static-nodes.", "ldconfig.",
    ]
    private static let kernelFiles = ["dev-", "proc-", "sys-"]

    /// The target before which a unit of this name comes; nil if its name does not say.
    private static func target(behind unit: String) -> String? {
        func begins(_ prefix: String) -> Bool { unit.utf8.starts(with: prefix.utf8) }
        func ends(_ suffix: String) -> Bool { unit.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
        if BootUnit.isSession(unit) { return nil }
        if ends(".service") {
            return early.contains { begins($0) } ? "sysinit.target" : parts.first { begins($0.0) }?.1
        }
        if ends(".mount"), kernelFiles.contains(where: { begins($0) }) { return "sysinit.target" }
        return kinds.first { ends($0.0) }?.1
    }

    /// What makes the files of devices.
    private static let devices = "systemd-tmpfiles-setup-dev.service"

    /// The target that stands for a network which is up: it waits for that and nothing else.
    private static let online = "network-online.target"

    /// Whether a unit of this name comes after one of that name in every boot.
    public static func isStandard(_ unit: String, after other: String) -> Bool {
        if BootUnit.isTarget(unit), let target = target(behind: other), unit.utf8.elementsEqual(target.utf8) {
            return true
        }
        guard let row = rows.first(where: { unit.utf8.elementsEqual($0.unit.utf8) }) else { return false }
        return row.after.contains { other.utf8.elementsEqual($0.utf8) }
            || row.unit == online && BootUnit.waitsForNetwork(other)
    }

    /// Whether the order of every boot names all that a unit of this name waits for.
    public static func isAll(of unit: String) -> Bool { unit.utf8.elementsEqual(online.utf8) }

    /// Whether a unit of this name has a place in it.
    public static func orders(_ unit: String) -> Bool {
        func isIt(_ other: String) -> Bool { unit.utf8.elementsEqual(other.utf8) }
        return rows.contains { isIt($0.unit) } || (kinds + parts).contains { isIt($0.1) }
    }
}
