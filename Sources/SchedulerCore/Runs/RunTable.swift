/// The turns of all tasks: released, waiting for predecessors, parked, ready, under way, over.
///
/// It returns what follows elsewhere: `nextReady` the runs that became ready, `nextSkip` the turns to skip.
struct RunTable: Stored {
    var runs = RunSlots()
    /// The turns of each task, by its number, and what is left of earlier ones.
    var turns: [Turns]
    var histories: [TurnHistory]
    var graph: TaskGraph
    /// What the released runs wait for, by the place of the dependency.
    var waits: [EdgeWait]
    var event = HeldEvent()
    private var lastBatch: Int64 = 0
    private var readied: [Int32] = []
    private var skips = Heap<SkippedTurn>()
    /// Runs that were parked or continued, of which the runs that wait for them must learn.
    private var parkings = WorkList<Parking>()
    /// Runs whose parking began or ended since that was last recorded.
    private var unsaid: [Int32] = []
    /// Runs that nothing but their driver will ever end, in no particular order.
    private(set) var endless: [Int32] = []
    /// Attempts under way that end by themselves, of runs released by neither idle nor a timer.
    private(set) var workUnderWay = 0

    init(_ graph: TaskGraph) {
        self.graph = graph
        turns = Array(repeating: Turns(), count: graph.count)
        histories = Array(repeating: TurnHistory(), count: graph.count)
        waits = Array(repeating: EdgeWait(), count: graph.endPlace)
    }

    subscript(slot: Int32) -> Run { runs[slot] }
    /// The slot of a run; nil if its turn is over, or it never existed.
    func slot(of id: RunID) -> Int32? { runs.slot(of: id) }
    /// Whether some run that has not ended satisfies `condition`. O(runs).
    func contains(where condition: (Run) -> Bool) -> Bool { runs.contains(condition) }
    /// Runs that have not ended and satisfy `condition`, in release order. O(runs).
    func live(where condition: (Run) -> Bool = { _ in true }) -> [Int32] { runs.live(condition) }
    var nextRelease: Int64 { runs.nextRelease }
    func turns(of task: Int) -> Turns { turns[task] }
    /// How many runs a task had by its name, and how many of them ended in this process.
    func count(of task: Int) -> (runs: Int32, ended: Int) {
        let history = histories[task]
        return (history.runs, Int(history.runs) - Int(history.notRun) - Int(turns[task].live))
    }
    /// Why the last turn of a task did not succeed.
    func cause(of task: Int) -> Cause { histories[task].cause }
    var dependencies: TaskGraph { graph }
    var batch: Int64 { lastBatch }
    var heldEvent: HeldEvent { event }

    /// Whether it can be used, whoever wrote it: every number is valid, and nothing is half done.
    func isSound(tasks: Int, lanes: Int) -> Bool {
        !hasFollowing && parkings.isEmpty && graph.count == tasks && graph.isSound && turns.count == tasks
            && histories.count == tasks
            && waits.count == graph.endPlace
            && zip(histories, turns).allSatisfy { $0.isSound(tasks: tasks, $1.result) }
            && runs.isSound(tasks: tasks, lanes: lanes)
            && hasSoundRuns(unsaid)
    }

    /// Begins a batch: what one event, tick or post releases, at most `count` runs. Returns its number.
    @discardableResult
    mutating func beginBatch(of count: Int = 1) -> Int64 {
        if count > 1 { runs.reserve(count) }
        lastBatch += 1
        return lastBatch
    }

    /// The last batch is that of an event, which its runs may hold.
    mutating func beginEvent() { event = HeldEvent(batch: lastBatch) }

    /// The event in progress is over: what is parked, or basic without holding it, holds no other. O(runs).
    mutating func endEvent() {
        for slot in runs.live({ !$0.marks.isDisjoint(with: [.holds, .basic]) }) {
            runs[slot].marks.subtract([.holds, .basic])
        }
        event = HeldEvent()
    }

