import ScenarioFormat
import SchedulerCore
import Text
import TraceAnalysis

/// What a reader of another program's trace asks first: what takes longest on the critical path, what of the path is known,
/// and how to go on.
struct RecordedSummary {
    private static let shown = 3

    private let launch: LaunchMeasure
    private let file: String

    init(_ launch: LaunchMeasure, file: String) { (self.launch, self.file) = (launch, Source.title(file)) }

    /// A few lines; nothing for a launch of ours.
    func text() -> String {
        guard launch.isForeign else { return "" }
        let links = launch.path.links
        let runs = links.filter { $0.length > .zero && $0.task.map { !launch.isGap($0) } ?? false }
        let longest = runs.sorted { $0.length > $1.length }.prefix(Self.shown)
        let names = longest.compactMap { $0.task }.map { launch.name($0) }
        guard let first = longest.first else { return known(links) }
        let list = zip(names, longest).map { "\(DisplayText.clean($0)) \(TimeText.text($1.length))" }
        let sum = longest.reduce(Int64(0)) { $0 + $1.length.count }
        let change = "\(ScriptWriter.name(names[0])) duration \(TimeText.text(Nanoseconds(first.length.count / 2)))"
        return "longest on the critical path: \(list.joined(separator: ", ")); "
            + "\(Format.percent(sum, of: launch.time.count)) of the launch\n" + known(links)
            + "to try a change: taskscope what-if \(ShellText.argument(file)) \(ShellText.quoted(change))\n"
    }

    /// How much of the path the trace does not state: links to what a task is only assumed to wait for, if after a wait, and
    /// waits.
    private func known(_ links: [CriticalPath.Link]) -> String {
        let assumed = links.indices.count { index in
            guard case .dependency(let other) = links[index].why, let task = links[index].task else { return false }
            let waiting = launch.isGap(task) && index + 1 < links.count ? links[index + 1].task ?? task : task
            return launch.assumed[waiting]?.contains(other) ?? false
        }
        let waits = links.filter { $0.task.map(launch.isGap) ?? false }
        let (queued, unknown) = waits.reduce((Int64(0), Int64(0))) { sums, link in
            let isQueue = link.task.map(launch.isQueue) ?? false
            return (sums.0 + (isQueue ? link.length.count : 0), sums.1 + (isQueue ? 0 : link.length.count))
        }
        var parts: [String] = []
        if assumed > 0 { parts.append("assumed: \(assumed) of \(Format.count(links.count, "link"))") }
        if queued > 0 {
            parts.append(
                "waiting for a free job: \(TimeText.text(Nanoseconds(queued))), "
                    + "\(Format.percent(queued, of: launch.time.count)) of the launch")
        }
        if unknown > 0 {
            let count = waits.count { !($0.task.map(launch.isQueue) ?? false) }
            parts.append(
                "unexplained: \(Format.count(count, "wait")), \(TimeText.text(Nanoseconds(unknown))), "
                    + "\(Format.percent(unknown, of: launch.time.count)) of the launch")
        }
        return parts.isEmpty ? "" : parts.joined(separator: "; ") + "\n"
    }
}

/// Text as one word of a shell.
enum ShellText {
    /// In quotes if it needs them.
    static func argument(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+@%:,=".contains($0) }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    static func quoted(_ text: String) -> String {
        "'" + DisplayText.clean(text).replacing("'", with: "'\\''") + "'"
    }
}
