import TaskKitApp
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private var notifications: ApplicationNotifications?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        do {
            var configuration = LiveScheduler.Configuration(lanes: ["io": 2, "network": 1])
            configuration.name = "Shop"
            let scheduler = try LiveScheduler(annotated: configuration)
            LiveScheduler.shared = scheduler
            notifications = ApplicationNotifications(scheduler, application: application)
            notifications?.run(backgroundTask: "com.example.Shop.refresh")
        } catch {
            fatalError("\(error)")
        }
        return true
    }
}
