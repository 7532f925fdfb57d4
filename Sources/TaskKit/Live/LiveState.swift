import SchedulerCore
import TraceFormat

/// What a live scheduler's lock protects: the rules, and what the driver keeps beside them.
struct LiveState {
    /// So many command texts are kept for those who read traces; older ones are forgotten.
    static let commandTextLimit = 4_096
    /// So many bodies of replaced tasks are kept.
    private static let replacedLimit = 1_024

    var core: Scheduler
    var now: Instant = .zero
    var isStopped = false
    let observers: [any SchedulerObserver]
    let recorders: [any SchedulerObserver]
    /// What attempts execute, by `TaskID`; after the tasks and sequences the jobs.
    let original: Definitions
    let jobPlaces: [String: Int]
    private let firstJob: Int
    /// The definitions of tasks that were injected into this process.
    var injected: [TaskID: Definition] = [:]
    /// How the body of each task is called that this process knows.
    private(set) var kinds: [Definitions.Kind]
    /// Whether none was injected into this process.
    private var hasOriginalKinds = true
    /// What is so of the tasks that the scheduler was made with: each has a body, and a synchronous one.
    private let originalBodies: (all: Bool, sync: Bool)
    let lanes: LaneTable
    /// Jobs whose run was counted and stored: they wait for a thread of the last lane.
    var readyJobs: [JobStart] = []
    /// What the job store has not been told yet, and runs that begin once it has.
    var changes: [JobChange] = []
    var storedStarts: [JobStart] = []
    /// Who waits for these changes to be stored.
    var announcements: [JobJournal.Announcement] = []
    var deadLetters = 0
    /// Processes that have ended: what the store reports of an earlier one is not begun.
    var processes = 0
    /// Ends of runs that take no time, handed in before anything else happens.
    var instantEnds: [RunID] = []
    /// Reports that wait for the driver to come round; only with inline execution.
    var inbox: [Report] = []
    var contexts: [CommandID: SharedContext] = [:]
    var names: TraceNames
    /// The path of the cycle that the last command, an injection, would have closed.
    private(set) var refusedCycle: String?
    /// So many contexts and injected bodies before those that nobody needs are looked for.
    private var contextsToSweep = LiveState.sweepLimit
    private var injectedToSweep = LiveState.sweepLimit
    private static let sweepLimit = 64
    /// Attempts that no thread is at and that have not ended.
    var outstanding: [RunID: (batch: AttemptBatch, index: Int)] = [:]
    var outstandingJobs: [JobRunID: (batch: AttemptBatch, index: Int)] = [:]
    /// Cancelled ones that no thread has taken.
    var cancelledStarts: Set<StartID> = []
    /// Bodies of starts whose task was replaced before they began.
    var displaced: [RunID: Definition] = [:]
    /// Bodies of tasks that were replaced: an app's objects go with them, and not while the lock is held.
    private var replaced: [Definition] = []
    /// What is done once the lock is free, as it may be the app's own code.
    var afterwards: [@Sendable () -> Void] = []
    /// Asynchronous bodies under way.
    var asyncBodies = 0

    /// Somebody lets time pass inline and will look at everything again.
    var isDriving = false
    /// When the clock wakes the driver next.
    var alarmTime = Instant.distantFuture
    /// When threads that got stuck are looked for; never while nothing waits behind one.
    var patrolTime = Instant.distantFuture
    /// Work of the main lane was put on the main queue.
    var mainIsScheduled = false
    var waiters: [Waiter] = []

    /// Somebody who waits for something to become true.
    struct Waiter {
        let condition: @Sendable (borrowing Scheduler) -> Bool
        let resume: @Sendable () -> Void
    }

    /// An end on its way in.
    struct Report {
        var batch: AttemptBatch
        var index: Int
        var outcome: Outcome?
    }

    init(
        _ plan: SchedulerPlan, core: Scheduler, tasks: [TaskRegistration], jobs: [JobRegistration],
        observers: [any SchedulerObserver]
    ) {
        self.core = core
        self.observers = observers
        recorders = observers.filter(\.wantsRecords)
        original = Definitions(tasks: tasks, sequences: plan.sequences, jobs: jobs)
        let first = tasks.count + plan.sequences.count
        firstJob = first
        kinds = Array(original.kinds[..<first])
        originalBodies = (!kinds.contains(.none), kinds.allSatisfy { $0 == .sync })
        jobPlaces = Dictionary(jobs.enumerated().map { ($1.name, first + $0) }) { first, _ in first }
        // How many jobs are worked at once the rules say, queues that nobody configured among them.
        lanes = LaneTable(
            plan.configuration.lanes.map { LaneWork(name: $0.name, width: $0.width) }
                + [LaneWork(name: "jobs", width: LaneWork.threadLimit)])
        deadLetters = core.jobs.deadLetters.count
        names = TraceNames(tasks: core.names, lanes: plan.configuration.lanes.map(\.name))
    }

    /// The number of the lane that works jobs.
    var jobLane: Int { lanes.count - 1 }

    /// Whether no start of a task ends at once.
    var hasOnlyBodies: Bool { originalBodies.all && hasOriginalKinds }

    /// Whether all starts of tasks execute synchronous bodies of the original table.
    var hasOnlySyncBodies: Bool { originalBodies.sync && hasOriginalKinds }

