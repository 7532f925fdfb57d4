import TaskKitAnnotations
import TaskKitEvents

// The code of the tutorial, as it is there; TutorialTests compares. What is annotated here is found by
// `LiveScheduler(annotated:)` in the tests' process, if no test calls it without naming its tasks.

/// What an app had before: calls.
enum Legacy {
    static func installCrashReporter() {}
    static func readSettings() throws {}
    static func openDatabase() throws {}
    static func refreshSession(_ answer: @escaping @Sendable ((any Error)?) -> Void) { answer(nil) }
    static func refreshSession() async throws {}
    static func fetchConfiguration(_ answer: @escaping @Sendable ((any Error)?) -> Void) { answer(nil) }
    static func loadCatalog(_ page: Int) throws {}
    static func showFirstScreen() {}
    static func sendTelemetry() {}
    static func saveDraft() throws {}
    static func send(_ letter: String) async throws {}
}

final class AppDelegate {
    func didFinishLaunching() {
        Legacy.installCrashReporter()
        try? Legacy.readSettings()
        try? Legacy.openDatabase()
        Legacy.refreshSession { _ in }
        for page in 0..<10 { try? Legacy.loadCatalog(page) }
        Legacy.showFirstScreen()
        Legacy.sendTelemetry()
    }
}

@EventTask(on: .willFinishLaunching, priority: .critical)
enum ReadSettings {
    static func run() throws { try Legacy.readSettings() }
}

@EventTask(on: .didFinishLaunching, after: ReadSettings.self)
enum OpenDatabase {
    static func run() throws { try Legacy.openDatabase() }
}

@EventTask(on: .didFinishLaunching, priority: .high, after: OpenDatabase.self, lane: "io")
enum LoadCatalog {
    static func run(_ context: RunContext) throws {
        for page in 0..<10 {
            try context.checkCancellation()
            try Legacy.loadCatalog(page)
        }
    }
}

@EventTask(
    on: .didFinishLaunching, after: ReadSettings.self, lane: "network", timeout: .seconds(5),
    retry: .further(2, delay: .milliseconds(200), backoff: 2))
enum RefreshSession {
    static func run() async throws { try await Legacy.refreshSession() }
}

@EventTask(on: .didFinishLaunching, follows: RefreshSession.self, lane: "network")
enum RemoteConfiguration {
    static func run(_ context: RunContext, answered: Completion) {
        Legacy.fetchConfiguration { error in
            if let error { answered.failed(error) } else { answered.completed() }
        }
    }
}

@EventTask(on: .didFinishLaunching, priority: .critical, after: LoadCatalog.self)
enum ShowFirstScreen {
    @MainActor static func run() { Legacy.showFirstScreen() }
}

@StartupTask(.afterLaunch)
enum SendTelemetry {
    static func run() { Legacy.sendTelemetry() }
}

@TimerTask(every: .seconds(30), lane: "io")
enum SaveDraft {
    static func run() throws { try Legacy.saveDraft() }
}

@JobHandler("letter")
enum SendLetter {
    static func run(_ context: RunContext) async throws {
        guard let letter = context.job?.data else { throw CriticalFailure("a letter without text") }
        try await Legacy.send(letter)
    }
}

/// The statements of the tutorial; TutorialTests carries out what they add up to.
enum TutorialStatements {
    static func plain() throws {
        let scheduler = try LiveScheduler(annotated: .init())
        LiveScheduler.shared = scheduler
        try scheduler.launch()
        let events = SystemEvents(scheduler)
        events.stop()
    }

    static func lanes() -> LiveScheduler.Configuration {
        var configuration = LiveScheduler.Configuration(lanes: ["io": 2, "network": 1])
        configuration.name = "Shop"
        return configuration
    }

    static func recorded(_ path: String) throws -> LiveScheduler.Configuration {
        var configuration = lanes()
        configuration.observers.append(try TraceFile(path: path))
        return configuration
    }
}
