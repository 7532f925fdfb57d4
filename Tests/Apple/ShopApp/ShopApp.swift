import SwiftUI
import TaskKit
import TaskKitEvents
import TaskKitJobStore
import UIKit

@main
struct ShopApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup { HomeView(home: delegate.shop.home).onOpenURL { delegate.notifications?.open($0) } }
    }
}

struct HomeView: View {
    let home: TaskHandle<HomeContents>
    @State private var title = "…"

    var body: some View {
        Text(title).task {
            do { title = try await home.value.title } catch { title = "The shop cannot be shown: \(error)" }
        }
    }
}

final class AppDelegate: UIResponder, UIApplicationDelegate {
    let shop: ShopLaunch
    private(set) var notifications: ApplicationNotifications?
    private var hasStore = true

    override init() {
        var services = ShopServices()
        services.registerForPush = { UIApplication.shared.registerForRemoteNotifications() }
        shop = ShopLaunch(services)
        super.init()
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        do {
            let scheduler = try makeScheduler()
            LiveScheduler.shared = scheduler
            notifications = ApplicationNotifications(scheduler, application: application)
        } catch {
            fatalError("a mistake in the plan: \(error)")
        }
        return true
    }

    private func makeScheduler() throws -> LiveScheduler {
        var configuration = LiveScheduler.Configuration()
        configuration.name = "Shop"
        configuration.jobQueues = ["uploads": 2]
        configuration.jobRetryLimit = 100
        configuration.retryJobs(after: .seconds(2), backoff: 2, maximumDelay: .seconds(900))
        #if RECORD_LAUNCH
            configuration.observers.append(try TraceFile(path: NSHomeDirectory() + "/Documents/run.ndjson"))
        #endif
        let folder = URL.applicationSupportDirectory
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        configuration.store = JobFile(folder.appending(path: "jobs.sqlite").path)
        do {
            return try shop.plan.makeScheduler(configuration)
        } catch TaskKitError.store(let error) {
            print("this process takes no uploads: \(error)")
            (hasStore, configuration.store) = (false, nil)
            return try shop.plan.makeScheduler(configuration)
        }
    }

    func upload(_ photo: Photo) async throws {
        guard hasStore, let scheduler = LiveScheduler.shared else { throw NoStore() }
        let options = JobOptions(queue: "uploads", priority: .high, uniqueKey: photo.file)
        try await scheduler.enqueue("upload", photo, options)
    }
}

struct NoStore: Error {}
