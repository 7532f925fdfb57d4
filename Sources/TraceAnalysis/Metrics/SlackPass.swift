import SchedulerCore

/// The two passes of the critical path method over the precedence of one launch as it happened.
struct SlackPass {
    private let graph: LaunchGraph
    private let critical: [Bool]
    /// The latest allowed end by run; `max`: nothing binds it.
    private var latestEnd: [Int64]
    /// The latest allowed delivery by event, from `graph.events.lowerBound` on.
    private var latestDelivery: [Int64]
    /// The run whose place in the lane a run took over; -1: none.
    private var placeBefore: [Int32]
    /// Runs, and events as their bitwise complements, by record number.
    private let nodes: [Int32]

    init(_ graph: LaunchGraph, critical: [Bool]) {
        (self.graph, self.critical) = (graph, critical)
        latestEnd = Array(repeating: .max, count: graph.runCount)
        latestDelivery = Array(repeating: graph.firstFrame.nanoseconds, count: graph.events.count)
        placeBefore = Array(repeating: -1, count: graph.runCount)
        nodes = Self.nodes(of: graph)
        assignPlaces()
    }

    private static func nodes(of graph: LaunchGraph) -> [Int32] {
        var nodes: [Int32] = []
        nodes.reserveCapacity(graph.runs.count + graph.events.count)
        var event = graph.events.lowerBound
        for run in graph.runs {
            let order = graph.span(Int(run)).startOrder
            while event < graph.events.upperBound, graph.timeline.events[event].order < order {
                nodes.append(~Int32(event - graph.events.lowerBound))
                event += 1
            }
            nodes.append(run)
        }
        return nodes + (event..<graph.events.upperBound).map { ~Int32($0 - graph.events.lowerBound) }
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
            if node >= 0 { bindPredecessors(of: Int(node)) } else { bindHolders(of: Int(~node)) }
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
        guard latestEnd[run] != .max, let own = span.own else { return }
        let latestStart = latestEnd[run] - own.count
        graph.forEachPredecessor(of: run) { hold($0, until: latestStart) }
        let before = Int(placeBefore[run])
        if before >= 0 { hold(before, until: latestStart - gap(from: before, to: run)) }
        if let releaser = graph.releaser(of: run) {
            hold(releaser, until: latestStart)
        } else if graph.events.contains(Int(span.event)) {
            let offset = Int(span.event) - graph.events.lowerBound
            latestDelivery[offset] = min(latestDelivery[offset], latestStart)
        }
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
        return ready + (span.own?.count ?? 0)
    }
}

// MARK: - Places in lanes

extension SlackPass {
    /// Gives each run a place in its lane: the one that has been free for longest. A run that waited finds only one.
    private mutating func assignPlaces() {
        var starts: [[Int32]] = []
        for run in graph.runs {
            let lane = graph.span(Int(run)).lane.offset
            while starts.count <= lane { starts.append([]) }
            starts[lane].append(run)
        }
        for lane in starts.indices where !starts[lane].isEmpty {
            let ends = graph.finished(in: LaneID(lane))
            var unused = width(of: lane, starts: starts[lane], ends: ends)
            var (ended, taken) = (0, 0)
            for run in starts[lane] {
                let order = graph.span(Int(run)).startOrder
                while ended < ends.count, graph.span(Int(ends[ended])).finishOrder < order { ended += 1 }
                if unused > 0 {
                    unused -= 1
                } else if taken < ended {
                    placeBefore[Int(run)] = ends[taken]
                    taken += 1
                }
            }
        }
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
    private func gap(from earlier: Int, to later: Int) -> Int64 {
        let lane = graph.span(later).lane.offset
        guard graph.facts.lanes.indices.contains(lane), let end = graph.span(earlier).finished,
            let start = graph.span(later).started
        else { return 0 }
        return min(graph.facts.lanes[lane].gap.count, (start - end).count)
    }
}
