/// The script: when its lines happen, and when the replay is over (The rules, "Script").
extension Model {
    struct ScriptState {
        var lines: [World.Line]
        var next = 0
        var cursor = 0
        /// From here on only untimed expectations follow.
        var closing: Int
        var isWaiting = false

        init(_ lines: [World.Line]) {
            self.lines = lines.isEmpty ? [World.Line(command: .launch)] : lines
            closing = self.lines.count
            while closing > 0, self.lines[closing - 1].time == .none, case .expect = self.lines[closing - 1].command {
                closing -= 1
            }
        }

        var isThrough: Bool { next >= closing && !isWaiting }
    }

    /// A `wait` gives up after this many ticks with nothing else.
    static let quietTicks = 3600

    /// Runs the script, then what is left, and writes the end.
    func replay() {
        while script.next < script.closing, !isFull { doLine() }
        runOut()
        warnOfTheRest()
        warnOfWhatWasToCome()
        for index in script.closing..<script.lines.count {
            if case .expect(let claim) = script.lines[index].command { judge(claim, line: index + 1) }
        }
        let launch = tally.launch.map { "\($0)" } ?? "null"
        let parked = tally.launch != nil && tally.parked > 0 ? ",\"parked\":\(tally.parked)" : ""
        note(
            "end",
            "\"state\":\"\(state)\",\"launch\":\(launch)\(parked),\"runs\":\(tally.started),\"warnings\":\(warnings)")
    }

    private func doLine() {
        let line = script.lines[script.next]
        var time = script.cursor
        switch line.time {
        case .none: break
        case .at(let wanted):
            if wanted * 1_000_000 < script.cursor {
                warn("lateLine", "line \(script.next + 1) runs after its time: \(text(line.command))")
            }
            time = max(time, wanted * 1_000_000)
        case .after(let wait): time += wait * 1_000_000
        }
        pass(to: time)
        script.next += 1
        script.isWaiting = true
        perform(line.command)
        script.isWaiting = false
        script.cursor = now
    }

    private func perform(_ command: Command) {
        settle()
        switch command {
        case .advance(let length): pass(to: now + length * 1_000_000)
        case .tick(let count): tick(count, command)
        case .waitDone, .waitLaunched, .waitIdle, .waitDrained: wait(command)
        case .expect(let claim): judge(claim, line: script.next)
        default:
            carryOut(command)
            settle()
        }
    }

    private func tick(_ count: Int, _ command: Command) {
        if let refusal = stateRefusal(command) { return refuse(text(command), refusal) }
        if world.isExternal { noteAction(text(command)) }
        var left = count
        while left > 0, process != nil, state != .suspended, state != .notRunning {
            if world.isExternal {
                settle()
                tickOnce()
                settle()
                left -= 1
                continue
            }
            let before = process?.tick
            step()
            if let tick = process?.tick, tick != before { left -= 1 }
        }
    }

    /// Continues to the next instant at which something happens, the limits of this one first.
    private func step() {
        if limitsAreDue {
            judgeLimits()
        } else {
            now = max(now, min(nextInstant, nextLimit))
        }
        settle()
    }

    private func wait(_ command: Command) {
        let first = releases
        var quiet = 0
        while !holds(command), !isFull {
            let isOver = !limitsAreDue && min(nextInstant, nextLimit) == .max
            if hasWorkLeft(turnsBefore: first, command) { quiet = 0 }
            if isOver || quiet >= Self.quietTicks {
                let actual = isOver ? "nothing is left to do" : "only ticks for \(quiet) ticks"
                noteExpectation(line: script.next, isMet: false, text: text(command), actual: actual)
                return
            }
            let tick = process?.tick
            step()
            if process?.tick != tick { quiet += 1 }
        }
    }

    private func holds(_ command: Command) -> Bool {
        switch command {
        case .waitDone(let name):
            guard !runs.contains(where: { $0.task.name == name && $0.phase != .ended }) else { return false }
            return results[name] != nil || (tally.endedRuns[name]?.count ?? 0) > 0
        case .waitLaunched: return process?.firstFrameAt != nil
        case .waitIdle:
            // Without a process there is no work.
            return process?.hasWorked != true && delivery == nil && action == nil && actions.isEmpty
        case .waitDrained: return jobs.rows.isEmpty
        default: return true
        }
    }

