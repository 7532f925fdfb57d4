/// A part of the screen that can have the focus; its raw value is the key that selects it.
enum Pane: Int, CaseIterable, Hashable, Sendable {
    case tasks = 1
    /// The neighbourhood of the selection.
    case graph
    /// What happened.
    case log
    /// Why the selected run waited, branches and findings.
    case why
    /// The job queue: rows, next tries, dead letters.
    case jobs

    /// The word for people.
    var word: String {
        switch self {
        case .tasks: "tasks"
        case .graph: "graph"
        case .log: "log"
        case .why: "why"
        case .jobs: "jobs"
        }
    }

    /// The next one, the first after the last; `forward` or back.
    func next(forward: Bool) -> Pane {
        let all = Pane.allCases
        return all[(rawValue - 1 + (forward ? 1 : all.count - 1)) % all.count]
    }
}
