import SchedulerCore

/// Splits the wait of a run into pieces, each with one cause.
public enum WaitPieces {
    /// The pieces from the release to the start, in order and without gaps; after them the predecessors that also ran
    /// meanwhile but were not the last to end. O(n²) in the evidence, which is that of one run.
    public static func of(_ evidence: WaitEvidence) -> [WaitPiece] {
        let ready = min(evidence.run.ready ?? evidence.run.until, evidence.run.until)
        return dependencies(evidence, until: ready) + lane(evidence, from: ready) + beside(evidence, until: ready)
    }

    // MARK: Predecessors

    private static func dependencies(_ evidence: WaitEvidence, until ready: Instant) -> [WaitPiece] {
        guard ready > evidence.run.released else { return [] }
        guard let last = last(of: evidence) else { return [WaitPiece(.turn, evidence.run.released, ready)] }
        let released = min(max(last.released ?? ready, evidence.run.released), ready)
        let missing: WaitPiece.Cause = last.release == .timer ? .timer(last.task) : .eventNotDelivered(last.task)
        return pieces(from: evidence.run.released, to: ready, cuts: [released] + edges(evidence.suspensions)) { from in
            if covers(evidence.suspensions, from) { return .suspended }
            return from < released ? missing : .dependency(last.task)
        }
    }

    /// The predecessor that ended last, or will.
    private static func last(of evidence: WaitEvidence) -> WaitEvidence.Predecessor? {
        evidence.predecessors.filter { ($0.ended ?? .distantFuture) > evidence.run.released }.enumerated().max {
            let (left, right) = ($0.element, $1.element)
            let ends = (left.ended ?? .distantFuture, right.ended ?? .distantFuture)
            if ends.0 != ends.1 { return ends.0 < ends.1 }
            let releases = (left.released ?? .distantFuture, right.released ?? .distantFuture)
            return releases.0 != releases.1 ? releases.0 < releases.1 : $0.offset > $1.offset
        }?.element
    }

    private static func beside(_ evidence: WaitEvidence, until ready: Instant) -> [WaitPiece] {
        guard ready > evidence.run.released, let last = last(of: evidence) else { return [] }
        return evidence.predecessors.compactMap { predecessor in
            let end = min(predecessor.ended ?? ready, ready)
            guard predecessor.task != last.task, end > evidence.run.released else { return nil }
            return WaitPiece(.overlapped(predecessor.task), evidence.run.released, end)
        }
    }

    // MARK: The lane

    private static func lane(_ evidence: WaitEvidence, from ready: Instant) -> [WaitPiece] {
        guard evidence.run.until > ready else { return [] }
        var cuts = edges(evidence.suspensions) + edges(evidence.pauses) + edges(evidence.lanePauses)
        cuts.append(evidence.laneOpened)
        for holder in evidence.holders {
            cuts += [holder.stretch.from, holder.stretch.to, holder.stretch.to + evidence.gap]
        }
        return pieces(from: ready, to: evidence.run.until, cuts: cuts) { laneCause(evidence, at: $0) }
    }

    private static func laneCause(_ evidence: WaitEvidence, at time: Instant) -> WaitPiece.Cause {
        if covers(evidence.suspensions, time) { return .suspended }
        if covers(evidence.pauses, time) { return .paused }
        let holders = evidence.holders.filter { $0.stretch.from <= time && time < $0.stretch.to }
        // While others take all places, a pause of the lane costs nothing.
        let isFull = evidence.width.map { holders.count >= $0 } ?? false
        if !isFull, covers(evidence.lanePauses, time) { return .lanePaused(evidence.run.lane) }
        if time < evidence.laneOpened { return .laneClosed(evidence.run.lane) }
        if !holders.isEmpty { return .lane(evidence.run.lane, holders.map { $0.task }) }
        let before = evidence.holders.filter { $0.stretch.to <= time }.max { $0.stretch.to < $1.stretch.to }
        if let before, time < before.stretch.to + evidence.gap { return .gap(evidence.run.lane, after: before.task) }
        return .turn
    }

    // MARK: Stretches

    private static func edges(_ stretches: [WaitEvidence.Stretch]) -> [Instant] {
        stretches.flatMap { [$0.from, $0.to] }
    }

    private static func covers(_ stretches: [WaitEvidence.Stretch], _ time: Instant) -> Bool {
        stretches.contains { $0.from <= time && time < $0.to }
    }

    /// The pieces of a stretch: cut at `cuts`, named by `cause` of their beginning, equal neighbors joined.
    private static func pieces(
        from start: Instant, to end: Instant, cuts: [Instant], cause: (Instant) -> WaitPiece.Cause
    ) -> [WaitPiece] {
        let inner = Set(cuts).filter { $0 > start && $0 < end }.sorted()
        let points = [start] + inner + [end]
        var result: [WaitPiece] = []
        for (from, to) in zip(points, points.dropFirst()) {
            let cause = cause(from)
            if let last = result.last, last.cause == cause {
                result[result.count - 1] = WaitPiece(cause, last.from, to)
            } else {
                result.append(WaitPiece(cause, from, to))
            }
        }
        return result
    }
}
