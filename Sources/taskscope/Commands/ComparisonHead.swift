import SchedulerCore
import Text

/// What `diff` says before its table: the names of the two files, what was changed between two scenarios, the limits.
struct ComparisonHead {
    /// Without their folders where that tells them apart.
    private let files: [String]
    private let changes: [String]
    private let limits: [String]

    /// The head of a comparison of two files.
    ///
    /// - Parameters:
    ///   - changes: what was changed, in a few words each; names are cleaned.
    ///   - limits: what must not be true of the second launch.
    init(files: [String], changes: [String], limits: [String]) {
        let names = files.map { $0.split(separator: "/").last.map { String($0) } ?? $0 }
        self.files = (Set(names).count == files.count ? names : files).map { DisplayText.clean($0) }
        (self.changes, self.limits) = (changes, limits)
    }

    func text() -> String {
        ([files.joined(separator: " -> ")] + changes.map { "  " + $0 }).map { $0 + "\n" }.joined()
    }

    /// The same, and whether a launch that took `after` instead of `before` keeps the limits.
    func markdown(_ before: Nanoseconds, _ after: Nanoseconds) -> String {
        var text = files.map { Self.escaped($0) }.joined(separator: " -> ") + "\n"
        if !limits.isEmpty {
            text += "\n"
            for limit in limits {
                let isPassed = LaunchLimit(limit)?.isPassed(before: before, after: after) ?? false
                text += "- limit `\(limit)`: \(isPassed ? "**exceeded**" : "kept")\n"
            }
        }
        guard !changes.isEmpty else { return text }
        return text + "\nChanged in the scenario:\n\n" + changes.map { "- \(Self.escaped($0))\n" }.joined()
    }

    /// Text that Markdown shows as it is.
    static func escaped(_ text: String) -> String {
        (text.hasPrefix(">") ? "\\" : "") + String(text.flatMap { "|\\`*_<[]".contains($0) ? ["\\", $0] : [$0] })
    }
}
