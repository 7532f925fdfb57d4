import SchedulerCore

/// The scheduler core in virtual time: answers its starts with ends from durations, outcomes and the seed, and carries
/// out a script on the way. A value: a copy is a keyframe or a branch. The rules lie in a box that copies share until one
/// of them changes.
public struct Simulation: Sendable {
    private var box: SchedulerBox
    /// The rules and their state.
    public internal(set) var scheduler: Scheduler {
        @inline(__always) _read { yield box.scheduler }
        @inline(__always) _modify {
            own()
            yield &box.scheduler
        }
    }
    /// The current instant.
    public internal(set) var now: Instant = .zero
    /// The texts of commands, by `CommandID` from `firstCommand` on.
    public internal(set) var commandTexts = ChunkedLog<String>()
    /// The number of the first command that is known here; more than 0 if another scheduler is followed from later on.
    public internal(set) var firstCommand = 0
    /// The number of the next command.
    var nextCommand: CommandID { CommandID(firstCommand + commandTexts.count) }
    /// The text of a command; nil if it is not known here.
    public func text(of command: CommandID) -> String? {
        let place = Int(command.index) - firstCommand
        return commandTexts.indices.contains(place) ? commandTexts[place] : nil
    }
    /// The contexts of commands, by their numbers.
    var contexts = CommandLog<CommandContext>()
    /// The cycle that a refused injection would have closed, its first name repeated, by the injection's number.
    public private(set) var refusedCycles = CommandLog<[String]>()
    /// The cycle that the last injection would have closed; empty if it was accepted or refused for another reason.
    public private(set) var lastRefusedCycle: [String] = []
    /// The driver's own warnings, by the number in `Warning.driver`.
    public internal(set) var notices = ChunkedLog<Notice>()
    /// The expectations judged so far, by the number in `Fact.expect`.
    public internal(set) var verdicts = ChunkedLog<ExpectationVerdict>()
    /// Captions of `note` lines, in order.
    public internal(set) var captions = ChunkedLog<Caption>()
    /// The commands to the view so far, in order.
    public internal(set) var directions = ChunkedLog<ViewCommand>()
    /// The posts that no task waited for, in order.
    public internal(set) var unheardPosts = ChunkedLog<UnheardPost>()
    /// After so many captions the script stands still, and time with it; nil: it never does.
    public internal(set) var captionLimit: Int?
    /// Whether the script stands still at a caption.
    public var isHeld: Bool { captionLimit.map { captions.count >= $0 } ?? false }
    /// Every command carried out so far, typed or from a script, with its time.
    public internal(set) var performed = ChunkedLog<PerformedCommand>()
    /// What the script still has to do.
    public internal(set) var script = ScriptProgress()
    var ends = EndQueue<RunID>()
    // Of the step under way; only its room is kept.
    private var orders: [Effect] = []
    var jobEnds = EndQueue<JobRunEnd>()
    var tally = RunTally()
    /// How many records are kept before the simulation stops; a driver that takes them needs no limit.
    public var recordLimit = Int.max
    /// What every process begins with.
    package let plan: CompiledScenario
    var behaviours: Behaviours
    /// What is known of a followed scheduler; nil: this one runs by itself.
    var follower: Follower?

    /// A warning of the simulation itself.
    public struct Notice: Hashable, Sendable {
        /// The code in the trace.
        public let code: String
        /// The sentence.
        public let message: String
    }

    /// A caption and when it was given.
    public struct Caption: Hashable, Sendable {
        /// When.
        public let time: Instant
        /// Its text.
        public let text: String
    }

    /// A post that no task waited for.
    public struct UnheardPost: Hashable, Sendable {
        /// When.
        public let time: Instant
        /// Its key.
        public let key: String
    }

    /// A command that was carried out.
    public struct PerformedCommand: Hashable, Sendable {
        /// When.
        public let time: Instant
        /// Its text as in the script, without its time.
        public let text: String
        /// Whether a script can contain it: not if it names what the scenario does not know. It was then refused.
        public var isSayable = true
    }

    /// A simulation at t = 0, not running; `jobs` is what a store holds. Throws if something cannot be registered.
    public init(scenario: Scenario, jobs: StoredJobs? = nil) throws(RegistrationError) {
        self.init(try CompiledScenario(scenario), jobs: jobs)
    }

    /// The same for a scenario that is compiled already. O(tasks).
    public init(_ plan: CompiledScenario, jobs: StoredJobs? = nil) {
        self.plan = plan
        box = SchedulerBox(Scheduler(configuration: plan.configuration, plan.registration, jobs: plan.queue))
        behaviours = plan.behaviours
        fillQueue(plan.jobs, jobs)
        for name in plan.missingClassTasks { warn("classWithoutTask", "no run for \(name)") }
    }

    /// Everything that happened since the records were last taken. O(records).
    public var records: [TraceRecord] { scheduler.records }

