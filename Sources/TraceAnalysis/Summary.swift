import SchedulerCore
import TraceFormat

/// The result of a replay: the text that `replay` prints and the object of `--format json`.
public struct Summary {
    /// One task that was released, skipped or missed, with the sums over its runs.
    public struct Row: Hashable, Sendable {
        /// Which.
        public let task: TaskID
        /// Its runs, as indexes into `Timeline.runs`, in order.
        public let runs: [Int]
        /// How many of them started.
        public let started: Int
        /// Turns that were skipped, whether released or passed over.
        public let skipped: Int
        /// Turns that were missed.
        public let missed: Int
        /// How often its runs were parked.
        public let parked: Int
        /// Sum of the own times.
        public let own: Nanoseconds
        /// Sum of the waits for predecessors.
        public let dependencyWait: Nanoseconds
        /// Sum of the waits for the lane.
        public let laneWait: Nanoseconds
        /// The smallest slack of its runs in a launch; nil if none of them could delay a first frame.
        public let slack: Nanoseconds?
        /// Whether a run of it is on the critical path of a launch.
        public let isCritical: Bool
    }

    /// How many lines a list shows before it only counts.
    public static let listLimit = 20

    /// Name, seed and tick.
    public let header: TraceHeader
    /// What the numbers stand for.
    public let names: TraceNames
    /// What happened.
    public let timeline: Timeline
    /// The critical path of each launch that reached its first frame, by process.
    public let paths: [Int: CriticalPath]
    /// The released tasks by their first release, then those whose every turn was skipped or missed.
    public let rows: [Row]
    /// Shown before the line numbers of expectations.
    public let scriptFile: String

    /// The summary of a timeline. O(n log n) in the runs.
    ///
    /// - Parameters:
    ///   - scriptFile: the file that holds the script.
    ///   - lanes: widths and gaps, by `LaneID`, for the slack.
    ///   - predecessors: of a task, for the critical path; nil if they are not known.
    public init(
        header: TraceHeader, names: TraceNames, timeline: Timeline, scriptFile: String = "script",
        lanes: [LaneSpec] = [], predecessors: ((TaskID) -> [TaskID])? = nil
    ) {
        (self.header, self.names, self.timeline, self.scriptFile) = (header, names, timeline, scriptFile)
        var paths: [Int: CriticalPath] = [:]
        for process in timeline.processes.indices {
            paths[process] = CriticalPath(of: timeline, process: process, lanes: lanes, predecessors: predecessors)
        }
        self.paths = paths
        rows = Self.rows(of: timeline, paths: paths)
    }

    /// The launch time of the last process; nil if there is none.
    public var launchTime: Nanoseconds? { timeline.processes.last?.launchTime }

    private static func rows(of timeline: Timeline, paths: [Int: CriticalPath]) -> [Row] {
        var runs: [TaskID: [Int]] = [:]
        var order: [TaskID] = []
        for (index, span) in timeline.runs.enumerated() {
            if runs[span.task] == nil { order.append(span.task) }
            runs[span.task, default: []].append(index)
        }
        for mark in timeline.marks where runs[mark.task] == nil {
            order.append(mark.task)
            runs[mark.task] = []
        }
        let marks = Dictionary(grouping: timeline.marks, by: { $0.task })
        return order.map { Row(of: $0, runs: runs[$0] ?? [], marks: marks[$0] ?? [], timeline, paths) }
    }
}

extension Summary.Row {
    fileprivate init(
        of task: TaskID, runs: [Int], marks: [TurnMark], _ timeline: Timeline, _ paths: [Int: CriticalPath]
    ) {
        let spans = runs.map { timeline.runs[$0] }
        let slacks = zip(runs, spans).compactMap { paths[Int($1.process)]?.slack(ofRun: $0) }
        (self.task, self.runs) = (task, runs)
        started = spans.count { $0.started != nil }
        skipped = marks.count { $0.kind == .skip }
        missed = marks.count { $0.kind == .miss }
        parked = marks.count { $0.kind == .park }
        own = spans.reduce(.zero) { $0 + ($1.own ?? .zero) }
        dependencyWait = spans.reduce(.zero) { $0 + ($1.dependencyWait ?? .zero) }
        laneWait = spans.reduce(.zero) { $0 + ($1.laneWait ?? .zero) }
        slack = slacks.min()
        isCritical = zip(runs, spans).contains { paths[Int($1.process)]?.isCritical($0) ?? false }
    }
}
