import SchedulerCore
import Text
import TraceFormat

/// One launch of a trace, with what is known about its scenario: the basis of every figure about it.
public struct LaunchMeasure: Sendable {
    /// The scenario's name.
    public let title: String
    /// What the numbers stand for.
    public let names: TraceNames
    /// The whole trace.
    public let timeline: Timeline
    /// The launch, an index into `timeline.processes`.
    public let process: Int
    /// What bound it.
    public let path: CriticalPath
    /// Where a task first stands on the path.
    private let places: [TaskID: Int]
    /// What is known besides the records.
    public let facts: LaunchFacts
    /// What a task is only assumed to wait for.
    public var assumed: [TaskID: [TaskID]] = [:]
    /// Recorded spans that no thread ran: that they were under way is all that is known.
    public var spans: Set<TaskID> = []
    /// The threads of a recorded launch, by the tasks that ran on them.
    public var threads: [TaskID: LaneID] = [:]
    /// What a launch of another program's trace is called; nil for one of ours.
    public var recorded: RecordedWords?

    /// Whether it is a launch of another program's trace, in which no event of the life cycle was delivered.
    public var isForeign: Bool { recorded != nil }
    /// What it is called: a launch, a build, a boot.
    public var whole: String { (recorded ?? .launch).whole }

    /// The launch after `number` others that reached their first frame; nil if there is none.
    public init?(title: String, names: TraceNames, timeline: Timeline, number: Int = 0, facts: LaunchFacts) {
        let launches = timeline.processes.indices.filter { timeline.processes[$0].firstFrame != nil }
        guard launches.indices.contains(number),
            let path = CriticalPath(of: timeline, process: launches[number], facts: facts)
        else { return nil }
        (self.title, self.names, self.timeline, self.facts) = (title, names, timeline, facts)
        (process, self.path) = (launches[number], path)
        var places: [TaskID: Int] = [:]
        for (place, link) in path.links.enumerated() {
            if let task = link.task, places[task] == nil { places[task] = place }
        }
        self.places = places
    }

    /// When the launch began.
    public var launched: Instant { timeline.processes[process].launched }
    /// When it reached its first frame.
    public var firstFrame: Instant { launched + path.launchTime }
    /// Widths and gaps by `LaneID`; empty if only a trace is known.
    public var lanes: [LaneSpec] { facts.lanes }
    /// How long the launch may take; nil if nothing says so.
    public var budget: Nanoseconds? { facts.budget }
    /// The launch time.
    public var time: Nanoseconds { path.launchTime }

    /// The launch time, with what the launch is complete without.
    public var length: LaunchLength { LaunchLength(time, parked: parked) }

    /// How many parked runs it is complete without.
    public var parked: Int { timeline.processes[process].parked }

    /// Why they are parked; nil if none is. O(records of turns).
    public var parkedReason: String? {
        timeline.parkedCause(inLaunchOf: process).map { ReasonText.text(ofParked: $0.task, $0.reason, names: names) }
    }

    /// Why the launch waited for the end of its path where nothing waits for that any longer: at that instant, a task that held it
    /// was skipped. `Home, for which the launch waited, was skipped then: Regions failed`. O(records of turns).
    public var endingSkip: String? {
        let mark = timeline.marks.last { mark in
            guard mark.kind == .skip, mark.time == firstFrame, let run = mark.run else { return false }
            return facts.holdsEvents(mark.task, in: timeline.runs[run].lane)
        }
        return mark.map { mark in
            "\(name(mark.task)), for which the launch waited, was skipped then: "
                + ReasonText.text(mark.reason, names: names)
        }
    }

    /// The turns of the launch that did not become runs, and why: `400ms Home skipped: Regions failed`. O(records of turns).
    var lostTurns: [String] {
        timeline.marks.compactMap { mark in
            guard mark.kind != .park, mark.time >= launched, mark.time <= firstFrame else { return nil }
            let reason = ReasonText.text(mark.reason, names: names)
            return "\(TimeText.text(mark.time - launched)) \(name(mark.task)) \(mark.kind.word): \(reason)"
        }
    }

    /// The runs that are part of the launch, as indexes into `timeline.runs`.
    public var launchRuns: [Int] {
        let launch = timeline.processes[process]
        return timeline.runs.indices.dropFirst(launch.firstRun).filter {
            Int(timeline.runs[$0].process) == process && launch.contains(timeline.runs[$0])
        }
    }

    /// Whether a task stands for time in which a recorded trace shows no task of the app on the path: a wait of the tasks behind it, none of the app's.
    public func isGap(_ task: TaskID) -> Bool {
        let name = name(task)
        return name.hasPrefix("gap before ") || name.hasPrefix("gap until ") || isQueue(task)
    }

