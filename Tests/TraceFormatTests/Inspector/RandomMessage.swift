import SchedulerCore
import TestSupport

@testable import TraceFormat

/// Random messages of every kind, awkward names included.
extension CaseGenerator {
    mutating func awkwardName() -> String {
        pick(["A", "推送注册", "a \"b\"", "\u{1B}[31m", "x\\y", "", "line\nend", "e\u{301}", "\u{202E}", "0"])
            + "\(number(0...9))"
    }

    mutating func span() -> Nanoseconds { Nanoseconds(Int64(pick([0, 1, 999, 1_000_000, number(0...1 << 40)]))) }

    mutating func instant() -> Instant { Instant(nanoseconds: Int64(pick([0, 1, number(0...1 << 40)]))) }

    mutating func wireTask() -> TaskSpec {
        var task = TaskSpec(name: awkwardName(), trigger: wireTrigger(), priority: pick(Priority.allCases))
        task.lane = chance(50) ? LaneID(number(0...2)) : nil
        task.timeout = chance(30) ? span() : nil
        task.retry = RetryPolicy(
            limit: number(0...3), delay: span(), backoffThousandths: number(0...3000), maximumDelay: span())
        task.blocks = pick([nil, true, false])
        (task.autoRemove, task.tearsDown) = (chance(20), chance(20))
        task.expected = span()
        return task
    }

    private mutating func wireTrigger() -> Trigger {
        switch number(0...4) {
        case 0: .none
        case 1: .events(EventSet(rawValue: UInt32(number(0...1 << 17))))
        case 2:
            .timer(
                TimerTrigger(
                    every: chance(80) ? span() : nil,
                    date: chance(50) ? Instant(nanoseconds: Int64(number(-9...9))) : nil,
                    repetition: chance(50) ? .forever : .times(number(1...9)), runsWhenMissed: chance(50),
                    catchUp: pick(CatchUp.allCases), stopsOnFailure: chance(50),
                    recurrence: chance(30)
                        ? Recurrence(
                            pick([.hourly, .daily, .weekdays, .weekly(number(1...7)), .monthly(number(1...31))]),
                            second: number(0...86_399), epoch: Int64(number(-9...9))) : nil))
        case 3: .notification(awkwardName())
        default: .startup(pick(StartupClass.allCases))
        }
    }

    private mutating func wireSequence() -> SequenceSpec {
        SequenceSpec(
            name: awkwardName(), events: EventSet(rawValue: UInt32(number(0...1 << 17))), steps: [],
            continuesOnFailure: chance(50), timeout: chance(50) ? span() : nil, blocks: chance(50))
    }

    mutating func jobSpec() -> JobSpec {
        JobSpec(
            task: awkwardName(), data: "{\"a\": [1, \"\(awkwardName().count)\"]}", queue: awkwardName(),
            priority: pick(Priority.allCases), runAfter: chance(50) ? instant() : nil,
            expiresAt: chance(50) ? instant() : nil, uniqueKey: chance(50) ? awkwardName() : nil,
            replacesWaiting: chance(50))
    }

    private mutating func job() -> Job {
        Job(
            id: JobID(Int64(number(1...99))), spec: jobSpec(), attempts: number(0...4), forgiven: number(0...4),
            enqueuedAt: Instant(nanoseconds: Int64(number(-9...9))), due: instant(), place: Int64(number(0...99)),
            isRunning: chance(50))
    }

    /// Any command but `inject`, whose task is in another line.
    mutating func wireCommand() -> Command {
        switch number(0...16) {
        case 0: .action(pick(LifecycleAction.allCases))
        case 1: .fire(EventSet(rawValue: UInt32(number(0...1 << 17))))
        case 2: .post(awkwardName())
        case 3: .tick
        case 4: .pauseTask(awkwardName())
        case 5: .resumeTask(awkwardName())
        case 6: .pauseLane(awkwardName())
        case 7: .resumeLane(awkwardName())
        case 8: .destroy(awkwardName())
        case 9: .start(awkwardName())
        case 10: .queue(.start)
        case 11: .queue(.stop)
        case 12: .queue(.empty)
        case 13: .queue(.retry(JobID(Int64(number(0...9)))))
        case 14: .queue(.discard(JobID(Int64(number(0...9)))))
        case 15: .driver(chance(50) ? .driver(-1) : nil)
        default: .enqueue(jobSpec())
        }
    }

