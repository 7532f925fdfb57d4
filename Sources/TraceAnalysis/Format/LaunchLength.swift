import SchedulerCore
import Text

/// How long a launch took and without how many parked runs it is complete: the one value from which the screen, the
/// commands and the exports say a launch's length and judge its budget.
public struct LaunchLength: Hashable, Sendable {
    /// From the launch action to the first frame.
    public let time: Nanoseconds
    /// How many parked runs it is complete without.
    public let parked: Int

    /// A launch of this length, complete without this many parked runs.
    public init(_ time: Nanoseconds, parked: Int = 0) { (self.time, self.parked) = (time, parked) }

    /// `768ms`, `768ms without 6 parked tasks`.
    public var text: String { TimeText.text(time) + without }

    /// The same where little room is left: `768ms, 6 parked`.
    public var briefText: String { TimeText.text(time) + (parked > 0 ? ", \(parked) parked" : "") }

    /// The same, rounded like the other times of a launch.
    public func text(_ times: ShownTimes) -> String { times.text(time) + without }

    private var without: String { parked > 0 ? " " + LaunchText.without(parked) : "" }

    /// Whether a launch keeps a budget; nil: that cannot be judged, because runs of it are parked.
    public func keeps(_ budget: Nanoseconds) -> Bool? { parked > 0 ? nil : time <= budget }

    /// Why a budget is not kept: `budget not judged: 6 tasks of the launch are parked`,
    /// `launch took 696ms, 500ms allowed`; nil if it is kept.
    public func complaint(about budget: Nanoseconds) -> String? {
        parked > 0 ? "budget \(LaunchText.notJudged(parked))" : TimeText.overBudget(time, budget)
    }
}

extension Timeline {
    /// The length of a process's launch; nil without a first frame.
    func launch(of process: Int) -> LaunchLength? {
        guard processes.indices.contains(process), let time = processes[process].launchTime else { return nil }
        return LaunchLength(time, parked: processes[process].parked)
    }

    /// Why runs are parked without which a launch is complete: the first reason that is not another parked task or a lane that
    /// opens after the launch, and whose run that is; nil if none is. O(records of turns).
    public func parkedCause(inLaunchOf process: Int) -> (reason: Reason, task: TaskID)? {
        let parked = parkings(inLaunchOf: process)
        return (parked.first { $0.reason.parksLaunch } ?? parked.first).map { ($0.reason, $0.task) }
    }

    /// When and why runs were parked without which a launch is complete. O(records of turns).
    package func parkings(inLaunchOf process: Int) -> [TurnMark] {
        guard processes.indices.contains(process), processes[process].parked > 0,
            let firstFrame = processes[process].firstFrame
        else { return [] }
        let order = processes[process].firstFrameOrder
        return marks.filter { mark in
            guard mark.kind == .park, mark.time <= firstFrame, let run = mark.run else { return false }
            let span = runs[run]
            return Int(span.process) == process && (span.startOrder < 0 || span.startOrder > order)
                && span.skipped.map { $0 > firstFrame } ?? true
        }
    }
}

extension Reason {
    /// Whether it says by itself why a run of a launch is parked: not that another one is, nor that its lane opens after the
    /// launch.
    package var parksLaunch: Bool {
        switch self {
        case .waitsForParked, .laneClosed: false
        case .predecessor, .overrun, .paused, .destroyed, .processEnded, .lanePaused, .waitsForUnreleased, .laneStuck,
            .stuck, .tooOld, .suspended, .step, .text:
            true
        }
    }
}
