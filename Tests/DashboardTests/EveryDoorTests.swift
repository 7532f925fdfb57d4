import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import Text
import TraceAnalysis
import TraceFormat

@testable import Dashboard

/// One launch as each door to it shows it: launch, bound, chain, and slack and place on the chain by task.
struct DoorFigures: Hashable {
    /// Its length, with the parked runs that it is complete without.
    var launch: LaunchLength?
    var bound: Nanoseconds?
    var chain: [String] = []
    /// By task that ran before the first frame: its slack, `CP` if it is critical.
    var slacks: [String: String] = [:]

    static func slack(_ slack: Nanoseconds?, isCritical: Bool) -> String {
        isCritical ? "CP" : slack.map { String($0.count) } ?? "free"
    }
}

/// The screen, the commands and the exports answer the same questions with the same values.
@Suite struct EveryDoorTests {
    /// A scenario's replay, and all that measures it.
    struct Doors {
        let scenario: Scenario
        let simulation: Simulation
        let facts: LaunchFacts
        let names: TraceNames

        init(_ scenario: Scenario) throws {
            self.scenario = scenario
            var replay = try Replay(scenario)
            replay.run()
            simulation = replay.simulation
            names = simulation.traceNames
            facts = LaunchFacts(of: simulation.scheduler, budget: scenario.launchBudget)
        }

        /// `time`, `blame`, `critical-path` and `diff`; nil if no launch reaches its first frame.
        var commands: DoorFigures? {
            guard
                let launch = LaunchMeasure(
                    title: "", names: names, timeline: Timeline(simulation.records), facts: facts)
            else { return nil }
            var figures = DoorFigures(launch: launch.length, bound: launch.path.boundWithUnlimitedLanes)
            figures.chain = launch.path.links.compactMap { $0.run == nil ? nil : $0.task.map { launch.name($0) } }
            for row in Blame(launch).rows where row.slack != nil || row.isCritical {
                figures.slacks[row.name] = DoorFigures.slack(row.slack, isCritical: row.isCritical)
            }
            return figures
        }

        /// `advise`, `what-if` and `graph`.
        func planned() throws -> DoorFigures? {
            let planned = try PlannedLaunch(of: scenario)
            guard let path = planned.path else { return nil }
            var figures = DoorFigures(launch: planned.length, bound: path.boundWithUnlimitedLanes)
            figures.chain = planned.criticalPath
            for (index, span) in planned.timeline.runs.enumerated() {
                guard path.slack(ofRun: index) != nil || path.isCritical(index) else { continue }
                let name = simulation.scheduler.name(of: span.task)
                let text = DoorFigures.slack(path.slack(ofRun: index), isCritical: path.isCritical(index))
                figures.slacks[name] = Self.least(figures.slacks[name], text)
            }
            return figures
        }

        /// The screen, at the beginning of the session.
        func screen() throws -> DoorFigures? {
            var model = DashboardModel(session: try Session(scenario: scenario), options: .init(isPaused: true))
            _ = model.handle(.resize(columns: 100, rows: 30))
            let plan = model.plan
            guard let launch = plan.launchLength else { return nil }
            var figures = DoorFigures(launch: launch, bound: plan.unlimitedBound)
            figures.chain = plan.chain.map { simulation.scheduler.name(of: $0.task) }
            for offset in 0..<simulation.scheduler.taskCount {
                let (task, name) = (TaskID(offset), simulation.scheduler.name(of: TaskID(offset)))
                guard plan.slack(of: task) != nil || plan.isCritical(task) else { continue }
                figures.slacks[name] = DoorFigures.slack(plan.slack(of: task), isCritical: plan.isCritical(task))
            }
            return figures
        }

        /// `replay --format json`.
        var summary: DoorFigures? {
            let header = TraceHeader(name: scenario.name, seed: scenario.seed)
            let summary = Summary(header: header, names: names, timeline: Timeline(simulation.records), facts: facts)
            guard let launch = summary.launch else { return nil }
            var figures = DoorFigures(launch: launch)
            for row in summary.rows where row.slack != nil || row.isCritical {
                figures.slacks[names.name(of: row.task)] = DoorFigures.slack(row.slack, isCritical: row.isCritical)
            }
            return figures
        }

        var recording: LaunchRecording {
            let header = TraceHeader(name: scenario.name, seed: scenario.seed)
            let trace = Trace(header: header, names: names, records: simulation.records, end: nil)
            return LaunchRecording(trace, of: scenario, facts: facts)
        }

