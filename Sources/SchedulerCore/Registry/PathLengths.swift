/// With `order: criticalPath` the longest remaining expected time from each task's start; empty with any other order.
struct PathLengths: Stored {
    private var own: [UInt64] = []
    private var longest: [UInt64] = []

    /// No lengths: another order applies.
    init() {}

    init(_ lengths: [Nanoseconds], _ graph: TaskGraph) {
        own = lengths.map { UInt64(max(0, $0.count)) }
        own += repeatElement(0, count: graph.count - own.count)
        longest = graph.longestPaths(own) { _ in true }
    }

    /// Whether another order applies.
    var isEmpty: Bool { longest.isEmpty }

    /// The length from the start of a task.
    subscript(task: Int) -> UInt64 { task < longest.count ? longest[task] : 0 }

    /// A task is registered with its own length; the paths are not updated yet.
    mutating func register(_ task: Int, _ length: Nanoseconds) {
        guard !isEmpty else { return }
        own += repeatElement(0, count: max(0, task + 1 - own.count))
        own[task] = UInt64(max(0, length.count))
    }

    /// Updates the paths after a task came or went. Returns whether one changed. O(tasks + edges).
    mutating func update(_ graph: TaskGraph, exists: (Int) -> Bool) -> Bool {
        own += repeatElement(0, count: max(0, graph.count - own.count))
        let counted = graph.longestPaths(own, exists: exists)
        defer { longest = counted }
        return longest != counted
    }
}
