import SchedulerCore
import TestSupport
import Testing

@testable import Planning
@testable import SchedulerSimulation

/// The forecast says what the session will do, even when it releases the rules and only counts ticks.
@Suite struct ForecastTests {
    @Test("What was forecast happens, tick by tick", arguments: 0..<60)
    func foretold(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: seed % 3 == 0 ? 1 : 12)
        var session = try Session(scenario: scenario)
        session.perform(.order(.action(.launch)), text: "launch")
        for _ in 0..<cases.number(0...3) {
            session.perform(cases.command(tasks: 12), text: "x")
            session.advance(to: session.now + .milliseconds(Int64(cases.number(0...3000))))
        }
        var forecast = Forecast(session: session)
        let known = session.records.count
        var foretold: [TraceRecord] = []
        var rested = false
        for _ in 0..<12 {
            foretold += forecast.extend(
                through: max(session.now, forecast.horizon) + .milliseconds(Int64(cases.number(1...4000))))
            forecast.letGoAtRest()
            rested = rested || forecast.simulation == nil
        }
        session.advance(to: forecast.horizon)
        let happened = Array(session.records[known...])
        let isSame = happened == foretold
        #expect(isSame, "seed \(seed), rested \(rested): \(happened.count) records, \(foretold.count) foretold")
    }

    @Test func `after a launch without timers only ticks remain, and the rules are released`() throws {
        var scenario = Scenario(name: "few")
        scenario.tasks = [ScenarioTask(spec: TaskSpec(name: "Only", trigger: .events(EventSet(.didFinishLaunching))))]
        var forecast = Forecast(session: try Session(scenario: scenario))
        let fresh = forecast.extend(through: .zero + .seconds(5))
        forecast.letGoAtRest()
        #expect(forecast.simulation == nil && forecast.horizon == .zero + .seconds(5))
        #expect(fresh.last == TraceRecord(.zero + .seconds(5), .tick(5)))
        #expect(forecast.extend(through: .zero + .milliseconds(6_999)).count == 1)
        #expect(forecast.extend(through: .zero + .milliseconds(7_000)).count == 1)
    }

    /// The session does not know yet what its script will inject: only the rules at the horizon know its name.
    @Test func `what a script will inject keeps the rules`() throws {
        var scenario = Scenario(name: "few")
        scenario.tasks = [ScenarioTask(spec: TaskSpec(name: "Only", trigger: .events(EventSet(.didFinishLaunching))))]
        var session = try Session(scenario: scenario)
        let late = ScenarioTask(spec: TaskSpec(name: "Late", trigger: .events(EventSet(.didEnterBackground))))
        session.play([
            ScriptLine(command: .order(.action(.launch)), text: "launch"),
            ScriptLine(timing: .at(.seconds(2)), command: .inject(late), text: "inject Late"),
        ])
        session.advance(to: .zero + .seconds(1))
        var forecast = Forecast(session: session)
        _ = forecast.extend(through: .zero + .seconds(5))
        forecast.letGoAtRest()
        #expect(forecast.simulation?.scheduler.names == ["Only", "Late"])
        session.advance(to: .zero + .seconds(3))
        forecast = Forecast(session: session)
        _ = forecast.extend(through: .zero + .seconds(5))
        forecast.letGoAtRest()
        #expect(forecast.simulation == nil && session.simulation.scheduler.names == ["Only", "Late"])
    }

    @Test func `a heartbeat keeps the rules`() throws {
        var scenario = Scenario(name: "beat")
        let beat = TaskSpec(name: "Beat", trigger: .timer(TimerTrigger(every: .seconds(1))))
        scenario.tasks = [ScenarioTask(spec: beat)]
        var forecast = Forecast(session: try Session(scenario: scenario))
        _ = forecast.extend(through: .zero + .seconds(5))
        forecast.letGoAtRest()
        #expect(forecast.simulation != nil)
    }
}
