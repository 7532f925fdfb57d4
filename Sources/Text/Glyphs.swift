/// Which characters may be shown.
public enum Glyphs: UInt8, CaseIterable, Sendable {
    /// All of Unicode.
    case unicode
    /// Only the printable characters of ASCII.
    case ascii
}
