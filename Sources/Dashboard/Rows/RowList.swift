import SchedulerCore

/// The rows of the table from top to bottom: tasks and headings of groups, in four bytes each.
struct RowList: RandomAccessCollection, Hashable, Sendable {
    /// The number of a task; negative numbers are indices of group names, counted down from -1.
    private var codes: [Int32] = []
    private var groups: [String] = []

    var startIndex: Int { 0 }
    var endIndex: Int { codes.count }

    subscript(row: Int) -> RowKey {
        let code = Int(codes[row])
        return code < 0 ? .group(groups[-1 - code]) : .task(TaskID(code))
    }

    mutating func reserveCapacity(_ count: Int) { codes.reserveCapacity(count) }

    mutating func append(_ task: TaskID) { codes.append(Int32(task.offset)) }

    mutating func append(group: String) {
        groups.append(group)
        codes.append(Int32(-groups.count))
    }
}
