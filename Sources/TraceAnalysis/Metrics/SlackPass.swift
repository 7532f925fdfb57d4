import SchedulerCore
import Text

/// The two passes of the critical path method over the precedence of one launch as it happened.
struct SlackPass {
    private let graph: LaunchGraph
    private let critical: [Bool]
    /// The latest allowed end by run; `max`: nothing binds it.
    private var latestEnd: [Int64]
    /// The latest allowed delivery by event, from `graph.events.lowerBound` on.
    private var latestDelivery: [Int64]
    /// By lane: when its places were taken and left.
    private var uses: [LaneUse] = []
    /// By lane: what needs its last place, the last one first, and by when what had ended before must have.
    private var laneLimits: [[LaneLimit]] = []
    /// By run in a lane with several places: the first run of the lane that needs it, -1 for none; empty while there are none.
    private var laneSuccessor: [Int32] = []
    /// Runs, retries, counted on from the runs, and events as their bitwise complements, by record number.
    private let nodes: [Int32]

    init(_ graph: LaunchGraph, critical: [Bool]) {
        (self.graph, self.critical) = (graph, critical)
        latestEnd = Array(repeating: .max, count: graph.runCount)
        latestDelivery = Array(repeating: graph.firstFrame.nanoseconds, count: graph.events.count)
        nodes = Self.nodes(of: graph)
        uses = laneUses()
    }

    private static func nodes(of graph: LaunchGraph) -> [Int32] {
        var nodes: [Int32] = []
        nodes.reserveCapacity(graph.runs.count + graph.retries.count + graph.events.count)
        var (event, retry) = (graph.events.lowerBound, 0)
        for run in graph.runs {
            let order = graph.span(Int(run)).startOrder
            while retry < graph.retries.count, graph.retries[retry].order < order {
                nodes.append(Int32(graph.runCount + retry))
                retry += 1
            }
            while event < graph.events.upperBound, graph.timeline.events[event].order < order {
                nodes.append(~Int32(event - graph.events.lowerBound))
                event += 1
            }
            nodes.append(run)
        }
        return nodes + (retry..<graph.retries.count).map { Int32(graph.runCount + $0) }
            + (event..<graph.events.upperBound).map { ~Int32($0 - graph.events.lowerBound) }
    }

    /// Runs that ended between the event before and this one, which they held.
    private func holders(of event: Int) -> ArraySlice<Int32> {
        let index = graph.events.lowerBound + event
        return graph.holders(
            after: graph.timeline.events[index - 1].order, before: graph.timeline.events[index].order)
    }

    /// Runs that ended after the last event, and held the first frame.
    private var lastHolders: ArraySlice<Int32> {
        let last = graph.events.last.map { graph.timeline.events[$0].order }
        return graph.holders(after: last ?? -1, before: graph.process.firstFrameOrder)
    }
}

// MARK: - Backward: slack

extension SlackPass {
    /// How much later each run could have ended; -1 if no end would have delayed the first frame.
    mutating func slack() -> [Int64] {
        let end = graph.firstFrame.nanoseconds
        for run in lastHolders { hold(Int(run), until: end) }
        // A run in another lane that is on the chain did hold it.
        for run in critical.indices where critical[run] {
            hold(run, until: graph.span(run).finished?.nanoseconds ?? end)
        }
        for node in nodes.reversed() {
            if node < 0 {
                bindHolders(of: Int(~node))
            } else if node < graph.runCount {
                bindPredecessors(of: Int(node))
            } else {
                bindLane(ofRetry: Int(node) - graph.runCount)
            }
        }
        return latestEnd.indices.map { run in
            guard latestEnd[run] != .max, let finished = graph.span(run).finished else { return -1 }
            return max(0, latestEnd[run] - finished.nanoseconds)
        }
    }

    private mutating func hold(_ run: Int, until limit: Int64) {
        latestEnd[run] = min(latestEnd[run], limit)
    }

    private mutating func bindPredecessors(of run: Int) {
        let span = graph.span(run)
        // Who is delayed is known: what began later has been looked at.
        let delay = leaveLane(run)
        noteSuccessor(run)
        guard latestEnd[run] != .max, let length = graph.length(run) else { return }
        var latestStart = latestEnd[run] - length
        // What has the lane between two attempts leaves the run no time that its retry waits.
        if let delay, let started = span.started { latestStart = min(latestStart, started.nanoseconds + delay) }
        graph.forEachPredecessor(of: run) { hold($0, until: latestStart) }
        if let started = span.started {
            let stay = LaneStay(start: started, end: graph.retries(of: run).first?.failed ?? span.finished)
            limit(span.lane, LaneLimit(order: span.startOrder, stay: stay, latest: latestStart))
        }
        if let releaser = graph.releaser(of: run) {
            hold(releaser, until: latestStart)
        } else if graph.events.contains(Int(span.event)) {
            let offset = Int(span.event) - graph.events.lowerBound
            latestDelivery[offset] = min(latestDelivery[offset], latestStart)
        }
    }

