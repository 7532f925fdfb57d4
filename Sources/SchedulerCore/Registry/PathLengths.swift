/// With `order: criticalPath` the longest remaining expected time from each task's start; empty with any other order.
struct PathLengths: Sendable {
    private var own: [UInt64] = []
    private var longest: [UInt64] = []

    /// No lengths: another order holds.
    init() {}

    /// The lengths of all tasks of `graph`, from their own.
    init(_ lengths: [Nanoseconds], _ graph: TaskGraph) {
        own = lengths.map { UInt64(max(0, $0.count)) }
        own += repeatElement(0, count: graph.count - own.count)
        longest = graph.longestPaths(lengths)
    }

    /// Whether another order holds.
    var isEmpty: Bool { longest.isEmpty }

    /// The length from the start of a task.
    subscript(task: Int) -> UInt64 { task < longest.count ? longest[task] : 0 }

    /// A task is registered with this length of its own; the paths are not counted again yet.
    mutating func register(_ task: Int, _ length: Nanoseconds) {
        guard !isEmpty else { return }
        let missing = task + 1 - longest.count
        if missing > 0 {
            own += repeatElement(0, count: missing)
            longest += repeatElement(0, count: missing)
        }
        own[task] = UInt64(max(0, length.count))
    }

    /// Counts again the paths of a task that came or went and of those before it; whether one changed. O(those, and their
    /// edges).
    mutating func update(_ task: Int, _ graph: TaskGraph, exists: (Int) -> Bool) -> Bool {
        guard task < longest.count else { return false }
        var hasChanged = count(task, graph, exists)
        var open = WorkList<Int>()
        for source in graph.predecessors(of: task) { open.append(source) }
        while let next = open.popFirst() {
            guard next < longest.count, count(next, graph, exists) else { continue }
            hasChanged = true
            for source in graph.predecessors(of: next) { open.append(source) }
        }
        return hasChanged
    }

    /// Whether the path of one task changed.
    private mutating func count(_ task: Int, _ graph: TaskGraph, _ exists: (Int) -> Bool) -> Bool {
        var after: UInt64 = 0
        for next in graph.successors(of: task) where exists(next) { after = max(after, self[next]) }
        let (sum, overflow) = own[task].addingReportingOverflow(after)
        let length = overflow ? .max : sum
        defer { longest[task] = length }
        return longest[task] != length
    }
}
