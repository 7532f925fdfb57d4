/// The dependency graph, and the edges along which released runs wait now.
///
/// The edges to a task's predecessors are contiguous; those to its successors are chained, in the order of the waiting
/// tasks, injected ones last. Building costs O(tasks + edges), a neighbor O(1).
struct TaskGraph: Stored {
    /// A dependency of a task.
    struct Dependency: Hashable, BitwiseCopyable, Sendable {
        var source: Int32
        /// Whether only its end counts, not its outcome (`follows`).
        var isSoft: Bool
        /// Whether it counts only if it is released (`prefers`); its outcome does not matter either.
        var isWeak = false
    }

    /// One task waits for another.
    struct Edge: BitwiseCopyable, Stored {
        /// -1: the task has fewer predecessors than it had, so this is not an edge.
        fileprivate(set) var source: Int32
        /// The task that waits.
        let task: Int32
        /// The next edge of the same predecessor; -1: this is the last.
        fileprivate(set) var next: Int32 = -1
        /// Whether and for which turn of the predecessor it waits now.
        fileprivate(set) var wait = EdgeWait()
        fileprivate(set) var isSoft: Bool
        fileprivate(set) var isWeak: Bool

        fileprivate init(_ dependency: Dependency, task: Int32) {
            (source, isSoft, isWeak) = (dependency.source, dependency.isSoft, dependency.isWeak)
            self.task = task
        }
    }

    /// Where a task's edges are, but the first one to a successor.
    private struct Node: BitwiseCopyable, Stored {
        var first: Int32 = 0
        var count: Int32 = 0
        /// How many edges there is room for.
        var room: Int32 = 0
        var lastSuccessor: Int32 = -1
    }

    private var edges: [Edge] = []
    private var nodes: [Node] = []
    // Of each task, apart from the rest: all that most ends need.
    private var firstSuccessors: [Int32] = []
    private var waitCounts: [Int32] = []
    /// Whether some task prefers to come after another.
    private(set) var hasPreferences = false

    /// The graph of `counts.count` tasks, whose predecessors are in `dependencies`, those of the first task first:
    /// `counts[n]` of them belong to task n.
    init(_ dependencies: [Dependency], _ counts: [Int32]) {
        add(upTo: counts.count - 1)
        edges.reserveCapacity(dependencies.count)
        var first = 0
        for (task, count) in counts.enumerated() {
            replacePredecessors(of: task, with: dependencies[first..<first + Int(count)])
            first += Int(count)
        }
    }

    /// How many tasks it knows.
    var count: Int { nodes.count }

    /// The numbers of the edges to the predecessors of `task`, in listed order.
    func edges(of task: Int) -> Range<Int> {
        let node = nodes[task]
        return Int(node.first)..<Int(node.first &+ node.count)
    }

    subscript(edge: Int) -> Edge { edges[edge] }

    /// The first edge from `task` to a successor; -1: there is none.
    func firstSuccessor(of task: Int) -> Int { Int(firstSuccessors[task]) }

    /// The predecessors of `task`, each once, in listed order; none if the graph does not know the task.
    func predecessors(of task: Int) -> [Int] {
        task < count ? edges(of: task).map { Int(edges[$0].source) } : []
    }

    /// The successors of `task`, each once, in the order of their numbers; injected ones come last.
    func successors(of task: Int) -> [Int] {
        var found: [Int] = []
        var edge = task < count ? firstSuccessor(of: task) : -1
        while edge >= 0 {
            found.append(Int(edges[edge].task))
            edge = Int(edges[edge].next)
        }
        return found
    }

    /// Along how many edges the released run of `task` waits.
    func waits(of task: Int) -> Int32 { waitCounts[task] }

    /// The released run of the edge's task waits along it.
    @inline(__always)
    mutating func beginWait(along edge: Int, _ wait: EdgeWait) {
        edges[edge].wait = wait
        waitCounts[Int(edges[edge].task)] += 1
    }

    /// A run that waits along this edge does so for another turn, or for one that was parked or continued.
    mutating func changeWait(along edge: Int, _ turn: EdgeWait.Turn, isParked: Bool) {
        (edges[edge].wait.turn, edges[edge].wait.isParked) = (turn, isParked)
    }

    /// A run no longer waits along this edge. Returns along how many others it does.
    @inline(__always)
    mutating func endWait(along edge: Int) -> Int32 {
        edges[edge].wait = EdgeWait()
        let task = Int(edges[edge].task)
        waitCounts[task] -= 1
        return waitCounts[task]
    }

    /// The run of `task` no longer waits for anything.
    mutating func stopWaiting(_ task: Int) {
        for edge in edges(of: task) where edges[edge].wait.turn != .none { _ = endWait(along: edge) }
    }

    /// Adds tasks up to this one.
    mutating func add(upTo task: Int) {
        while nodes.count <= task {
            nodes.append(Node())
            firstSuccessors.append(-1)
            waitCounts.append(0)
        }
    }

    /// Gives a task these predecessors instead of those it had; its run must not wait. The edges are used again, so that
    /// injecting one name over and over needs no more room. O(edges of its earlier predecessors).
    mutating func replacePredecessors(of task: Int, with new: some Collection<Dependency>) {
        add(upTo: task)
        for edge in edges(of: task) { unlink(Int32(edge)) }
        if new.count > nodes[task].room {
            nodes[task].first = Int32(edges.count)
            nodes[task].room = Int32(nodes[task].room == 0 ? new.count : max(new.count, 2 * Int(nodes[task].room)))
            let none = Edge(Dependency(source: -1, isSoft: false), task: Int32(task))
            edges.append(contentsOf: repeatElement(none, count: Int(nodes[task].room)))
        }
        nodes[task].count = Int32(new.count)
        for (offset, dependency) in new.enumerated() {
            if dependency.isWeak { hasPreferences = true }
            link(nodes[task].first + Int32(offset), Edge(dependency, task: Int32(task)))
        }
    }

