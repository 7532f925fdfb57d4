import SchedulerCore

/// Lifecycle events by name.
public enum EventNames {
    /// The short names in The rules, in the bit order of their events.
    public static let short: [(name: String, event: LifecycleEvent)] = [
        ("launch", .didFinishLaunching), ("foreground", .willEnterForeground), ("background", .didEnterBackground),
        ("active", .didBecomeActive), ("memory", .didReceiveMemoryWarning), ("terminate", .willTerminate),
    ]

    /// The long name: the event as in The rules, "Lifecycle".
    public static func name(of event: LifecycleEvent) -> String { "\(event)" }

    /// The event with this long or short name.
    public static func event(named name: String) -> LifecycleEvent? { table[name] }

    /// Every long name, then every short one.
    public static let all: [String] = LifecycleEvent.allCases.map(name) + short.map { $0.name }

    private static let table: [String: LifecycleEvent] = {
        var table: [String: LifecycleEvent] = [:]
        for event in LifecycleEvent.allCases { table[name(of: event)] = event }
        for (name, event) in short { table[name] = event }
        return table
    }()
}
