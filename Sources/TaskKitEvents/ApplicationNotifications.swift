import Foundation
import SchedulerCore
import TaskKit

/// Maps the notifications of `UIApplication` and `NSApplication` to the app's lifecycle, with their sender.
///
/// Create it in `application(_:willFinishLaunchingWithOptions:)`; the app's `didFinishLaunching` notification launches
/// the scheduler, unless the app has launched it already. UIKit posts nothing for a URL: call ``open(_:from:)`` where the
/// app gets one, in `onOpenURL`, `scene(_:openURLContexts:)` or `application(_:open:options:)`. The app fires reserved1 and
/// reserved2; the scheduler fires idle. Notifications are known by their names, so that the code is the same everywhere;
/// it has not been run with UIKit or AppKit yet.
///
/// A notification returns before the bodies of lane `main` run that it releases; only willTerminate waits for them, for at
/// most `Configuration.terminateLimit`.
///
/// On iOS, tvOS and visionOS, it also has `init(_ scheduler: LiveScheduler, application: UIApplication)` and
/// `run(backgroundTask identifier: String) -> Bool`. With the `UIApplication`, it asks for time in the background until
/// what the transition released has ended, and releases the job store then.
public final class ApplicationNotifications: Sendable {
    /// The meaning of each notification; on macOS a hidden app is in the background.
    static let meanings: [String: SystemEvent] = [
        "UIApplicationDidFinishLaunchingNotification": .launch,
        "UIApplicationWillResignActiveNotification": .interrupt,
        "UIApplicationDidEnterBackgroundNotification": .background,
        "UIApplicationDidBecomeActiveNotification": .foreground,
        "UIApplicationWillTerminateNotification": .terminate,
        "UIApplicationDidReceiveMemoryWarningNotification": .memoryWarning,
        "UIApplicationSignificantTimeChangeNotification": .event(.significantTimeChange),
        "UIApplicationWillChangeStatusBarOrientationNotification": .event(.willChangeStatusBarOrientation),
        "UIApplicationDidChangeStatusBarOrientationNotification": .event(.didChangeStatusBarOrientation),
        "UIApplicationBackgroundRefreshStatusDidChangeNotification": .event(.backgroundRefreshStatusDidChange),
        "UIApplicationUserDidTakeScreenshotNotification": .event(.userDidTakeScreenshot),
        "NSApplicationDidFinishLaunchingNotification": .launch,
        "NSApplicationWillResignActiveNotification": .interrupt,
        "NSApplicationDidHideNotification": .background,
        "NSApplicationDidBecomeActiveNotification": .foreground,
        "NSApplicationWillTerminateNotification": .terminate,
        "NSSystemClockDidChangeNotification": .event(.significantTimeChange),
        "NSCalendarDayChangedNotification": .event(.significantTimeChange),
    ]

    let scheduler: LiveScheduler
    private let observers: CenterObservers

    /// Starts listening.
    public convenience init(_ scheduler: LiveScheduler) {
        self.init(scheduler, grant: nil)
    }

    /// As above; `grant` gives time in the background, if the system has such a thing.
    init(
        _ scheduler: LiveScheduler, grant: (any BackgroundTime.Grant)?,
        environment: [String: String] = ProcessInfo.processInfo.environment, center: NotificationCenter = .default
    ) {
        self.scheduler = scheduler
        observers = CenterObservers(center)
        let time = grant.map { BackgroundTime(scheduler: scheduler, grant: $0) }
        for (name, event) in Self.meanings {
            observers.observe(name) { notification in
                let sender = notification.object.map { "\(type(of: $0))" }
                if event == .background, let time {
                    time.pass { Self.take(event, scheduler, from: sender) }
                } else {
                    Self.take(event, scheduler, from: sender)
                }
                // Such a launch cannot be compared with one whose process began with it.
                if event == .launch, environment["ActivePrewarm"] == "1" {
                    try? scheduler.order(.driver(nil), "note the system had prewarmed this process")
                }
            }
        }
    }

    /// Opens a URL that the system passed to the app; `sender` says who sent it.
    public func open(_ url: URL, from sender: String? = nil) {
        scheduler.report(.openURL(url.absoluteString), from: sender)
    }

    /// Stops listening.
    public func stop() {
        observers.stop()
    }

    private static func take(_ event: SystemEvent, _ scheduler: LiveScheduler, from sender: String?) {
        switch event {
        case .foreground:
            // The launch makes the app active by itself.
            let isAway = scheduler.snapshot { $0.firstFrameAt != nil && ($0.state != .active || $0.isDelivering) }
            if isAway { scheduler.report(.foreground, from: sender) }
        case .terminate:
            scheduler.report(.terminate, from: sender)
            // The process ends when this returns: until willTerminate is over, its runs need the main queue.
            let end = ContinuousClock.now + .nanoseconds(scheduler.plan.configuration.terminateLimit.count)
            while Thread.isMainThread, ContinuousClock.now < end,
                !scheduler.block(atMost: .milliseconds(5), until: { LiveScheduler.isTerminated($0) })
            {
                _ = RunLoop.main.run(mode: .default, before: .distantPast)
            }
        case .launch:
            // The app may have launched it before, to begin earlier.
            if scheduler.snapshot({ $0.state == .notRunning && !$0.isDelivering }) {
                scheduler.report(event, from: sender)
            }
        case .background, .interrupt, .memoryWarning, .openURL, .event, .notification:
            scheduler.report(event, from: sender)
        }
    }
}
