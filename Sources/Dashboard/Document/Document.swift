import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceFormat
import TraceAnalysis

/// What the dashboard works on: the session shown, its course, and the courses that were left.
///
/// Knows nothing of rows, sizes and keys.
struct Document: Sendable {
    /// The simulated app.
    var session: Session {
        @inline(__always) _read { yield boxedSession }
        @inline(__always) _modify { yield &boxedSession }
    }
    @Boxed private var boxedSession: Session
    /// The process that is watched; nil: everything is simulated.
    var process: WatchedProcess?

    /// What was and will be; made again when a command changes the future.
    private(set) var plan = Course()
    /// What the plan was made of.
    var forecast: Forecast { @inline(__always) _read { yield boxedForecast.wrappedValue } }
    /// Apart, as it is changed while the plan is.
    private var boxedForecast: Boxed<Forecast>
    /// Length of the launch planned at t = 0; the timeline's scale stays with it.
    private(set) var plannedLaunch = Nanoseconds.zero
    /// Commands known when the plan was made.
    private(set) var plannedInputs = -1
    /// Of these, those given by hand; one may wait its turn. Of a watched process, its inputs that were known.
    private var plannedGiven = 0
    /// Records of a watched process that were known when the plan was made; what follows them was a guess.
    private var plannedKnown = 0
    /// When the plan was made.
    private var plannedAt = Instant.zero
    private var inputs = InputCount()
    /// Counts sessions: what was found of one does not hold for another.
    private(set) var edition = 0

