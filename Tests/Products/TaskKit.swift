import TaskKit

let launch = LaunchPlan()
let settings = launch.task("Settings", on: .willFinishLaunching) { ["name": "Ada"] }
let catalog = launch.task("Catalog", lane: Lane("network", width: 3)) { () async throws in
    try await Task.sleep(for: .milliseconds(50))
    return ["tea", "cake"]
}
launch.task("Home", after: settings, catalog) { @MainActor settings, catalog in
    print("Hello \(settings["name"] ?? "you"): \(catalog.count) products")
}
launch.task("Telemetry", on: .startup(.afterLaunch)) { print("the launch is over") }

let scheduler = try launch.start()
try await scheduler.wait(for: .idle)
await scheduler.stop()