    /// Whether a recording shows that a task ran behind another one on the same thread: that it came after it is recorded, and
    /// only assumed that it would come earlier with it. O(1).
    public func isOnThread(_ task: TaskID, of other: TaskID) -> Bool {
        threads[task].map { $0 == threads[other] } ?? false
    }

    /// Whether it is only assumed that a link of the path waited for a task: the source does not state it, nor show the two one
    /// after the other on a thread. Of a wait that nothing explains, whether it is of the task behind it.
    public func isAssumed(_ link: CriticalPath.Link, after other: TaskID) -> Bool {
        guard let task = link.task, assumed[task]?.contains(other) ?? false else { return false }
        return !isOnThread(waiting(in: task), of: other)
    }

    /// The task that a gap on the path is a wait of; of any other one itself.
    private func waiting(in task: TaskID) -> TaskID {
        guard isGap(task), let place = places[task], place + 1 < path.links.count else { return task }
        return path.links[place + 1].task ?? task
    }

    /// Whether a gap on the path lies between two tasks of one thread: the trace shows that nothing is recorded there, and not
    /// whether the thread waited.
    public func isUnrecorded(_ gap: TaskID) -> Bool {
        guard isGap(gap), let place = places[gap], case .dependency(let other) = path.links[place].why else {
            return false
        }
        return isOnThread(waiting(in: gap), of: other)
    }

    /// Whether a gap is the time before the first unit of a build, which is cargo's own.
    public func isBuildStart(_ gap: TaskID) -> Bool {
        guard whole == "build", let place = places[gap] else { return false }
        return place == 0 && isGap(gap) && !isQueue(gap)
    }

    /// Whether systemd itself orders a link of the path of a boot after the one before it, or the unit behind a wait.
    public func isStandard(_ link: CriticalPath.Link) -> Bool {
        guard whole == "boot", let task = link.task, case .dependency(let other) = link.why else { return false }
        return BootOrder.isStandard(name(waiting(in: task)), after: name(other))
    }

    /// What a gap is.
    public enum GapKind: Hashable, Sendable {
        /// A wait for a job of a build, the time before its first unit, time of a thread in which nothing is recorded, or a wait
        /// that nothing explains.
        case job, buildStart, unrecorded, unexplained
    }

    /// What a gap is; of any other task, it says nothing.
    public func kind(ofGap gap: TaskID) -> GapKind {
        isQueue(gap) ? .job : isBuildStart(gap) ? .buildStart : isUnrecorded(gap) ? .unrecorded : .unexplained
    }

    /// What a table calls a gap.
    public func gapName(_ gap: TaskID) -> String {
        switch kind(ofGap: gap) {
        case .buildStart: "(cargo itself)"
        case .unrecorded: "(not recorded)"
        case .job, .unexplained: "(a wait)"
        }
    }

    /// How the name of the span begins in which the display has not shown the frame that a launch ends with, though it is drawn.
    package static let display = "display of "

    /// The spans that a launch ends with: what is left of it after its last task, and the display's part of that.
    package var endSpans: [CriticalPath.Link] {
        let isShown = path.links.last?.task.map { name($0).hasPrefix(Self.display) } ?? false
        return path.links.suffix(isShown ? 2 : 1).filter { $0.task.map { spans.contains($0) } ?? false }
    }

    /// What a task waited for as the source states it. O(its dependencies).
    public func stated(_ task: TaskID) -> [TaskID] {
        facts.dependencies(of: task).map { $0.task }.filter { !isGap($0) && !(assumed[task]?.contains($0) ?? false) }
    }

    /// Whether a task stands for a wait for a free job, as a recorded build says.
    public func isQueue(_ task: TaskID) -> Bool { name(task).hasPrefix("free job for ") }

    /// The task whose end freed the place that a wait for a free job, a run, ended with: the last one that ended in the
    /// lane of what waited; nil if none did a moment before.
    public func holder(ofQueue run: Int) -> TaskID? {
        let wait = timeline.runs[run]
        guard let end = wait.finished else { return nil }
        let runs = launchRuns
        let waiting = runs.first { index in
            timeline.runs[index].started == end
                && facts.dependencies(of: timeline.runs[index].task).contains { $0.task == wait.task }
        }
        guard let waiting else { return nil }
        let moment = end.nanoseconds - time.count / 500
        return runs.compactMap { index -> (end: Instant, task: TaskID)? in
            let span = timeline.runs[index]
            guard span.lane == timeline.runs[waiting].lane, index != waiting, let finished = span.finished,
                finished <= end, finished.nanoseconds >= moment, (span.started ?? finished) < finished
            else { return nil }
            return (finished, span.task)
        }.max { $0.end < $1.end }?.task
    }

