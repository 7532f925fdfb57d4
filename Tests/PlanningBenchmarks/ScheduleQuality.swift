import Planning
import SchedulerCore
import SchedulerSimulation

/// How good orders are on identical workers, against optima that a search through everything proves.
extension PlanningBenchmarks {
    /// Task graphs as in the standard task graph set: 2 to 8 workers, several shapes, unit times from 1 to 20.
    static func quality() {
        var (cases, unproven) = (0, 0)
        var over = [String: (sum: Double, optimal: Int)]()
        var slowest = 0.0
        var total = 0.0
        for seed in 0..<UInt64(1_000) {
            var random = SplitMix64(seed: seed &* 7919 &+ 17)
            let graph = TaskGraphCase(&random)
            let workers = 2 + Int(random.next(through: 3))
            let plain = graph.scenario(workers: workers)
            let trial = LaunchTrial()
            var found: [(String, Int64)] = [("first come", trial.time(of: plain)?.count ?? 0)]
            found.append(("criticalPath", trial.time(of: plain, with: .order(.criticalPath))?.count ?? 0))
            do {
                let planned = try PlannedLaunch(of: plain)
                var search: OrderSearch?
                let clock = ContinuousClock()
                let end = clock.now.advanced(by: .milliseconds(10))
                let elapsed = clock.measure {
                    search = OrderSearch(planned, limit: 1_000_000) { _ in clock.now < end }
                }.components
                let time = Double(elapsed.attoseconds) / 1e15
                slowest = max(slowest, time)
                total += time
                found.append(("--optimize, 10 ms", search?.launch.count ?? 0))
            } catch {
                preconditionFailure("\(error)")
            }
            let known = found.map { Int($0.1 / 1_000_000) }.min() ?? 0
            var proof = OptimumSearch(graph, workers: workers, better: known)
            guard let optimum = proof.run(steps: 200_000) else {
                unproven += 1
                continue
            }
            cases += 1
            let best = Double(optimum)
            for (name, launch) in found {
                let length = Double(launch) / 1_000_000
                let sums = over[name] ?? (0, 0)
                over[name] = (sums.sum + (length - best) / best, sums.optimal + (length == best ? 1 : 0))
            }
        }
        print("schedule quality: \(cases) graphs with proven optimum, \(unproven) without")
        for name in ["first come", "criticalPath", "--optimize, 10 ms"] {
            guard let result = over[name] else { continue }
            let percent = result.sum / Double(cases) * 100
            let share = Double(result.optimal) / Double(cases) * 100
            print("  \(name): \(rounded(percent)) % over, \(rounded(share)) % optimal")
        }
        print("  search: \(rounded(total / Double(max(1, cases)))) ms on average, \(rounded(slowest)) ms at most")
    }
}
