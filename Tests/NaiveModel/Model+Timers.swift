/// Ticks, timers, dates and idle (The rules, "Timers and dates").
extension Model {
    /// The turns of a timer or dated task.
    struct TimerTurns {
        /// The tick from which the turns are counted; nil for a dated task before its first turn.
        var base: Int?
        var date: Int?
        var left: Int?
        var isDone = false
    }

    /// A turn that a tick brings.
    private struct Due {
        var task: Known
        var date: Int
        var isMissed = false
        var isQueued = false
    }

    private var interval: Int { world.tick * 1_000_000 }

    /// The number of the last tick whose time has come, suspended or not.
    var passedTick: Int {
        guard let process else { return 0 }
        return world.isExternal ? process.tick : (now - process.launchedAt) / interval
    }

    /// When the built-in clock ticks next.
    var nextTick: Int {
        guard let process, state != .suspended, !world.isExternal else { return .max }
        return process.launchedAt + (max(passedTick, process.seenTick) + 1) * interval
    }

    var tickIsDue: Bool {
        guard let process, state != .suspended, !world.isExternal else { return false }
        return passedTick > process.seenTick
    }

    /// One tick: what is due is released, then idle is judged.
    func tickOnce() {
        guard var process else { return }
        let last = process.tick
        process.tick = world.isExternal ? process.tick + 1 : passedTick
        process.seenTick = process.tick
        let isQuiet =
            !process.ranSinceTick && !process.wasSuspendedSinceTick && !jobs.isActive
            && !runs.contains { $0.phase == .running }
        process.ranSinceTick = false
        process.wasSuspendedSinceTick = false
        process.mayStartIdle = true
        self.process = process
        note("tick", "\"n\":\(process.tick)")
        releaseTimers(after: last, through: process.tick)
        if isQuiet, process.hasWorked {
            self.process?.hasWorked = false
            actions.append(Action(command: .fire([.idle]), text: "", givenAt: now, isIdle: true))
        }
    }

    /// Registers the timers of a process that begins, at tick 0.
    func armTimers() {
        for task in tasks where task.spec.isTimer { arm(task) }
    }

    func arm(_ task: Known) {
        var turns = TimerTurns(base: passedTick, date: task.spec.at.map { $0 * 1_000_000 }, left: task.spec.times)
        if task.spec.every == nil { turns.left = 1 }
        if let date = turns.date {
            turns.base = nil
            let age = now - date
            if age > world.grace * 1_000_000, !task.spec.runsWhenMissed {
                turns.isDone = true
                noteMiss(
                    task.name, "the date is \(length(age - world.grace * 1_000_000)) older than the grace allows")
                results[task.name] = Turn(kind: .missed, cause: "\(task.name) was missed")
            }
        }
        task.timer = turns
    }

    private func releaseTimers(after last: Int, through tick: Int) {
        var due: [Due] = []
        for task in tasks { due += dueTurns(task, after: last, through: tick) }
        due.sort { ($0.date, $0.task.index) < ($1.date, $1.task.index) }
        var fresh: [Run] = []
        var passed: [String] = []
        for turn in due where tasks.contains(where: { $0 === turn.task }) {
            if turn.isMissed {
                noteMiss(turn.task.name, "the date came during a suspension")
                results[turn.task.name] = Turn(kind: .missed, cause: "\(turn.task.name) was missed")
                turn.task.timer?.isDone = true
            } else if turn.task.timer?.isDone == false {
                if let run = releaseTurn(turn) { fresh.append(run) } else { passed.append(turn.task.name) }
            }
        }
        link(fresh, passed)
    }

    private func releaseTurn(_ turn: Due) -> Run? {
        let task = turn.task
        if task.isPaused, task.spec.every == nil {
            noteMiss(task.name, "paused")
            results[task.name] = Turn(kind: .missed, cause: "\(task.name) was missed")
            task.timer?.isDone = true
            return nil
        }
        if task.isPaused {
            noteSkip(task.name, "paused")
            results[task.name] = Turn(kind: .skipped, cause: "\(task.name) was skipped")
            return nil
        }
        if !turn.isQueued, runs.contains(where: { $0.task === task && isYetToStart($0) }) {
            noteSkip(task.name, "overrun")
            return nil
        }
        if let left = task.timer?.left {
            task.timer?.left = left - 1
            if left == 1 { task.timer?.isDone = true }
        }
        return newRun(task, .tick, delivery: nil)
    }

    /// The turns of one task at a tick, those that fell into a suspension before it among them.
    private func dueTurns(_ task: Known, after last: Int, through tick: Int) -> [Due] {
        guard var turns = task.timer, !turns.isDone, let process else { return [] }
        guard let base = turns.base else {
            guard let date = turns.date, date <= now else { return [] }
            let waits = task.isPaused && task.spec.every == nil && task.spec.runsWhenMissed
            if waits { return [] }
            let fell = process.suspensions.contains { $0.from <= date && date < $0.to }
            if fell, !task.spec.runsWhenMissed { return [Due(task: task, date: date, isMissed: true)] }
            turns.base = tick
            task.timer = turns
            if task.spec.every == nil { task.timer?.left = 1 }
            return [Due(task: task, date: date)]
        }
        guard let every = task.spec.every else {
            return tick > base ? [Due(task: task, date: turns.date ?? now)] : []
        }
        let step = every / world.tick
        var numbers: [Int] = []
        var number = base + step
        while number <= tick {
            if number > last { numbers.append(number) }
            number += step
        }
        let missed = numbers.filter { $0 < tick }
        var due: [Due] = []
        switch task.spec.catchUp {
        case .none: break
        case .once:
            // The turn of this tick, too, is the one late run.
            if let first = missed.first { return [Due(task: task, date: date(of: first, task))] }
        case .all: due += missed.map { Due(task: task, date: date(of: $0, task), isQueued: true) }
        }
        if numbers.last == tick {
            due.append(
                Due(task: task, date: date(of: tick, task), isQueued: task.spec.catchUp == .all && !missed.isEmpty))
        }
        return due
    }

    /// The date of a turn: that of its tick, or this many intervals after a dated task's own.
    private func date(of tick: Int, _ task: Known) -> Int {
        guard let date = task.timer?.date, let base = task.timer?.base else { return time(of: tick) }
        return date + (tick - base) * interval
    }

    private func time(of tick: Int) -> Int { (process?.launchedAt ?? 0) + tick * interval }
}
