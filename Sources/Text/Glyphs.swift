/// Which characters may be shown.
public enum Glyphs: UInt8, CaseIterable, Sendable {
    /// Everything that UTF-8 can say.
    case unicode
    /// Only the printable characters of ASCII.
    case ascii
}
