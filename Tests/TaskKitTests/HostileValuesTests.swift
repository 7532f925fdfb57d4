import Foundation
import SchedulerCore
import SchedulerInvariants
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// No value that an app can write traps: it is refused with a typed error, or the rules have a meaning for it.
@Suite(.timeLimit(.minutes(5))) struct HostileValuesTests {
    private static let durations: [Duration] = [
        .zero, .nanoseconds(-1), .nanoseconds(1), .seconds(-1), .seconds(Int64.max), .seconds(Int64.min),
        .init(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
    ]
    private static let counts = [0, 1, -1, -2, .max, .min]
    private static let names = ["", " ", "a\u{0}b", "lane:x", "\u{202E}", String(repeating: "n", count: 100_000)]
    private static let dates = [
        Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity),
        Date(timeIntervalSince1970: -.greatestFiniteMagnitude), Date(timeIntervalSince1970: -0.5),
    ]

    /// Tasks with one odd value each.
    private static var tasks: [LaunchTask] {
        var tasks: [LaunchTask] = []
        for duration in durations {
            tasks.append(LaunchTask("T", on: .every(duration)) {})
            tasks.append(LaunchTask("T", on: .every(.seconds(1), times: 2), TaskOptions(expected: duration)) {})
            tasks.append(LaunchTask("T", on: .didFinishLaunching, TaskOptions(timeout: duration)) {})
            tasks.append(LaunchTask("T", on: .date(sinceEpoch: duration, every: duration, runsWhenMissed: true)) {})
            for retry in [RetryPolicy.further(2, delay: duration), .further(2, delay: .zero, maximumDelay: duration)] {
                tasks.append(
                    LaunchTask("T", on: .didFinishLaunching, TaskOptions(retry: retry)) { throw CancellationError() })
            }
        }
        for count in counts {
            tasks.append(LaunchTask("T", on: .every(.seconds(1), times: count)) {})
            tasks.append(LaunchTask("T", on: .date(Date(), times: count)) {})
            tasks.append(LaunchTask("T", on: .didFinishLaunching, TaskOptions(retry: .further(count))) {})
        }
        for date in dates { tasks.append(LaunchTask("T", on: .date(date, every: .seconds(1), catchUp: .all)) {}) }
        for backoff in [0, -1, .nan, .infinity, 1e300] {
            tasks.append(
                LaunchTask("T", on: .didFinishLaunching, TaskOptions(retry: .further(3, backoff: backoff))) {
                    throw CriticalFailure("")
                })
        }
        for name in names {
            tasks.append(LaunchTask(name, on: .didFinishLaunching) {})
            tasks.append(LaunchTask("T", on: .notification(name)) {})
            tasks.append(LaunchTask("T", on: .didFinishLaunching, after: TaskNames([name, name])) {})
            tasks.append(LaunchTask("T", on: .didFinishLaunching, lane: name) {})
        }
        tasks.append(LaunchTask("T", on: []) {})
        tasks.append(LaunchTask("T", on: .events(EventSet(rawValue: .max))) {})
        tasks.append(LaunchTask("T", on: .didFinishLaunching, after: "T") {})
        tasks.append(LaunchTask("Main", on: .startup(.async)) { @MainActor in })
        return tasks
    }

    private func scheduler(
        _ tasks: [LaunchTask] = [], change: (inout LiveScheduler.Configuration) -> Void = { _ in }
    ) throws -> (LiveScheduler, ManualClock) {
        let clock = ManualClock()
        var configuration = LiveScheduler.Configuration(lanes: ["io": 2])
        configuration.clock = clock
        configuration.execution = .inline
        change(&configuration)
        let job = JobWorker("job", body: .sync { _ in })
        return (try LiveScheduler(configuration, tasks: tasks, jobs: [job]), clock)
    }

    @Test("A task with an odd value is refused with a typed error, or runs by the rules")
    func odd() throws {
        for task in Self.tasks {
            do throws(any Error) {
                let (made, clock) = try scheduler([task])
                try made.launch()
                clock.advance(by: .seconds(3))
                #expect(made.task(task.name) != nil)
                #expect(made.snapshot { $0.brokenInvariants() } == [])
                made.halt()
            } catch {
                #expect(error is TaskKitError, "\(task.name): \(error)")
            }
            let (other, clock) = try scheduler()
            try other.launch()
            do throws(CommandRefused) { try other.inject(task) } catch { #expect(!error.reason.isEmpty) }
            clock.advance(by: .seconds(3))
            #expect(other.snapshot { $0.brokenInvariants() } == [])
            other.halt()
        }
    }

    @Test("A setting that no scheduler can have is named")
    func settings() throws {
        let changes: [(inout LiveScheduler.Configuration, Duration) -> Void] = [
            { $0.tickInterval = $1 }, { $0.launchLimit = $1 }, { $0.backgroundLimit = $1 }, { $0.terminateLimit = $1 },
            { $0.afterLaunchDelay = $1 }, { $0.suspendAfter = $1 }, { $0.retryJobs(after: $1, jitter: .nan) },
        ]
        for (number, change) in changes.enumerated() {
            for duration in Self.durations {
                let isWrong = duration < (number == 0 ? .milliseconds(1) : .zero)
                do throws(any Error) {
                    let (made, clock) = try scheduler { change(&$0, duration) }
                    try made.launch()
                    clock.advance(by: .milliseconds(10))
                    made.halt()
                    #expect(!isWrong, "setting \(number): \(duration)")
                } catch {
                    #expect(isWrong && error is TaskKitError, "setting \(number), \(duration): \(error)")
                }
            }
        }
        let lanes: [Lanes] = [
            ["": 1], ["io": 0], ["io": -1], ["io": 65_536], ["io": 1, "io": 2], ["io": Lane.Shape(gap: .seconds(-1))],
            ["io": Lane.Shape(width: .max)],
        ]
        for lanes in lanes {
            #expect(throws: TaskKitError.self) { try LiveScheduler(lanes: lanes, tasks: []) }
            #expect(throws: TaskKitError.self) {
                try scheduler { $0.jobQueues = lanes }.0.launch()
                if lanes.specs.contains(where: { $0.gap < .zero }) {
                    throw TaskKitError.configuration("no gap in queues")
                }
            }
        }
        #expect(throws: TaskKitError.self) {
            try LiveScheduler(lanes: [:], tasks: [LaunchTask("A") {}, LaunchTask("A") {}])
        }
        let sequence = TaskSequence("", steps: ["nobody", ""], timeout: .seconds(-1))
        #expect(throws: TaskKitError.self) { try LiveScheduler(lanes: [:], tasks: [], sequences: [sequence]) }
    }

    @Test("Commands with odd values are refused, or do what the rules say", arguments: [false, true])
    func commands(hasTicks: Bool) async throws {
        let (scheduler, clock) = try scheduler([LaunchTask("N", on: .notification("key")) {}]) {
            $0.clockSource = hasTicks ? .ticks : .time
        }
        try scheduler.launch()
        for count in Self.counts where count != 1 {
            #expect(throws: CommandRefused.self) { try scheduler.tick(count) }
        }
        for name in Self.names {
            #expect(throws: CommandRefused.self) { try scheduler.destroy(name) }
            #expect(throws: CommandRefused.self) { try scheduler.pause(name) }
            #expect(throws: CommandRefused.self) { try scheduler.resume(name) }
            #expect(throws: CommandRefused.self) { try scheduler.pause(lane: name) }
            #expect(throws: CommandRefused.self) { try scheduler.resume(lane: name) }
            #expect(throws: CommandRefused.self) { try scheduler.start(sequence: name) }
            try scheduler.post(name, payload: name)
            try scheduler.open(url: name)
            #expect(scheduler.task(name) == nil)
        }
        try scheduler.fire([])
        try? scheduler.fire(EventSet(rawValue: .max))
        for id in [JobID(0), JobID(-1), JobID(.min), JobID(.max)] {
            #expect(throws: CommandRefused.self) { try scheduler.queue(.retry(id)) }
            #expect(throws: CommandRefused.self) { try scheduler.queue(.discard(id)) }
        }
        for duration in Self.durations {
            let options = JobOptions(queue: "", delay: duration, expires: duration, uniqueKey: "")
            _ = try? await scheduler.enqueue("job", json: "{\"a\":1}", options)
            clock.advance(by: duration > .seconds(9) ? .seconds(1) : duration)
            await #expect(throws: MilestoneMissed.self) {
                try await scheduler.wait(for: .ended("nobody"), atMost: min(duration, .zero))
            }
        }
        #expect(scheduler.snapshot { $0.brokenInvariants() } == [])
        await scheduler.stop(waiting: .seconds(Int64.min))
        await scheduler.stop(waiting: .seconds(Int64.max))
        #expect(throws: CommandRefused.self) { try scheduler.launch() }
    }
}
