import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// The first things to say about a launch: why it takes this long, and what would shorten it.
///
/// Every number comes from simulating the changed scenario; nothing is estimated.
public struct LaunchOutlook: Sendable {
    /// The launch as it is.
    public let planned: PlannedLaunch
    /// Everything that deserves a look: first what `why` names, then costliest first, but what can be fixed only under a
    /// condition comes after what needs none; then by kind, then in registration order.
    public let findings: [Finding]
    /// The finding that `why` names, which is the first; nil if none explains the launch.
    private let cause: Finding?
    /// Single changes that shorten the launch, best first; those with a condition come last.
    public let tries: [Advice]
    /// How many changes were not tried: the search's budget was used up, or it was stopped.
    public let untried: Int
    /// Nil without a launch time.
    private let search: AdviceSearch?
    /// How many launches reached their first frame before this one.
    private let number: Int

    /// From so many tasks on, it takes seconds to find what all advice leaves for later.
    private static let manyTasks = 10_000

    /// The launch time; nil without a first frame.
    public var time: Nanoseconds? { planned.time }
    /// The launch time if every lane had room for all runs; nil without a first frame.
    public var bound: Nanoseconds? { planned.path?.boundWithUnlimitedLanes }

    /// The outlook on a launch of a scenario, its script included. Simulates a launch for each change that it tries.
    /// Throws if the scenario cannot be registered.
    ///
    /// - Parameters:
    ///   - number: which launch: how many launches reached their first frame before it.
    ///   - kept: what advice must not change.
    ///   - progress: receives the number of changes tried; return false to end the search.
    public init(
        of scenario: Scenario, number: Int = 0, keeping kept: KeptParts = KeptParts(),
        progress: (Int) -> Bool = { _ in true }
    ) throws(RegistrationError) {
        let planned = try PlannedLaunch(of: scenario, number: number)
        self.init(planned, number: number, keeping: kept, progress: progress)
    }

    /// The outlook on a launch that is already planned.
    public init(
        _ planned: PlannedLaunch, number: Int = 0, keeping kept: KeptParts = KeptParts(),
        budget: SearchBudget = .standard, progress: (Int) -> Bool = { _ in true }
    ) {
        (self.planned, self.number) = (planned, number)
        // What a launch gains that a pause made shorter or longer is no gain of the app.
        search =
            planned.isCutShort || planned.isHeldByPause
            ? nil : AdviceSearch(planned, keeping: kept, number: number, budget: budget)
        let found = search?.singles(progress: progress)
        (tries, untried) = (found?.advice ?? [], found?.untried ?? 0)
        let ranked = FindingSearch(
            planned, number: number, tries, reprioritized: untried == 0 ? search?.reprioritized ?? [] : []
        ).all()
        let cause = Self.cause(of: planned, among: ranked)
        self.cause = cause
        findings = cause.map { cause in [cause] + ranked.filter { $0.id != cause.id } } ?? ranked
    }

    /// What explains the length of a launch: the first finding, or the costliest if the first costs less than a seventh of
    /// the launch; nil if something else explains it, or if no finding costs as much and tasks in a row do.
    private static func cause(of planned: PlannedLaunch, among findings: [Finding]) -> Finding? {
        guard let path = planned.path, planned.abandonedText == nil, !planned.lacksWork,
            let first = findings.first,
            let costliest = findings.max(by: { $0.cost < $1.cost }), costliest.cost > .zero
        else { return nil }
        let small = Nanoseconds(path.launchTime.count / smallShare)
        if let pause = planned.longestPause, pause.length > max(costliest.cost, small) { return nil }
        // What occupies lane main for less time than another task bounds the launch is not the cause, either.
        let longest = path.links.lazy.filter { $0.run != nil }.map { $0.length }.max() ?? .zero
        let isBeside = costliest.kind == .mainHog && costliest.cost < longest
        if first.cost >= small, !isBeside, first.kind != .priorityInversion { return first }
        let isSmall = costliest.cost < small || isBeside || costliest.kind == .priorityInversion
        return isSmall && planned.longestTasksText != nil ? nil : costliest
    }

    /// The place in `tries` of the change that the first finding offers; nil if `why` names no finding, if it has none, or if
    /// the first of `tries` gains at least half as much without a condition.
    public var causePlace: Int? {
        guard let remedy = cause?.remedy, let place = tries.firstIndex(where: { $0.changes == [remedy] }) else {
            return nil
        }
        // What needs no condition stands before what gains less than twice as much.
        guard tries[0].condition == nil, let launch = planned.time else { return place }
        return (launch.count - tries[0].launch.count) * 2 >= launch.count - tries[place].launch.count ? nil : place
    }

