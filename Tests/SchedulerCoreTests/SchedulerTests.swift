import SchedulerInvariants
import Testing

@testable import SchedulerCore

/// The scheduler as its drivers see it: what goes in, and what comes out of it.
@Suite struct SchedulerTests {
    private func scheduler(_ tasks: [TaskSpec], jobs: [String] = []) throws -> Scheduler {
        try Scheduler(
            configuration: SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 2)]), tasks: tasks,
            jobs: JobQueue(handlers: jobs))
    }

    private func onLaunch(_ name: String, after: [String] = []) -> TaskSpec {
        TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching)), after: after, lane: LaneID(1))
    }

    private func command(_ command: Command) -> Input { .command(command, CommandID(0)) }

    private func start(_ task: Int, slot: Int32, run: Int32 = 1, attempt: Int32 = 1) -> Effect {
        .start(
            RunID(slot: slot, sequence: Int64(slot)), TaskID(task), run: run, attempt: attempt, lane: LaneID(1))
    }

    /// Everything that is ordered at this instant.
    private func settle(_ scheduler: inout Scheduler, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        repeat { effects += scheduler.handle(.advance, at: now).effects } while scheduler.nextDeadline <= now
        return effects
    }

    @Test("A launch starts its tasks; a successor starts once its predecessor has ended")
    func successor() throws {
        var scheduler = try scheduler([onLaunch("A"), onLaunch("B", after: ["A"])])
        #expect(scheduler.handle(command(.action(.launch)), at: .zero) == [])
        #expect(settle(&scheduler, at: .zero) == [start(0, slot: 0)])
        #expect(scheduler.handle(.runFinished(RunID(slot: 0, sequence: 0), .success), at: .zero) == [])
        #expect(scheduler.handle(.advance, at: .zero) == [start(1, slot: 1)])
    }

    @Test("The timeout of an attempt that has ended is not a deadline")
    func endedLimit() throws {
        var configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 2)])
        configuration.clockSource = .external
        var tasks = [onLaunch("A"), onLaunch("B")]
        (tasks[0].timeout, tasks[1].timeout) = (.seconds(1), .seconds(2))
        var scheduler = try Scheduler(configuration: configuration, tasks: tasks)
        scheduler.handle(command(.action(.launch)), at: .zero)
        #expect(settle(&scheduler, at: .zero).count == 2)
        #expect(scheduler.nextDeadline == .zero + .seconds(1))
        scheduler.handle(.runFinished(RunID(slot: 0, sequence: 0), .success), at: .zero)
        _ = settle(&scheduler, at: .zero)
        #expect(scheduler.nextDeadline == .zero + .seconds(2))
        scheduler.handle(.runFinished(RunID(slot: 1, sequence: 1), .success), at: .zero)
        _ = settle(&scheduler, at: .zero)
        #expect(scheduler.nextDeadline == .distantFuture)
    }

    @Test("A run retries from the end of its first attempt to the end of its last")
    func retrying() throws {
        var task = onLaunch("A")
        task.retry = RetryPolicy(limit: 1, delay: .seconds(1))
        var scheduler = try scheduler([task])
        scheduler.handle(command(.action(.launch)), at: .zero)
        #expect(settle(&scheduler, at: .zero).count == 1)
        var answers = [scheduler.isRetrying(TaskID(0))]
        scheduler.handle(.runFinished(RunID(slot: 0, sequence: 0), .fail), at: .zero)
        answers.append(scheduler.isRetrying(TaskID(0)))
        let again = Instant.zero + .seconds(1)
        #expect(settle(&scheduler, at: again).count == 1)
        answers.append(scheduler.isRetrying(TaskID(0)))
        scheduler.handle(.runFinished(RunID(slot: 0, sequence: 0), .success), at: again)
        answers.append(scheduler.isRetrying(TaskID(0)))
        #expect(answers == [false, true, true, false])
    }

    @Test("A snapshot says when the attempt under way began, and nothing of a run that waits")
    func attemptStart() throws {
        var scheduler = try scheduler([onLaunch("A"), onLaunch("B", after: ["A"])])
        let now = Instant.zero + .seconds(1)
        scheduler.handle(command(.action(.launch)), at: now)
        #expect(settle(&scheduler, at: now).count == 1)
        #expect(scheduler.snapshot(of: TaskID(0)).startedAt == now)
        #expect(scheduler.snapshot(of: TaskID(1)).startedAt == nil)
    }

    @Test("What was reported again is a warning if there is such a task")
    func reportedAgain() throws {
        var scheduler = try scheduler([onLaunch("A")])
        for task in [-1, 0, 1] { scheduler.handle(.reportedAgain(TaskID(task)), at: .zero) }
        let warnings = scheduler.takeRecords().filter { if case .warning = $0.fact { true } else { false } }
        #expect(warnings == [TraceRecord(.zero, .warning(.secondCompletion(TaskID(0))))])
    }

    @Test("A refusal comes back with the command, and changes nothing")
    func refusal() throws {
        var scheduler = try scheduler([onLaunch("A")])
        #expect(scheduler.handle(command(.pauseTask("B")), at: .zero).refusal == .unknownTask)
        #expect(scheduler.handle(command(.tick), at: .zero).refusal == .state(.notRunning, allowed: 0b01110))
        #expect(scheduler.handle(command(.pauseTask("A")), at: .zero).refusal == nil)
        let job = JobSpec(task: "up", uniqueKey: "a\0b")
        #expect(scheduler.handle(command(.enqueue(job)), at: .zero).refusal == .unfitJob(.nul))
        #expect(scheduler.handle(command(.inject(onLaunch("a\0b"))), at: .zero).refusal == .nul)
        #expect(scheduler.jobs.count == 0 && scheduler.taskCount == 1)
    }

    @Test("A refused cycle names its members")
    func cycle() throws {
        var scheduler = try scheduler([])
        _ = scheduler.handle(command(.inject(onLaunch("A", after: ["B"]))), at: .zero)
        let output = scheduler.handle(command(.inject(onLaunch("B", after: ["A"]))), at: .zero)
        #expect(output.refusal == .cycle)
        #expect(output.refusedCycle.map { scheduler.name(of: $0) }.count == 3)
    }

    @Test("A timeout cancels the attempt")
    func timeout() throws {
        var task = onLaunch("A")
        task.timeout = .seconds(1)
        var scheduler = try scheduler([task])
        _ = scheduler.handle(command(.action(.launch)), at: .zero)
        _ = settle(&scheduler, at: .zero)
        let id = RunID(slot: 0, sequence: 0)
        let end = Instant.zero + .seconds(1)
        #expect(scheduler.nextDeadline == end)
        #expect(scheduler.handle(.advance, at: end) == [.cancel(id, TaskID(0), attempt: 1)])
    }

    @Test("The end of a process comes with what it cancels")
    func crash() throws {
        var scheduler = try scheduler([onLaunch("A")])
        _ = scheduler.handle(command(.action(.launch)), at: .zero)
        _ = settle(&scheduler, at: .zero)
        let cancel = Effect.cancel(RunID(slot: 0, sequence: 0), TaskID(0), attempt: 1)
        #expect(scheduler.handle(command(.action(.crash)), at: .zero) == [cancel, .processEnded])
    }

    @Test("A job begins with the active app")
    func job() throws {
        var scheduler = try scheduler([], jobs: ["up"])
        _ = scheduler.handle(command(.enqueue(JobSpec(task: "up"))), at: .zero)
        _ = scheduler.handle(command(.action(.launch)), at: .zero)
        let id = JobRunID(job: JobID(1), attempt: 1)
        #expect(settle(&scheduler, at: .zero) == [.startJob(id, TaskID(0))])
    }

    @Test("No input traps, whatever it names")
    func hostile() throws {
        var scheduler = try scheduler([onLaunch("A")])
        _ = scheduler.handle(command(.action(.launch)), at: .zero + .seconds(5))
        let runs = [RunID(slot: -1, sequence: 0), RunID(slot: .max, sequence: -1), RunID(slot: 0, sequence: -1)]
        for run in runs {
            #expect(scheduler.handle(.runFinished(run, .success), at: .zero) == [])
            #expect(scheduler.handle(.runHung(run), at: .distantFuture) == [])
        }
        for task in [TaskID(-1), TaskID(7)] { _ = scheduler.handle(.reportedAgain(task), at: .zero) }
        let job = JobRunID(job: JobID(.min), attempt: .min)
        #expect(scheduler.handle(.jobFinished(job, TaskID(0), .fail), at: .zero) == [])
        var elsewhere = onLaunch("B")
        elsewhere.lane = LaneID(99)
        #expect(scheduler.handle(command(.inject(elsewhere)), at: .zero).refusal == .unknownLane)
        #expect(throws: RegistrationError.unknownLane(LaneID(99), of: "B")) {
            _ = try Scheduler(configuration: SchedulerConfiguration(), tasks: [elsewhere])
        }
        #expect(scheduler.brokenInvariants().isEmpty)
    }

    @Test("Queued actions and names are bounded; the refusal names the limit")
    func bounds() throws {
        var scheduler = try scheduler([TaskSpec(name: "A", trigger: .events(EventSet(.willFinishLaunching)))])
        _ = scheduler.handle(command(.action(.launch)), at: .zero)
        _ = settle(&scheduler, at: .zero)
        for _ in 0..<SchedulerLimit.waitingActions.maximum {
            #expect(scheduler.handle(command(.action(.memoryWarning)), at: .zero).refusal == nil)
        }
        let refusal = scheduler.handle(command(.action(.memoryWarning)), at: .zero).refusal
        #expect(refusal == .limit(.waitingActions))
    }

    @Test("A process goes on from its checkpoint, whether it has tasks or not", arguments: [[], ["A"]] as [[String]])
    func checkpoint(names: [String]) throws {
        var first = try scheduler(names.map { onLaunch($0) })
        _ = first.handle(command(.action(.launch)), at: .zero)
        _ = settle(&first, at: .zero)
        var second = try scheduler(names.map { onLaunch($0) })
        let goesOn = second.goOn(from: first.checkpoint(before: CommandID(1)))
        #expect(goesOn)
        #expect(second.nextDeadline == first.nextDeadline && second.brokenInvariants().isEmpty)
    }
}
