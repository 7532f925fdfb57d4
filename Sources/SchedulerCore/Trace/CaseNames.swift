// The names of cases, written out: the language's own way to a case's name looks through all types of the program, which
// is a good part of a short process.

extension LifecycleState: CustomStringConvertible {
    /// As scenarios and traces write it.
    public var word: StaticString {
        switch self {
        case .notRunning: "notRunning"
        case .inactive: "inactive"
        case .active: "active"
        case .background: "background"
        case .suspended: "suspended"
        }
    }

    /// The same as text.
    public var description: String { word.description }
}

extension LifecycleEvent: CustomStringConvertible {
    /// As The rules, "Lifecycle", list it.
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

    /// The same as text.
    public var description: String { word.description }
}

extension Priority: CustomStringConvertible {
    /// As scenarios write it.
    public var description: String {
        switch self {
        case .critical: "critical"
        case .high: "high"
        case .default: "default"
        case .low: "low"
        }
    }
}

extension StartupClass: CustomStringConvertible {
    /// As scenarios write it.
    public var description: String {
        switch self {
        case .basic: "basic"
        case .sync: "sync"
        case .async: "async"
        case .afterLaunch: "afterLaunch"
        }
    }
}

extension CatchUp: CustomStringConvertible {
    /// As scenarios write it.
    public var description: String {
        switch self {
        case .once: "once"
        case .all: "all"
        case .none: "none"
        }
    }
}

extension DeathCause: CustomStringConvertible {
    /// As the list of jobs writes it.
    public var description: String {
        switch self {
        case .failed: "failed"
        case .critical: "critical"
        case .lost: "lost"
        case .expired: "expired"
        }
    }
}

extension Outcome: CustomStringConvertible {
    /// As scenarios and traces write it.
    public var word: StaticString {
        switch self {
        case .success: "success"
        case .fail: "fail"
        case .critical: "critical"
        case .cancelled: "cancelled"
        case .timedOut: "timedOut"
        }
    }

    /// The same as text.
    public var description: String { word.description }
}
