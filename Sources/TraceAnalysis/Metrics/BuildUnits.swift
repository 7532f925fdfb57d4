import SchedulerCore

/// The units of a recorded build that are two tasks: one up to the unit's metadata, with which others began, and the rest, which
/// cargo calls codegen.
package struct BuildUnits {
    /// What the name of a rest has behind the unit's.
    package static let suffix = " codegen"

    /// The rests by their first parts, and the other way round.
    private var rests: [TaskID: TaskID] = [:]
    private var firsts: [TaskID: TaskID] = [:]
    /// How long the first parts took, and the units as wholes, by the first parts.
    private var lengths: [TaskID: (metadata: Nanoseconds, whole: Nanoseconds)] = [:]

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
    }

    /// The first part of the unit whose rest a task is; nil if it is none.
    func first(ofRest task: TaskID) -> TaskID? { firsts[task] }

    /// When a unit's metadata was ready, counted from its beginning, and how long all of it took; nil if others began only with
    /// its end.
    func length(_ task: TaskID) -> (metadata: Nanoseconds, whole: Nanoseconds)? { lengths[task] }
}
