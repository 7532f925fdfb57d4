import SchedulerCore

/// Which tasks stand as steps below which sequence. A task that is a step of several is below the first, once.
///
/// Costs nothing if there are no sequences.
struct SequenceTree: Sendable {
    /// Whether the steps of a sequence are shown.
    enum Fold: Hashable, Sendable {
        case open, closed
    }

    /// Levels of sequences within sequences that are indented; deeper ones stand at the last.
    static let maximumDepth = 4
    /// Columns that a level indents by.
    static let indent = 2

    /// The steps below each sequence, in order, each once; never iterated.
    private var steps: [TaskID: [TaskID]] = [:]
    private var parents: [TaskID: TaskID] = [:]
    /// How many steps each sequence lists; never iterated.
    private var lengths: [TaskID: Int] = [:]
    /// The sequences that are shown; never iterated.
    private var folds: [TaskID: Fold] = [:]

    /// No sequences.
    init() {}

    /// The sequences of a scheduler; the first one that lists a task has it. O(steps).
    init(_ scheduler: Scheduler) {
        for sequence in scheduler.sequenceTasks {
            lengths[sequence] = scheduler.steps(of: sequence).count
            for step in scheduler.steps(of: sequence) where parents[step] == nil {
                parents[step] = sequence
                steps[sequence, default: []].append(step)
            }
        }
    }

    /// The sequence above a task, the one above that, …; empty for tasks that are not a step.
    func ancestors(of task: TaskID) -> [TaskID] {
        var result: [TaskID] = []
        var next = parents.isEmpty ? nil : parents[task]
        while let sequence = next {
            result.append(sequence)
            next = parents[sequence]
        }
        return result
    }

    /// How deep a task is below sequences, 0 ... `maximumDepth`.
    func depth(of task: TaskID) -> Int { min(SequenceTree.maximumDepth, ancestors(of: task).count) }

    /// Whether a task is a sequence.
    func isSequence(_ task: TaskID) -> Bool { !lengths.isEmpty && lengths[task] != nil }

    /// Whether a task is a sequence or a step of one.
    func isPart(_ task: TaskID) -> Bool {
        !lengths.isEmpty && (lengths[task] != nil || parents[task] != nil)
    }

    /// Whether a sequence with steps is open; nil for all others.
    func fold(of task: TaskID) -> Fold? { folds.isEmpty ? nil : folds[task] }

    /// Whether a sequence above the task is closed.
    func isFolded(_ task: TaskID) -> Bool { ancestors(of: task).contains { folds[$0] == .closed } }

    /// Columns that a row's name takes beside the name itself: the indent; for a sequence the fold's mark and `k/n`.
    func extraWidth(of task: TaskID) -> Int {
        guard !lengths.isEmpty else { return 0 }
        let heading = lengths[task].map { 3 + 2 * String($0).count } ?? 0
        return depth(of: task) * SequenceTree.indent + heading
    }

    /// The row that a step is behind in its sequence: the step before it, for the first one the sequence.
    func rowsBefore(_ task: TaskID) -> [TaskID] {
        guard !parents.isEmpty, let sequence = parents[task], let list = steps[sequence],
            let place = list.firstIndex(of: task)
        else { return [] }
        return [place > 0 ? list[place - 1] : sequence]
    }

    /// Puts steps in their order below their sequences, those where they stand or where their first shown step does.
    ///
    /// Returns all rows to be shown with sequences above steps that pass though they do not themselves; `tasks` become
    /// those that pass, in that order. `isOpen` is asked for a sequence's row.
    mutating func arrange(_ tasks: inout [TaskID], isOpen: (RowKey) -> Bool) -> [TaskID] {
        folds = [:]
        guard !parents.isEmpty else { return tasks }
        let passing = Set(tasks)
        var isNeeded = passing
        for task in tasks { isNeeded.formUnion(ancestors(of: task)) }
        var standing: [TaskID] = []
        var isPlaced: Set<TaskID> = []
        for task in tasks {
            let above = ancestors(of: task)
            // Below a sequence that passes: it comes with that one.
            guard !above.contains(where: passing.contains) else { continue }
            place(above.last ?? task, isNeeded, &standing, &isPlaced)
        }
        for task in standing where steps[task] != nil { folds[task] = isOpen(.task(task)) ? .open : .closed }
        tasks = standing.filter(passing.contains)
        return standing
    }

    private func place(
        _ task: TaskID, _ isNeeded: Set<TaskID>, _ standing: inout [TaskID], _ isPlaced: inout Set<TaskID>
    ) {
        guard isNeeded.contains(task), isPlaced.insert(task).inserted else { return }
        standing.append(task)
        for step in steps[task] ?? [] { place(step, isNeeded, &standing, &isPlaced) }
    }
}
