/// Ticks, timers, dates and idle (The rules, "Timers and dates").
extension Model {
    /// The turns of a timer or dated task.
    struct TimerTurns {
        /// The tick from which the turns are counted; nil for a dated task before its first turn.
        var base: Int?
        var date: Int?
        var left: Int?
        /// Turns of a suspension that are still to be made up.
        var backlog = 0
        /// The next one of the recurring dates.
        var next: Int?
        var isDone = false
        var armedAt = 0
    }

    /// A turn that a tick brings.
    private struct Due {
        var task: Known
        var date: Int
        var isMissed = false
        /// Turns that follow it, each when the one before has ended.
        var others = 0
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

    /// One tick: releases what is due, then decides whether to fire idle.
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
        turns.armedAt = now
        if task.spec.isOneShot { turns.left = 1 }
        if let recurrence = task.spec.recurrence {
            turns.base = nil
            turns.next = first(of: recurrence, from: now)
        }
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
                if turn.task.spec.recurrence == nil { turn.task.timer?.isDone = true }
                skipBehindFailures()
            } else if turn.task.timer?.isDone == false {
                if let run = releaseTurn(of: turn.task) {
                    fresh.append(run)
                    let others = min(turn.others, turn.task.timer?.left ?? .max)
                    turn.task.timer?.backlog += others
                } else if !turn.task.isPaused {
                    // An overrun. What a paused task skipped is its last turn, and over.
                    passed.append(turn.task.name)
                }
            }
        }
        link(fresh, passed)
    }

    /// Gives a timer or dated task its turn.
    func releaseTurn(of task: Known) -> Run? {
        if task.isPaused, task.spec.isOneShot {
            noteMiss(task.name, "paused")
            results[task.name] = Turn(kind: .missed, cause: "\(task.name) was missed")
            task.timer?.isDone = true
            skipBehindFailures()
            return nil
        }
        if task.isPaused {
            noteSkip(task.name, "paused")
            results[task.name] = Turn(kind: .skipped, cause: "\(task.name) was skipped")
            skipBehindFailures()
            return nil
        }
        if runs.contains(where: { $0.task === task && isYetToStart($0) }) {
            noteSkip(task.name, "overrun")
            if task.spec.isOneShot { task.timer?.isDone = true }
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
        if let recurrence = task.spec.recurrence {
            guard let date = turns.next, date <= now else { return [] }
            task.timer?.next = first(of: recurrence, from: max(now, date) + 1)
            let fell = process.suspensions.contains { $0.from <= date && date < $0.to }
            return [Due(task: task, date: date, isMissed: fell && !task.spec.runsWhenMissed)]
        }
        guard let base = turns.base else {
            guard let date = turns.date, date <= now else { return [] }
            let waits = task.isPaused && task.spec.every == nil && task.spec.runsWhenMissed
            if waits { return [] }
            let fell =
                date >= turns.armedAt && process.suspensions.contains { $0.from <= date && date < $0.to }
            if fell, !task.spec.runsWhenMissed { return [Due(task: task, date: date, isMissed: true)] }
            turns.base = tick
            task.timer = turns
            if task.spec.every == nil { task.timer?.left = 1 }
            return [Due(task: task, date: date)]
        }
        guard let every = task.spec.every else { return [] }
        let step = every / world.tick
        var numbers: [Int] = []
        var number = base + step
        while number <= tick {
            if number > last { numbers.append(number) }
            number += step
        }
        let missed = numbers.filter { $0 < tick }
        switch task.spec.catchUp ?? world.catchUp {
        case .none: numbers = numbers.filter { $0 == tick }
        case .once: numbers = Array((missed + numbers).prefix(1))
        case .all: break
        }
        // One late run has the date of the first turn missed, and stands for the turn of this tick, too.
        guard let first = numbers.first else { return [] }
        return [Due(task: task, date: date(of: first, task), others: numbers.count - 1)]
    }

    /// The date of a turn: that of its tick, or this many intervals after a dated task's own.
    private func date(of tick: Int, _ task: Known) -> Int {
        guard let date = task.timer?.date, let base = task.timer?.base else { return time(of: tick) }
        return date + (tick - base) * interval
    }

    /// When a tick came; an external clock ticks whenever it does.
    private func time(of tick: Int) -> Int { world.isExternal ? now : (process?.launchedAt ?? 0) + tick * interval }
}
