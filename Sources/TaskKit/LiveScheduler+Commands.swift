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

    /// This many ticks, at most, one call lets an external clock make.
    public static let tickLimit = 100_000

    /// Lets a clock of ticks tick, 1 to `tickLimit` times. With one of time it only asks whether the clock may tick.
    public func tick(_ count: Int = 1) throws(CommandRefused) {
        let text = count == 1 ? "tick" : "tick \(count)"
        guard (1...Self.tickLimit).contains(count) else {
            throw CommandRefused(.invalid, command: text, reason: "the count must be 1 to \(Self.tickLimit)")
        }
        try order(.tick, text)
        guard plan.configuration.clockSource == .external else { return }
        for _ in 0..<count { _ = driver.session { $0.feed(.tick) } }
    }

    /// Adds a task, until the process ends.
    public func inject(_ task: LaunchTask) throws(CommandRefused) {
        var spec = task.spec
        let text: String
        do throws(TaskKitError) {
            spec = try task.registered(plan.configuration, plan.epoch)
            text = CommandText.inject(spec, plan)
        } catch {
            throw CommandRefused(.invalid, command: CommandText.inject(spec, plan), reason: "\(error)")
        }
        let definition = Definition(spec.name, task.body, values)
        try command(text) { $0.inject(spec, definition, text) }
        if case .notification(let key) = spec.trigger { keyListener.with { $0 }?(key) }
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

    /// Adds a sequence, until the process ends; its steps are tasks that are there. One that was destroyed can come back.
    public func inject(_ sequence: TaskSequence) throws(CommandRefused) {
        let text = CommandText.inject(sequence.spec)
        try command(text) { $0.inject(sequence, text) }
    }

    /// Adds a step to a sequence as its last one, until the process ends.
    public func add(step: String, to sequence: String) throws(CommandRefused) {
        try order(
            .addStep(step, to: sequence), "add " + CommandText.name(step) + " to " + CommandText.name(sequence))
    }

    /// Ends the attempt of a task that is under way; it is not tried again.
    public func cancel(_ name: String) throws(CommandRefused) {
        try order(.cancel(name), "cancel " + CommandText.name(name))
    }

    /// Starts a sequence, or lets a stopped one continue with its next step.
    public func start(sequence: String) throws(CommandRefused) {
        try order(.start(sequence), "start " + CommandText.name(sequence))
    }

    /// An order to the job queue: start, stop, empty, and what becomes of one job.
    public func queue(_ order: QueueCommand) throws(CommandRefused) {
        let text = CommandText.queue(order)
        try command(text) { $0.order(order, text) }
    }

    /// Gives a command to the rules. Throws why it is refused, if that is known at once.
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