    /// Tells the predecessors of a run in a lane with several places that it needs them.
    private mutating func noteSuccessor(_ run: Int) {
        let span = graph.span(run)
        guard uses.indices.contains(span.lane.offset), uses[span.lane.offset].width > 1, span.started != nil
        else { return }
        graph.forEachPredecessor(of: run) { predecessor in
            guard graph.span(predecessor).lane == span.lane else { return }
            if laneSuccessor.isEmpty { laneSuccessor = Array(repeating: -1, count: graph.runCount) }
            // Runs are looked at from the last to the first.
            laneSuccessor[predecessor] = Int32(run)
        }
    }

    private mutating func bindLane(ofRetry number: Int) {
        let retry = graph.retries[number]
        let run = Int(retry.run)
        guard latestEnd[run] != .max else { return }
        limit(
            graph.span(run).lane,
            LaneLimit(
                order: retry.order, stay: LaneStay(start: retry.started, end: retry.ended),
                latest: latestEnd[run] - retry.rest))
    }

    /// A start that needs the last place of a lane: whatever had ended before may end as late as it may begin, if nothing else
    /// changes.
    private struct LaneLimit {
        var order: Int
        var stay: LaneStay
        var latest: Int64
        /// The tightest of all limits that began as late or later: its start, and by when.
        var tightest: (start: Instant, latest: Int64)

        init(order: Int, stay: LaneStay, latest: Int64) {
            (self.order, self.stay, self.latest) = (order, stay, latest)
            tightest = (stay.start, latest)
        }
    }

    /// Adds a limit, unless others leave a second place when it starts or by then.
    private mutating func limit(_ lane: LaneID, _ limit: LaneLimit) {
        guard binds(limit, in: lane) else { return }
        while laneLimits.count <= lane.offset { laneLimits.append([]) }
        var limit = limit
        if let later = laneLimits[lane.offset].last?.tightest, later.latest < limit.latest { limit.tightest = later }
        laneLimits[lane.offset].append(limit)
    }

    /// Whether others leave at most one place of the lane when a limit starts, and by then: without what would be later, too.
    private func binds(_ limit: LaneLimit, in lane: LaneID, without later: LaneStay? = nil) -> Bool {
        guard uses.indices.contains(lane.offset) else { return false }
        return [limit.stay.start.nanoseconds, limit.latest].allSatisfy { instant in
            uses[lane.offset].isFull(at: instant, besides: limit.stay, later)
        }
    }

    /// When the first run of its lane that needs it had a place; nil if none did.
    private func successorStay(of run: Int) -> LaneStay? {
        guard !laneSuccessor.isEmpty, laneSuccessor[run] >= 0 else { return nil }
        let span = graph.span(Int(laneSuccessor[run]))
        return span.started.map { LaneStay(start: $0, end: span.finished) }
    }

    /// Binds a run by what filled its lane after it, and after its failed attempts. Returns how much later a failed attempt may
    /// end; nil if nothing binds one.
    private mutating func leaveLane(_ run: Int) -> Int64? {
        let span = graph.span(run)
        guard let finished = span.finished else { return nil }
        var least: Int64?
        if let latest = latest(in: span.lane, after: span.finishOrder, finished, of: run) { hold(run, until: latest) }
        for retry in graph.retries(of: run) {
            // The run would end as much later as the attempt.
            guard let latest = latest(in: span.lane, after: retry.failedOrder, retry.failed) else { continue }
            let delay = max(0, latest - retry.failed.nanoseconds)
            hold(run, until: finished.nanoseconds + delay)
            least = min(least ?? delay, delay)
        }
        return least
    }

    /// The latest end that leaves the lane to what began after it. What needs `run` begins as much later as it ends, and has no place
    /// of its own meanwhile.
    private func latest(in lane: LaneID, after order: Int, _ end: Instant, of run: Int? = nil) -> Int64? {
        guard laneLimits.indices.contains(lane.offset) else { return nil }
        let limits = laneLimits[lane.offset]
        var later = limits.partitionPoint { $0.order < order }
        if let run, let stay = successorStay(of: run) {
            while later > 0, !binds(limits[later - 1], in: lane, without: stay) { later -= 1 }
        }
        guard later > 0 else { return nil }
        let (start, latest) = limits[later - 1].tightest
        return latest - gap(from: end, to: start, in: lane)
    }

    private mutating func bindHolders(of event: Int) {
        guard event > 0 else { return }
        let limit = latestDelivery[event]
        latestDelivery[event - 1] = min(latestDelivery[event - 1], limit)
        for run in holders(of: event) where graph.span(Int(run)).parkings == 0 { hold(Int(run), until: limit) }
    }
}

// MARK: - Forward: the bound

