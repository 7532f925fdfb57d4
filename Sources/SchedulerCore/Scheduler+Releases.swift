/// Releasing tasks: an event's, a tick's, a post's turns come as one batch, admitted first and judged together.
extension Scheduler {
    /// Releases the tasks of a lifecycle event, as registered.
    mutating func releaseEvent(_ kind: LifecycleEvent) {
        let list = registry.eventLists[Int(kind.rawValue)]
        let hasClasses = kind == .didFinishLaunching && !registry.startup.isEmpty
        batch.removeAll()
        makeRoom(for: list.count)
        for entry in list {
            let task = Int(entry)
            let row = registry.rows[task]
            guard row.exists, row.events.contains(kind) else { continue }
            if hasClasses, row.kind == .sync || row.kind == .async { continue }
            admitFromEvent(task, row, kind)
        }
        if hasClasses { event.classes = .basic }
        if hasClasses { markNeeded() }
        judgeBatch()
        if hasClasses, event.basic == 0 { releaseClasses() }
    }

    /// Room for the runs of a large event and for their records (released, started, finished), so that it is made once.
    private mutating func makeRoom(for count: Int) {
        guard count > 256 else { return }
        batch.reserveCapacity(count)
        if freeRuns.count < count {
            runs.reserveCapacity(runs.count + count)
            runDetails.reserveCapacity(runs.count + count)
        }
        freeRuns.reserveCapacity(runs.count + count)
        // Beside the runs' own records there are a few of the process.
        log.reserveCapacity(log.count + count * 3 + 64)
    }

    private mutating func admitFromEvent(_ task: Int, _ row: TaskRow, _ kind: LifecycleEvent) {
        var marks: Run.Marks = []
        if kind == .idle {
            marks = .idle
        } else {
            if row.holds { marks = .holds }
            if row.kind == .basic { marks.insert(.basic) }
        }
        if row.kind == .sequence { return startSequence(task, marks, isOnce: kind.isOncePerProcess) }
        if admit(task, lastBatch, marks, isOnce: kind.isOncePerProcess), kind != .idle { process.hasWorked = true }
    }

    /// Releases the sync and async classes once main may start again after the last basic one.
    mutating func releaseClassesIfBasicAreOver() {
        let main = lanes[0]
        guard event.basic == 0, main.running + main.resting < main.width || main.stuck > 0 else { return }
        releaseClasses()
        isUnsettled = true
    }

    private mutating func releaseClasses() {
        event.classes = .none
        batch.removeAll()
        for entry in registry.startup {
            let row = registry.rows[Int(entry)]
            guard row.exists, row.kind == .sync || row.kind == .async else { continue }
            if admit(Int(entry), event.batch, row.holds ? .holds : [], isOnce: true) { process.hasWorked = true }
        }
        judgeBatch()
        let held = gated
        gated.removeAll(keepingCapacity: true)
        for run in held where runs[Int(run)].phase == .ready { enqueue(run) }
    }

    /// Marks what basic runs wait for, directly or not, so that it passes the gate.
    private mutating func markNeeded() {
        var open = batch.filter { runs[Int($0)].marks.contains(.basic) }
        while let run = open.popLast() {
            for edge in registry.graph.edges(of: Int(runs[Int(run)].task)) {
                let source = slots[Int(registry.graph.sources[edge])].pending
                guard source >= 0, !runs[Int(source)].marks.contains(.needed) else { continue }
                runs[Int(source)].marks.insert(.needed)
                open.append(source)
            }
        }
    }

    /// Releases every notification task of `key`, in priority, then registration order.
    mutating func post(_ key: String, _ command: CommandID) {
        let tasks = registry.notified.filter {
            registry.rows[Int($0)].exists && registry.notificationKey(of: Int($0)).utf8.elementsEqual(key.utf8)
        }
        let sorted = tasks.sorted {
            let (left, right) = (registry.rows[Int($0)], registry.rows[Int($1)])
            return (left.priority.rawValue, left.registration) < (right.priority.rawValue, right.registration)
        }
        lastBatch += 1
        if !sorted.isEmpty { keepContext(command) }
        batch.removeAll()
        for task in sorted {
            if admit(Int(task), lastBatch, [], isOnce: false) { process.hasWorked = true }
        }
        judgeBatch()
    }

