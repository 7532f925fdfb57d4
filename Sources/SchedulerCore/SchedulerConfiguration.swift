/// The settings of a scheduler: clock, lanes, limits. They apply to the whole session.
public struct SchedulerConfiguration: Hashable, Sendable {
    /// What drives the ticks.
    public enum ClockSource: UInt8, Stored {
        /// The scheduler's own clock.
        case `internal`
        /// Only the `tick` command.
        case external
    }
    /// The order of ready runs in a lane.
    public enum Order: UInt8, Sendable {
        /// Priority, then release, then registration.
        case priority
        /// Longest remaining path first, then release, then registration.
        case criticalPath
    }

    /// Time between ticks, more than 0.
    public var tick: Nanoseconds = .seconds(1)
    /// What drives the ticks.
    public var clockSource: ClockSource = .internal
    /// The longest timer interval, in ticks.
    public var maximumInterval: Int = 120
    /// How old a date may be at registration and still run on the next tick, inclusive.
    public var grace: Nanoseconds = .seconds(5)
    /// All lanes; the first is `main`; `async` and `afterLaunch` are always among them.
    public var lanes: [LaneSpec]
    /// Watchdog limit of a launch.
    public var launchLimit: Nanoseconds = .seconds(20)
    /// Watchdog limit of a background transition.
    public var backgroundLimit: Nanoseconds = .seconds(5)
    /// Watchdog limit of a termination.
    public var terminateLimit: Nanoseconds = .seconds(5)
    /// How long a run that never ends may hold any other event.
    public var eventLimit: Nanoseconds = .seconds(20)
    /// Whether exceeding a limit kills the process.
    public var enforcesLimits: Bool = false
    /// The time from the first frame until lane `afterLaunch` opens.
    public var afterLaunchDelay: Nanoseconds = .zero
    /// The time from the end of didEnterBackground to suspension.
    public var suspendAfter: Nanoseconds = .seconds(5)
    /// The order of ready runs.
    public var order: Order = .priority

    /// The defaults of the rules; adds the lanes `main`, `async` and `afterLaunch` if they are missing.
    public init(lanes: [LaneSpec] = []) {
        let main = lanes.first { $0.name == "main" } ?? LaneSpec(name: "main")
        self.lanes = [main] + lanes.filter { $0.name != "main" }
        for name in ["async", "afterLaunch"] where !lanes.contains(where: { $0.name == name }) {
            self.lanes.append(LaneSpec(name: name))
        }
    }

    /// The lane called `name`, compared byte by byte.
    public func lane(named name: String) -> LaneID? {
        lanes.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map(LaneID.init)
    }

    /// The watchdog limit of an action; actions without one of their own share the launch's.
    func limit(of action: LifecycleAction) -> Nanoseconds {
        switch action {
        case .background: backgroundLimit
        case .terminate: terminateLimit
        case .launch, .openURL, .foreground, .memoryWarning, .interrupt, .crash: launchLimit
        }
    }

    /// The lane of a task: the one that it names, else that of its trigger.
    public func lane(of spec: TaskSpec) -> LaneID {
        if let lane = spec.lane { return lane }
        return switch spec.trigger {
        case .startup(.async): lane(named: "async") ?? .main
        case .startup(.afterLaunch): afterLaunchLane
        case .startup(.basic), .startup(.sync), .none, .events, .timer, .notification: .main
        }
    }

    /// The lane that the first frame opens.
    public var afterLaunchLane: LaneID { lane(named: "afterLaunch") ?? .main }
}

/// A lane: where runs execute, and how many at once.
public struct LaneSpec: Hashable, Sendable {
    /// The maximum number of runs at once.
    public static let maximumWidth = 65_535
    /// The name of the lane of anchors, which always has a place.
    public static let anchors = "anchors"

    /// The name, unique among lanes.
    public var name: String
    /// How many runs execute at once, 1 ... 65535; `main` is always 1.
    public var width: Int
    /// The pause of a place after each run.
    public var gap: Nanoseconds

    /// Creates a lane, serial and without a gap by default.
    public init(name: String, width: Int = 1, gap: Nanoseconds = .zero) {
        self.name = name
        self.width = width
        self.gap = gap
    }
}
