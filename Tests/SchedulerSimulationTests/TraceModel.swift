import SchedulerCore
import SchedulerSimulation

/// What a trace alone says about its tasks: a fold over records that knows nothing of the scheduler's tables.
struct TraceModel {
    /// The state of a task; each is in exactly one.
    enum Place: String, CaseIterable {
        case idle, waiting, running, done, skipped, failed, cancelled, missed
    }

    /// One task by name.
    struct Row {
        var spec: TaskSpec
        var exists = true
        /// Destroyed while an attempt was under way: that one ends without another.
        var isOrphan = false
        var place = Place.idle
        /// The run that is released and not begun, and the one that has begun, by number.
        var pending: Int32?
        var active: Int32?
        var isBetweenAttempts = false
        /// Where its attempt under way began.
        var lane = LaneID.main
        /// When its runs were released, in deliveries, ticks and commands counted together.
        var moments: [Int32: Int] = [:]
        var hasSucceeded = false
        var hasEnded = false
        /// Turns of this process, with a run or missed.
        var turns = 0
        /// Whether `destroy` or `inject` named it in this process or before it.
        var isTouched = false

        /// The state in which it is counted.
        var counted: Place {
            if active != nil { return isBetweenAttempts ? .waiting : .running }
            return pending == nil ? place : .waiting
        }
    }

    private(set) var rows: [Row] = []
    private(set) var faults: [String] = []
    private var running: [LaneID: Int] = [:]
    private var moment = 0
    private var destroyed: Int?
    private let configuration: SchedulerConfiguration
    private let original: [TaskSpec]

    init(_ scenario: Scenario) {
        configuration = scenario.configuration
        original = scenario.tasks.map(\.spec)
        rows = original.map { Row(spec: $0) }
    }

    /// Gives the names that became known a row each, without a task: an injected task comes there, a job's never does.
    mutating func know(_ names: [String]) {
        for name in names.dropFirst(rows.count) {
            var row = Row(spec: TaskSpec(name: name), isTouched: true)
            row.exists = false
            rows.append(row)
        }
    }

    /// Adds one record; `command` is what it carries out, if it is an action.
    mutating func fold(_ record: TraceRecord, _ command: ScriptCommand?) {
        switch record.fact {
        case .action:
            moment += 1
            if let command { carryOut(command) }
        case .event, .tick: moment += 1
        case .release(let task, let run, _):
            rows[task.offset].pending = run
            // A turn left from a suspension is released alone, when the one before it has ended.
            let isLeft = rows[task.offset].moments.values.contains(moment)
            rows[task.offset].moments[run] = isLeft ? -Int(run) : moment
            rows[task.offset].turns += 1
            checkTurns(task.offset)
        case .start(let task, let run, let attempt, let lane): start(task.offset, run, attempt, lane)
        case .finish(let task, let run, let attempt, let outcome, _, let reason):
            finish(task.offset, run, attempt, outcome, reason)
        case .skip(let task, let reason): skip(task.offset, reason)
        case .miss(let task, let reason):
            if reason == .paused { rows[task.offset].turns += 1 }
            checkTurns(task.offset)
            endWithoutRun(task.offset, .missed)
        case .firstFrame:
            for row in rows where isOnce(row) && !row.isTouched && row.turns != 1 {
                faults.append("\(row.spec.name): \(row.turns) turns in a launch")
            }
        case .state(let state): if state == .notRunning { endProcess() }
        case .refused, .park, .job, .queue, .sequence, .expect, .warning: break
        }
    }

    /// How many of the registered tasks are in each state.
    var counts: [Place: Int] {
        rows.filter(\.exists).reduce(into: [:]) { $0[$1.counted, default: 0] += 1 }
    }

    private func find(_ name: String) -> Int? { rows.firstIndex { $0.spec.name == name } }

    private mutating func carryOut(_ command: ScriptCommand) {
        if case .order(.destroy(let name), _) = command, let task = find(name) {
            destroyed = task
            rows[task].exists = false
            rows[task].isTouched = true
            rows[task].isOrphan = rows[task].active != nil && !rows[task].isBetweenAttempts
        }
        if case .inject(let task) = command {
            guard let known = find(task.spec.name) else { return faults.append("\(task.spec.name) is not known") }
            var row = Row(spec: task.spec, isTouched: true)
            row.active = rows[known].active
            row.isOrphan = row.active != nil
            row.lane = rows[known].lane
            row.moments = rows[known].moments
            rows[known] = row
        }
    }

