import SchedulerCore
import SchedulerSimulation

/// A process whose scheduler is driven as by a live driver, in virtual time: ends and commands are handed in as they come,
/// and every input is recorded. Lengths and outcomes are drawn by the caller's generator, so nothing else knows them.
public final class LedProcess {
    /// The rules and their state; its records are never taken.
    public private(set) var scheduler: Scheduler
    /// The current instant.
    public private(set) var now = Instant.zero
    /// Everything that was handed in, in order.
    public private(set) var inputs: [RecordedInput] = []
    private var cases: CaseGenerator
    private var ends: [End] = []
    private var order = 0
    private var commands = 0

    private struct End: Sendable {
        var time: Instant
        var order: Int
        var input: Input

        /// Ends of jobs come after those of runs.
        var isJob: Bool {
            if case .jobFinished = input { return true }
            return false
        }
    }

    /// A process of `scenario`'s tasks and jobs, whose durations and outcomes are ignored.
    public init(scenario: Scenario, seed: UInt64) throws {
        var settings = scenario.jobs.settings
        settings.seed = scenario.seed
        scheduler = try Scheduler(
            configuration: scenario.configuration, tasks: scenario.tasks.map(\.spec), sequences: scenario.sequences,
            jobs: JobQueue(settings: settings, handlers: scenario.jobs.behaviours.map(\.task)))
        cases = CaseGenerator(seed: seed)
    }

    /// Everything that happened.
    public var records: [TraceRecord] { scheduler.records }

    /// Gives a command now.
    public func give(_ command: Command, text: String) {
        settle()
        hand(.command(command, CommandID(commands)), text)
        commands += 1
        settle()
    }

    /// Lets time pass to `instant`, doing all that is due on the way and there.
    public func advance(to instant: Instant) {
        settle()
        while true {
            if scheduler.nextLimit <= now, now < instant {
                hand(.limitsDue)
                settle()
                continue
            }
            let next = min(ends.map(\.time).min() ?? .distantFuture, scheduler.nextDeadline, scheduler.nextLimit)
            guard next <= instant, next > now else { break }
            now = next
            settle()
        }
        now = max(now, instant)
    }

    private func settle() {
        repeat {
            while let place = firstDue() { hand(ends.remove(at: place).input) }
            hand(.advance)
        } while scheduler.nextDeadline <= now || ends.contains { $0.time <= now }
    }

    private func firstDue() -> Int? {
        let due = ends.indices.filter { ends[$0].time <= now }
        return due.min { left, right in
            let (left, right) = (ends[left], ends[right])
            return (left.isJob ? 1 : 0, left.time, left.order) < (right.isJob ? 1 : 0, right.time, right.order)
        }
    }

    private func hand(_ input: Input, _ text: String = "") {
        if input == .advance, let last = inputs.last, last.time == now, last.input == .advance {
            inputs[inputs.count - 1].count += 1
        } else {
            inputs.append(RecordedInput(time: now, input: input, text: text))
        }
        for effect in scheduler.handle(input, at: now).effects { answer(effect) }
    }

    private func answer(_ effect: Effect) {
        switch effect {
        case .start(let id, _, _, _, _): end { .runFinished(id, $0) }
        case .startJob(let id, let task): end { .jobFinished(id, task, $0) }
        case .cancel(let id, _, _):
            ends.removeAll { end in
                if case .runFinished(let known, _) = end.input { return known == id }
                return false
            }
        case .cancelJob(let id, _):
            ends.removeAll { end in
                if case .jobFinished(let known, _, _) = end.input { return known == id }
                return false
            }
        case .processEnded:
            ends.removeAll { end in
                end.isJob
            }
        }
    }

    private func end(_ input: (Outcome) -> Input) {
        let outcome = cases.chance(80) ? Outcome.success : cases.pick([.fail, .critical])
        let length = cases.pick([0, 1, 999, cases.number(0...700_000_000), cases.number(0...3_000_000_000)])
        ends.append(End(time: now + Nanoseconds(Int64(length)), order: order, input: input(outcome)))
        order += 1
    }
}
