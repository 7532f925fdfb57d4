import SchedulerCore
import Text

/// The units of a recorded build that are two tasks: one up to the unit's metadata, with which others began, and the rest, which
/// cargo calls codegen.
package struct BuildUnits {
    /// What the name of a rest has behind the unit's.
    package static let suffix = " codegen"

    /// What the name of a unit that failed has behind it.
    package static let failed = " (failed)"

    /// Whether a unit is the one that failed.
    package static func hasFailed(_ name: String) -> Bool { ends(name, with: failed) }

    /// Whether a unit is the run of a build script.
    package static func isScript(_ name: String) -> Bool { ends(name, with: " (run)") }

    private static func ends(_ name: String, with suffix: String) -> Bool {
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// The rests by their first parts, and the other way round.
    private var rests: [TaskID: TaskID] = [:]
    private var firsts: [TaskID: TaskID] = [:]
    /// How long the first parts took, and the units as wholes, by the first parts.
    private var lengths: [TaskID: (metadata: Nanoseconds, whole: Nanoseconds)] = [:]
    private var codegens: [TaskID: Nanoseconds] = [:]

    /// Those of a launch; none if it is no build. O(runs).
    init(_ launch: LaunchMeasure) {
        guard launch.whole == "build" else { return }
        var runs: [TaskID: RunSpan] = [:]
        let spans = launch.launchRuns.map { launch.timeline.runs[$0] }
        for span in spans { runs[span.task] = span }
        for span in spans {
            let name = launch.name(span.task).utf8
            guard name.suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8) else { continue }
            let own = name.dropLast(Self.suffix.utf8.count)
            let first = launch.facts.dependencies(of: span.task).first { launch.name($0.task).utf8.elementsEqual(own) }
            guard let first = first.flatMap({ runs[$0.task] }), let start = first.started,
                let metadata = first.finished,
                let end = span.finished
            else { continue }
            (rests[first.task], firsts[span.task]) = (span.task, first.task)
            lengths[first.task] = (metadata - start, end - start)
        }
        guard let words = launch.recorded?.codegen, let known = RecordedWords.times(in: words) else { return }
        var times: [ByteName: Nanoseconds] = [:]
        for unit in known { times[ByteName(unit.name)] = .milliseconds(Int64(unit.milliseconds)) }
        for span in spans { codegens[span.task] = times[ByteName(launch.name(span.task))] }
    }

    /// How long the codegen of a unit took that is one task; nil if the recording does not say.
    func codegen(_ task: TaskID) -> Nanoseconds? { codegens[task] }

    /// The first part of the unit whose rest a task is; nil if it is none.
    func first(ofRest task: TaskID) -> TaskID? { firsts[task] }

    /// When a unit's metadata was ready, counted from its beginning, and how long all of it took; nil if others began only with
    /// its end.
    func length(_ task: TaskID) -> (metadata: Nanoseconds, whole: Nanoseconds)? { lengths[task] }
}

extension LaunchMeasure {
    /// How much of a build's unit was codegen, in percent; nil if that is not known.
    package func codegenShare(of task: TaskID) -> Int? {
        let units = BuildUnits(self)
        let length = units.length(task).map { ($0.whole.count - $0.metadata.count, $0.whole.count) }
        let whole = launchRuns.first { timeline.runs[$0].task == task }.flatMap { timeline.runs[$0].own?.count }
        guard let (codegen, all) = length ?? units.codegen(task).flatMap({ own in whole.map { (own.count, $0) } }),
            all > 0
        else { return nil }
        return Int(codegen * 100 / all)
    }

    /// The units of a build that took about as long as one, and ran beside it for at least half of that; none of any other
    /// launch.
    package func unitsBeside(_ task: TaskID) -> [TaskID] {
        let spans = launchRuns.map { timeline.runs[$0] }
        guard whole == "build", let own = spans.first(where: { $0.task == task }), let from = own.started,
            let to = own.finished
        else { return [] }
        let length = (to - from).count
        return spans.filter { other in
            guard other.task != task, !isGap(other.task), let start = other.started, let end = other.finished else {
                return false
            }
            return (end - start).count >= length / 4 * 3 && (min(end, to) - max(start, from)).count >= length / 2
        }.map { $0.task }
    }
}
