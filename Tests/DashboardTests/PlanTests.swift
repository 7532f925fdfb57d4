import Planning
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// The plan is the same however it was reached, and reaching it costs what changed.
@Suite struct PlanTests {
    private func fresh(_ model: DashboardModel) -> Plan {
        var forecast = Forecast(session: model.session)
        var plan = Plan(taskCount: model.scheduler.taskCount, laneCount: model.laneSpecs.count)
        plan.renew(session: model.session, keeping: 0, forecast: &forecast, through: model.plan.horizon)
        return plan
    }

    private func check(_ isEqual: Bool, _ what: String) { #expect(isEqual, "\(what)") }

    @Test(arguments: 0..<25) func `a plan that was taken back and forth is the plan made anew`(seed: Int) throws {
        var generator = Generator(seed: UInt64(seed))
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L")
        for _ in 0..<25 {
            let keys = [
                "B", "F", "M", ",", ",", ".", "[", "]", "p", "T", "L", ":goto 1s\n", ":goto 0s\n", ":goto 4s\n",
            ]
            model.type(generator.pick(keys))
            let wanted = fresh(model)
            check(model.plan.runs == wanted.runs, "runs")
            check(model.plan.marks == wanted.marks, "marks")
            check(model.plan.events == wanted.events, "events")
            check(model.plan.states == wanted.states, "states")
            check(model.plan.laneSpans == wanted.laneSpans, "laneSpans")
            check(model.plan.launches == wanted.launches, "launches")
        }
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
}
