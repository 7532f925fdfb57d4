import SchedulerCore
import TraceFormat

/// What a live scheduler's lock protects: the rules, and what executes what they order.
struct LiveState {
    /// This many command texts, at least, are kept for those who read traces; older ones are forgotten.
    static let commandTextLimit = 4_096
    /// This many contexts and injected bodies before those that nobody needs are looked for.
    private static let sweepLimit = 64

    private(set) var core: Scheduler
    var now: Instant = .zero
    private(set) var isStopped = false
    /// The executing sides of the lanes, by `LaneID`; the last one works jobs.
    var lanes: [LaneExecutor]
    private let observers: [any SchedulerObserver]
    private let recorders: [any SchedulerObserver]
    private(set) var names: TraceNames
    /// The listeners of the sequences.
    private var listeners: [TaskID: TaskSequence] = [:]
    /// Those of the scheduler's own sequences.
    private var originalListeners: [TaskID: TaskSequence] = [:]

    /// What runs execute, by `TaskID`; nil: nothing, and they take no time.
    private var definitions: [Definition?]
    /// Those of the tasks and sequences that the scheduler was made with.
    private let original: [Definition?]
    private var hasInjected = false
    private var injectedToSweep = LiveState.sweepLimit
    /// Who works jobs, by name; the empty name: those of every other one.
    let jobDefinitions: [String: Definition]
    let jobListeners: JobListeners
    /// The date of t = 0, in nanoseconds since 1970.
    let epoch: Int64
    /// Attempts that were ordered and have not ended, by the slots of their runs.
    private var underWay: [Attempt?] = []
    private var jobsUnderWay: [JobRunID: Attempt] = [:]
    /// Ends of runs that take no time, handed in before anything else happens.
    private var instantEnds: [RunID] = []
    private(set) var contexts: [CommandID: SharedContext] = [:]
    private var contextsToSweep = LiveState.sweepLimit
    private var refusedCycle: [TaskID] = []

    /// Whether what becomes of jobs is kept for a store.
    private(set) var hasJobStore = false
    /// Runs that begin once the job store knows of them, and its waiters.
    var jobs = JobNews()
    /// Processes that have ended: what the store reports of an earlier one is not begun.
    private(set) var processes = 0

    /// Reports that wait until the driver comes round; only with inline execution.
    var inbox: [(attempt: Attempt, end: BodyEnd?)] = []
    /// With inline execution, the caller lets time pass and will look at everything again.
    var isDriving = false
    /// Asynchronous bodies under way.
    var asyncBodies = 0
    var waiters = Waiters()
    /// What is done once the lock is free, as it may be app code, or let go of an app's objects.
    var afterwards: [@Sendable () -> Void] = []

    init(
        _ plan: SchedulerPlan, core: Scheduler, tasks: [Definition], jobs: [Definition],
        jobListeners: JobListeners, observers: [any SchedulerObserver], processors: Int
    ) {
        (self.jobListeners, epoch) = (jobListeners, plan.epoch)
        self.core = core
        self.observers = observers
        recorders = observers.filter(\.wantsRecords)
        original = tasks + plan.sequences.map { _ in nil }
        definitions = original
        jobDefinitions = Dictionary(jobs.map { ($0.name, $0) }) { first, _ in first }
        lanes = plan.configuration.lanes.map {
            LaneExecutor(name: $0.name, width: $0.width, processors: processors)
        }
        // How many jobs are worked at once the rules say, also for queues that are not configured.
        lanes.append(LaneExecutor(name: "jobs", width: LaneExecutor.threadLimit, processors: processors))
        names = TraceNames(tasks: core.names, lanes: plan.configuration.lanes.map(\.name))
    }

    /// The number of the lane that works jobs.
    var jobLane: Int { lanes.count - 1 }

    // MARK: The rules

    /// When the rules want to be asked again: limits last in their instant, one that has passed in the next.
    var nextDue: Instant { min(core.nextDeadline, max(core.nextLimit, now) + Nanoseconds(1)) }

    /// Whether something is left to do at this instant.
    var isUnsettled: Bool { core.nextDeadline <= now || !instantEnds.isEmpty }

