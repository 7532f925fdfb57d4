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
    var keyName: Style { hue(.key, else: .bold) }
    /// A run of the critical path: strong, without a colour of its own.
    var critical: Style { strong }
    /// A wait for a lane on the critical path, and what is found to bound the launch: what is brightest.
    var criticalWait: Style { hue(.accent, else: [.bold, .underline]).adding(.bold) }
    /// A run.
    var run: Style { hue(.calm, else: []) }
    /// A planned run.
    var planned: Style { hue(.calm, else: .dim) }
    /// A wait for a lane off the critical path.
    var laneWait: Style { standard }
    /// A wait for a dependency.
    var dependencyWait: Style { dim }
    /// The line at the current instant.
    var now: Style { Style(attributes: .bold) }
    /// Something failed.
    var alarm: Style { hue(.failure, else: .bold).adding(.bold) }
    /// Done and in order.
    var success: Style { hue(.calm, else: []) }
    /// Better than what it is compared with.
    var gain: Style { hue(.accent, else: .bold) }
    /// Needs attention.
    var warning: Style { hue(.attention, else: .bold) }
    /// A run of the course that is compared.
    var ghost: Style { hue(.attention, else: []) }

    /// The look of a state letter.
    func state(_ letter: StateLetter) -> Style {
        switch letter {
        case .running: strong
        case .done: success
        case .waiting, .idle, .gone: dim
        case .laneWaiting: warning
        case .paused, .skipped, .missed, .cancelled: warning
        case .failed, .stuck: alarm
        }
    }

    /// What colours are for.
    private enum Role { case key, accent, calm, failure, attention }

    private func hue(_ role: Role, else attributes: Style.Attributes) -> Style {
        palette == .mono ? Style(attributes: attributes) : Style(foreground: .ansi(color(role)))
    }

    /// One of the 16 colours: on black at least 4.5 to 1 with the standard values, on white in `light`.
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
    /// The same with further attributes.
    func adding(_ more: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(more)
        return style
    }
}
