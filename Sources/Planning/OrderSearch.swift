import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// Searches for the order of ready tasks with the shortest launch on the given lanes: hill climbing from the longest
/// path first, guided by a list schedule. The scheduler simulates the results, which are never worse than at present.
public struct OrderSearch: Sendable {
    /// The changes to the best order found: the order of registration, and precedence by priority. Empty if
    /// the present scenario is best.
    public let changes: [ScenarioChange]
    /// The launch time with these changes.
    public let launch: Nanoseconds
    /// No order gives a shorter launch on these lanes; the real optimum may be longer.
    public let bound: Nanoseconds
    /// How many orders were tried.
    public let tried: Int

    /// Searches; nil without a launch time. Deterministic: the same scenario gives the same order.
    ///
    /// - Parameters:
    ///   - limit: the most orders to try.
    ///   - goesOn: called now and then; return false to end the search with the best so far.
    public init?(
        _ planned: PlannedLaunch, number: Int = 0, limit: Int = 20_000, goesOn: (Int) -> Bool = { _ in true }
    ) {
        guard let time = planned.time, let path = planned.path else { return nil }
        let trial = LaunchTrial(of: planned, number: number)
        var best = (changes: [ScenarioChange](), launch: time)
        var bound = path.boundWithUnlimitedLanes
        var climb: Climb?
        if let model = LaunchModel(planned) {
            bound = max(bound, min(time, Nanoseconds(model.workBound)))
            var found = Climb(model, bound: bound.count)
            found.run(limit: time > bound ? limit : 0, goesOn: goesOn)
            climb = found
        }
        for changes in [[.order(.criticalPath)]] + (climb?.candidates ?? []).map({ Self.changes($0) })
        where best.launch > bound {
            if let launch = trial.time(with: changes), launch < best.launch { best = (changes, launch) }
        }
        (changes, launch, self.bound, tried) = (best.changes, best.launch, bound, climb?.tried ?? 0)
    }

    private static func changes(_ order: [TaskID]) -> [ScenarioChange] {
        [.order(.priority), .registration(order)]
    }
}

/// Hill climbing over orders: moves a task before another one and keeps orders that are no worse.
private struct Climb {
    private var model: LaunchModel
    private let bound: Int64
    private(set) var tried = 0
    private var best: (order: [Int32], time: Int64) = ([], .max)

    init(_ model: LaunchModel, bound: Int64) {
        (self.model, self.bound) = (model, bound)
    }

    /// Orders to simulate, most promising first.
    var candidates: [[TaskID]] { best.order.isEmpty ? [] : [best.order.map { model.tasks[Int($0)] }] }

    mutating func run(limit: Int, goesOn: (Int) -> Bool) {
        guard limit > 0 else { return }
        let levels = model.levels
        let all = (0..<model.tasks.count).map { Int32($0) }
        let byLevel = all.sorted { (levels[Int($1)], $0) < (levels[Int($0)], $1) }
        attempt(byLevel)
        attempt(all)
        var random = SplitMix64(seed: 0x7A5C_0DE5)
        var current = best
        while tried < limit, best.time > bound {
            if tried % 256 == 0, !goesOn(tried) { return }
            var order = current.order
            move(&order, &random)
            let time = model.launchTime(order: order)
            tried += 1
            guard time <= current.time else { continue }
            current = (order, time)
            if time < best.time { best = current }
        }
    }

    private mutating func attempt(_ order: [Int32]) {
        let time = model.launchTime(order: order)
        tried += 1
        if time < best.time { best = (order, time) }
    }

    private func move(_ order: inout [Int32], _ random: inout SplitMix64) {
        let count = UInt64(order.count - 1)
        let from = Int(random.next(through: count))
        // Mostly to a place nearby: far moves change everything in between.
        let span = random.next(through: 3) == 0 ? count : min(count, 12)
        let distance = Int(random.next(through: span)) - Int(span / 2)
        let to = max(0, min(order.count - 1, from + (distance == 0 ? 1 : distance)))
        let node = order.remove(at: from)
        order.insert(node, at: to)
    }
}
