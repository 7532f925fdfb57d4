import SwiftUI
import TaskKit
import TaskKitEvents
import TaskKitInspector
import TaskKitJobStore
import UIKit

@main
struct ShopApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup { HomeView(home: delegate.shop.home) }
    }
}

struct HomeView: View {
    let home: TaskHandle<HomeContents>
    @State private var contents: HomeContents?

    var body: some View {
        Text(contents?.title ?? "…").task { contents = try? await home.value }
    }
}

final class AppDelegate: UIResponder, UIApplicationDelegate {
    let shop: ShopLaunch
    private var notifications: ApplicationNotifications?

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
            let inspector = Inspector()
            let scheduler = try shop.plan.makeScheduler(configuration(inspector))
            LiveScheduler.shared = scheduler
            #if targetEnvironment(simulator)
                do { try inspector.open(for: scheduler) } catch { print("taskscope cannot attach: \(error)") }
            #endif
            notifications = ApplicationNotifications(scheduler, application: application)
        } catch {
            fatalError("\(error)")
        }
        return true
    }

    private func configuration(_ inspector: Inspector) throws -> LiveScheduler.Configuration {
        var configuration = LiveScheduler.Configuration()
        configuration.name = "Shop"
        let folder = URL.applicationSupportDirectory
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        configuration.store = JobFile(folder.appending(path: "jobs.sqlite").path)
        configuration.jobQueues = ["uploads": 2]
        configuration.jobRetryLimit = 8
        configuration.retryJobs(after: .seconds(2), backoff: 2)
        #if targetEnvironment(simulator)
            configuration.observers.append(inspector)
        #endif
        if let trace = try? TraceFile(path: NSHomeDirectory() + "/Documents/run.ndjson") {
            configuration.observers.append(trace)
        }
        return configuration
    }
}

func upload(_ photo: Photo) async throws {
    let options = JobOptions(queue: "uploads", priority: .high, uniqueKey: photo.file)
    try await LiveScheduler.shared?.enqueue("upload", photo, options)
}
