import SchedulerCore
import TraceAnalysis

extension Course {
    /// When the attempt of a run with this number, from 1 on, could begin: after the delay since the one before, which has
    /// ended; nil if that is not known.
    package func due(_ task: TaskID, _ run: Run, retry: Int) -> Instant? {
        guard let policy = retries[task], let failed = run.attempts.times(retry - 1).end else { return nil }
        return failed + policy.delay(beforeAttempt: retry + 1)
    }

    /// Whether a run failed and is to be tried again, which has not begun.
    package func isToRetry(_ task: TaskID, _ run: Run) -> Bool {
        guard let policy = retries[task], let last = run.attempts.last, let end = last.end,
            last.outcome == .fail || last.outcome == .timedOut, run.attempts.count <= policy.limit
        else { return false }
        // The end of the process or of the task ends that wait.
        return !marks(of: task).contains { $0.kind == .skipped && $0.time >= end && $0.reason.endsWaitingRun }
    }

    /// The attempt of a run, from 0 on, that had failed by `instant`, if the next one had not begun by then.
    package func failedAttempt(of task: TaskID, _ run: Run, at instant: Instant) -> Int? {
        guard retries[task] != nil, let place = run.attempts.lastIndex(where: { $0.start <= instant }),
            let end = run.attempts[place].end, end <= instant
        else { return nil }
        return place + 1 < run.attempts.count || isToRetry(task, run) ? place : nil
    }

    /// The waits of a task's retries for their lane, once they could begin.
    package func retryWaits(of task: TaskID) -> [WaitPiece] {
        guard !retries.isEmpty, retries[task] != nil, task.offset < runs.count else { return [] }
        return runs[task.offset].filter { $0.attempts.count > 1 }.flatMap { run in
            (1..<run.attempts.count).compactMap { number in
                let start = run.attempts[number].start
                guard let due = due(task, run, retry: number), due < start else { return nil }
                return WaitPiece(.turn, due, start)
            }
        }
    }

    /// Knows how the tasks of a scheduler are tried again. O(tasks).
    package mutating func know(_ scheduler: borrowing Scheduler) { retries = scheduler.retryPolicies }
}

/// An optional instant in the eight bytes of an instant.
struct OptionalInstant: Hashable, BitwiseCopyable, Sendable {
    private var nanoseconds = Int64.min

    /// None.
    init() {}

    /// The instant; nil if there is none.
    var instant: Instant? {
        @inline(__always) get { nanoseconds == .min ? nil : Instant(nanoseconds: nanoseconds) }
        @inline(__always) set { nanoseconds = newValue?.nanoseconds ?? .min }
    }
}

extension Course {
    /// One attempt of a run.
    package struct Attempt: Hashable, Sendable {
        package var start: Instant
        package var end: Instant?
        package var outcome: Outcome?
    }

    /// The attempts of a run, in order. Nearly all runs have one, which is stored inline; later ones are in a list.
    package struct Attempts: Hashable, Sendable {
        private var firstStart = OptionalInstant()
        /// The end of the first attempt or, without one, of the turn.
        private var firstEnd = OptionalInstant()
        private var later: [Attempt] = []
        private var firstOutcome: Outcome?

        /// None.
        package init() {}

        /// When the turn ended without an attempt.
        package var skipped: Instant? {
            get { isEmpty ? firstEnd.instant : nil }
            set { if isEmpty { firstEnd.instant = newValue } }
        }
        /// When the first one began.
        package var start: Instant? { firstStart.instant }
        /// When the last attempt or, without one, the turn ended; nil until then.
        package var end: Instant? { later.isEmpty ? firstEnd.instant : later.last?.end }

        /// When an attempt began and ended.
        @inline(__always)
        package func times(_ place: Int) -> (start: Instant, end: Instant?) {
            guard place > 0 else { return (firstStart.instant ?? .zero, firstEnd.instant) }
            return (later[place - 1].start, later[place - 1].end)
        }

        /// Adds an attempt that began.
        package mutating func append(_ attempt: Attempt) {
            if isEmpty {
                firstStart.instant = attempt.start
                firstEnd.instant = attempt.end
                firstOutcome = attempt.outcome
            } else {
                later.append(attempt)
            }
        }

        /// Removes the last attempt.
        package mutating func removeLast() {
            if later.popLast() == nil { self = Attempts() }
        }
    }
}

extension Course.Attempts: RandomAccessCollection, MutableCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { firstStart.instant == nil ? 0 : 1 + later.count }

    package subscript(place: Int) -> Course.Attempt {
        get {
            guard place == 0 else { return later[place - 1] }
            return Course.Attempt(start: firstStart.instant ?? .zero, end: firstEnd.instant, outcome: firstOutcome)
        }
        set {
            if place > 0 {
                later[place - 1] = newValue
                return
            }
            firstStart.instant = newValue.start
            firstEnd.instant = newValue.end
            firstOutcome = newValue.outcome
        }
    }
}
