import Foundation
import JobStore
import TaskKitAnnotations

/// The app's settings, read from a file once at launch.
struct Settings: Codable, Sendable {
    var name = "world"
    var products = 20_000

    static let current = Shared(Settings())
}

/// The first of the tasks on didFinishLaunching: finds out whether the last run crashed.
@StartupTask(.basic, priority: .critical)
enum CrashReporter {
    static func run() throws {
        let mark = AppFolder.url("running")
        if FileManager.default.fileExists(atPath: mark.path) { AppLog.say("the last run did not end normally") }
        try Data("\(ProcessInfo.processInfo.processIdentifier)\n".utf8).write(to: mark)
    }
}

/// Reads the settings, or writes the first ones.
@EventTask(on: .willFinishLaunching, priority: .critical)
enum ReadSettings {
    static func run() throws {
        let file = AppFolder.url("settings.json")
        if let text = try? Data(contentsOf: file) {
            Settings.current.value = try JSONDecoder().decode(Settings.self, from: text)
        } else {
            try JSONEncoder().encode(Settings.current.value).write(to: file)
        }
    }
}

/// Opens the second SQLite file, which holds letters to be sent, and checks its integrity.
@EventTask(on: .willFinishLaunching, after: ReadSettings.self, lane: "io")
enum CheckOutbox {
    static func run() throws {
        var options = JobStore.Options()
        options.checksIntegrity = true
        let outbox = try JobStore(path: AppFolder.path("outbox.sqlite"), options: options)
        AppLog.say("\(try outbox.load().jobs.count) letters wait in the outbox")
    }
}

/// Runs after the first frame: nothing waits for it.
@StartupTask(.afterLaunch)
enum Telemetry {
    static func run(_ context: RunContext) throws {
        let line = "launched at \(context.launchedFrom)\n"
        try Data(line.utf8).write(to: AppFolder.url("telemetry.txt"))
    }
}

extension RunContext {
    /// How this process was launched, for the telemetry.
    fileprivate var launchedFrom: String { event.launchOptions["from"] ?? "a terminal" }
}
