import SchedulerCore

/// The progress of a script: the lines that are left, and what the current one waits for.
public struct ScriptProgress: Hashable, Sendable {
    /// All lines.
    public internal(set) var lines: [ScriptLine] = []
    /// The next line.
    public internal(set) var next = 0
    /// When the previous line ends.
    var cursor: Instant = .zero
    /// From this line on only untimed expectations follow: they are judged at the end.
    var firstClosing = 0
    /// What the previous line still waits for, if it has begun.
    var waiting: Waiting?

    /// A line that takes time.
    enum Waiting: Hashable, Sendable {
        case until(Instant)
        /// Runs that ticks release from this release number on are not part of the work that it waits for.
        case condition(WaitCondition, line: ScriptLine, quietTicks: Int, turnsBefore: Int64)
        /// For this many ticks.
        case ticks(Int)
    }

    /// Whether all lines but closing expectations have been carried out.
    public var isThrough: Bool { next >= firstClosing && waiting == nil }

    /// When the next line is due: nil if it depends on what happens first, or none is left.
    public var nextTime: Instant? {
        if case .until(let time) = waiting { return time }
        guard waiting == nil, next < firstClosing else { return nil }
        switch lines[next].timing {
        case .none: return cursor
        case .at(let time): return max(cursor, Instant.zero + time)
        case .after(let time): return cursor + time
        }
    }
}

extension ScriptProgress {
    /// The lines that are left, of which the first comes at its own time; none while a line waits for what happens first.
    public var linesToCome: [ScriptLine] {
        guard let time = nextTime, waiting == nil else { return [] }
        var left = Array(lines[next...])
        left[0].timing = .at(time - .zero)
        return left
    }
}

extension Simulation {
    /// A `wait` gives up after this many ticks with nothing else.
    public static let quietTickLimit = 3_600

    /// Loads a script; its times count from t = 0; lines with a time before `now` happen at once.
    public mutating func load(_ lines: [ScriptLine]) {
        script = ScriptProgress()
        script.lines = lines
        script.cursor = now
        script.firstClosing = lines.count
        while let last = lines[..<script.firstClosing].last, last.timing == .none, last.command.isExpectation {
            script.firstClosing -= 1
        }
    }

    /// Carries out all lines that are due up to `limit`, and lets time pass as they say.
    mutating func runScript(until limit: Instant) {
        while !script.isThrough, !isFull, !isHeld {
            if let waiting = script.waiting {
                guard goOnWaiting(waiting, limit) else { return }
            } else {
                guard let time = script.nextTime, time <= limit else { return }
                beginLine(at: time)
            }
        }
    }

    private mutating func beginLine(at time: Instant) {
        let line = script.lines[script.next]
        if case .at(let wanted) = line.timing, Instant.zero + wanted < script.cursor {
            warn("lateLine", "line \(line.line) runs after its time: \(line.text)")
        }
        pass(to: time)
        script.cursor = now
        script.next += 1
        perform(line)
    }

    /// True once the line is over; false if `limit` came first.
    private mutating func goOnWaiting(_ waiting: ScriptProgress.Waiting, _ limit: Instant) -> Bool {
        switch waiting {
        case .until(let time):
            pass(to: min(time, limit))
            guard time <= limit, !isFull else { return false }
        case .condition(let condition, let line, _, _):
            guard wait(condition, line, limit) else { return false }
        case .ticks(let count): guard waitForTicks(count, limit) else { return false }
        }
        script.waiting = nil
        script.cursor = now
        return true
    }

