import ScreenKit
import ArgumentParser
import CTerminal
import Dashboard

/// How a dashboard is drawn: the options that every screen takes.
struct ScreenOptions: ParsableArguments {
    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Option(help: "When to use color; auto respects NO_COLOR and CLICOLOR_FORCE.")
    var color: ColorChoice = .auto

    @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(help: "The color theme.")
    var theme: Palette?

    /// The same as a value.
    var choice: ScreenChoice { ScreenChoice(ascii: ascii, color: color, noMouse: noMouse, theme: theme) }
}

/// How a dashboard is drawn.
struct ScreenChoice {
    var ascii = false
    var color = ColorChoice.auto
    var noMouse = false
    var theme: Palette?

    /// The dashboard's options, the user's settings among them.
    func dashboard(_ files: UserFiles) -> DashboardOptions {
        let usesColor = color.isOn(isTerminal: true) { getenv($0).map { String(cString: $0) } }
        var options = DashboardOptions(
            isASCII: ascii || !ct_locale_is_unicode(), palette: usesColor ? .standard : .mono)
        options.usesMouse = !noMouse
        options.delaysPanes = true
        files.apply(to: &options, usesColor: usesColor)
        if usesColor, let theme { options.palette = theme }
        return options
    }

    /// The terminal; if there is none, one line says why, with exit code 4.
    static func openTerminal(_ options: DashboardOptions) throws -> Terminal {
        do throws(TerminalRefusal) {
            return try Terminal(usesColor: options.palette != .mono, usesMouse: options.usesMouse)
        } catch {
            Output.complain("taskscope: \(error.line)")
            throw ExitStatus(code: TerminalRefusal.exitCode)
        }
    }
}

extension ColorChoice: ExpressibleByArgument {}
extension Palette: ExpressibleByArgument {}
