import SchedulerCore

/// The lines of a plan: what a process's scheduler is made of.
extension MemberCoding {
    mutating func exchange(_ hello: inout InspectorHello) throws(Problem) {
        try number("schema", &hello.schema, from: 0, to: Int64(Int32.max))
        try number("pid", &hello.process)
        try text("name", &hello.name)
        try flag("control", &hello.allowsControl)
        try number("epoch", &hello.epoch)
        try instant("t", &hello.now)
    }

    mutating func exchange(_ configuration: inout SchedulerConfiguration) throws(Problem) {
        try number("tick", &configuration.tick.count, in: 1...Nanoseconds.limit.count)
        var isExternal = configuration.clockSource == .external
        try flag("externalClock", &isExternal)
        configuration.clockSource = isExternal ? .external : .internal
        try number("maximumInterval", &configuration.maximumInterval, from: 1, to: Int64(Int32.max))
        try time("grace", &configuration.grace)
        try time("launchLimit", &configuration.launchLimit)
        try time("backgroundLimit", &configuration.backgroundLimit)
        try time("terminateLimit", &configuration.terminateLimit)
        try time("eventLimit", &configuration.eventLimit)
        try flag("enforcesLimits", &configuration.enforcesLimits)
        try time("afterLaunchDelay", &configuration.afterLaunchDelay)
        try time("suspendAfter", &configuration.suspendAfter)
        var isByPath = configuration.order == .criticalPath
        try flag("criticalPath", &isByPath)
        configuration.order = isByPath ? .criticalPath : .priority
    }

    mutating func exchange(_ lane: inout LaneSpec) throws(Problem) {
        try text("name", &lane.name)
        try number("width", &lane.width, from: 1, to: 65_535)
        try time("gap", &lane.gap)
    }

    /// A task without its predecessors.
    mutating func exchange(_ task: inout TaskSpec) throws(Problem) {
        try text("name", &task.name)
        try exchange(&task.trigger)
        try word("priority", &task.priority)
        var lane = task.lane.map { Int64($0.index) }
        try number("lane", &lane, in: 0...Int64(UInt16.max))
        task.lane = lane.map { LaneID(Int($0)) }
        try time("timeout", &task.timeout)
        try exchange(&task.retry)
        try flag("blocks", &task.blocks)
        try flag("autoRemove", &task.autoRemove)
        try flag("tearsDown", &task.tearsDown)
        try time("expected", &task.expected)
    }

    private mutating func exchange(_ retry: inout RetryPolicy) throws(Problem) {
        try number("retries", &retry.limit, from: 0, to: Int64(Int32.max))
        try time("delay", &retry.delay)
        try number("backoff", &retry.backoffThousandths, from: 0, to: Int64(Int32.max))
        try time("maximumDelay", &retry.maximumDelay)
    }

    private mutating func exchange(_ trigger: inout Trigger) throws(Problem) {
        var kind = TriggerKind(trigger)
        try word("trigger", &kind)
        switch kind {
        case .none: trigger = .none
        case .events:
            var events = EventSet()
            if case .events(let known) = trigger { events = known }
            try number("events", &events.rawValue)
            trigger = .events(events)
        case .timer:
            var timer = TimerTrigger(every: nil)
            if case .timer(let known) = trigger { timer = known }
            try exchange(&timer)
            trigger = .timer(timer)
        case .notification:
            var key = ""
            if case .notification(let known) = trigger { key = known }
            try text("key", &key)
            trigger = .notification(key)
        case .startup:
            var kind = StartupClass.basic
            if case .startup(let known) = trigger { kind = known }
            try word("class", &kind)
            trigger = .startup(kind)
        }
    }

    private mutating func exchange(_ timer: inout TimerTrigger) throws(Problem) {
        try time("every", &timer.every)
        try instant("date", &timer.date)
        var times: Int64?
        if case .times(let count) = timer.repetition { times = Int64(count) }
        try number("times", &times, in: 1...Int64(Int32.max))
        timer.repetition = times.map { .times(Int($0)) } ?? .forever
        try flag("runsWhenMissed", &timer.runsWhenMissed)
        try word("catchUp", &timer.catchUp)
        try flag("stopsOnFailure", &timer.stopsOnFailure)
        try exchange(&timer.recurrence)
    }

