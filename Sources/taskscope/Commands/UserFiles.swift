import ScreenKit
import CTerminal
import Dashboard
import ScenarioFormat

/// The user's own files: settings in `$XDG_CONFIG_HOME/taskscope`, history in `$XDG_STATE_HOME/taskscope`.
struct UserFiles {
    /// The settings; nil if the environment names no home folder.
    let settings: String?
    /// The palette's history.
    let history: String?

    /// The files by the XDG base directory specification, version 0.8.
    init(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
        func folder(_ variable: String, _ fallback: String) -> String? {
            // The specification calls relative paths invalid.
            if let named = environment(variable), named.hasPrefix("/") { return named + "/taskscope" }
            return environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(fallback)/taskscope" : nil }
        }
        settings = folder("XDG_CONFIG_HOME", ".config").map { $0 + "/config.yaml" }
        history = folder("XDG_STATE_HOME", ".local/state").map { $0 + "/history" }
    }

    /// Puts the settings and the history into options; faults go to standard error, the first one also to the screen.
    func apply(to options: inout DashboardOptions, usesColor: Bool) {
        if let history, case .fileRead(_, let text) = FileAccess.read(history) {
            options.history = text.split(separator: "\n").map(String.init)
        }
        guard let settings, access(settings, F_OK) == 0 else { return }
        switch FileAccess.read(settings) {
        case .fileRead(_, let text): apply(text, file: settings, to: &options, usesColor: usesColor)
        case .failed(let line): options.problem = line
        case .key, .paste, .mouse, .resize, .elapsed, .fileWritten, .notice, .process, .advice: break
        }
    }

    private func apply(_ text: String, file: String, to options: inout DashboardOptions, usesColor: Bool) {
        let read = DashboardSettings.read(
            text: text, file: file, themes: Palette.allCases.map(\.rawValue), actions: KeyTable.actions)
        var problems = read.diagnostics.filter { $0.severity == .error }.map(\.description)
        if let settings = read.settings {
            if usesColor, let theme = settings.theme.flatMap(Palette.init) { options.palette = theme }
            if let mouse = settings.mouse { options.usesMouse = options.usesMouse && mouse }
            let changed = KeyTable.changed(by: settings, file: file)
            options.keys = changed.table
            problems += changed.problems
        }
        for problem in problems { Output.complain(problem) }
        options.problem = problems.first
    }

    /// Saves the palette's history for the next session; fails silently.
    func save(history lines: [String]) {
        guard let history, !lines.isEmpty else { return }
        var folder = ""
        for part in history.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
        _ = FileAccess.write(lines.joined(separator: "\n") + "\n", to: history)
    }
}
