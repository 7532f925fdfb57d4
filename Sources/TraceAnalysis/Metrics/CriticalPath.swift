import SchedulerCore

/// Why a launch took as long as it did: the chain of runs from the launch action to the first frame, lane waits counted.
///
/// The critical path method (Kelley & Walker 1959) on the precedence that was realised: predecessors, order in the
/// lanes, order of the events. O(n log n) in the runs of the launch and their predecessors.
public struct CriticalPath: Hashable, Sendable {
    /// What bound the beginning of a link.
    public enum Cause: Hashable, Sendable {
        /// This predecessor ended.
        case dependency(TaskID)
        /// A run of this task freed its place in this lane.
        case lane(LaneID, TaskID)
        /// This event was delivered, or its basic tasks were through.
        case event(LifecycleEvent)
        /// Nothing that ran: a pause, a lane's gap, the clock.
        case gap
    }

    /// A stretch of the chain; each begins where the one before ends.
    public struct Link: Hashable, Sendable {
        /// The run, an index into `Timeline.runs`; nil for time in which nothing on the chain ran.
        public let run: Int?
        /// Its task.
        public let task: TaskID?
        /// From.
        public let from: Instant
        /// To.
        public let to: Instant
        /// What bound its beginning.
        public let why: Cause
    }

    /// From the launch action to the first frame without a hole; their lengths add up to the launch time.
    public let links: [Link]
    /// From the launch action to the first frame.
    public let launchTime: Nanoseconds
    /// Own time of all runs that began before the first frame.
    public let work: Nanoseconds
    /// The launch time if every lane, main too, had places for all: the longest chain of events and predecessors.
    public let boundWithUnlimitedLanes: Nanoseconds
    private let slackByRun: [Int: Nanoseconds]
    private let critical: Set<Int>

    /// The critical path of one launch; nil where it has no first frame.
    ///
    /// - Parameters:
    ///   - process: index into `Timeline.processes`.
    ///   - lanes: widths and gaps by `LaneID`; where absent, the width is the largest number of runs seen at once.
    ///   - predecessors: of a task; where nil, the run that ended as another became ready is taken for its predecessor.
    public init?(
        of timeline: Timeline, process: Int, lanes: [LaneSpec] = [], predecessors: ((TaskID) -> [TaskID])? = nil
    ) {
        guard let graph = LaunchGraph(timeline, process: process, predecessors: predecessors) else { return nil }
        links = Self.chain(in: graph)
        critical = Set(links.compactMap(\.run))
        launchTime = graph.firstFrame - graph.process.launched
        work = graph.runs.reduce(Nanoseconds.zero) { $0 + (timeline.runs[$1].own ?? .zero) }
        var pass = SlackPass(graph, lanes: lanes, critical: critical)
        slackByRun = pass.slack()
        boundWithUnlimitedLanes = pass.boundWithUnlimitedLanes(lastHolder: links.last?.run)
    }

    /// Whether a run is on the chain.
    public func isCritical(_ run: Int) -> Bool { critical.contains(run) }

    /// How much later a run could have ended without delaying the first frame, order kept; nil where no end would have.
    public func slack(ofRun run: Int) -> Nanoseconds? { slackByRun[run] }
}

// MARK: - The walk back

extension CriticalPath {
    /// Walks back from the last holder of the launch; each step goes to an earlier record, so it ends.
    private static func chain(in graph: LaunchGraph) -> [Link] {
        var links: [Link] = []
        var time = graph.firstFrame
        var next = graph.holder(at: time, before: graph.process.firstFrameOrder)
        while let run = next {
            let span = graph.timeline.runs[run]
            guard let started = span.started, let finished = span.finished else { break }
            if finished < time { links.append(gap(from: finished, to: time)) }
            let step = binding(of: run, in: graph)
            links.append(Link(run: run, task: span.task, from: started, to: finished, why: step.why))
            if step.time < started { links.append(gap(from: step.time, to: started)) }
            (time, next) = (step.time, step.run)
        }
        if time > graph.process.launched { links.append(gap(from: graph.process.launched, to: time)) }
        return links.reversed()
    }

    private static func gap(from start: Instant, to end: Instant) -> Link {
        Link(run: nil, task: nil, from: start, to: end, why: .gap)
    }

    /// What bound the start of a run: the cause, when it was over, and the run behind it.
    private static func binding(of index: Int, in graph: LaunchGraph) -> (why: Cause, time: Instant, run: Int?) {
        let runs = graph.timeline.runs
        let span = runs[index]
        let started = span.started ?? span.released
        let ready = span.ready ?? span.released
        var why: Cause?
        var time = started
        if started > ready {
            if let last = graph.lastFinish(in: span.lane, before: span.startOrder), let end = runs[last].finished,
                end > ready
            {
                return (.lane(span.lane, runs[last].task), started, last)
            }
            (why, time) = (.gap, ready)
        }
        if ready > span.released {
            if let last = graph.lastPredecessor(of: index), (runs[last].finished ?? ready) <= ready {
                return (why ?? .dependency(runs[last].task), time, last)
            }
            (why, time) = (why ?? .gap, span.released)
        }
        guard graph.events.contains(Int(span.event)) else {
            return (why ?? .gap, time, graph.holder(at: span.released, before: span.releaseOrder))
        }
        let event = graph.timeline.events[Int(span.event)]
        if let releaser = graph.releaser(of: index) { return (why ?? .event(event.event), time, releaser) }
        if event.time < span.released { (why, time) = (why ?? .gap, min(time, event.time)) }
        let isFirst = Int(span.event) == graph.events.lowerBound
        return (why ?? .event(event.event), time, isFirst ? nil : graph.holder(at: event.time, before: event.order))
    }
}
