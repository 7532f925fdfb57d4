/// Which colours the screen may use.
public enum Palette: String, CaseIterable, Hashable, Sendable {
    /// The terminal's own 16 colours; legible on dark and light backgrounds.
    case standard = "default"
    /// Without the pale colours, for a light background.
    case light
    /// Bright colours, nothing dimmed.
    case highContrast = "high-contrast"
    /// Blue, yellow and magenta instead of red and green, told apart with any kind of colour vision.
    case colorBlind = "color-blind"
    /// No colours: bold, dim, reverse and underline only.
    case mono
}

/// The look of each part of the screen; what it says is always said by a letter or glyph as well.
struct Theme: Hashable, Sendable {
    let palette: Palette

    let standard = Style()
    var dim: Style { palette == .highContrast ? Style() : Style(attributes: .dim) }
    let strong = Style(attributes: .bold)
    let bar = Style(attributes: .reverse)

    /// Column headings and pane titles.
    var heading: Style { Style(attributes: .bold) }
    /// The names of keys in the key line.
    var keyName: Style { color(6, else: .bold) }
    /// A critical run.
    var critical: Style { Style(foreground: hue(standard: 1, blind: 3), attributes: .bold) }
    /// A run.
    var run: Style { Style(foreground: hue(standard: 4, blind: 4)) }
    /// A planned run.
    var planned: Style { Style(foreground: hue(standard: 6, blind: 6), attributes: palette == .mono ? .dim : []) }
    /// A wait for a lane.
    var laneWait: Style { Style(foreground: hue(standard: 3, blind: 5)) }
    /// A wait for a dependency.
    var dependencyWait: Style { dim }
    /// The line at the current instant.
    var now: Style { Style(attributes: .bold) }
    /// Something is wrong.
    var alarm: Style { Style(foreground: hue(standard: 1, blind: 5), attributes: .bold) }
    /// Done and in order.
    var success: Style { Style(foreground: hue(standard: 2, blind: 4)) }
    /// Needs attention.
    var warning: Style { Style(foreground: hue(standard: 3, blind: 3), attributes: palette == .mono ? .bold : []) }

    /// The look of a state letter.
    func state(_ letter: StateLetter) -> Style {
        switch letter {
        case .running: Style(foreground: hue(standard: 4, blind: 4), attributes: .bold)
        case .done: success
        case .waiting, .idle, .gone: dim
        case .laneWaiting: laneWait
        case .paused, .skipped, .missed, .cancelled: warning
        case .failed, .stuck: alarm
        }
    }

    private func color(_ number: UInt8, else attributes: Style.Attributes) -> Style {
        palette == .mono ? Style(attributes: attributes) : Style(foreground: hue(standard: number, blind: number))
    }

    private func hue(standard: UInt8, blind: UInt8) -> Color {
        switch palette {
        case .standard: .ansi(standard)
        case .light: .ansi(standard == 3 ? 5 : standard == 6 ? 4 : standard)
        case .highContrast: .ansi(standard + 8)
        case .colorBlind: .ansi(blind)
        case .mono: .standard
        }
    }
}

extension Style {
    /// The same with further attributes.
    func adding(_ more: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(more)
        return style
    }
}
