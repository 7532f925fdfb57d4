import SchedulerCore
import Text

/// What the name of a part of a recorded boot says: units of systemd, and what the machine does before them.
public enum BootUnit {
    /// The longest name of a device that is shown as a whole, and how much of the end of a longer one is.
    private static let longest = 44
    private static let end = 32

    /// Units that run for as long as they wait for something, by the beginning of their names, and the units that decide when
    /// it is there.
    private static let waiting: [(prefix: String, what: String, deciders: [String])] = [
        (
            "systemd-udev-settle.service", "until udev has set up every device, and none comes earlier without it", []
        ),
        ("dracut-initqueue.service", "until the device of the root file system is there", []),
        ("NetworkManager-wait-online.service", network, ["NetworkManager.service"]),
        ("systemd-networkd-wait-online", network, ["systemd-networkd.service"]),
        ("ifupdown-wait-online.service", network, ["networking.service"]),
        (
            "plymouth-quit-wait.service", "until the boot screen is gone",
            ["gdm.service", "gdm3.service", "sddm.service", "lightdm.service", "display-manager.service"]
        ),
        ("systemd-time-wait-sync.service", "until the clock is set", ["systemd-timesyncd.service", "chronyd.service"]),
        ("snapd.seeded.service", "until snapd has set up its snaps", ["snapd.service"]),
        ("cloud-init-wait", "for cloud-init", ["cloud-init.service"]),
        (passphrase, "for a passphrase, maybe", []),
    ]

    private static let network = "for a network connection"

    /// What opens an encrypted device, and the beginnings of the names of devices that units and drivers make.
    private static let passphrase = "systemd-cryptsetup@"
    private static let made = ["dev-mapper-", "dev-dm\\x2d", "dev-md", "dev-disk-by\\x2did-dm"]
    private static let virtual = [
        "dev-loop", "dev-zram", "sys-module-", "sys-devices-virtual-", "sys-subsystem-net-devices-virbr",
        "sys-subsystem-net-devices-docker",
    ]

    /// Whether a unit of this name is a device: it only waits until the hardware is there.
    public static func isDevice(_ name: String) -> Bool { ends(name, with: ".device") }

    /// Whether a unit of this name is a target: it takes no time, and begins when all that it groups is there.
    public static func isTarget(_ name: String) -> Bool { ends(name, with: ".target") }

    /// Whether nothing in the order of the starts says what a unit of this name waited for, if no other source does: a device is
    /// there when the kernel has it, the root file system before every other one, and slices, swaps and paths beside the rest.
    public static func isApart(_ name: String) -> Bool { isDevice(name) || name == root || isBeside(name) }

    /// Whether a unit of this name is not known to have waited for one of that name only because it began after it.
    public static func isUnordered(_ name: String, after other: String) -> Bool {
        isBeside(other) || isApart(name) && other.utf8.contains(0x2E) && !makes(other, name)
    }

    /// Whether a unit of this name only appears, without a program of its own: a mount, a device or a socket.
    public static func isPassive(_ name: String) -> Bool {
        isDevice(name) || [".mount", ".socket"].contains { ends(name, with: $0) }
    }

    /// Whether a unit of this name mounts a file system that may be on a device, other than the root's.
    public static func mountsDevice(_ name: String) -> Bool {
        let others = ["dev-", "proc-", "run-", "sys-", "tmp.mount", root]
        return ends(name, with: ".mount") && !others.contains { name.utf8.starts(with: $0.utf8) }
    }

    private static let root = "-.mount"

    private static func isBeside(_ name: String) -> Bool {
        [".slice", ".swap", ".path"].contains { ends(name, with: $0) }
    }

    /// Whether a device is none of the hardware: a unit or the kernel makes it, such as an encrypted or a virtual one.
    public static func isMade(_ name: String) -> Bool {
        isVirtual(name) || isDevice(name) && made.contains { name.utf8.starts(with: $0.utf8) }
    }

