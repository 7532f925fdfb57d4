import Foundation
import SchedulerCore
import TaskKit

/// The notifications of `UIApplication` and `NSApplication` as the app's lifecycle, with their sender.
///
/// Make it in `application(_:willFinishLaunchingWithOptions:)`; the app's `didFinishLaunching` notification launches the
/// scheduler. UIKit posts nothing for a URL: hand it over in `application(_:open:options:)` by ``open(_:from:)``. reserved1
/// and reserved2 are the app's own (`fire`), idle is the scheduler's. The notifications go by their names, so that this
/// is the same everywhere; run with UIKit or AppKit it was not so far.
public final class ApplicationNotifications: Sendable {
    /// What a notification means; on macOS hiding is the background.
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

    private let scheduler: LiveScheduler
    private let observers = CenterObservers()

    /// Begins to listen.
    public init(_ scheduler: LiveScheduler) {
        self.scheduler = scheduler
        for (name, event) in Self.meanings {
            observers.observe(name) { notification in
                let sender = notification.object.map { "\(type(of: $0))" }
                Self.take(event, scheduler, from: sender)
            }
        }
    }

    /// A URL that the system handed to the app, and who sent it.
    public func open(_ url: URL, from sender: String? = nil) {
        scheduler.report(.openURL(url.absoluteString), from: sender)
    }

    /// Listens no longer.
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
        case .launch, .background, .interrupt, .memoryWarning, .openURL, .event, .notification:
            scheduler.report(event, from: sender)
        }
    }
}
