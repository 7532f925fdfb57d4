import Text
import SchedulerCore
import TraceFormat

/// What differs between two launches: how long they took, and task by task. Tasks are the same if their names are.
public struct LaunchComparison: Hashable, Sendable {
    /// What is different about a task.
    public enum Change: String, CaseIterable, Sendable {
        case new, gone, slower, faster
        /// Both launches know it; in one of them it begins after the first frame.
        case joined = "is in the launch now"
        case later = "begins after the launch"
        case waitsLonger = "waits longer"
        case waitsLess = "waits less"
        case moved
        case entered = "entered the critical path"
        case left = "left the critical path"
    }

    /// One task in both launches.
    public struct Row: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// What is different.
        public let changes: [Change]
        /// In the first launch; nil if it did not run there.
        public let before: Blame.Row?
        /// In the second launch.
        public let after: Blame.Row?

        /// By how much its end moved; nil if it has none in both.
        public var endShift: Nanoseconds? {
            guard let before = before?.ended, let after = after?.ended else { return nil }
            return Nanoseconds(after.count - before.count)
        }
    }

    /// The first launch time.
    public let before: Nanoseconds
    /// The second one.
    public let after: Nanoseconds
    /// How many parked runs the first launch is complete without, and how many the second.
    public let parkedBefore, parkedAfter: Int
    /// Tasks with a difference, in the order of the second launch, then those that are gone.
    public let rows: [Row]

    /// By how much the second launch is longer.
    public var difference: Nanoseconds { Nanoseconds(after.count - before.count) }

    /// Compares two launches; differences up to `tolerance` do not count. O(tasks).
    public init(_ first: LaunchMeasure, _ second: LaunchMeasure, tolerance: Nanoseconds = .zero) {
        (before, after) = (first.time, second.time)
        (parkedBefore, parkedAfter) = (first.parked, second.parked)
        let (old, new) = (Blame(first).rows, Blame(second).rows)
        var places: [ByteName: Int] = [:]
        for (place, row) in old.enumerated() { places[ByteName(row.name)] = place }
        let oldNames = Set(first.names.tasks.map { ByteName($0) })
        let newNames = Set(second.names.tasks.map { ByteName($0) })
        var isKnown = [Bool](repeating: false, count: old.count)
        var rows: [Row] = []
        for row in new {
            let place = places[ByteName(row.name)]
            if let place { isKnown[place] = true }
            var changes = Self.changes(place.map { old[$0] }, row, tolerance)
            if place == nil, oldNames.contains(ByteName(row.name)) { changes[0] = .joined }
            if !changes.isEmpty {
                rows.append(Row(name: row.name, changes: changes, before: place.map { old[$0] }, after: row))
            }
        }
        for place in old.indices where !isKnown[place] {
            let change: Change = newNames.contains(ByteName(old[place].name)) ? .later : .gone
            rows.append(Row(name: old[place].name, changes: [change], before: old[place], after: nil))
        }
        self.rows = rows
    }

    private static func changes(_ before: Blame.Row?, _ after: Blame.Row, _ tolerance: Nanoseconds) -> [Change] {
        guard let before else { return after.isCritical ? [.new, .entered] : [.new] }
        var changes: [Change] = []
        let own = after.own.count - before.own.count
        if own > tolerance.count { changes.append(.slower) }
        if own < -tolerance.count { changes.append(.faster) }
        let wait = after.wait.count - before.wait.count
        if wait > tolerance.count { changes.append(.waitsLonger) }
        if wait < -tolerance.count { changes.append(.waitsLess) }
        let end = (after.ended?.count ?? 0) - (before.ended?.count ?? 0)
        if end.magnitude > tolerance.count, changes.isEmpty { changes.append(.moved) }
        if after.isCritical, !before.isCritical { changes.append(.entered) }
        if before.isCritical, !after.isCritical { changes.append(.left) }
        return changes
    }
}
