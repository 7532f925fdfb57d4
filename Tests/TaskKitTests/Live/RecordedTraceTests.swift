import SchedulerCore
import SchedulerInvariants
import TaskKitTestSupport
import TestSupport
import Testing

@testable import SchedulerSimulation
@testable import TaskKit

/// What was recorded live, carried out again elsewhere.
@Suite(.timeLimit(.minutes(5))) struct RecordedTraceTests {
    struct Broken: Error {}

    /// A launch of many tasks that take a little time on four lanes, some of which fail, hang or are skipped, with
    /// posts and pauses on the way.
    private func record(seed: UInt64) async throws -> (Recorder, [TaskSpec], SchedulerConfiguration) {
        var cases = CaseGenerator(seed: seed)
        let recorder = Recorder()
        let tasks = (0..<150).map { number in Self.task(number, &cases) }
        var rules = SchedulerConfiguration(lanes: [LaneSpec(name: "pool", width: 6), LaneSpec(name: "serial")])
        rules.tick = .milliseconds(2)
        let scheduler = try makeScheduler(tasks, recorder: recorder) { $0.rules = rules }
        try scheduler.launch()
        for number in 0..<20 {
            try scheduler.post("key\(number % 4)")
            try scheduler.pause("T\(number)")
            await Task.yield()
            try scheduler.resume("T\(number)")
        }
        await scheduler.waitForRest()
        await scheduler.stop()
        return (recorder, try #require(recorder.plan).tasks, rules)
    }

    private static func task(_ number: Int, _ cases: inout CaseGenerator) -> LaunchTask {
        let trigger: Trigger =
            cases.chance(15) ? .notification("key\(number % 4)") : .events(EventSet(.didFinishLaunching))
        var spec = TaskSpec(name: "T\(number)", trigger: trigger, priority: cases.pick(Priority.allCases))
        for _ in 0..<cases.number(0...2) where number > 0 { spec.after.append("T\(cases.number(0...number - 1))") }
        if cases.chance(10) { spec.retry = RetryPolicy(limit: 1, delay: .milliseconds(1)) }
        if cases.chance(10) { spec.timeout = .milliseconds(1) }
        let (fails, spins) = (cases.chance(5), cases.number(0...2_000))
        let body: TaskBody =
            cases.chance(20)
            ? .async { _ in
                await Task.yield()
                if fails { throw Broken() }
            }
            : .sync { context in
                for _ in 0..<spins where !context.isCancelled {}
                if fails { throw Broken() }
            }
        return LaunchTask(spec, laneName: cases.pick(["pool", "pool", "serial", "main"]), body: body)
    }

    @Test("Every decision can be rebuilt from the inputs alone", arguments: [1, 2, 3])
    func inputs(seed: UInt64) async throws {
        let (recorder, _, _) = try await record(seed: seed)
        var core = try #require(recorder.plan).makeScheduler()
        for (input, instant, _) in recorder.inputs { core.handle(input, at: instant) }
        #expect(core.records == recorder.records)
        #expect(core.brokenInvariants() == [])
    }

    @Test("A recorded trace replayed in the simulation gives the same decisions", arguments: [1, 2, 3])
    func simulation(seed: UInt64) async throws {
        let (recorder, specs, rules) = try await record(seed: seed)
        var simulation = try RecordedRun(recorder, specs, rules)
        let replayed = simulation.run()
        let recorded = recorder.records.filter { !$0.isTick }
        #expect(replayed.filter { !$0.isTick }.prefix(recorded.count) == recorded[...])
        #expect(recorded.count > 400)
    }
}

/// A recorded trace as lengths and outcomes of attempts, driven by the simulation's rule of what comes when: ends first,
/// then passes, limits last.
private struct RecordedRun: ~Copyable {
    private struct Key: Hashable {
        var task: TaskID
        var run: Int32
        var attempt: Int32
    }

    private var core: Scheduler
    private var ends = EndQueue<RunID>()
    private var lengths: [Key: (length: Nanoseconds, outcome: Outcome)] = [:]
    private let commands: [(command: Command, at: Instant)]
    private let last: Instant

    init(_ recorder: Recorder, _ specs: [TaskSpec], _ rules: SchedulerConfiguration) throws {
        core = try Scheduler(configuration: rules, tasks: specs)
        commands = recorder.inputs.compactMap { input, instant, _ in
            guard case .command(let command, _) = input else { return nil }
            return (command, instant)
        }
        last = recorder.records.last?.time ?? .zero
        var starts: [Key: Instant] = [:]
        for record in recorder.records {
            switch record.fact {
            case .start(let task, let run, let attempt, _):
                starts[Key(task: task, run: run, attempt: attempt)] = record.time
            case .finish(let task, let run, let attempt, let outcome, _, .none):
                let key = Key(task: task, run: run, attempt: attempt)
                lengths[key] = (record.time - (starts[key] ?? .zero), outcome)
            case .action, .refused, .event, .state, .firstFrame, .tick, .release, .finish, .skip, .miss, .park, .job,
                .queue, .sequence, .expect, .warning:
                break
            }
        }
    }

    mutating func run() -> [TraceRecord] {
        for (index, command) in commands.enumerated() {
            pass(to: command.at)
            settle(command.at)
            core.handle(.command(command.command, CommandID(index)), at: command.at)
            settle(command.at)
        }
        pass(to: last)
        settle(last)
        return core.records
    }

    private mutating func pass(to instant: Instant) {
        var now = Instant.zero
        while true {
            if core.nextLimit <= now, now < instant {
                core.handle(.limitsDue, at: now)
                settle(now)
                continue
            }
            let next = min(ends.firstTime, core.nextDeadline, core.nextLimit)
            guard next <= instant, next > now else { return }
            now = next
            settle(now)
        }
    }

    private mutating func settle(_ now: Instant) {
        repeat {
            while let end = ends.popDue(at: now) { core.handle(.runFinished(end.run, end.outcome), at: now) }
            for effect in core.handle(.advance, at: now).effects {
                switch effect {
                case .start(let id, let task, let run, let attempt, _):
                    let key = Key(task: task, run: run, attempt: attempt)
                    // What has no own end was ended by its timeout.
                    if let known = lengths[key] { ends.insert(id, at: now + known.length, known.outcome) }
                case .cancel(let id, _, _): ends.remove(id)
                case .startJob, .cancelJob, .processEnded: break
                }
            }
        } while core.nextDeadline <= now || ends.firstTime <= now
    }
}

extension TraceRecord {
    fileprivate var isTick: Bool {
        if case .tick = fact { return true }
        return false
    }
}