    private mutating func start(_ task: Int, _ run: Int32, _ attempt: Int32, _ lane: LaneID) {
        running[lane, default: 0] += 1
        if running[lane, default: 0] > configuration.lanes[lane.offset].width {
            faults.append("lane \(configuration.lanes[lane.offset].name) is over its width")
        }
        if attempt == 1 {
            checkPredecessors(task, run)
            rows[task].pending = nil
        }
        rows[task].active = run
        rows[task].lane = lane
        rows[task].isBetweenAttempts = false
    }

    private mutating func checkPredecessors(_ task: Int, _ run: Int32) {
        let spec = rows[task].spec
        for name in spec.after + spec.follows {
            guard let before = find(name), rows[before].exists || rows[before].spec.autoRemove,
                !rows[before].isOrphan, !rows[before].isTouched
            else { continue }
            let row = rows[before]
            if spec.after.contains(name) ? !row.hasSucceeded : !row.hasEnded {
                faults.append("\(spec.name) starts before \(name) has ended in this process")
            }
            let open = [row.pending, row.active].compactMap(\.self)
            if open.contains(where: { row.moments[$0] == rows[task].moments[run] }) {
                faults.append("\(spec.name) starts while \(name), released with it, has not ended")
            }
        }
    }

    private mutating func finish(
        _ task: Int, _ run: Int32, _ attempt: Int32, _ outcome: Outcome, _ reason: FinishReason
    ) {
        running[rows[task].lane, default: 0] -= 1
        let mayGoOn = outcome == .fail || outcome == .timedOut
        if mayGoOn, !rows[task].isOrphan, Int(attempt) <= rows[task].spec.retry.limit {
            rows[task].isBetweenAttempts = true
            return
        }
        rows[task].active = nil
        rows[task].hasEnded = true
        rows[task].isOrphan = false
        switch outcome {
        case .success:
            rows[task].place = .done
            rows[task].hasSucceeded = true
        case .fail, .critical, .timedOut: rows[task].place = .failed
        case .cancelled: rows[task].place = .cancelled
        }
        if rows[task].spec.autoRemove { rows[task].exists = false }
    }

    private mutating func skip(_ task: Int, _ reason: Reason) {
        switch reason {
        case .overrun: break
        case .paused: endWithoutRun(task, .skipped)
        case .destroyed, .processEnded:
            let removedItself = reason == .destroyed && destroyed != task
            if rows[task].pending != nil { rows[task].pending = nil } else { rows[task].active = nil }
            rows[task].isBetweenAttempts = false
            if !removedItself { rows[task].place = .cancelled }
            rows[task].hasEnded = true
        default:
            rows[task].pending = nil
            rows[task].place = .skipped
            rows[task].hasEnded = true
        }
    }

    /// A turn was passed over: the last one that ended, also while an earlier run waits or is under way.
    private mutating func endWithoutRun(_ task: Int, _ place: Place) {
        rows[task].hasEnded = true
        guard rows[task].active == nil, rows[task].pending == nil else { return }
        rows[task].place = place
    }

    /// Whether the task has one turn a process: the launch's events, and the startup classes.
    private func isOnce(_ row: Row) -> Bool {
        switch row.spec.trigger {
        case .events(let events): events == EventSet(.willFinishLaunching) || events == EventSet(.didFinishLaunching)
        case .startup: true
        case .none, .timer, .notification: false
        }
    }

    private mutating func checkTurns(_ task: Int) {
        guard isOnce(rows[task]), rows[task].turns > 1 else { return }
        faults.append("\(rows[task].spec.name): \(rows[task].turns) turns in one process")
    }

    /// What was injected is gone, what was destroyed is back, and no result counts anymore.
    private mutating func endProcess() {
        for row in rows where row.active != nil || row.pending != nil {
            faults.append("\(row.spec.name): a run outlives its process")
        }
        if running.values.contains(where: { $0 != 0 }) { faults.append("a lane is not empty after the process") }
        let injected = rows[original.count...].map { Row(spec: $0.spec, exists: false, isTouched: true) }
        rows = original.map { Row(spec: $0) } + injected
    }
}
