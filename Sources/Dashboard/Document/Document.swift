import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

/// What the dashboard works on: the session shown, its course, and the branches.
///
/// Knows nothing about rows, sizes and keys.
struct Document: Sendable {
    /// The simulated app.
    var session: Session {
        @inline(__always) _read { yield boxedSession }
        @inline(__always) _modify { yield &boxedSession }
    }
    @Boxed private var boxedSession: Session
    /// The watched process; nil: everything is simulated.
    var process: WatchedProcess?

    /// What happened and what is planned; made again when a command changes the future.
    private(set) var plan = Course()
    /// What the plan was made of.
    var forecast: Forecast { @inline(__always) _read { yield boxedForecast.wrappedValue } }
    /// Stored separately, because it changes together with the plan.
    private var boxedForecast: Boxed<Forecast>
    /// Length of the launch planned at t = 0, which sets the timeline's scale.
    private(set) var plannedLaunch = Nanoseconds.zero
    /// Commands known when the plan was made.
    private(set) var plannedInputs = -1
    /// How many of these were given by hand; one may be waiting. For a watched process: its known inputs.
    private var plannedGiven = 0
    /// Records of a watched process known when the plan was made; everything after them was a guess.
    private var plannedKnown = 0
    /// When the plan was made.
    private var plannedAt = Instant.zero
    private var inputs = InputCount()
    /// Counts sessions, because results for one do not apply to another.
    private(set) var edition = 0

