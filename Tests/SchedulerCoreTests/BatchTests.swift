import TestSupport
import Testing

@testable import SchedulerCore

/// Several inputs at once do what they do one by one.
@Suite struct BatchTests {
    @Test("Ends and passes in batches: the same orders, records and deadlines as one by one", arguments: 0..<60)
    func batches(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        var pair = try SchedulerPair(&cases)
        pair.give(.action(.launch))
        for step in 0..<120 {
            pair.act(&cases)
            try #require(pair.differences.isEmpty, "seed \(seed) step \(step): \(pair.differences)")
        }
    }

    @Test("A scheduler that does not write runs orders the same and writes all else", arguments: 0..<20)
    func silent(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(1_000 + seed))
        var pair = try SchedulerPair(&cases)
        pair.isSilent = true
        pair.give(.action(.launch))
        for step in 0..<120 {
            pair.act(&cases)
            try #require(pair.differences.isEmpty, "seed \(seed) step \(step): \(pair.differences)")
        }
    }

    @Test("Starts of one batch stop at a run with a timeout, and at the limit")
    func limits() throws {
        let tasks = (0..<100).map { number in
            TaskSpec(
                name: "t\(number)", trigger: .events(EventSet(.didFinishLaunching)), lane: LaneID(1),
                timeout: number == 70 ? .milliseconds(1) : nil)
        }
        var scheduler = try Scheduler(
            configuration: SchedulerConfiguration(lanes: [LaneSpec(name: "pool", width: 200)]), tasks: tasks)
        scheduler.handle(.command(.action(.launch), CommandID(0)), at: .zero)
        var counts: [Int] = []
        while scheduler.nextDeadline <= .zero {
            counts.append(scheduler.advance(at: .zero, atMost: 50))
            scheduler.dropEffects()
        }
        // The launch itself takes passes of its own.
        #expect(counts.contains(50))
        #expect(counts.reduce(0, +) >= 100)
        #expect(scheduler.runningCount == 100)
        #expect(scheduler.nextDeadline == Instant(nanoseconds: 1_000_000))
    }
}

/// Two schedulers of the same tasks, one led step by step, the other in batches.
private struct SchedulerPair {
    private var single: Scheduler
    private var batched: Scheduler
    private var now = Instant.zero
    private var running: [RunID] = []
    private var commands = 0
    private let tasks: Int
    private var orders: (single: [Effect], batched: [Effect]) = ([], [])
    /// Whether the second writes no runs.
    var isSilent = false {
        didSet { batched.writesRuns = !isSilent }
    }

    init(_ cases: inout CaseGenerator) throws {
        let lanes = [LaneSpec(name: "wide", width: cases.number(2...300)), LaneSpec(name: "pool", width: 3)]
        var configuration = SchedulerConfiguration(lanes: lanes)
        configuration.order = cases.chance(10) ? .criticalPath : .priority
        var specs: [TaskSpec] = []
        for number in 0..<cases.number(5...250) {
            let after = number == 0 ? [] : (0..<cases.number(0...3)).map { _ in cases.number(0...number - 1) }
            var spec = TaskSpec(
                name: "t\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: cases.pick(Priority.allCases), after: Set(after).sorted().map { "t\($0)" },
                lane: LaneID(cases.pick([0, 1, 1, 1, 2])))
            if cases.chance(3) { spec.timeout = Nanoseconds(Int64(cases.number(0...400_000))) }
            let pause = Nanoseconds(Int64(cases.number(0...50_000)))
            if cases.chance(3) { spec.retry = RetryPolicy(limit: 2, delay: pause) }
            if cases.chance(3) { spec.autoRemove = true }
            if cases.chance(3) { spec.trigger = .startup(cases.pick([.basic, .sync, .async])) }
            if cases.chance(3) { spec.trigger = .events([EventSet(.didEnterBackground)]) }
            specs.append(spec)
        }
        tasks = specs.count
        let sequences = cases.chance(15) ? [SequenceSpec(name: "s", events: [], steps: ["t1", "t2"])] : []
        single = try Scheduler(configuration: configuration, tasks: specs, sequences: sequences)
        batched = single
    }

    /// Gives both a command and lets them act.
    mutating func give(_ command: Command) {
        single.handle(.command(command, CommandID(commands)), at: now)
        batched.handle(.command(command, CommandID(commands)), at: now)
        commands += 1
    }

    /// Lets some time pass and something happen.
    mutating func act(_ cases: inout CaseGenerator) {
        settle(&cases)
        now = now + Nanoseconds(Int64(cases.number(1...40_000)))
        while single.nextDeadline < now {
            let late = now
            now = single.nextDeadline
            settle(&cases)
            now = late
        }
        if cases.chance(8) { give(command(&cases)) }
        var ends: [RunEnd] = []
        while !running.isEmpty, ends.count < cases.number(0...100) {
            let run = running.remove(at: cases.chance(80) ? 0 : cases.number(0...running.count - 1))
            ends.append(RunEnd(run: run, outcome: cases.chance(97) ? .success : cases.pick(Outcome.allCases)))
            if cases.chance(1) { ends.append(ends[ends.count - 1]) }
        }
        for end in ends { single.handle(.runFinished(end.run, end.outcome), at: now) }
        ends.withUnsafeBufferPointer { batched.handle($0, at: now) }
        settle(&cases)
    }

    private func command(_ cases: inout CaseGenerator) -> Command {
        let name = "t\(cases.number(0...tasks - 1))"
        return cases.pick([
            .action(.launch), .action(.background), .action(.foreground), .action(.terminate), .pauseTask(name),
            .resumeTask(name), .pauseLane("wide"), .resumeLane("wide"), .start(name), .destroy(name),
            .fire(EventSet(.didReceiveMemoryWarning)),
            .inject(TaskSpec(name: "u", trigger: .events(EventSet(.didEnterBackground)), after: [name])),
        ])
    }

    private mutating func settle(_ cases: inout CaseGenerator) {
        repeat {
            single.handle(.advance, at: now)
            while let order = single.popEffect() { take(order) }
        } while single.nextDeadline <= now
        repeat {
            _ = batched.advance(at: now, atMost: cases.pick([1, 2, 64, 300]))
            for index in 0..<batched.effectCount { orders.batched.append(batched.effect(at: index)) }
            batched.dropEffects()
        } while batched.nextDeadline <= now
        guard single.nextLimit <= now else { return }
        single.handle(.limitsDue, at: now)
        batched.handle(.limitsDue, at: now)
        settle(&cases)
    }

    private mutating func take(_ order: Effect) {
        orders.single.append(order)
        switch order {
        case .start(let run, _, _, _, _): running.append(run)
        case .cancel(let run, _, _): running.removeAll { $0 == run }
        case .startJob: break
        case .processEnded: running = []
        }
    }

    /// In what the two differ.
    var differences: [String] {
        var found = batched.brokenInvariants()
        if orders.single != orders.batched { found.append("orders") }
        let records = single.records.filter { !isSilent || !$0.isOfRun }
        if records != batched.records { found.append("records") }
        if single.nextDeadline != batched.nextDeadline { found.append("next deadline") }
        if single.nextLimit != batched.nextLimit { found.append("next limit") }
        if single.runningCount != batched.runningCount { found.append("running") }
        return found
    }
}

extension TraceRecord {
    /// Whether it is a release, a start or a finish.
    fileprivate var isOfRun: Bool {
        switch fact {
        case .release, .start, .finish: true
        default: false
        }
    }
}
