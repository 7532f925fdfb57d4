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
    /// Throws a `TaskKitError` if something cannot be registered, such as a task on an unknown lane, and a `CommandRefused`
    /// if the launch is refused. If an event source or the inspector cannot start, that is one line on standard error; the
    /// app continues.
    ///
    /// - Parameters:
    ///   - modules: modules that have annotated tasks in static archives; throws if the linker left all of one out.
    ///   - inspector: whether and how `taskscope attach` may watch; nil: it cannot.
    public static func run(
        lanes: Lanes = [:], modules: [String] = [], tasks: [LaunchTask] = [], sequences: [TaskSequence] = [],
        jobs: [JobWorker] = [], inspector: InspectorOptions? = nil
    ) async throws {
        try await run(
            Configuration(lanes: lanes), modules: modules, tasks: tasks, sequences: sequences, jobs: jobs,
            inspector: inspector)
    }

    /// As above, with a full configuration. `log` receives the lines; by default they go to standard error.
    public static func run(
        _ configuration: Configuration, modules: [String] = [], tasks: [LaunchTask] = [],
        sequences: [TaskSequence] = [], jobs: [JobWorker] = [], inspector: InspectorOptions? = nil,
        log: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    ) async throws {
        try await serve(configuration, inspector, log) {
            try LiveScheduler(annotated: $0, modules: modules, adding: tasks, sequences: sequences, jobs: jobs)
        }
    }

    /// Creates the scheduler, opens what belongs to an app around it, launches, and waits for the app's end.
    fileprivate static func serve(
        _ configuration: Configuration, _ inspector: InspectorOptions?, _ log: @escaping @Sendable (String) -> Void,
        makeScheduler: (Configuration) throws -> LiveScheduler
    ) async throws {
        var configuration = configuration
        let watcher = inspector.map { Inspector($0) }
        if let watcher { configuration.observers.append(watcher) }
        let scheduler = try makeScheduler(configuration)
        if scheduler.plan.tasks.isEmpty { log("no task: nothing is annotated, or the linker left it out (-ObjC)") }
        shared = scheduler
        let events = SystemEvents(scheduler, log: log)
        for source in events.missing { log("not watched: \(source)") }
        do throws(InspectorRefusal) {
            try watcher?.open(for: scheduler)
        } catch {
            log("taskscope cannot attach: \(error)")
        }
        try scheduler.launch()
        // A stop by the app's own code ends it, too.
        await scheduler.wait { LiveScheduler.isTerminated($0) }
        await scheduler.stop()
        events.stop()
    }
}

extension LaunchPlan {
    /// Runs the app of this plan from its launch to its end, as `LiveScheduler.run` does; annotated tasks are not part of
    /// it. Throws as `LaunchPlan.start` does.
    public func run(
        _ configuration: LiveScheduler.Configuration = LiveScheduler.Configuration(),
        inspector: InspectorOptions? = nil,
        log: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    ) async throws {
        try await LiveScheduler.serve(configuration, inspector, log) { try makeScheduler($0) }
    }
}
