import ScreenKit
import Testing

@testable import Dashboard

/// Colors that can be read: at least 4.5 to 1 with the 16 colors as terminals have them at first.
@Suite struct ThemeTests {
    /// xterm's first 16 colors, red, green and blue.
    private static let colors: [(Double, Double, Double)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    private func power(_ base: Double) -> Double {
        // x^2.4 = x^2 * x^0.4; the fifth root by Newton's method is exact enough.
        var root = base
        for _ in 0..<60 { root -= (root * root * root * root * root - base) / (5 * root * root * root * root) }
        return base * base * root * root
    }

    private func luminance(_ color: (Double, Double, Double)) -> Double {
        func linear(_ value: Double) -> Double {
            let part = value / 255
            return part <= 0.03928 ? part / 12.92 : power((part + 0.055) / 1.055)
        }
        return 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
    }

    private func contrast(_ number: UInt8, onWhite: Bool) -> Double {
        let color = luminance(ThemeTests.colors[Int(number)])
        return onWhite ? 1.05 / (color + 0.05) : (color + 0.05) / 0.05
    }

    private func styles(_ theme: Theme) -> [Style] {
        [
            theme.keyName, theme.critical, theme.criticalWait, theme.run, theme.planned, theme.laneWait, theme.now,
            theme.alarm, theme.success, theme.gain, theme.warning, theme.ghost,
        ] + StateLetter.allCases.map { theme.state($0) }
    }

    @Test(arguments: [(Palette.standard, false), (.light, true), (.highContrast, false), (.colorBlind, false)])
    func `every color stands out from its background`(palette: Palette, onWhite: Bool) {
        for style in styles(Theme(palette: palette)) {
            guard case .ansi(let number) = style.foreground else { continue }
            #expect(contrast(number, onWhite: onWhite) >= 4.5, "\(palette) \(number)")
        }
    }

    @Test(arguments: Palette.allCases) func `the finding is brightest, and only failure has its color`(
        palette: Palette
    ) {
        let theme = Theme(palette: palette)
        #expect(theme.criticalWait.attributes.contains(.bold))
        #expect(!theme.run.attributes.contains(.bold) && !theme.laneWait.attributes.contains(.bold))
        #expect(theme.critical.foreground == .standard && theme.critical.attributes.contains(.bold))
        guard palette != .mono else { return }
        for style in [theme.critical, theme.criticalWait, theme.run, theme.warning, theme.ghost, theme.gain] {
            #expect(style.foreground != theme.alarm.foreground)
        }
    }
}
