import Planning
import SchedulerCore
import Text

/// What the row of a group shows about its tasks.
struct GroupSummary: Hashable, Sendable {
    /// The number of tasks in each state.
    private var counts: [StateLetter: Int] = [:]
    /// The smallest slack; nil if none has any.
    private(set) var worstSlack: Nanoseconds?
    private(set) var isCritical = false
    /// The number of runs in each cell, and the scale on which they were counted.
    private(set) var density: [Int] = []
    private var most = 0
    private(set) var scale: TimeScale?

    /// Counts a group's tasks at the instant shown. O(tasks + runs in the window).
    init(of group: RowGroup, in model: DashboardModel, scale: TimeScale?) {
        self.scale = scale
        countStates(of: group, in: model)
        var starts = [Int](repeating: 0, count: max(0, scale?.cells ?? 0) + 1)
        // Read from the model once: there may be a hundred thousand tasks.
        let plan = model.plan
        for task in group.tasks {
            if plan.isCritical(task) {
                isCritical = true
            } else if let slack = plan.slack(of: task) {
                worstSlack = min(worstSlack ?? slack, slack)
            }
            if let scale, task.offset < plan.runs.count { count(plan.runs[task.offset], scale, &starts) }
        }
        var running = 0
        density = starts.dropLast().map { change in
            running += change
            return running
        }
        most = density.max() ?? 0
    }

    /// Counts the tasks in each state again; the rest depends only on the plan and the scale. O(tasks).
    mutating func countStates(of group: RowGroup, in model: DashboardModel) {
        // Many tasks have the same standing: the letter is found once for each standing.
        var standings: [(standing: TaskStanding, count: Int)] = []
        var fresh: [StateLetter: Int] = [:]
        for task in group.tasks {
            let standing = model.scheduler.standing(of: task)
            if !standing.exists || standing.isSequence {
                fresh[model.stateLetter(task, standing), default: 0] += 1
            } else if let known = standings.firstIndex(where: { $0.standing == standing }) {
                standings[known].count += 1
            } else {
                standings.append((standing, 1))
            }
        }
        for (standing, count) in standings { fresh[StateLetter(standing), default: 0] += count }
        counts = fresh
    }

    /// `D 9120  R 4  W 860`, states in the order of the legend.
    var countText: String {
        StateLetter.allCases.compactMap { letter in counts[letter].map { "\(letter.rawValue) \($0)" } }
            .joined(separator: " ")
    }

    /// The density strip: the busiest cell has the full block.
    func glyph(of cell: Int) -> Character? {
        guard density.indices.contains(cell), density[cell] > 0 else { return nil }
        return GroupSummary.strip[min(7, (density[cell] * 8 - 1) / most)]
    }

    static let strip: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private func count(_ runs: [Course.Run], _ scale: TimeScale, _ starts: inout [Int]) {
        let first = max(0, runs.partitionPoint { $0.released >= scale.start } - 1)
        for run in runs[min(first, runs.count)...] {
            guard run.released < scale.end else { return }
            guard let end = run.attempts.end ?? run.start.map({ _ in scale.end }), end > scale.start else { continue }
            for attempt in run.attempts where attempt.start < scale.end {
                let end = attempt.end ?? scale.end
                guard end > scale.start else { continue }
                let low = max(0, scale.cell(of: attempt.start))
                let last = end > attempt.start ? Instant(nanoseconds: end.nanoseconds - 1) : end
                let high = min(scale.cells - 1, scale.cell(of: last))
                guard low <= high else { continue }
                starts[low] += 1
                starts[high + 1] -= 1
            }
        }
    }
}

/// What the headings of groups show, by name. All groups, because the visible ones change while scrolling.
struct GroupSummaries: Sendable {
    private var summaries: [String: GroupSummary] = [:]
    private var scale: TimeScale?
    /// The model's change counts when the summaries were made.
    private var rows = -1
    private var states = -1

    /// What the heading of a group shows; nil if there is no such group.
    subscript(name: String) -> GroupSummary? { summaries[name] }

    /// Updates what changed; what depends only on the plan is kept as long as the plan is the same.
    mutating func update(for model: DashboardModel, _ wanted: TimeScale?) {
        let changes = model.changes
        guard rows != changes.rows || states != changes.states || scale != wanted else { return }
        let isSamePlan = rows == changes.rows && scale == wanted
        (rows, states, scale) = (changes.rows, changes.states, wanted)
        guard isSamePlan else {
            summaries = [:]
            for group in model.order.groups {
                summaries[group.name] = GroupSummary(of: group, in: model, scale: wanted)
            }
            return
        }
        for group in model.order.groups { summaries[group.name]?.countStates(of: group, in: model) }
    }
}