    /// Gives a task its turn in `batch`. Returns the released run, to be judged; nil if the turn is passed over
    /// because the task is paused, or skipped because one run already waits.
    mutating func release(
        _ task: Int, _ row: TaskRow, _ marks: Run.Marks, batch: Int64, isOnce: Bool, _ trace: inout RecordLog
    ) -> Int32? {
        let own = turns[task]
        guard !own.isPaused, own.pending < 0 else {
            let reason: Reason = own.isPaused ? .paused : .overrun
            let isMissed = own.isPaused && isOnce
            trace.note(isMissed ? .miss(TaskID(task), reason) : .skip(TaskID(task), reason))
            if own.isPaused {
                passOver(task, isMissed ? .missed : .skipped, &trace)
            } else {
                histories[task].batch = batch
            }
            return nil
        }
        let earlier = histories[task].runs
        let number = earlier < .max ? earlier + 1 : earlier
        let slot = runs.add(Run(row, task, number: number, marks, batch: batch))
        turns[task].release(slot, row.traits)
        histories[task].release(number, batch)
        trace.note(.release(TaskID(task), run: number, lane: row.lane))
        return slot
    }

    /// A stopped sequence continues: a turn without a record, counted neither as a run nor as one that never began.
    mutating func resumeSteps(_ task: Int, _ row: TaskRow, _ marks: Run.Marks, at now: Instant) {
        var run = Run(row, task, number: histories[task].runs, marks, batch: lastBatch)
        run.phase = .stepping
        run.ready = now
        histories[task].notRun -= 1
        histories[task].batch = lastBatch
        turns[task].resume(runs.add(run), row.traits)
        event.hold(marks, 1)
    }

    /// Finds out what a released run waits for, and whether it is parked, skipped or ready; `isBlocked`: by its lane.
    mutating func judge(_ slot: Int32, isBlocked: Bool, _ trace: inout RecordLog) {
        let run = runs[slot]
        let task = Int(run.task)
        let own = turns[task]
        var verdict = Verdict()
        if isBlocked { verdict.parks += 1 }
        if own.active >= 0 {
            runs[slot].marks.insert(.waitsForItself)
            if runs[own.active].isParked {
                runs[slot].marks.insert(.itselfParked)
                verdict.parks += 1
            }
        }
        for place in graph.places(of: task) where !graph[place].isWeak { judge(place, run, &verdict, &trace) }
        if verdict.waits > 0 { turns[task].waits = verdict.waits }
        if let skip = verdict.skip {
            stopWaiting(task)
            runs[slot].marks.insert(.parked)
            runs[slot].parks = 1
            return skips.insert(SkippedTurn(slot: slot, sequence: runs[slot].sequence, cause: skip))
        }
        if verdict.parks > 0 {
            runs[slot].parks = verdict.parks
            runs[slot].marks.insert(.parked)
            unsaid.append(slot)
            // Runs of its batch that were judged earlier now wait for a parked run.
            parkings.append(Parking(slot: slot, isParked: true))
            spreadParking()
        } else {
            event.hold(run.marks, 1)
        }
        if own.isAwaited { endAwaiting(task) }
        if turns[task].waits == 0 { becomeReady(slot, at: trace.now) }
    }

    /// Checks one predecessor: in the same batch it must end first; otherwise it must have ended in this process.
    @inline(__always)
    private mutating func judge(_ place: Int, _ run: Run, _ verdict: inout Verdict, _ trace: inout RecordLog) {
        let (source, batch) = (Int(graph[place].source), run.batch)
        let turn = turns[source]
        if turn.isAbsent {
            return trace.note(.warning(.unknownPredecessor(TaskID(source), of: TaskID(Int(run.task)))))
        }
        if verdict.skip != nil { return }
        let isToCome = turn.isToCome && batch == event.batch
        // Its last result counts, unless a turn of the same batch must end first.
        if !isToCome, turn.result != .none, turn.isIdle || histories[source].batch != batch {
            guard turn.result != .success, !graph[place].isSoft else { return }
            verdict.skip = histories[source].cause
            return
        }
        verdict.waits += 1
        if beginWait(at: place, source, batch, isToCome: isToCome) { verdict.parks += 1 }
    }

    /// A turn that parked runs waited for is released at last: unless it is parked itself, they hold their event again.
    private mutating func endAwaiting(_ task: Int) {
        turns[task].mark(.awaited, false)
        for slot in [turns[task].active, turns[task].pending] where slot >= 0 && !runs[slot].isParked {
            parkings.append(Parking(slot: slot, isParked: false))
        }
        spreadParking()
    }

    /// The next run that became ready and that is not in its lane yet; nil if there is none.
    @inline(__always)
    mutating func nextReady() -> Int32? { readied.popLast() }

    /// The next turn to skip, in the order in which they were released; nil if there is none.
    mutating func nextSkip() -> SkippedTurn? {
        while let skip = skips.popFirst() {
            if runs[skip.slot].isWaiting { return skip }
        }
        return nil
    }

