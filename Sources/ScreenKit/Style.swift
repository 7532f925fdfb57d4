/// A terminal color.
public enum Color: Hashable, BitwiseCopyable, Sendable {
    /// The terminal's own.
    case standard
    /// One of the 16 ANSI colors, 0 ... 15.
    case ansi(UInt8)
}

/// The look of a cell besides its glyph; it only repeats what a letter or glyph says.
public struct Style: Hashable, BitwiseCopyable, Sendable {
    /// Attributes, one bit each.
    public struct Attributes: OptionSet, Hashable, BitwiseCopyable, Sendable {
        /// The bits.
        public var rawValue: UInt8
        /// The set with these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Bold.
        public static let bold = Attributes(rawValue: 1)
        /// Dim.
        public static let dim = Attributes(rawValue: 2)
        /// Foreground and background swapped.
        public static let reverse = Attributes(rawValue: 4)
        /// Underlined.
        public static let underline = Attributes(rawValue: 8)
    }

    /// Color of the glyph.
    public var foreground: Color
    /// Color behind it.
    public var background: Color
    /// Attributes.
    public var attributes: Attributes

    /// By default the terminal's own colors without attributes.
    public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own look.
    public static let standard = Style()
}
