import SchedulerCore

/// The scheduler that an app shares: started once, then reached from anywhere.
///
/// Every call is the shared `LiveScheduler`'s of the same name; before `start` and after `stop` commands are refused.
public enum TaskKit {
    private static let running = Locked<LiveScheduler?>(nil)

    /// The scheduler under way; nil before `start` and after `stop`.
    public static var shared: LiveScheduler? { running.with { $0 } }

    /// Makes the shared scheduler, in the place of an earlier one, which is stopped first.
    @discardableResult
    public static func start(
        _ configuration: TaskKitConfiguration = TaskKitConfiguration(), tasks: [TaskRegistration],
        sequences: [SequenceRegistration] = [], jobs: [JobRegistration] = []
    ) throws(TaskKitError) -> LiveScheduler {
        stop()
        let scheduler = try LiveScheduler(configuration, tasks: tasks, sequences: sequences, jobs: jobs)
        running.with { $0 = scheduler }
        return scheduler
    }

    /// Ends the shared scheduler: after it returned nothing starts.
    public static func stop() {
        let last = running.with { running in
            defer { running = nil }
            return running
        }
        last?.stop()
    }

    /// Launches the app.
    public static func launch(_ options: [String: String] = [:]) throws(CommandRefused) {
        try reached("launch").launch(options)
    }

    /// A lifecycle action.
    public static func perform(_ action: LifecycleAction, _ context: EventContext? = nil) throws(CommandRefused) {
        try reached("\(action)").perform(action, context)
    }

    /// Delivers events, one after the other, in bit order.
    public static func fire(_ events: EventSet) throws(CommandRefused) {
        try reached("fire").fire(events)
    }

    /// Releases the notification tasks of `key`.
    public static func post(_ key: String, payload: String? = nil) throws(CommandRefused) {
        try reached("post").post(key, payload: payload)
    }

    /// Lets an external clock tick.
    public static func tick(_ count: Int = 1) throws(CommandRefused) {
        try reached("tick").tick(count)
    }

    /// Adds a task, until the process ends.
    public static func inject(_ task: TaskRegistration) throws(CommandRefused) {
        try reached("inject").inject(task)
    }

    /// Adds a task that is released by the clock.
    public static func schedule(
        _ name: String, every: Nanoseconds?, at date: Instant? = nil, times: Repetition = .forever, body: TaskBody
    ) throws(CommandRefused) {
        try reached("schedule").schedule(name, every: every, at: date, times: times, body: body)
    }

    /// Removes a task.
    public static func destroy(_ name: String) throws(CommandRefused) {
        try reached("destroy").destroy(name)
    }

    /// Pauses a task.
    public static func pause(_ name: String) throws(CommandRefused) {
        try reached("pause").pause(name)
    }

    /// Takes a pause back.
    public static func resume(_ name: String) throws(CommandRefused) {
        try reached("resume").resume(name)
    }

    /// Takes in a job and waits until it is stored.
    @discardableResult
    public static func enqueue(_ job: JobSpec) async throws -> JobID {
        try await reached("enqueue").enqueue(job)
    }

    /// What can be seen of a task now; nil where no task has this name.
    public static func snapshot(_ task: String) -> TaskSnapshot? {
        shared?.snapshot { core in core.task(named: task).map { core.snapshot(of: $0) } }
    }

    private static func reached(_ command: String) throws(CommandRefused) -> LiveScheduler {
        guard let scheduler = shared else { throw CommandRefused(command: command, reason: "TaskKit was not started") }
        return scheduler
    }
}
