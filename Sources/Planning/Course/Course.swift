import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// What the screen draws of a session, on one timeline: what happened and, unless a command comes, what will happen.
///
/// The simulation is deterministic, so one plan holds for every instant until a command changes the future: the screen
/// draws everything before the current instant as past and the rest as planned.
package struct Course: Sendable {
    /// One run of one task, in 48 bytes: there may be hundreds of thousands. Its position tells the task.
    package struct Run: Hashable, Sendable {
        package var released: Instant
        private var readyTime = OptionalInstant()
        package var attempts = Attempts()
        package var lane: LaneID
        package var number: Int32

        package init(number: Int32, lane: LaneID, released: Instant) {
            (self.number, self.lane, self.released) = (number, lane, released)
        }

        /// When its predecessors were done; nil until then.
        package var ready: Instant? {
            get { readyTime.instant }
            set { readyTime.instant = newValue }
        }
        /// When the turn ended without an attempt.
        package var skipped: Instant? {
            get { attempts.skipped }
            set { attempts.skipped = newValue }
        }
        /// When it first began.
        package var start: Instant? { attempts.start }
        /// When it ended; nil until then.
        package var end: Instant? { attempts.end }
        /// Whether it was cancelled as it began: it did nothing.
        package var didNothing: Bool { start != nil && end == start && attempts.last?.outcome == .cancelled }
        /// Whether nothing that is known starts it or passes over it.
        package var isUnplanned: Bool { start == nil && skipped == nil }
        /// Whether it had ended, or its turn was passed over, by `instant`.
        package func isOver(by instant: Instant) -> Bool { (end ?? skipped).map { $0 <= instant } ?? false }
        /// From its first start to its end, what lies between attempts included; `.zero` before it starts or while it lasts.
        package var ownTime: Nanoseconds { end.flatMap { end in start.map { end - $0 } } ?? .zero }
        /// Time from the release to the end of the last predecessor, until `instant`.
        package func dependencyWait(until instant: Instant) -> Nanoseconds {
            max(.zero, min(ready ?? start ?? skipped ?? instant, instant) - released)
        }
        /// Time from ready to the first start, until `instant`.
        package func laneWait(until instant: Instant) -> Nanoseconds {
            guard let ready else { return .zero }
            return max(.zero, min(start ?? instant, instant) - ready)
        }
    }
    /// A turn that ended without a run, or was parked.
    package struct Mark: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable { case skipped, missed, parked }
        package var time: Instant
        package var kind: Kind
        package var reason: Reason
    }
    /// The end of an unsuccessful attempt.
    package struct Fault: Hashable, Sendable {
        package var time: Instant
        package var outcome: Outcome
    }
    /// A launch.
    package struct Launch: Hashable, Sendable {
        package var start: Instant
        /// The number of its first record.
        package var firstRecord: Int
        /// Nil if it has not come or never will.
        package var firstFrame: Instant?
        /// How many parked runs it is complete without.
        package var parked = 0
        /// The number of the first frame's record.
        package var frameRecord: Int?

        /// Its length; nil if it has no end.
        package var length: LaunchLength? {
            firstFrame.map { LaunchLength($0 - start, parked: parked) }
        }
    }
    /// A lifecycle event as delivered.
    package struct Event: Hashable, Sendable {
        package var time: Instant
        package var event: LifecycleEvent
    }

    /// Runs by task, in order of release.
    package var runs: [[Run]] = []
    /// Turns without a run, by task; few tasks have any.
    package var marks: [TaskID: [Mark]] = [:]
    /// Lifecycle events, in order.
    package var events: [Event] = []
    /// The warnings, in order.
    package var warnings: [(time: Instant, warning: Warning)] = []
    /// The launches, in order.
    package var launches: [Launch] = []
    /// The launch whose numbers the screen shows, an index into `launches`; nil without any.
    package var shownLaunch: Int?
    /// What happens after this instant is unknown.
    package var horizon = Instant.zero
    /// The critical chain of the shown launch, from its beginning to its first frame.
    package var chain: [(task: TaskID, run: Run)] = []
    /// Why each of them began when it did.
    package var chainCauses: [CriticalPath.Cause] = []
    /// The launch time with unlimited lanes, a lower bound; nil while the shown launch has no first frame.
    package var unlimitedBound: Nanoseconds?
    /// By task: the number of its run in the chain, 0 for none.
    package var criticalRun: [Int32] = []
    /// By task: how much later its run in the shown launch could have ended; negative if it has no such run.
    package var slacks: [Nanoseconds] = []
    /// The states, in order.
    package var states: [StateMark] = []
    /// The commands that were carried out, in order.
    package var commands: [CommandMark] = []
    /// How many of the session's records are in the plan, and how many records in all: the later ones were forecast.
    package var pastCount = 0
    package var seenCount = 0
    /// The forecast records while they may be needed: once the shown launch is known, many are discarded.
    package var foretold: [TraceRecord] = []
    /// Records processed so far, and cuts: the work done.
    package var foldedCount = 0
    /// By task: its first failed attempt, and its first skipped or missed turn; never iterated.
    package var faults: [TaskID: Fault] = [:]
    package var firstMarks: [TaskID: Mark] = [:]
    /// Runs whose `ready` is not confirmed by records yet.
    package var estimated: [(task: TaskID, run: Int32)] = []
    /// By lane: its attempts, by start.
    package var laneTurns: [[LaneTurn]] = []

    /// Ready runs that no lane starts within the horizon, by lane.
    package var stranded: [[Instant]] = []
    /// How long runs were ready that were then skipped, by lane, in the order of their ends.
    package var passedOver: [[WaitEvidence.Stretch]] = []
    /// Skipped runs of which it is not known yet whether they were ready.
    package var unjudged: [(task: TaskID, run: Int32)] = []

    /// The policies of tasks that are tried again.
    package internal(set) var retries: [TaskID: RetryPolicy] = [:]

    /// Where an attempt of a lane is stored: its run in `runs` of its task, and its number there, from 0.
    package struct LaneTurn: Hashable, BitwiseCopyable, Sendable {
        package var task: TaskID
        package var run: Int32
        package var attempt: Int32
    }

    /// An attempt as a lane sees it.
    package struct LaneSpan: Hashable, Sendable {
        package var task: TaskID
        package var start: Instant
        package var end: Instant?
        /// When its run became ready, if that was before the start.
        package var ready: Instant?
    }

    package init(taskCount: Int = 0, laneCount: Int = 0, retries: [TaskID: RetryPolicy] = [:]) {
        self.retries = retries
        runs = Array(repeating: [], count: taskCount)
        laneTurns = Array(repeating: [], count: laneCount)
        passedOver = Array(repeating: [], count: laneCount)
    }

    /// An attempt as its lane sees it.
    package func laneSpan(_ turn: LaneTurn) -> LaneSpan {
        let (task, run) = (turn.task.offset, Int(turn.run))
        let (start, end) = runs[task][run].attempts.times(Int(turn.attempt))
        let ready =
            turn.attempt == 0 ? runs[task][run].ready : due(turn.task, runs[task][run], retry: Int(turn.attempt))
        return LaneSpan(task: turn.task, start: start, end: end, ready: ready.flatMap { $0 < start ? $0 : nil })
    }

    /// Whether it was cancelled as it began.
    package func didNothing(_ turn: LaneTurn) -> Bool { runs[turn.task.offset][Int(turn.run)].didNothing }

    /// When an attempt of a lane began.
    package func start(of turn: LaneTurn) -> Instant {
        runs[turn.task.offset][Int(turn.run)].attempts.times(Int(turn.attempt)).start
    }

    /// The turns of a task without a run.
    package func marks(of task: TaskID) -> [Mark] { marks.isEmpty ? [] : marks[task] ?? [] }

    /// Whether a run began in the shown launch, before its first frame; not what the end of the process before cancelled.
    package func isInLaunch(_ run: Run) -> Bool {
        guard let start = run.start, let launch = launchStart, let frame = firstFrame else { return false }
        return launch <= start && start < frame && !run.didNothing
    }

    /// When the shown launch began.
    package var launchStart: Instant? { shownLaunch.map { launches[$0].start } }
    /// When its first frame came or will come.
    package var firstFrame: Instant? { shownLaunch.flatMap { launches[$0].firstFrame } }
    /// How long it takes, with what it is complete without; nil if it has no end.
    package var launchLength: LaunchLength? { shownLaunch.flatMap { launches[$0].length } }
    /// How long it takes; nil if it has no end.
    package var launchTime: Nanoseconds? { launchLength?.time }

    /// The launch in whose process a run was released, an index into `launches`; nil before the first one.
    package func launchNumber(of run: Run) -> Int? {
        let begun = launches.partitionPoint { $0.start > run.released }
        return begun > 0 ? begun - 1 : nil
    }

    /// The length of the first launch that has an end.
    package var completeLaunch: LaunchLength? { launches.lazy.compactMap { $0.length }.first }

    /// The tasks that a launch is without, because a pause passed over some of them.
    package struct PassedOver: Hashable, Sendable {
        /// All of them.
        package var tasks: Set<TaskID> = []
        /// Those that were paused; the others need one of them.
        package var missed: Set<TaskID> = []

        /// None.
        package init() {}

        /// `without 3 missed or skipped tasks`; nil if there are none.
        package var text: String? {
            tasks.isEmpty ? nil : LaunchText.without(missed: missed.count, of: tasks.count)
        }
    }

    /// The tasks of the launch with this first frame whose turns ended without a run, as a pause of one of them passed over it;
    /// none if no pause did. O(tasks with such turns).
    package func passedOver(inLaunchEnding frame: Instant, trigger: (TaskID) -> Trigger) -> PassedOver {
        var found = PassedOver()
        guard let launch = launches.last(where: { $0.firstFrame == frame }) else { return found }
        for (task, list) in marks where LaunchMoment.isInLaunch(trigger(task)) {
            let own = list[list.partitionPoint { $0.time >= launch.start }...].prefix { $0.time <= frame }
            for mark in own where mark.kind != .parked {
                found.tasks.insert(task)
                if mark.kind == .missed, mark.reason == .paused { found.missed.insert(task) }
            }
        }
        return found.missed.isEmpty ? PassedOver() : found
    }

    /// Why runs were parked at a first frame: the first reason that is not another parked task; nil if none was. O(tasks).
    package func parkedCause(at frame: Instant) -> (reason: Reason, task: TaskID)? {
        var found: (Reason, TaskID)?
        for offset in runs.indices {
            let isLeft =
                runs[offset].last { $0.released <= frame }.map { run in
                    (run.start ?? .distantFuture) > frame || isToRetry(TaskID(offset), run)
                } ?? false
            guard isLeft, let mark = marks(of: TaskID(offset)).last(where: { $0.kind == .parked && $0.time <= frame })
            else { continue }
            if mark.reason.parksLaunch { return (mark.reason, TaskID(offset)) }
            if found == nil { found = (mark.reason, TaskID(offset)) }
        }
        return found
    }

    /// What each link of the critical chain adds to the launch; the sum is the launch time.
    package var chainLengths: [Nanoseconds] {
        var from = launchStart ?? .zero
        return chain.map { link in
            let end = link.run.end ?? from
            defer { from = end }
            return end - from
        }
    }

    /// What the event before a run's event waited for.
    package struct Hold: Hashable, Sendable {
        package var task: TaskID
        package var event: LifecycleEvent
        package var until: Instant
    }

    /// What kept a run's event from being delivered earlier, if the critical chain tells; nil for the first event and
    /// for what no event released. O(chain).
    package func holder(before run: Run) -> Hold? {
        var place = chain.indices.dropFirst().first { place in
            guard case .event = chainCauses[place] else { return false }
            return chain[place].run.released == run.released
        }
        // The last link may have blocked an event that releases only what the launch does not wait for.
        if place == nil, let last = chain.last, last.run.end == run.released,
            events.contains(where: { $0.time == run.released })
        {
            place = chain.endIndex
        }
        guard let place, let until = chain[place - 1].run.end, until <= run.released else { return nil }
        let held = events.partitionPoint { $0.time > chain[place - 1].run.released }
        guard held > 0 else { return nil }
        return Hold(task: chain[place - 1].task, event: events[held - 1].event, until: until)
    }

    /// Whether a task has a run in the critical chain.
    package func isCritical(_ task: TaskID) -> Bool { task.offset < criticalRun.count && criticalRun[task.offset] != 0 }
    /// The number of that run, 0 for none.
    package func criticalRun(of task: TaskID) -> Int32 {
        task.offset < criticalRun.count ? criticalRun[task.offset] : 0
    }
    /// The slack of a task's run in the shown launch.
    package func slack(of task: TaskID) -> Nanoseconds? {
        task.offset < slacks.count && slacks[task.offset] >= .zero ? slacks[task.offset] : nil
    }

    /// The latest known end of a run; t = 0 without runs.
    package var lastEnd: Instant {
        runs.reduce(.zero) { latest, list in max(latest, list.last?.end ?? .zero) }
    }

    /// The run that is under way at `instant`, else the last one released before it, else the first one planned.
    package func shownRun(of task: TaskID, at instant: Instant) -> Run? {
        guard task.offset < runs.count else { return nil }
        let list = runs[task.offset]
        let later = list.partitionPoint { $0.released > instant }
        guard later > 0 else { return list.first }
        // After a launch, what the process before did is over: the run that this one is to bring is shown, or none.
        let begun = launches.partitionPoint { $0.start > instant }
        if begun > 1, list[later - 1].released < launches[begun - 1].start {
            return later < list.count ? list[later] : nil
        }
        // A turn may wait for the one before it to end.
        let isWaiting = list[later - 1].start.map { $0 > instant } ?? true
        if isWaiting, later > 1, list[later - 2].start.map({ $0 <= instant }) ?? false,
            !list[later - 2].isOver(by: instant)
        {
            return list[later - 2]
        }
        return list[later - 1]
    }

    /// Whether the next record after these, at `instant`, begins a launch.
    package func beginsLaunch(at instant: Instant, after happened: Int) -> Bool {
        launches.contains { $0.start == instant && $0.firstRecord >= happened }
    }

    /// The run of a task with this number; searches from the latest back.
    package func run(of task: TaskID, number: Int32) -> Run? {
        guard task.offset < runs.count else { return nil }
        let list = runs[task.offset]
        let place = Int(number) - 1
        if list.indices.contains(place), list[place].number == number { return list[place] }
        return list.last { $0.number == number }
    }

    /// How many runs of a task had ended by `instant`. O(runs of the task).
    package func endedRuns(of task: TaskID, by instant: Instant) -> Int {
        task.offset < runs.count ? runs[task.offset].count { $0.end.map { $0 <= instant } ?? false } : 0
    }

    /// The next start of a task after `instant`, that of a retry included.
    package func nextStart(of task: TaskID, after instant: Instant) -> Instant? {
        guard task.offset < runs.count else { return nil }
        let list = runs[task.offset]
        let from = max(0, list.partitionPoint { $0.released > instant } - 1)
        for run in list[from...] {
            guard let first = run.start else { continue }
            if first > instant { return first }
            if run.attempts.count > 1, let later = run.attempts.first(where: { $0.start > instant }) {
                return later.start
            }
        }
        return nil
    }
}

extension Array {
    /// Appends an element; capacity grows by an eighth, because there may be very many lists or very long ones.
    package mutating func appendTightly(_ element: Element) {
        if count == capacity { reserveCapacity(count + Swift.max(1, count / 8)) }
        append(element)
    }
}