    /// Returns the records and clears them; counts that need them are kept.
    public mutating func takeRecords() -> [TraceRecord] {
        countRuns()
        tally.forgetRecords()
        return scheduler.takeRecords()
    }

    /// Counts the runs up to now, so that asking for several totals reads the records once. O(new records).
    public mutating func countRuns() {
        tally.fold(box.scheduler)
    }

    /// Advances to `instant`, inclusive; lines of the script that are due on the way are carried out.
    public mutating func advance(to instant: Instant) {
        runScript(until: instant)
        if !isHeld { pass(to: instant) }
    }

    /// Carries out one command now.
    public mutating func perform(_ line: ScriptLine) {
        settle()
        if line.command.isWrittenOut { performed.append(PerformedCommand(time: now, text: line.text)) }
        carryOut(line)
        settle()
    }

    /// Lets the script run on, as nobody waits at its captions.
    public mutating func goOnPastCaptions() { captionLimit = nil }

    /// Drops the rest of the script.
    public mutating func dropScript() {
        script = ScriptProgress()
        script.cursor = now
    }

    /// Whether anything but ticks, idle, suspension and runs that never end remains, apart from the script.
    public var hasWorkLeft: Bool { scheduler.hasWorkLeft }

    /// Whether the limit of records is reached: what still runs is assumed to have no end.
    public var isFull: Bool { scheduler.recordCount >= recordLimit }

    /// Whether nothing but ticks is to come, ever, unless a command comes. O(1).
    public var hasOnlyTicksAhead: Bool {
        ends.isEmpty && jobEnds.isEmpty && script.isThrough && follower == nil && scheduler.hasOnlyTicksAhead
    }

    /// The next instant at which something happens by itself, apart from the script.
    public var nextInstant: Instant {
        min(min(ends.firstTime, jobEnds.firstTime), min(scheduler.nextDeadline, scheduler.nextLimit))
    }

    /// Moves time to `instant`, doing all that is due on the way and there, apart from the script.
    ///
    /// Limits that end exactly there are checked when time moves on, as they come last in their instant.
    mutating func pass(to instant: Instant) {
        if follower != nil {
            now = max(now, instant)
            return
        }
        if isUnsettled { settle() }
        while true {
            if scheduler.nextLimit <= now, now < instant {
                judgeLimits()
                continue
            }
            let next = nextInstant
            guard next <= instant, next > now else { break }
            if isFull { return }
            now = next
            settle()
        }
        if now < instant { now = instant }
    }

    /// Checks the limits of this instant, as its last step.
    mutating func judgeLimits() {
        hand(.limitsDue)
        settle()
    }

    /// Whether something is due at this instant.
    private var isUnsettled: Bool {
        scheduler.nextDeadline <= now || ends.firstTime <= now || jobEnds.firstTime <= now
    }

    /// Does everything that is due at this instant.
    mutating func settle() {
        repeat {
            own()
            while let end = ends.popDue(at: now) { box.scheduler.end(end.run, end.outcome, at: now) }
            while let end = jobEnds.popDue(at: now) { hand(.jobFinished(end.run.id, end.run.task, end.outcome)) }
            box.scheduler.step(at: now, &orders)
            if orders.count > 1 { orders.reverse() }
            while let order = orders.popLast() { carryOut(order) }
        } while (box.scheduler.isUnsettled || ends.firstTime <= now || jobEnds.firstTime <= now) && !isFull
    }

    /// Before the rules change, a copy is made if another simulation shares them.
    @inline(__always)
    private mutating func own() {
        if !isKnownUniquelyReferenced(&box) { box = SchedulerBox(box.scheduler.copy()) }
    }

    /// Passes something that happens now to the rules, and carries out what they order.
    @discardableResult
    mutating func hand(_ input: Input) -> Response { hand(input, at: now) }

    /// The same for an instant of a followed scheduler.
    @discardableResult
    mutating func hand(_ input: Input, at instant: Instant) -> Response {
        let output = scheduler.handle(input, at: instant)
        for effect in output.effects { carryOut(effect) }
        return output
    }

    /// Gives a command to the rules. Returns whether they accepted it.
    @discardableResult
    mutating func command(_ command: Command, _ text: String) -> Bool {
        let number = nextCommand
        commandTexts.append(text)
        let output = hand(.command(command, number))
        if !output.refusedCycle.isEmpty { noteCycle(of: output, number) }
        return output.refusal == nil
    }

    /// Whether a task waits for a post of this key.
    public func hears(_ key: String) -> Bool {
        (0..<scheduler.taskCount).contains { offset in
            guard case .notification(let other) = scheduler.trigger(of: TaskID(offset)) else { return false }
            return other.utf8.elementsEqual(key.utf8) && scheduler.snapshot(of: TaskID(offset)).exists
        }
    }

