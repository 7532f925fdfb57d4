import CTaskKit
import Foundation
import SchedulerCore
import TaskKit

/// Watches the system for an app and passes its news to the scheduler. Opt-in: without it, signals end the process as
/// usual.
///
/// | the system | the app |
/// |---|---|
/// | SIGTERM | terminate; once willTerminate is over, or its limit, the process exits with 0 |
/// | SIGTSTP | background; once didEnterBackground is over, or its limit, the process stops as a shell expects |
/// | SIGCONT after that | foreground |
/// | memory pressure (PSI, or the control group's count; on Apple's systems a dispatch source) | didReceiveMemoryWarning, at most once a second |
/// | the clock was set, a new day | significantTimeChange |
/// | `NotificationCenter.default`, keys of notification tasks | their posts |
///
/// It waits for all but the last on its own thread, which sleeps until there is news. Keep the value: once it is
/// released, nothing is watched. On systems with UIKit or AppKit the
/// app's own notifications take the place of the signals; see `ApplicationNotifications`.
public final class SystemEvents: Sendable {
    /// What is watched.
    public struct Sources: OptionSet, Sendable {
        /// One bit per source.
        public let rawValue: Int
        /// SIGTERM, SIGTSTP, SIGCONT.
        public static let signals = Sources(rawValue: 1)
        /// Memory pressure.
        public static let memoryPressure = Sources(rawValue: 2)
        /// Changes of the wall clock.
        public static let clockChanges = Sources(rawValue: 4)
        /// Posts to `NotificationCenter.default` under the keys of notification tasks.
        public static let notifications = Sources(rawValue: 8)
        /// All of them.
        public static let all: Sources = [.signals, .memoryPressure, .clockChanges, .notifications]

        /// The sources with these bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }

    /// The minimum time between memory warnings, in milliseconds, however often the system reports pressure.
    static let warningPause = 1000

    /// The sources that this system does not have, with the reason; the others are watched.
    public let missing: [EventSourceError]
    private let watch: SystemWatch
    private let notifications: NotificationPosts?

    /// Starts watching. A source that the system does not have is left out and is in `missing`. `log` receives a line
    /// if tasks had not ended when the process had to; by default it goes to standard error.
    public convenience init(
        _ scheduler: LiveScheduler, _ sources: Sources = .all,
        log: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    ) {
        self.init(scheduler, sources, exit: { exit(0) }, log: log)
    }

    /// As above; `exit` is called instead of ending the process, on the watching thread.
    init(
        _ scheduler: LiveScheduler, _ sources: Sources, more: [any EventSource] = [],
        stopProcess: @escaping @Sendable () -> Void = { taskkit_stop_process() },
        exit: @escaping @Sendable () -> Void, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        var found = more
        var missing: [EventSourceError] = []
        let add = { (make: () throws(EventSourceError) -> any EventSource) in
            do throws(EventSourceError) { found.append(try make()) } catch { missing.append(error) }
        }
        if sources.contains(.signals) { add { () throws(EventSourceError) in try SignalSource() } }
        if sources.contains(.memoryPressure) {
            #if canImport(Darwin)
                found.append(DispatchedMemoryPressure())
            #else
                add { () throws(EventSourceError) in try MemoryPressureSource() }
            #endif
        }
        if sources.contains(.clockChanges) { add { () throws(EventSourceError) in try ClockChangeSource() } }
        self.missing = missing
        notifications = sources.contains(.notifications) ? NotificationPosts(scheduler) : nil
        watch = SystemWatch(found, scheduler, stopProcess: stopProcess, exit: exit, log: log)
    }

    deinit {
        stop()
    }

    /// Stops watching, and restores the earlier signal handlers. Waits for the watching thread,
    /// unless it is called on it.
    public func stop() {
        notifications?.stop()
        watch.stop()
    }
}

/// What the system tells an app, as event sources report it.
public enum SystemEvent: Hashable, Sendable {
    /// The process begins.
    case launch
    /// The process must end: willTerminate, and what comes before it.
    case terminate
    /// The app goes to the background.
    case background
    /// It returns to the foreground.
    case foreground
    /// Something covers it: willResignActive alone.
    case interrupt
    /// Memory is low.
    case memoryWarning
    /// A URL was opened.
    case openURL(String)
    /// An event that changes no state, such as significantTimeChange.
    case event(LifecycleEvent)
    /// A notification with its key, and its payload as JSON text.
    case notification(String, payload: String?)
}

extension LiveScheduler {
    /// Passes an event of the system to the rules; runs see `sender` in their context. What the state does not allow is
    /// refused there, as the trace shows; nothing is thrown, as there is no caller to handle it.
    public func report(_ event: SystemEvent, from sender: String? = nil) {
        var context = EventContext(sender: sender)
        do throws(CommandRefused) {
            switch event {
            case .launch: try perform(.launch, context)
            case .terminate: try perform(.terminate, context)
            case .background: try perform(.background, context)
            case .foreground: try perform(.foreground, context)
            case .interrupt: try perform(.interrupt, context)
            case .memoryWarning: try perform(.memoryWarning, context)
            case .openURL(let url):
                context.url = url
                try perform(.openURL, context)
            case .event(let event): try fire(EventSet(event), context)
            case .notification(let key, let payload):
                context.payload = payload
                try post(key, context)
            }
        } catch {
            // The trace has the refusal with its reason.
        }
    }
}
