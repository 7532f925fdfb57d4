/// The dependency graph: the predecessors of each task, and its successors, each as lists in one array.
///
/// Building costs O(tasks + dependencies), a neighbor O(1).
struct TaskGraph: Stored {
    /// A dependency of a task, known by its place among those of all tasks.
    struct Dependency: Hashable, BitwiseCopyable, Stored {
        var source: Int32
        /// Whether only its end counts, not its outcome (`follows`).
        var isSoft: Bool
        /// Whether it counts only if it is released (`prefers`); its outcome does not matter either.
        var isWeak = false
    }

    /// A task that depends on another one.
    struct Successor: BitwiseCopyable, Stored {
        let task: Int32
        /// The place of its dependency.
        let place: Int32
    }

    private var dependencies: ListTable<Dependency>
    /// In the order of the waiting tasks, injected ones last.
    private var successors: ListTable<Successor>
    /// Whether some task prefers to come after another.
    private(set) var hasPreferences: Bool

    /// The graph of `counts.count` tasks, whose predecessors are in `dependencies`, those of the first task first:
    /// `counts[n]` of them belong to task n.
    init(_ dependencies: [Dependency], _ counts: [Int32]) {
        self.dependencies = ListTable(dependencies, counts)
        hasPreferences = dependencies.contains { $0.isWeak }
        var successorCounts = Array(repeating: Int32(0), count: counts.count)
        for dependency in dependencies { successorCounts[Int(dependency.source)] += 1 }
        var next: [Int] = []
        next.reserveCapacity(counts.count)
        var first = 0
        for count in successorCounts {
            next.append(first)
            first += Int(count)
        }
        var sorted = Array(repeating: Successor(task: -1, place: -1), count: dependencies.count)
        var place: Int32 = 0
        for (task, count) in counts.enumerated() {
            for _ in 0..<count {
                let source = Int(dependencies[Int(place)].source)
                sorted[next[source]] = Successor(task: Int32(task), place: place)
                next[source] += 1
                place += 1
            }
        }
        successors = ListTable(sorted, successorCounts)
    }

    /// How many tasks it knows.
    var count: Int { dependencies.count }
    /// The end of the places of all dependencies.
    var endPlace: Int { dependencies.endPlace }

    /// The places of the dependencies of `task`, in listed order.
    func places(of task: Int) -> Range<Int> { dependencies.places(of: task) }

    /// The dependency at a place.
    @inline(__always)
    subscript(place: Int) -> Dependency { dependencies[place] }

    /// Where the successors of `task` are, for `successor(_:)`.
    @inline(__always)
    func successorPlaces(of task: Int) -> Range<Int> { successors.places(of: task) }

    @inline(__always)
    func successor(_ number: Int) -> Successor { successors[number] }

    /// The successors of `task`, in the order of their numbers; injected ones come last.
    func successorList(of task: Int) -> ArraySlice<Successor> { successors.list(task) }

    /// The predecessors of `task`, each once, in listed order; none if the graph does not know the task.
    func predecessors(of task: Int) -> [Int] {
        task < count ? dependencies.list(task).map { Int($0.source) } : []
    }

    /// The successors of `task`, each once, in the order of their numbers; injected ones come last.
    func successors(of task: Int) -> [Int] {
        task < count ? successors.list(task).map { Int($0.task) } : []
    }

    /// Adds tasks up to this one.
    mutating func add(upTo task: Int) {
        dependencies.add(upTo: task)
        successors.add(upTo: task)
    }

    /// Gives a task these predecessors instead of those it had; its run must not wait. Their room is used again, so that
    /// injecting one name over and over needs no more. O(successors of its earlier predecessors).
    mutating func replacePredecessors(of task: Int, with new: some Collection<Dependency>) {
        add(upTo: task)
        for dependency in dependencies.list(task) {
            successors.remove(from: Int(dependency.source)) { Int($0.task) == task }
        }
        dependencies.replace(task, with: new)
        for place in places(of: task) {
            if self[place].isWeak { hasPreferences = true }
            successors.append(Successor(task: Int32(task), place: Int32(place)), to: Int(self[place].source))
        }
    }

    /// The dependencies of `task`, in listed order.
    func dependencies(of task: Int) -> ArraySlice<Dependency> { dependencies.list(task) }

    /// The graph with other predecessors of one task, as if it had been built so. O(tasks + dependencies).
    func replacing(_ task: Int, with new: [Dependency]) -> TaskGraph {
        var all: [Dependency] = []
        var counts: [Int32] = []
        all.reserveCapacity(endPlace + new.count)
        counts.reserveCapacity(count)
        for other in 0..<count {
            let first = all.count
            if other == task { all += new } else { all += dependencies(of: other) }
            counts.append(Int32(all.count - first))
        }
        return TaskGraph(all, counts)
    }

    /// Whether every number is that of a place or a task, and each dependency is once among the successors of its source.
    var isSound: Bool {
        guard dependencies.isSound, successors.isSound, successors.count == count else { return false }
        var isKnown = [Bool](repeating: false, count: endPlace)
        for source in 0..<count {
            for successor in successors.list(source) {
                let place = Int(successor.place)
                guard (0..<count).contains(Int(successor.task)), places(of: Int(successor.task)).contains(place),
                    !isKnown[place], Int(self[place].source) == source
                else { return false }
                isKnown[place] = true
            }
        }
        return (0..<count).allSatisfy { task in places(of: task).allSatisfy { isKnown[$0] } }
    }

    /// Whether all tasks can be put in order (Kahn 1962). O(tasks + dependencies).
    var isAcyclic: Bool {
        var missing = (0..<count).map { places(of: $0).count }
        var open = missing.indices.filter { missing[$0] == 0 }
        var ordered = 0
        while let task = open.popLast() {
            ordered += 1
            for number in successorPlaces(of: task) {
                let next = Int(successor(number).task)
                missing[next] -= 1
                if missing[next] == 0 { open.append(next) }
            }
        }
        return ordered == count
    }

    /// The longest way from each task to an end through tasks that exist, by their own lengths; backwards over Kahn's
    /// order. O(tasks + dependencies).
    func longestPaths(_ lengths: [UInt64], exists: (Int) -> Bool) -> [UInt64] {
        var left = (0..<count).map { successorPlaces(of: $0).count }
        var longest = Array(repeating: UInt64(0), count: count)
        var open = left.indices.filter { left[$0] == 0 }
        while let task = open.popLast() {
            let (sum, overflow) = longest[task].addingReportingOverflow(lengths[task])
            longest[task] = overflow ? .max : sum
            let after = exists(task) ? longest[task] : 0
            for dependency in dependencies.list(task) {
                let source = Int(dependency.source)
                longest[source] = max(longest[source], after)
                left[source] -= 1
                if left[source] == 0 { open.append(source) }
            }
        }
        return longest
    }
}
