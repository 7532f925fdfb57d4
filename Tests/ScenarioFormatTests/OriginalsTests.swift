import Foundation
import SchedulerCore
import SchedulerSimulation
import Testing
import TraceFormat

@testable import ScenarioFormat

/// What the replaced systems can do, each feature with an `expect` that fails without it: every scenario in
/// Demo/originals, with the script beside it.
@Suite struct OriginalsTests {
    /// The features that a file must show, whatever else it shows.
    static let required: [String: [String]] = [
        "rwtaskkit": [
            "task", "priority", "dependency", "several-events", "autoRemove", "timer", "repeat-count",
            "longest-interval", "schedule", "repeat-forever", "late-date", "missed-date", "notification",
            "notification-priority", "post", "injectEventTaskWithName", "scheduleTaskWithName", "destroyTaskByName",
            "destroy-timer", "destroy-notification", "pauseTaskByName", "pause-event", "pause-notification",
            "resumeTaskByName", "resume-event", "resume-notification", "open-url", "combined-mask",
        ] + LifecycleEvent.allCases.map(EventNames.name),
        "rwtaskkit-clock": ["NO_RW_CLOCK", "tick", "ticks"],
        "classification": [
            "basicTasks", "syncTasks", "asyncTasks", "asyncTasksAfterLaunch", "gap", "async-gap",
            "after-launch-delay", "random-duration",
        ],
        "edqueue": [
            "start-by-call", "stop-by-call", "retryLimit", "failed-head", "queue:processJob:", "EDQueueResultFail",
            "success-after-failure", "stored-jobs", "start", "enqueueWithData:forTask:", "stop", "empty", "no-handler",
            "crash", "relaunch", "EDQueueResultCritical", "dead-letter-retry",
        ],
        "appstart": [
            "addStartupTask", "removeStartupTask", "removeAllStartupTask", "startAllTask", "startupTaskDidFailed",
            "start-again", "go-on-after-failure", "start-on-event", "all-done", "timeout", "duplicates",
        ],
        "rwtaskkit-rules": [
            "state-refusal", "post-refusal", "once-only", "late-injection", "name-in-use", "no-overlap",
            "cycle-refused", "predecessor-gone",
        ],
        "classification-rules": ["no-run-for-NAME", "after-launch-once"],
        "appstart-rules": ["one-chain", "destroyed-step", "empty-list"],
        "edqueue-rules": ["one-at-a-time", "ids-not-reused", "crash-counts"],
    ]

    /// A scenario and its script, with or without the lines of one feature.
    struct Story: CustomTestStringConvertible {
        let name: String
        let scenario: String
        let script: String

        var testDescription: String { name }

        static let all: [Story] = stories()

