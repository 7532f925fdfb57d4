import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import TraceAnalysis

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Re-plans a second, advice, the critical path of large launches, and how good the orders are. Run with `-c release`.
@main
struct PlanningBenchmarks {
    static func main() {
        for count in [20, 200] { replans(count) }
        demo()
        for count in [1_000, 2_000] { advice(count) }
        criticalPath(1_000_000)
        quality()
    }

    /// Time of the process's own, which counts the same on a machine that others use too.
    private static func seconds(_ body: () -> Void) -> Double {
        let before = cpuSeconds()
        body()
        return cpuSeconds() - before
    }

    static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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
        let trial = LaunchTrial(of: base)
        let rounds = 200_000 / count
        var sum: Int64 = 0
        let elapsed = seconds {
            for round in 0..<rounds {
                let change = ScenarioChange.priority(TaskID(round % count), round % 2 == 0 ? .critical : .low)
                sum &+= trial.time(with: [change])?.count ?? 0
            }
        }
        print("re-plans, \(count) tasks: \(Int(Double(rounds) / elapsed)) a second (sum \(sum))")
    }

    private static func demo() {
        guard let shop = ScenarioReader.read(bytes: DemoFile.read("shop.yaml"), file: "shop.yaml").scenario else {
            return
        }
        for round in 1...5 { advice(shop, "the demo, round \(round)") }
    }

    private static func advice(_ count: Int) { advice(scenario(count, seed: 2), "\(count) tasks") }

    /// All that `advise` does after reading: the launch, every single change, the pairs, the findings.
    private static func advice(_ base: Scenario, _ name: String) {
        var outlook: LaunchOutlook?
        var pairs: [Advice] = []
        var candidates = 0
        let single = seconds { outlook = try? LaunchOutlook(of: base) }
        let paired = seconds {
            guard let outlook, let search = AdviceSearch(outlook.planned) else { return }
            candidates = search.candidates.count
            pairs = search.pairs(of: outlook.tries).advice
        }
        print(
            "advice, \(name): \(candidates) changes, \(outlook?.tries.count ?? 0) help, \(rounded(single * 1000)) ms; "
                + "pairs: \(pairs.count), \(rounded(paired * 1000)) ms")
    }

    private static func criticalPath(_ count: Int) {
        do {
            var replay = try Replay(scenario(count, seed: 3))
            replay.run()
            let scheduler = replay.simulation.scheduler.copy()
            let records = replay.simulation.records
            var timeline = Timeline()
            let folding = seconds { timeline = Timeline(records) }
            var path: CriticalPath?
            let elapsed = seconds {
                path = CriticalPath(of: timeline, process: 0, facts: LaunchFacts(of: scheduler, budget: nil))
            }
            print(
                "critical path, \(count) tasks: \(rounded(elapsed)) s, \(path?.links.count ?? 0) links; "
                    + "folding \(records.count) records: \(rounded(folding)) s")
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