    /// The predecessors of a run are done; it is ready unless it waits for an earlier run of its task, or is skipped.
    private mutating func becomeReady(_ slot: Int32, at now: Instant) {
        guard runs[slot].marks.isDisjoint(with: [.doomed, .waitsForItself]), !waitsForPreferred(slot) else { return }
        runs[slot].becomeReady(at: now)
        offer(slot)
    }

    /// Offers a ready run to its lane, unless its task is paused.
    @inline(__always)
    mutating func offer(_ slot: Int32) {
        if turns[Int(runs[slot].task)].isPaused { return }
        runs[slot].marks.insert(.queued)
        readied.append(slot)
    }

    /// A run enters another phase.
    mutating func enter(_ slot: Int32, _ phase: Run.Phase) {
        runs[slot].phase = phase
    }

    /// Adds marks to a run, or removes them.
    mutating func mark(_ slot: Int32, _ marks: Run.Marks, _ isMarked: Bool = true) {
        if isMarked { runs[slot].marks.formUnion(marks) } else { runs[slot].marks.subtract(marks) }
    }

    /// A lane began an attempt of a run.
    @inline(__always)
    mutating func start(_ slot: Int32, at now: Instant) {
        runs[slot].begin(at: now)
        countWork(runs[slot].marks, 1)
        turns[Int(runs[slot].task)].begin(slot)
    }

    /// An attempt begins (1), or ends or turns out to be endless (-1).
    mutating func countWork(_ marks: Run.Marks, _ change: Int) {
        if marks.contains(.work), !marks.contains(.hung) { workUnderWay += change }
    }

    /// The turn of `run`, in `slot`, is over: its successors continue or are doomed. Returns whether it had begun.
    @inline(__always)
    mutating func end(
        _ slot: Int32, _ run: Run, _ result: TurnResult, _ cause: Cause, _ trace: inout RecordLog
    ) -> Bool {
        let task = Int(run.task)
        let (active, pending) = (turns[task].active, turns[task].pending)
        let wasPending = pending == slot
        if !run.isParked { event.hold(run.marks, -1) }
        if run.chain >= 0 { unlink(slot) }
        if run.isReady { readied.removeAll { $0 == slot } }
        if wasPending, turns[task].waits > 0 { stopWaiting(task) }
        turns[task].end(wasPending, result)
        if run.attempt == 0, histories[task].notRun < histories[task].runs { histories[task].notRun += 1 }
        if result != .success { histories[task].cause = cause }
        resolve(task, result, endsNext: wasPending && active >= 0, &trace)
        if !wasPending, pending >= 0 { stopWaitingForItself(pending, at: trace.now) }
        runs.free(slot)
        return !wasPending
    }

    /// Restores the result that counts for the successors of a task.
    mutating func restoreResult(_ task: Int, _ result: TurnResult, _ cause: Cause) {
        turns[task].result = result
        histories[task].cause = cause
    }

    /// A turn of `task` is over, the one under way or (`endsNext`) the one behind it.
    private mutating func resolve(_ task: Int, _ result: TurnResult, endsNext: Bool, _ trace: inout RecordLog) {
        for number in graph.successorPlaces(of: task) {
            let successor = graph.successor(number)
            let wait = waits[Int(successor.place)]
            switch wait.turn {
            case .none: break
            case .next where !endsNext: waits[Int(successor.place)].turn = .current
            case .current where endsNext && wait.isCertain: break
            case .current, .next: settle(successor, result, &trace)
            }
        }
    }

    /// The turn that the waiting run of a successor waited for is over.
    @inline(__always)
    mutating func settle(_ successor: TaskGraph.Successor, _ result: TurnResult, _ trace: inout RecordLog) {
        let (task, place) = (Int(successor.task), Int(successor.place))
        let wasParked = waits[place].isParked
        waits[place] = EdgeWait()
        turns[task].waits -= 1
        let (slot, left) = (turns[task].pending, turns[task].waits)
        if result == .success || graph[place].isSoft {
            if wasParked { park(slot, false) }
            if left == 0 { becomeReady(slot, at: trace.now) }
        } else {
            runs[slot].marks.insert(.doomed)
            let cause = histories[Int(graph[place].source)].cause
            skips.insert(SkippedTurn(slot: slot, sequence: runs[slot].sequence, cause: cause))
        }
    }

