import SchedulerCore

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

    /// The run's lane.
    public var lane: LaneID
    /// The pause after each run in that lane.
    public var gap = Nanoseconds.zero
    /// When the run was released.
    public var released: Instant
    /// When its predecessors were done; nil: not yet.
    public var ready: Instant?
    /// When it began, or the end of the time in question.
    public var until: Instant
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

    /// A run that waited, or waits, from `released` to `until`.
    public init(lane: LaneID, released: Instant, ready: Instant?, until: Instant) {
        (self.lane, self.released, self.ready, self.until) = (lane, released, ready, until)
    }
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

    /// Creates a piece.
    public init(_ cause: Cause, _ from: Instant, _ to: Instant) {
        (self.cause, self.from, self.to) = (cause, from, to)
    }
}