    /// Recurring dates: the days as one number, the second of the day, and the date of t = 0.
    private mutating func exchange(_ recurrence: inout Recurrence?) throws(Problem) {
        var days = recurrence.map { Self.number(of: $0.days) }
        try number("days", &days, in: 0...231)
        guard let days, let known = Self.days(days) else { return }
        var own = recurrence ?? Recurrence(known, second: 0, epoch: 0)
        try number("second", &own.second, from: 0, to: 86_399)
        try number("epoch", &own.epoch)
        own.days = known
        recurrence = own
    }

    private static func number(of days: Recurrence.Days) -> Int64 {
        switch days {
        case .daily: 0
        case .weekdays: 1
        case .hourly: 2
        case .weekly(let day): 100 + Int64(day)
        case .monthly(let day): 200 + Int64(day)
        }
    }

    private static func days(_ number: Int64) -> Recurrence.Days? {
        switch number {
        case 0: .daily
        case 1: .weekdays
        case 2: .hourly
        case 101...107: .weekly(Int(number - 100))
        case 201...231: .monthly(Int(number - 200))
        default: nil
        }
    }

    /// A sequence without its steps.
    mutating func exchange(_ sequence: inout SequenceSpec) throws(Problem) {
        try text("name", &sequence.name)
        try number("events", &sequence.events.rawValue)
        try flag("continues", &sequence.continuesOnFailure)
        try time("timeout", &sequence.timeout)
        try flag("blocks", &sequence.blocks)
    }

    /// The rules of the queue without the named queues.
    mutating func exchange(_ jobs: inout JobSettings) throws(Problem) {
        try number("retryLimit", &jobs.retryLimit, from: 1, to: Int64(Int32.max))
        try flag("failedStaysAtHead", &jobs.failedStaysAtHead)
        try time("delay", &jobs.delay)
        try number("backoff", &jobs.backoffThousandths, from: 0, to: Int64(Int32.max))
        try time("maximumDelay", &jobs.maximumDelay)
        try number("jitter", &jobs.jitterThousandths, from: 0, to: 1000)
        try natural("seed", &jobs.seed)
        try flag("startsOnActive", &jobs.startsOnActive)
        try flag("stopsOnResign", &jobs.stopsOnResign)
        var timeouts = jobs.timeouts.map { "\($0.limit.count) \($0.task ?? "")" }
        try texts("timeouts", &timeouts)
        jobs.timeouts = timeouts.compactMap(Self.timeout)
    }

    /// The timeout in a text: nanoseconds, a space and the task's name, which is empty for all other tasks.
    private static func timeout(_ text: String) -> JobTimeout? {
        guard let blank = text.firstIndex(of: " "), let limit = Int64(String(text[..<blank])), limit >= 0 else {
            return nil
        }
        let task = String(text[text.index(after: blank)...])
        return JobTimeout(task: task.isEmpty ? nil : task, limit: Nanoseconds(limit))
    }

    mutating func exchange(_ queue: inout JobQueueSpec) throws(Problem) {
        try text("name", &queue.name)
        try number("width", &queue.width, from: 1, to: 65_535)
    }

    mutating func exchange(_ job: inout Job) throws(Problem) {
        try number("id", &job.id.number, in: 1...(Int64.max / 2))
        try number("attempts", &job.attempts, from: 0, to: Int64(Int32.max))
        try number("forgiven", &job.forgiven, from: 0, to: Int64(Int32.max))
        try instant("enqueued", &job.enqueuedAt)
        try instant("due", &job.due)
        try number("place", &job.place, in: -(Int64.max / 2)...(Int64.max / 2))
        try flag("running", &job.isRunning)
        try exchange(&job.spec)
    }

    mutating func exchange(_ letter: inout DeadLetter) throws(Problem) {
        try word("cause", &letter.cause)
        try instant("died", &letter.diedAt)
        try exchange(&letter.job)
    }

    mutating func exchange(_ spec: inout JobSpec) throws(Problem) {
        try text("task", &spec.task)
        try text("data", &spec.data)
        try text("queue", &spec.queue)
        try word("priority", &spec.priority)
        try instant("runAfter", &spec.runAfter)
        try instant("expires", &spec.expiresAt)
        try text("key", &spec.uniqueKey)
        try flag("replaces", &spec.replacesWaiting)
    }
}
