import SchedulerCore

/// Predecessors that no trace states but many traces show: in every trace the task began only after they had ended, and in
/// nearly every one right after the last of them.
public struct InferredPredecessors: Hashable, Sendable {
    /// The task, as a scenario names it.
    public var task: String
    /// Its predecessors, and in how many traces each was the last to end.
    public var after: [Predecessor]
    /// In how many traces the task began right after the last of them.
    public var support: Int
    /// In how many it waited for something other than its event and its lane.
    public var waits: Int

    /// One predecessor.
    public struct Predecessor: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// How often the task began right after it.
        public var last: Int
    }

    /// Whether this many thousandths of the waits are explained.
    public func reaches(thousandths: Int) -> Bool { support * 1000 >= waits * thousandths }
}

/// Looks for predecessors in many launches of one app.
///
/// A task's start is evidence only if it waited for neither its event nor a place in its lane. It is then taken to
/// have begun right after a task that ended at most 1/200 of the launch before. The smallest set of tasks that
/// explains the starts is chosen greedily (set cover: Chvatal 1979); if another task would explain them as well, none
/// is: a false edge is worse than a missing one.
public struct EdgeInference {
    /// The fewest traces in which a task must wait before anything is inferred about it.
    public static let fewestWaits = 8
    /// The fewest traces in which a predecessor must be the last one.
    public static let fewestLast = 3
    /// The most traces that are examined.
    public static let maximumLaunches = 200
    /// The most tasks of a launch that are examined.
    public static let maximumTasks = 1_000
    /// The most predecessors of a task.
    private static let maximumPredecessors = 8

    private let tables: [TaskTable]
    private let names: [String]
    private let meanStarts: [Int64]

    /// The runs of one launch by task.
    private struct TaskTable {
        var starts: [Int64]
        var ends: [Int64]
        /// Whether the start is evidence about predecessors.
        var isTelling: [Bool]
        /// The longest time that counts as right after.
        var near: Int64
    }

    private static let absent = Int64.min

    /// Predecessors of all tasks of `launches`, by the tasks' order.
    public static func infer(_ launches: [RecordedLaunch]) -> [InferredPredecessors] {
        guard launches.count >= fewestWaits else { return [] }
        let inference = EdgeInference(Array(launches.prefix(maximumLaunches)))
        return inference.names.indices.compactMap { inference.predecessors(of: $0) }
    }

    private init(_ launches: [RecordedLaunch]) {
        var numbers: [[UInt8]: Int] = [:]
        var names: [String] = []
        let named = launches.map { Self.names($0) }
        for name in named.flatMap({ $0 }) where numbers[Array(name.utf8)] == nil && names.count < Self.maximumTasks {
            numbers[Array(name.utf8)] = names.count
            names.append(name)
        }
        tables = zip(launches, named).map { launch, own in
            Self.table(launch, own.map { numbers[Array($0.utf8)] }, count: names.count)
        }
        self.names = names
        meanStarts = names.indices.map { [tables] task in
            let starts = tables.map { $0.starts[task] }.filter { $0 != Self.absent }
            return starts.isEmpty ? 0 : starts.reduce(0) { $0 + $1 / Int64(starts.count) }
        }
    }

    /// The names of a launch's runs as a scenario names them.
    static func names(_ launch: RecordedLaunch) -> [String] {
        var names = UniqueNames()
        return launch.runs.map { names.unique($0.name) }
    }

    private static func table(_ launch: RecordedLaunch, _ tasks: [Int?], count: Int) -> TaskTable {
        var table = TaskTable(
            starts: Array(repeating: absent, count: count), ends: Array(repeating: absent, count: count),
            isTelling: Array(repeating: false, count: count), near: launch.isExact ? 0 : launch.length / 200)
        var intervals = Array(repeating: [(start: Int64, end: Int64)](), count: launch.lanes.count)
        for run in launch.runs { intervals[run.lane].append((run.start, run.end)) }
        var lanes = intervals.map { LaneOccupancy(countingPlaces: $0) }
        for (run, task) in zip(launch.runs, tasks) {
            let isFull = launch.lanes[run.lane].isThread && lanes[run.lane].isFull(run.start - table.near)
            lanes[run.lane].take(run.start, run.end)
            guard let task, !run.isAfterLaunch else { continue }
            let start = launch.isExact ? run.ready ?? run.start : run.start
            table.starts[task] = start
            table.ends[task] = run.end
            let event = [0, launch.events.didFinish, launch.events.didBecomeActive][run.event]
            table.isTelling[task] = start > event + table.near && (launch.isExact || !isFull)
        }
        return table
    }

