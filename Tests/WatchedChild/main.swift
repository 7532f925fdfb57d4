import Dispatch
import Foundation
import SchedulerCore
import TaskKit
import TaskKitEvents
import TaskKitInspector

/// An app for tests of `attach`: four tasks in real time, an inspector, and the signals of a job. `--control` lets readers
/// send commands, `--readers N` lets this many in, `--history N` keeps so many inputs. TSTP and CONT are background and foreground, TERM terminates it with exit code 0.

/// Keeps a thread busy a little, so that runs have a length.
@Sendable func work(_ context: RunContext) {
    var sum: UInt64 = 1
    for step in 0..<200_000 as Range<UInt64> { sum = sum &* 6_364_136_223_846_793_005 &+ step }
    if sum == 0 { exit(9) }
}

var options = InspectorOptions()
options.allowsControl = CommandLine.arguments.contains("--control")
/// The number after an option.
func number(after option: String) -> Int? {
    guard let place = CommandLine.arguments.firstIndex(of: option) else { return nil }
    return CommandLine.arguments.dropFirst(place + 1).first.flatMap { Int($0) }
}
options.connectionLimit = number(after: "--readers") ?? options.connectionLimit
options.historyLimit = number(after: "--history") ?? options.historyLimit
options.log = { line in FileHandle.standardError.write(Data((line + "\n").utf8)) }
let inspector = Inspector(options)

var configuration = LiveScheduler.Configuration()
configuration.name = "watched"
configuration.rules.tick = .milliseconds(50)
configuration.rules.suspendAfter = .seconds(60)
configuration.observers = [inspector]
let scheduler = try LiveScheduler(
    configuration,
    tasks: [
        LaunchTask("Boot", on: .willFinishLaunching, run: work),
        LaunchTask("Store", on: .didFinishLaunching, after: "Boot", lane: "async", run: work),
        LaunchTask("View", on: .didFinishLaunching, after: "Store", run: work),
        LaunchTask("Beat", on: .every(.milliseconds(100)), lane: "async", run: work),
        LaunchTask("Save", on: .willTerminate, run: work),
    ])
try inspector.open(for: scheduler)

var sources: [any DispatchSourceSignal] = []
for (number, action) in [(SIGTSTP, LifecycleAction.background), (SIGCONT, .foreground), (SIGTERM, .terminate)] {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler {
        try? scheduler.perform(action)
        guard action == .terminate else { return }
        Task {
            await scheduler.wait { $0.state == .notRunning }
            await scheduler.stop()
            inspector.close()
            exit(0)
        }
    }
    source.resume()
    sources.append(source)
}
try scheduler.launch()
dispatchMain()
