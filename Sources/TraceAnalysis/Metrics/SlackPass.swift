import SchedulerCore

/// The two passes of the critical path method over the realised precedence of one launch.
struct SlackPass {
    private let graph: LaunchGraph
    private let lanes: [LaneSpec]
    private let critical: Set<Int>
    /// The latest allowed end by run; absent where nothing binds it.
    private var latestEnd: [Int: Int64] = [:]
    /// The latest allowed delivery by event, from `graph.events.lowerBound` on.
    private var latestDelivery: [Int64]
    /// The run whose place in the lane a run took over, and the gap between them.
    private var placeBefore: [Int: (run: Int, gap: Int64)] = [:]

    init(_ graph: LaunchGraph, lanes: [LaneSpec], critical: Set<Int>) {
        (self.graph, self.lanes, self.critical) = (graph, lanes, critical)
        latestDelivery = Array(repeating: graph.firstFrame.nanoseconds, count: graph.events.count)
        assignPlaces()
    }

    private var spans: [RunSpan] { graph.timeline.runs }

    /// Runs and events of the launch, by record number.
    private enum Node {
        case run(Int)
        case event(Int)
    }

    private func nodes() -> [Node] {
        var nodes: [Node] = []
        var event = graph.events.lowerBound
        for run in graph.runs {
            while event < graph.events.upperBound, graph.timeline.events[event].order < spans[run].startOrder {
                nodes.append(.event(event))
                event += 1
            }
            nodes.append(.run(run))
        }
        return nodes + (event..<graph.events.upperBound).map { .event($0) }
    }
}

// MARK: - Backward: slack

extension SlackPass {
    /// How much later each run could have ended; absent where no end would have delayed the first frame.
    mutating func slack() -> [Int: Nanoseconds] {
        let end = graph.firstFrame.nanoseconds
        let lastEvent = graph.events.last.map { graph.timeline.events[$0].order } ?? graph.process.firstFrameOrder
        for run in graph.mainFinishes(after: lastEvent, before: graph.process.firstFrameOrder) { hold(run, until: end) }
        // A run of another lane that is on the chain did hold it.
        for run in critical { hold(run, until: spans[run].finished?.nanoseconds ?? end) }
        for node in nodes().reversed() {
            switch node {
            case .run(let run): bindPredecessors(of: run)
            case .event(let event): bindHolders(of: event)
            }
        }
        return latestEnd.reduce(into: [:]) { slack, entry in
            guard let finished = spans[entry.key].finished else { return }
            slack[entry.key] = Nanoseconds(max(0, entry.value - finished.nanoseconds))
        }
    }

    private mutating func hold(_ run: Int, until limit: Int64) {
        latestEnd[run] = min(latestEnd[run] ?? .max, limit)
    }

    private mutating func bindPredecessors(of run: Int) {
        guard let end = latestEnd[run], let own = spans[run].own else { return }
        let latestStart = end - own.count
        for predecessor in graph.predecessorRuns(of: run) { hold(predecessor, until: latestStart) }
        if let place = placeBefore[run] { hold(place.run, until: latestStart - place.gap) }
        if let releaser = graph.releaser(of: run) {
            hold(releaser, until: latestStart)
        } else if graph.events.contains(Int(spans[run].event)) {
            let offset = Int(spans[run].event) - graph.events.lowerBound
            latestDelivery[offset] = min(latestDelivery[offset], latestStart)
        }
    }

    /// What ended on main between the event before and this one held this one.
    private mutating func bindHolders(of event: Int) {
        let offset = event - graph.events.lowerBound
        guard offset > 0 else { return }
        let limit = latestDelivery[offset]
        latestDelivery[offset - 1] = min(latestDelivery[offset - 1], limit)
        let (before, this) = (graph.timeline.events[event - 1].order, graph.timeline.events[event].order)
        for run in graph.mainFinishes(after: before, before: this) where spans[run].parkings == 0 {
            hold(run, until: limit)
        }
    }
}

// MARK: - Forward: the bound

extension SlackPass {
    /// The launch time with lanes wide enough for everything; `lastHolder` is the run that the first frame waited for.
    func boundWithUnlimitedLanes(lastHolder: Int?) -> Nanoseconds {
        let start = graph.process.launched.nanoseconds
        var (ends, deliveries) = ([Int: Int64](), [Int64](repeating: start, count: graph.events.count))
        for node in nodes() {
            switch node {
            case .event(let event):
                let offset = event - graph.events.lowerBound
                guard offset > 0 else { continue }
                let (before, this) = (graph.timeline.events[event - 1].order, graph.timeline.events[event].order)
                let held = graph.mainFinishes(after: before, before: this).filter { spans[$0].parkings == 0 }
                deliveries[offset] = held.compactMap { ends[$0] }.reduce(deliveries[offset - 1], max)
            case .run(let run):
                let offset = Int(spans[run].event) - graph.events.lowerBound
                var release = deliveries.indices.contains(offset) ? deliveries[offset] : start
                if let releaser = graph.releaser(of: run), let end = ends[releaser] { release = max(release, end) }
                let ready = graph.predecessorRuns(of: run).compactMap { ends[$0] }.reduce(release, max)
                ends[run] = ready + (spans[run].own?.count ?? 0)
            }
        }
        let lastEvent = graph.events.last.map { graph.timeline.events[$0].order } ?? -1
        var holders = Array(graph.mainFinishes(after: lastEvent, before: graph.process.firstFrameOrder))
        if let lastHolder { holders.append(lastHolder) }
        let end = holders.compactMap { ends[$0] }.reduce(deliveries.last ?? start, max)
        return Nanoseconds(min(end, graph.firstFrame.nanoseconds) - start)
    }
}

// MARK: - Places in lanes

extension SlackPass {
    /// Gives each run a place in its lane: the one that has been free for longest. A run that waited finds but one.
    private mutating func assignPlaces() {
        var lanes: [LaneID: [Int]] = [:]
        for run in graph.runs { lanes[spans[run].lane, default: []].append(run) }
        for (lane, starts) in lanes {
            let ends = starts.sorted { spans[$0].finishOrder < spans[$1].finishOrder }
            var unused = width(of: lane, starts: starts, ends: ends)
            var (ended, freed) = (0, [Int]())
            var taken = 0
            for run in starts {
                while ended < ends.count, spans[ends[ended]].finishOrder < spans[run].startOrder {
                    freed.append(ends[ended])
                    ended += 1
                }
                if unused > 0 {
                    unused -= 1
                } else if taken < freed.count {
                    placeBefore[run] = (freed[taken], gap(of: lane, from: freed[taken], to: run))
                    taken += 1
                }
            }
        }
    }

    private func width(of lane: LaneID, starts: [Int], ends: [Int]) -> Int {
        if lane == .main { return 1 }
        if lanes.indices.contains(lane.offset) { return lanes[lane.offset].width }
        var (most, ended) = (1, 0)
        for (begun, run) in starts.enumerated() {
            while ended < ends.count, spans[ends[ended]].finishOrder < spans[run].startOrder { ended += 1 }
            most = max(most, begun + 1 - ended)
        }
        return most
    }

    /// The lane's gap, or less where the run began sooner.
    private func gap(of lane: LaneID, from earlier: Int, to later: Int) -> Int64 {
        guard lanes.indices.contains(lane.offset), let end = spans[earlier].finished, let start = spans[later].started
        else { return 0 }
        return min(lanes[lane.offset].gap.count, (start - end).count)
    }
}
