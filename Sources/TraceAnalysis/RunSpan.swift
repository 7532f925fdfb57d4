import SchedulerCore

/// One released turn of a task, from its release to its end.
public struct RunSpan: Hashable, Sendable {
    /// Whose turn.
    public let task: TaskID
    /// Its number, from 1 per name over the whole session.
    public let run: Int32
    /// Where it runs.
    public internal(set) var lane: LaneID
    /// The process in which it was released, an index into `Timeline.processes`; -1 before the first launch.
    public internal(set) var process: Int32 = -1
    /// The last event delivered before its release, an index into `Timeline.events`; -1 if there was none.
    public internal(set) var event: Int32 = -1
    /// When it was released.
    public let released: Instant
    /// When its predecessors were done; known once its first attempt has ended.
    public internal(set) var ready: Instant?
    /// When its first attempt began.
    public internal(set) var started: Instant?
    /// When its last attempt began.
    public internal(set) var lastStarted: Instant?
    /// When its last attempt ended; nil while one is under way.
    public internal(set) var finished: Instant?
    /// When it was skipped; such a run never starts.
    public internal(set) var skipped: Instant?
    /// How its last attempt ended.
    public internal(set) var outcome: Outcome?
    /// Why its last attempt ended, if not by itself.
    public internal(set) var reason: FinishReason = .none
    /// Attempts begun.
    public internal(set) var attempts: Int32 = 0
    /// How often it was parked.
    public internal(set) var parkings: Int32 = 0
    /// The number of its release record.
    public let releaseOrder: Int
    /// The number of its first start record; -1 before.
    public internal(set) var startOrder = -1
    /// The number of its last finish record; -1 before.
    public internal(set) var finishOrder = -1
    var previous: Int32 = -1

    init(task: TaskID, run: Int32, lane: LaneID, released: Instant, order: Int) {
        (self.task, self.run, self.lane, self.released, releaseOrder) = (task, run, lane, released, order)
    }

    /// Whether it waited for a run that it prefers to come after: that was not over when this one was released.
    func heeds(_ preferred: RunSpan) -> Bool { preferred.finishOrder > releaseOrder }

    /// Own time: from the first start to the last end, pauses between attempts included; nil while it lasts.
    public var own: Nanoseconds? {
        guard let started, let finished else { return nil }
        return finished - started
    }

    /// Time spent waiting for predecessors; nil while unknown.
    public var dependencyWait: Nanoseconds? { ready.map { $0 - released } }

    /// Time spent waiting for a place in the lane; nil while unknown.
    public var laneWait: Nanoseconds? {
        guard let started, let ready else { return nil }
        return started - ready
    }

    /// The whole wait: from the release to the first start; nil before that.
    public var wait: Nanoseconds? { started.map { $0 - released } }

    mutating func begin(attempt: Int32, lane: LaneID, at time: Instant) {
        attempts = attempt
        self.lane = lane
        (lastStarted, finished, outcome, reason) = (time, nil, nil, .none)
    }

    mutating func end(_ outcome: Outcome, ready: Instant, _ reason: FinishReason, at time: Instant, order: Int) {
        (finished, self.outcome, self.reason) = (time, outcome, reason)
        // Clamped, so that no foreign trace gives a negative wait.
        self.ready = min(max(ready, released), started ?? time)
        finishOrder = order
    }

    /// The attempt that has ended, when the next one begins with record number `next`.
    func endedAttempt(of index: Int, before next: Int) -> EarlierAttempt? {
        guard let lastStarted, let finished, let outcome else { return nil }
        return EarlierAttempt(
            run: index, attempt: attempts, started: lastStarted, finished: finished, outcome: outcome,
            finishOrder: finishOrder, nextOrder: next)
    }
}

/// An attempt that was followed by another one.
public struct EarlierAttempt: Hashable, Sendable {
    /// Its run, an index into `Timeline.runs`.
    public let run: Int
    /// Its number, from 1.
    public let attempt: Int32
    /// When it began.
    public let started: Instant
    /// When it ended.
    public let finished: Instant
    /// How it ended.
    public let outcome: Outcome
    /// The numbers of its finish record and of the start record of the attempt after it.
    let finishOrder: Int
    let nextOrder: Int
}

/// A process, from its launch to its end.
public struct ProcessSpan: Hashable, Sendable {
    /// When willFinishLaunching was delivered, which is when the launch action began.
    public let launched: Instant
    /// The first frame; nil if it has not come.
    public internal(set) var firstFrame: Instant?
    /// How many parked runs the launch is complete without.
    public internal(set) var parked = 0
    /// The number of the first frame's record; -1 before.
    public internal(set) var firstFrameOrder = -1
    /// Index into `Timeline.runs` of the first run released in it.
    public let firstRun: Int
    /// Index into `Timeline.events` of its first event.
    public let firstEvent: Int

    /// From the launch action to the first frame.
    public var launchTime: Nanoseconds? { firstFrame.map { $0 - launched } }

