/// The turns of each task, by its number.
struct TurnTable: Stored {
    private var turns: [Turns]
    private var pausedTasks = 0

    /// No turns of `count` tasks.
    init(count: Int) {
        turns = Array(repeating: Turns(), count: count)
    }

    @inline(__always)
    subscript(task: Int) -> Turns {
        get { turns[task] }
        _modify { yield &turns[task] }
    }

    /// How many tasks are known.
    var count: Int { turns.count }
    var pausedCount: Int { pausedTasks }

    /// Whether the turns of each task are possible, and the paused tasks are counted.
    func isSound(tasks: Int) -> Bool {
        turns.count == tasks && turns.count(where: { $0.isPaused }) == pausedTasks
            && turns.allSatisfy { $0.isSound(tasks: tasks) }
    }

    /// Pauses or resumes a task. Returns whether that changed anything.
    mutating func pause(_ task: Int, _ isPaused: Bool) -> Bool {
        guard turns[task].isPaused != isPaused else { return false }
        turns[task].isPaused = isPaused
        pausedTasks += isPaused ? 1 : -1
        return true
    }

    /// A name became known: no turns of a task that does not exist.
    mutating func learn(_ task: Int) {
        while turns.count <= task {
            turns.append(Turns())
            turns[turns.count - 1].isAbsent = true
        }
    }

    /// A task is injected under a known name; a run of an earlier task with that name may still be executing.
    mutating func inject(_ task: Int) {
        let old = turns[task]
        if old.isPaused { pausedTasks -= 1 }  // It was paused when it removed itself.
        turns[task] = Turns()
        turns[task].runs = old.runs
        turns[task].notRun = old.active >= 0 ? old.runs - 1 : old.runs
        turns[task].active = old.active
        turns[task].isAwaited = old.isAwaited
    }

    /// The process is gone: no turns, but the numbers of runs continue.
    mutating func reset(exists: (Int) -> Bool) {
        for task in turns.indices {
            let runs = turns[task].runs
            turns[task] = Turns()
            turns[task].runs = runs
            turns[task].notRun = runs
            turns[task].isAbsent = !exists(task)
        }
        pausedTasks = 0
    }
}
