import Foundation
import SchedulerCore

/// What releases a task: lifecycle events (`.didFinishLaunching`, `[.didBecomeActive, .willEnterForeground]`), turns of the
/// clock, a date, a notification, a startup class, or, with `.step`, nothing but a sequence.
public struct TaskTrigger: Hashable, Sendable {
    package var trigger: Trigger
    /// Whether the date counts from 1970-01-01T00:00:00Z and not from the scheduler's start.
    package var datesFrom1970 = false

    package init(_ trigger: Trigger) {
        self.trigger = trigger
    }

    /// Each of these events, every time.
    public static func events(_ events: EventSet) -> TaskTrigger { TaskTrigger(.events(events)) }

    /// Every `interval`, a multiple of the clock's and at most its `maximumInterval`, for the first time one interval after
    /// the launch or `inject`; `times` times, or forever. `catchUp` says what happens to turns that fell into a suspension,
    /// `onFailure` whether a turn that failed, with its retries used up, is the last one.
    public static func every(
        _ interval: Duration, times: Int? = nil, catchUp: CatchUp = .once,
        onFailure: TaskSequence.FailurePolicy = .proceed
    ) -> TaskTrigger {
        TaskTrigger(
            .timer(
                TimerTrigger(
                    every: Nanoseconds(interval), repetition: .init(times), catchUp: catchUp,
                    stopsOnFailure: onFailure == .stop)))
    }

    /// A time of day in UTC on these days, `times` times or forever: `.each(.weekdays, hour: 3)`. A date at which the
    /// app is not running is ignored. A date that fell into a suspension is reported as missed, or the task runs once,
    /// late, if `runsWhenMissed`.
    public static func each(
        _ days: Recurrence.Days, hour: Int, minute: Int = 0, second: Int = 0, times: Int? = nil,
        runsWhenMissed: Bool = false, onFailure: TaskSequence.FailurePolicy = .proceed
    ) -> TaskTrigger {
        let isTime = (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second)
        return recurring(days, isTime ? (hour * 60 + minute) * 60 + second : -1, times, runsWhenMissed, onFailure)
    }

    /// A minute of every hour in UTC, `times` times or forever: `.hourly(minute: 30)`. Otherwise like `each`.
    public static func hourly(
        minute: Int, second: Int = 0, times: Int? = nil, runsWhenMissed: Bool = false,
        onFailure: TaskSequence.FailurePolicy = .proceed
    ) -> TaskTrigger {
        let isTime = (0..<60).contains(minute) && (0..<60).contains(second)
        return recurring(.hourly, isTime ? minute * 60 + second : -1, times, runsWhenMissed, onFailure)
    }

    private static func recurring(
        _ days: Recurrence.Days, _ second: Int, _ times: Int?, _ runsWhenMissed: Bool,
        _ onFailure: TaskSequence.FailurePolicy
    ) -> TaskTrigger {
        var trigger = TaskTrigger(
            .timer(
                TimerTrigger(
                    every: nil, repetition: .init(times), runsWhenMissed: runsWhenMissed,
                    stopsOnFailure: onFailure == .stop,
                    recurrence: Recurrence(days, second: second, epoch: 0))))
        trigger.datesFrom1970 = true
        return trigger
    }

    /// The first tick at or after `date`, and then every `interval`; only once without an interval. A missed date is
    /// reported, or the task runs late if `runsWhenMissed`.
    public static func date(
        _ date: Date, every interval: Duration? = nil, times: Int? = nil, runsWhenMissed: Bool = false,
        catchUp: CatchUp = .once, onFailure: TaskSequence.FailurePolicy = .proceed
    ) -> TaskTrigger {
        let seconds = date.timeIntervalSince1970
        let (whole, rest) = (seconds.rounded(.down), seconds - seconds.rounded(.down))
        let start = Int64(exactly: whole).map { Duration.seconds($0) + .seconds(rest) }
        let limit: Duration = whole > 0 ? .nanoseconds(Int64.max) : .nanoseconds(Int64.min)
        return .date(
            sinceEpoch: start ?? limit, every: interval, times: times, runsWhenMissed: runsWhenMissed, catchUp: catchUp,
            onFailure: onFailure)
    }

    /// As above; the date counts from 1970-01-01T00:00:00Z.
    public static func date(
        sinceEpoch: Duration, every interval: Duration? = nil, times: Int? = nil, runsWhenMissed: Bool = false,
        catchUp: CatchUp = .once, onFailure: TaskSequence.FailurePolicy = .proceed
    ) -> TaskTrigger {
        let turns = TimerTrigger(
            every: interval.map { Nanoseconds($0) }, date: Instant(nanoseconds: Nanoseconds(sinceEpoch).count),
            repetition: .init(interval == nil ? times ?? 1 : times), runsWhenMissed: runsWhenMissed, catchUp: catchUp,
            stopsOnFailure: onFailure == .stop)
        var trigger = TaskTrigger(.timer(turns))
        trigger.datesFrom1970 = true
        return trigger
    }

    /// Every post of `key`; the payload is in the run's context. A post before the launch is refused and releases nothing.
    public static func notification(_ key: String) -> TaskTrigger { TaskTrigger(.notification(key)) }

    /// didFinishLaunching, by the rules of the startup classes. Tasks of class `afterLaunch` run one after the other on lane
    /// `afterLaunch` once the first frame is reached; one with another lane runs during the launch.
    public static func startup(_ startupClass: StartupClass) -> TaskTrigger { TaskTrigger(.startup(startupClass)) }