    /// The dependencies of `task`, in listed order.
    func dependencies(of task: Int) -> [Dependency] {
        edges(of: task).map { edge in
            Dependency(source: edges[edge].source, isSoft: edges[edge].isSoft, isWeak: edges[edge].isWeak)
        }
    }

    /// The graph with other predecessors of one task, as if it had been built so. O(tasks + edges).
    func replacing(_ task: Int, with new: [Dependency]) -> TaskGraph {
        var all: [Dependency] = []
        var counts: [Int32] = []
        all.reserveCapacity(edges.count + new.count)
        counts.reserveCapacity(count)
        for other in nodes.indices {
            let own = other == task ? new : dependencies(of: other)
            all += own
            counts.append(Int32(own.count))
        }
        return TaskGraph(all, counts)
    }

    /// Puts an edge at the end of those from its source.
    private mutating func link(_ number: Int32, _ edge: Edge) {
        let source = Int(edge.source)
        edges[Int(number)] = edge
        let last = nodes[source].lastSuccessor
        if last >= 0 { edges[Int(last)].next = number } else { firstSuccessors[source] = number }
        nodes[source].lastSuccessor = number
    }

    /// Takes an edge out of those from its source.
    private mutating func unlink(_ number: Int32) {
        let (source, next) = (Int(edges[Int(number)].source), edges[Int(number)].next)
        var (before, edge) = (Int32(-1), firstSuccessors[source])
        while edge != number { (before, edge) = (edge, edges[Int(edge)].next) }
        if before >= 0 { edges[Int(before)].next = next } else { firstSuccessors[source] = next }
        if nodes[source].lastSuccessor == number { nodes[source].lastSuccessor = before }
        (edges[Int(number)].source, edges[Int(number)].next) = (-1, -1)
    }

    /// Whether every number is that of an edge or a task, and each edge is once among those from its source.
    var isSound: Bool {
        guard firstSuccessors.count == count, waitCounts.count == count else { return false }
        let areSound = nodes.allSatisfy { node in
            node.first >= 0 && node.count >= 0 && node.count <= node.room
                && Int(node.first) + Int(node.room) <= edges.count
        }
        guard areSound, edges.allSatisfy({ nodes.indices.contains(Int($0.task)) }) else { return false }
        var isKnown = [Bool](repeating: false, count: edges.count)
        for source in nodes.indices {
            var (last, edge) = (Int32(-1), firstSuccessors[source])
            while edge != -1 {
                guard edges.indices.contains(Int(edge)), !isKnown[Int(edge)], edges[Int(edge)].source == source
                else { return false }
                isKnown[Int(edge)] = true
                (last, edge) = (edge, edges[Int(edge)].next)
            }
            guard last == nodes[source].lastSuccessor else { return false }
        }
        let listed = nodes.indices.flatMap { edges(of: $0) }
        return listed.count == isKnown.count { $0 } && listed.allSatisfy { isKnown[$0] }
    }

    /// Along how many edges a run waits.
    var waitCount: Int { edges.count { $0.wait.turn != .none } }

    /// Whether all tasks can be put in order (Kahn 1962). O(tasks + edges).
    var isAcyclic: Bool {
        var missing = nodes.map { $0.count }
        var open = missing.indices.filter { missing[$0] == 0 }
        var ordered = 0
        while let task = open.popLast() {
            ordered += 1
            var edge = firstSuccessor(of: task)
            while edge >= 0 {
                let next = Int(edges[edge].task)
                missing[next] -= 1
                if missing[next] == 0 { open.append(next) }
                edge = Int(edges[edge].next)
            }
        }
        return ordered == count
    }

    /// The longest way from each task to an end through tasks that exist, by their own lengths; backwards over Kahn's
    /// order. O(tasks + edges).
    func longestPaths(_ lengths: [UInt64], exists: (Int) -> Bool) -> [UInt64] {
        var left = (0..<count).map { successors(of: $0).count }
        var longest = Array(repeating: UInt64(0), count: count)
        var open = left.indices.filter { left[$0] == 0 }
        while let task = open.popLast() {
            let (sum, overflow) = longest[task].addingReportingOverflow(lengths[task])
            longest[task] = overflow ? .max : sum
            let after = exists(task) ? longest[task] : 0
            for source in predecessors(of: task) {
                longest[source] = max(longest[source], after)
                left[source] -= 1
                if left[source] == 0 { open.append(source) }
            }
        }
        return longest
    }
}

/// Whether and for which turn of its predecessor a task waits along one edge.
struct EdgeWait: BitwiseCopyable, Stored {
    enum Turn: UInt8, BitwiseCopyable, Stored {
        /// It does not wait.
        case none
        /// For the end of the current turn, or of the next one if there is none.
        case current
        /// For the turn that waits behind the current one.
        case next
    }

    /// The run that waits.
    var slot: Int32 = -1
    var turn = Turn.none
    /// The predecessor is unreleased or parked.
    var isParked = false
    /// It waits for this turn, not for whichever ends first: the turn is of the same event, or preferred.
    var isCertain = false
}
