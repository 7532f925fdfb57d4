import ScenarioFormat
import SchedulerCore
@testable import SchedulerSimulation
@testable import TaskKit
import TestSupport
import TraceFormat
import TaskKitTestSupport

/// A scenario carried out by a live scheduler on a manual clock: bodies end when the clock says so, with lengths and
/// outcomes drawn as the simulation draws them.
///
/// When a script's lines happen is taken from a simulation of it, as `wait` and `advance` concern only it; what follows from
/// them is the live scheduler's own.
struct LiveReplay {
    let scenario: Scenario
    let simulation: Simulation
    let recorder = Recorder()
    let clock = ManualClock()
    let scheduler: LiveScheduler

    /// With execution on threads, the ends that the clock has still to bring.
    private let ends = OpenEnds()
    private let hasThreads: Bool

    init(
        _ scenario: Scenario, script: [ScriptLine]? = nil, on execution: LiveScheduler.Configuration.Execution = .inline
    ) throws {
        self.scenario = scenario
        hasThreads = execution == .threads
        var replay = try Replay(scenario, script: script)
        replay.run()
        simulation = replay.simulation
        var configuration = LiveScheduler.Configuration()
        configuration.rules = scenario.configuration
        configuration.jobRules = try Simulation(scenario: scenario).scheduler.jobs.settings
        configuration.clock = clock
        configuration.execution = execution
        configuration.epoch = scenario.epochStart
        configuration.observers = [recorder]
        configuration.store = MemoryJobs(StoredJobs(try Simulation(scenario: scenario).scheduler.jobs))
        let (clock, seed, ends) = (clock, scenario.seed, hasThreads ? ends : nil)
        scheduler = try LiveScheduler(
            configuration,
            tasks: scenario.tasks.map {
                LaunchTask($0.spec, body: Self.body(Behaviour($0), seed: seed, clock, ends))
            },
            sequences: scenario.sequences.map { TaskSequence($0) },
            jobs: scenario.jobs.behaviours.map {
                let behaviour = Behaviour($0.duration, $0.outcome, $0.task)
                return JobWorker($0.task, body: Self.body(behaviour, seed: seed, clock, ends))
            }
                + (scenario.jobs.anyHandler.map {
                    let behaviour = Behaviour($0.duration, $0.outcome, $0.task)
                    return [JobWorker.catchAll { _ in }.with(Self.body(behaviour, seed: seed, clock, ends))]
                } ?? []))
    }

    /// A body that lasts as long as the simulation says; one that never ends releases its completion.
    private static func body(
        _ behaviour: Behaviour, seed: UInt64, _ clock: ManualClock, _ ends: OpenEnds?
    ) -> TaskBody {
        .completion { context, completion in
            let drawn = behaviour.draw(
                seed: seed, run: Int32(truncatingIfNeeded: context.run), attempt: Int32(context.attempt))
            guard let length = drawn.length else { return }
            guard length > .zero else { return Self.report(drawn.outcome, completion) }
            let report: @Sendable () -> Void = { Self.report(drawn.outcome, completion) }
            guard let ends else { return clock.at(context.startedAt + length, report) }
            ends.add(OpenEnds.End(context, context.startedAt + length, report))
        }
    }

    private static func report(_ outcome: Outcome, _ completion: Completion) {
        switch outcome {
        case .success: completion.completed()
        case .critical: completion.critical()
        case .fail, .cancelled, .timedOut: completion.failed()
        }
    }

    /// Carries everything out and gives what the scheduler wrote, the warnings of the end among it.
    func run() throws -> [TraceRecord] {
        let text = simulation.performed.map { "at \($0.time.nanoseconds)ns \($0.text)\n" }.joined()
        let parsed = ScriptParser.parse(text: text, file: "performed", scenario: scenario)
        for line in parsed.lines {
            guard case .at(let time) = line.timing else { continue }
            advance(to: .zero + time)
            perform(line)
        }
        advance(to: simulation.now)
        let limit = scheduler.snapshot { $0.nextLimit }
        if limit <= simulation.now, simulation.scheduler.nextLimit != limit { clock.advance(by: .nanoseconds(1)) }
        let closing = scheduler.snapshot { $0.unfinished() + $0.hungJobs() + $0.paused() }
        return recorder.records + closing.map { TraceRecord(simulation.now, .warning($0)) }
    }

    /// Lets time pass; with threads, instant by instant, and only while none of them is at anything.
    private func advance(to instant: Instant) {
        guard hasThreads else { return clock.advance(to: instant) }
        while true {
            waitForThreads()
            let next = min(clock.nextInstant, instant)
            clock.advance(to: next)
            if next == instant { break }
        }
        waitForThreads()
    }

    /// Waits until no attempt waits for a thread or executes, and gives the ends of those that began to the clock, in
    /// the order of their starts.
    private func waitForThreads() {
        repeat {
            scheduler.driver.journal?.writeNow()
            giveWay()
        } while !scheduler.driver.lock.with({ scheduler.driver.state.isAtRest })
        let starts = scheduler.recorded(recorder) { recorder in
            recorder.records.compactMap { StartKey($0, recorder.names) }
        }
        let places = Dictionary(starts.enumerated().map { ($1, $0) }) { _, last in last }
        for end in ends.take().sorted(by: { places[$0.key] ?? .max < places[$1.key] ?? .max }) {
            clock.at(end.time, end.report)
        }
    }

