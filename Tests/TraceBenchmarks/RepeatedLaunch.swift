import SchedulerCore
import TraceFormat

/// A trace of any length: 100 tasks on four lanes, released together and run over and over. The first round is the launch:
/// a launch of a million runs would not be one.
struct RepeatedLaunch {
    /// How many events it makes as Chrome's trace: an attempt each, and where a lane's queue grows or shrinks.
    static let eventsOfRound = 200

    /// The trace of `rounds` rounds of 300 records.
    static func trace(rounds: Int) -> Trace {
        let names = TraceNames(
            tasks: (0..<100).map { "Task\($0)" }, lanes: ["main", "network", "disk", "default"], commands: ["launch"])
        var records: [TraceRecord] = []
        records.reserveCapacity(rounds * 300 + 6)
        records.append(TraceRecord(.zero, .action(CommandID(0))))
        records.append(TraceRecord(.zero, .event(.willFinishLaunching)))
        records.append(TraceRecord(.zero, .state(.inactive)))
        var time = Instant.zero
        for round in 0..<rounds {
            time = add(run: Int32(truncatingIfNeeded: round + 1), at: time, to: &records)
            guard round == 0 else { continue }
            records.append(TraceRecord(time, .event(.didBecomeActive)))
            records.append(TraceRecord(time, .state(.active)))
            records.append(TraceRecord(time, .firstFrame(parked: 0)))
        }
        return Trace(
            header: TraceHeader(name: "Repeated", seed: 1), names: names, records: records,
            end: TraceEnd(of: records, at: time))
    }

    /// One run of each task; four at once. Returns when the last one ends.
    private static func add(run: Int32, at begin: Instant, to records: inout [TraceRecord]) -> Instant {
        for task in 0..<100 {
            records.append(TraceRecord(begin, .release(TaskID(task), run: run, lane: LaneID(task % 4))))
        }
        var time = begin
        for first in stride(from: 0, to: 100, by: 4) {
            for lane in 0..<4 {
                records.append(
                    TraceRecord(time, .start(TaskID(first + lane), run: run, attempt: 1, lane: LaneID(lane))))
            }
            for lane in 0..<4 {
                time = time + Nanoseconds(1_234_567 + Int64(lane))
                records.append(
                    TraceRecord(
                        time,
                        .finish(TaskID(first + lane), run: run, attempt: 1, .success, ready: begin, .none)))
            }
        }
        return time
    }
}
