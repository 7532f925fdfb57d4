import Foundation

extension InspectorOptions {
    /// `taskscope attach` may watch.
    public static let on = InspectorOptions()

    /// `taskscope attach` may watch, and send commands.
    public static var control: InspectorOptions {
        var options = InspectorOptions()
        options.allowsControl = true
        return options
    }
}

extension LiveScheduler {
    /// Runs an app from its launch to its end: every annotated task and `@JobHandler` of this process, by file and line,
    /// and those given here after them.
    ///
    /// Call it from an asynchronous `main`, which serves the main queue meanwhile. It follows the system's events
    /// (`SystemEvents`): SIGTERM terminates the app in order and ends the process with 0. It returns when the app
    /// terminated itself. `LiveScheduler.shared` is the scheduler under way.
    ///
    /// What cannot be registered, like a task on a lane that is not named, is one line on standard error, and the process
    /// ends with 64. A source of events or an inspector that the system does not let be is a line, too; the app continues.
    ///
    /// - Parameter inspector: whether and how `taskscope attach` may watch; nil: not.
    public static func run(
        lanes: Lanes = [:], tasks: [LaunchTask] = [], sequences: [TaskSequence] = [], jobs: [JobWorker] = [],
        inspector: InspectorOptions? = nil
    ) async throws(CommandRefused) {
        try await run(
            Configuration(lanes: lanes), tasks: tasks, sequences: sequences, jobs: jobs, inspector: inspector)
    }

    /// As above, with all that can be configured. `log` takes the lines, by default to standard error.
    public static func run(
        _ configuration: Configuration, tasks: [LaunchTask] = [], sequences: [TaskSequence] = [],
        jobs: [JobWorker] = [], inspector: InspectorOptions? = nil,
        log: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    ) async throws(CommandRefused) {
        var configuration = configuration
        let watcher = inspector.map { Inspector($0) }
        if let watcher { configuration.observers.append(watcher) }
        let scheduler: LiveScheduler
        do throws(TaskKitError) {
            scheduler = try LiveScheduler(
                annotated: configuration, adding: tasks, sequences: sequences, jobs: jobs)
        } catch {
            log("\(error)")
            exit(64)
        }
        shared = scheduler
        let events = SystemEvents(scheduler, log: log)
        for source in events.missing { log("not watched: \(source)") }
        do throws(InspectorRefusal) {
            try watcher?.open(for: scheduler)
        } catch {
            log("taskscope cannot attach: \(error)")
        }
        try scheduler.launch()
        await scheduler.wait(for: .terminated)
        await scheduler.stop()
        events.stop()
    }
}
