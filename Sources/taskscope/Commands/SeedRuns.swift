import Dispatch
import SchedulerCore
import SchedulerSimulation
import Synchronization
import Text
import TraceAnalysis

/// Launches of one scenario with many seeds: the scenario's own and those after it.
struct SeedRuns: Sendable {
    /// One task's totals over all launches.
    struct Row: Sendable {
        let name: String
        let own: Distribution
        let wait: Distribution
        /// In how many launches it ran.
        let launches: Int
        /// In how many of them it was on the critical path.
        let critical: Int
    }

    /// The result of one launch.
    private struct Single: Sendable {
        let time: Nanoseconds
        let rows: [Blame.Row]
    }

    /// Launch times.
    let times: Distribution
    /// Launches without a first frame.
    let failed: Int
    /// The tasks, in the order in which they were first released.
    let rows: [Row]

    /// Launches a scenario `count` times, on all cores; the result is the same whichever core is faster.
    init(_ scenario: Scenario, count: Int, number: Int) {
        let singles = ParallelRuns.map(count) { run -> Single? in
            var changed = scenario
            changed.seed = scenario.seed &+ UInt64(run)
            guard let launch = try? LaunchSource.measure(changed, number: number) else { return nil }
            return Single(time: launch.time, rows: Blame(launch).rows)
        }
        times = Distribution(singles.compactMap { $0?.time })
        failed = singles.count { $0 == nil }
        rows = Self.rows(singles.compactMap { $0?.rows })
    }

    private static func rows(_ launches: [[Blame.Row]]) -> [Row] {
        var places: [ByteName: Int] = [:]
        var names: [String] = []
        var all: [[Blame.Row]] = []
        for launch in launches {
            for row in launch {
                let place = places[ByteName(row.name)] ?? names.count
                if place == names.count {
                    places[ByteName(row.name)] = place
                    names.append(row.name)
                    all.append([])
                }
                all[place].append(row)
            }
        }
        return zip(names, all).map { name, rows in
            Row(
                name: name, own: Distribution(rows.map { $0.own }),
                wait: Distribution(rows.map { $0.wait }), launches: rows.count,
                critical: rows.count { $0.isCritical })
        }
    }
}

extension Distribution {
    /// The usual percentiles as members of an object.
    var json: JSONValue {
        [
            "p50": .time(percentile(50)), "p90": .time(percentile(90)), "p99": .time(percentile(99)),
            "mean": .time(mean), "least": .time(sorted.first), "most": .time(sorted.last),
        ]
    }

    /// `p50 415ms  p90 430ms  p99 441ms`.
    func text(_ times: ShownTimes) -> String {
        [50, 90, 99].map { "p\($0) \(times.text(percentile($0), none: "-"))" }.joined(separator: "  ")
    }
}

/// Computes many results on all cores, in the order of their numbers, whichever core is faster.
enum ParallelRuns {
    /// The results of `work` for 0 ..< count. Each depends on its number alone.
    static func map<Result: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Result) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let result = work(number)
            results.withLock { $0[number] = result }
        }
        return results.withLock { $0 }.compactMap { $0 }
    }
}