    /// Whether a run of this process is part of its launch: it began before the first frame. In the instant of the first
    /// frame, which does not wait for what begins then, it must also have ended.
    func contains(_ span: RunSpan) -> Bool {
        guard let started = span.started, let firstFrame, span.startOrder < firstFrameOrder else { return false }
        return started < firstFrame || (0..<firstFrameOrder).contains(span.finishOrder)
    }

    init(launched: Instant, firstRun: Int, firstEvent: Int) {
        (self.launched, self.firstRun, self.firstEvent) = (launched, firstRun, firstEvent)
    }
}

/// How often each thing happened.
public struct Counts: Hashable, Sendable {
    /// Ended runs by the outcome of their last attempt.
    public struct Outcomes: Hashable, Sendable {
        private var numbers = SIMD8<Int32>()

        /// How many runs ended this way.
        public internal(set) subscript(outcome: Outcome) -> Int {
            get { Int(numbers[Int(outcome.rawValue)]) }
            set { numbers[Int(outcome.rawValue)] = Int32(truncatingIfNeeded: newValue) }
        }
    }

    /// Released turns.
    public internal(set) var released = 0
    /// Started runs.
    public internal(set) var started = 0
    /// Further attempts.
    public internal(set) var retried = 0
    /// Ended runs.
    public internal(set) var ended = Outcomes()
    /// Skipped turns.
    public internal(set) var skipped = 0
    /// Missed turns.
    public internal(set) var missed = 0
    /// Parkings.
    public internal(set) var parked = 0
    /// Refused commands.
    public internal(set) var refused = 0

    /// Runs that ended as fail, critical or timed out.
    public var failed: Int { ended[.fail] + ended[.critical] + ended[.timedOut] }
}

/// A turn that was skipped, missed or parked.
public struct TurnMark: Hashable, Sendable {
    /// What became of the turn.
    public enum Kind: UInt8, CaseIterable, Sendable {
        case skip, miss, park

        /// `skipped`, `missed`, `parked`.
        var word: String {
            switch self {
            case .skip: "skipped"
            case .miss: "missed"
            case .park: "parked"
            }
        }
    }

    /// What became of it.
    public let kind: Kind
    /// Whose turn.
    public let task: TaskID
    /// Why.
    public let reason: Reason
    /// When.
    public let time: Instant
    /// The run that was skipped or parked, an index into `Timeline.runs`; nil if a turn was passed over.
    public let run: Int?
}

/// A delivered event.
public struct EventMark: Hashable, Sendable {
    /// Which.
    public let event: LifecycleEvent
    /// When.
    public let time: Instant
    /// The number of its record.
    public let order: Int
    /// The process, an index into `Timeline.processes`; -1 if there is none.
    public let process: Int
}

extension LifecycleEvent {
    /// The letter that stands for the event on the screen; `o` for events without their own.
    public var letter: Character {
        switch self {
        case .willFinishLaunching: "W"
        case .didFinishLaunching: "D"
        case .didBecomeActive: "A"
        case .didEnterBackground: "B"
        case .willEnterForeground: "F"
        case .didReceiveMemoryWarning: "M"
        case .willTerminate: "T"
        case .willResignActive, .significantTimeChange, .openURL, .willChangeStatusBarOrientation,
            .didChangeStatusBarOrientation, .backgroundRefreshStatusDidChange, .userDidTakeScreenshot, .reserved1,
            .reserved2, .idle:
            "o"
        }
    }
}

/// An entered state.
public struct StateMark: Hashable, Sendable {
    /// Which.
    public let state: LifecycleState
    /// When.
    public let time: Instant

    package init(state: LifecycleState, time: Instant) {
        (self.state, self.time) = (state, time)
    }
}

/// A tick of the scheduler's clock.
public struct TickMark: Hashable, Sendable {
    /// Its number in its process.
    public let number: Int64
    /// When.
    public let time: Instant
}

/// A command that was done or refused.
public struct CommandMark: Hashable, Sendable {
    /// Which.
    public let command: CommandID
    /// When.
    public let time: Instant
    /// Why it was refused; nil if it was not.
    public let refusal: Refusal?

    package init(command: CommandID, time: Instant, refusal: Refusal?) {
        (self.command, self.time, self.refusal) = (command, time, refusal)
    }
}

/// A warning.
public struct WarningMark: Hashable, Sendable {
    /// What.
    public let warning: Warning
    /// When.
    public let time: Instant
}

/// A judged expectation.
public struct ExpectationMark: Hashable, Sendable {
    /// The driver's number.
    public let number: Int32
    /// When.
    public let time: Instant
}

/// A signal of a job, the job queue or a sequence.
public struct SignalMark: Hashable, Sendable {
    /// The wording.
    public enum Signal: Hashable, Sendable {
        case job(Int64, TaskID, JobSignal, attempt: Int32, willRetry: Bool, FinishReason)
        case queue(QueueSignal)
        case sequence(TaskID, SequenceSignal, step: TaskID?, Reason?)
    }

    /// What.
    public let signal: Signal
    /// When.
    public let time: Instant

    init(_ signal: Signal, at time: Instant) {
        (self.signal, self.time) = (signal, time)
    }
}
