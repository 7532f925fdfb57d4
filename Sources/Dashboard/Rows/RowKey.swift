import SchedulerCore

/// What a row of the table stands for; it identifies the selection, whatever the order of the rows.
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

/// How rows are grouped.
enum Grouping: String, CaseIterable, Hashable, Sendable {
    case none
    /// The `group` of the scenario.
    case group
    /// What releases the task.
    case event
    case lane
    /// The name up to its last `/`, `.`, `:` or `_`, or without the digits at its end.
    case prefix

    /// From this many rows on, groups are closed by default.
    static let closedFrom = 200
    /// The fewest tasks that form a group by prefix.
    static let smallestPrefix = 4

    /// The next one; wraps around.
    var next: Grouping {
        let all = Grouping.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    /// The prefix that a name shares with similar names; nil if there are none.
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
            // Digits beyond ASCII or with combining marks can be recognized only as whole characters.
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

/// The prefixes that task names share, found once for each name.
struct SharedPrefixes: Sendable {
    /// The prefixes.
    private(set) var texts: [String] = []
    private var counts: [Int] = []
    private var numbers: [String: Int32] = [:]
    /// The prefix number of each task; -1 if it has none.
    private var ofTask: [Int32] = []

    /// Adds new tasks; a task's name never changes. O(new tasks).
    mutating func update(_ scheduler: borrowing Scheduler) {
        let names = scheduler.names
        guard ofTask.count < names.count else { return }
        ofTask.reserveCapacity(names.count)
        var last: (name: String, number: Int32) = ("", -1)
        for offset in ofTask.count..<names.count {
            let name = names[offset]
            // Names that differ only in their last digits often follow each other.
            if last.number >= 0, SharedPrefixes.differInDigits(name, last.name) {
                counts[Int(last.number)] += 1
                ofTask.append(last.number)
                continue
            }
            let number = Grouping.prefix(of: name).map { self.number(of: $0) } ?? -1
            if number >= 0 { counts[Int(number)] += 1 }
            ofTask.append(number)
            last = (name, number)
        }
    }

    private mutating func number(of prefix: String) -> Int32 {
        if let known = numbers[prefix] { return known }
        numbers[prefix] = Int32(texts.count)
        texts.append(prefix)
        counts.append(0)
        return Int32(texts.count - 1)
    }

    /// Whether two names are equal except for their last digits, of which the first name has at least one:
    /// then they have the same prefix.
    private static func differInDigits(_ name: String, _ other: String) -> Bool {
        var (name, other) = (name, other)
        return name.withUTF8 { bytes in
            other.withUTF8 { others in
                var same = 0
                while same < min(bytes.count, others.count), bytes[same] == others[same] { same += 1 }
                while same > 0, isDigit(bytes[same - 1]) { same -= 1 }
                guard same > 0, same < bytes.count, same < others.count else { return false }
                return bytes[same...].allSatisfy(isDigit) && others[same...].allSatisfy(isDigit)
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The number of a task's prefix, an index into `texts`, if enough tasks share it.
    func number(of task: TaskID) -> Int? {
        guard task.offset < ofTask.count, ofTask[task.offset] >= 0 else { return nil }
        let number = Int(ofTask[task.offset])
        return counts[number] >= Grouping.smallestPrefix ? number : nil
    }
}

/// Rows under one heading.
struct RowGroup: Hashable, Sendable {
    var name: String
    var tasks: [TaskID]
    var isOpen: Bool
}
