/// The turns of a task that are under way or wait, and how its last one ended: what each start, end and dependency looks at, and
/// therefore small.
struct Turns: BitwiseCopyable, Stored {
    struct Marks: OptionSet, BitwiseCopyable, Stored {
        var rawValue: UInt8
        static let paused = Marks(rawValue: 1)
        /// It does not exist now and did not remove itself.
        static let absent = Marks(rawValue: 2)
        /// A parked run waits for a turn of this task to be released.
        static let awaited = Marks(rawValue: 4)
        /// The event in progress will release it by its class.
        static let toCome = Marks(rawValue: 8)
    }

    /// The run under way (an attempt has begun), or -1.
    var active: Int32 = -1
    /// The run that is released and not begun, or -1.
    var pending: Int32 = -1
    /// Along how many dependencies the run that is not begun waits.
    var waits: Int32 = 0
    var result: TurnResult = .none
    /// Of its task when it was released last.
    private(set) var traits: TaskTraits = []
    private var marks: Marks = []

    init() {}

    /// A task that does not exist yet.
    static var absent: Turns {
        var turns = Turns()
        turns.mark(.absent)
        return turns
    }

    var isPaused: Bool { marks.contains(.paused) }
    var isAbsent: Bool { marks.contains(.absent) }
    var isAwaited: Bool { marks.contains(.awaited) }
    var isToCome: Bool { marks.contains(.toCome) }

    /// Adds marks, or removes them.
    mutating func mark(_ marks: Marks, _ isMarked: Bool = true) {
        if isMarked { self.marks.formUnion(marks) } else { self.marks.subtract(marks) }
    }

    /// The run that is seen from outside: one under way hides one that waits behind it; -1: none.
    var shown: Int32 { active >= 0 ? active : pending }
    /// Whether no turn is under way or waits.
    var isIdle: Bool { active < 0 && pending < 0 }
    /// How many of its runs have not ended.
    var live: Int32 { (active >= 0 ? 1 : 0) + (pending >= 0 ? 1 : 0) }

    /// A task that is injected under a known name; a run of an earlier task with that name may still be executing.
    var injected: Turns {
        var turns = Turns()
        turns.active = active
        turns.mark(.awaited, isAwaited)
        return turns
    }

    /// A turn is released: its run is in `slot`.
    mutating func release(_ slot: Int32, _ traits: TaskTraits) {
        pending = slot
        self.traits = traits
    }

    /// A stopped sequence continues: its run, in `slot`, is under way.
    mutating func resume(_ slot: Int32, _ traits: TaskTraits) {
        active = slot
        self.traits = traits
    }

    /// An attempt of the run in `slot` begins, its first one or another.
    mutating func begin(_ slot: Int32) {
        active = slot
        if pending == slot { pending = -1 }
    }

    /// The turn of a run is over; `wasPending`: it had not begun.
    mutating func end(_ wasPending: Bool, _ result: TurnResult) {
        if wasPending { pending = -1 } else { active = -1 }
        self.result = result
    }

    /// The turn that a run waits for, and its slot; -1: it is not released. `isOwnBatch`: the last turn was released with the run.
    func awaited(isOwnBatch: Bool) -> (turn: EdgeWait.Turn, slot: Int32) {
        let waitsForPending = isOwnBatch && pending >= 0
        return (waitsForPending && active >= 0 ? .next : .current, waitsForPending ? pending : shown)
    }

    /// The turn that comes next: the one that waits, if there is one, else one that is not released yet.
    var nextReleased: (turn: EdgeWait.Turn, slot: Int32) { (active >= 0 ? .next : .current, pending) }
}

/// What is left of the turns of a task, and is looked at only when it is released or did not succeed.
struct TurnHistory: BitwiseCopyable, Stored {
    /// The last batch that had a turn for it.
    var batch: Int64 = 0
    /// Runs by name over the whole session; of jobs and sequences too.
    var runs: Int32 = 0
    /// How many of them have not run in this process: those of earlier ones, and those that ended before an attempt.
    var notRun: Int32 = 0
    /// The first cause of a result that is not a success, and how that ended; meaningless after a success.
    var cause = Cause(task: -1, result: .none)

    /// Whether its counts are not near their limits, and a result for which others are skipped has a cause.
    func isSound(tasks: Int, _ result: TurnResult) -> Bool {
        let limit = Int32.max / 2
        return runs >= 0 && notRun > -limit && notRun <= runs
            && (result == .none || result == .success || (0..<tasks).contains(Int(cause.task)))
    }

    /// The history in the next process, or of a task that is injected while `live` runs of an earlier one have not ended: only
    /// the numbers of runs go on.
    func renewed(live: Int32 = 0) -> TurnHistory { TurnHistory(runs: runs, notRun: runs - live) }

    /// A turn is released as run number `number`.
    mutating func release(_ number: Int32, _ batch: Int64) {
        runs = number
        self.batch = batch
    }
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
    /// Along how many dependencies it waits, and how many reasons it has to be parked.
    var waits: Int32 = 0
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
