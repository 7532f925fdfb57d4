import SchedulerCore

/// Which tasks appear as steps below which sequence. A task that is a step of several appears once, below the first.
///
/// Costs nothing if there are no sequences.
struct SequenceTree: Sendable {
    /// Whether the steps of a sequence are shown.
    enum Fold: Hashable, Sendable {
        case open, closed
    }

    /// How many levels of nested sequences are indented; deeper ones are indented like the last.
    static let maximumDepth = 4
    /// Columns of indent per level.
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

    /// The sequences of a scheduler; a task belongs to the first one that lists it. O(steps).
    init(_ scheduler: borrowing Scheduler) {
        for sequence in scheduler.sequenceTasks {
            lengths[sequence] = scheduler.steps(of: sequence).count
            for step in scheduler.steps(of: sequence) where parents[step] == nil {
                parents[step] = sequence
                steps[sequence, default: []].append(step)
            }
        }
    }

    /// The sequence above a task, the one above that, …; empty if the task is not a step.
    func ancestors(of task: TaskID) -> [TaskID] {
        var result: [TaskID] = []
        var next = parents.isEmpty ? nil : parents[task]
        while let sequence = next {
            result.append(sequence)
            next = parents[sequence]
        }
        return result
    }

    /// How deep a task is nested in sequences, 0 ... `maximumDepth`.
    func depth(of task: TaskID) -> Int { min(SequenceTree.maximumDepth, ancestors(of: task).count) }

    /// Whether a task is a sequence.
    func isSequence(_ task: TaskID) -> Bool { !lengths.isEmpty && lengths[task] != nil }

    /// Whether a sequence with steps is open; nil for all other tasks.
    func fold(of task: TaskID) -> Fold? { folds.isEmpty ? nil : folds[task] }

    /// Whether a sequence above the task is closed.
    func isFolded(_ task: TaskID) -> Bool { ancestors(of: task).contains { folds[$0] == .closed } }

    /// Columns that a row needs besides the name: the indent and, for a sequence, the fold mark and `k/n`.
    func extraWidth(of task: TaskID) -> Int {
        guard !lengths.isEmpty else { return 0 }
        let heading = lengths[task].map { 3 + 2 * String($0).count } ?? 0
        return depth(of: task) * SequenceTree.indent + heading
    }

    /// The row before a step in its sequence: the previous step or, for the first step, the sequence.
    func rowsBefore(_ task: TaskID) -> [TaskID] {
        guard !parents.isEmpty, let sequence = parents[task], let list = steps[sequence],
            let place = list.firstIndex(of: task)
        else { return [] }
        return [place > 0 ? list[place - 1] : sequence]
    }

    /// Puts steps below their sequences, in step order. A sequence keeps its place or takes its first shown step's.
    ///
    /// Returns all rows to show, with the sequences above steps that pass even if they do not pass; `tasks` become
    /// those that pass, in that order. `isOpen` is called for sequences.
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
            // Below a sequence that passes: it is added with that sequence.
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
