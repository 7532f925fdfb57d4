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
        /// How long it takes without a change, in seconds.
        var seconds: TimeInterval = 0
    }

    /// What a file of tests does without a change.
    struct Measure: Codable {
        /// File name without its ending.
        let name: String
        /// How long it takes, in seconds.
        let seconds: TimeInterval
        /// How long each of its tests takes, in seconds.
        let durations: [String: TimeInterval]
        /// The mutants that it comes by.
        let reached: Set<Int>

        /// The tests that only run for what the others did not notice.
        var long: [String] { durations.filter { $0.value > Suites.long }.keys.sorted() }
    }

    let package: URL
    let endToEnd: Bool
    /// The files of each suite.
    private var measures: [String: [Measure]] = [:]

    /// A test that takes longer, in seconds, only runs for what the others did not notice.
    private static let long: TimeInterval = 8

    init(package: URL, endToEnd: Bool) { (self.package, self.endToEnd) = (package, endToEnd) }

    /// The module's own tests, then those of what stands on it, then the models and end to end.
    func suites(of module: String) -> [String] {
        var suites = [Self.own[module] ?? module + "Tests"] + (Self.beside[module] ?? [])
        if endToEnd, !suites.contains("EndToEndTests") { suites.append("EndToEndTests") }
        return suites
    }

    /// The files of a suite that have tests.
    func testFiles(of suite: String) -> [String] {
        swiftFiles(of: suite).filter { file in
            (try? String(contentsOf: file, encoding: .utf8))?.contains("@Test") == true
        }.map { $0.deletingPathExtension().lastPathComponent }
    }

    private func swiftFiles(of suite: String) -> [URL] {
        let folder = package.appendingPathComponent("Tests/\(suite)")
        return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appendingPathComponent($0) }
    }

    /// The tests of a file.
    static func stage(_ suite: String, _ file: String) -> Stage {
        Stage(name: file, suite: suite, filters: [filter(suite, [file])])
    }

    private static func filter(_ suite: String, _ files: [String]) -> String {
        "^\(suite)\\..*/(\(files.joined(separator: "|")))\\.swift:"
    }

    /// What judges a change of a file: the tests that mirror it, its module's suite, those beside it, and last of all the
    /// long tests of these; of each only the files that come by the change, as to the others nothing is changed.
    func stages(of mutant: Mutant) -> [Stage] {
        var suites = suites(of: mutant.module)
        func comesBy(_ suite: String) -> Bool {
            measures[suite, default: []].contains { $0.reached.contains(mutant.number) }
        }
        // What none of these comes by, those of other modules may.
        if !suites.contains(where: comesBy) { suites += measures.keys.filter(comesBy).sorted() }
        let mirrors = Set(mirrors(of: mutant.path, in: suites[0]))
        var stages: [Stage] = []
        var last: [Stage] = []
        for suite in suites {
            let reaching = measures[suite, default: []].filter { $0.reached.contains(mutant.number) }
            // Those that mirror it run whole.
            let isMirror = { (file: Measure) in suite == suites[0] && mirrors.contains(file.name) }
            let others = reaching.filter { file in !isMirror(file) && file.long.count < file.durations.count }
            for files in [reaching.filter(isMirror), others] where !files.isEmpty {
                let names = files.map(\.name)
                stages.append(
                    Stage(
                        name: files.count == 1 ? names[0] : suite, suite: suite, filters: [Self.filter(suite, names)],
                        skips: files.filter { !isMirror($0) }.flatMap(\.long).map(Self.exactly),
                        seconds: files.reduce(0) { $0 + $1.seconds }))
            }
            let long = reaching.filter { !isMirror($0) }.flatMap(\.long)
            guard !long.isEmpty else { continue }
            last.append(
                Stage(
                    name: "long ones of \(suite)", suite: suite, filters: long.map(Self.exactly),
                    seconds: reaching.reduce(0) { $0 + ($1.long.isEmpty ? 0 : $1.seconds) }))
        }
        return stages + last
    }

    private static func exactly(_ test: String) -> String { "^" + NSRegularExpression.escapedPattern(for: test) }

    /// What the files of a suite do without a change.
    mutating func note(_ suite: String, _ files: [Measure]) { measures[suite] = files }

    /// Whether its files are measured.
    func isMeasured(_ suite: String) -> Bool { measures[suite] != nil }

    /// How long the tests of a stage may take: busy machines are slow ones.
    func limit(of stage: Stage) -> TimeInterval { 30 + 4 * stage.seconds }

    /// The test files that mirror a file by their names; without one, the three that name it most.
    private func mirrors(of path: String, in suite: String) -> [String] {
        let tests = swiftFiles(of: suite)
        func name(_ file: URL) -> String { file.deletingPathExtension().lastPathComponent }
        let whole = name(URL(fileURLWithPath: path))
        let base = String(whole.prefix { $0 != "+" })
        let named = tests.filter { [whole + "Tests", base + "Tests"].contains(name($0)) }
        if !named.isEmpty { return named.map(name) }
        let counts = tests.map { test -> (name: String, count: Int) in
            let text = (try? String(contentsOf: test, encoding: .utf8)) ?? ""
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
