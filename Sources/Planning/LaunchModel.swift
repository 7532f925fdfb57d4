import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// A launch as a list schedule (Graham 1969): runs with fixed lengths, lanes with places, events one after another.
///
/// It only guides the search for a better order, thousands of times faster than the rules; the scheduler simulates what
/// the search finds before anyone relies on it. Retries and pauses count as own time; timers are left out.
struct LaunchModel {
    /// The task of each node, in registration order.
    let tasks: [TaskID]
    private let lengths: [Int64]
    private let laneOf: [Int32]
    private let stageOf: [Int32]
    private let holds: [Bool]
    private let predecessorCounts: [Int32]
    private let successorStarts: [Int32]
    private let successors: [Int32]
    private let widths: [Int32]
    private let gaps: [Int64]
    /// The nodes that each event releases.
    private let stages: [[Int32]]
    /// How many nodes hold each event.
    private let holderCounts: [Int32]

    // Working state of one schedule; kept to reuse its storage.
    private var missing: [Int32] = []
    private var holders: [Int32] = []
    private var free: [Int32] = []
    private var ranks: [Int32] = []
    private var queues: [UInt64] = []
    private var queued: [Int32] = []
    private var ends: [(time: Int64, node: Int32)] = []
    /// When each node ended in the last schedule.
    private(set) var ended: [Int64] = []

    /// The model of a planned launch; nil if it has no first frame or nothing to order.
    init?(_ planned: PlannedLaunch) {
        guard planned.path != nil else { return nil }
        let scenario = planned.scenario
        let process = planned.timeline.processes[planned.process]
        let eventEnd = planned.timeline.events.count - process.firstEvent
        var tasks: [TaskID] = []
        var (lengths, laneOf, stageOf, holds) = ([Int64](), [Int32](), [Int32](), [Bool]())
        var nodes = [Int32](repeating: -1, count: scenario.tasks.count)
        for span in planned.timeline.runs[process.firstRun...].sorted(by: { $0.task < $1.task })
        where span.task.offset < scenario.tasks.count && nodes[span.task.offset] < 0 {
            let spec = scenario.tasks[span.task.offset].spec
            let stage = Int(span.event) - process.firstEvent
            guard CandidateChanges.isPlanned(spec.trigger), (0..<eventEnd).contains(stage) else { continue }
            nodes[span.task.offset] = Int32(tasks.count)
            tasks.append(span.task)
            lengths.append(max(0, (span.own ?? spec.expected).count))
            laneOf.append(Int32(span.lane.offset))
            stageOf.append(Int32(stage))
            holds.append(spec.holdsEvent(in: span.lane))
        }
        guard tasks.count > 1 else { return nil }
        (self.tasks, self.lengths, self.laneOf, self.stageOf, self.holds) = (tasks, lengths, laneOf, stageOf, holds)
        (predecessorCounts, successorStarts, successors) = Self.edges(tasks, nodes, planned.scheduler)
        widths = scenario.configuration.lanes.enumerated().map { $0.offset == 0 ? 1 : Int32($0.element.width) }
        gaps = scenario.configuration.lanes.map { $0.gap.count }
        var stages = [[Int32]](repeating: [], count: eventEnd)
        var holderCounts = [Int32](repeating: 0, count: eventEnd)
        for node in tasks.indices {
            stages[Int(stageOf[node])].append(Int32(node))
            if holds[node] { holderCounts[Int(stageOf[node])] += 1 }
        }
        (self.stages, self.holderCounts) = (stages, holderCounts)
    }

    private static func edges(
        _ tasks: [TaskID], _ nodes: [Int32], _ scheduler: borrowing Scheduler
    ) -> (counts: [Int32], starts: [Int32], targets: [Int32]) {
        var lists = [[Int32]](repeating: [], count: tasks.count)
        var counts = [Int32](repeating: 0, count: tasks.count)
        for (node, task) in tasks.enumerated() {
            for other in scheduler.predecessors(of: task)
            where other.offset < nodes.count && nodes[other.offset] >= 0 {
                lists[Int(nodes[other.offset])].append(Int32(node))
                counts[node] += 1
            }
        }
        var starts: [Int32] = [0]
        var targets: [Int32] = []
        for list in lists {
            targets += list
            starts.append(Int32(targets.count))
        }
        return (counts, starts, targets)
    }

    /// The longest path from each node to the end, its own length included (Hu 1961).
    var levels: [Int64] {
        var levels = lengths
        var left = [Int32](repeating: 0, count: tasks.count)
        var predecessors = [[Int32]](repeating: [], count: tasks.count)
        for node in tasks.indices {
            for edge in Int(successorStarts[node])..<Int(successorStarts[node + 1]) {
                predecessors[Int(successors[edge])].append(Int32(node))
                left[node] += 1
            }
        }
        var stack = tasks.indices.filter { left[$0] == 0 }
        while let node = stack.popLast() {
            for other in predecessors[node] {
                levels[Int(other)] = max(levels[Int(other)], lengths[Int(other)] + levels[node])
                left[Int(other)] -= 1
                if left[Int(other)] == 0 { stack.append(Int(other)) }
            }
        }
        return levels
    }

