import SchedulerCore

/// What a row of the table stands for; the selection is kept by it, whatever the order of the rows.
enum RowKey: Hashable, Sendable {
    case task(TaskID)
    /// A group by its name.
    case group(String)
    case lane(LaneID)

    /// The task, if it is one.
    var task: TaskID? {
        if case .task(let task) = self { return task }
        return nil
    }
}

/// By what rows are gathered into groups.
enum Grouping: String, CaseIterable, Hashable, Sendable {
    case none
    /// The `group` of the scenario.
    case group
    /// What releases the task.
    case event
    case lane
    /// The name up to its last `/`, `.`, `:` or `_`, or without the digits at its end.
    case prefix

    /// From so many rows on groups are closed unless opened.
    static let closedFrom = 200
    /// Fewer tasks make no group of a prefix.
    static let smallestPrefix = 4

    /// The next one, the first after the last.
    var next: Grouping {
        let all = Grouping.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    /// The beginning of a name that it shares with its like; nil where it stands alone.
    static func prefix(of name: String) -> String? {
        if let end = name.lastIndex(where: { "/.:_".contains($0) }), end > name.startIndex {
            return String(name[...end]) + "*"
        }
        let stem = String(name.reversed().drop { $0.isNumber }.reversed())
        return stem.isEmpty || stem.count == name.count ? nil : stem + "*"
    }
}

/// Rows gathered under one heading.
struct RowGroup: Hashable, Sendable {
    var name: String
    var tasks: [TaskID]
    var isOpen: Bool
}
