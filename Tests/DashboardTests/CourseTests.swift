import Foundation
import Planning
import SchedulerCore
import Testing
import TraceAnalysis

@testable import Dashboard
@testable import SchedulerSimulation

/// The plan is the same however it was reached, and reaching it costs what changed.
@Suite struct CourseTests {
    private func fresh(_ model: DashboardModel) -> Course {
        var forecast = Forecast(session: model.session)
        var plan = Course(taskCount: model.scheduler.taskCount, laneCount: model.laneSpecs.count)
        plan.renew(session: model.session, keeping: 0, forecast: &forecast, through: model.plan.horizon)
        return plan
    }

    private func check(_ isEqual: Bool, _ what: String) { #expect(isEqual, "\(what)") }

    @Test(arguments: 0..<50) func `a plan that was taken back and forth is the plan made again`(seed: Int) throws {
        var generator = Generator(seed: UInt64(seed))
        let text = seed % 4 > 1 ? CourseTests.troubled : shopText
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L")
        for _ in 0..<25 {
            let keys = [
                "B", "F", "M", ",", ",", ".", "[", "]", "p", "T", "L", ":goto 1s\n", ":goto 0s\n", ":goto 4s\n", "-",
                "+",
            ]
            model.type(generator.pick(keys))
            let wanted = fresh(model)
            check(model.plan.runs == wanted.runs, "runs")
            check(model.plan.marks == wanted.marks, "marks")
            check(model.plan.events == wanted.events, "events")
            check(model.plan.states == wanted.states, "states")
            check(model.plan.laneTurns == wanted.laneTurns, "laneTurns")
            check(model.plan.launches == wanted.launches, "launches")
            check(model.plan.commands == wanted.commands, "commands")
            check(model.plan.faults == wanted.faults, "faults")
            check(model.plan.firstMarks == wanted.firstMarks, "firstMarks")
            check(model.plan.warnings.map(\.time) == wanted.warnings.map(\.time), "warnings")
            check(model.plan.seenCount == wanted.seenCount, "seenCount")
        }
    }

    /// Forecast records of many tasks are released once the shown launch is known; a request for another launch, or one
    /// after everything has happened, gets the same result as with all of them.
    @Test func `many tasks: what was dropped is forecast again on demand`() throws {
        let tasks = (0..<2_500).map {
            "  - {name: T\($0), on: didFinishLaunching, duration: \(100 + $0 % 7)us, after: [\($0 > 40 ? "T\($0 - 40)" : "")]}\n"
        }
        let options = DashboardOptions(isPaused: true)
        var model = try dashboard("tasks:\n" + tasks.joined(), columns: 160, rows: 48, options: options)
        model.type(":play a.scope\n")
        _ = model.handle(
            .fileRead(path: "a.scope", text: "launch\nat 2s terminate\nat 3s launch\nat 5s terminate\nat 6s launch\n"))
        var launches: Set<Int?> = []
        var letGo = false
        for goal in ["10ms", "3100ms", "500ms", "2500ms", "6010ms", "20ms", "9s", "3050ms", "30s", "6s"] {
            model.type(":goto \(goal)\n")
            letGo = letGo || model.plan.foretold.isEmpty && model.plan.seenCount > model.plan.pastCount + 1_000
            launches.insert(model.plan.shownLaunch)
            var wanted = fresh(model)
            _ = wanted.showLaunch(
                at: model.now, happened: model.session.records.count, past: model.session.knownRecords,
                simulation: model.session.simulation, budget: nil)
            check(model.plan.runs == wanted.runs, "runs at \(goal)")
            check(model.plan.slacks == wanted.slacks, "slacks at \(goal)")
            check(model.plan.chain.map(\.task) == wanted.chain.map(\.task), "chain at \(goal)")
            check(model.plan.criticalRun == wanted.criticalRun, "critical runs at \(goal)")
            check(!model.plan.chain.isEmpty && model.plan.launchTime == wanted.launchTime, "launch at \(goal)")
        }
        #expect(launches == [0, 1, 2] && letGo)
        #expect(MemoryLayout<Course.Run>.stride == 48)
    }

    /// Failures, retries, skips, turns that overrun, a step that never ends, a wide lane.
    private static let troubled = """
        name: troubled
        clock: {interval: 50ms}
        lanes: {io: {width: 2}}
        tasks:
          - {name: A, on: didFinishLaunching, lane: io, duration: 300ms, outcome: [fail, success], retry: {limit: 2, delay: 70ms}}
          - {name: B, on: didFinishLaunching, lane: io, duration: 100ms, outcome: fail}
          - {name: C, on: didFinishLaunching, lane: io, after: [B], duration: 100ms}
          - {name: D, on: background, lane: io, duration: 2s}
          - {name: E, every: 100ms, lane: io, duration: 130ms, outcome: fail 20%}
          - {name: F, on: memory, duration: 900ms, timeout: 300ms}
          - {name: G, duration: never}
        sequences: [{name: S, on: didBecomeActive, steps: [C, G], onFailure: continue, timeout: 400ms}]
        """

    /// Going far back costs what lies between two keyframes and what the timeline shows, not what lies in between. Times
    /// are not measured: records folded are counted. TASKSCOPE_INPUTS=1000000 before a release; fewer by default, as debug
    /// builds are slow, and the bound is the same.
    @Test func `the way back after very many inputs costs no more than a short one`() throws {
        let inputs = ProcessInfo.processInfo.environment["TASKSCOPE_INPUTS"].flatMap(Int.init) ?? 60_000
        let text = "clock: {interval: 1s}\ntasks: [{name: Work, on: reserved1, lane: async, duration: 10ms}]\n"
        var session = try Session(scenario: scenario(text))
        session.perform(.order(.action(.launch)), text: "launch")
        for number in 1..<inputs {
            if number % 50 == 0 { session.advance(to: .zero + .milliseconds(Int64(number))) }
            // Most are refused, which costs a record too.
            if number % 50 == 1 {
                session.perform(.order(.fire(EventSet(.reserved1))), text: "fire reserved1")
            } else {
                session.perform(.order(.action(.foreground)), text: "foreground")
            }
        }
        #expect(session.records.count > inputs && session.givenCount == inputs)
        #expect(session.keyframeCount >= inputs / Session.keyframeDistance)
        var model = DashboardModel(session: session, options: DashboardOptions(isPaused: true))
        let end = model.now
        var costs: [Int] = []
        for part in [999, 990, 900, 500, 250, 100, 10, 1] as [Int64] {
            let (before, replayed) = (model.plan.foldedCount, model.session.replayedCount)
            model.move(to: Instant(nanoseconds: end.nanoseconds / 1_000 * part))
            model.observeSession()
            costs.append(model.plan.foldedCount - before)
            #expect(model.session.replayedCount - replayed <= 2 * Session.keyframeDistance)
            let marked = model.plan.runs[0].filter { $0.released <= model.now }.count
            #expect(abs(marked - Int(part) * inputs / 50_000) <= 2, "\(part)")
        }
        // The forecast covers at most the next hour or so of ticks, whatever came before.
        #expect((costs.max() ?? 0) <= 4 * Session.keyframeDistance, "\(costs)")
        model.type("[")
        #expect(model.now < end)
    }

    /// Two hundred times: the app is sent away and fetched back.
    @Test func `a command and a step back cost the same after many inputs as after few`() throws {
        var model = try dashboard(
            "clock: {interval: 1s}\ntasks:\n  - {name: Save, on: background, duration: 10ms}\n"
                + "  - {name: Load, on: foreground, duration: 10ms}\n",
            options: DashboardOptions(isPaused: true))
        model.type("L")
        var costs: [Int] = []
        for round in 0..<200 {
            model.move(to: model.now + .seconds(1))
            model.observeSession()
            let before = model.plan.foldedCount
            model.type(round % 2 == 0 ? "B" : "F")
            model.type(",")
            model.type(".")
            costs.append(model.plan.foldedCount - before)
        }
        let early = costs[10..<50].max() ?? 0
        let late = costs[160...].max() ?? 0
        #expect(late <= early + 16, "\(early) records at first, \(late) at last")
    }

    @Test(arguments: FindingsTests.demos)
    func `what the links of the critical chain add is the launch, as it is shown too`(name: String) throws {
        let model = try dashboard(FindingsTests.text(name))
        guard let launch = model.plan.launchTime, !model.plan.chain.isEmpty else { return }
        let lengths = model.plan.chainLengths
        #expect(lengths.reduce(Nanoseconds.zero) { $0 + $1 } == launch)
        let shown = ShownParts(lengths)
        let sum = lengths.reduce(Nanoseconds.zero) { $0 + shown.rounded($1) }
        #expect(TimeText.exact(sum) == shown.text(launch))
    }
}