    /// Gives a task its turn: a run is released into the batch, or the turn is counted as skipped. True if released.
    @discardableResult
    mutating func admit(_ task: Int, _ number: Int32, _ marks: Run.Marks, isOnce: Bool) -> Bool {
        let slot = slots.pointer(to: task)
        slot.pointee.batch = number
        if slot.pointee.isPaused {
            let name = TaskID(task)
            note(isOnce ? .miss(name, .paused) : .skip(name, .paused))
            endTurnWithoutRun(task, isOnce ? .missed : .skipped)
            return false
        }
        if slot.pointee.pending >= 0 {
            note(.skip(TaskID(task), .overrun))
            return false
        }
        let counted = counts.pointer(to: task)
        counted.pointee.runs += 1
        let row = registry.rows.pointer(to: task)
        let lane = row.pointee.lane
        var run = Run()
        run.sequence = nextSequence
        run.task = Int32(task)
        run.number = counted.pointee.runs
        run.phase = .waiting
        run.lane = lane
        run.marks = marks.union(row.pointee.marks)
        run.priority = row.pointee.priority
        nextSequence += 1
        let index = store(run, RunDetail(released: now, batch: number))
        slot.pointee.pending = index
        batch.append(index)
        note(.release(TaskID(task), run: run.number, lane: lane))
        return true
    }

    /// The runs of the last batch see the context of `command`: a URL, launch options, a payload.
    mutating func keepContext(_ command: CommandID) {
        if contexts.count >= contextsToSweep {
            let live = Set(runs.indices.filter { runs[$0].phase != .free }.map { runDetails[$0].batch })
            contexts = contexts.filter { live.contains($0.key) }
            contextsToSweep = max(Self.contextLimit, contexts.count * 2)
        }
        contexts[lastBatch] = command
    }

    /// Puts a run into a free slot.
    @inline(__always)
    mutating func store(_ run: Run, _ detail: RunDetail) -> Int32 {
        if let free = freeRuns.popLast() {
            runs.pointer(to: Int(free)).pointee = run
            runDetails.pointer(to: Int(free)).pointee = detail
            return free
        }
        runs.append(run)
        runDetails.append(detail)
        return Int32(runs.count - 1)
    }

    /// Judges the runs of the batch: what each waits for, whether it is parked, skipped or ready.
    mutating func judgeBatch() {
        for index in 0..<batch.count {
            let run = batch[index]
            if runs.pointer(to: Int(run)).pointee.phase == .waiting, !judgeIfPlain(run) { judge(run) }
        }
    }

    /// The plain case: nothing parks the run, and each predecessor has a turn in the same batch that is neither parked
    /// nor behind another. False where that is not so; what it wrote by then is what `judge` writes too.
    @inline(__always)
    private mutating func judgeIfPlain(_ run: Int32) -> Bool {
        let place = runs.pointer(to: Int(run))
        let task = Int(place.pointee.task)
        let slot = slots.pointer(to: task)
        if slot.pointee.active >= 0 || slot.pointee.isAwaited { return false }
        if lanes.pointer(to: place.pointee.lane.offset).pointee.isBlocked { return false }
        let edges = registry.graph.edges(of: task)
        let number = slot.pointee.batch
        let isUnparked = number > lastParkedBatch
        for edge in edges {
            let source = slots.pointer(to: Int(registry.graph.sources.pointer(to: edge).pointee))
            guard source.pointee.batch == number, source.pointee.pending >= 0, source.pointee.active < 0,
                !source.pointee.isAbsent,
                isUnparked || !runs.pointer(to: Int(source.pointee.pending)).pointee.marks.contains(.parked)
            else { return false }
            registry.graph.setWait(.waiting, of: edge)
        }
        waits.pointer(to: task).pointee = Waiting(left: Int32(truncatingIfNeeded: edges.count), run: run)
        hold(Int(run), 1)
        if edges.isEmpty { becomeReady(run) }
        return true
    }