    /// No order gives a shorter launch: the work of each lane's holding runs divided by its places, rounded up to
    /// a multiple of the greatest common divisor of all lengths.
    var workBound: Int64 {
        var needed = holds
        // The predecessors of a holding run must run as well.
        for node in tasks.indices.reversed() {
            for edge in Int(successorStarts[node])..<Int(successorStarts[node + 1])
            where needed[Int(successors[edge])] { needed[node] = true }
        }
        var work = [Int64](repeating: 0, count: widths.count)
        var divisor: Int64 = 0
        for node in tasks.indices where needed[node] {
            work[Int(laneOf[node])] += lengths[node]
            divisor = Self.divisor(divisor, lengths[node])
        }
        let bound = work.indices.map { (work[$0] + Int64(widths[$0]) - 1) / Int64(widths[$0]) }.max() ?? 0
        return divisor > 0 ? (bound + divisor - 1) / divisor * divisor : bound
    }

    private static func divisor(_ left: Int64, _ right: Int64) -> Int64 {
        var (large, small) = (left, right)
        while small != 0 { (large, small) = (small, large % small) }
        return large
    }
}

extension LaunchModel {
    /// The launch time if ready runs start in this order; `max` if the launch does not end.
    mutating func launchTime(order: [Int32]) -> Int64 {
        prepare(order)
        var now: Int64 = 0
        var stage = 0
        release(stage: 0)
        while true {
            while stage < stages.count, holders[stage] == 0 {
                stage += 1
                if stage == stages.count { return now }
                release(stage: stage)
            }
            start(order, at: now)
            guard let first = ends.min(by: { $0.time < $1.time })?.time else { return .max }
            now = first
            finish(at: now)
        }
    }

    private mutating func prepare(_ order: [Int32]) {
        let words = (tasks.count + 63) / 64
        missing = predecessorCounts
        // One more for the event itself.
        for node in missing.indices { missing[node] += 1 }
        holders = holderCounts
        free = widths
        if ranks.count != tasks.count {
            ranks = Array(repeating: 0, count: tasks.count)
            ended = Array(repeating: 0, count: tasks.count)
            queues = Array(repeating: 0, count: words * widths.count)
            queued = Array(repeating: 0, count: widths.count)
        }
        for place in queues.indices { queues[place] = 0 }
        for lane in queued.indices { queued[lane] = 0 }
        for (rank, node) in order.enumerated() { ranks[Int(node)] = Int32(rank) }
        ends.removeAll(keepingCapacity: true)
    }

    private mutating func release(stage: Int) {
        for node in stages[stage] { makeReadier(node) }
    }

    private mutating func makeReadier(_ node: Int32) {
        missing[Int(node)] -= 1
        guard missing[Int(node)] == 0 else { return }
        let (lane, rank) = (Int(laneOf[Int(node)]), Int(ranks[Int(node)]))
        queues[lane * ((tasks.count + 63) / 64) + rank / 64] |= 1 << UInt64(rank % 64)
        queued[lane] += 1
    }

    private mutating func start(_ order: [Int32], at now: Int64) {
        let words = (tasks.count + 63) / 64
        for lane in widths.indices {
            var word = lane * words
            while free[lane] > 0, queued[lane] > 0 {
                while queues[word] == 0 { word += 1 }
                let bit = queues[word].trailingZeroBitCount
                queues[word] &= queues[word] - 1
                queued[lane] -= 1
                free[lane] -= 1
                let node = order[(word - lane * words) * 64 + bit]
                ends.append((now + lengths[Int(node)], node))
            }
        }
    }

    /// Ends what ends now; the end of a lane's gap has no node.
    private mutating func finish(at now: Int64) {
        var place = 0
        while place < ends.count {
            guard ends[place].time == now else {
                place += 1
                continue
            }
            let node = ends[place].node
            ends.swapAt(place, ends.count - 1)
            ends.removeLast()
            guard node >= 0 else {
                free[Int(~node)] += 1
                continue
            }
            let lane = Int(laneOf[Int(node)])
            ended[Int(node)] = now
            if gaps[lane] > 0 { ends.append((now + gaps[lane], ~Int32(lane))) } else { free[lane] += 1 }
            if holds[Int(node)] { holders[Int(stageOf[Int(node)])] -= 1 }
            for edge in Int(successorStarts[Int(node)])..<Int(successorStarts[Int(node) + 1]) {
                makeReadier(successors[edge])
            }
        }
    }
}
