import SchedulerCore
import Text

/// Crates that a recorded build compiled in more than one version, with what each took. The units of such a crate have the version
/// in their names: `syn 1.0.48`, `syn 1.0.48 codegen`.
package struct CrateVersions {
    private static let shown = 3

    /// One version of a crate, with its build script.
    fileprivate struct Version {
        var name: String
        var length: Int64
        var tasks: [TaskID]
    }

    /// One crate.
    package struct Crate {
        private let name: String
        /// The costliest first.
        private let versions: [Version]

        fileprivate init(_ name: String, _ versions: [Version]) {
            self.name = name
            self.versions = versions.sorted { ($0.length, $0.name) > ($1.length, $1.name) }
        }

        /// What is spared with the costliest version only.
        fileprivate var spared: Int64 { versions.dropFirst().reduce(0) { $0 + $1.length } }

        /// The units that are spared then.
        package var tasks: [TaskID] { versions.dropFirst().flatMap { $0.tasks } }

        /// `syn 1.0.48 (16.4s) and 0.15.44 (8.2s)`.
        package var text: String {
            let list = versions.map { version in
                "\(DisplayText.clean(version.name)) (\(DurationText.rounded(nanoseconds: version.length)))"
            }
            return "\(DisplayText.clean(name)) \(list.dropLast().joined(separator: ", ")) and \(list[list.count - 1])"
        }

        fileprivate static func isBefore(_ first: Crate, _ second: Crate) -> Bool {
            (first.spared, second.name) > (second.spared, first.name)
        }
    }

    /// Those that cost most besides their costliest version.
    package let crates: [Crate]

    /// Those of a launch; none if it is no build. O(n log n) in its runs.
    package init(_ launch: LaunchMeasure) {
        guard launch.whole == "build" else {
            crates = []
            return
        }
        var versions: [String: [String: Version]] = [:]
        for index in launch.launchRuns {
            let span = launch.timeline.runs[index]
            guard !launch.isGap(span.task), let length = span.own?.count else { continue }
            let words = launch.name(span.task).split(separator: " ")
            guard words.count > 1, Self.isVersion(words[1]) else { continue }
            let (crate, name) = (String(words[0]), String(words[1]))
            var version = versions[crate]?[name] ?? Version(name: name, length: 0, tasks: [])
            version.length += length
            version.tasks.append(span.task)
            versions[crate, default: [:]][name] = version
        }
        var found: [Crate] = []
        for (name, all) in versions where all.count > 1 { found.append(Crate(name, all.map { $0.value })) }
        crates = Array(found.sorted(by: Crate.isBefore).prefix(Self.shown))
    }

    /// Whether a word is a version of a crate, such as `1.0.48`: a number behind a name is none.
    private static func isVersion(_ word: Substring) -> Bool {
        guard let first = word.utf8.first, first >= 0x30, first <= 0x39 else { return false }
        return word.utf8.count { $0 == 0x2E } > 1
    }
}
