/// What can be asked of the turns of all tasks.
extension RunTable {
    /// The run in a slot.
    subscript(slot: Int32) -> Run { runs[slot] }
    /// The slot of a run that was handed out; nil if its turn is over, or there never was one.
    func slot(of id: RunID) -> Int32? { runs.slot(of: id) }
    /// Whether some run that has not ended satisfies `condition`. O(runs).
    func contains(where condition: (Run) -> Bool) -> Bool { runs.contains(condition) }
    /// Runs that have not ended and satisfy `condition`, in release order. O(runs).
    func live(where condition: (Run) -> Bool = { _ in true }) -> [Int32] { runs.live(condition) }
    /// The release number of the next run.
    var nextRelease: Int64 { runs.nextRelease }
    /// The turns of a task.
    func turns(of task: Int) -> Turns { turns[task] }
    /// How many tasks are paused.
    var pausedCount: Int { turns.pausedCount }
    /// The dependencies.
    var dependencies: TaskGraph { graph }
    /// The number of the last batch.
    var batch: Int64 { lastBatch }
    /// The event in progress.
    var heldEvent: HeldEvent { event }
}