    /// The records with what only a simulation writes (its own warnings, expectations) put if it is there.
    func merged(_ live: [TraceRecord]) -> [TraceRecord] {
        var rest = live[...]
        var merged: [TraceRecord] = []
        for record in simulation.records {
            switch record.fact {
            case .expect, .warning(.driver): merged.append(record)
            case .action, .refused, .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park,
                .job, .queue, .sequence, .warning:
                if let next = rest.popFirst() { merged.append(next) }
            }
        }
        return merged + rest
    }

    private func perform(_ line: ScriptLine) {
        // A refusal is in the trace, too.
        try? carryOut(line)
    }

    private func carryOut(_ line: ScriptLine) throws {
        switch line.command {
        case .order(.action(let action), let context):
            try scheduler.perform(action, context.map { EventContext(url: $0.text) })
        case .order(.post(let key), let context): try scheduler.post(key, payload: context?.text)
        case .order(.queue(let order), _): try scheduler.queue(order)
        case .order(.enqueue(let job), _):
            var then = simulation
            then.now = clock.now
            try scheduler.takeIn(then.spec(job.task, job.data))
        case .order(.injectSequence(let sequence), _): try scheduler.inject(TaskSequence(sequence))
        case .order(let order, _): try scheduler.order(order, line.text)
        case .inject(let task):
            let body = Self.body(Behaviour(task), seed: scenario.seed, clock, hasThreads ? ends : nil)
            try scheduler.inject(LaunchTask(task.spec, body: body))
        case .tick(let count): try scheduler.tick(count)
        case .expect, .note, .view, .advance, .wait: break
        }
    }
}

/// Which attempt of which run of which task or job.
private struct StartKey: Hashable {
    var task: String
    var run: Int
    var attempt: Int

    init(_ context: RunContext) {
        (task, run, attempt) = (context.task, context.run, context.attempt)
    }

    /// The attempt that began with this record; nil if none did.
    init?(_ record: TraceRecord, _ names: TraceNames) {
        switch record.fact {
        case .start(let task, let run, let attempt, _):
            (self.task, self.run, self.attempt) = (names.name(of: task), Int(run), Int(attempt))
        case .job(let job, let task, .jobDidStart, let attempt, _, _):
            (self.task, self.run, self.attempt) = (names.name(of: task), Int(job), Int(attempt))
        case .action, .refused, .event, .state, .firstFrame, .tick, .release, .finish, .skip, .miss, .park, .job,
            .queue,
            .sequence, .expect, .warning:
            return nil
        }
    }
}

/// Ends of attempts that began on threads, for the thread that moves the clock.
private final class OpenEnds: Sendable {
    struct End: Sendable {
        let key: StartKey
        let time: Instant
        let report: @Sendable () -> Void

        init(_ context: RunContext, _ time: Instant, _ report: @escaping @Sendable () -> Void) {
            (key, self.time, self.report) = (StartKey(context), time, report)
        }
    }

    private let ends = Locked<[End]>([])

    func add(_ end: End) {
        ends.with { $0.append(end) }
    }

    func take() -> [End] {
        ends.with { ends in
            defer { ends = [] }
            return ends
        }
    }
}

extension StoredJobs {
    /// What a queue holds.
    init(_ queue: JobQueue) {
        self.init(jobs: queue.list, dead: queue.deadLetters, nextNumber: queue.nextNumber)
    }
}

/// A job store in memory that remembers what it received.
final class MemoryJobs: DurableJobs {
    private let content: Locked<(stored: StoredJobs, changes: [JobChange])>

    init(_ stored: StoredJobs = StoredJobs()) {
        content = Locked((stored, []))
    }

    /// Everything that was written.
    var changes: [JobChange] { content.with { $0.changes } }
    /// The rows as they are now.
    var stored: StoredJobs { content.with { $0.stored } }

    func open(epoch: Int64) -> StoredJobs { stored }

    func write(_ changes: [JobChange]) {
        content.with { content in
            content.changes += changes
            for change in changes { content.stored.apply(change) }
        }
    }

    func isPassing(_ error: any Error) -> Bool { true }

    func close() {}
}

extension StoredJobs {
    /// Makes one change.
    mutating func apply(_ change: JobChange) {
        switch change {
        case .put(let job):
            dead.removeAll { $0.job.id == job.id }
            jobs.removeAll { $0.id == job.id }
            jobs.append(job)
            jobs.sort { $0.id < $1.id }
            nextNumber = max(nextNumber, job.id.number + 1)
        case .remove(let id):
            dead.removeAll { $0.job.id == id }
            jobs.removeAll { $0.id == id }
        case .deadLetter(let letter):
            jobs.removeAll { $0.id == letter.job.id }
            dead.append(letter)
        }
    }
}
