import TaskKit

nonisolated extension Lane {
    static let io = Lane("io", width: 2)
    static let network = Lane("network", width: 3)
}

/// What the launch uses; a test replaces it.
struct ShopServices: Sendable {
    var openDatabase: @Sendable () throws -> ShopDatabase = { ShopDatabase() }
    var refreshSession: @Sendable () async throws -> Session = { Session(user: "Ada") }
    var fetchFlags: @Sendable () async throws -> [String: Bool] = { ["newCart": true] }
    var registerForPush: @MainActor @Sendable () -> Void = {}
    var upload: @Sendable (Photo) async throws -> Void = { _ in }
}

struct Session: Sendable { var user: String }
nonisolated struct Photo: Codable, Sendable { var file: String }
struct HomeContents: Sendable { var title: String }
nonisolated final class ShopDatabase: Sendable {
    func save() throws {}
    func dropCaches() {}
}

struct ShopLaunch: Sendable {
    let plan = LaunchPlan()
    let home: TaskHandle<HomeContents>

    init(_ services: ShopServices = ShopServices()) {
        let database = plan.task("Database", on: .willFinishLaunching, lane: .io, priority: .high) {
            try services.openDatabase()
        }
        let session = plan.task("Session", lane: .network, priority: .high, TaskOptions(timeout: .seconds(2))) {
            try await services.refreshSession()
        }
        plan.task(
            "Flags", lane: .network, TaskOptions(timeout: .seconds(10), retry: .further(2, delay: .seconds(1)))
        ) {
            try await services.fetchFlags()
        }
        home = plan.task("Home", after: database, session.orNil, priority: .high) { @MainActor database, session in
            HomeContents(title: session.map { "Hello, \($0.user)" } ?? "You are offline")
        }
        plan.task("Push", on: .startup(.afterLaunch)) { await services.registerForPush() }
        plan.task("Save", after: database, on: .didEnterBackground, lane: .io) { database in try database.save() }
        plan.task("DropCaches", after: database, on: .didReceiveMemoryWarning, lane: .io) { database in
            database.dropCaches()
        }
        plan.add(
            JobWorker("upload") { (photo: Photo, _) in try await services.upload(photo) }.limited(to: .seconds(60)))
    }
}
