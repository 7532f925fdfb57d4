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
    /// followed by those given here.
    ///
    /// Call it from an asynchronous `main`, which serves the main queue meanwhile. It follows the system's events
    /// (`SystemEvents`): SIGTERM terminates the app normally and ends the process with 0. It returns when the app
    /// has terminated itself. `LiveScheduler.shared` is the running scheduler.
    ///
    /// If something cannot be registered, such as a task on an unknown lane, one line goes to standard error, and the
    /// process ends with 64. If an event source or the inspector cannot start, that is a line, too; the app continues.
    ///
    /// - Parameter inspector: whether and how `taskscope attach` may watch; nil: it cannot.
    public static func run(
        lanes: Lanes = [:], tasks: [LaunchTask] = [], sequences: [TaskSequence] = [], jobs: [JobWorker] = [],
        inspector: InspectorOptions? = nil
    ) async throws(CommandRefused) {
        try await run(
            Configuration(lanes: lanes), tasks: tasks, sequences: sequences, jobs: jobs, inspector: inspector)
    }

    /// As above, with a full configuration. `log` receives the lines; by default they go to standard error.
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