        func export(_ format: ExportFormat) -> String {
            String(decoding: format.bytes(of: recording) ?? [], as: UTF8.self)
        }

        /// `export --format csv`.
        var table: DoorFigures? {
            let lines = export(.csv).split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            guard let columns = lines.first.map({ $0.map(String.init) }) else { return nil }
            func field(_ line: [Substring], _ name: String) -> Substring {
                columns.firstIndex(of: name).map { line[$0] } ?? ""
            }
            var figures = DoorFigures()
            for line in lines.dropFirst() where field(line, "kind") == "run" && field(line, "attempt") == "1" {
                let (slack, isCritical) = (Int64(field(line, "slack")), field(line, "critical") == "true")
                guard slack != nil || isCritical else { continue }
                let name = String(field(line, "name"))
                let text = DoorFigures.slack(slack.map { Nanoseconds($0) }, isCritical: isCritical)
                figures.slacks[name] = Self.least(figures.slacks[name], text)
            }
            return figures
        }

        /// Of several runs of a task: critical before not, the smaller slack first.
        private static func least(_ known: String?, _ other: String) -> String {
            guard let known, known != "CP" else { return known ?? other }
            guard other != "CP", let left = Int64(known), let right = Int64(other) else { return other }
            return String(min(left, right))
        }
    }

    static func check(_ scenario: Scenario, _ comment: Comment? = nil) throws {
        let doors = try Doors(scenario)
        let wanted = doors.commands
        #expect(try doors.planned() == wanted, comment)
        #expect(try doors.screen() == wanted, comment)
        guard let wanted else { return }
        #expect(doors.summary?.launch == wanted.launch, comment)
        #expect(doors.summary?.slacks == wanted.slacks, comment)
        #expect(doors.table?.slacks == wanted.slacks, comment)
        let markdown = doors.export(.markdown)
        #expect(markdown.contains(": launch \(wanted.launch?.text ?? "")\n"), comment)
        #expect(markdown.contains("the launch would take \(TimeText.text(wanted.bound ?? .zero)).\n"), comment)
        for (name, slack) in wanted.slacks where slack == "CP" {
            let row = "| \(name) |"
            #expect(
                markdown.split(separator: "\n").contains { $0.hasPrefix(row) && $0.hasSuffix("| yes |") }, comment)
        }
    }

    @Test("a random launch has the same figures behind every door", arguments: 0..<200)
    func random(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        var scenario = cases.scenario(tasks: 14)
        for place in scenario.tasks.indices where place > 0 && cases.chance(25) {
            scenario.tasks[place].spec.prefers.append("T\(cases.number(0...place - 1))")
        }
        try Self.check(scenario, "seed \(seed)")
    }

    @Test(
        "a demo has the same figures behind every door",
        arguments: ["shop.yaml", "classes.yaml", "rwtaskkit.yaml", "jobs.yaml"])
    func demo(file: String) throws {
        try Self.check(#require(ScenarioReader.read(bytes: DemoFile.read(file), file: file).scenario))
    }

    @Test(
        "holds, preferences, sequences and ends of the session count behind every door",
        arguments: [
            (
                """
                tasks:
                  - {name: A, on: launch, duration: 300ms}
                  - {name: B, on: launch, lane: io, duration: 200ms, blocks: true}
                lanes: {io: 1}
                """, ["A": "CP", "B": "100000000"]
            ),
            (
                """
                tasks:
                  - {name: A, on: launch, lane: io, duration: 300ms}
                  - {name: B, on: launch, prefers: A, duration: 100ms}
                lanes: {io: 1}
                """, ["A": "CP", "B": "CP"]
            ),
            (
                """
                tasks:
                  - {name: A, on: launch, duration: 100ms}
                script: |
                  launch
                  at 100ms terminate
                """, ["A": "CP"]
            ),
            ("tasks: [{name: A, on: launch, duration: 20m}]", ["A": "CP"]),
            (
                """
                tasks:
                  - {name: A, on: [willFinishLaunching, active], duration: 100ms}
                  - {name: B, class: basic, lane: io, duration: 50ms}
                  - {name: C, class: sync, duration: 20ms}
                lanes: {io: 1}
                """, ["A": "CP", "B": "CP", "C": "CP"]
            ),
        ])
    func named(text: String, slacks: [String: String]) throws {
        let launched = try scenario(text)
        #expect(try Doors(launched).commands?.slacks == slacks)
        try Self.check(launched)
    }
}