    /// A task's name.
    public func name(_ task: TaskID) -> String { names.name(of: task) }
    /// A lane's name.
    public func name(_ lane: LaneID) -> String { names.name(of: lane) }
}

/// What is known about a launch besides its records: lanes, dependencies, what holds events, delay and budget.
///
/// Everything that measures a launch requires them, so the screen, each command and each export measure the same. They
/// come from the scheduler that ran the launch, or are unknown, for a trace without its scenario.
public struct LaunchFacts: Sendable {
    /// A task that another one waits for.
    public struct Dependency: Hashable, Sendable {
        /// Which.
        public let task: TaskID
        /// How it is waited for.
        public let kind: Scheduler.DependencyKind
    }

    /// The lanes by `LaneID`; empty if they are not known.
    public let lanes: [LaneSpec]
    /// How long after the first frame lane `afterLaunch` opens; nil if it is not known.
    public let afterLaunchDelay: Nanoseconds?
    /// How long the launch may take; nil if nothing says so.
    public let budget: Nanoseconds?
    /// Whether the dependencies of the tasks are known.
    public let knowsDependencies: Bool
    /// The dependencies of task n are from `starts[n]` to `starts[n + 1]`.
    private let starts: [Int32]
    private let dependencies: [Dependency]
    private let holds: [Bool]
    /// The policies of tasks that are tried again.
    private let retries: [TaskID: RetryPolicy]

    /// Nothing is known but the records: the run that ended when another became ready counts as its predecessor, runs on
    /// main hold their events, and lanes are as wide as the largest number of runs seen at once.
    public static let unknown = LaunchFacts(lanes: [])

    /// The facts of the launches that a scheduler ran or will run. O(tasks + dependencies).
    public init(of scheduler: borrowing Scheduler, budget: Nanoseconds?) {
        let configuration = scheduler.configuration
        let count = scheduler.taskCount
        var holds: [Bool] = []
        for task in 0..<count { holds.append(scheduler.holdsEvents(TaskID(task))) }
        let retries = scheduler.retryPolicies
        // While a sequence holds its event, its steps do.
        for sequence in scheduler.sequenceTasks where holds[sequence.offset] {
            for step in scheduler.steps(of: sequence) { holds[step.offset] = true }
        }
        self.init(
            lanes: configuration.lanes, afterLaunchDelay: configuration.afterLaunchDelay, budget: budget,
            dependencies: (0..<count).map { task in
                scheduler.dependencies(of: TaskID(task)).map { Dependency(task: $0.task, kind: $0.kind) }
            }, holds: holds, retries: retries)
    }

    init(
        lanes: [LaneSpec], afterLaunchDelay: Nanoseconds? = nil, budget: Nanoseconds? = nil,
        dependencies lists: [[Dependency]]? = nil, holds: [Bool] = [], retries: [TaskID: RetryPolicy] = [:]
    ) {
        (self.lanes, self.afterLaunchDelay, self.budget, self.holds) = (lanes, afterLaunchDelay, budget, holds)
        self.retries = retries
        knowsDependencies = lists != nil
        var (starts, dependencies): ([Int32], [Dependency]) = ([0], [])
        for list in lists ?? [] {
            dependencies += list
            starts.append(Int32(dependencies.count))
        }
        (self.starts, self.dependencies) = (starts, dependencies)
    }

    /// What a task waits for, each once, in listed order; nothing if that is not known.
    public func dependencies(of task: TaskID) -> ArraySlice<Dependency> {
        guard task.offset >= 0, task.offset + 1 < starts.count else { return [] }
        return dependencies[Int(starts[task.offset])..<Int(starts[task.offset + 1])]
    }

    /// The delay before a further attempt of a task; nil if it is not known.
    public func retryDelay(of task: TaskID, beforeAttempt attempt: Int) -> Nanoseconds? {
        retries[task]?.delay(beforeAttempt: attempt)
    }

    /// How much of the time before a further attempt of a task was a wait for its lane; none if the delay is not known.
    func laneWait(of task: TaskID, beforeAttempt attempt: Int, in pause: Nanoseconds) -> Nanoseconds {
        let delay = retryDelay(of: task, beforeAttempt: attempt) ?? pause
        return Nanoseconds(max(0, pause.count - delay.count))
    }

    /// Whether the event that releases a run of this task waits for its end. If nothing is known about the task, it does
    /// on lane `main`.
    public func holdsEvents(_ task: TaskID, in lane: LaneID) -> Bool {
        holds.indices.contains(task.offset) ? holds[task.offset] : lane == .main
    }
}