    /// Notes how the body of a task is called that this process alone knows.
    mutating func setKind(_ kind: Definitions.Kind, of task: TaskID) {
        hasOriginalKinds = false
        while kinds.count <= task.offset { kinds.append(.none) }
        kinds[task.offset] = kind
    }

    /// Hands an input to those who watch and to the rules, and carries out what they order.
    @inline(__always)
    @discardableResult
    mutating func feed(_ input: Input, text: String? = nil) -> Output {
        if !observers.isEmpty { tell(input, text) }
        let output = core.handle(input, at: now)
        for effect in output.effects { carryOut(effect) }
        return output
    }

    private func tell(_ input: Input, _ text: String?) {
        for observer in observers { observer.note(input, at: now, text: text) }
    }

    /// Gives a command to the rules; what they wrote of it tells whether they refused it.
    mutating func command(_ command: Command, _ text: String, _ context: EventContext? = nil) -> Refusal? {
        let number = CommandID(names.firstCommand + names.commands.count)
        names.commands.append(text)
        if names.commands.count >= 2 * Self.commandTextLimit { forgetCommands() }
        if let context {
            if contexts.count >= contextsToSweep { sweepContexts() }
            contexts[number] = SharedContext(context)
        }
        let output = feed(.command(command, number), text: text)
        refusedCycle = output.refusedCycle.isEmpty ? nil : ReasonText.path(output.refusedCycle.map(core.name))
        if let refusedCycle { names.cycles[number] = refusedCycle }
        return output.refusal
    }

    private mutating func forgetCommands() {
        names.commands.removeFirst(Self.commandTextLimit)
        names.firstCommand += Self.commandTextLimit
        guard !names.cycles.isEmpty else { return }
        let first = names.firstCommand
        names.cycles = names.cycles.filter { Int($0.key.index) >= first }
    }

    /// Lets go of contexts that no run can see any more. O(contexts + runs), each time twice as many are left.
    private mutating func sweepContexts() {
        let live = core.liveContexts
        let gone = contexts.filter { !live.contains($0.key) }
        contexts = contexts.filter { live.contains($0.key) }
        contextsToSweep = max(Self.sweepLimit, 2 * contexts.count)
        if !gone.isEmpty { afterwards.append { withExtendedLifetime(gone) {} } }
    }

    /// Lets go of the bodies of injected tasks that are gone and of which nothing waits to begin. O(injected tasks +
    /// starts that wait), each time twice as many are left.
    mutating func sweepInjected() {
        guard injected.count >= injectedToSweep else { return }
        let waiting = lanes.reduce(into: Set<TaskID>()) { $1.queue.addTasks(to: &$0) }
        let gone = injected.filter { !core.standing(of: $0.key).exists && !waiting.contains($0.key) }
        for task in gone.keys {
            injected[task] = nil
            setKind(.none, of: task)
        }
        injectedToSweep = max(Self.sweepLimit, 2 * injected.count)
        if !gone.isEmpty { afterwards.append { withExtendedLifetime(gone) {} } }
    }

    /// The trace's names, new tasks among them.
    mutating func learnNames() {
        while names.tasks.count < core.taskCount { names.tasks.append(core.name(of: TaskID(names.tasks.count))) }
    }

    /// Tells those who want records, and forgets them.
    @inline(__always)
    mutating func giveRecords() {
        guard core.recordCount > 0 else { return }
        if recorders.isEmpty { return core.dropRecords() }
        learnNames()
        let records = core.takeRecords()
        for recorder in recorders { recorder.record(records, names: names) }
    }

    /// Sees to it that nothing begins any more of what threads have taken.
    func withdrawEverything() {
        for lane in lanes {
            for batch in lane.batches { _ = batch.withdraw() }
        }
    }

    /// Ends every attempt from outside.
    mutating func cancelEverything() {
        for lane in lanes {
            for batch in lane.batches {
                for index in 0..<batch.count { cancel(batch, index) }
            }
        }
        for entry in outstanding.values { cancel(entry.batch, entry.index) }
        for entry in outstandingJobs.values { cancel(entry.batch, entry.index) }
        outstanding = [:]
        outstandingJobs = [:]
    }

    /// Ends one attempt from outside.
    mutating func cancel(_ batch: AttemptBatch, _ index: Int) {
        if let action = batch.cancel(index) { afterwards.append(action) }
    }

    /// The old definition of a task that has a new one.
    mutating func retire(_ old: Definition) {
        replaced.append(old)
        guard replaced.count > Self.replacedLimit else { return }
        let oldest = Array(replaced[..<(Self.replacedLimit / 2)])
        replaced.removeFirst(oldest.count)
        afterwards.append { withExtendedLifetime(oldest) {} }
    }

    /// The process is gone: runs, injected tasks and all that waits to begin.
    mutating func endProcess() {
        if !injected.isEmpty || !replaced.isEmpty {
            let last = (injected, replaced)
            afterwards.append { withExtendedLifetime(last) {} }
            (injected, replaced) = ([:], [])
        }
        if !hasOriginalKinds { kinds = Array(original.kinds[..<firstJob]) }
        hasOriginalKinds = true
        processes += 1
        for lane in lanes.indices { lanes[lane].queue = StartQueue() }
        withdrawEverything()
        cancelEverything()
        cancelledStarts = []
        displaced = [:]
        readyJobs = []
        storedStarts = []
        contexts = [:]
        inbox = []
        instantEnds = []
    }
}