    /// Lets the rules act until nothing is left to do at this instant.
    mutating func settle() {
        repeat { pass() } while isUnsettled
    }

    /// Lets the rules act once.
    mutating func pass() {
        if !instantEnds.isEmpty {
            let ends = instantEnds
            instantEnds.removeAll(keepingCapacity: true)
            for id in ends { feed(.runFinished(id, .success)) }
        }
        feed(.advance)
    }

    /// Hands an input to the observers and to the rules, and takes over what they order.
    @discardableResult
    mutating func feed(_ input: Input, text: String? = nil) -> Refusal? {
        if !observers.isEmpty { notifyObservers(input, text) }
        let output = core.handle(input, at: now)
        for effect in output.effects { carryOut(effect) }
        if output.refusal != nil { refusedCycle = output.refusedCycle }
        return output.refusal
    }

    private func notifyObservers(_ input: Input, _ text: String?) {
        for observer in observers { observer.note(input, at: now, text: text) }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let id, let task, let run, let attempt, let lane): start(id, task, run, attempt, lane)
        case .cancel(let id, _, let number):
            guard let attempt = attempt(of: id), attempt.number == number else { return }
            underWay[Int(id.slot)] = nil
            cancel(attempt)
        case .startJob(let id, let task): startJob(id, task)
        case .cancelJob(let id, _): cancelJob(id)
        case .processEnded: endProcess()
        }
    }

    // MARK: Attempts

    private mutating func start(_ id: RunID, _ task: TaskID, _ run: Int32, _ number: Int32, _ lane: LaneID) {
        guard task.offset < definitions.count, let definition = definitions[task.offset] else {
            return instantEnds.append(id)
        }
        let context = contexts.isEmpty ? nil : core.context(of: task).flatMap { contexts[$0] }
        let attempt = Attempt(
            owner: .task(id, task), definition, lane: lane.offset, laneName: lanes[lane.offset].name, run: Int64(run),
            number: number, startedAt: now, event: context)
        while underWay.count <= Int(id.slot) { underWay.append(nil) }
        underWay[Int(id.slot)] = attempt
        lanes[lane.offset].append(attempt)
    }

    /// From now on the rules keep what becomes of jobs, for the store.
    mutating func followJobs() {
        core.followJobs()
        hasJobStore = true
    }

    /// What became of jobs since the last call.
    mutating func takeJobChanges() -> [JobChange] { core.takeJobChanges() }

    /// Says something of the scheduler's own that a person should know.
    mutating func warn(_ text: String, code: String) {
        names.messages.append(DriverMessage(text, code: code))
        core.record(.warning(.driver(Int32(names.messages.count - 1))))
    }

    /// A run of a job, counted in the store: its body may begin.
    mutating func startStored(_ attempt: Attempt) {
        guard case .job(let id, _) = attempt.owner else { return }
        guard core.jobs.isUnderWay(id) else { return letGo([attempt]) }
        jobsUnderWay[id] = attempt
        lanes[jobLane].append(attempt)
    }

    private func attempt(of id: RunID) -> Attempt? {
        let slot = Int(id.slot)
        guard slot < underWay.count, let attempt = underWay[slot], case .task(id, _) = attempt.owner else { return nil }
        return attempt
    }

    /// An attempt reported its end, or (nil) will never do so.
    mutating func finish(_ attempt: Attempt, _ end: BodyEnd?) {
        guard !attempt.isCancelled else { return }
        guard let end else { return hang(attempt) }
        let isFirst = attempt.takeReport()
        switch attempt.owner {
        case .task(let id, let task):
            guard isFirst else {
                _ = feed(.reportedAgain(task))
                return
            }
            keep(end.error, of: AttemptID(task, run: attempt.run, attempt: attempt.number))
            let slot = Int(id.slot)
            if slot < underWay.count, underWay[slot] === attempt { underWay[slot] = nil }
            feed(.runFinished(id, end.outcome), text: end.error)
        case .job(let id, let task):
            if isFirst { jobsUnderWay[id] = nil }
            keep(end.error, of: AttemptID(task, run: attempt.run, attempt: attempt.number))
            feed(.jobFinished(id, task, end.outcome), text: end.error)
        }
    }

    /// Record observers get an error with the record of its attempt's end.
    private mutating func keep(_ error: String?, of attempt: AttemptID) {
        if let error, !recorders.isEmpty || !listeners.isEmpty || jobListeners.isWanted {
            names.errors[attempt] = error
        }
    }

    private mutating func hang(_ attempt: Attempt) {
        guard !attempt.isReported else { return }
        switch attempt.owner {
        case .task(let id, _): feed(.runHung(id))
        case .job(let id, _): feed(.jobHung(id))
        }
    }

    /// Bodies that returned at `instant` or before and whose threads have not come to say so, the earliest first.
    func returned(until instant: Instant) -> [Attempt] {
        (underWay.compactMap { $0 } + jobsUnderWay.values).filter { !$0.isReported && $0.returned <= instant }
            .sorted { $0.returned < $1.returned }
    }

    private mutating func cancel(_ attempt: Attempt) {
        if let action = attempt.cancel() { afterwards.append(action) }
    }

    /// A run of a job was ended by the rules: its body is cancelled, and its report no longer counts.
    private mutating func cancelJob(_ id: JobRunID) {
        letGo(jobs.removeStarts(of: id))
        guard let attempt = jobsUnderWay.removeValue(forKey: id) else { return }
        cancel(attempt)
        letGo([attempt])
    }

    private mutating func cancelEverything() {
        let all = underWay.compactMap { $0 } + jobsUnderWay.values
        for attempt in all { cancel(attempt) }
        (underWay, jobsUnderWay) = ([], [:])
        letGo(all)
    }

    /// Lets go of an app's objects once the lock is free: their ends may be app code.
    mutating func letGo(_ objects: [some Sendable]) {
        if !objects.isEmpty { afterwards.append { withExtendedLifetime(objects) {} } }
    }

    /// The process is gone: runs, injected tasks and all that waits to begin.
    private mutating func endProcess() {
        processes += 1
        cancelEverything()
        for lane in lanes.indices { letGo(lanes[lane].removeAll()) }
        letGo(jobs.removeStarts())
        if hasInjected { letGo(definitions) }
        (definitions, hasInjected) = (original, false)
        letGo(Array(listeners.values))
        listeners = originalListeners
        (contexts, inbox, instantEnds) = ([:], [], [])
    }

    /// What is to be done once the lock is free, and forgotten here.
    mutating func takeAfterwards() -> [@Sendable () -> Void] {
        defer { afterwards = [] }
        return afterwards
    }

    /// Nothing begins any more, and what is under way is cancelled.
    mutating func stop() {
        guard !isStopped else { return }
        giveRecords()
        isStopped = true
        cancelEverything()
        for lane in lanes.indices {
            letGo(lanes[lane].removeAll())
            lanes[lane].close()
        }
        for observer in observers { observer.flush() }
        resumeWaiters()
    }

    // MARK: Commands

    /// Gives a command to the rules; why they refused it.
    mutating func command(_ command: Command, _ text: String, _ context: EventContext? = nil) -> Refusal? {
        let number = CommandID(names.firstCommand + names.commands.count)
        names.commands.append(text)
        if names.commands.count >= 2 * Self.commandTextLimit { forgetCommands() }
        if let context {
            if contexts.count >= contextsToSweep { sweepContexts() }
            contexts[number] = SharedContext(context)
        }
        let refusal = feed(.command(command, number), text: text)
        if refusal == .cycle { names.cycles[number] = cycle }
        return refusal
    }

    /// Why a command was refused, as the trace has it.
    mutating func reason(_ refusal: Refusal, _ text: String) -> String {
        learnNames()
        return ReasonText.text(refusal, command: text, cycle: refusal == .cycle ? cycle : nil, names: names)
    }

    /// The cycle that the last refused injection would have closed.
    private var cycle: String { ReasonText.path(refusedCycle.map { core.name(of: $0) }) }

    /// Adds a task with its body; starts of an earlier task of this name keep theirs.
    mutating func inject(_ spec: TaskSpec, _ definition: Definition, _ text: String) -> Refusal? {
        if let refusal = command(.inject(spec), text) { return refusal }
        guard let task = core.task(named: spec.name) else { return nil }
        sweepInjected()
        while definitions.count <= task.offset { definitions.append(nil) }
        if let old = definitions[task.offset] { letGo([old]) }
        definitions[task.offset] = definition
        hasInjected = true
        return nil
    }

    /// Adds a sequence; one that was destroyed can come back.
    mutating func inject(_ sequence: TaskSequence, _ text: String) -> Refusal? {
        if let refusal = command(.injectSequence(sequence.spec), text) { return refusal }
        guard let task = core.task(named: sequence.spec.name) else { return nil }
        listeners[task] = sequence
        guard task.offset < definitions.count else { return nil }
        if let old = definitions[task.offset] { letGo([old]) }
        definitions[task.offset] = nil
        hasInjected = true
        return nil
    }

    private mutating func forgetCommands() {
        names.commands.removeFirst(Self.commandTextLimit)
        names.firstCommand += Self.commandTextLimit
        let first = names.firstCommand
        if !names.cycles.isEmpty { names.cycles = names.cycles.filter { Int($0.key.index) >= first } }
    }

    /// Lets go of contexts that no run can see any more. O(contexts + runs), each time twice as many are left.
    private mutating func sweepContexts() {
        let live = core.liveContexts
        contexts = contexts.filter { live.contains($0.key) }
        contextsToSweep = max(Self.sweepLimit, 2 * contexts.count)
    }

    /// Lets go of the bodies of tasks that are gone. O(tasks), each time twice as many injected ones are left.
    private mutating func sweepInjected() {
        let added = definitions.indices.dropFirst(original.count).filter { definitions[$0] != nil }
        guard added.count >= injectedToSweep else { return }
        let gone = added.filter { !core.standing(of: TaskID($0)).exists }
        letGo(gone.map { definitions[$0] })
        for task in gone { definitions[task] = nil }
        injectedToSweep = max(Self.sweepLimit, 2 * (added.count - gone.count))
    }

    // MARK: Observers

    /// Passes the records to their observers, and forgets them.
    mutating func giveRecords() {
        guard core.recordCount > 0 else { return }
        let jobsAreHeard = jobListeners.isWanted
        if recorders.isEmpty, listeners.isEmpty, !jobsAreHeard { return core.dropRecords() }
        learnNames()
        let records = core.takeRecords()
        for recorder in recorders { recorder.record(records, names: names) }
        if !listeners.isEmpty { notifyListeners(records) }
        if jobsAreHeard { noteJobs(records) }
        if !names.errors.isEmpty { names.errors = [:] }
    }

    /// Who wants to know how the scheduler's own sequences go; the first of them is task number `first`.
    mutating func listen(to sequences: [TaskSequence], from first: Int) {
        for (place, sequence) in sequences.enumerated() { originalListeners[TaskID(first + place)] = sequence }
        listeners = originalListeners
    }

    /// Notifies the listeners of sequences, once the lock is free.
    private mutating func notifyListeners(_ records: [TraceRecord]) {
        for record in records {
            guard case .sequence(let sequence, let signal, let step, _) = record.fact, let told = listeners[sequence]
            else { continue }
            switch signal {
            case .started, .completed: continue
            case .failed:
                guard let step, let stepDidFail = told.stepDidFail else { continue }
                let last = names.errors.keys.filter { $0.task == step }.max {
                    ($0.run, $0.attempt) < ($1.run, $1.attempt)
                }
                let (name, error) = (names.name(of: step), last.flatMap { names.errors[$0] })
                afterwards.append { stepDidFail(name, error) }
            case .allDone: if let didComplete = told.didComplete { afterwards.append(didComplete) }
            }
        }
    }

    /// The trace's names, new tasks among them.
    private mutating func learnNames() {
        while names.tasks.count < core.taskCount { names.tasks.append(core.name(of: TaskID(names.tasks.count))) }
    }

    /// The observers, for what they do without the lock.
    var watchers: [any SchedulerObserver] { observers }

    /// Lets a caller look at the rules' state in place; mutating, as nothing is copied then.
    mutating func read<Result>(_ body: (borrowing Scheduler) throws -> Result) rethrows -> Result { try body(core) }
}
