/// Finds cycles in a graph given as predecessor lists.
///
/// Kahn 1962 peels what can be ordered; Tarjan 1972 (iterative) finds the knots in the rest; a breadth-first search from
/// each member, in order of number, finds the shortest cycle. No recursion. O(tasks + edges), and for the shortest
/// cycle at most `CycleSearch.budget` further edge visits; then the shortest found so far is the result.
public struct CycleSearch: Sendable {
    /// The shortest cycle in running order, the first member not repeated: each waits for the one before it.
    public let cycle: [Int]
    /// Those that only depend, directly or not, on a member of a cycle; in order of number.
    public let downstream: [Int]

    /// Edge visits spent on finding the shortest cycle.
    public static let budget = 20_000_000

    /// Searches `count` tasks; `predecessors` returns the numbers of a task's predecessors. Nil if there is no cycle.
    public init?(count: Int, predecessors: (Int) -> [Int]) {
        let lists = (0..<count).map(predecessors)
        let rest = Self.unordered(lists)
        guard rest.contains(true) else { return nil }
        let knots = Self.knotMembers(lists, among: rest)
        var visits = 0
        var best: [Int] = []
        for start in 0..<count where knots[start] && visits < Self.budget {
            let found = Self.shortestCycle(through: start, lists, knots, best: best.count, visits: &visits)
            if !found.isEmpty { best = found }
            if best.count == 1 { break }
        }
        cycle = best
        downstream = (0..<count).filter { rest[$0] && !knots[$0] }
    }

    /// Marks what cannot be ordered (Kahn).
    private static func unordered(_ lists: [[Int]]) -> [Bool] {
        var missing = lists.map { $0.count }
        var successors = Array(repeating: [Int](), count: lists.count)
        for (task, list) in lists.enumerated() { for source in list { successors[source].append(task) } }
        var open = lists.indices.filter { missing[$0] == 0 }
        while let task = open.popLast() {
            for next in successors[task] {
                missing[next] -= 1
                if missing[next] == 0 { open.append(next) }
            }
        }
        return missing.map { $0 > 0 }
    }

    /// Marks the members of strongly connected components of two and more, and those that wait for themselves.
    private static func knotMembers(_ lists: [[Int]], among rest: [Bool]) -> [Bool] {
        var search = KnotSearch(lists)
        for task in lists.indices where rest[task] { search.visit(from: task) }
        return search.isMember
    }

    /// The shortest cycle through `start` that is shorter than `best` (0: any length); empty if there is none.
    private static func shortestCycle(
        through start: Int, _ lists: [[Int]], _ knots: [Bool], best: Int, visits: inout Int
    ) -> [Int] {
        var cameFrom: [Int: Int] = [:]
        var level = [start]
        var depth = 1
        while !level.isEmpty, best == 0 || depth < best {
            var next: [Int] = []
            for task in level {
                for source in lists[task] where knots[source] {
                    visits += 1
                    if source == start { return path(from: task, to: start, cameFrom) }
                    if cameFrom[source] == nil {
                        cameFrom[source] = task
                        next.append(source)
                    }
                }
            }
            if visits > budget { return [] }
            level = next
            depth += 1
        }
        return []
    }

    /// The search goes from each task to its predecessors, so the path back is in running order.
    private static func path(from last: Int, to start: Int, _ cameFrom: [Int: Int]) -> [Int] {
        var members = [last]
        while let current = members.last, current != start, let before = cameFrom[current] { members.append(before) }
        let front = members.removeLast()
        return [front] + members
    }
}

/// Tarjan's search with its own stack instead of recursion.
private struct KnotSearch {
    let lists: [[Int]]
    var isMember: [Bool]
    private var visitNumbers: [Int]
    private var lowLinks: [Int]
    private var onStack: [Bool]
    private var stack: [Int] = []
    private var nextVisit = 0

    init(_ lists: [[Int]]) {
        self.lists = lists
        isMember = Array(repeating: false, count: lists.count)
        visitNumbers = Array(repeating: -1, count: lists.count)
        lowLinks = Array(repeating: 0, count: lists.count)
        onStack = isMember
    }

    mutating func visit(from start: Int) {
        guard visitNumbers[start] < 0 else { return }
        var calls = [(task: start, next: 0)]
        enter(start)
        while let call = calls.last {
            if call.next < lists[call.task].count {
                calls[calls.count - 1].next += 1
                let source = lists[call.task][call.next]
                if visitNumbers[source] < 0 {
                    enter(source)
                    calls.append((source, 0))
                } else if onStack[source] {
                    lowLinks[call.task] = min(lowLinks[call.task], visitNumbers[source])
                }
            } else {
                calls.removeLast()
                if let caller = calls.last { lowLinks[caller.task] = min(lowLinks[caller.task], lowLinks[call.task]) }
                if lowLinks[call.task] == visitNumbers[call.task] { close(call.task) }
            }
        }
    }

    private mutating func enter(_ task: Int) {
        visitNumbers[task] = nextVisit
        lowLinks[task] = nextVisit
        nextVisit += 1
        stack.append(task)
        onStack[task] = true
    }

    private mutating func close(_ root: Int) {
        var members: [Int] = []
        while let member = stack.popLast() {
            onStack[member] = false
            members.append(member)
            if member == root { break }
        }
        let isKnot = members.count > 1 || lists[root].contains(root)
        for member in members where isKnot { isMember[member] = true }
    }
}

/// A cycle of names as text.
public enum CycleText {
    /// A cycle of at most this many names is shown whole.
    public static let wholeLimit = 100
    /// How many names of a longer one are shown at each end.
    public static let endCount = 20

    /// The names with arrows, `A -> B -> A`; of a long cycle both ends, and how many names there are between them.
    ///
    /// - Parameter names: the cycle in its order, its first name again at the end.
    public static func path(_ names: [String]) -> String {
        guard names.count - 1 > wholeLimit else { return names.joined(separator: " -> ") }
        let middle = ["... \(names.count - 2 * endCount) more ..."]
        return (names.prefix(endCount) + middle + names.suffix(endCount)).joined(separator: " -> ")
    }
}
