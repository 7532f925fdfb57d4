/// Which colors the screen may use.
public enum Palette: String, CaseIterable, Hashable, Sendable {
    /// The terminal's own 16 colors; legible on dark and light backgrounds.
    case standard = "default"
    /// Without the pale colors, for a light background.
    case light
    /// Bright colors, nothing dimmed.
    case highContrast = "high-contrast"
    /// Blue, yellow and magenta instead of red and green; distinguishable with any kind of color vision.
    case colorBlind = "color-blind"
    /// No colors: bold, dim, reverse and underline only.
    case mono
}

/// The look of each part of the screen; a letter or glyph always says the same.
package struct Theme: Hashable, Sendable {
    /// The colors of the theme.
    package let palette: Palette

    /// A theme with these colors.
    package init(palette: Palette) { self.palette = palette }

    /// Text.
    package let standard = Style()
    /// What matters less.
    package var dim: Style { palette == .highContrast ? Style() : Style(attributes: .dim) }
    /// What matters more.
    package let strong = Style(attributes: .bold)
    /// Bars and chosen items.
    package let bar = Style(attributes: .reverse)

    /// Column headings and pane titles.
    package var heading: Style { Style(attributes: .bold) }
    /// The names of keys in the key line.
    package var keyName: Style { hue(.key, else: .bold) }
    /// A run on the critical path: strong, without a color of its own.
    package var critical: Style { strong }
    /// A wait for a lane on the critical path, and what bounds the launch: the brightest style.
    package var criticalWait: Style { hue(.accent, else: [.bold, .underline]).adding(.bold) }
    /// A run.
    package var run: Style { hue(.calm, else: []) }
    /// A planned run.
    package var planned: Style { hue(.calm, else: .dim) }
    /// A wait for a lane off the critical path.
    package var laneWait: Style { standard }
    /// A wait for a dependency.
    package var dependencyWait: Style { dim }
    /// The line at the current instant.
    package var now: Style { Style(attributes: .bold) }
    /// Something failed.
    package var alarm: Style { hue(.failure, else: .bold).adding(.bold) }
    /// Done and in order.
    package var success: Style { hue(.calm, else: []) }
    /// Better than the compared course.
    package var gain: Style { hue(.accent, else: .bold) }
    /// Needs attention.
    package var warning: Style { hue(.attention, else: .bold) }
    /// A run of the compared course.
    package var ghost: Style { hue(.attention, else: []) }

    /// What colors are for.
    private enum Role { case key, accent, calm, failure, attention }

    private func hue(_ role: Role, else attributes: Style.Attributes) -> Style {
        palette == .mono ? Style(attributes: attributes) : Style(foreground: .ansi(color(role)))
    }

    /// One of the 16 colors: with the standard values, contrast of at least 4.5 to 1 on black, in `light` on white.
    private func color(_ role: Role) -> UInt8 {
        switch (palette, role) {
        case (.light, .key), (.light, .calm): 4
        case (.light, .accent), (.light, .attention): 5
        case (.light, .failure): 1
        case (.highContrast, .accent), (.highContrast, .attention): 11
        case (.highContrast, .key), (.highContrast, .calm): 14
        case (.highContrast, .failure): 9
        case (.colorBlind, .failure): 13
        case (.standard, .failure): 9
        case (.standard, .key), (.standard, .calm), (.colorBlind, .key), (.colorBlind, .calm): 6
        case (.standard, .accent), (.standard, .attention), (.colorBlind, .accent), (.colorBlind, .attention): 3
        case (.mono, _): 7
        }
    }
}

extension Style {
    /// This style with further attributes.
    package func adding(_ more: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(more)
        return style
    }
}

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
