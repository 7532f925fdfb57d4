import Dispatch
import Foundation
import SchedulerCore
import Text
import TraceFormat

/// The commands of an app. A refused command changes nothing and is written to the trace. An action during another one
/// waits its turn; its refusal then appears only in the trace. After `stop` every command is refused. They return at once,
/// on any thread: a body of lane `main` runs later on the main queue (with `.inline` execution, bodies run in the call).
extension LiveScheduler {
    /// A lifecycle action: launch, background, foreground, terminate and so on. `context` is visible to the runs of the
    /// events that carry it: launch options to those of a launch, the URL to those of openURL. Refused in a state that does
    /// not allow it (`LifecycleAction.isAllowed(in:)`).
    public func perform(_ action: LifecycleAction, _ context: EventContext? = nil) throws(CommandRefused) {
        try order(.action(action), CommandText.action(action, context?.url), context)
    }

    /// Launches the app, which begins a process. Refused if one runs already.
    public func launch(_ options: [String: String] = [:]) throws(CommandRefused) {
        try perform(.launch, options.isEmpty ? nil : EventContext(launchOptions: options))
    }

    /// Opens a URL; launches the app if it is not running.
    public func open(url: String) throws(CommandRefused) {
        try perform(.openURL, EventContext(url: url))
    }

    /// Delivers events, one after the other, in bit order. Refused while the app is not running or suspended, and for
    /// willFinishLaunching and didFinishLaunching.
    public func fire(_ events: EventSet, _ context: EventContext? = nil) throws(CommandRefused) {
        try order(.fire(events), CommandText.fire(events), context)
    }

    /// Releases the notification tasks of `key`, if there are any; `payload` is JSON text that their runs see. Refused while
    /// the app is not running or suspended.
    public func post(_ key: String, payload: String? = nil) throws(CommandRefused) {
        try post(key, EventContext(payload: payload))
    }

    /// As above, with a value that their bodies read with `payload(_:)`. Throws the encoder's error if it cannot be JSON.
    public func post(_ key: String, _ payload: some Encodable) throws {
        try post(key, payload: String(decoding: try JSONEncoder().encode(payload), as: UTF8.self))
    }

    /// As above, with the whole context.
    package func post(_ key: String, _ context: EventContext) throws(CommandRefused) {
        try order(.post(key), CommandText.post(key, context.payload), context == .none ? nil : context)
    }

    /// The maximum number of ticks in one call.
    public static let tickLimit = 100_000

    /// Advances a clock of ticks, by 1 to `tickLimit`. With a clock of time it only checks whether the clock may tick.
    public func tick(_ count: Int = 1) throws(CommandRefused) {
        let text = count == 1 ? "tick" : "tick \(count)"
        guard (1...Self.tickLimit).contains(count) else {
            throw CommandRefused(.invalid, command: text, reason: "the count must be from 1 to \(Self.tickLimit)")
        }
        try order(.tick, text)
        guard plan.configuration.clockSource == .external else { return }
        for _ in 0..<count { _ = driver.session { $0.feed(.tick) } }
    }

    /// Adds a task for the rest of the process. Refused if its name is in use, its lane does not exist, it closes a cycle, or
    /// its event occurs only at the launch and is over. A predecessor may be added later.
    public func inject(_ task: LaunchTask) throws(CommandRefused) {
        var spec = task.spec
        let text: String
        do throws(TaskKitError) {
            spec = try task.registered(plan.configuration, plan.epoch)
            text = CommandText.inject(spec, plan)
        } catch {
            throw CommandRefused(.invalid, command: CommandText.inject(spec, plan), reason: "\(error)")
        }
        let definition = Definition(spec.name, task.body, values, spec.priority)
        try command(text) { $0.inject(spec, definition, text) }
        if case .notification(let key) = spec.trigger { keyListener.with { $0 }?(key) }
    }

    /// Removes a task: cancels a waiting run, and lets a running one end. Tasks that wait for it wait no longer, and its name
    /// is free again. Refused if no task has this name.
    public func destroy(_ name: String) throws(CommandRefused) {
        try order(.destroy(name), "destroy " + ScriptName.written(name))
    }