    /// Whether the kernel makes a device, as soon as a driver asks for it.
    public static func isVirtual(_ name: String) -> Bool {
        isDevice(name) && virtual.contains { name.utf8.starts(with: $0.utf8) }
    }

    /// Devices that come within so many nanoseconds are one under several names.
    public static let alias: Int64 = 1_000_000

    /// Whether a unit makes devices.
    public static func isMaker(_ unit: String) -> Bool {
        [passphrase, "mdadm"].contains { unit.utf8.starts(with: $0.utf8) }
    }

    /// Whether a unit makes a device: `systemd-cryptsetup@home.service` makes `dev-mapper-home.device`, `mdadm.service` those of
    /// its arrays.
    public static func makes(_ unit: String, _ device: String) -> Bool {
        if unit.utf8.starts(with: passphrase.utf8), ends(unit, with: ".service") {
            let name = unit.utf8.dropFirst(passphrase.utf8.count).dropLast(".service".utf8.count)
            return device.utf8.elementsEqual(Array("dev-mapper-".utf8) + name + ".device".utf8)
        }
        return unit.utf8.starts(with: "mdadm".utf8) && isDevice(device) && device.utf8.starts(with: "dev-md".utf8)
    }

    /// Whether a unit has udev announce the devices that are there.
    public static func isTrigger(_ unit: String) -> Bool {
        unit.utf8.elementsEqual("systemd-udev-trigger.service".utf8)
    }

    /// Whether a unit that only waits does so for devices.
    static func waitsForDevices(_ name: String) -> Bool {
        ["systemd-udev-settle.service", "dracut-initqueue.service"].contains { name.utf8.elementsEqual($0.utf8) }
    }

    /// Whether a unit that only waits does so for a network connection.
    static func waitsForNetwork(_ name: String) -> Bool { waits(name) == network }

    /// Whether a device is one of the network, and of the hardware.
    public static func isNetwork(_ device: String) -> Bool {
        device.utf8.starts(with: "sys-subsystem-net-devices-".utf8) && !isVirtual(device)
    }

    /// Whether it waits for the user, so that nothing in a recording explains it.
    static func waitsForUser(_ name: String) -> Bool { name.utf8.starts(with: passphrase.utf8) }

    /// Which units decide when a unit that only waits has waited long enough; none if that is not known.
    static func deciders(of name: String) -> [String] {
        waiting.first { name.utf8.starts(with: $0.prefix.utf8) }?.deciders ?? []
    }

