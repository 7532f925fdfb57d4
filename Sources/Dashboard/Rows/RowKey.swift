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
        let bytes = name.utf8
        if let end = bytes.lastIndex(where: { $0 == 0x2F || $0 == 0x2E || $0 == 0x3A || $0 == 0x5F }),
            end > name.startIndex
        {
            return String(name[...end]) + "*"
        }
        var end = bytes.endIndex
        while end > bytes.startIndex {
            let before = bytes.index(before: end)
            // Numbers beyond ASCII, and digits with marks on them, are told by the whole character.
            if bytes[before] >= 0x80 { return prefixBeforeNumbers(of: name) }
            guard (0x30...0x39).contains(bytes[before]) else { break }
            end = before
        }
        return end == bytes.startIndex || end == bytes.endIndex ? nil : String(name[..<end]) + "*"
    }

    private static func prefixBeforeNumbers(of name: String) -> String? {
        let stem = String(name.reversed().drop { $0.isNumber }.reversed())
        return stem.isEmpty || stem.count == name.count ? nil : stem + "*"
    }
}

/// The beginnings that names of tasks share, found once for each name.
struct SharedPrefixes: Sendable {
    private var texts: [String] = []
    private var counts: [Int] = []
    private var numbers: [String: Int32] = [:]
    /// By task; -1: it has none.
    private var ofTask: [Int32] = []

    /// Takes in tasks that came since; a task's name never changes. O(new tasks).
    mutating func update(_ scheduler: Scheduler) {
        for offset in ofTask.count..<max(ofTask.count, scheduler.taskCount) {
            guard let prefix = Grouping.prefix(of: scheduler.name(of: TaskID(offset))) else {
                ofTask.append(-1)
                continue
            }
            let number = numbers[prefix] ?? Int32(texts.count)
            if Int(number) == texts.count {
                numbers[prefix] = number
                texts.append(prefix)
                counts.append(0)
            }
            counts[Int(number)] += 1
            ofTask.append(number)
        }
    }

    /// The beginning of a task's name, if enough tasks share it.
    func prefix(of task: TaskID) -> String? {
        guard task.offset < ofTask.count, ofTask[task.offset] >= 0 else { return nil }
        let number = Int(ofTask[task.offset])
        return counts[number] >= Grouping.smallestPrefix ? texts[number] : nil
    }
}

/// Rows gathered under one heading.
struct RowGroup: Hashable, Sendable {
    var name: String
    var tasks: [TaskID]
    var isOpen: Bool
}
