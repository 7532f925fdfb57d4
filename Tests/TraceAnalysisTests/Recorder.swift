import SchedulerCore
import TraceFormat

@testable import TraceAnalysis

/// Writes records by hand in few words; times are in milliseconds.
struct Recorder {
    private(set) var records: [TraceRecord] = []
    private(set) var names = TraceNames(lanes: ["main", "async", "io"])
    private var runs: [TaskID: Int32] = [:]
    private var ready: [TaskID: Int64] = [:]

    mutating func task(_ name: String) -> TaskID {
        if let known = names.tasks.firstIndex(of: name) { return TaskID(known) }
        names.tasks.append(name)
        return TaskID(names.tasks.count - 1)
    }

    mutating func add(_ time: Int64, _ fact: TraceRecord.Fact) {
        records.append(TraceRecord(Instant(nanoseconds: time * 1_000_000), fact))
    }

    mutating func event(_ time: Int64, _ event: LifecycleEvent) { add(time, .event(event)) }

    mutating func release(_ time: Int64, _ name: String, lane: Int = 0) {
        let task = task(name)
        runs[task, default: 0] += 1
        add(time, .release(task, run: runs[task] ?? 0, lane: LaneID(lane)))
    }

    mutating func start(_ time: Int64, _ name: String, lane: Int = 0, attempt: Int32 = 1) {
        let task = task(name)
        add(time, .start(task, run: runs[task] ?? 0, attempt: attempt, lane: LaneID(lane)))
    }

    mutating func finish(
        _ time: Int64, _ name: String, ready: Int64, _ outcome: Outcome = .success, attempt: Int32 = 1
    ) {
        let task = task(name)
        let ready = Instant(nanoseconds: ready * 1_000_000)
        add(time, .finish(task, run: runs[task] ?? 0, attempt: attempt, outcome, ready: ready, .none))
    }

    mutating func command(_ time: Int64, _ text: String, refusal: Refusal? = nil) {
        names.commands.append(text)
        let command = CommandID(names.commands.count - 1)
        add(time, refusal.map { .refused(command, $0) } ?? .action(command))
    }

    func named(_ name: String) -> TaskID { TaskID(names.tasks.firstIndex(of: name) ?? -1) }

    /// A launch: Crash and Logger on main, then Remote and Database one after the other on async, then Session and
    /// RootView on main; Router and Prefetch are off the path. First frame at 200 ms.
    static func shop() -> Recorder {
        var shop = Recorder()
        shop.command(0, "launch")
        shop.add(0, .state(.inactive))
        shop.event(0, .willFinishLaunching)
        shop.release(0, "Crash")
        shop.release(0, "Logger")
        shop.start(0, "Crash")
        shop.finish(10, "Crash", ready: 0)
        shop.start(10, "Logger")
        shop.finish(20, "Logger", ready: 10)
        shop.event(20, .didFinishLaunching)
        for (name, lane) in [("Remote", 1), ("Database", 1), ("Router", 0), ("Session", 0), ("推送", 0), ("Prefetch", 1)]
        {
            shop.release(20, name, lane: lane)
        }
        shop.start(20, "Router")
        shop.start(20, "Remote", lane: 1)
        shop.finish(50, "Router", ready: 20)
        shop.finish(70, "Remote", ready: 20)
        shop.start(70, "Database", lane: 1)
        shop.finish(130, "Database", ready: 20)
        shop.start(130, "Session")
        shop.start(130, "Prefetch", lane: 1)
        shop.finish(160, "Session", ready: 130)
        shop.start(160, "推送")
        shop.finish(200, "推送", ready: 160)
        shop.event(200, .didBecomeActive)
        shop.add(200, .state(.active))
        shop.add(200, .firstFrame(parked: 0))
        shop.finish(240, "Prefetch", ready: 20)
        return shop
    }

    /// What its scenario would say.
    var facts: LaunchFacts {
        LaunchFacts(lanes: [], dependencies: names.tasks.indices.map { after(predecessors(TaskID($0))) })
    }

    /// Waits for the success of these tasks.
    func after(_ tasks: [TaskID]) -> [LaunchFacts.Dependency] { tasks.map { .init(task: $0, kind: .after) } }

    func predecessors(_ task: TaskID) -> [TaskID] {
        switch names.name(of: task) {
        case "Logger": [named("Crash")]
        case "Session": [named("Database"), named("Logger")]
        case "推送": [named("Session"), named("Router")]
        default: []
        }
    }
}