    @inline(never)
    private mutating func judge(_ run: Int32) {
        let place = runs.pointer(to: Int(run))
        let task = Int(place.pointee.task)
        let number = runDetails[Int(run)].batch
        var verdict = Verdict()
        let lane = place.pointee.lane.offset
        if lanes.pointer(to: lane).pointee.isBlocked { verdict.park(blockReason(lane)) }
        let slot = slots.pointer(to: task)
        let active = slot.pointee.active
        if active >= 0 {
            verdict.waits += 1
            place.pointee.marks.insert(.waitsForItself)
            if runs[Int(active)].marks.contains(.parked) {
                place.pointee.marks.insert(.itselfParked)
                verdict.park(.waitsForParked(TaskID(task)))
            }
        }
        for edge in registry.graph.edges(of: task) {
            judge(edge, of: task, number, &verdict)
            if verdict.skips { return skip(run, task, verdict) }
        }
        waits.pointer(to: task).pointee = Waiting(left: verdict.waits, run: run)
        runDetails[Int(run)].parks = verdict.parks
        if verdict.parks > 0 {
            place.pointee.marks.insert(.parked)
            lastParkedBatch = max(lastParkedBatch, number)
            note(.park(TaskID(task), verdict.reason))
        } else {
            hold(Int(run), 1)
        }
        if slot.pointee.isAwaited { endAwaiting(task, isParked: verdict.parks > 0) }
        if verdict.waits == 0 { becomeReady(run) }
    }

    private mutating func skip(_ run: Int32, _ task: Int, _ verdict: Verdict) {
        for edge in registry.graph.edges(of: task) { registry.graph.setWait(.none, of: edge) }
        runs[Int(run)].marks.insert(.parked)
        runDetails[Int(run)].parks = 1
        lastParkedBatch = max(lastParkedBatch, runDetails[Int(run)].batch)
        skipStack.append((run, verdict.cause, verdict.causeResult))
        drainSkips()
    }

    /// Judges one predecessor. One on the same event is waited for; one on another must have ended in this process.
    private mutating func judge(_ edge: Int, of task: Int, _ number: Int32, _ verdict: inout Verdict) {
        let source = Int(registry.graph.sources[edge])
        let slot = slots[source]
        if slot.isAbsent && slot.active < 0 {
            return note(.warning(.unknownPredecessor(TaskID(source), of: TaskID(task))))
        }
        let isSameBatch = slot.batch == number
        if isSameBatch && slot.pending >= 0 {
            let isParked = runs[Int(slot.pending)].marks.contains(.parked)
            let isNext = slot.active >= 0
            registry.graph.setWait(
                isParked ? (isNext ? .waitingNextParked : .waitingParked) : (isNext ? .waitingNext : .waiting), of: edge
            )
            verdict.waits += 1
            if isParked { verdict.park(.waitsForParked(TaskID(source))) }
        } else if (isSameBatch || slot.result == .none) && (slot.active >= 0 || slot.pending >= 0) {
            let isParked = runs[Int(slot.active >= 0 ? slot.active : slot.pending)].marks.contains(.parked)
            registry.graph.setWait(isParked ? .waitingParked : .waiting, of: edge)
            verdict.waits += 1
            if isParked { verdict.park(.waitsForParked(TaskID(source))) }
        } else if slot.result == .none {
            registry.graph.setWait(.waitingParked, of: edge)
            slots[source].isAwaited = true
            verdict.waits += 1
            verdict.park(.waitsForUnreleased(TaskID(source)))
        } else if slot.result != .success && !registry.graph.isSoft(edge) {
            let cause = counts[source].cause
            verdict.skip(cause >= 0 ? cause : Int32(source), slot.result)
        }
    }

    /// Why a lane keeps its runs from starting.
    func blockReason(_ lane: Int) -> Reason {
        if lanes[lane].isPaused { return .lanePaused(LaneID(lane)) }
        if !lanes[lane].isOpen { return .laneClosed(LaneID(lane)) }
        return .laneStuck(LaneID(lane))
    }
}

/// What was found about a released run.
private struct Verdict {
    var waits: Int32 = 0
    var parks: Int32 = 0
    /// The first reason to be parked; means nothing while `parks` is 0.
    var reason = Reason.paused
    var skips = false
    var cause: Int32 = -1
    var causeResult: TurnResult = .none

    mutating func park(_ why: @autoclosure () -> Reason) {
        if parks == 0 { reason = why() }
        parks += 1
    }

    mutating func skip(_ task: Int32, _ result: TurnResult) {
        skips = true
        cause = task
        causeResult = result
    }
}