    /// Whether a name is that of a unit, not of a part of each boot such as `kernel` or `unit files`.
    public static func isUnit(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: ".")) }

    /// What a boot spends in the kernel is called so.
    public static let kernel = "kernel"

    /// Whether it is a unit for a user who logs in meanwhile.
    public static func isSession(_ name: String) -> Bool {
        let isUnit = [".service", ".slice", ".scope", ".mount"].contains { ends(name, with: $0) }
        return isUnit && ["user@", "user-", "session-", "run-user-"].contains { name.utf8.starts(with: $0.utf8) }
    }

    /// For or until what a unit only waits, as in `for a network connection`; nil if it is not known to do so.
    public static func waits(_ name: String) -> String? {
        waiting.first { name.utf8.starts(with: $0.prefix.utf8) }?.what
    }

    /// What one does about a long part of a boot; `twins` are units that go only together with it, `end` is what the boot ended
    /// with, and `system` names its version, as `Linux 6.1.0`.
    public static func remedy(
        for name: String, with twins: [String] = [], in end: String? = nil, of system: String? = nil,
        isWait: Bool = false
    ) -> String {
        if waitsForUser(name) { return "a key file or the TPM (systemd-cryptenroll) needs no passphrase" }
        return switch name {
        case kernel:
            "the plot has only its whole length, with an initramfs that is not systemd's: in journalctl -k -b -o short-monotonic, "
                + "what follows \(lastOfKernel(system)) is the initramfs's own script; before that, initcall_debug on the kernel's command line "
                + "writes how long each driver took: one that the boot does not need can be a module"
        case "firmware": "its setup can skip what you do not need, such as a boot from the network"
        case "loader": "shorten the timeout of its menu (GRUB_TIMEOUT in /etc/default/grub, timeout in loader.conf)"
        case "initrd":
            "journalctl -b -o short-monotonic has the log of that time; an image for this machine only is faster"
        case "systemd": "journalctl -b _PID=1 -o short-monotonic has the log of that time"
        case "security module": "it loads the policy of SELinux or AppArmor: a smaller one is faster"
        case "generators": "systemd-analyze log-level debug names each in the log; remove those that you do not need"
        case "unit files": "systemd reads all of them: fewer units, or faster storage"
        default:
            "systemctl cat \(argument(name)) says what it runs, systemd-analyze critical-chain\(target(end)) whether the boot waits "
                + "for it, journalctl -b -u \(argument(name)) -o short-monotonic what it did"
                + (isWait
                    ? ""
                    : "; if you can do without: systemctl mask "
                        + ([name] + twins).map { argument($0) }.joined(separator: " "))
        }
    }

    /// What the log of a kernel says last before the initramfs begins: kernels before 4.20 do not name what they run.
    private static func lastOfKernel(_ system: String?) -> String {
        let numbers = (system ?? "").split(separator: " ").last?.split(separator: ".").prefix(2).compactMap { Int($0) }
        guard let numbers, numbers.count == 2, (numbers[0], numbers[1]) < (4, 20) else { return "Run /init" }
        return "Freeing init memory, or Freeing unused kernel memory,"
    }

    /// The target that a boot ends with, as an argument behind a blank; empty if that is none.
    private static func target(_ end: String?) -> String {
        end.flatMap { isTarget($0) ? " \(argument($0))" : nil } ?? ""
    }

    /// The lengths that are usual for a timeout, in seconds, and how near to one a unit is, as one part in so many.
    private static let timeouts: [Int64] = [5, 10, 15, 20, 30, 45, 60, startLimit, 120, 180, 300]
    /// How long systemd lets a unit start, in seconds, unless its file says otherwise (DefaultTimeoutStartSec).
    public static let startLimit: Int64 = 90
    private static let near: Int64 = 50

    /// The timeout, in seconds, that a unit of this name which took so long looks like; nil: none.
    public static func timeout(of name: String, _ length: Nanoseconds) -> Int64? {
        guard name.utf8.contains(0x2E) else { return nil }
        return timeouts.first { abs($0 * 1_000_000_000 - length.count) <= $0 * 1_000_000_000 / near }
    }

    /// The lengths that are usual for a sleep, in seconds, and how much longer than one a unit is at most, as one part in so many.
    private static let sleeps: [Int64] = [5, 10, 15, 20, 30]
    private static let rest: Int64 = 25

    /// The sleep, in seconds, that may be in a unit of this name which took so long; nil: none.
    public static func sleptSeconds(of name: String, _ length: Nanoseconds) -> Int64? {
        guard isUnit(name) else { return nil }
        return sleeps.first { seconds in
            let sleep = seconds * 1_000_000_000
            return (sleep...sleep + sleep / rest).contains(length.count)
        }
    }

    /// A unit as one word of a shell.
    private static func argument(_ name: String) -> String { name.utf8.contains(0x5C) ? "'\(name)'" : name }

    /// A name for a line of text, cleaned: of a device with a long path only the end, `…1\x2d1.1:1.0-net-enu1u1.device`.
    public static func short(_ name: String) -> String {
        let name = DisplayText.clean(name)
        return isDevice(name) && name.count > longest ? "…" + String(name.suffix(end)) : name
    }

    /// `eth0.device came 2s before its end`, of a wait in which a device came.
    public static func came(_ device: String, _ rest: Nanoseconds) -> String {
        "\(short(device)) came \(TimeText.text(rest)) before its end"
    }

    private static func ends(_ name: String, with suffix: String) -> Bool {
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
