#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import SchedulerCore
    import TaskKit
    import UIKit

    /// The notifications of `UIApplication` as the app's lifecycle. Written for iOS and tvOS, not compiled or run so far.
    @MainActor public final class ApplicationNotifications {
        private var tokens: [any NSObjectProtocol] = []

        /// Begins to listen. Call it in `application(_:willFinishLaunchingWithOptions:)`, before `launch`.
        public init(_ scheduler: LiveScheduler) {
            let events: [(Notification.Name, SystemEvent)] = [
                (UIApplication.willResignActiveNotification, .interrupt),
                (UIApplication.didEnterBackgroundNotification, .background),
                (UIApplication.didBecomeActiveNotification, .foreground),
                (UIApplication.willTerminateNotification, .terminate),
                (UIApplication.didReceiveMemoryWarningNotification, .memoryWarning),
                (UIApplication.significantTimeChangeNotification, .event(.significantTimeChange)),
                (UIApplication.backgroundRefreshStatusDidChangeNotification, .event(.backgroundRefreshStatusDidChange)),
                (UIApplication.userDidTakeScreenshotNotification, .event(.userDidTakeScreenshot)),
            ]
            for (name, event) in events {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                        scheduler.report(event)
                    })
            }
        }

        /// Listens no longer.
        public func stop() {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            tokens = []
        }
    }
#elseif canImport(AppKit)
    import AppKit
    import Foundation
    import SchedulerCore

    /// The notifications of `NSApplication` as the app's lifecycle. Written for macOS, not compiled or run so far.
    @MainActor public final class ApplicationNotifications {
        private var tokens: [any NSObjectProtocol] = []

        /// Begins to listen. Call it in `applicationWillFinishLaunching`, before `launch`. Hiding is the background.
        public init(_ scheduler: LiveScheduler) {
            let events: [(Notification.Name, SystemEvent)] = [
                (NSApplication.willResignActiveNotification, .interrupt),
                (NSApplication.didHideNotification, .background),
                (NSApplication.didBecomeActiveNotification, .foreground),
                (NSApplication.willTerminateNotification, .terminate),
                (NSNotification.Name.NSSystemClockDidChange, .event(.significantTimeChange)),
                (NSNotification.Name.NSCalendarDayChanged, .event(.significantTimeChange)),
            ]
            for (name, event) in events {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                        scheduler.report(event)
                    })
            }
        }

        /// Listens no longer.
        public func stop() {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            tokens = []
        }
    }
#endif
