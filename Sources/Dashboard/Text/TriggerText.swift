import Text
import SchedulerCore
import TraceAnalysis

/// Triggers, priorities, lanes and states in words and initials.
enum TriggerText {
    /// What releases a task, in full.
    static func long(_ trigger: Trigger) -> String {
        switch trigger {
        case .none: "step"
        case .events(let events): events.events.map(event).joined(separator: "|")
        case .timer(let timer): self.timer(timer)
        case .notification(let key): "post \(DisplayText.clean(key))"
        case .startup(let kind): "\(kind)"
        }
    }

    /// The event's name as scenarios write it.
    static func event(_ event: LifecycleEvent) -> String { "\(event)" }

    /// The event in at most 11 columns.
    static func short(_ trigger: Trigger) -> String {
        guard case .events(let events) = trigger else { return long(trigger) }
        guard let first = events.first else { return "-" }
        return events.count > 1 ? "\(brief(first))+\(events.count - 1)" : brief(first)
    }

    /// A short name for an event.
    static func brief(_ event: LifecycleEvent) -> String {
        switch event {
        case .willFinishLaunching: "willFinish"
        case .didFinishLaunching: "didFinish"
        case .willEnterForeground: "foreground"
        case .didEnterBackground: "background"
        case .didBecomeActive: "active"
        case .didReceiveMemoryWarning: "memory"
        case .willTerminate: "terminate"
        case .willResignActive: "resign"
        case .significantTimeChange: "timeChange"
        case .openURL: "openURL"
        case .willChangeStatusBarOrientation: "willRotate"
        case .didChangeStatusBarOrientation: "didRotate"
        case .backgroundRefreshStatusDidChange: "refresh"
        case .userDidTakeScreenshot: "screenshot"
        case .reserved1: "reserved1"
        case .reserved2: "reserved2"
        case .idle: "idle"
        }
    }

    /// The event's names on the ruler, longest first; if none fits, its first letter, which no state
    /// uses.
    static func ruler(_ event: LifecycleEvent) -> [String] {
        switch event {
        case .willFinishLaunching: ["will"]
        case .didFinishLaunching: ["did"]
        case .willEnterForeground: ["fore"]
        case .didEnterBackground: ["back"]
        case .didBecomeActive: ["active", "act"]
        case .didReceiveMemoryWarning: ["memory", "mem"]
        case .willTerminate: ["term"]
        case .willResignActive: ["resign"]
        case .significantTimeChange: ["time"]
        case .openURL: ["open"]
        case .willChangeStatusBarOrientation: ["willRotate"]
        case .didChangeStatusBarOrientation: ["didRotate"]
        case .backgroundRefreshStatusDidChange: ["refresh"]
        case .userDidTakeScreenshot: ["shot"]
        case .reserved1: ["reserved1", "res1"]
        case .reserved2: ["reserved2", "res2"]
        case .idle: ["idle"]
        }
    }

    /// Four columns at most.
    static func priority(_ priority: Priority) -> String {
        switch priority {
        case .critical: "crit"
        case .high: "high"
        case .default: "def"
        case .low: "low"
        }
    }

    /// The lifecycle state for the status line, in capitals while the app runs.
    static func state(_ state: LifecycleState) -> String {
        switch state {
        case .notRunning: "not running"
        case .inactive: "INACTIVE"
        case .active: "ACTIVE"
        case .background: "BACKGROUND"
        case .suspended: "SUSPENDED"
        }
    }

    private static func timer(_ timer: TimerTrigger) -> String {
        if let recurrence = timer.recurrence { return "at \(CommandLanguage.written(recurrence))" }
        var text = timer.date.map { "at \(TimeText.exact($0 - .zero))" } ?? ""
        if let every = timer.every {
            text += text.isEmpty ? "" : " "
            switch timer.repetition {
            case .forever: text += "every \(TimeText.exact(every))"
            case .times(let count): text += "every \(TimeText.exact(every)) x\(count)"
            }
        }
        return text
    }
}
