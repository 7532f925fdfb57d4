import SchedulerCore

/// A case that the trace writes as one fixed word.
protocol Word: CaseIterable, Hashable, Sendable {
    /// The word, plain ASCII that JSON does not escape.
    var word: StaticString { get }
}

extension Word {
    /// The case whose word has exactly these bytes.
    init?(bytes: some Collection<UInt8>) {
        guard let found = Self.allCases.first(where: { $0.word.isEqual(to: bytes) }) else { return nil }
        self = found
    }
}

extension StaticString {
    /// Whether the bytes are those of the string.
    func isEqual(to bytes: some Collection<UInt8>) -> Bool {
        withUTF8Buffer { $0.elementsEqual(bytes) }
    }
}

extension LifecycleState: Word {
    /// The word of the trace, as in PRODUCT section 2.
    public var word: StaticString {
        switch self {
        case .notRunning: "notRunning"
        case .inactive: "inactive"
        case .active: "active"
        case .background: "background"
        case .suspended: "suspended"
        }
    }
}

extension LifecycleEvent: Word {
    /// The word of the trace, as in PRODUCT section 2.
    public var word: StaticString {
        switch self {
        case .willFinishLaunching: "willFinishLaunching"
        case .didFinishLaunching: "didFinishLaunching"
        case .willEnterForeground: "willEnterForeground"
        case .didEnterBackground: "didEnterBackground"
        case .didBecomeActive: "didBecomeActive"
        case .didReceiveMemoryWarning: "didReceiveMemoryWarning"
        case .willTerminate: "willTerminate"
        case .willResignActive: "willResignActive"
        case .significantTimeChange: "significantTimeChange"
        case .openURL: "openURL"
        case .willChangeStatusBarOrientation: "willChangeStatusBarOrientation"
        case .didChangeStatusBarOrientation: "didChangeStatusBarOrientation"
        case .backgroundRefreshStatusDidChange: "backgroundRefreshStatusDidChange"
        case .userDidTakeScreenshot: "userDidTakeScreenshot"
        case .reserved1: "reserved1"
        case .reserved2: "reserved2"
        case .idle: "idle"
        }
    }
}

extension Outcome: Word {
    /// The word of the trace.
    public var word: StaticString {
        switch self {
        case .success: "success"
        case .fail: "fail"
        case .critical: "critical"
        case .cancelled: "cancelled"
        case .timedOut: "timedOut"
        }
    }
}

extension JobSignal: Word {
    /// The word of the trace.
    public var word: StaticString {
        switch self {
        case .jobDidStart: "jobDidStart"
        case .jobDidSucceed: "jobDidSucceed"
        case .jobDidFail: "jobDidFail"
        }
    }
}

extension QueueSignal: Word {
    /// The word of the trace.
    public var word: StaticString {
        switch self {
        case .didStart: "didStart"
        case .didStop: "didStop"
        case .didDrain: "didDrain"
        }
    }
}

extension SequenceSignal: Word {
    /// The word of the trace.
    public var word: StaticString {
        switch self {
        case .started: "started"
        case .completed: "completed"
        case .failed: "failed"
        case .allDone: "allDone"
        }
    }
}

/// The `kind` of a line.
enum LineKind: Word {
    case action, refused, event, state, firstFrame, tick, release, start, finish, skip, miss, park, job, queue
    case sequence, expect, warning, end

    var word: StaticString {
        switch self {
        case .action: "action"
        case .refused: "refused"
        case .event: "event"
        case .state: "state"
        case .firstFrame: "firstFrame"
        case .tick: "tick"
        case .release: "release"
        case .start: "start"
        case .finish: "finish"
        case .skip: "skip"
        case .miss: "miss"
        case .park: "park"
        case .job: "job"
        case .queue: "queue"
        case .sequence: "sequence"
        case .expect: "expect"
        case .warning: "warning"
        case .end: "end"
        }
    }
}
