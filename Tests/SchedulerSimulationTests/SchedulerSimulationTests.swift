import SchedulerCore
import Testing

@testable import SchedulerSimulation

func trace(_ tasks: [ScenarioTask], _ script: [ScriptLine]? = nil, configure: (inout Scenario) -> Void = { _ in })
    throws -> [String]
{
    var scenario = Scenario(name: "t")
    scenario.tasks = tasks
    configure(&scenario)
    var replay = try Replay(scenario, script: script)
    replay.run()
    let s = replay.simulation
    return s.records.map { record in
        let t = "\(record.time.nanoseconds / 1_000_000)"
        func n(_ task: TaskID) -> String { s.scheduler.name(of: task) }
        switch record.fact {
        case .release(let task, let run, let lane): return "\(t) release \(n(task)) \(run) \(lane.index)"
        case .start(let task, let run, let a, _): return "\(t) start \(n(task)) \(run) \(a)"
        case .finish(let task, let run, _, let o, let ready, _):
            return "\(t) finish \(n(task)) \(run) \(o) ready \(ready.nanoseconds / 1_000_000)"
        case .skip(let task, let r): return "\(t) skip \(n(task)) \(r)"
        case .park(let task, let r): return "\(t) park \(n(task)) \(r)"
        default: return "\(t) \(record.fact)"
        }
    }
}

@Test func smoke() throws {
    func task(_ name: String, _ on: LifecycleEvent, _ ms: Int64, after: [String] = [], p: Priority = .default)
        -> ScenarioTask
    {
        ScenarioTask(
            spec: TaskSpec(name: name, trigger: .events(EventSet(on)), priority: p, after: after),
            duration: .fixed(.milliseconds(ms)))
    }
    let lines = try trace(
        [
            task("A", .didFinishLaunching, 10, after: ["B"], p: .critical),
            task("B", .didFinishLaunching, 20, p: .low),
            task("C", .didBecomeActive, 0, after: ["D"]),
            task("D", .didEnterBackground, 5),
            ScenarioTask(
                spec: TaskSpec(name: "T", trigger: .timer(TimerTrigger(every: .seconds(2), repetition: .times(3)))),
                duration: .fixed(.milliseconds(1))),
            ScenarioTask(spec: TaskSpec(name: "After", trigger: .startup(.afterLaunch)), duration: .fixed(.seconds(1))),
            ScenarioTask(spec: TaskSpec(name: "Basic", trigger: .startup(.basic)), duration: .fixed(.seconds(1))),
            ScenarioTask(spec: TaskSpec(name: "Sync", trigger: .startup(.sync)), duration: .fixed(.seconds(1))),
            ScenarioTask(spec: TaskSpec(name: "Async", trigger: .startup(.async)), duration: .fixed(.seconds(3))),
        ],
        [
            ScriptLine(command: .action(.launch, url: nil), text: "launch"),
            ScriptLine(timing: .at(.seconds(7)), command: .action(.background, url: nil), text: "background"),
            ScriptLine(timing: .at(.seconds(22)), command: .action(.terminate, url: nil), text: "terminate"),
        ])
    print(lines.joined(separator: "\n"))
}
