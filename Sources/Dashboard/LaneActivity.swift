import Planning
import SchedulerCore
import Text
import TraceAnalysis

/// How busy a lane was and how many ready runs waited for it, in each cell of a timeline.
struct LaneActivity {
    /// The most attempts before and after the window that are examined.
    static let maximumLookBack = 256

    private let plan: Course
    private let turns: [Course.LaneTurn]
    private let stranded: [Instant]
    private let passedOver: [WaitEvidence.Stretch]
    private let launch: (start: Instant, end: Instant)?

    init(plan: Course, lane: LaneID) {
        self.plan = plan
        turns = lane.offset < plan.laneTurns.count ? plan.laneTurns[lane.offset] : []
        stranded = lane.offset < plan.stranded.count ? plan.stranded[lane.offset] : []
        passedOver = lane.offset < plan.passedOver.count ? plan.passedOver[lane.offset] : []
        if let start = plan.launchStart, let end = plan.firstFrame, end > start {
            launch = (start, end)
        } else {
            launch = nil
        }
    }

    /// How much of the lane's capacity the launch used, in percent; nil without a launch.
    func busyShare(width: Int) -> Int? {
        guard let launch else { return nil }
        var busy: Int64 = 0
        let first = max(0, count(before: launch.start) - LaneActivity.maximumLookBack)
        for turn in turns[first...] {
            let span = plan.laneSpan(turn)
            guard span.start < launch.end else { break }
            let from = max(span.start, launch.start)
            let to = min(span.end ?? launch.end, launch.end)
            if from < to { busy += (to - from).count }
        }
        return Format.used(busy, of: ((launch.end - launch.start) * Int64(max(1, width))).count)
    }

    /// What a cell shows: whether the lane is busy in it, whether a run ran in it before now, and how many runs wait at its
    /// start.
    struct Cell: Hashable {
        var isBusy: Bool
        var hasRun: Bool
        var queued: Int
    }

    /// The cells of a timeline. A run does not wait for the lane while its task is paused. O(cells + runs near the window +
    /// pauses).
    func cells(on scale: TimeScale, now: Instant, pauses: [(from: Instant, to: Instant)] = []) -> [Cell] {
        let count = max(0, scale.cells)
        var busy = [Int](repeating: 0, count: count + 1)
        var (ran, queued) = (busy, busy)
        let first = max(0, self.count(before: scale.start) - LaneActivity.maximumLookBack)
        let last = min(turns.count, self.count(before: scale.end) + LaneActivity.maximumLookBack)
        for turn in turns[first..<max(first, last)] {
            let span = plan.laneSpan(turn)
            if span.start < scale.end, !plan.didNothing(turn) {
                let end = span.end ?? scale.end
                let final = end > span.start ? Instant(nanoseconds: end.nanoseconds - 1) : end
                mark(&busy, from: scale.cell(of: span.start), through: scale.cell(of: final))
                if span.start < now {
                    let past = min(final, Instant(nanoseconds: now.nanoseconds - 1))
                    mark(&ran, from: scale.cell(of: span.start), through: scale.cell(of: past))
                }
            }
            if let ready = span.ready {
                mark(&queued, from: firstCell(at: ready, scale), through: firstCell(at: span.start, scale) - 1)
            }
        }
        for ready in stranded { mark(&queued, from: firstCell(at: ready, scale), through: count - 1) }
        let shown = passedOver[passedOver.partitionPoint { $0.to > scale.start }...]
        for stretch in shown.prefix(LaneActivity.maximumLookBack) {
            let last = stretch.to < scale.end ? firstCell(at: stretch.to, scale) : count
            mark(&queued, from: firstCell(at: stretch.from, scale), through: last - 1)
        }
        for pause in pauses where pause.from < scale.end {
            let last = pause.to < scale.end ? firstCell(at: pause.to, scale) : count
            mark(&queued, from: firstCell(at: pause.from, scale), through: last - 1, by: -1)
        }
        var (running, before, waiting) = (0, 0, 0)
        return (0..<count).map { cell in
            running += busy[cell]
            before += ran[cell]
            waiting += queued[cell]
            return Cell(isBusy: running > 0, hasRun: before > 0, queued: waiting)
        }
    }

    /// The attempts that began before an instant.
    private func count(before instant: Instant) -> Int {
        turns.partitionPoint { plan.start(of: $0) >= instant }
    }

    /// The first cell that begins at or after an instant.
    private func firstCell(at instant: Instant, _ scale: TimeScale) -> Int {
        let cell = scale.cell(of: instant)
        return scale.instant(of: cell) < instant ? cell + 1 : cell
    }

    private func mark(_ changes: inout [Int], from: Int, through: Int, by count: Int = 1) {
        let low = max(0, from)
        let high = min(changes.count - 2, through)
        guard low <= high else { return }
        changes[low] += count
        changes[high + 1] -= count
    }
}
