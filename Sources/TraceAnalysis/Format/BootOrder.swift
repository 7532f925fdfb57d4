/// The order that systemd gives its own units in every boot, as systemd.special(7) and bootup(7) document it: no plot has to
/// record it.
public enum BootOrder {
    private static let rows: [(unit: String, after: [String])] = [
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

    /// The target that stands for a network which is up: it waits for that and nothing else.
    private static let online = "network-online.target"

    /// Whether a unit of this name comes after one of that name in every boot.
    public static func isStandard(_ unit: String, after other: String) -> Bool {
        guard let row = rows.first(where: { unit.utf8.elementsEqual($0.unit.utf8) }) else { return false }
        return row.after.contains { other.utf8.elementsEqual($0.utf8) }
            || row.unit == online && BootUnit.waitsForNetwork(other)
    }

    /// Whether the order of every boot names all that a unit of this name waits for.
    public static func isAll(of unit: String) -> Bool { unit.utf8.elementsEqual(online.utf8) }

    /// Whether a unit of this name has a place in it.
    public static func orders(_ unit: String) -> Bool { rows.contains { unit.utf8.elementsEqual($0.unit.utf8) } }
}
