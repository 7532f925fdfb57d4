import Foundation
import Testing

/// Every name of the replaced systems' public headers and readmes: it is in the page for those who come from there, and
/// the test that covers what it does is where this table says.
@Suite struct OriginalNamesTests {
    struct Name: CustomTestStringConvertible {
        var name: String
        var page: String
        /// The file of the test, below Tests, and words of the test's name or rows.
        var file: String
        var test: String

        var testDescription: String { "\(page): \(name)" }
    }

    private static let behaviours = "ScenarioFormatTests/OriginalBehaviourTests.swift"
    private static let features = "ScenarioFormatTests/OriginalsTests.swift"
    private static let live = "TaskKitTests/LiveSchedulerTests.swift"
    private static let notices = "TaskKitTests/Jobs/JobNoticeTests.swift"
    private static let store = "EndToEndTests/JobsCommandTests.swift"

    static let names: [Name] =
        page("RWTaskKit", taskKit) + page("StartupClasses", classes) + page("AppStartTaskManager", appStart)
        + page("EDQueue", queue)

    private static func page(_ page: String, _ rows: [(String, String, String)]) -> [Name] {
        rows.map { Name(name: $0.0, page: "ComingFrom" + page, file: $0.1, test: $0.2) }
    }

    private static let taskKit: [(String, String, String)] = [
        ("@task(Name, Priority, Event)", behaviours, "equal priorities run as registered"),
        ("an event mask", behaviours, "a mask delivers each of its events"),
        ("RWTaskEventNone", "TestSupport/Rules/Rules+Steps.swift", "A step without any trigger runs only as a step"),
        ("`run`", behaviours, "a task that fails ends neither the app nor the others"),
        ("runWithNotification:", live, "What came with an event is seen by the runs of that event only"),
        ("the block's context", live, "What came with an event is seen by the runs of that event only"),
        ("a context that tasks write", notices, "Bodies share values, of whatever type, by name"),
        ("dependency", behaviours, "a dependency comes before a priority"),
        ("task_name", behaviours, "a dependency on nothing is an error"),
        ("@schedule(Name, timestamp, count, interval)", behaviours, "a date up to 5 s old still runs"),
        ("@timer(Name, count, interval)", behaviours, "a timer of k ticks runs at k, 2k, 3k"),
        ("RWTaskScheduleRepeatForever", behaviours, "N times is N runs, -1 has no end"),
        ("@notification(Name, Key)", behaviours, "notification tasks run by priority, then as registered"),
        (
            "posting the notification", "TaskKitEventsTests/SystemEventsTests.swift",
            "a post to the notification center releases the tasks of its key"
        ),
        ("clock.interval", "TestSupport/Rules/Rules+Clock.swift", "An interval that is not a whole number of ticks"),
        ("NO_RW_CLOCK", behaviours, "without the built-in clock only posts tick"),
        ("RWAppClockTicktockNotificationKey", live, "An external clock advances by `tick` alone"),
        (
            "injectEventTaskWithName:andBlock:priority:triggerEvent:dependency:autoRemove:", features,
            "injectEventTaskWithName"
        ),
        ("scheduleTaskWithName:andBlock:desiredDate:repeatCount:timeInterval:", features, "scheduleTaskWithName"),
        ("destroyTaskByName:", behaviours, "destroy works on every kind, and the name is free again"),
        ("pauseTaskByName:", behaviours, "an event that comes once and passes a paused task is missed"),
        ("resumeTaskByName:", behaviours, "a turn that passes a paused timer does not count"),
        ("runEventTasksByTaskTriggerEvent:", behaviours, "the two launch events come once, every other one repeats"),
        ("autoRemove:", behaviours, "a name in use is refused; autoRemove runs once"),
        ("sharedInstance", "TaskKitChild/Launches.swift", "LiveScheduler.shared"),
    ]

    private static let classes: [(String, String, String)] = [
        ("basicTasks", behaviours, "basic ones first, then sync beside async"),
        ("syncTasks", behaviours, "a list is an order"), ("asyncTasks", features, "asyncTasks"),
        ("asyncTasksAfterLaunch", behaviours, "what comes after the launch runs, once, a second after it"),
        ("executeTasks:queue:", "TestSupport/Rules/Rules+Classes.swift", "basic first, then async beside sync"),
        ("the pause of 300 ms", behaviours, "a gap follows each task"),
        ("the one-second pause before", features, "after-launch-delay"),
        ("a sleep of 1, 2, 3 or 4 s", behaviours, "a sleep is one of 1, 2, 3 and 4 s"),
    ]

