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
        let source: Int32
        /// The task that waits.
        let task: Int32
        /// The next edge of the same predecessor; -1: this is the last.
        fileprivate(set) var next: Int32 = -1
        /// Whether and for which turn of the predecessor it waits now.
        fileprivate(set) var wait = EdgeWait()
        let isSoft: Bool
        let isWeak: Bool
    }

    /// Where a task's edges are, but the first one to a successor.
    private struct Node: BitwiseCopyable, Stored {
        var first: Int32 = 0
        var count: Int32 = 0
        var lastSuccessor: Int32 = -1
    }

    private var edges = Table<Edge>()
    private var nodes: [Node] = []
    // Of each task, apart from the rest: all that most ends need.
    private var firstSuccessors = Table<Int32>()
    private var waitCounts = Table<Int32>()

    /// The graph of `counts.count` tasks, whose predecessors are in `dependencies`, those of the first task first:
    /// `counts[n]` of them belong to task n.
    init(_ dependencies: [Dependency], _ counts: [Int32]) {
        add(upTo: counts.count - 1)
        edges.reserve(dependencies.count)
        var first = 0
        for (task, count) in counts.enumerated() {
            replacePredecessors(of: task, with: dependencies[first..<first + Int(count)])
            first += Int(count)
        }
    }

    mutating func own() {
        edges.own()
        firstSuccessors.own()
        waitCounts.own()
    }

    /// How many tasks it knows.
    var count: Int { nodes.count }

    /// The numbers of the edges to the predecessors of `task`, in listed order.
    func edges(of task: Int) -> Range<Int> {
        let node = nodes[task]
        return Int(node.first)..<Int(node.first &+ node.count)
    }

    subscript(edge: Int) -> Edge { edges[edge] }

    /// The first edge from `task` to a successor; -1: there is none. Replaced edges are included.
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
            if edges(of: Int(edges[edge].task)).contains(edge) { found.append(Int(edges[edge].task)) }
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

    mutating func replacePredecessors(of task: Int, with new: some Collection<Dependency>) {
        add(upTo: task)
        nodes[task].first = Int32(edges.count)
        nodes[task].count = Int32(new.count)
        for dependency in new {
            let (edge, source) = (Int32(edges.count), Int(dependency.source))
            edges.append(
                Edge(
                    source: dependency.source, task: Int32(task), isSoft: dependency.isSoft,
                    isWeak: dependency.isWeak))
            let last = nodes[source].lastSuccessor
            if last >= 0 { edges[Int(last)].next = edge } else { firstSuccessors[source] = edge }
            nodes[source].lastSuccessor = edge
        }
    }

    /// Whether every number is that of an edge or a task, and no chain of successors is a loop.
    var isSound: Bool {
        firstSuccessors.count == count && waitCounts.count == count
            && nodes.indices.allSatisfy { task in
                let node = nodes[task]
                let ends = [firstSuccessors[task], node.lastSuccessor]
                return node.first >= 0 && node.count >= 0 && Int(node.first) + Int(node.count) <= edges.count
                    && ends.allSatisfy { $0 >= -1 && $0 < edges.count }
            }
            && edges.indices.allSatisfy { number in
                let edge = edges[number]
                return nodes.indices.contains(Int(edge.source)) && nodes.indices.contains(Int(edge.task))
                    && (edge.next == -1 || edge.next > number && edge.next < edges.count)
            }
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
}