    /// Nothing: the task runs as a step of sequences.
    public static let step = TaskTrigger(.none)

    /// Whether it releases a task at most once in a process.
    var isOnce: Bool {
        switch trigger {
        case .events(let events): events.isSubset(of: [.willFinishLaunching, .didFinishLaunching])
        case .startup: true
        case .none, .timer, .notification: false
        }
    }

    /// The trigger with its date counted from `epoch`, nanoseconds since 1970-01-01T00:00:00Z.
    package func dated(from epoch: Int64) -> Trigger {
        guard datesFrom1970, case .timer(var turns) = trigger else { return trigger }
        turns.recurrence?.epoch = epoch
        guard let date = turns.date else { return .timer(turns) }
        let (difference, overflow) = date.nanoseconds.subtractingReportingOverflow(epoch)
        turns.date = Instant(nanoseconds: overflow ? (epoch < 0 ? .max : .min) : difference)
        return .timer(turns)
    }
}

extension Repetition {
    /// `times` turns; nil and -1 mean forever.
    fileprivate init(_ times: Int?) {
        self = times.map { $0 == -1 ? .forever : .times($0) } ?? .forever
    }
}

extension TaskTrigger: ExpressibleByArrayLiteral {
    /// Each of these events, every time.
    public init(arrayLiteral events: EventSet...) {
        self = .events(events.reduce([]) { $0.union($1) })
    }
}

extension EventSet {
    /// The launch begins.
    public static let willFinishLaunching = EventSet(LifecycleEvent.willFinishLaunching)
    /// The launch goes on; most of its tasks begin. A plan's default.
    public static let didFinishLaunching = EventSet(LifecycleEvent.didFinishLaunching)
    /// The app comes back.
    public static let willEnterForeground = EventSet(LifecycleEvent.willEnterForeground)
    /// The app is in the background.
    public static let didEnterBackground = EventSet(LifecycleEvent.didEnterBackground)
    /// The app is active.
    public static let didBecomeActive = EventSet(LifecycleEvent.didBecomeActive)
    /// Memory is low.
    public static let didReceiveMemoryWarning = EventSet(LifecycleEvent.didReceiveMemoryWarning)
    /// The process ends.
    public static let willTerminate = EventSet(LifecycleEvent.willTerminate)
    /// Something covers the app.
    public static let willResignActive = EventSet(LifecycleEvent.willResignActive)
    /// The clock was set, or a new day began.
    public static let significantTimeChange = EventSet(LifecycleEvent.significantTimeChange)
    /// A URL was opened.
    public static let openURL = EventSet(LifecycleEvent.openURL)
    /// The screen is about to rotate.
    public static let willChangeStatusBarOrientation = EventSet(LifecycleEvent.willChangeStatusBarOrientation)
    /// The screen has rotated.
    public static let didChangeStatusBarOrientation = EventSet(LifecycleEvent.didChangeStatusBarOrientation)
    /// Background refresh was allowed or forbidden.
    public static let backgroundRefreshStatusDidChange = EventSet(LifecycleEvent.backgroundRefreshStatusDidChange)
    /// A screenshot was taken.
    public static let userDidTakeScreenshot = EventSet(LifecycleEvent.userDidTakeScreenshot)
    /// For the app's own use.
    public static let reserved1 = EventSet(LifecycleEvent.reserved1)
    /// For the app's own use.
    public static let reserved2 = EventSet(LifecycleEvent.reserved2)
    /// A stretch of work is over.
    public static let idle = EventSet(LifecycleEvent.idle)
}

extension TaskTrigger {
    /// The launch begins.
    public static let willFinishLaunching = TaskTrigger.events(.willFinishLaunching)
    /// The launch goes on; most of its tasks begin. A plan's default.
    public static let didFinishLaunching = TaskTrigger.events(.didFinishLaunching)
    /// The app comes back.
    public static let willEnterForeground = TaskTrigger.events(.willEnterForeground)
    /// The app is in the background.
    public static let didEnterBackground = TaskTrigger.events(.didEnterBackground)
    /// The app is active.
    public static let didBecomeActive = TaskTrigger.events(.didBecomeActive)
    /// Memory is low.
    public static let didReceiveMemoryWarning = TaskTrigger.events(.didReceiveMemoryWarning)
    /// The process ends.
    public static let willTerminate = TaskTrigger.events(.willTerminate)
    /// Something covers the app.
    public static let willResignActive = TaskTrigger.events(.willResignActive)
    /// The clock was set, or a new day began.
    public static let significantTimeChange = TaskTrigger.events(.significantTimeChange)
    /// A URL was opened.
    public static let openURL = TaskTrigger.events(.openURL)
    /// The screen is about to rotate.
    public static let willChangeStatusBarOrientation = TaskTrigger.events(.willChangeStatusBarOrientation)
    /// The screen has rotated.
    public static let didChangeStatusBarOrientation = TaskTrigger.events(.didChangeStatusBarOrientation)
    /// Background refresh was allowed or forbidden.
    public static let backgroundRefreshStatusDidChange = TaskTrigger.events(.backgroundRefreshStatusDidChange)
    /// A screenshot was taken.
    public static let userDidTakeScreenshot = TaskTrigger.events(.userDidTakeScreenshot)
    /// For the app's own use.
    public static let reserved1 = TaskTrigger.events(.reserved1)
    /// For the app's own use.
    public static let reserved2 = TaskTrigger.events(.reserved2)
    /// A stretch of work is over.
    public static let idle = TaskTrigger.events(.idle)
}
