import SchedulerCore
import Text
import TraceFormat

/// What must be known about a run and its surroundings to say why it waited; the owner of the trace collects it.
public struct WaitEvidence: Hashable, Sendable {
    /// A stretch of time; an open one ends at `distantFuture`.
    public struct Stretch: Hashable, Sendable {
        /// From.
        public var from: Instant
        /// To.
        public var to: Instant

        /// Creates a stretch.
        public init(_ from: Instant, _ to: Instant) {
            (self.from, self.to) = (from, to)
        }
    }

    /// A predecessor's turn that the run waited for.
    public struct Predecessor: Hashable, Sendable {
        /// What releases it.
        public enum Release: UInt8, CaseIterable, Sendable {
            /// By an event, a post or a sequence.
            case event
            /// By the clock.
            case timer
        }

        /// Which.
        public var task: TaskID
        /// How it is released.
        public var release: Release
        /// When it was released; nil: not yet.
        public var released: Instant?
        /// When it ended; nil: not yet.
        public var ended: Instant?

        /// Creates a predecessor.
        public init(_ task: TaskID, release: Release = .event, released: Instant?, ended: Instant?) {
            (self.task, self.release, self.released, self.ended) = (task, release, released, ended)
        }
    }

    /// An attempt that took a place in the run's lane.
    public struct Holder: Hashable, Sendable {
        /// Whose.
        public var task: TaskID
        /// When.
        public var stretch: Stretch

        /// Creates a holder.
        public init(_ task: TaskID, _ from: Instant, _ to: Instant) {
            (self.task, stretch) = (task, Stretch(from, to))
        }
    }

    /// The run.
    package var run: WaitingRun
    /// The pause after each run in that lane.
    public var gap = Nanoseconds.zero
    /// How many runs of that lane may run at once; nil: unknown.
    public var width: Int?
    /// Its predecessors, as listed.
    public var predecessors: [Predecessor] = []
    /// Attempts in its lane, by start.
    public var holders: [Holder] = []
    /// When the app was suspended.
    public var suspensions: [Stretch] = []
    /// When its task was paused.
    public var pauses: [Stretch] = []
    /// When its lane was paused.
    public var lanePauses: [Stretch] = []
    /// When its lane opened, for lanes that open with the first frame; `distantFuture`: not yet.
    public var laneOpened = Instant.zero
}

/// A piece of a wait, with its cause.
public struct WaitPiece: Hashable, Sendable {
    /// What caused it.
    public enum Cause: Hashable, Sendable {
        /// This predecessor had not ended, and was the last to end.
        case dependency(TaskID)
        /// This predecessor had not ended either, but another one took longer.
        case overlapped(TaskID)
        /// The event, post or step that releases this predecessor had not come.
        case eventNotDelivered(TaskID)
        /// The turn of this predecessor, a timer, had not come.
        case timer(TaskID)
        /// All places of the lane were taken, by these.
        case lane(LaneID, [TaskID])
        /// The lane's gap after this run.
        case gap(LaneID, after: TaskID)
        /// Its task was paused.
        case paused
        /// Its lane was paused.
        case lanePaused(LaneID)
        /// Its lane opens with the first frame.
        case laneClosed(LaneID)
        /// The app was suspended.
        case suspended
        /// An attempt had failed: the delay before the next one.
        case retry
        /// Of a recorded build: no job was free until this task's end freed one.
        case job(freedBy: TaskID?)
        /// Nothing that a recorded trace shows.
        case unrecorded
        /// Nothing held the lane: by the rules, other things of that instant or class took precedence.
        case turn
    }

    /// What.
    public let cause: Cause
    /// From.
    public let from: Instant
    /// To.
    public let to: Instant

    /// How long.
    public var length: Nanoseconds { to - from }
    /// Whether it overlaps other pieces instead of adding to them.
    public var isBeside: Bool {
        if case .overlapped = cause { return true }
        return false
    }

    /// Whether something was paused meanwhile.
    public var isPause: Bool {
        switch cause {
        case .paused, .lanePaused: true
        case .dependency, .overlapped, .eventNotDelivered, .timer, .lane, .gap, .laneClosed, .suspended, .retry, .job,
            .unrecorded, .turn:
            false
        }
    }

    /// Creates a piece.
    public init(_ cause: Cause, _ from: Instant, _ to: Instant) {
        (self.cause, self.from, self.to) = (cause, from, to)
    }
}

/// A run whose wait is asked for, or the part of one until an instant.
package struct WaitingRun: Hashable, Sendable {
    /// Whose.
    package var task: TaskID
    /// Its lane.
    package var lane: LaneID
    /// When it was released.
    package var released: Instant
    /// When its predecessors were done; nil: not yet.
    package var ready: Instant?
    /// When it began, or the end of the time in question.
    package var until: Instant

    package init(task: TaskID, lane: LaneID, released: Instant, ready: Instant?, until: Instant) {
        (self.task, self.lane, self.released, self.ready, self.until) = (task, lane, released, ready, until)
    }
}

