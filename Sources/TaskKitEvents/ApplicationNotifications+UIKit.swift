#if os(iOS) || os(tvOS) || os(visionOS)
    import BackgroundTasks
    import TaskKit
    import UIKit

    extension ApplicationNotifications {
        /// Starts listening, and asks `application` for time in the background.
        public convenience init(_ scheduler: LiveScheduler, application: UIApplication) {
            self.init(scheduler, grant: ApplicationTime(application: application))
        }

        /// Lets the system run the notification tasks of `identifier` while the app is in the background: they are posted
        /// when the system says so, and what has not ended when the time is over is cancelled. Call it before the app has
        /// finished launching; `Info.plist` must permit the identifier. The app itself submits the request, for instance
        /// in a task on didEnterBackground.
        ///
        /// - Returns: false if the system does not know the identifier.
        @discardableResult
        public func run(backgroundTask identifier: String) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { [scheduler] task in
                let handed = HandedTask(task: task)
                let run = BackgroundRun(scheduler, identifier) { handed.task.setTaskCompleted(success: $0) }
                task.expirationHandler = { run.expire() }
                run.begin()
            }
        }
    }

    /// A task of the system, which may be completed on any thread.
    private struct HandedTask: @unchecked Sendable {
        let task: BGTask
    }

    /// Time in the background as `UIApplication` grants it.
    private struct ApplicationTime: BackgroundTime.Grant, @unchecked Sendable {
        let application: UIApplication

        func begin(_ expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            let number = application.beginBackgroundTask(withName: "TaskKit") { expired() }
            return { if number != .invalid { application.endBackgroundTask(number) } }
        }
    }
#endif
