import SchedulerCore
import Text

/// When tasks of a recorded launch ran, those left out that are only spans or waits.
struct KnownWork {
    /// The stretches in which at least one ran, in order, and how long all up to each of them took.
    private var stretches: [(from: Instant, to: Instant)] = []
    private var sums: [Int64] = []

    /// The work of a launch, in all lanes or in one. O(n log n) in its runs.
    init(_ launch: LaunchMeasure, in lane: LaneID? = nil) {
        let runs = launch.launchRuns.compactMap { index -> (from: Instant, to: Instant)? in
            let span = launch.timeline.runs[index]
            guard lane.map({ $0 == span.lane }) ?? true, !launch.spans.contains(span.task), !launch.isGap(span.task),
                let started = span.started
            else { return nil }
            return (started, span.finished ?? launch.firstFrame)
        }
        for run in runs.sorted(by: { $0.from < $1.from }) where run.to > run.from {
            if let last = stretches.last, run.from <= last.to {
                stretches[stretches.count - 1].to = max(last.to, run.to)
            } else {
                stretches.append(run)
            }
        }
        var sum = Int64(0)
        for stretch in stretches {
            sum += (stretch.to - stretch.from).count
            sums.append(sum)
        }
    }

    /// How much of the time between two instants something ran.
    func length(from start: Instant, to end: Instant) -> Nanoseconds {
        Nanoseconds(max(0, length(until: end) - length(until: start)))
    }

    private func length(until time: Instant) -> Int64 {
        let place = stretches.partitionPoint { $0.from >= time }
        guard place > 0 else { return 0 }
        return sums[place - 1] - max(0, (stretches[place - 1].to - time).count)
    }
}