    mutating func input() -> RecordedInput {
        let run = RunID(slot: Int32(number(0...99)), sequence: Int64(number(0...9999)))
        let job = JobRunID(job: JobID(Int64(number(1...99))), attempt: Int32(number(1...4)))
        let outcome = pick(Outcome.allCases)
        switch number(0...8) {
        case 7: return RecordedInput(time: instant(), input: .reportedAgain(TaskID(number(0...9))))
        case 0: return RecordedInput(time: instant(), input: .advance, count: Int32(number(1...9)))
        case 1: return RecordedInput(time: instant(), input: .runFinished(run, outcome))
        case 2: return RecordedInput(time: instant(), input: .runHung(run))
        case 3: return RecordedInput(time: instant(), input: .jobFinished(job, TaskID(number(0...9)), outcome))
        case 4: return RecordedInput(time: instant(), input: .jobHung(job))
        case 5: return RecordedInput(time: instant(), input: .limitsDue)
        case 6: return RecordedInput(time: instant(), input: .tick)
        default:
            let command = wireCommand()
            return RecordedInput(time: instant(), input: .command(command, CommandID(0)), text: awkwardName())
        }
    }

    /// Any message that is one line.
    mutating func message() -> InspectorMessage {
        switch number(0...20) {
        case 0:
            return .hello(
                InspectorHello(
                    process: Int32(number(1...9999)), name: awkwardName(), allowsControl: chance(50),
                    epoch: Int64(number(-9...9)), now: instant()))
        case 1:
            var configuration = SchedulerConfiguration()
            configuration.lanes = []
            configuration.tick = Nanoseconds(Int64(number(1...1 << 30)))
            configuration.clockSource = chance(50) ? .external : .internal
            configuration.order = chance(50) ? .criticalPath : .priority
            configuration.enforcesLimits = chance(50)
            configuration.suspendAfter = span()
            configuration.maximumInterval = number(1...1 << 30)
            (configuration.grace, configuration.afterLaunchDelay) = (span(), span())
            (configuration.launchLimit, configuration.backgroundLimit) = (span(), span())
            (configuration.terminateLimit, configuration.eventLimit) = (span(), span())
            return .configuration(configuration)
        case 2: return .lane(LaneSpec(name: awkwardName(), width: number(1...65_535), gap: span()))
        case 3: return .task(wireTask())
        case 4: return .sequence(wireSequence())
        case 5: return .names(pick(InspectorNames.allCases), (0..<number(0...4)).map { _ in awkwardName() })
        case 6:
            var settings = JobSettings()
            settings.queues = []
            settings.seed = .max - UInt64(number(0...9))
            settings.jitterThousandths = number(0...1000)
            (settings.retryLimit, settings.backoffThousandths) = (number(1...9), number(0...3000))
            (settings.delay, settings.maximumDelay) = (span(), span())
            (settings.failedStaysAtHead, settings.startsOnActive) = (chance(50), chance(50))
            settings.stopsOnResign = chance(50)
            settings.timeouts = (0..<number(0...2)).map { _ in
                JobTimeout(task: chance(50) ? awkwardName() : nil, limit: span())
            }
            return .jobs(settings)
        case 7: return .queue(JobQueueSpec(name: awkwardName(), width: number(1...9)))
        case 8: return .jobName(awkwardName())
        case 9: return .store(nextNumber: Int64(number(1...99)))
        case 10: return .job(job())
        case 11:
            return .deadLetter(DeadLetter(job: job(), cause: pick(DeathCause.allCases), diedAt: instant()))
        case 12: return .begin
        case 13: return .live(instant())
        case 14: return .reply(id: Int64(number(0...9)), refusal: chance(50) ? awkwardName() : nil)
        case 15: return .missed(Int64(number(0...9999)))
        case 16: return .bye(awkwardName())
        case 17: return .attach(schema: number(0...9))
        case 18:
            let command = wireCommand()
            return .control(
                ControlRequest(
                    id: Int64(number(0...9)), text: awkwardName(), command: command,
                    context: chance(50) ? awkwardName() : nil))
        case 19: return .state(format: number(0...9), bytes: (0..<number(0...40)).map { _ in UInt8(number(0...255)) })
        default: return .input(input())
        }
    }
}
