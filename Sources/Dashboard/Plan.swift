import Planning
import SchedulerCore
import SchedulerSimulation

/// What the screen draws of a session: what happened and what will, if nobody interferes, on one time line.
///
/// The simulation is deterministic, so one plan holds for every instant until a command changes the future: the screen
/// draws what lies before the current instant as past and the rest as planned.
struct Plan: Sendable {
    /// One run of one task.
    struct Run: Hashable, Sendable {
        var task: TaskID
        var number: Int32
        var lane: LaneID
        var released: Instant
        /// When its predecessors were done; nil while they are not.
        var ready: Instant?
        var attempts: [Attempt]

        /// When it first began.
        var start: Instant? { attempts.first?.start }
        /// When it ended; nil while it has not.
        var end: Instant? { attempts.last?.end }
        /// Time spent in attempts until `instant`.
        func ownTime(until instant: Instant) -> Nanoseconds {
            attempts.reduce(.zero) { $0 + max(.zero, min($1.end ?? instant, instant) - $1.start) }
        }
        /// Time from the release to the end of the last predecessor, until `instant`.
        func dependencyWait(until instant: Instant) -> Nanoseconds {
            max(.zero, min(ready ?? start ?? instant, instant) - released)
        }
        /// Time from ready to the first start, until `instant`.
        func laneWait(until instant: Instant) -> Nanoseconds {
            guard let ready else { return .zero }
            return max(.zero, min(start ?? instant, instant) - ready)
        }
    }
    /// One attempt of a run.
    struct Attempt: Hashable, Sendable {
        var start: Instant
        var end: Instant?
        var outcome: Outcome?
    }
    /// A turn that ended without a run.
    struct Mark: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case skipped, missed }
        var time: Instant
        var kind: Kind
        var reason: Reason
    }
    /// A lifecycle event as delivered.
    struct Event: Hashable, Sendable {
        var time: Instant
        var event: LifecycleEvent
    }

    /// Runs by task, in order of release.
    private(set) var runs: [[Run]] = []
    /// Turns without a run, by task.
    private(set) var marks: [[Mark]] = []
    /// Lifecycle events, in order.
    private(set) var events: [Event] = []
    /// The warnings, in order.
    private(set) var warnings: [(time: Instant, warning: Warning)] = []
    /// When the last launch began, and when its first frame came.
    private(set) var launchStart: Instant?
    private(set) var firstFrame: Instant?
    /// What happens after this instant is not known.
    var horizon = Instant.zero
    /// The critical chain, from the launch to the first frame.
    var chain: [TaskID] = []
    /// By task: whether it is in the chain.
    var isCritical: [Bool] = []
    /// By task: how much longer its run could have taken; nil where it has no part in the launch.
    var slack: [Nanoseconds?] = []
    /// By lane: its attempts, by start.
    private(set) var laneSpans: [[LaneSpan]] = []

    /// By lane: when runs that had to queue became ready, and when they started; both sorted.
    private var laneReady: [[Instant]] = []
    private var laneStarted: [[Instant]] = []

    /// An attempt as a lane sees it.
    struct LaneSpan: Hashable, Sendable {
        var task: TaskID
        var start: Instant
        var end: Instant?
    }

    init(taskCount: Int = 0, laneCount: Int = 0) {
        runs = Array(repeating: [], count: taskCount)
        marks = Array(repeating: [], count: taskCount)
        laneSpans = Array(repeating: [], count: laneCount)
    }

    /// Length of the launch; nil while it is not over.
    var launchTime: Nanoseconds? {
        guard let launchStart, let firstFrame else { return nil }
        return firstFrame - launchStart
    }

    /// The latest known end of a run, t = 0 without runs.
    var lastEnd: Instant {
        runs.reduce(.zero) { latest, list in max(latest, list.last?.end ?? .zero) }
    }

    /// The run that is under way at `instant`, else the last one released before it, else the first one planned.
    func shownRun(of task: TaskID, at instant: Instant) -> Run? {
        guard task.offset < runs.count else { return nil }
        let list = runs[task.offset]
        let later = list.partitionPoint { $0.released > instant }
        return later > 0 ? list[later - 1] : list.first
    }

    /// The run of a task with this number; looked for from the latest back.
    func run(of task: TaskID, number: Int32) -> Run? {
        guard task.offset < runs.count else { return nil }
        let list = runs[task.offset]
        let place = Int(number) - 1
        if list.indices.contains(place), list[place].number == number { return list[place] }
        return list.last { $0.number == number }
    }

    /// The next run of a task that starts after `instant`.
    func nextStart(of task: TaskID, after instant: Instant) -> Instant? {
        guard task.offset < runs.count else { return nil }
        let list = runs[task.offset]
        let from = max(0, list.partitionPoint { $0.released > instant } - 1)
        for run in list[from...] {
            if let start = run.start, start > instant { return start }
        }
        return nil
    }
}