    /// Pairs of the best of `tries` that gain more than either alone; nil without a launch time. Costs a launch for each.
    ///
    /// - Parameter progress: receives the number of pairs tried; return false to stop with what was found.
    public func pairs(progress: (Int) -> Bool = { _ in true }) -> AdviceSearch.Result? {
        search?.pairs(of: tries, progress: progress)
    }

    /// What ended by the first frame and does not with some advice; nil for a scenario so large that this takes seconds.
    public func later(_ advice: Advice) -> LaterTasks? {
        planned.scenario.tasks.count > Self.manyTasks
            ? nil : LaterTasks(planned, with: advice.changes, number: number)
    }

    /// Why the launch takes this long: the first finding or, if none explains it, the tasks that bound it. One sentence
    /// without a full stop; names are cleaned.
    public var why: String {
        guard let path = planned.path else { return planned.missingFrame }
        if let abandoned = planned.abandonedText { return abandoned }
        if planned.lacksWork, let parked = planned.parkedText { return parked }
        let most = findings.map { $0.cost }.max() ?? .zero
        let small = Nanoseconds(path.launchTime.count / Self.smallShare)
        if let pause = planned.longestPause, pause.length > max(most, small) {
            return pause.words
        }
        if let text = cause?.text ?? (most > .zero ? planned.longestTasksText : nil) {
            return text + (planned.longestPause.map { "; \($0.brief)" } ?? "")
        }
        if path.boundWithUnlimitedLanes == path.launchTime {
            let (whole, waits) = (planned.scenario.words.whole, planned.pathWaitsText)
            return "the longest chain of \(waits.map { _ in "tasks" } ?? "dependencies"), "
                + "\(TimeText.text(path.launchTime)), is the whole \(whole)\(waits.map { "; \($0)" } ?? "")"
        }
        let share = FindingSearch.percent(planned.busyTime(of: .main), of: path.launchTime)
        return "lane main is busy \(share) of the launch"
    }

    /// A finding that costs less than one part in this many of the launch does not explain its length.
    fileprivate static let smallShare: Int64 = 7

    /// `1,234 changes not tried`, if there are any: a sentence without a full stop.
    public var untriedText: String? {
        untried > 0
            ? "\(Format.count(untried, "change")) not tried: those that touch what bounds the launch came first" : nil
    }

    /// What TRY says if `tries` is empty.
    public var noAdvice: String {
        let words = planned.scenario.words
        if !words.isLaunch { return "critical-path says what would shorten a \(words.whole)" }
        if planned.isCutShort { return "only a launch with all of its tasks has advice: launch with nothing paused" }
        return planned.isHeldByPause
            ? "a launch that a pause held has no advice: launch with nothing paused"
            : planned.scenario.source == nil
                ? "no single change shortens it"
                : "no single change is sure to shorten it; critical-path says what each task would save"
    }
}

extension PlannedLaunch {
    /// Why tasks were parked that the launch is complete without; nil if there are none.
    private var parkedReason: Reason? { parkedCause?.reason }
    private var parkedCause: (reason: Reason, task: TaskID)? {
        parked > 0 ? timeline.parkedCause(inLaunchOf: process) : nil
    }

    /// Whether it is complete without some of its tasks because something is paused.
    var isCutShort: Bool {
        lacksWork && (parkedReason?.isPause ?? false || passedOver.contains { $0.isByPause } || unawaited != nil)
    }

    /// Whether what it is complete without could have changed its length: not what its last event released at the very
    /// instant of the first frame, unless that would have blocked the event.
    var lacksWork: Bool {
        if unawaited != nil { return true }
        // A script need not launch the app: then there is no process.
        guard path != nil, let firstFrame = timeline.processes[process].firstFrame else { return parkedText != nil }
        return timeline.parkings(inLaunchOf: process).contains { parking in
            // What runs after the launch is none of it.
            if case .laneClosed = parking.reason { return false }
            return parking.run.map { timeline.runs[$0].released < firstFrame } ?? true || canBlock(parking.task)
        } || passedOver.contains { $0.isByPause } && passedOver.contains { $0.time < firstFrame || canBlock($0.task) }
    }