extension SlackPass {
    /// The launch time with lanes wide enough for everything; `lastHolder` is the run that the first frame waited for.
    func boundWithUnlimitedLanes(lastHolder: Int?) -> Nanoseconds {
        let start = graph.process.launched.nanoseconds
        var ends = [Int64](repeating: start, count: graph.runCount)
        var deliveries = [Int64](repeating: start, count: graph.events.count)
        for node in nodes {
            if node >= graph.runCount { continue }
            if node >= 0 {
                ends[Int(node)] = end(of: Int(node), ends, deliveries)
            } else if ~node > 0 {
                var time = deliveries[Int(~node) - 1]
                for run in holders(of: Int(~node)) where graph.span(Int(run)).parkings == 0 {
                    time = max(time, ends[Int(run)])
                }
                deliveries[Int(~node)] = time
            }
        }
        var end = deliveries.last ?? start
        for run in lastHolders { end = max(end, ends[Int(run)]) }
        if let lastHolder { end = max(end, ends[lastHolder]) }
        return Nanoseconds(min(end, graph.firstFrame.nanoseconds) - start)
    }

    private func end(of run: Int, _ ends: [Int64], _ deliveries: [Int64]) -> Int64 {
        let span = graph.span(run)
        let offset = Int(span.event) - graph.events.lowerBound
        var ready = graph.process.launched.nanoseconds
        if let releaser = graph.releaser(of: run) {
            ready = max(ends[releaser], deliveries.indices.contains(offset) ? deliveries[offset] : ready)
        } else if deliveries.indices.contains(offset) {
            let isOfEvent = graph.timeline.events[Int(span.event)].time == span.released
            // What the clock or a person released keeps its time.
            ready = isOfEvent ? deliveries[offset] : max(deliveries[offset], span.released.nanoseconds)
        }
        graph.forEachPredecessor(of: run) { ready = max(ready, ends[$0]) }
        return ready + (graph.length(run) ?? 0)
    }
}

// MARK: - Lanes

/// From when to when one had a place of a lane; for ever without an end.
private struct LaneStay {
    var start: Instant
    var end: Instant?

    func contains(_ instant: Int64) -> Bool { start.nanoseconds <= instant && (end?.nanoseconds ?? .max) > instant }
}

/// When the places of a lane were taken and left, in order.
private struct LaneUse {
    var width: Int
    var starts: [Int64] = []
    var ends: [Int64] = []

    /// Whether others leave at most one place of the lane at an instant: besides one and what would be later. O(log runs).
    func isFull(at instant: Int64, besides own: LaneStay, _ later: LaneStay?) -> Bool {
        guard width > 1 else { return true }
        let running = starts.partitionPoint { $0 > instant } - ends.partitionPoint { $0 > instant }
        let left = (own.contains(instant) ? 1 : 0) + (later?.contains(instant) ?? false ? 1 : 0)
        return running - left >= width - 1
    }
}

extension SlackPass {
    /// When the places of each lane were taken and left; nothing of lanes with one place.
    private func laneUses() -> [LaneUse] {
        var starts: [[Int32]] = []
        for run in graph.runs {
            let lane = graph.span(Int(run)).lane.offset
            while starts.count <= lane { starts.append([]) }
            starts[lane].append(run)
        }
        var uses = starts.indices.map { lane in
            let ends = graph.finished(in: LaneID(lane))
            var use = LaneUse(width: width(of: lane, starts: starts[lane], ends: ends))
            guard use.width > 1 else { return use }
            use.starts = starts[lane].map { graph.span(Int($0)).started?.nanoseconds ?? .max }
            use.ends = ends.map { graph.span(Int($0)).finished?.nanoseconds ?? .max }
            return use
        }
        guard !graph.retries.isEmpty else { return uses }
        for retry in graph.retries {
            let lane = graph.span(Int(retry.run)).lane.offset
            guard uses.indices.contains(lane) else { continue }
            uses[lane].starts.append(retry.started.nanoseconds)
            uses[lane].ends.append(retry.failed.nanoseconds)
        }
        for lane in uses.indices {
            uses[lane].starts.sort()
            uses[lane].ends.sort()
        }
        return uses
    }

    private func width(of lane: Int, starts: [Int32], ends: [Int32]) -> Int {
        if lane == 0 { return 1 }
        if graph.facts.lanes.indices.contains(lane) { return graph.facts.lanes[lane].width }
        var (most, ended) = (1, 0)
        for (begun, run) in starts.enumerated() {
            let order = graph.span(Int(run)).startOrder
            while ended < ends.count, graph.span(Int(ends[ended])).finishOrder < order { ended += 1 }
            most = max(most, begun + 1 - ended)
        }
        return most
    }

    /// The lane's gap, or less if the run began sooner.
    private func gap(from end: Instant, to start: Instant, in lane: LaneID) -> Int64 {
        guard graph.facts.lanes.indices.contains(lane.offset) else { return 0 }
        return min(graph.facts.lanes[lane.offset].gap.count, (start - end).count)
    }
}
