/// The dependency graph: predecessors and successors in contiguous storage (compressed sparse rows).
///
/// Each edge has a number, in the order of the tasks that wait, stable while its task keeps its predecessors; and a place,
/// in the order of their predecessors, so that the end of a task reads and writes a stretch of memory. By place it has one
/// byte of wait state that belongs to the scheduler. Building costs O(tasks + edges); neighbours are O(1) to reach.
struct TaskGraph: Sendable {
    /// An edge seen from its predecessor.
    struct Successor: Sendable {
        /// The task that waits.
        var task: Int32
        /// The edge's place in the tables by predecessor.
        var place: Int
    }
    /// An edge given to the graph.
    struct Dependency: Hashable, Sendable {
        /// The predecessor.
        var source: Int32
        /// Whether only its end counts, not its outcome (`follows`).
        var isSoft: Bool
    }

    /// For each edge its predecessor.
    private(set) var sources = Table<Int32>()
    /// For each edge its place.
    private var places = Table<Int32>()
    /// For each place whether its edge is soft.
    private(set) var softness = Table<Bool>()
    /// For each place the scheduler's wait state.
    var waits = Table<EdgeWait>()
    /// For each place the task that waits.
    private var successorTasks = Table<Int32>()
    private var firstEdge = Table<Int32>()
    private var edgeCount = Table<Int32>()
    private var firstSuccessor = Table<Int32>(repeating: 0, count: 1)
    private var lateSuccessors: [Int32: [Successor]] = [:]

    /// The graph of `counts.count` tasks, whose predecessors stand in `dependencies`, those of the first task first:
    /// `counts[n]` of them belong to task n.
    init(_ dependencies: [Dependency], _ counts: [Int32]) {
        sources.reserveCapacity(dependencies.count)
        firstEdge.reserveCapacity(counts.count)
        edgeCount.reserveCapacity(counts.count)
        var first: Int32 = 0
        for count in counts {
            firstEdge.append(first)
            edgeCount.append(count)
            first += count
        }
        for dependency in dependencies { sources.append(dependency.source) }
        waits = Table(repeating: .none, count: dependencies.count)
        softness = Table(repeating: false, count: dependencies.count)
        buildSuccessors(dependencies)
    }

    /// How many tasks it knows.
    var count: Int { firstEdge.count }

    /// The numbers of the edges to the predecessors of `task`.
    @inline(__always)
    func edges(of task: Int) -> Range<Int> {
        let first = Int(firstEdge[task])
        return first..<first + Int(edgeCount[task])
    }

    /// The places of the successors of `task` that were there from the start; read them with `successor(at:)`.
    @inline(__always)
    func successorRange(of task: Int) -> Range<Int> {
        task + 1 < firstSuccessor.count ? Int(firstSuccessor[task])..<Int(firstSuccessor[task + 1]) : 0..<0
    }

    /// One successor.
    @inline(__always)
    func successor(at place: Int) -> Successor { Successor(task: successorTasks[place], place: place) }

    /// The successors that were there from the start, for a loop over many tasks: those of task n stand from place
    /// `first[n]` to before `first[n + 1]`, with their wait states beside them; `count` tasks have such.
    var successorTables:
        (
            first: UnsafeMutablePointer<Int32>, tasks: UnsafeMutablePointer<Int32>,
            waits: UnsafeMutablePointer<EdgeWait>, count: Int
        )
    {
        @inline(__always) get {
            (firstSuccessor.base, successorTasks.base, waits.base, firstSuccessor.count - 1)
        }
    }

    /// The wait state of an edge.
    @inline(__always)
    func wait(of edge: Int) -> EdgeWait { waits.pointer(to: Int(places.pointer(to: edge).pointee)).pointee }

    /// Writes the wait state of an edge.
    @inline(__always)
    func setWait(_ wait: EdgeWait, of edge: Int) {
        waits.pointer(to: Int(places.pointer(to: edge).pointee)).pointee = wait
    }

    /// Whether only the end of an edge's predecessor counts, not its outcome.
    func isSoft(_ edge: Int) -> Bool { softness[Int(places[edge])] }

