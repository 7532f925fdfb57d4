/// The five states of an app's process.
public enum LifecycleState: UInt8, BitwiseCopyable, CaseIterable, Stored {
    /// Before the launch, and after the end of the process.
    case notRunning
    /// During the launch, and while something covers the app.
    case inactive
    /// The user sees and uses the app.
    case active
    /// The user does not see the app, and its code runs.
    case background
    /// The process is there, and nothing runs.
    case suspended
}

/// A lifecycle event, numbered bit by bit as RWTaskKit numbers them.
public enum LifecycleEvent: UInt8, BitwiseCopyable, CaseIterable, Stored {
    case willFinishLaunching, didFinishLaunching, willEnterForeground, didEnterBackground, didBecomeActive
    case didReceiveMemoryWarning, willTerminate, willResignActive, significantTimeChange, openURL
    case willChangeStatusBarOrientation, didChangeStatusBarOrientation, backgroundRefreshStatusDidChange
    case userDidTakeScreenshot, reserved1, reserved2, idle

    /// The state after the event is delivered, or nil if it changes none.
    public var resultingState: LifecycleState? {
        switch self {
        case .willFinishLaunching, .willResignActive, .willEnterForeground: .inactive
        case .didBecomeActive: .active
        case .didEnterBackground: .background
        case .didFinishLaunching, .didReceiveMemoryWarning, .willTerminate, .significantTimeChange, .openURL,
            .willChangeStatusBarOrientation, .didChangeStatusBarOrientation, .backgroundRefreshStatusDidChange,
            .userDidTakeScreenshot, .reserved1, .reserved2, .idle:
            nil
        }
    }

    /// True for the two events that happen once in a process.
    public var isOncePerProcess: Bool {
        self == .willFinishLaunching || self == .didFinishLaunching
    }
}

/// A set of lifecycle events, one bit each.
public struct EventSet: OptionSet, BitwiseCopyable, Hashable, Stored {
    /// Bit n stands for the event with raw value n.
    public var rawValue: UInt32

    /// The set with these bits; bits without an event are kept but have no effect.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The set of one event.
    public init(_ event: LifecycleEvent) {
        self.rawValue = 1 << UInt32(event.rawValue)
    }

    /// Whether `event` is in the set.
    public func contains(_ event: LifecycleEvent) -> Bool {
        rawValue & (1 << UInt32(event.rawValue)) != 0
    }

    /// The events of the set in bit order, the order in which `fire` delivers them.
    public var events: [LifecycleEvent] {
        var found: [LifecycleEvent] = []
        forEach { found.append($0) }
        return found
    }

    /// The first of them; nil if the set is empty.
    public var first: LifecycleEvent? {
        rawValue == 0 ? nil : LifecycleEvent(rawValue: LifecycleEvent.RawValue(rawValue.trailingZeroBitCount))
    }

    /// The number of events.
    public var count: Int { rawValue.nonzeroBitCount }

    /// Calls `body` with each event of the set in that order, without an array.
    @inline(__always)
    func forEach(_ body: (LifecycleEvent) -> Void) {
        var left = rawValue
        while left != 0 {
            let bit = left.trailingZeroBitCount
            if let event = LifecycleEvent(rawValue: LifecycleEvent.RawValue(bit)) { body(event) }
            left &= left - 1
        }
    }
}

/// What a person does to the app; the scheduler turns it into events.
public enum LifecycleAction: UInt8, BitwiseCopyable, CaseIterable, Stored {
    /// Begins a process: willFinishLaunching, didFinishLaunching, didBecomeActive.
    case launch
    /// The user leaves the app.
    case background
    /// The user returns to it.
    case foreground
    /// Memory is low.
    case memoryWarning
    /// Ends the process when willTerminate is over.
    case terminate
    /// Something covers the app.
    case interrupt
    /// Opens a URL; launches the app if it is not running.
    case openURL
    /// Ends the process at once, without an event.
    case crash
}

extension LifecycleAction {
    /// Whether the action is allowed in `state`; the table in "Lifecycle".
    public func isAllowed(in state: LifecycleState) -> Bool {
        switch self {
        case .launch: state == .notRunning
        case .background: state == .active || state == .inactive
        case .foreground: state == .background || state == .suspended || state == .inactive
        case .memoryWarning: state != .notRunning && state != .suspended
        case .terminate, .crash: state != .notRunning
        case .interrupt: state == .active
        case .openURL: true
        }
    }

    /// The states in which the action is allowed, for the text of its refusal.
    public var allowedStates: [LifecycleState] {
        LifecycleState.allCases.filter(isAllowed)
    }

    /// The events that the action delivers in `state`, in order; empty if it is not allowed.
    ///
    /// *First frame* is not an event: it is the end of the launch's didBecomeActive.
    public func events(in state: LifecycleState) -> [LifecycleEvent] {
        guard isAllowed(in: state) else { return [] }
        switch self {
        case .launch: return [.willFinishLaunching, .didFinishLaunching, .didBecomeActive]
        case .background: return state == .active ? [.willResignActive, .didEnterBackground] : [.didEnterBackground]
        case .foreground: return state == .inactive ? [.didBecomeActive] : [.willEnterForeground, .didBecomeActive]
        case .memoryWarning: return [.didReceiveMemoryWarning]
        case .terminate: return terminationEvents(in: state)
        case .interrupt: return [.willResignActive]
        case .openURL: return openURLEvents(in: state)
        case .crash: return []
        }
    }

    private func terminationEvents(in state: LifecycleState) -> [LifecycleEvent] {
        switch state {
        case .active: [.willResignActive, .didEnterBackground, .willTerminate]
        case .inactive: [.didEnterBackground, .willTerminate]
        case .background: [.willTerminate]
        case .suspended, .notRunning: []
        }
    }

    private func openURLEvents(in state: LifecycleState) -> [LifecycleEvent] {
        switch state {
        case .notRunning: [.willFinishLaunching, .didFinishLaunching, .openURL, .didBecomeActive]
        case .background, .suspended: [.willEnterForeground, .openURL, .didBecomeActive]
        case .inactive: [.openURL, .didBecomeActive]
        case .active: [.openURL]
        }
    }
}
