import SchedulerCore
import Testing

@testable import Dashboard

/// Keys pressed before the scenario's own script has launched the app.
@Suite struct PendingScriptTests {
    private static let text = """
        lanes: {disk: 1, net: 1}
        budgets: {launch: 200ms}
        tasks:
        - {name: Config, on: launch, lane: disk, duration: 50ms}
        - {name: Stars, on: launch, lane: disk, after: Config, duration: 120ms}
        - {name: News, on: launch, lane: net, after: Config, duration: 60ms}
        - {name: Sky, on: launch, after: [Config], follows: [Stars, News], duration: 40ms}
        script: |
          launch
        """

    @Test func `advice knows what was destroyed before the script launches the app`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.expectShown("210ms")
        model.type("/Stars\nXX")
        model.findNow()
        #expect(model.plan.launchLength?.time == .milliseconds(150))
        model.expectShown("WHY Sky waits for News, which costs the launch 60ms")
        model.expectShown("nothing has happened yet")
    }

    @Test func `L takes the script's own launch, and time runs`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("L")
        #expect(model.playback.isRunning)
        model.type(":goto 100ms\n3z")
        model.expectNotShown("refused")
        #expect(model.session.simulation.script.isThrough)
    }

    @Test func `a refused command is no beginning of what is planned`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("B")
        model.expectShown("nothing has happened yet")
        model.expectNotShown("now Config")
    }

    @Test func `W lists what a task follows or prefers, and takes it away`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("/Sky\nWkkkk")
        model.expectShown("after  Config, Stars, News")
        model.type("Stars\n")
        model.expectShown("Config, Stars, News -> Config, News")
        model.expectShown("210ms -> 150ms")
    }

    @Test func `a change that is applied before the script's launch starts nothing, nor does taking it back`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type("a\n")
        #expect(model.session.scenario != (try scenario(Self.text)))
        #expect(model.scheduler.launchedAt == nil && !model.session.simulation.script.isThrough)
        model.expectShown("nothing has happened yet")
        model.type("U")
        #expect(model.session.scenario == (try scenario(Self.text)))
        #expect(model.scheduler.launchedAt == nil && !model.session.simulation.script.isThrough)
        model.type(":goto 300ms\n")
        #expect(model.scheduler.firstFrameAt != nil)
    }

    @Test func `a change that is applied at the instant of the script's launch keeps it launched`() throws {
        var model = try advised(Self.text, columns: 140, rows: 40)
        model.type(":goto 1ms\n,")
        let launched = model.scheduler.launchedAt
        model.type("a\n")
        #expect(launched != nil && model.scheduler.launchedAt == launched)
    }
}