    /// Lets time pass until the condition holds; gives up if nothing but ticks is left for too long.
    private mutating func wait(_ condition: WaitCondition, _ line: ScriptLine, _ limit: Instant) -> Bool {
        settle()
        while !holds(condition) {
            if isFull { return false }
            let next = scheduler.nextLimit <= now ? now : nextInstant
            guard case .condition(_, _, var quiet, let first) = script.waiting else { return true }
            // The last tick may have begun what is waited for.
            if scheduler.hasWorkLeft(turnsBefore: first, awaited: task(awaitedBy: condition)) { quiet = 0 }
            if next == .distantFuture || quiet >= Self.quietTickLimit {
                write(
                    ExpectationVerdict(
                        line: line.line, text: line.text, holds: false,
                        actual: next == .distantFuture ? "nothing is left to do" : "only ticks for \(quiet) ticks"))
                return true
            }
            guard next <= limit else {
                pass(to: limit)
                return false
            }
            let tick = scheduler.tick
            step(to: next)
            if scheduler.tick != tick { quiet += 1 }
            script.waiting = .condition(condition, line: line, quietTicks: quiet, turnsBefore: first)
        }
        return true
    }

    /// Moves to the next instant at which something happens, judging the limits of this one first.
    mutating func step(to next: Instant) {
        if scheduler.nextLimit <= now { return judgeLimits() }
        pass(to: next)
    }

    private mutating func holds(_ condition: WaitCondition) -> Bool {
        switch condition {
        case .done(let name): return isDone(name)
        case .launched: return scheduler.firstFrameAt != nil
        case .idle: return scheduler.isIdle || scheduler.launchedAt == nil
        case .drained: return scheduler.jobs.count == 0
        }
    }

    /// The task whose run a condition waits for as long as it takes.
    private func task(awaitedBy condition: WaitCondition) -> TaskID? {
        if case .done(let name) = condition { scheduler.task(named: name) } else { nil }
    }

    /// Whether none of its runs is pending and a turn of it has ended: in this process, or a run in an earlier one.
    private mutating func isDone(_ name: String) -> Bool {
        guard let task = scheduler.task(named: name) else { return false }
        let standing = scheduler.standing(of: task)
        guard standing.state == .idle else { return false }
        if standing.lastResult != .none { return true }
        countRuns()
        return tally.counts[task.offset].ended > 0
    }

    private mutating func waitForTicks(_ count: Int, _ limit: Instant) -> Bool {
        settle()
        var left = count
        while left > 0 {
            if isFull { return false }
            let next = scheduler.nextLimit <= now ? now : nextInstant
            let canTick = scheduler.state != .notRunning && scheduler.state != .suspended
            guard next != .distantFuture, canTick else { return true }
            guard next <= limit else {
                pass(to: limit)
                return false
            }
            let tick = scheduler.tick
            step(to: next)
            if scheduler.tick != tick { left -= 1 }
            script.waiting = .ticks(left)
        }
        return true
    }

    /// Carries out one command now; one that takes time only begins.
    mutating func carryOut(_ line: ScriptLine) {
        let text = line.text
        switch line.command {
        case .order(.enqueue(let job), _): command(.enqueue(spec(job.task, job.data)), text)
        case .order(.injectSequence(let sequence), _): inject(sequence, text)
        case .order(let order, let context):
            keepContext(context)
            guard command(order, text), case .post(let key) = order, !hears(key) else { break }
            unheardPosts.append(UnheardPost(time: now, key: key))
        case .inject(let task): inject(task, text)
        case .tick(let count): tick(count, text)
        case .advance(let length): script.waiting = .until(now + length)
        case .wait(let condition):
            script.waiting = .condition(condition, line: line, quietTicks: 0, turnsBefore: scheduler.nextRelease)
        case .expect(let expectation): judge(expectation, line)
        case .note(let caption): captions.append(Caption(time: now, text: caption))
        case .view(let direction): directions.append(direction)
        }
    }

    private mutating func tick(_ count: Int, _ text: String) {
        guard command(.tick, text) else { return }
        switch scheduler.configuration.clockSource {
        case .internal: script.waiting = .ticks(count)
        case .external:
            var left = count
            while left > 0, !isFull {
                settle()
                hand(.tick)
                left -= 1
            }
        }
    }
}

extension ScriptCommand {
    /// Whether a session's script must contain it: what only lets time pass is in the times of the other lines.
    var isWrittenOut: Bool {
        switch self {
        case .advance, .wait: false
        case .order, .inject, .tick, .expect, .note, .view: true
        }
    }

    /// Whether it claims something.
    public var isExpectation: Bool {
        if case .expect = self { return true }
        return false
    }
}
