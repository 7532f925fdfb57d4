import SchedulerCore
import TraceFormat

/// One launch of a trace, with what is known about its scenario: the basis of every figure about it.
public struct LaunchMeasure: Sendable {
    /// The scenario's name.
    public let title: String
    /// What the numbers stand for.
    public let names: TraceNames
    /// The whole trace.
    public let timeline: Timeline
    /// The launch, an index into `timeline.processes`.
    public let process: Int
    /// What bound it.
    public let path: CriticalPath
    /// Widths and gaps by `LaneID`; empty if only a trace is known.
    public let lanes: [LaneSpec]
    /// How long the launch may take; nil if nothing says so.
    public let budget: Nanoseconds?

    /// The launch after `number` others that reached their first frame; nil if there is none.
    public init?(
        title: String, names: TraceNames, timeline: Timeline, number: Int = 0, lanes: [LaneSpec] = [],
        budget: Nanoseconds? = nil, predecessors: ((TaskID) -> [TaskID])? = nil,
        holds: (TaskID) -> Bool? = { _ in nil }
    ) {
        let launches = timeline.processes.indices.filter { timeline.processes[$0].firstFrame != nil }
        guard launches.indices.contains(number),
            let path = CriticalPath(
                of: timeline, process: launches[number], lanes: lanes, predecessors: predecessors, holds: holds)
        else { return nil }
        (self.title, self.names, self.timeline, self.lanes, self.budget) = (title, names, timeline, lanes, budget)
        (process, self.path) = (launches[number], path)
    }

    /// When the launch began.
    public var launched: Instant { timeline.processes[process].launched }
    /// When it reached its first frame.
    public var firstFrame: Instant { launched + path.launchTime }
    /// The launch time.
    public var time: Nanoseconds { path.launchTime }

    /// The runs that began before the first frame, as indexes into `timeline.runs`.
    public var launchRuns: [Int] {
        let first = timeline.processes[process].firstRun
        let order = timeline.processes[process].firstFrameOrder
        return timeline.runs.indices.dropFirst(first).filter {
            let span = timeline.runs[$0]
            return Int(span.process) == process && span.startOrder >= 0 && span.startOrder < order
        }
    }

    /// A task's name.
    public func name(_ task: TaskID) -> String { names.name(of: task) }
    /// A lane's name.
    public func name(_ lane: LaneID) -> String { names.name(of: lane) }
}
