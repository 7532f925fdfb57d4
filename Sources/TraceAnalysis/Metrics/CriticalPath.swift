import SchedulerCore

/// Why a launch took as long as it did: the chain of runs from the launch action to the first frame, lane waits counted.
///
/// The critical path method (Kelley & Walker 1959) on the precedence as it happened: predecessors, order in the
/// lanes, order of the events. O(n log n) in the runs of the launch and their predecessors.
public struct CriticalPath: Hashable, Sendable {
    /// What bound the beginning of a link.
    public enum Cause: Hashable, Sendable {
        /// This predecessor ended.
        case dependency(TaskID)
        /// A run of this task freed its place in this lane.
        case lane(LaneID, TaskID)
        /// This event was delivered.
        case event(LifecycleEvent)
        /// The end of this task released it: the last basic one, or the step before.
        case release(TaskID)
        /// The pause of this lane after a run of this task.
        case laneGap(LaneID, TaskID)
        /// The clock: a tick released it.
        case clock
        /// This lane, or the task itself if it is nil, was paused.
        case paused(LaneID?)
        /// Something other than a run: a person, a script.
        case gap
    }

    /// A stretch of the chain; each begins where the one before ends.
    public struct Link: Hashable, Sendable {
        /// The run, an index into `Timeline.runs`; nil for time in which nothing on the chain ran.
        public let run: Int?
        /// Its task; without a run, the task for which an event waited until a pause parked it.
        public let task: TaskID?
        /// From.
        public let from: Instant
        /// To.
        public let to: Instant
        /// What bound its beginning; without a run, what the time was spent on.
        public let why: Cause

        /// How long.
        public var length: Nanoseconds { to - from }
    }

    /// From the launch action to the first frame without a hole; their lengths add up to the launch time.
    public let links: [Link]
    /// From the launch action to the first frame.
    public let launchTime: Nanoseconds
    /// Own time of all runs that began before the first frame.
    public let work: Nanoseconds
    /// The launch time if every lane, even main, had room for all: the longest chain of events and predecessors.
    public let boundWithUnlimitedLanes: Nanoseconds
    private let firstRun: Int
    /// By number of the run in its process; negative: none.
    private let slacks: [Int64]
    private let critical: [Bool]

    /// The critical path of one launch; nil if it has no first frame.
    /// `process` is an index into `Timeline.processes`.
    public init?(of timeline: Timeline, process: Int, facts: LaunchFacts) {
        guard let graph = LaunchGraph(timeline, process: process, facts) else { return nil }
        firstRun = graph.firstRun
        links = Self.chain(in: graph)
        var critical = [Bool](repeating: false, count: graph.runCount)
        for link in links { if let run = link.run { critical[run - graph.firstRun] = true } }
        self.critical = critical
        launchTime = graph.firstFrame - graph.process.launched
        var work: Int64 = 0
        for run in graph.runs { work &+= graph.span(Int(run)).own?.count ?? 0 }
        self.work = Nanoseconds(work)
        var pass = SlackPass(graph, critical: critical)
        slacks = pass.slack()
        // No lane has a pause, or a limit, come earlier.
        let end = Self.hold(.gap, at: graph.firstFrame, before: graph.process.firstFrameOrder, in: graph)
        boundWithUnlimitedLanes =
            end.isAbandoned
            ? launchTime : pass.boundWithUnlimitedLanes(lastHolder: links.last?.run.map { $0 - graph.firstRun })
    }

    /// Whether a run is on the chain.
    public func isCritical(_ run: Int) -> Bool {
        critical.indices.contains(run - firstRun) && critical[run - firstRun]
    }

    /// How much later a run could have ended without delaying the first frame, order unchanged; nil: by any time.
    public func slack(ofRun run: Int) -> Nanoseconds? {
        guard slacks.indices.contains(run - firstRun), slacks[run - firstRun] >= 0 else { return nil }
        return Nanoseconds(slacks[run - firstRun])
    }
}

// MARK: - The walk back

extension CriticalPath {
    /// What comes before a link: why it began then, when that was, and the run that it waited for.
    private struct Step {
        var why: Cause
        /// Where the link before it ends.
        var time: Instant
        var run: Int?
        /// What the time between `time` and the link's beginning was spent on.
        var between = Cause.gap
        /// Whether an event stopped waiting for the run at `time`, and the pause that parked it; without one it never ends.
        var isAbandoned = false
        var pause: Cause?
    }

    /// Walks back from the last holder of the launch; each step goes to an earlier record, so it ends.
    private static func chain(in graph: LaunchGraph) -> [Link] {
        var links: [Link] = []
        var step = hold(.gap, at: graph.firstFrame, before: graph.process.firstFrameOrder, in: graph)
        while let run = step.run {
            let (span, time) = (graph.span(run), step.time)
            if let pause = step.pause {
                links.append(Link(run: nil, task: span.task, from: span.released, to: time, why: pause))
                step = release(of: run, in: graph)
                continue
            }
            guard let started = span.started, let finished = step.isAbandoned ? time : span.finished, finished <= time
            else { break }
            if finished < time { links.append(gap(step.between, from: finished, to: time)) }
            let late = lateRetry(of: run, in: graph)
            let (from, before) = late ?? (started, binding(of: run, in: graph))
            links.append(Link(run: graph.firstRun + run, task: span.task, from: from, to: finished, why: before.why))
            if before.time < from { links.append(gap(before.between, from: before.time, to: from)) }
            step = before
        }
        if step.time > graph.process.launched {
            links.append(gap(step.between, from: graph.process.launched, to: step.time))
        }
        return links.reversed()
    }