    // MARK: One task

    private func predecessors(of task: Int) -> InferredPredecessors? {
        let telling = tables.indices.filter { tables[$0].isTelling[task] }
        guard telling.count >= Self.fewestWaits else { return nil }
        let candidates = names.indices.filter { isBefore($0, task) }
        var open = telling
        var chosen: [(task: Int, last: Int)] = []
        while open.count > 0, chosen.count < Self.maximumPredecessors {
            let covers = candidates.map { candidate in open.filter { isRightAfter(task, candidate, in: $0) } }
            guard let best = covers.indices.max(by: { (covers[$0].count, $1) < (covers[$1].count, $0) }),
                covers[best].count >= Self.fewestLast
            else { break }
            let rivals = covers.indices.filter { other in
                other != best && covers[best].count { covers[other].contains($0) } * 5 >= covers[best].count * 4
            }
            if !rivals.isEmpty { break }
            chosen.append((candidates[best], covers[best].count))
            open.removeAll { covers[best].contains($0) }
        }
        guard !chosen.isEmpty else { return nil }
        // A trace in which one of them is missing says nothing about it.
        open.removeAll { trace in chosen.contains { tables[trace].starts[$0.task] == Self.absent } }
        let support = telling.count { trace in chosen.contains { isRightAfter(task, $0.task, in: trace) } }
        return InferredPredecessors(
            task: names[task],
            after: chosen.map { InferredPredecessors.Predecessor(name: names[$0.task], last: $0.last) },
            support: support, waits: support + open.count)
    }

    /// Whether `task` never began before `other` had ended, in enough traces.
    private func isBefore(_ other: Int, _ task: Int) -> Bool {
        guard other != task, meanStarts[other] < meanStarts[task] else { return false }
        var both = 0
        for table in tables where table.starts[other] != Self.absent && table.starts[task] != Self.absent {
            guard table.starts[task] >= table.ends[other] - table.near / 20 else { return false }
            both += 1
        }
        return both >= Self.fewestWaits
    }

    private func isRightAfter(_ task: Int, _ other: Int, in index: Int) -> Bool {
        let table = tables[index]
        guard table.ends[other] != Self.absent else { return false }
        let wait = table.starts[task] - table.ends[other]
        return wait <= table.near && wait >= -table.near / 20
    }
}

/// How full a lane is at each of its runs, taken in the order in which they began.
struct LaneOccupancy {
    /// When each place becomes free.
    private var free: [Int64] = []
    /// Since when all places have been taken.
    private var fullSince = Int64.min

    /// How many places there are: as many as were ever needed at once.
    private(set) var width = 0

    /// The lane of these runs, by start; counts how many places they need.
    init(countingPlaces runs: [(start: Int64, end: Int64)]) {
        var ends: [Int64] = []
        for run in runs {
            if let place = ends.firstIndex(where: { $0 <= run.start }) {
                ends[place] = run.end
            } else {
                ends.append(run.end)
            }
        }
        width = max(1, ends.count)
        free = Array(repeating: Int64.min, count: width)
    }

    /// Since when the lane has been full without a break, if a place became free only at `start`; nil if
    /// there was a free place before.
    func fullSince(_ start: Int64) -> Int64? {
        isFull(start) ? fullSince : nil
    }

    /// When a place becomes free, or became.
    var freed: Int64 { free.min() ?? .min }

    /// Whether no place was free just before `start`.
    func isFull(_ start: Int64) -> Bool { (free.min() ?? .min) >= start }

    /// A run takes a place.
    mutating func take(_ start: Int64, _ end: Int64) {
        guard let first = free.indices.min(by: { free[$0] < free[$1] }) else { return }
        if free[first] < start { fullSince = start }
        free[first] = max(end, start)
    }
}
