import SchedulerCore

/// A turn that was skipped, missed or parked.
public struct TurnMark: Hashable, Sendable {
    /// What became of the turn.
    public enum Kind: UInt8, CaseIterable, Sendable {
        case skip, miss, park
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

    /// The letter that stands for the event on the screen; `o` for events without their own.
    public var letter: Character {
        switch event {
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