    /// The courses that were left, the last one last.
    var branches: [Branch] = []
    /// The name of the course shown.
    var branchName = "A"
    /// The scenarios that changes on this branch replaced, the last one last.
    var earlier: [EarlierScenario] = []
    /// The course before the last change on this branch; nil without any.
    var before: Branch? {
        get { boxedBefore?.wrappedValue }
        set { boxedBefore = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedBefore: Boxed<Branch>?
    /// Whether there is one; nothing is copied to tell.
    var hasBefore: Bool { boxedBefore != nil }
    /// The course that the changes being tried would give; nil without any.
    var tried: Branch? {
        get { boxedTried?.wrappedValue }
        set { boxedTried = newValue.map { Boxed(wrappedValue: $0) } }
    }
    private var boxedTried: Boxed<Branch>?
    /// Whether there is one; nothing is copied to tell.
    var isTrying: Bool { boxedTried != nil }

    /// Names of tasks and lanes, by their numbers.
    private(set) var taskNames: [String] = []
    private(set) var laneNames: [String] = []
    /// The scenario's file as it was read, and what of the changes is in no file.
    var file = DocumentFile()

    /// A document of a session; what is ahead is not planned yet.
    init(session: Session) {
        boxedSession = session
        boxedForecast = Boxed(wrappedValue: Forecast(session: session))
        laneNames = laneSpecs.map { $0.name }
    }

    /// The scheduler at the instant shown.
    var scheduler: Scheduler { @inline(__always) _read { yield session.simulation.scheduler } }
    /// The instant shown.
    var now: Instant { session.now }
    /// The lanes, main first.
    var laneSpecs: [LaneSpec] { session.scenario.configuration.lanes }
    /// Whether the process itself is shown, at its present or in its past.
    var showsProcess: Bool { process != nil && session.isFollowing }
    /// What is kept of a document holds as long as this stays.
    var basis: Basis { Basis(edition: edition, inputs: plannedInputs, taskCount: scheduler.taskCount) }

    /// See `Document.basis`.
    struct Basis: Hashable, Sendable {
        var edition: Int
        var inputs: Int
        var taskCount: Int
    }

    /// Shows another session from now on; nothing of the old one's plan is kept.
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

/// The plan.
extension Document {
    /// How a plan changed.
    enum PlanChange: Hashable, Sendable {
        case nothing, longer, renewed
    }

    /// Plans from the start; called once for a session, whose launch gives the timeline's scale.
    mutating func planLaunch() {
        inputs.update(session.records)
        plan = Course(taskCount: scheduler.taskCount, laneCount: laneSpecs.count)
        plan.renew(session: session, keeping: 0, forecast: &boxedForecast.wrappedValue, through: now + .seconds(1))
        notePlan()
        _ = plan.showLaunch(at: now, past: session.knownRecords, scheduler: plannedScheduler, lanes: laneSpecs)
        plannedLaunch = (plan.firstFrame ?? plan.lastEnd) - .zero
        if plannedLaunch <= .zero { plannedLaunch = plan.lastEnd - .zero }
        if plannedLaunch <= .zero { plannedLaunch = session.scenario.configuration.tick * 20 }
    }

    /// Brings the plan up to date with the session, so that it reaches as far as `needed`.
    mutating func updatePlan(through needed: Instant) -> PlanChange {
        inputs.update(session.records)
        let isShifted = forecast.assumesLaunch && now != plannedAt
        let isOtherPast =
            showsProcess ? isGuessOutdated : inputs.count != plannedInputs || session.givenCount != plannedGiven
        if !isOtherPast, !showsProcess { plan.happened(session.records.count) }
        if isOtherPast || isShifted || plan.runs.count < scheduler.taskCount || plan.lacksRecords(at: now) {
            makePlan(through: needed)
            return .renewed
        }
        guard plan.horizon < needed else { return .nothing }
        plan.extend(&boxedForecast.wrappedValue, through: needed)
        return .longer
    }

    /// Finds the launch that is shown and its critical path; whether it is another one than before.
    mutating func showLaunch() -> Bool {
        defer { if !showsProcess { plan.letGoOfForetold() } }
        return plan.showLaunch(at: now, past: session.knownRecords, scheduler: plannedScheduler, lanes: laneSpecs)
    }

    /// The session's records from this number on are about to be replaced.
    mutating func forgetPlan(from count: Int) {
        inputs.replaced(from: count)
        plan.rewind(to: count, past: session.knownRecords)
        plannedInputs = -1
    }

    /// Takes over the names that the plan needs; the list is the scheduler's own.
    mutating func updateNames() { taskNames = plannedScheduler.names }

    /// Runs a copy of the session ahead and takes down what will happen.
    private mutating func makePlan(through needed: Instant) {
        boxedForecast.wrappedValue = Forecast(session: session)
        plan.renew(
            session: session,
            keeping: min(showsProcess ? plannedKnown : inputs.unchanged, session.records.count),
            forecast: &boxedForecast.wrappedValue, through: needed)
        notePlan()
    }

    /// Notes of what the plan is one.
    private mutating func notePlan() {
        plan.makeRoom(taskCount: scheduler.taskCount)
        inputs.planned()
        plannedInputs = inputs.count
        plannedGiven = showsProcess ? session.receivedCount : session.givenCount
        plannedKnown = forecast.knownCount
        plannedAt = now
    }

    /// Whether more is known of a process than when the plan was made, or something of the guess should have happened.
    private var isGuessOutdated: Bool {
        if plannedInputs < 0 || session.receivedCount != plannedGiven { return true }
        let guess = plannedKnown - plan.pastCount
        return plan.foretold.indices.contains(guess) && plan.foretold[guess].time <= now
    }

    /// The tasks as they are at the horizon; if nothing but ticks lies ahead, they are the session's.
    private var plannedScheduler: Scheduler { forecast.scheduler ?? scheduler }

    /// What the numbers in records stand for; the texts of commands are the simulation's.
    var traceNames: TraceNames {
        TraceNames(
            tasks: taskNames, lanes: laneNames,
            messages: forecast.notices.map { DriverMessage($0.message, code: $0.code) })
    }

    /// Says why runs waited.
    var waits: WaitReader {
        WaitReader(
            course: plan, scheduler: plannedScheduler, configuration: session.scenario.configuration,
            names: traceNames, written: { CommandLanguage.written($0) })
    }
}
