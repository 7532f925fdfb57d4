import TaskKitApp

@EventTask(on: .didFinishLaunching, lane: "io")
enum Database { static func run() async throws { try await Task.sleep(for: .milliseconds(50)) } }

@EventTask(on: .didFinishLaunching, after: Database.self)
enum Home { @MainActor static func run() { print("home is shown") } }

@TimerTask(every: .seconds(1), lane: "io")
enum Heartbeat { static func run() { print("still here") } }

try await LiveScheduler.run(lanes: ["io": 2], inspector: .on)
