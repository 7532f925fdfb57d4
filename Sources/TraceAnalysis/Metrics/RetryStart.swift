import SchedulerCore
import Text

/// The beginning of an attempt after a failed one: after a delay, it waits for its lane like a run.
struct RetryStart {
    /// Its run, counted from the first one of the process.
    let run: Int32
    /// The number of its start record, and that of the finish record of the attempt before it.
    let order: Int
    let failedOrder: Int
    /// When the attempt before it ended, and when it began.
    let failed: Instant
    let started: Instant
    /// When it ended.
    let ended: Instant
    /// How long it waited for its lane; 0 if the delay is not known.
    let laneWait: Int64
    /// What the run takes from here on if no later retry of it waits for the lane.
    let rest: Int64

    /// Those of some runs, by the number of their start record.
    static func all(in timeline: Timeline, of runs: Range<Int>, _ facts: LaunchFacts) -> [RetryStart] {
        var retries: [RetryStart] = []
        // Of the attempts of a run, the later one first: what follows it is known.
        var behind: [Int32: (started: Instant, ended: Instant, rest: Int64)] = [:]
        for attempt in timeline.earlierAttempts.reversed() where runs.contains(attempt.run) {
            let span = timeline.runs[attempt.run]
            let run = Int32(attempt.run - runs.lowerBound)
            guard let last = span.lastStarted, let finished = span.finished else { continue }
            let next = behind[run] ?? (last, finished, (finished - last).count)
            let pause = next.started - attempt.finished
            let laneWait = facts.laneWait(of: span.task, beforeAttempt: Int(attempt.attempt) + 1, in: pause).count
            retries.append(
                RetryStart(
                    run: run, order: attempt.nextOrder, failedOrder: attempt.finishOrder, failed: attempt.finished,
                    started: next.started, ended: next.ended, laneWait: laneWait, rest: next.rest))
            let own = (next.started - attempt.started).count - laneWait
            behind[run] = (attempt.started, attempt.finished, next.rest + own)
        }
        return retries.sorted { $0.order < $1.order }
    }
}

extension Timeline {
    /// When the attempts of a run, an index into `runs`, began and ended. O(earlier attempts).
    func attempts(of run: Int) -> [(started: Instant, finished: Instant?)] {
        var attempts: [(started: Instant, finished: Instant?)] = []
        for attempt in earlierAttempts where attempt.run == run {
            attempts.append((started: attempt.started, finished: Optional(attempt.finished)))
        }
        if let last = runs[run].lastStarted { attempts.append((started: last, finished: runs[run].finished)) }
        return attempts
    }
}

extension WaitSource {
    /// What a run waited for between the end of an attempt and another instant, at which the next one began or has not yet.
    package func pieces(
        of run: Run, _ task: TaskID, in lane: LaneID, from failed: Instant, until instant: Instant, delay: Nanoseconds?
    ) -> [WaitPiece] {
        guard failed < instant else { return [] }
        let due = delay.map { min(failed + $0, instant) } ?? instant
        let pause = failed < due ? [WaitPiece(.retry, failed, due)] : []
        return pause
            + pieces(of: run, WaitingRun(task: task, lane: lane, released: due, ready: due, until: instant))
    }
}