    /// The run that `task` has released no longer waits for other tasks.
    private mutating func stopWaiting(_ task: Int) {
        for place in graph.places(of: task) { waits[place] = EdgeWait() }
        turns[task].waits = 0
    }

    /// The run that the one in `slot` waited for is over. It was not parked then: a parked one is ended only by
    /// `destroy`, which ends the waiting one first.
    private mutating func stopWaitingForItself(_ slot: Int32, at now: Instant) {
        guard runs[slot].marks.contains(.waitsForItself) else { return }
        runs[slot].marks.remove(.waitsForItself)
        if turns[Int(runs[slot].task)].waits == 0 { becomeReady(slot, at: now) }
    }

    /// Adds a reason to be parked, or removes one. With the first parking begins; with the last the run holds its
    /// event again while that lasts.
    mutating func park(_ slot: Int32, _ isMore: Bool = true) {
        countReason(slot, isMore)
        spreadParking()
    }

    /// Whether there are runs that became ready or turns to skip.
    var hasFollowing: Bool { !readied.isEmpty || !skips.isEmpty }
    /// Whether there are runs whose parking began or ended.
    var hasUnsaid: Bool { !unsaid.isEmpty }

    /// Removes and returns the runs whose parking began or ended since the last call.
    mutating func takeUnsaid() -> [Int32] {
        defer { unsaid.removeAll(keepingCapacity: true) }
        return unsaid
    }

    private mutating func countReason(_ slot: Int32, _ isMore: Bool) {
        guard slot >= 0 else { return }
        runs[slot].parks += isMore ? 1 : -1
        guard runs[slot].parks == (isMore ? 1 : 0) else { return }
        mark(slot, .parked, isMore)
        event.hold(runs[slot].marks, isMore ? -1 : 1)
        unsaid.append(slot)
        parkings.append(Parking(slot: slot, isParked: isMore))
    }

    /// Updates the runs that wait for runs that were parked or continued, and in turn their successors; no recursion.
    private mutating func spreadParking() {
        while let parking = parkings.popFirst() {
            let (parked, isParked) = (parking.slot, parking.isParked)
            let task = Int(runs[parked].task)
            let own = turns[task]
            let chain = runs[parked].chain
            if chain >= 0, runs[parked].marks.contains(.chainParked) != isParked {
                mark(parked, .chainParked, isParked)
                countReason(chain, isParked)
            }
            let turn: EdgeWait.Turn = own.pending == parked && own.active >= 0 ? .next : .current
            for number in graph.successorPlaces(of: task) {
                let (successor, place) = (graph.successor(number), Int(graph.successor(number).place))
                guard waits[place].turn == turn, waits[place].isParked != isParked else { continue }
                waits[place].isParked = isParked
                countReason(turns[Int(successor.task)].pending, isParked)
            }
            guard own.active == parked, own.pending >= 0 else { continue }
            let marks = runs[own.pending].marks
            guard marks.contains(.waitsForItself), marks.contains(.itselfParked) != isParked else { continue }
            mark(own.pending, .itselfParked, isParked)
            countReason(own.pending, isParked)
        }
    }

    /// Sets the run of the sequence whose step a run is; -1: none.
    mutating func setChain(_ slot: Int32, _ chain: Int32) {
        runs[slot].chain = chain
    }

    /// Sets whether nothing but its driver will end a run.
    mutating func setEndless(_ slot: Int32, _ isEndless: Bool) {
        endless.removeAll { $0 == slot }
        if isEndless { endless.append(slot) }
    }

    /// A task is paused or resumed; false if that changes nothing.
    mutating func setPaused(_ task: Int, _ isPaused: Bool) -> Bool {
        defer { turns[task].mark(.paused, isPaused) }
        return turns[task].isPaused != isPaused
    }

    /// The process is gone: no runs, and the tasks of `graph`; numbers of runs and releases continue.
    mutating func reset(to graph: TaskGraph, exists: (Int) -> Bool) {
        self.graph = graph
        self.graph.add(upTo: turns.count - 1)
        waits = Array(repeating: EdgeWait(), count: graph.endPlace)
        for task in turns.indices {
            turns[task] = exists(task) ? Turns() : .absent
            histories[task] = histories[task].renewed()
        }
        runs.removeAll()
        endless = []
        workUnderWay = 0
        unsaid = []
        readied = []
        event = HeldEvent()
    }
}