    /// What an event, or the first frame, waited for until `time`: a run that ended then or, if none did, one that it no
    /// longer waited for.
    private static func hold(_ why: Cause, at time: Instant, before order: Int, in graph: LaunchGraph) -> Step {
        let last = graph.holder(at: time, before: order)
        guard last.map({ graph.span($0).finished != time }) ?? true, let left = graph.abandoned(at: time) else {
            return Step(why: why, time: time, run: last)
        }
        return Step(why: why, time: time, run: left.run, isAbandoned: true, pause: left.pause)
    }

    /// The last retry of a run that waited for a place in its lane, and the run that freed it: what the run did before is not
    /// on the chain.
    private static func lateRetry(of run: Int, in graph: LaunchGraph) -> (from: Instant, step: Step)? {
        guard let retry = graph.retries(of: run).last(where: { $0.laneWait > 0 }) else { return nil }
        let span = graph.span(run)
        guard let last = graph.lastFinish(in: span.lane, before: retry.order), last != run,
            let end = graph.span(last).finished, end > retry.failed
        else { return nil }
        let isGap = isGap(of: span.lane, from: end, to: retry.started, graph)
        guard end == retry.started || isGap else { return nil }
        // Where a failed attempt had made room for that one, the chain would return to the run itself.
        let before = binding(of: last, in: graph)
        guard before.time == graph.span(last).started || before.between != .gap else { return nil }
        let task = graph.span(last).task
        return (
            retry.started,
            Step(
                why: .lane(span.lane, task), time: end, run: last, between: isGap ? .laneGap(span.lane, task) : .gap)
        )
    }

    private static func gap(_ why: Cause, from start: Instant, to end: Instant) -> Link {
        Link(run: nil, task: nil, from: start, to: end, why: why)
    }

    /// What bound the start of a run.
    private static func binding(of run: Int, in graph: LaunchGraph) -> Step {
        let span = graph.span(run)
        let started = span.started ?? span.released
        let ready = span.ready ?? span.released
        guard started > ready else { return readiness(of: run, since: ready, in: graph) }
        var rest = pause(of: run, in: graph) ?? .gap
        if let last = freed(for: span, in: graph) {
            let (end, task) = (graph.span(last).finished ?? ready, graph.span(last).task)
            let isGap = isGap(of: span.lane, from: end, to: started, graph)
            if isGap { rest = .laneGap(span.lane, task) }
            if end > ready, end == started || isGap || graph.wasFull(span.lane, until: last) {
                return Step(why: .lane(span.lane, task), time: started, run: last, between: rest)
            }
        }
        // It became ready during the lane's gap, or something else held it.
        var step = readiness(of: run, since: ready, in: graph)
        if step.time == ready { step.between = rest }
        return step
    }

    /// What was paused while a run waited; nil if nothing was. O(marks), for a run that was parked.
    private static func pause(of run: Int, in graph: LaunchGraph) -> Cause? {
        guard graph.span(run).parkings > 0 else { return nil }
        return graph.timeline.marks.lazy.filter { $0.run == graph.firstRun + run && $0.kind == .park }
            .compactMap { LaunchGraph.pause($0.reason) }.first
    }

    /// The run whose end freed the place of another one in its lane: the last one to end, but not one that took no time,
    /// which passed through the place that another had just left.
    private static func freed(for span: RunSpan, in graph: LaunchGraph) -> Int? {
        guard let last = graph.lastFinish(in: span.lane, before: span.startOrder) else { return nil }
        let lanes = graph.facts.lanes
        // After each of these the lane rests.
        if lanes.indices.contains(span.lane.offset), lanes[span.lane.offset].gap > .zero { return last }
        var run = last
        while graph.span(run).started == graph.span(run).finished {
            guard let before = graph.lastFinish(in: span.lane, before: graph.span(run).finishOrder),
                graph.span(before).finished == graph.span(last).finished
            else { return last }
            run = before
        }
        return run
    }

    private static func isGap(of lane: LaneID, from end: Instant, to start: Instant, _ graph: LaunchGraph) -> Bool {
        graph.facts.lanes.indices.contains(lane.offset) && graph.facts.lanes[lane.offset].gap > .zero
            && end + graph.facts.lanes[lane.offset].gap == start
    }

    /// What made a run ready at this instant.
    private static func readiness(of run: Int, since ready: Instant, in graph: LaunchGraph) -> Step {
        let span = graph.span(run)
        if ready > span.released, let last = graph.lastPredecessor(of: run),
            (graph.span(last).finished ?? .distantFuture) <= ready
        {
            return Step(why: .dependency(graph.span(last).task), time: ready, run: last)
        }
        return release(of: run, in: graph)
    }

    /// What released a run.
    private static func release(of run: Int, in graph: LaunchGraph) -> Step {
        let span = graph.span(run)
        if let releaser = graph.releaser(of: run) {
            let between: Cause = .laneGap(.main, graph.span(releaser).task)
            return Step(
                why: .release(graph.span(releaser).task), time: span.released, run: releaser, between: between)
        }
        guard graph.events.contains(Int(span.event)) else { return Step(why: .gap, time: span.released, run: nil) }
        let event = graph.timeline.events[Int(span.event)]
        guard event.time == span.released else {
            let isTick = graph.timeline.hasTick(at: span.released)
            return Step(
                why: isTick ? .clock : .gap, time: span.released, run: nil, between: isTick ? .clock : .gap)
        }
        let isFirst = Int(span.event) == graph.events.lowerBound
        let why = Cause.event(event.event)
        return isFirst
            ? Step(why: why, time: event.time) : hold(why, at: event.time, before: event.order, in: graph)
    }
}