/// What knows a run's surroundings: a recorded launch, or the course of a session with its forecast. The evidence is
/// gathered here for both, so the screen and `blame` say the same.
package protocol WaitSource {
    /// A run as this source names it.
    associatedtype Run
    /// What the numbers stand for.
    var names: TraceNames { get }
    /// Widths and gaps by `LaneID`; empty if they are not known.
    var lanes: [LaneSpec] { get }
    /// The states, in order.
    var states: [StateMark] { get }
    /// The commands, in order.
    var commands: [CommandMark] { get }
    /// The text of a command.
    func text(of command: CommandID) -> String
    /// A name as the script language writes it.
    func written(_ name: String) -> String
    /// The turns of its predecessors that a run waits for, as listed.
    func predecessors(of run: Run, _ waiting: WaitingRun) -> [WaitEvidence.Predecessor]
    /// The attempts that took a place in a run's lane while it waited, by start.
    func holders(of run: Run, _ waiting: WaitingRun) -> [WaitEvidence.Holder]
    /// When the task was parked, and why, in order.
    func parkings(of waiting: WaitingRun) -> [(time: Instant, reason: Reason)]
    /// When the run's lane opened, for lanes that open with the first frame; `distantFuture`: not yet.
    func opening(of run: Run, _ waiting: WaitingRun) -> Instant
}

/// The most commands that are examined for pauses of one run.
private let maximumCommands = 1_000

extension WaitSource {
    /// The pieces of a run's wait.
    package func pieces(of run: Run, _ waiting: WaitingRun) -> [WaitPiece] {
        WaitPieces.of(evidence(of: run, waiting))
    }

    private func evidence(of run: Run, _ waiting: WaitingRun) -> WaitEvidence {
        var evidence = WaitEvidence(run: waiting)
        guard waiting.until > waiting.released else { return evidence }
        evidence.predecessors = predecessors(of: run, waiting)
        evidence.holders = holders(of: run, waiting)
        if lanes.indices.contains(waiting.lane.offset) {
            let lane = lanes[waiting.lane.offset]
            (evidence.gap, evidence.width) = (lane.gap, lane.width)
        }
        evidence.laneOpened = opening(of: run, waiting)
        evidence.suspensions = suspensions(of: waiting)
        let parkings = parkings(of: waiting)
        evidence.pauses = pauses(
            of: written(names.name(of: waiting.task)), waiting, parked: parkings.first { $0.reason == .paused }?.time)
        evidence.lanePauses = pauses(
            of: "lane:" + written(names.name(of: waiting.lane)), waiting,
            parked: parkings.first { if case .lanePaused = $0.reason { true } else { false } }?.time)
        return evidence
    }

    private func suspensions(of waiting: WaitingRun) -> [WaitEvidence.Stretch] {
        let first = max(0, states.partitionPoint { $0.time > waiting.released } - 1)
        let last = states.partitionPoint { $0.time > waiting.until }
        guard first < last else { return [] }
        return (first..<last).compactMap { place in
            guard states[place].state == .suspended else { return nil }
            return .init(states[place].time, place + 1 < states.count ? states[place + 1].time : .distantFuture)
        }
    }

    /// When a task or lane was paused while a run waited: from a command or from parking to the next `resume`.
    private func pauses(of subject: String, _ waiting: WaitingRun, parked: Instant?) -> [WaitEvidence.Stretch] {
        let first = commands.partitionPoint { $0.time >= waiting.released }
        var start = isPaused(subject, before: first, in: waiting) ? waiting.released : parked
        var found: [WaitEvidence.Stretch] = []
        for mark in commands[first...].prefix(maximumCommands) {
            guard mark.time <= waiting.until else { break }
            if mark.refusal != nil { continue }
            let text = text(of: mark.command)
            if text == "pause \(subject)" { start = min(start ?? mark.time, mark.time) }
            if text == "resume \(subject)", let from = start, from <= mark.time {
                found.append(.init(from, mark.time))
                start = nil
            }
        }
        if let from = start { found.append(.init(from, .distantFuture)) }
        return found
    }

    /// Whether the last of some commands about a task or lane, in the process of the run, was a pause: a retry becomes due in a
    /// lane that was paused before.
    private func isPaused(_ subject: String, before first: Int, in waiting: WaitingRun) -> Bool {
        let end = states[..<states.partitionPoint { $0.time > waiting.released }].last { $0.state == .notRunning }
        for mark in commands[..<first].reversed().prefix(maximumCommands) {
            if let end, mark.time < end.time { return false }
            if mark.refusal != nil { continue }
            let text = text(of: mark.command)
            if text == "pause \(subject)" { return true }
            if text == "resume \(subject)" { return false }
        }
        return false
    }
}
