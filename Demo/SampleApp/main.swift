// A small app on TaskKit. Its tasks are in the other files, each where it belongs; nothing here lists them.
//
// swift run SampleApp, then in another terminal: taskscope attach. Ctrl-Z and fg, kill -TERM: the app's lifecycle.
import Foundation
import Logging
import TaskKitApp
import TaskKitJobStore
import TaskKitServices

Usage.check(Array(CommandLine.arguments.dropFirst()))
LoggingSystem.bootstrap(StreamLogHandler.standardError)

var configuration = LiveScheduler.Configuration(lanes: ["io": 2, "cpu": 2, "network": 1])
configuration.name = "SampleApp"
configuration.jobQueues = ["default": 2]
configuration.store = JobFile(AppFolder.path("jobs.sqlite"))
configuration.observers = [RunReporter(logger: Logger(label: "tasks"))]
if let path = ProcessInfo.processInfo.environment["SAMPLE_TRACE"] {
    configuration.observers.append(try TraceFile(path: path))
}

// A task whose date is only known now: the plain form of @ScheduleTask.
let reminder = LaunchTask("Reminder", on: .date(Date() + 3), lane: "io") { AppLog.say("three seconds are over") }

// taskscope attach may watch and control the app; only this user may connect.
try await LiveScheduler.run(configuration, tasks: [reminder], inspector: .control) { line in AppLog.say(line) }