extension Plan {
    /// What happened to a session, and what will through `instant`.
    init(session: Session, forecast: inout Forecast, through instant: Instant, laneCount: Int) {
        self.init(taskCount: session.simulation.scheduler.taskCount, laneCount: laneCount)
        for record in session.records { append(record) }
        extend(&forecast, through: instant)
    }

    /// Moves the horizon on.
    mutating func extend(_ forecast: inout Forecast, through instant: Instant) {
        for record in forecast.extend(through: instant) { append(record) }
        horizon = forecast.horizon
        for offset in runs.indices {
            guard let run = runs[offset].last, run.ready == nil else { continue }
            let snapshot = forecast.scheduler.snapshot(of: TaskID(offset))
            if let ready = snapshot.readyAt, ready >= run.released {
                setReady(ready, task: run.task, run: run.number)
            }
        }
        queueLanes()
        let missing = runs.count - isCritical.count
        if missing > 0 {
            isCritical += Array(repeating: false, count: missing)
            slack += Array(repeating: nil, count: missing)
        }
    }

    /// Takes one record more; records come in order of occurrence.
    mutating func append(_ record: TraceRecord) {
        switch record.fact {
        case .release(let task, let run, let lane):
            extend(to: task)
            runs[task.offset].append(
                Run(task: task, number: run, lane: lane, released: record.time, ready: nil, attempts: []))
        case .start(let task, let run, _, let lane):
            change(task, run) {
                $0.lane = lane
                $0.attempts.append(Attempt(start: record.time, end: nil, outcome: nil))
            }
            if laneSpans.count <= lane.offset {
                laneSpans += Array(repeating: [], count: lane.offset + 1 - laneSpans.count)
            }
            laneSpans[lane.offset].append(LaneSpan(task: task, start: record.time, end: nil))
        case .finish(let task, let run, _, let outcome, let ready, _):
            finish(task, run, outcome, ready: ready, at: record.time)
        case .skip(let task, let reason):
            extend(to: task)
            marks[task.offset].append(Mark(time: record.time, kind: .skipped, reason: reason))
        case .miss(let task, let reason):
            extend(to: task)
            marks[task.offset].append(Mark(time: record.time, kind: .missed, reason: reason))
        case .event(let event):
            if event == .willFinishLaunching {
                launchStart = record.time
                firstFrame = nil
            }
            events.append(Event(time: record.time, event: event))
        case .firstFrame: firstFrame = record.time
        case .warning(let warning): warnings.append((record.time, warning))
        case .action, .refused, .state, .tick, .park, .job, .queue, .sequence, .expect: break
        }
    }

    /// When runs became ready for a lane, and when they started there; both sorted, runs without a lane wait left out.
    func laneQueue(_ lane: LaneID) -> (ready: [Instant], started: [Instant]) {
        lane.offset < laneReady.count ? (laneReady[lane.offset], laneStarted[lane.offset]) : ([], [])
    }

    /// Sets when a run that has not ended became ready, which its records do not tell yet.
    mutating func setReady(_ instant: Instant, task: TaskID, run: Int32) {
        change(task, run) { if $0.ready == nil { $0.ready = instant } }
    }

    private mutating func queueLanes() {
        laneReady = Array(repeating: [], count: laneSpans.count)
        laneStarted = laneReady
        for run in runs.joined() where run.lane.offset < laneReady.count {
            guard let ready = run.ready, run.laneWait(until: horizon) > .zero else { continue }
            laneReady[run.lane.offset].append(ready)
            if let start = run.start { laneStarted[run.lane.offset].append(start) }
        }
        for lane in laneReady.indices {
            laneReady[lane].sort()
            laneStarted[lane].sort()
        }
    }

    private mutating func extend(to task: TaskID) {
        guard runs.count <= task.offset else { return }
        let missing = task.offset + 1 - runs.count
        runs += Array(repeating: [], count: missing)
        marks += Array(repeating: [], count: missing)
    }

    private mutating func change(_ task: TaskID, _ run: Int32, _ body: (inout Run) -> Void) {
        extend(to: task)
        guard let place = runs[task.offset].lastIndex(where: { $0.number == run }) else { return }
        body(&runs[task.offset][place])
    }

    private mutating func finish(_ task: TaskID, _ run: Int32, _ outcome: Outcome, ready: Instant, at time: Instant) {
        var lane = LaneID.main
        change(task, run) {
            $0.ready = ready
            lane = $0.lane
            guard let last = $0.attempts.indices.last else { return }
            $0.attempts[last].end = time
            $0.attempts[last].outcome = outcome
        }
        guard lane.offset < laneSpans.count,
            let open = laneSpans[lane.offset].lastIndex(where: { $0.task == task && $0.end == nil })
        else { return }
        laneSpans[lane.offset][open].end = time
    }
}

extension Array {
    /// The number of leading elements before the first one that fulfils `isAfter`, in an array parted by it.
    func partitionPoint(where isAfter: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
