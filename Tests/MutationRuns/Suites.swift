import Foundation

/// Which tests judge the changes of a module, and in which order.
struct Suites {
    /// Some tests that run together.
    struct Stage {
        let name: String
        /// Whose tests they are.
        let suite: String
        /// Regular expressions of the tests that run and of those that do not.
        let filters: [String]
        var skips: [String] = []
    }

    let package: URL
    let endToEnd: Bool
    /// How long each test of each suite takes without a change, in seconds.
    private var durations: [String: [String: TimeInterval]] = [:]
    private var wholes: [String: TimeInterval] = [:]

    /// A test that takes longer, in seconds, only runs for what the others did not notice.
    private static let long: TimeInterval = 4

    init(package: URL, endToEnd: Bool) { (self.package, self.endToEnd) = (package, endToEnd) }

    /// The module's own tests, then those of what stands on it, then the models and end to end.
    func suites(of module: String) -> [String] {
        var suites = [Self.own[module] ?? module + "Tests"] + (Self.beside[module] ?? [])
        if endToEnd, !suites.contains("EndToEndTests") { suites.append("EndToEndTests") }
        return suites
    }

    /// All tests of a suite.
    static func whole(_ suite: String) -> Stage { Stage(name: suite, suite: suite, filters: ["^\(suite)\\."]) }

    /// What judges a change of a file: the tests that mirror it, its module's suite, those beside it, and last of all the
    /// long tests of these.
    func stages(of mutant: Mutant) -> [Stage] {
        let suites = suites(of: mutant.module)
        let long = suites.map { suite in
            (durations[suite] ?? [:]).filter { $0.value > Self.long }.keys.sorted().map {
                "^" + NSRegularExpression.escapedPattern(for: $0)
            }
        }
        var stages: [Stage] = []
        let mirrors = mirrors(of: mutant.path, in: suites[0])
        if !mirrors.isEmpty {
            let filter = "^\(suites[0])\\..*/(\(mirrors.joined(separator: "|")))\\.swift:"
            stages.append(
                Stage(
                    name: mirrors.joined(separator: ", "), suite: suites[0], filters: [filter], skips: long[0]))
        }
        for (suite, long) in zip(suites, long) {
            stages.append(Stage(name: suite, suite: suite, filters: Self.whole(suite).filters, skips: long))
        }
        for (suite, long) in zip(suites, long) where !long.isEmpty {
            stages.append(Stage(name: "long ones of \(suite)", suite: suite, filters: long))
        }
        return stages
    }

    /// A suite's time without a change, and that of each of its tests.
    mutating func note(_ suite: String, _ whole: TimeInterval, _ tests: [String: TimeInterval]) {
        wholes[suite] = whole
        durations[suite] = tests
    }

    /// Whether its time is known.
    func isMeasured(_ suite: String) -> Bool { wholes[suite] != nil }

    /// How long the tests of a stage may take: busy machines are slow ones.
    func limit(of stage: Stage) -> TimeInterval { 30 + 4 * (wholes[stage.suite] ?? 0) }

    /// The test files that mirror a file by their names; without one, the three that name it most.
    private func mirrors(of path: String, in suite: String) -> [String] {
        let folder = package.appendingPathComponent("Tests/\(suite)").path
        let tests = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") }.sorted()
        func name(_ path: String) -> String { String((path as NSString).lastPathComponent.dropLast(6)) }
        let whole = name(path)
        let base = String(whole.prefix { $0 != "+" })
        let named = tests.filter { [whole + "Tests", base + "Tests"].contains(name($0)) }
        if !named.isEmpty { return named.map(name) }
        let counts = tests.map { test -> (name: String, count: Int) in
            let text = (try? String(contentsOfFile: folder + "/" + test, encoding: .utf8)) ?? ""
            return (name(test), text.components(separatedBy: base).count - 1)
        }
        return counts.filter { $0.count > 0 }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.prefix(3).map(\.name)
    }

    private static let own = [
        "TaskKitAnnotations": "TaskKitMacrosTests", "TaskKitMacros": "TaskKitMacrosTests",
        "TaskKitApp": "SampleAppTests", "taskscope": "EndToEndTests",
    ]
    private static let beside = [
        "SchedulerCore": ["SchedulerSimulationTests", "NaiveModelTests"],
        "SchedulerSimulation": ["NaiveModelTests"],
        "ScenarioFormat": ["NaiveModelTests"],
        "TraceFormat": ["TraceAnalysisTests"],
        "Text": ["ScenarioFormatTests", "DashboardTests"],
        "ScreenKit": ["DashboardTests"],
        "JobStore": ["TaskKitJobStoreTests"],
        "TraceAnalysis": ["PlanningTests", "DashboardTests"],
    ]
}