    /// Pauses a task: it does not start until `resume`, or until the process ends. Turns meanwhile are skipped; a run that
    /// has been released waits, and one under way goes on. Refused if no task has this name.
    public func pause(_ name: String) throws(CommandRefused) {
        try order(.pauseTask(name), "pause " + ScriptName.written(name))
    }

    /// Resumes a paused task; does nothing if it is not paused.
    public func resume(_ name: String) throws(CommandRefused) {
        try order(.resumeTask(name), "resume " + ScriptName.written(name))
    }

    /// Pauses a lane: nothing starts there until `resume(lane:)`, or until the process ends. No turn is skipped, and a run
    /// under way goes on. Refused if no lane has this name.
    public func pause(lane: String) throws(CommandRefused) {
        try order(.pauseLane(lane), "pause lane:" + ScriptName.written(lane))
    }

    /// Resumes a paused lane; does nothing if it is not paused.
    public func resume(lane: String) throws(CommandRefused) {
        try order(.resumeLane(lane), "resume lane:" + ScriptName.written(lane))
    }

    /// The same with a lane as tasks name it.
    public func pause(lane: Lane) throws(CommandRefused) { try pause(lane: lane.name) }

    /// The same with a lane as tasks name it.
    public func resume(lane: Lane) throws(CommandRefused) { try resume(lane: lane.name) }

    /// Adds a sequence for the rest of the process; its steps must exist. A destroyed sequence can be added again.
    public func inject(_ sequence: TaskSequence) throws(CommandRefused) {
        let text = CommandText.inject(sequence.spec)
        try command(text) { $0.inject(sequence, text) }
    }

    /// Adds a step to the end of a sequence, for the rest of the process.
    public func add(step: String, to sequence: String) throws(CommandRefused) {
        try order(
            .addStep(step, to: sequence), "add " + ScriptName.written(step) + " to " + ScriptName.written(sequence))
    }

    /// Cancels the attempt of a task that is under way; it is not retried. Refused without one, also between two attempts: a
    /// run that has not started cannot be withdrawn; `pause` holds it, and `destroy` removes it with its task.
    public func cancel(_ name: String) throws(CommandRefused) {
        try order(.cancel(name), "cancel " + ScriptName.written(name))
    }

    /// Starts a sequence, or continues a stopped one with its next step. Refused while it runs, and while the app is not
    /// running or suspended.
    public func start(sequence: String) throws(CommandRefused) {
        try order(.start(sequence), "start " + ScriptName.written(sequence))
    }

    /// Gives the job queue an order: start, stop, empty, or one for a single job. Refused if there is no such job, or if it
    /// runs and the order is for one that waits.
    public func queue(_ order: QueueCommand) throws(CommandRefused) {
        try self.order(.queue(order), CommandText.queue(order))
    }

    /// Gives a command to the rules. Throws the refusal, if it is known at once.
    package func order(_ command: Command, _ text: String, _ context: EventContext? = nil) throws(CommandRefused) {
        try self.command(text) { $0.command(command, text, context) }
    }

    func command(_ text: String, _ give: (inout LiveState) -> Refusal?) throws(CommandRefused) {
        let answer = driver.session { state -> CommandRefused? in
            give(&state).map { CommandRefused(.rules, $0, command: text, reason: state.reason($0, text)) }
        }
        guard let refused = answer else {
            throw CommandRefused(.stopped, command: text, reason: "the scheduler was stopped")
        }
        if let refused { throw refused }
    }
}

/// The normal end of an app.
extension LiveScheduler {
    /// Terminates the app and stops the scheduler. The willTerminate tasks run for at most the rules' limit
    /// (`Configuration.terminateLimit`), or until the caller's task is cancelled.
    ///
    /// - Returns: the names of the tasks that had not ended by then, as registered; empty if all had.
    @discardableResult
    public func terminate() async -> [String] {
        try? perform(.terminate)
        await wait(atMost: .nanoseconds(plan.configuration.terminateLimit.count)) { Self.isTerminated($0) }
        let unended = unended()
        // A body that did not end within the limit gets no more time.
        await stop(waiting: unended.isEmpty ? .seconds(1) : .zero)
        return unended
    }

    /// The same for a thread that may block; no other thread is needed.
    package func terminateAndWait() -> [String] {
        try? perform(.terminate)
        block(atMost: plan.configuration.terminateLimit, until: { Self.isTerminated($0) })
        let unended = unended()
        halt()
        return unended
    }

