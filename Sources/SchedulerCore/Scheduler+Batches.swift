/// Several inputs of one instant at once, for drivers with many threads: nothing comes of them but what comes of each in
/// turn.
extension Scheduler {
    /// The same as `handle(.runFinished(run, outcome), at: instant)` for each of `ends` in turn. O(ends + what they let go
    /// on).
    public mutating func handle(_ ends: UnsafeBufferPointer<RunEnd>, at instant: Instant) {
        precondition(instant >= now, "time never goes back")
        guard ends.count > 0 else { return }
        ownTables()
        now = instant
        isUnsettled = true
        finish(ends)
        setDeadlines()
    }

    /// The same as `handle(.advance, at: instant)`, again and again as long as nothing but starts is left to do at this
    /// instant, `limit` times at most. How many times; the driver carries out the effects and returns while
    /// `nextDeadline` is not later. O(passes).
    public mutating func advance(at instant: Instant, atMost limit: Int) -> Int {
        precondition(instant >= now, "time never goes back")
        now = instant
        guard hasOnlyStartsLeft else {
            handle(.advance, at: instant)
            return 1
        }
        ownTables()
        var starts = 0
        var isPlain = true
        while isPlain, starts < limit, let lane = nextLane {
            let started = startSeveral(of: lane, atMost: limit &- starts)
            starts &+= started.count
            isPlain = started.arePlain
        }
        isUnsettled = canStart
        setDeadlines()
        return max(1, starts)
    }

    /// Whether the next pass can do nothing but start a run, and a plain start changes nothing about that. Inline, as all
    /// questions of hot paths: a call would be given a copy.
    @inline(__always)
    private var hasOnlyStartsLeft: Bool {
        let isQuiet = advancing.isEmpty && leftOver.isEmpty && idleWaiting.isEmpty && registry.sequences.isEmpty
        let isDone = (delivery == nil && queued.isEmpty) || (event.batch != 0 && !event.isOver)
        let isDue = event.awaitsClasses || process.suspensionIsDue || jobsAreStale || jobsDue <= now
        return isTicking && isQuiet && isDone && !isDue && deadlines.firstTime > now && process.nextTickTime > now
    }
}
