import Planning
import SchedulerCore
import SchedulerSimulation

/// How good orders are on identical workers, against optima that are proven: the schedule is as short as the longest path
/// or the shared work, or a search through everything finds none shorter.
extension PlanningBenchmarks {
    /// The result of one order: how far over the optimum, how often the optimum.
    private struct Sums {
        var over = 0.0
        var optimal = 0
        /// The same over the bound, if no optimum is proven.
        var overBound = 0.0
    }

    /// As many instances as the standard task graph set has for 50 and 100 tasks on 2, 4, 8 and 16 workers: 1,440.
    static func quality() {
        var (cases, unproven) = (0, 0)
        var sums = [String: Sums]()
        for count in [50, 100] {
            for shape in TaskGraphCase.Shape.allCases {
                for kind in TaskGraphCase.Lengths.allCases {
                    for seed in 0..<UInt64(9) {
                        var random = SplitMix64(seed: seed &* 7919 &+ 17)
                        let graph = TaskGraphCase(count, shape, kind, &random)
                        for workers in [2, 4, 8, 16] {
                            if judge(graph, workers, &sums) { cases += 1 } else { unproven += 1 }
                        }
                    }
                }
            }
        }
        print("schedule quality: \(cases) graphs with proven optimum, \(unproven) without")
        for name in ["first come", "criticalPath", "--optimize, 10 ms"] {
            guard let result = sums[name] else { continue }
            let percent = result.over / Double(max(1, cases)) * 100
            let share = Double(result.optimal) / Double(max(1, cases)) * 100
            let rest = result.overBound / Double(max(1, unproven)) * 100
            print(
                "  \(name): \(rounded(percent)) % over, \(rounded(share)) % optimal; the others \(rounded(rest)) % over the bound"
            )
        }
    }

    /// Schedules one graph in every way; false if its optimum is not proven.
    private static func judge(_ graph: TaskGraphCase, _ workers: Int, _ sums: inout [String: Sums]) -> Bool {
        let plain = graph.scenario(workers: workers)
        let trial = LaunchTrial(of: plain)
        var found: [(String, Int64)] = [("first come", trial.time()?.count ?? 0)]
        found.append(("criticalPath", trial.time(with: [.order(.criticalPath)])?.count ?? 0))
        do {
            let planned = try PlannedLaunch(of: plain)
            let end = cpuSeconds() + 0.010
            let search = OrderSearch(planned, limit: 1_000_000) { _ in cpuSeconds() < end }
            found.append(("--optimize, 10 ms", search?.launch.count ?? 0))
        } catch {
            preconditionFailure("\(error)")
        }
        let known = found.map { Int($0.1 / 1_000_000) }.min() ?? 0
        let bound = graph.bound(workers: workers)
        var optimum: Int? = known == bound ? known : nil
        if optimum == nil {
            var proof = OptimumSearch(graph, workers: workers, better: known)
            optimum = proof.run(steps: 100_000)
        }
        for (name, launch) in found {
            let length = Double(launch) / 1_000_000
            if let optimum {
                let best = Double(optimum)
                sums[name, default: Sums()].over += (length - best) / best
                if length == best { sums[name, default: Sums()].optimal += 1 }
            } else {
                sums[name, default: Sums()].overBound += (length - Double(bound)) / Double(bound)
            }
        }
        return optimum != nil
    }
}
