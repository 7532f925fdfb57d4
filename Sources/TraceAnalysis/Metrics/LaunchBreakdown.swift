import SchedulerCore

/// Where the time of a launch went: its events one after the other, its lanes, its waits, and what came after it.
public struct LaunchBreakdown: Hashable, Sendable {
    /// The time from the delivery of an event to that of the next one, or to the first frame.
    public struct Stage: Hashable, Sendable {
        /// Which.
        public let event: LifecycleEvent
        /// How long.
        public let length: Nanoseconds
    }

    /// How a lane was used before the first frame.
    public struct LaneUse: Hashable, Sendable {
        /// Which.
        public let lane: LaneID
        /// Places; the largest number taken at the same time if only a trace is known.
        public let width: Int
        /// The total time for which places were taken.
        public let busy: Nanoseconds
        /// Runs that began.
        public let runs: Int
        /// The total time that ready runs waited for a place.
        public let wait: Nanoseconds
        /// How many of the runs waited for one.
        public let waited: Int
    }

    /// From the launch action to the first frame; they add up to the launch time. None of another program's launch, which has no
    /// events.
    public let stages: [Stage]
    /// The lanes in which something ran, by number. What a trace of another program leaves open ran in none.
    public let lanes: [LaneUse]
    /// The total time that runs waited for predecessors before the first frame.
    public let dependencyWait: Nanoseconds
    /// The total time that ready runs waited for their lanes before the first frame.
    public let laneWait: Nanoseconds
    /// Runs that ended after the first frame and belong to this process.
    public let laterRuns: Int
    /// From the first frame to the last end of work that a launch sets in motion: lane `afterLaunch` and what else was
    /// under way.
    public let after: Nanoseconds

    /// The breakdown of a launch. O(runs).
    public init(_ launch: LaunchMeasure) {
        let timeline = launch.timeline
        let (begin, end) = (launch.launched, launch.firstFrame)
        stages = launch.isForeign ? [] : Self.stages(launch)
        var uses: [(busy: Int64, runs: Int, wait: Int64, waited: Int, width: Int)] = []
        var (dependency, lane) = (Int64(0), Int64(0))
        var later = 0
        var last = end
        for index in timeline.runs.indices.dropFirst(timeline.processes[launch.process].firstRun) {
            let span = timeline.runs[index]
            guard Int(span.process) == launch.process, let started = span.started, !launch.isGap(span.task) else {
                continue
            }
            if let finished = span.finished, finished > end {
                later += 1
                last = max(last, finished)
            }
            guard timeline.processes[launch.process].contains(span) else { continue }
            while uses.count <= span.lane.offset { uses.append((0, 0, 0, 0, 0)) }
            uses[span.lane.offset].runs += 1
            // Between two attempts, a run has no place.
            let last = span.lastStarted ?? started
            if !launch.spans.contains(span.task) {
                uses[span.lane.offset].busy += max(0, (min(span.finished ?? end, end) - max(last, begin)).count)
            }
            dependency += (span.dependencyWait ?? .zero).count
            let wait = (span.laneWait ?? .zero).count
            lane += wait
            uses[span.lane.offset].wait += wait
            if wait > 0 { uses[span.lane.offset].waited += 1 }
        }
        for attempt in timeline.earlierAttempts {
            let span = timeline.runs[attempt.run]
            guard Int(span.process) == launch.process, uses.indices.contains(span.lane.offset),
                timeline.processes[launch.process].contains(span)
            else { continue }
            uses[span.lane.offset].busy += max(0, (min(attempt.finished, end) - max(attempt.started, begin)).count)
        }
        lanes = uses.enumerated().compactMap { offset, use in
            guard use.runs > 0 else { return nil }
            let width = launch.lanes.indices.contains(offset) ? launch.lanes[offset].width : 1
            return LaneUse(
                lane: LaneID(offset), width: offset == 0 ? 1 : width, busy: Nanoseconds(use.busy), runs: use.runs,
                wait: Nanoseconds(use.wait), waited: use.waited)
        }
        (dependencyWait, laneWait) = (Nanoseconds(dependency), Nanoseconds(lane))
        (laterRuns, after) = (later, last - end)
    }

    private static func stages(_ launch: LaunchMeasure) -> [Stage] {
        let process = launch.timeline.processes[launch.process]
        let events = launch.timeline.events.dropFirst(process.firstEvent).prefix { $0.order < process.firstFrameOrder }
        var stages: [Stage] = []
        for (index, event) in zip(events.indices, events) {
            let next = index + 1 < events.endIndex ? events[index + 1].time : launch.firstFrame
            stages.append(Stage(event: event.event, length: next - event.time))
        }
        return stages
    }
}