    /// The branches, the latest last.
    var branches: [Branch] = []
    /// The name of the course shown.
    var branchName = "A"
    /// The scenarios that changes on this branch replaced, the latest last.
    var earlier: [EarlierScenario] = []
    /// The course before the last change on this branch; nil if there was no change.
    var before: Branch? {
        get { boxedBefore?.wrappedValue }
        set { boxedBefore = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedBefore: Boxed<Branch>?
    /// Whether there is one; nothing is copied to tell.
    var hasBefore: Bool { boxedBefore != nil }
    /// The course of a file that is compared with; its tasks have this session's numbers.
    var fromFile: Branch? {
        get { boxedFile?.wrappedValue }
        set { boxedFile = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedFile: Boxed<Branch>?
    /// Whether there is one.
    var hasFile: Bool { boxedFile != nil }
    /// The course with the changes being tried; nil if there are none.
    var tried: Branch? {
        get { boxedTried?.wrappedValue }
        set { boxedTried = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedTried: Boxed<Branch>?
    /// Whether there is one; nothing is copied to tell.
    var isTrying: Bool { boxedTried != nil }

    /// The same with what is tried in place of what is shown, to explain that; nil if nothing is tried.
    var withTried: Document? {
        guard let tried else { return nil }
        var document = self
        (document.session, document.plan, document.tried) = (tried.session, tried.plan, nil)
        document.boxedForecast = Boxed(wrappedValue: Forecast(session: tried.session))
        return document
    }

    /// Names of tasks and lanes, by their numbers.
    private(set) var taskNames: [String] = []
    private(set) var laneNames: [String] = []
    /// The scenario's file as it was read, and whether there are unsaved changes.
    var file = DocumentFile()

    /// A document for a session; nothing is planned yet.
    init(session: Session) {
        boxedSession = session
        boxedForecast = Boxed(wrappedValue: Forecast(session: session))
        laneNames = laneSpecs.map { $0.name }
    }

    /// The scheduler at the instant shown.
    var scheduler: Scheduler { @inline(__always) _read { yield session.simulation.scheduler } }
    /// Reads the session without a copy of it.
    func readSession<Result>(_ read: (borrowing Session) -> Result) -> Result { _boxedSession.read { read($0.value) } }
    /// A task's state at the instant shown; does not copy the simulation, as a call through `scheduler` may.
    func snapshot(of task: TaskID) -> TaskSnapshot {
        _boxedSession.read { $0.value.simulation.scheduler.snapshot(of: task) }
    }
    /// The run of a task that is shown at that instant. What the plan has for this very instant may not have happened yet: a
    /// stop comes between two lines of a script.
    func shownRun(of task: TaskID) -> Course.Run? {
        let run = plan.shownRun(of: task, at: now)
        if let run, run.released == now {
            if snapshot(of: task).run >= run.number { return run }
        } else if !plan.beginsLaunch(at: now, after: session.records.count) {
            return run
        }
        return plan.shownRun(of: task, at: Instant(nanoseconds: now.nanoseconds - 1)) ?? run
    }
    /// The part of it that changes from instant to instant.
    func standing(of task: TaskID) -> TaskStanding {
        _boxedSession.read { $0.value.simulation.scheduler.standing(of: task) }
    }
    /// The instant shown.
    var now: Instant { session.now }
    /// The lanes, main first.
    var laneSpecs: [LaneSpec] { session.scenario.configuration.lanes }
    /// Whether the process itself is shown, at its present or in its past.
    var showsProcess: Bool { process != nil && session.isFollowing }
    /// Anything cached from a document stays valid as long as this value does not change.
    var basis: Basis {
        Basis(edition: edition, inputs: plannedInputs, taskCount: readSession { $0.simulation.scheduler.taskCount })
    }

    /// See `Document.basis`.
    struct Basis: Hashable, Sendable {
        var edition: Int
        var inputs: Int
        var taskCount: Int
    }

    /// Switches to another session and discards the old plan.
    mutating func replace(with session: Session) {
        boxedSession = session
        edition += 1
        inputs = InputCount()
        plan = Course(taskCount: scheduler.taskCount, laneCount: laneSpecs.count)
        plannedInputs = -1
        taskNames = []
        laneNames = laneSpecs.map { $0.name }
    }
}

extension Document {
    /// Returns to what it was, except for what is known about files; what was cached since is not valid.
    mutating func restore(_ earlier: Document) {
        let (edition, file) = (edition, file)
        self = earlier
        self.edition = edition + 1
        let hasUnsavedChanges = earlier.file.hasUnsavedChanges
        self.file = file
        self.file.hasUnsavedChanges = hasUnsavedChanges
    }
}

/// The plan.
extension Document {
    /// How a plan changed.
    enum PlanChange: Hashable, Sendable {
        case nothing, longer, renewed
    }

    /// Plans from the start; called once per session, whose launch sets the timeline's scale.
    mutating func planLaunch() {
        inputs.update(session.records)
        plan = Course(taskCount: scheduler.taskCount, laneCount: laneSpecs.count)
        plan.renew(session: session, keeping: 0, forecast: &boxedForecast.wrappedValue, through: now + .seconds(1))
        notePlan()
        _ = plan.showLaunch(
            at: now, happened: session.records.count, past: session.knownRecords, simulation: planned,
            budget: session.scenario.launchBudget)
        plannedLaunch = (plan.firstFrame ?? plan.lastEnd) - .zero
        if plannedLaunch <= .zero { plannedLaunch = plan.lastEnd - .zero }
        if plannedLaunch <= .zero { plannedLaunch = session.scenario.configuration.tick * 20 }
    }

    /// Updates the plan from the session, so that it reaches at least to `needed`.
    mutating func updatePlan(through needed: Instant) -> PlanChange {
        inputs.update(session.records)
        let isShifted = forecast.assumesLaunch && now != plannedAt
        let isOtherPast =
            showsProcess ? isGuessOutdated : inputs.count != plannedInputs || session.givenCount != plannedGiven
        if !isOtherPast, !showsProcess { plan.happened(session.records.count) }
        if isOtherPast || isShifted || plan.runs.count < scheduler.taskCount || lacksRecords {
            makePlan(through: needed)
            return .renewed
        }
        guard plan.horizon < needed else { return .nothing }
        plan.extend(&boxedForecast.wrappedValue, through: needed)
        return .longer
    }

    /// Whether records were discarded that the launch to be shown needs.
    private var lacksRecords: Bool { plan.lacksRecords(at: now, happened: session.records.count) }

    /// Finds the launch to show and its critical path; returns whether the launch is a different one.
    mutating func showLaunch() -> Bool {
        defer { if !showsProcess { plan.letGoOfForetold() } }
        return plan.showLaunch(
            at: now, happened: session.records.count, past: session.knownRecords, simulation: planned,
            budget: session.scenario.launchBudget)
    }

    /// The session's records from this number on are about to be replaced.
    mutating func forgetPlan(from count: Int) {
        inputs.replaced(from: count)
        plan.rewind(to: count, past: session.knownRecords)
        plannedInputs = -1
    }

    /// Takes the names that the plan needs; shares the scheduler's list.
    mutating func updateNames() { taskNames = planned.scheduler.names }

    /// Runs a copy of the session ahead and records what will happen.
    private mutating func makePlan(through needed: Instant) {
        boxedForecast.wrappedValue = Forecast(session: session)
        plan.renew(
            session: session,
            keeping: min(showsProcess ? plannedKnown : inputs.unchanged, session.records.count),
            forecast: &boxedForecast.wrappedValue, through: needed)
        notePlan()
    }

    /// Notes what the plan was made from.
    private mutating func notePlan() {
        plan.makeRoom(taskCount: scheduler.taskCount)
        plan.know(scheduler)
        inputs.planned()
        plannedInputs = inputs.count
        plannedGiven = showsProcess ? session.receivedCount : session.givenCount
        plannedKnown = forecast.knownCount
        plannedAt = now
    }

    /// Whether more is known about a process than when the plan was made, or part of the guess is overdue.
    private var isGuessOutdated: Bool {
        if plannedInputs < 0 || session.receivedCount != plannedGiven { return true }
        let guess = plannedKnown - plan.pastCount
        return plan.foretold.indices.contains(guess) && plan.foretold[guess].time <= now
    }

    /// The simulation at the horizon; the session's if only ticks lie ahead.
    private var planned: Simulation { forecast.simulation ?? session.simulation }

    /// What is known about the launches besides their records.
    var facts: LaunchFacts { LaunchFacts(of: planned.scheduler, budget: session.scenario.launchBudget) }

    /// The names behind the numbers in records; the simulation supplies the texts of commands.
    var traceNames: TraceNames {
        TraceNames(
            tasks: taskNames, lanes: laneNames,
            messages: forecast.notices.map { DriverMessage($0.message, code: $0.code) })
    }

    /// Explains why runs waited.
    var waits: WaitReader {
        WaitReader(
            course: plan, simulation: planned, configuration: session.scenario.configuration,
            names: traceNames, written: { CommandLanguage.written($0) })
    }
}

/// The file of a document as it was read, and whether there are unsaved changes.
struct DocumentFile: Hashable, Sendable {
    /// What a requested file is for.
    enum Purpose: Hashable, Sendable {
        case script, scenario, comparison
    }

    /// The scenario's file as it was read; nil if the scenario was not read from a file.
    var read: ReadScenario?
    /// Whether applied changes are not saved yet.
    var hasUnsavedChanges = false
    /// The file to which those changes are being written.
    var target: String?
    /// The texts of scenarios and scripts that were read or written, by path.
    private var known: [String: String] = [:]
    /// The text that is being written, with its path.
    private var pending: Written?

    private struct Written: Hashable, Sendable {
        var path: String
        var text: String
    }

    /// The remark about the file that is being written.
    var remark = ""
    /// What each requested file is for, by path.
    var awaited: [String: Purpose] = [:]

    /// A scenario was read.
    mutating func know(_ text: String, at path: String) { known[path] = text }

    /// The order to write a scenario or a script: unless it is forced, only what is known is replaced, the scenario that was
    /// read or what was written here.
    mutating func write(_ text: String, to path: String, isForced: Bool) -> Request {
        pending = Written(path: path, text: text)
        return .writeFile(path: path, text: text, replacing: isForced ? .anything : .known(known[path]))
    }

    /// A file was written.
    mutating func noteWritten(_ path: String) {
        if let pending, pending.path == path { known[path] = pending.text }
        pending = nil
    }
}

/// Counts the commands among a session's records, even if records are withdrawn.
struct InputCount: Sendable {
    /// The positions of the commands among the records.
    private var places: [Int] = []
    private var scanned = 0
    /// The records before this number are the same as in the last plan.
    private(set) var unchanged = 0

    /// A plan was made from the current records.
    mutating func planned() { unchanged = .max }

    /// The records from this number on are about to be replaced.
    mutating func replaced(from count: Int) { unchanged = min(unchanged, count) }

    /// The number of commands.
    var count: Int { places.count }

    /// Reads the current records; since the last call, they may only have been truncated and extended.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            scanned = records.count
            unchanged = min(unchanged, scanned)
            let kept = places.partitionPoint { $0 >= scanned }
            places.removeSubrange(kept...)
        }
        for place in scanned..<records.count {
            switch records[place].fact {
            case .action, .refused, .expect:
                places.append(place)
                unchanged = min(unchanged, place)
            case .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
                .sequence, .warning:
                break
            }
        }
        scanned = records.count
    }
}