    /// Adds a warning of the simulation itself.
    mutating func warn(_ code: String, _ message: String) {
        notices.append(Notice(code: code, message: message))
        scheduler.record(.warning(.driver(Int32(notices.count - 1))))
    }

    /// Registers how the runs of an injected task behave, if the rules accepted it.
    mutating func inject(_ task: ScenarioTask, _ text: String) {
        guard command(.inject(CompiledScenario.spec(of: task, isRecorded: plan.isRecorded)), text),
            let known = scheduler.task(named: task.spec.name)
        else { return }
        behaviours.set(Behaviour(task), of: known.offset)
    }

    /// Registers a sequence, whose own run takes no time, if the rules accepted it.
    mutating func inject(_ sequence: SequenceSpec, _ text: String) {
        guard command(.injectSequence(sequence), text), let known = scheduler.task(named: sequence.name) else { return }
        behaviours.set(.instant, of: known.offset)
    }

    /// Notes the cycle that an injection would have closed, if it was refused for that.
    mutating func noteCycle(of output: Response, _ injection: CommandID) {
        lastRefusedCycle = output.refusedCycle.map { scheduler.name(of: $0) }
        if !lastRefusedCycle.isEmpty { refusedCycles.append(lastRefusedCycle, of: injection) }
    }

    /// Carries out an effect; a followed scheduler carries out its own.
    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let id, let task, let run, let attempt, _):
            if follower == nil { begin(id, task, run, attempt) } else { noteBegin(id, task, run, attempt) }
        case .cancel(let id, _, _):
            ends.remove(id)
            follower?.attempts[id] = nil
        case .cancelJob(let id, let task):
            jobEnds.remove(JobRunEnd(id: id, task: task))
            follower?.jobs[id] = nil
        case .startJob(let id, let task): if follower == nil { begin(id, task) } else { noteBegin(id, task) }
        case .processEnded:
            behaviours = plan.behaviours
            jobEnds = EndQueue()
            follower?.jobs.removeAll()
        }
    }

    func recorded(_ id: JobRunID, _ task: TaskID) -> RecordedRunIndex.Entry? {
        plan.recordedRuns?.job(scheduler.name(of: task), id)
    }

    private mutating func begin(_ id: RunID, _ task: TaskID, _ run: Int32, _ attempt: Int32) {
        if let recorded = plan.recordedRuns,
            let known = recorded.task(scheduler.name(of: task), run: run, attempt: attempt),
            // What was recorded of a task says nothing of a sequence that has its name now.
            !scheduler.standing(of: task).isSequence
        {
            return end(id, known)
        }
        let fixed = task.offset < behaviours.count ? behaviours.length(of: task.offset) : 0
        if fixed >= 0 {
            return ends.insert(id, at: now + Nanoseconds(fixed), .success)
        }
        end(id, behaviours.behaviour(of: task.offset).draw(seed: plan.seed, run: run, attempt: attempt))
    }

    @inline(never)
    private mutating func end(_ id: RunID, _ drawn: RecordedRunIndex.Entry) {
        if let length = drawn.length {
            ends.insert(id, at: now + length, drawn.outcome)
        } else {
            hand(.runHung(id))
        }
    }
}

/// The ends of attempts under way: earliest first, and at one instant the one that started first.
struct EndQueue<Run: Hashable & Sendable>: Sendable {
    /// One attempt's end.
    struct End: Comparable, Sendable {
        let time: Instant
        /// The order in which attempts started.
        let start: Int64
        let run: Run
        let outcome: Outcome

        /// By time, then by start.
        @inline(__always)
        static func < (left: End, right: End) -> Bool {
            left.time == right.time ? left.start < right.start : left.time < right.time
        }
    }

    private var heap = Heap<End>()
    private var nextStart: Int64 = 0

    var firstTime: Instant { heap.first?.time ?? .distantFuture }
    /// Whether no attempt is under way that ends by itself.
    var isEmpty: Bool { heap.isEmpty }

    /// Adds an end.
    mutating func insert(_ run: Run, at time: Instant, _ outcome: Outcome) {
        heap.insert(End(time: time, start: nextStart, run: run, outcome: outcome))
        nextStart += 1
    }

    /// Removes and returns the first end if it is due at `now`.
    mutating func popDue(at now: Instant) -> End? {
        firstTime <= now ? heap.popFirst() : nil
    }

    /// Removes the end of `run`. O(n).
    mutating func remove(_ run: Run) {
        heap.removeFirst { $0.run == run }
    }
}

/// The rules of a simulation and of the copies that nothing has happened to since: who changes a shared one copies it
/// first.
///
/// Unchecked: only the owner of the one reference to a box changes what is in it.
final class SchedulerBox: @unchecked Sendable {
    // Who holds the box changes it through one reference; checking each access costs more than a start.
    @exclusivity(unchecked) var scheduler: Scheduler

    init(_ scheduler: consuming Scheduler) {
        self.scheduler = scheduler
    }
}