    /// The successors that came at run time; nearly always none.
    @inline(__always)
    func lateSuccessors(of task: Int) -> [Successor] {
        lateSuccessors.isEmpty ? [] : lateSuccessors[Int32(task)] ?? []
    }

    /// All current successors of `task`, each once, by number.
    func successors(of task: Int) -> [Int] {
        var found: [Int] = []
        for place in successorRange(of: task) where isCurrent(successor(at: place)) {
            found.append(Int(successorTasks[place]))
        }
        for late in lateSuccessors(of: task) where isCurrent(late) { found.append(Int(late.task)) }
        return found
    }

    /// Whether a task has successors that came at run time.
    var hasLateSuccessors: Bool { !lateSuccessors.isEmpty }

    /// Takes storage of its own for what `replacePredecessors` writes.
    mutating func makeUnique() {
        sources.makeUnique()
        places.makeUnique()
        softness.makeUnique()
        successorTasks.makeUnique()
        waits.makeUnique()
        firstEdge.makeUnique()
        edgeCount.makeUnique()
    }

    /// Gives `task` new predecessors (a task injected at run time); a task past the end is added, with any between.
    mutating func replacePredecessors(of task: Int, with dependencies: [Dependency]) {
        if task < firstEdge.count {
            // Copies of this graph may still read the entry.
            firstEdge.makeUnique()
            edgeCount.makeUnique()
        }
        while firstEdge.count <= task {
            firstEdge.append(Int32(sources.count))
            edgeCount.append(0)
        }
        firstEdge[task] = Int32(sources.count)
        edgeCount[task] = Int32(dependencies.count)
        for dependency in dependencies {
            lateSuccessors[dependency.source, default: []].append(
                Successor(task: Int32(task), place: waits.count))
            sources.append(dependency.source)
            places.append(Int32(waits.count))
            softness.append(dependency.isSoft)
            waits.append(.none)
            successorTasks.append(Int32(task))
        }
    }

    /// Whether all tasks can be put in order (Kahn 1962). Only before tasks come at run time. O(tasks + edges).
    var isAcyclic: Bool {
        var missing = Array(edgeCount)
        var open = missing.indices.filter { missing[$0] == 0 }
        var ordered = 0
        while let task = open.popLast() {
            ordered += 1
            for place in successorRange(of: task) {
                let next = Int(successorTasks[place])
                missing[next] -= 1
                if missing[next] == 0 { open.append(next) }
            }
        }
        return ordered == count
    }

    /// Whether `target` can be reached from `start` along successors. O(tasks + edges).
    func isReachable(_ target: Int, from start: Int) -> Bool {
        var seen = Set<Int>([start])
        var open = [start]
        while let task = open.popLast() {
            if task == target { return true }
            for next in successors(of: task) where seen.insert(next).inserted { open.append(next) }
        }
        return false
    }

    private func isCurrent(_ successor: Successor) -> Bool {
        edges(of: Int(successor.task)).contains { Int(places[$0]) == successor.place }
    }

    /// Counting sort of the edges by predecessor.
    private mutating func buildSuccessors(_ dependencies: [Dependency]) {
        firstSuccessor = Table(repeating: 0, count: count + 1)
        for source in sources { firstSuccessor[Int(source) + 1] += 1 }
        for task in 0..<count { firstSuccessor[task + 1] += firstSuccessor[task] }
        var next = Array(firstSuccessor)
        successorTasks = Table(repeating: 0, count: sources.count)
        places.reserveCapacity(sources.count)
        for task in 0..<count {
            for edge in edges(of: task) {
                let place = next[Int(sources[edge])]
                next[Int(sources[edge])] += 1
                successorTasks[Int(place)] = Int32(task)
                softness[Int(place)] = dependencies[edge].isSoft
                places.append(place)
            }
        }
    }
}

/// Whether and for which turn of its predecessor an edge's task waits.
enum EdgeWait: UInt8, BitwiseCopyable, Sendable {
    /// It does not wait.
    case none
    /// For the end of the turn under way, or the next one where none is.
    case waiting
    /// The same, and the predecessor is unreleased or parked.
    case waitingParked
    /// For the turn that waits behind the one under way.
    case waitingNext
    /// The same, and that turn is parked.
    case waitingNextParked
}
