import SchedulerCore
import SchedulerSimulation

/// A small generator for tests: every seed is a case that can be run again.
public struct CaseGenerator: Sendable {
    private var random: SplitMix64

    /// The cases of `seed`.
    public init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// A number in `range`.
    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(random.next(through: UInt64(range.upperBound - range.lowerBound)))
    }

    /// True in `percent` of 100 cases.
    public mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    /// One of `choices`, which is not empty.
    public mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }
}

extension CaseGenerator {
    /// A scenario with up to `tasks` tasks of every kind, faults included; never a cycle.
    public mutating func scenario(tasks: Int) -> Scenario {
        var scenario = Scenario(name: "random")
        scenario.seed = UInt64(number(0...1_000_000))
        scenario.configuration = configuration()
        for index in 0..<number(1...tasks) { scenario.tasks.append(task(index)) }
        scenario.jobs = jobs()
        return scenario
    }

    /// Jobs of two handlers and of a name without one, in two queues, with every option now and then.
    private mutating func jobs() -> JobsSpec {
        var jobs = JobsSpec()
        jobs.settings.retryLimit = number(1...4)
        jobs.settings.failedStaysAtHead = chance(30)
        jobs.settings.delay = .milliseconds(Int64(pick([0, 0, 50])))
        jobs.settings.backoffThousandths = pick([1000, 2000])
        jobs.settings.jitterThousandths = pick([0, 500])
        jobs.settings.startsOnActive = chance(80)
        jobs.settings.stopsOnResign = chance(80)
        jobs.settings.queues.append(JobQueueSpec(name: "wide", width: 3))
        for name in ["J0", "J1"] {
            var behaviour = JobsSpec.Behaviour(
                task: name, duration: duration(Int64(number(0...300))), outcome: outcome())
            behaviour.options.queue = chance(50) ? "wide" : nil
            behaviour.options.priority = pick(Priority.allCases)
            behaviour.options.runAfter = chance(20) ? .milliseconds(200) : nil
            behaviour.options.expires = chance(20) ? .milliseconds(400) : nil
            behaviour.options.isUnique = chance(20)
            jobs.behaviours.append(behaviour)
        }
        for _ in 0..<number(0...4) {
            jobs.initial.append(JobsSpec.Initial(task: pick(["J0", "J1", "J2"]), data: "{}"))
        }
        return jobs
    }

    private mutating func configuration() -> SchedulerConfiguration {
        var lanes = [LaneSpec(name: "main", gap: .milliseconds(chance(30) ? 300 : 0))]
        lanes.append(LaneSpec(name: "io", width: number(1...3), gap: .milliseconds(chance(20) ? 50 : 0)))
        var configuration = SchedulerConfiguration(lanes: lanes)
        configuration.tick = .milliseconds(Int64(pick([50, 100, 1000])))
        if chance(20) { configuration.afterLaunchDelay = .milliseconds(250) }
        if chance(20) { configuration.enforcesLimits = true }
        if chance(20) { configuration.order = .criticalPath }
        configuration.suspendAfter = .milliseconds(Int64(pick([0, 500, 5000])))
        return configuration
    }

    private mutating func task(_ index: Int) -> ScenarioTask {
        var spec = TaskSpec(name: "T\(index)", trigger: trigger(), priority: pick(Priority.allCases))
        for _ in 0..<number(0...2) where index > 0 { spec.after.append("T\(number(0...index - 1))") }
        if index > 0, chance(20) { spec.follows.append("T\(number(0...index - 1))") }
        if case .startup = spec.trigger {} else if chance(40) { spec.lane = LaneID(number(0...2)) }
        if chance(15) { spec.timeout = .milliseconds(Int64(number(0...400))) }
        if chance(15) { spec.retry = RetryPolicy(limit: number(0...3), delay: .milliseconds(Int64(pick([0, 30])))) }
        if chance(10) { spec.blocks = chance(50) }
        spec.autoRemove = chance(10)
        let expected = Int64(number(0...300))
        spec.expected = .milliseconds(expected)
        return ScenarioTask(spec: spec, duration: duration(expected), outcome: outcome())
    }

    private mutating func trigger() -> Trigger {
        switch number(0...9) {
        case 0: .timer(timer())
        case 1: .notification(pick(["key", "other"]))
        case 2: .startup(pick(StartupClass.allCases))
        case 3: .events([EventSet(.didBecomeActive), EventSet(.willEnterForeground)])
        case 4: .events(EventSet(pick(LifecycleEvent.allCases)))
        case 5: .events(EventSet(.willFinishLaunching))
        default: .events(EventSet(.didFinishLaunching))
        }
    }

    private mutating func timer() -> TimerTrigger {
        let every = Nanoseconds.seconds(Int64(number(1...3)))
        let repetition: Repetition = chance(50) ? .forever : .times(number(1...4))
        let date = chance(40) ? Instant(nanoseconds: Int64(number(-7...9)) * 1_000_000_000) : nil
        return TimerTrigger(
            every: every, date: date, repetition: repetition, runsWhenMissed: chance(30),
            catchUp: pick(CatchUp.allCases))
    }

    private mutating func duration(_ milliseconds: Int64) -> DurationModel {
        switch number(0...9) {
        case 0: .fixed(.zero)
        case 1: .uniform(.zero, .milliseconds(milliseconds))
        case 2: .never
        default: .fixed(.milliseconds(milliseconds))
        }
    }

    private mutating func outcome() -> OutcomeModel {
        switch number(0...9) {
        case 0: .attempts([.always(.fail)])
        case 1: .attempts([.always(.critical)])
        case 2: .attempts([.always(.fail), .always(.success)])
        case 3: .attempts([.chance(.fail, perMillion: 300_000)])
        default: .success
        }
    }

    /// One command that may come at any moment.
    public mutating func command(tasks: Int) -> ScriptCommand {
        let name = "T\(number(0...max(0, tasks - 1)))"
        switch number(0...22) {
        case 0...2: return .order(.action(.launch))
        case 3: return .order(.action(.background))
        case 4: return .order(.action(.foreground))
        case 5: return .order(.action(pick([.memoryWarning, .interrupt])))
        case 6:
            return chance(30)
                ? .order(.action(.openURL), .url("app://x")) : .order(.action(pick([.terminate, .crash])))
        case 7: return .order(.fire(EventSet(pick(LifecycleEvent.allCases))))
        case 8: return .order(.post("key"))
        case 9: return .order(.pauseTask(name))
        case 10: return .order(.resumeTask(name))
        case 11: return .order(.pauseLane(pick(["main", "io", "async"])))
        case 12, 13: return .order(.resumeLane(pick(["main", "io", "async"])))
        case 14: return .order(.destroy(name))
        case 15: return .inject(task(number(0...tasks)))
        case 16...18:
            return .order(
                .enqueue(JobSpec(task: pick(["J0", "J1", "J2", "T0"]), data: chance(50) ? "{\"a\":1}" : "{}")))
        case 19: return .order(.queue(pick([.start, .stop, .empty, .retry(JobID(1)), .discard(JobID(2))])))
        default: return .order(.action(pick([.launch, .foreground])))
        }
    }
}
