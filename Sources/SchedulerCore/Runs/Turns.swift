/// The turns of a task in this process.
struct Turns: BitwiseCopyable, Stored {
    /// The last batch that had a turn for it.
    var batch: Int64 = 0
    /// The run under way (an attempt has begun), or -1.
    var active: Int32 = -1
    /// The run that is released and not begun, or -1.
    var pending: Int32 = -1
    /// Runs by name over the whole session; of jobs and sequences too.
    var runs: Int32 = 0
    /// How many of them have not run in this process: those of earlier ones, and those that ended before an attempt.
    var notRun: Int32 = 0
    /// The first cause of a result that is not a success, and how that ended; meaningless after a success.
    var cause: Int32 = -1
    /// Along how many dependencies the run that is not begun waits.
    var waits: Int32 = 0
    var causeResult: TurnResult = .none
    var result: TurnResult = .none
    var isPaused = false
    /// Whether it does not exist now and did not remove itself.
    var isAbsent = false
    /// Whether a parked run waits for a turn of this task to be released.
    var isAwaited = false
    /// Whether the event in progress will release it by its class.
    var isToCome = false

    /// The run that is seen from outside: one under way hides one that waits behind it; -1: none.
    var shown: Int32 { active >= 0 ? active : pending }
    /// Whether no turn is under way or waits.
    var isIdle: Bool { active < 0 && pending < 0 }

    /// Whether its counts are not near their limits, and a result for which others are skipped has a cause.
    func isSound(tasks: Int) -> Bool {
        let limit = Int32.max / 2
        return runs >= 0 && notRun > -limit && notRun <= runs
            && (result == .none || result == .success || (0..<tasks).contains(Int(cause)))
    }

    /// A task that is injected under a known name; a run of an earlier task with that name may still be executing.
    var injected: Turns {
        var turns = Turns(active: active, runs: runs, isAwaited: isAwaited)
        turns.notRun = active >= 0 ? runs - 1 : runs
        return turns
    }

    /// A task of the next process: no turns, but the numbers of runs continue.
    func reset(exists: Bool) -> Turns { Turns(runs: runs, notRun: runs, isAbsent: !exists) }

    /// A turn is released: run number `number`, in `slot`.
    mutating func release(_ slot: Int32, _ number: Int32, _ batch: Int64) {
        pending = slot
        runs = number
        self.batch = batch
    }

    /// An attempt of the run in `slot` begins, its first one or another.
    mutating func begin(_ slot: Int32) {
        active = slot
        if pending == slot { pending = -1 }
    }

    /// The turn of `run` is over; `wasPending`: it had not begun.
    mutating func end(_ run: Run, _ wasPending: Bool, _ result: TurnResult, _ cause: Cause) {
        if wasPending { pending = -1 } else { active = -1 }
        if run.attempt == 0, notRun < runs { notRun += 1 }
        self.result = result
        if result != .success { (self.cause, causeResult) = (cause.task, cause.result) }
    }

    /// Sets the result that counts: of a turn without a run, or of an earlier turn.
    mutating func restore(_ result: TurnResult, _ cause: Cause) {
        self.result = result
        (self.cause, causeResult) = (cause.task, cause.result)
    }

    /// Ended runs of this process.
    var runsEnded: Int {
        Int(runs) - Int(notRun) - (active >= 0 ? 1 : 0) - (pending >= 0 ? 1 : 0)
    }

    /// The turn that a run of `batch` waits for, and its slot; -1: it is not released.
    func awaited(by batch: Int64) -> (turn: EdgeWait.Turn, slot: Int32) {
        let waitsForPending = self.batch == batch && pending >= 0
        return (waitsForPending && active >= 0 ? .next : .current, waitsForPending ? pending : shown)
    }

    /// The turn that comes next: the one that waits, if there is one, else one that is not released yet.
    var nextReleased: (turn: EdgeWait.Turn, slot: Int32) { (active >= 0 ? .next : .current, pending) }

    /// Whether its last result counts for a run of `batch` that waits for it: no turn of the same batch must end first.
    func isOver(for batch: Int64) -> Bool { self.batch != batch || isIdle }
}

/// Why a turn did not succeed: the first task that did not, and how its turn ended.
struct Cause: BitwiseCopyable, Stored {
    let task: Int32
    let result: TurnResult
}

/// Whether and for which turn of its predecessor the run that its task has released waits, along one dependency.
struct EdgeWait: BitwiseCopyable, Stored {
    enum Turn: UInt8, BitwiseCopyable, Stored {
        /// It does not wait.
        case none
        /// For the end of the current turn, or of the next one if there is none.
        case current
        /// For the turn that waits behind the current one.
        case next
    }

    var turn = Turn.none
    /// The predecessor is unreleased or parked.
    var isParked = false
    /// It waits for this turn, not for whichever ends first: the turn is of the same event, or preferred.
    var isCertain = false
}

/// What was found about a released run.
struct Verdict {
    var parks: Int32 = 0
    /// Why a predecessor's result skips it; nil: it does not.
    var skip: Cause?
}

/// A turn that a predecessor's result skips; of several the one that was released first comes first.
struct SkippedTurn: Comparable, Stored {
    let slot: Int32
    /// The number of its run's release.
    let sequence: Int64
    let cause: Cause

    static func < (left: Self, right: Self) -> Bool { left.sequence < right.sequence }
    static func == (left: Self, right: Self) -> Bool { left.sequence == right.sequence }
}