    /// Waits for at most this long until `condition` holds or the scheduler is stopped, blocking the thread.
    /// True if one of them came first.
    @discardableResult
    package func block(
        atMost limit: Nanoseconds, until condition: @escaping @Sendable (borrowing Scheduler) -> Bool
    ) -> Bool {
        let reached = DispatchSemaphore(value: 0)
        driver.notify(once: { $0.read(condition) }, by: { _ in reached.signal() })
        return reached.wait(timeout: .now() + .nanoseconds(Int(clamping: limit.count))) == .success
    }

    /// Whether the process of the app is over.
    package static func isTerminated(_ core: borrowing Scheduler) -> Bool {
        core.state == .notRunning && !core.isDelivering
    }

    /// The tasks that keep the process from ending.
    private func unended() -> [String] {
        snapshot { core -> [String] in
            guard !Self.isTerminated(core) else { return [] }
            var names: [String] = []
            for offset in 0..<core.taskCount {
                let task = TaskID(offset)
                switch core.snapshot(of: task).state {
                case .running, .stuck, .retrying: names.append(core.name(of: task))
                case .idle, .waiting, .ready: break
                }
            }
            return names
        }
    }
}

/// Jobs: work that outlives the process.
extension LiveScheduler {
    /// The notices of the queue and its jobs from now on, in order. Ends with the scheduler. The last 10,000 are kept
    /// for a listener that falls behind.
    public var jobNotices: AsyncStream<JobNotice> { driver.jobListeners.add() }

    /// Writes what is pending and releases the job store, until there is something to write again. Waits for the file, and
    /// does nothing without a store. Call it before the system suspends the process; `ApplicationNotifications` of
    /// TaskKitEvents does so.
    public func giveBackJobs() {
        driver.journal?.giveBack()
    }

    /// Enqueues a job with `payload` encoded as JSON. Returns its number when it is stored.
    ///
    /// Throws a ``CommandRefused`` or the store's error if the job is *not* in the queue, the encoder's error if the payload
    /// cannot be encoded, and `CancellationError` if the calling task is cancelled first: then the job stays in the queue. The
    /// JSON must be an object, so a number or an array is refused.
    @discardableResult
    public func enqueue(
        _ name: String, _ payload: some Encodable, _ options: JobOptions = JobOptions()
    ) async throws -> JobID {
        try await enqueue(name, json: String(decoding: try JSONEncoder().encode(payload), as: UTF8.self), options)
    }

    /// As above, with a payload that is already JSON text.
    @discardableResult
    public func enqueue(
        _ name: String, json: String = "{}", _ options: JobOptions = JobOptions()
    ) async throws -> JobID {
        try await enqueue(options.spec(name, json, now))
    }

    /// Enqueues a job and waits until it is stored. Throws `CancellationError` if the calling task is cancelled first; the
    /// job stays in the queue.
    @discardableResult
    package func enqueue(_ job: JobSpec) async throws -> JobID {
        let text = CommandText.enqueue(job)
        return try await FirstAnswer.wait { answer in
            do {
                try command(text) { state in
                    let taken = state.enqueue(job, text)
                    guard taken.refusal == nil else { return taken.refusal }
                    state.jobs.announcements.append(JobAnnouncement(id: taken.id, answer: answer))
                    return nil
                }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Enqueues a job without waiting for the store.
    @discardableResult
    package func takeIn(_ job: JobSpec) throws(CommandRefused) -> JobID {
        let text = CommandText.enqueue(job)
        var id = JobID(0)
        try command(text) { state in
            let taken = state.enqueue(job, text)
            id = taken.id
            return taken.refusal
        }
        return id
    }
}

extension JobOptions {
    fileprivate func spec(_ name: String, _ json: String, _ now: Instant) -> JobSpec {
        JobSpec(
            task: name, data: json, queue: queue ?? JobSpec.defaultQueue, priority: priority,
            runAfter: delay > .zero ? now + Nanoseconds(delay) : nil, expiresAt: expires.map { now + Nanoseconds($0) },
            uniqueKey: uniqueKey, replacesWaiting: replacesWaiting)
    }
}
