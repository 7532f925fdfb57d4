/// Many ends at once. What they do is what `finish` does for each; the plain ones share what is the same for all of them.
extension Scheduler {
    /// Attempts reported their ends, in this order.
    @inline(__always)
    mutating func finish(_ ends: UnsafeBufferPointer<RunEnd>) {
        var index = 0
        while index < ends.count {
            index += finishPlain(ends, from: index)
            guard index < ends.count else { return }
            finish(ends[index].run, ends[index].outcome)
            index += 1
        }
    }

    /// Takes in ends from number `first` on as long as they are plain and of one lane, and says how many: successes of runs
    /// that have no policy and nothing unusual about them, each the only turn of its task. O(ends + their successors).
    private mutating func finishPlain(_ ends: UnsafeBufferPointer<RunEnd>, from first: Int) -> Int {
        guard registry.sequences.isEmpty, !registry.graph.hasLateSuccessors, !usesKeys, pausedTasks == 0,
            !event.awaitsClasses, skipStack.isEmpty, isUnderWay(ends[first].run)
        else { return 0 }
        let lane = runs.pointer(to: Int(ends[first].run.slot)).pointee.lane
        guard lanes.pointer(to: lane.offset).pointee.gap <= .zero else { return 0 }
        // Tables do not move meanwhile: none of what follows adds a run, a task or an edge.
        let (runTable, slotTable) = (runs.pointer(to: 0), slots.pointer(to: 0))
        let runCount = runs.count
        let successors = registry.graph.successorTables
        var index = first
        while index < ends.count {
            let end = ends[index]
            guard end.outcome == .success, Int(end.run.slot) < runCount else { break }
            let run = runTable + Int(end.run.slot)
            guard run.pointee.sequence == end.run.sequence, run.pointee.phase == .running, run.pointee.lane == lane,
                run.pointee.marks.isDisjoint(with: .unusual)
            else { break }
            let task = Int(run.pointee.task)
            let slot = slotTable + task
            guard slot.pointee.active == end.run.slot, slot.pointee.pending < 0, task < successors.count else { break }
            noteFinish(run.pointee, .success, .none)
            event.holders &-= run.pointee.marks.contains(.holds) ? 1 : 0
            slot.pointee.active = -1
            slot.pointee.result = .success
            let places = successors.first + task
            for place in Int(places[0])..<Int(places[1]) {
                resolvePlain(successors.tasks[place], successors.waits + place, place, task, lane)
            }
            run.pointee.phase = .free
            run.pointee.sequence = -1
            freeRuns.append(end.run.slot)
            index &+= 1
        }
        leavePlaces(index &- first, lane.offset)
        return index &- first
    }

    /// The end of `task` reaches one that may wait for it.
    @inline(__always)
    private mutating func resolvePlain(
        _ successor: Int32, _ wait: UnsafeMutablePointer<EdgeWait>, _ place: Int, _ task: Int, _ lane: LaneID
    ) {
        guard wait.pointee == .waiting else {
            if wait.pointee != .none {
                resolve(TaskGraph.Successor(task: successor, place: place), task, .success, false)
            }
            return
        }
        wait.pointee = .none
        let entry = waits.pointer(to: Int(successor))
        entry.pointee.left &-= 1
        guard entry.pointee.left == 0 else { return }
        let number = entry.pointee.run
        let run = runs.pointer(to: Int(number))
        // In another lane it may be able to start; in this one that is looked at once, at the end.
        guard run.pointee.lane == lane, run.pointee.marks.isDisjoint(with: [.doomed, .queued, .idle]) else {
            return becomeReady(number)
        }
        run.pointee.phase = .ready
        run.pointee.ready = now
        run.pointee.marks.insert(.queued)
        ready.insert(
            number, lane: lane.offset, priority: run.pointee.priority.rawValue, sequence: run.pointee.sequence)
    }

    private mutating func leavePlaces(_ count: Int, _ lane: Int) {
        guard count > 0 else { return }
        lanes.pointer(to: lane).pointee.running -= Int32(truncatingIfNeeded: count)
        process.running -= count
        process.wasActive = true
        refresh(lane)
    }
}

extension Run.Marks {
    /// What the end of a plain run has none of.
    fileprivate static let unusual: Run.Marks = [.special, .orphan, .hung, .stuck, .queued, .parked, .basic]
}
