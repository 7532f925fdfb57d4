import SchedulerCore
import SchedulerSimulation
import TestSupport
import TraceImport

/// An invented app, with edges that are known, and noisy traces of its launches as a stranger's tracer writes them:
/// threads, names and times, nothing else.
public struct SimulatedApp {
    /// The app.
    public let scenario: Scenario
    /// For each task the tasks that it waits for.
    public let edges: [String: Set<String>]

    /// The app of a seed: 10 to 40 tasks on three lanes.
    public init(seed: UInt64) {
        var cases = CaseGenerator(seed: seed &* 6_364_136_223_846_793_005 &+ 1)
        var scenario = Scenario(name: "app \(seed)")
        scenario.configuration = SchedulerConfiguration(lanes: [
            LaneSpec(name: "main"), LaneSpec(name: "io", width: cases.number(1...3)),
            LaneSpec(name: "net", width: cases.number(2...4)),
        ])
        var edges: [String: Set<String>] = [:]
        for index in 0..<cases.number(10...40) {
            var spec = TaskSpec(name: "T\(index)", trigger: .events(EventSet(.didFinishLaunching)))
            if index > 0, cases.chance(65) {
                for _ in 0..<cases.number(1...3) {
                    spec.after.append("T\(cases.number(max(0, index - 12)...index - 1))")
                }
            }
            spec.lane = LaneID(cases.pick([0, 0, 1, 2, 2]))
            spec.blocks = true
            spec.priority = cases.pick([.default, .default, .high, .low])
            let mean = Int64(cases.number(1_000...100_000)) * 1_000
            scenario.tasks.append(
                ScenarioTask(spec: spec, duration: .around(Nanoseconds(mean), spread: Nanoseconds(mean * 3 / 10))))
            edges[spec.name] = Set(spec.after)
        }
        self.scenario = scenario
        self.edges = edges
    }

    /// Everything that a task waits for, directly or not.
    public func ancestors(of task: String) -> Set<String> {
        var found: Set<String> = []
        var open = Array(edges[task] ?? [])
        while let next = open.popLast() {
            if found.insert(next).inserted { open += edges[next] ?? [] }
        }
        return found
    }

    /// The edges that no chain of others implies.
    public func neededEdges(of task: String) -> Set<String> {
        let direct = edges[task] ?? []
        return direct.filter { edge in !direct.contains { $0 != edge && ancestors(of: $0).contains(edge) } }
    }

    /// A trace of a launch: starts are late by up to a five thousandth of the launch, times are in microseconds, and now and
    /// then a task is missing.
    public func trace(_ number: Int) throws -> RecordedLaunch {
        var own = scenario
        own.seed = UInt64(number) &* 977 &+ 13
        var replay = try Replay(own)
        replay.run()
        var noise = CaseGenerator(seed: own.seed ^ 0x5EED)
        var (starts, spans) = ([Int: (Int64, Int)](), [(task: Int, lane: Int, start: Int64, end: Int64)]())
        for record in replay.simulation.records {
            switch record.fact {
            case .start(let task, _, _, let lane): starts[task.offset] = (record.time.nanoseconds, lane.offset)
            case .finish(let task, _, _, _, _, _):
                guard let (start, lane) = starts[task.offset] else { break }
                spans.append((task.offset, lane, start, record.time.nanoseconds))
            default: break
            }
        }
        let length = spans.map { $0.end }.max() ?? 0
        var (lanes, threads) = ([RecordedLaunch.Lane("main")], [0: [0]])
        var free: [Int: Int64] = [:]
        var runs: [RecordedLaunch.Run] = []
        for span in spans.sorted(by: { ($0.start, $0.task) < ($1.start, $1.task) }) {
            let late = Int64(noise.number(0...Int(length / 5_000)))
            let isLost = noise.chance(2)
            var thread = (threads[span.lane] ?? []).first { (free[$0] ?? 0) <= span.start }
            if thread == nil {
                lanes.append(.init("lane \(span.lane) thread \(lanes.count)"))
                thread = lanes.count - 1
                threads[span.lane, default: []].append(lanes.count - 1)
            }
            guard let thread else { continue }
            free[thread] = span.end
            let start = min(span.end, span.start + late) / 1_000 * 1_000
            if isLost { continue }
            runs.append(.init("T\(span.task)", lane: thread, start: start, end: max(start, span.end / 1_000 * 1_000)))
        }
        var launch = RecordedLaunch(name: scenario.name, source: "simulated", lanes: lanes, runs: runs, length: length)
        launch.runs.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        return launch
    }
}

/// How well edges were found: counts over many apps.
public struct InferenceScore {
    /// Inferred edges.
    public private(set) var inferred = 0
    /// Those that the app has.
    public private(set) var direct = 0
    /// Those that a chain of the app's edges implies.
    public private(set) var implied = 0
    /// The app's edges that no chain of others implies.
    public private(set) var needed = 0
    /// Those of them that were inferred.
    public private(set) var found = 0
    /// Those of them that a start shows at all: the task began right after the predecessor in as many traces as an edge
    /// needs. In the others something else always decided the start.
    public private(set) var shown = 0
    /// Inferred edges that the app does not have, for a look.
    public private(set) var wrong: [String] = []

    /// Nothing yet.
    public init() {}

    /// Adds an app of which this many traces are read; edges count that reach this many thousandths.
    public mutating func add(_ app: SimulatedApp, traces: Int, thousandths: Int = 950) throws {
        let launches = try (0..<traces).map { try app.trace($0) }
        var taken: [String: Set<String>] = [:]
        for found in EdgeInference.infer(launches) where found.reaches(thousandths: thousandths) {
            taken[found.task] = Set(found.after.map { $0.name })
        }
        for task in app.scenario.tasks.map({ $0.spec.name }) {
            let (edges, ancestors) = (app.edges[task] ?? [], app.ancestors(of: task))
            for other in (taken[task] ?? []).sorted() {
                inferred += 1
                if edges.contains(other) {
                    direct += 1
                } else if ancestors.contains(other) {
                    implied += 1
                } else {
                    wrong.append("\(app.scenario.name): \(other) -> \(task)")
                }
            }
            let wanted = app.neededEdges(of: task)
            needed += wanted.count
            shown += wanted.count { Self.isShown($0, before: task, launches) }
            found += wanted.intersection(taken[task] ?? []).count
        }
    }

    private static func isShown(_ other: String, before task: String, _ launches: [RecordedLaunch]) -> Bool {
        let times = launches.count { launch in
            guard let end = launch.runs.first(where: { $0.name == other })?.end,
                let start = launch.runs.first(where: { $0.name == task })?.start
            else { return false }
            let near = launch.length / 200
            return start - end <= near && start - end >= -near / 20
        }
        return times >= EdgeInference.fewestLast
    }
}