    /// Whether an event may have to wait for a task, also as a step of a sequence.
    private func canBlock(_ task: TaskID) -> Bool {
        scheduler.holdsEvents(task) || scheduler.trigger(of: task) == .none
    }

    /// What the launch did not wait for, though it blocks an event, and why: `the launch did not wait for Photos, which
    /// a pause had parked`; it went on before the first frame. Nil if it waited for all.
    private var unawaited: String? {
        guard path != nil, parked == 0, let firstFrame = timeline.processes[process].firstFrame else { return nil }
        let wasPaused = timeline.marks.contains { $0.kind == .park && $0.time <= firstFrame && $0.reason.isPause }
        guard wasPaused else { return nil }
        let late = timeline.runs.filter { run in
            Int(run.process) == process && run.parkings > 0 && run.released <= firstFrame && run.skipped == nil
                && run.finished.map { $0 > firstFrame } ?? true && isInLaunch(run.task)
                && simulation.scheduler.holdsEvents(run.task)
        }
        guard !late.isEmpty else { return nil }
        let names = Format.list(late.map { name($0.task) }, limit: 1)
        return "the launch did not wait for \(names), which a pause had parked"
    }

    /// Whether an event of the launch releases a task.
    private func isInLaunch(_ task: TaskID) -> Bool { LaunchMoment.isInLaunch(scheduler.trigger(of: task)) }

    /// The turns of the launch's events that ended without a run.
    private var passedOver: some Sequence<TurnMark> {
        let launch = path == nil ? nil : timeline.processes[process]
        return timeline.marks.lazy.filter { mark in
            guard mark.kind != .park, let launch, let firstFrame = launch.firstFrame, mark.time >= launch.launched,
                mark.time <= firstFrame
            else { return false }
            return isInLaunch(mark.task)
        }
    }

    /// The tasks that some event passed over because they were paused.
    var pausedOver: Set<TaskID> { Set(timeline.marks.lazy.filter { $0.isByPause }.map { $0.task }) }

    /// Without what the launch is complete, and why: `complete without 4 parked tasks: lane net paused`,
    /// `complete without 7 skipped tasks: Keychain paused`; nil if it is complete.
    var parkedText: String? {
        guard let (reason, task) = parkedCause else {
            guard let first = passedOver.first(where: { $0.isByPause })?.task else { return unawaited }
            let missed = Set(passedOver.filter { $0.isByPause }.map { $0.task }).count
            let count = Set(passedOver.map { $0.task }).count
            return "complete \(LaunchText.without(missed: missed, of: count)): \(name(first)) paused"
        }
        // The pause may be over, or yet to come.
        let why: String
        if case .lanePaused(let lane) = reason {
            why = "lane \(simulation.scheduler.configuration.lanes[lane.offset].name) paused"
        } else {
            why = ReasonText.text(ofParked: task, reason, names: simulation.traceNames)
        }
        return "complete \(LaunchText.without(parked)): \(DisplayText.clean(why))"
    }

    /// That the launch was waiting for a run that never ends, up to its limit; nil if it was not.
    var abandonedText: String? {
        guard parked > 0, let name = endlessRun, let path else { return nil }
        return "\(name) never ends; the launch continues without it after \(TimeText.text(path.launchTime))"
    }

    /// Whether a pause explains the length of the launch.
    var isHeldByPause: Bool {
        guard let path, let longestPause else { return false }
        return longestPause.length.count > path.launchTime.count / LaunchOutlook.smallShare
    }

    /// How long a pause held the launch, and what was paused: `lane net was paused for 132ms while the launch waited for it`;
    /// nil if none did.
    var longestPause: (length: Nanoseconds, brief: String, words: String)? {
        let pauses = (path?.links ?? []).compactMap { link -> (length: Nanoseconds, lane: LaneID?)? in
            if case .paused(let lane) = link.why, link.task == nil { (link.length, lane) } else { nil }
        }
        guard let longest = pauses.max(by: { $0.length < $1.length }) else { return nil }
        let lanes = simulation.scheduler.configuration.lanes
        let what = longest.lane.map { "lane \(DisplayText.clean(lanes[$0.offset].name))" } ?? "a task"
        let length = TimeText.text(longest.length)
        let brief = "\(what) was paused for \(length)"
        return (longest.length, brief, brief + " while the launch waited for it")
    }