    private static let appStart: [(String, String, String)] = [
        ("taskName", behaviours, "one task after the other, each when the last reports"),
        ("startWithDelegate:", behaviours, "one task after the other, each when the last reports"),
        ("startupTaskDidCompleted:", live, "A sequence goes step by step, stops at a failure"),
        ("startupTaskDidFailed:error:", behaviours, "a failure stops the list; a new start goes on behind it"),
        (
            "sharedInstance", "TaskKitTests/Live/RunTimeTests.swift",
            "A sequence gets another step, and a destroyed one comes back with its callbacks"
        ),
        ("startAllTask", behaviours, "a second start makes no second chain"),
        ("addStartupTask:", behaviours, "a task is added and removed while the app runs"),
        ("removeStartupTask:", behaviours, "a task is added and removed while the app runs"),
        ("removeAllStartupTask", behaviours, "the whole list is removed, and another one comes in its place"),
        ("taskDidCompleted", behaviours, "the manager's own task comes first"),
        (
            "the manager's `delegate`", "TaskKitTests/ErrorTextTests.swift",
            "A sequence reports a failed step with its error, and its end, where it may call the scheduler"
        ),
        (
            "taskManagerDidErrorCompleted:Error:", "TaskKitTests/ErrorTextTests.swift",
            "A sequence reports a failed step with its error, and its end, where it may call the scheduler"
        ),
    ]

    private static let queue: [(String, String, String)] = [
        ("sharedInstance", behaviours, "no job runs twice at the same time"),
        ("`delegate`", behaviours, "one delegate works all jobs"),
        ("enqueueWithData:forTask:", behaviours, "data may be left out"),
        ("`start`", behaviours, "start and stop, each as often as one likes"),
        ("`stop`", behaviours, "start and stop, each as often as one likes"),
        ("`empty`", behaviours, "empty removes every row"),
        ("jobExistsForTask:", behaviours, "exists, next and isActive know the job that runs"),
        ("jobIsActiveForTask:", behaviours, "exists, next and isActive know the job that runs"),
        ("nextJobForTask:", behaviours, "exists, next and isActive know the job that runs"),
        ("queue:processJob:", behaviours, "one job at a time, in the order of their numbers"),
        ("queue:processJob:completion:", behaviours, "a missing completion does not stop the queue for ever"),
        ("isRunning", store, "is-running"), ("isActive", store, "is-active"),
        ("retryLimit", behaviours, "retryLimit 0 runs once, and can change while the queue runs"),
        ("EDQueueResultSuccess", behaviours, "one job at a time"),
        ("EDQueueResultFail", behaviours, "four runs, in place with failed: head"),
        ("EDQueueResultCritical", behaviours, "a critical failure is not tried again"),
        (
            "EDQueueDidStart", notices,
            "A stream reports what happens to jobs, each once its store has it, and ends with the scheduler"
        ),
        (
            "EDQueueDidStop", notices,
            "A stream reports what happens to jobs, each once its store has it, and ends with the scheduler"
        ),
        ("EDQueueDidDrain", behaviours, "the queue says that it is drained"),
        (
            "EDQueueJobDidSucceed", notices,
            "A stream reports what happens to jobs, each once its store has it, and ends with the scheduler"
        ),
        ("EDQueueJobDidFail", behaviours, "each failed run is told, the last one too"),
        ("`stamp` of a row", notices, "which knows name, data and stamp"),
        (
            "a delegate that takes every name", behaviours,
            "a job that nobody works stays; a handler of everything works it"
        ),
    ]

    private static func tests(_ file: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: file), encoding: .utf8)
    }

    @Test(arguments: names) func `a name has its row in the page and a test beside it`(name: Name) throws {
        let page = try String(contentsOf: folder("Sources/taskscope/taskscope.docc/\(name.page).md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
        let firsts = rows.compactMap { $0.split(separator: "|").first.map(String.init) }
        #expect(firsts.contains { $0.contains(name.name) }, "\(name.name) has no row in \(name.page)")
        #expect(try Self.tests(name.file).contains(name.test), "\(name.file) has no \(name.test)")
    }

    @Test(arguments: ["RWTaskKit", "StartupClasses", "AppStartTaskManager", "EDQueue"])
    func `each row of a page's table has its name here`(page: String) throws {
        let text = try String(
            contentsOf: folder("Sources/taskscope/taskscope.docc/ComingFrom\(page).md"), encoding: .utf8)
        // The tables of what differs have no names.
        let calls = text.components(separatedBy: "## What differs, and why")[0]
        let firsts = calls.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
            .compactMap { $0.split(separator: "|").first.map(String.init) }
        let names = Self.names.filter { $0.page == "ComingFrom" + page }.map(\.name)
        for first in firsts where !first.hasPrefix(" the sample") {
            #expect(names.contains { first.contains($0) }, "\(first)")
        }
    }
}
