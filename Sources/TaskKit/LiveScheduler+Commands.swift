import SchedulerCore
import TraceFormat

/// What an app orders. What is refused changes nothing and is written to the trace; an action that comes during
/// another waits its turn, and its refusal is then only in the trace. After `stop` everything is refused.
extension LiveScheduler {
    /// A lifecycle action: launch, background, foreground, terminate and so on. `context` is seen by the runs of the
    /// events that carry it: launch options by those of a launch, the URL by those of openURL.
    public func perform(_ action: LifecycleAction, _ context: EventContext? = nil) throws(CommandRefused) {
        try order(.action(action), CommandText.action(action, context?.url), context)
    }

    /// Launches the app: the beginning of a process.
    public func launch(_ options: [String: String] = [:]) throws(CommandRefused) {
        try perform(.launch, options.isEmpty ? nil : EventContext(launchOptions: options))
    }

    /// Opens a URL; where the app is not running it is launched.
    public func open(url: String) throws(CommandRefused) {
        try perform(.openURL, EventContext(url: url))
    }

    /// Delivers events, one after the other, in bit order.
    public func fire(_ events: EventSet, _ context: EventContext? = nil) throws(CommandRefused) {
        try order(.fire(events), CommandText.fire(events), context)
    }

    /// Releases the notification tasks of `key`; `payload` is JSON text that their runs see.
    public func post(_ key: String, payload: String? = nil) throws(CommandRefused) {
        try post(key, EventContext(payload: payload))
    }

    /// As above, with all that came with it.
    package func post(_ key: String, _ context: EventContext) throws(CommandRefused) {
        try order(.post(key), CommandText.post(key, context.payload), context == .none ? nil : context)
    }

    /// Lets an external clock tick. With an internal clock it only asks whether the clock may tick.
    public func tick(_ count: Int = 1) throws(CommandRefused) {
        let text = count == 1 ? "tick" : "tick \(count)"
        try order(.tick, text)
        guard plan.configuration.clockSource == .external else { return }
        for _ in 0..<count { _ = driver.session { $0.feed(.tick) } }
    }

    /// Adds a task, until the process ends.
    public func inject(_ task: TaskRegistration) throws(CommandRefused) {
        let task = task.dated(from: plan.epoch)
        let text = CommandText.inject(task.spec, plan)
        let spec: TaskSpec
        do throws(TaskKitError) {
            spec = try Self.spec(task, plan.configuration)
        } catch {
            throw CommandRefused(command: text, reason: "\(error)")
        }
        try command(text) { $0.inject(spec, task.body, text) }
        if case .notification(let key) = spec.trigger { keyListener.with { $0 }?(key) }
    }

    /// Adds a task that is released by the clock: `every` so long, `times` often, from `date` on (an instant of the
    /// scheduler's time) where there is one.
    public func schedule(
        _ name: String, every: Nanoseconds?, at date: Instant? = nil, times: Repetition = .forever, body: TaskBody
    ) throws(CommandRefused) {
        let trigger = TimerTrigger(every: every, date: date, repetition: times)
        try inject(TaskRegistration(TaskSpec(name: name, trigger: .timer(trigger)), body: body))
    }

    /// Removes a task: what waits is cancelled, what runs ends. Its name is free again.
    public func destroy(_ name: String) throws(CommandRefused) {
        try order(.destroy(name), "destroy " + CommandText.name(name))
    }

    /// Pauses a task: it does not start until `resume`.
    public func pause(_ name: String) throws(CommandRefused) {
        try order(.pauseTask(name), "pause " + CommandText.name(name))
    }

    /// Takes a pause of a task back.
    public func resume(_ name: String) throws(CommandRefused) {
        try order(.resumeTask(name), "resume " + CommandText.name(name))
    }

    /// Pauses a lane: nothing starts there until `resume(lane:)`.
    public func pause(lane: String) throws(CommandRefused) {
        try order(.pauseLane(lane), "pause lane:" + CommandText.name(lane))
    }

    /// Takes a pause of a lane back.
    public func resume(lane: String) throws(CommandRefused) {
        try order(.resumeLane(lane), "resume lane:" + CommandText.name(lane))
    }

    /// Starts a sequence, or lets a stopped one go on with its next step.
    public func start(sequence: String) throws(CommandRefused) {
        try order(.start(sequence), "start " + CommandText.name(sequence))
    }

    /// `queue start`, `stop`, `empty`, `retry N` or `discard N`.
    public func queue(_ order: QueueCommand) throws(CommandRefused) {
        let text = CommandText.queue(order)
        try command(text) { $0.order(order, text) }
    }

    /// Takes in a job and waits until it is stored. Throws where it is refused, and where the store could not take it
    /// yet: it is then queued in memory, and written as soon as the store takes it.
    @discardableResult
    public func enqueue(_ job: JobSpec) async throws -> JobID {
        let text = CommandText.enqueue(job)
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<JobID, any Error>) in
            let waiting = Locked<CheckedContinuation<JobID, any Error>?>(continuation)
            let answer: @Sendable (Result<JobID, any Error>) -> Void = { result in
                let first = waiting.with { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                first?.resume(with: result)
            }
            do {
                try command(text) { $0.enqueue(job, text, answer) }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Takes in a job without waiting for the store.
    @discardableResult
    public func takeIn(_ job: JobSpec) throws(CommandRefused) -> JobID {
        let text = CommandText.enqueue(job)
        var id = JobID(0)
        try command(text) { state in
            let taken = state.enqueue(job, text)
            id = taken.id
            return taken.refusal
        }
        return id
    }

    /// Gives a command to the rules. Throws why it is refused, if that is known at once.
    package func order(_ command: Command, _ text: String, _ context: EventContext? = nil) throws(CommandRefused) {
        try self.command(text) { $0.command(command, text, context) }
    }

    private func command(_ text: String, _ give: (inout LiveState) -> Refusal?) throws(CommandRefused) {
        let answer = driver.session { state -> String? in
            guard let refusal = give(&state) else { return nil }
            state.learnNames()
            return ReasonText.text(refusal, command: text, cycle: state.refusedCycle, names: state.names)
        }
        guard let reason = answer else { throw CommandRefused(command: text, reason: "the scheduler was stopped") }
        if let reason { throw CommandRefused(command: text, reason: reason) }
    }
}

extension LiveState {
    /// Adds a task with its body; starts of an earlier task of this name keep theirs.
    mutating func inject(_ spec: TaskSpec, _ body: TaskBody, _ text: String) -> Refusal? {
        if let refusal = command(.inject(spec), text) { return refusal }
        guard let task = core.task(named: spec.name) else { return nil }
        if task.offset < kinds.count, kinds[task.offset] != .none {
            let old = definition(of: task)
            for lane in lanes {
                for id in lane.queue.contains(task) where displaced[id] == nil { displaced[id] = old }
            }
            if injected[task] != nil { retire(old) }
        }
        sweepInjected()
        let definition = Definition(spec.name, body)
        injected[task] = definition
        setKind(definition.kind, of: task)
        return nil
    }
}