    /// `6 tasks in a row, the longest Login (210ms) and Accounts (160ms)`; nil if fewer than three bound the launch, or a wait
    /// that nothing explains is as long.
    var longestTasksText: String? {
        guard let links = path?.links.filter({ $0.run != nil && $0.task != nil }), links.count > 2 else { return nil }
        let longest = links.sorted { $0.length > $1.length }.prefix(2)
        guard !longest.contains(where: { link in link.task.map { isGap($0) } ?? false }) else { return nil }
        let words = longest.map { link in
            "\(link.task.map { name($0) } ?? "") (\(TimeText.text(link.length)))"
        }
        return "\(links.count) tasks in a row, the longest " + words.joined(separator: " and ")
    }

    /// Of a recording, what on the critical path is no dependency: `waits for a free job take 45s of it, for 3s nothing on it is
    /// recorded`; nil if nothing is.
    var pathWaitsText: String? {
        var (job, unknown) = (Int64(0), Int64(0))
        for link in path?.links ?? [] {
            guard let task = link.task, isGap(task) else { continue }
            if scenario.tasks[task.offset].isQueue { job += link.length.count } else { unknown += link.length.count }
        }
        let parts = [
            job > 0 ? "waits for a free job take \(TimeText.text(Nanoseconds(job))) of it" : nil,
            unknown > 0 ? "for \(TimeText.text(Nanoseconds(unknown))) nothing on it is recorded" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Whether the script never launches the app.
    var isUnlaunched: Bool { timeline.processes.isEmpty }

    /// Why there is no launch time.
    var missingFrame: String {
        if isUnlaunched { return "the script never launches the app" }
        let runs = timeline.runs
        if let name = endlessRun { return "\(name) never ends, so the first frame is never reached" }
        if let end = timeline.states.last, end.state == .notRunning {
            return "the process ended at \(TimeText.text(end.time - .zero)), before the first frame"
        }
        if let open = runs.first(where: { $0.lane == .main && $0.started != nil && $0.finished == nil }) {
            return "\(name(open.task)) has not ended, and the first frame has not been reached"
        }
        return "the first frame is never reached"
    }

    /// The first task whose run held an event until its limit and never ends, cleaned; nil if there is none.
    var endlessRun: String? {
        timeline.warnings.lazy.compactMap { mark in
            if case .stuck(let task) = mark.warning { task } else { nil }
        }.first.map { name($0) }
    }

    /// A task's name, cleaned.
    func name(_ task: TaskID) -> String { DisplayText.clean(scheduler.name(of: task)) }

    /// A lane's name, cleaned.
    func name(_ lane: LaneID) -> String { DisplayText.clean(scenario.configuration.lanes[lane.offset].name) }

    /// How long the places of a lane were taken in the launch, summed over all places.
    func busyTime(of lane: LaneID) -> Nanoseconds {
        guard timeline.processes.indices.contains(process) else { return .zero }
        let begin = timeline.processes[process].launched
        let end = timeline.processes[process].firstFrame ?? timeline.lastTime
        var busy = Nanoseconds.zero
        for span in timeline.runs where span.lane == lane {
            guard let started = span.started else { continue }
            let (from, to) = (max(started, begin), min(span.finished ?? end, end))
            if from < to { busy = busy + (to - from) }
        }
        // Between two attempts the lane is free. The attempts of a run are in order, those of several runs mixed.
        var next: [Int: Instant] = [:]
        for attempt in timeline.earlierAttempts.reversed() where timeline.runs[attempt.run].lane == lane {
            let index = attempt.run
            if let next = next[index] ?? timeline.runs[index].lastStarted, next > attempt.finished {
                busy = Nanoseconds(busy.count - (min(next, end) - min(attempt.finished, end)).count)
            }
            next[index] = attempt.started
        }
        return max(.zero, busy)
    }
}

extension TurnMark {
    /// Whether an event passed over the task because it was paused.
    fileprivate var isByPause: Bool { kind == .miss && reason == .paused }
}

extension Reason {
    /// Whether it is a pause of the task or of its lane.
    package var isPause: Bool {
        switch self {
        case .paused, .lanePaused: true
        case .predecessor, .overrun, .destroyed, .processEnded, .laneClosed, .waitsForParked, .waitsForUnreleased,
            .laneStuck, .stuck, .tooOld, .suspended, .step, .text:
            false
        }
    }
}

extension LaunchText {
    /// `without 2 missed tasks`, that a pause passed over; `without 3 missed or skipped tasks`, with those that needed them.
    package static func without(missed: Int, of count: Int) -> String {
        "without \(Format.count(count, missed < count ? "missed or skipped task" : "missed task"))"
    }
}
