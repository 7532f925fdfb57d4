import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// Re-plans a second, advice, the critical path of large launches, and how good the orders are. Run with `-c release`.
@main
struct PlanningBenchmarks {
    static func main() {
        for count in [20, 200] { replans(count) }
        advice(1000)
        criticalPath(1_000_000)
        quality()
    }

    private static func seconds(_ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let elapsed = clock.measure(body).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    }

    static func rounded(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }

    /// A launch of this many tasks on main and two lanes, each after up to three of the fifty before.
    private static func scenario(_ count: Int, seed: UInt64) -> Scenario {
        var random = SplitMix64(seed: seed)
        var scenario = Scenario(name: "bench")
        scenario.configuration = SchedulerConfiguration(lanes: [
            LaneSpec(name: "main"), LaneSpec(name: "io", width: 4), LaneSpec(name: "net", width: 2),
        ])
        for number in 0..<count {
            var spec = TaskSpec(
                name: "Task\(number)", trigger: .events(EventSet(.didFinishLaunching)),
                priority: Priority(rawValue: UInt8(random.next(through: 3))) ?? .default,
                lane: LaneID(Int(random.next(through: 2))))
            for _ in 0..<random.next(through: 3) where number > 0 {
                spec.after.append("Task\(number - 1 - Int(random.next(through: UInt64(min(number, 50) - 1))))")
            }
            let length = Nanoseconds.milliseconds(1 + Int64(random.next(through: 99)))
            spec.expected = length
            scenario.tasks.append(ScenarioTask(spec: spec, duration: .fixed(length)))
        }
        return scenario
    }

    private static func replans(_ count: Int) {
        let base = scenario(count, seed: 1)
        let trial = LaunchTrial()
        let rounds = 200_000 / count
        var sum: Int64 = 0
        let elapsed = seconds {
            for round in 0..<rounds {
                let change = ScenarioChange.priority(TaskID(round % count), round % 2 == 0 ? .critical : .low)
                sum &+= trial.time(of: base, with: change)?.count ?? 0
            }
        }
        print("re-plans, \(count) tasks: \(Int(Double(rounds) / elapsed)) a second (sum \(sum))")
    }

    private static func advice(_ count: Int) {
        let base = scenario(count, seed: 2)
        do {
            let planned = try PlannedLaunch(of: base)
            guard let search = AdviceSearch(planned) else { return }
            var found: [Advice] = []
            let elapsed = seconds {
                found = search.singles()
                found += search.pairs(of: found)
            }
            print(
                "advice, \(count) tasks: \(search.candidates.count) changes, \(found.count) help, \(rounded(elapsed)) s"
            )
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func criticalPath(_ count: Int) {
        do {
            var replay = try Replay(scenario(count, seed: 3))
            replay.run()
            let scheduler = replay.simulation.scheduler
            let records = replay.simulation.records
            var timeline = Timeline()
            let folding = seconds { timeline = Timeline(records) }
            var path: CriticalPath?
            let elapsed = seconds {
                path = CriticalPath(of: timeline, process: 0, lanes: scheduler.configuration.lanes) {
                    scheduler.predecessors(of: $0)
                }
            }
            print(
                "critical path, \(count) tasks: \(rounded(elapsed)) s, \(path?.links.count ?? 0) links; "
                    + "folding \(records.count) records: \(rounded(folding)) s")
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