        private static func stories() -> [Story] {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder("Demo/originals").path)) ?? []
            return files.filter { $0.hasSuffix(".yaml") }.sorted().map { file in
                let name = String(file.dropLast(5))
                return Story(
                    name: name, scenario: (try? demo("originals/\(name).yaml")) ?? "",
                    script: (try? demo("originals/\(name).scope")) ?? "")
            }
        }

        /// The features that its lines name, in order.
        var features: [String] {
            var names: [String] = []
            for line in Self.lines(scenario) + Self.lines(script) {
                for name in Self.features(of: line) where !names.contains(name) { names.append(name) }
            }
            return names
        }

        /// Without its lines, and with what replaces them: a world that does not have the feature.
        func without(_ feature: String) -> Story {
            func kept(_ text: String) -> String {
                let lines = Self.lines(text).filter { !Self.features(of: $0).contains(feature) }
                return lines.map { line in
                    guard let mark = line.range(of: "# without \(feature): ") else { return line }
                    return String(line[..<mark.lowerBound] + line[mark.upperBound...])
                }.joined(separator: "\n") + "\n"
            }
            return Story(name: name, scenario: kept(scenario), script: kept(script))
        }

        /// The words of the warning that comes with a feature; nil if none is named.
        func warning(of feature: String) -> String? {
            Self.lines(script).compactMap { line in
                line.range(of: "# warning \(feature): ").map { String(line[$0.upperBound...]) }
            }.first
        }

        private static func lines(_ text: String) -> [String] { text.components(separatedBy: "\n") }

        /// What is after `# feature:` at the end of a line that says something else before it.
        private static func features(of line: String) -> [String] {
            guard let mark = line.range(of: " # feature: ") else { return [] }
            return line[mark.upperBound...].components(separatedBy: ", ")
        }

        /// Replays it: the verdicts and warnings, or why the readers refuse it.
        func replay() throws -> (verdicts: [ExpectationVerdict], warnings: [String], errors: [Diagnostic]) {
            let result = ScenarioReader.read(text: scenario, file: name + ".yaml")
            guard let scenario = result.scenario else { return ([], [], result.diagnostics) }
            let parsed = ScriptParser.parse(text: script, file: name + ".scope", scenario: scenario)
            let errors = parsed.diagnostics.filter { $0.severity == .error }
            guard errors.isEmpty else { return ([], [], errors) }
            var replay = try Replay(scenario, script: parsed.lines)
            replay.run()
            let simulation = replay.simulation
            let names = TraceNames(
                tasks: (0..<simulation.scheduler.taskCount).map { simulation.scheduler.name(of: TaskID($0)) },
                lanes: [], messages: simulation.notices.map { DriverMessage($0.message, code: $0.code) })
            let warnings = simulation.records.compactMap { record -> String? in
                guard case .warning(let warning) = record.fact else { return nil }
                return ReasonText.text(warning, names: names)
            }
            return (Array(simulation.verdicts), warnings, [])
        }
    }

    @Test func `each replaced system has its demo`() {
        #expect(Set(Self.required.keys).isSubset(of: Story.all.map(\.name)))
    }

    @Test(arguments: Story.all)
    func `a demo shows what it must, and all it expects holds`(story: Story) throws {
        let (verdicts, warnings, errors) = try story.replay()
        #expect(errors == [])
        #expect(verdicts.filter { !$0.holds } == [])
        for word in story.features.compactMap(story.warning) {
            #expect(warnings.contains { $0.contains(word) }, "no warning: \(word)")
        }
        #expect(!verdicts.isEmpty)
        let missing = Set(Self.required[story.name] ?? []).subtracting(story.features)
        #expect(missing == [])
        #expect(!story.features.isEmpty)
    }

    @Test(arguments: Story.all)
    func `an expectation fails if a feature is removed`(story: Story) throws {
        for feature in story.features {
            let (verdicts, warnings, errors) = try story.without(feature).replay()
            #expect(errors == [], "\(feature): the rest is still a scenario and a script")
            let isMissed = story.warning(of: feature).map { word in !warnings.contains { $0.contains(word) } } ?? false
            #expect(isMissed || verdicts.contains { !$0.holds }, "\(feature): nothing expects it")
        }
    }

    @Test func `a feature that nothing expects is detected`() throws {
        let story = Story(
            name: "planted", scenario: "tasks: [{name: A, on: launch}]\nafterLaunchDelay: 1s # feature: delay\n",
            script: "launch\nexpect A ran 1\n")
        #expect(story.features == ["delay"])
        let (verdicts, _, errors) = try story.without("delay").replay()
        #expect(errors == [])
        #expect(verdicts.map(\.holds) == [true])
    }

    @Test func `a line that replaces a feature is put in its place, indentation included`() {
        let story = Story(
            name: "planted", scenario: "jobs:\n  # without one: queues: {default: 2}\n",
            script: "launch # feature: one\n")
        #expect(story.without("one").scenario.hasPrefix("jobs:\n  queues: {default: 2}\n"))
        #expect(!story.without("one").script.contains("launch"))
        #expect(story.without("two").scenario.contains("# without one: "))
    }
}
