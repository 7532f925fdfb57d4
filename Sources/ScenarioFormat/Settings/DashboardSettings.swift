import Text

/// A user's settings for the dashboard: theme, mouse and keys.
public struct DashboardSettings: Hashable, Sendable {
    /// Keys assigned to an action.
    public struct KeyChange: Hashable, Sendable {
        /// The action's name.
        public var action: String
        /// The keys as written, separated by spaces.
        public var keys: String
        /// The line of the keys, for messages; from 1.
        public var line: Int
        /// The column, from 1.
        public var column: Int
    }

    /// The theme's name; nil if the file does not set it.
    public var theme: String?
    /// Whether the mouse is used; nil if the file does not set it.
    public var mouse: Bool?
    /// Keys assigned to actions, as listed.
    public var keys: [KeyChange] = []

    /// Settings that set nothing.
    public init() {}

    /// Reads the strict YAML of scenario files: `theme: light`, `mouse: false`, `keys: {launch: K, quit: Q}`.
    ///
    /// - Returns: the settings, nil after an error, and all errors and warnings, each with line and column.
    public static func read(
        text: String, file: String, themes: [String], actions: [String]
    ) -> (settings: DashboardSettings?, diagnostics: [Diagnostic]) {
        let source: SourceText
        do throws(Diagnostic) {
            source = try SourceText(file: file, bytes: Array(text.utf8))
        } catch {
            return (nil, [error])
        }
        var builder = ScenarioBuilder(source: source)
        let settings = builder.settings(themes: themes, actions: actions)
        return (builder.report.hasErrors ? nil : settings, builder.report.sorted)
    }
}

enum SettingsKey: String, FileKey {
    case theme, mouse, keys

    static var title: String { "the settings" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .theme: (.text, "The colors.")
        case .mouse: (.boolean, "Whether the mouse is used.")
        case .keys: (.map(.text), "Keys by the names of actions.")
        }
    }
}

extension ScenarioBuilder {
    fileprivate mutating func settings(themes: [String], actions: [String]) -> DashboardSettings {
        var settings = DashboardSettings()
        guard let root = readDocument() else { return settings }
        if case .empty = root.content { return settings }
        guard let fields = fields(root, SettingsKey.self) else { return settings }
        settings.theme = choice(fields[.theme], "theme", themes.map { ($0, $0) })
        settings.mouse = boolean(fields[.mouse], "mouse")
        guard let node = fields[.keys] else { return settings }
        guard case .mapping(let entries) = node.content else {
            wrongKind(node, "keys: expected actions and their keys")
            return settings
        }
        for entry in entries {
            guard actions.contains(entry.key) else {
                let hint = report.nearest.hint(for: entry.key, among: actions)
                error(at: entry.keyOffset, "keys: unknown action \(quoted(entry.key))\(hint)")
                continue
            }
            guard let keys = self.text(entry.value, "keys") else { continue }
            let place = source.position(of: entry.value.offset)
            settings.keys.append(
                DashboardSettings.KeyChange(action: entry.key, keys: keys, line: place.line, column: place.column))
        }
        return settings
    }
}