    /// Whether anything but ticks, idle, suspension and runs that never end is left; what ticks release from the run `first`
    /// on is none of it, unless a line waits for it.
    func hasWorkLeft(turnsBefore first: Int, _ line: Command? = nil) -> Bool {
        if delivery != nil || action != nil || !actions.isEmpty { return true }
        var awaited: String?
        if case .waitDone(let name) = line { awaited = name }
        let parked = parkedRuns()
        for run in runs where !run.isTurn || run.order < first || run.task.name == awaited {
            switch run.phase {
            case .running: if run.endsAt != nil || run.timesOutAt != nil { return true }
            case .resting: return true
            case .waiting:
                if parked[run.order] == nil, !waitsForEver(run) { return true }
                if isClosed(run.lane), openingAt != .max { return true }
            case .chain, .ended: break
            }
        }
        if !laterClasses.isEmpty, rests.contains(where: { $0.lane == "main" }) { return true }
        if jobs.running.contains(where: { $0.endsAt != nil || $0.timesOutAt != nil }) { return true }
        return jobDue != .max && jobDue <= now + Self.quietTicks * world.tick * 1_000_000
    }

    /// Whether it stands behind a run that never ends, or one that idle released and no quiet tick has let start.
    private func waitsForEver(_ run: Run) -> Bool {
        if run.source == .idle, run.attempt == 0 { return true }
        let places = runs.filter { $0.lane == run.lane && isEndless($0) }
        if isReady(run), places.count == width(of: run.lane) { return true }
        let before = earlierRuns(run) + waitedFor(run)
        return before.contains { other in
            if other.phase == .ended { return false }
            if isEndless(other) { return true }
            let behind = other.phase == .chain ? other.step : other
            return behind.map { isEndless($0) || $0.phase == .waiting && waitsForEver($0) } ?? false
        }
    }

    private func isEndless(_ run: Run) -> Bool { run.phase == .running && run.endsAt == nil && run.timesOutAt == nil }

    /// Lets time pass until nothing but ticks, idle, suspension or runs that never end remains.
    private func runOut() {
        settle()
        let first = releases
        while !isFull, hasWorkLeft(turnsBefore: first), limitsAreDue || min(nextInstant, nextLimit) != .max { step() }
    }

    /// Warns of what will not happen any more.
    private func warnOfWhatWasToCome() {
        if let action, !action.isIdle { warn("cutShort", "\(quoted(action.text)) was not over") }
        for action in actions where !action.isIdle {
            warn("cutShort", "\(quoted(action.text)) was still to come")
        }
        let parked = parkedRuns()
        for run in runs where [.waiting, .resting].contains(run.phase) && !run.isTurn && parked[run.order] == nil {
            warn("cutShort", "\(run.task.name) was still waiting")
        }
    }

    /// Warns of what is parked, paused or stuck at the end.
    private func warnOfTheRest() {
        let parked = parkedRuns()
        for run in runs where run.phase != .ended && !run.isStuck {
            if run.phase == .running, run.endsAt == nil, run.timesOutAt == nil {
                warn("stuck", "\(run.task.name) never ends; its event continues without it")
            } else if let reasons = parked[run.order], run.phase != .chain {
                warn("stillParked", reasons.map { "\(run.task.name) is still parked: \($0)" })
            }
        }
        for run in jobs.running.sorted(by: { $0.order < $1.order }) where run.endsAt == nil {
            warn("jobStuck", "job \(run.row.id) of \(run.row.task) never ends; its queue waits for it")
        }
        for task in tasks where task.isPaused {
            warn("stillPaused", "\(task.name) is still paused")
        }
        for lane in lanes where pausedLanes.contains(lane.name) {
            warn("lanePaused", "lane \(lane.name) is still paused")
        }
    }
}
