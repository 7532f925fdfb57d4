import Text

/// Names of a boot's devices, which are paths through the hardware, as a line has room for them.
public enum DeviceText {
    /// The longest name that is shown as a whole, and how much of the end of a longer one is.
    private static let longest = 44
    private static let end = 32

    /// Whether a unit of this name is a device.
    static func isDevice(_ name: String) -> Bool { name.utf8.suffix(7).elementsEqual(".device".utf8) }

    /// A name for a line of text, cleaned: of a device with a long path only the end, `…1\x2d1.1:1.0-net-enu1u1.device`.
    public static func short(_ name: String) -> String {
        let name = DisplayText.clean(name)
        return isDevice(name) && name.count > longest ? "…" + String(name.suffix(end)) : name
    }
}
