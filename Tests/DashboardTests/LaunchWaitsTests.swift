import Planning
import SchedulerCore
import SchedulerSimulation
import Testing
import TraceAnalysis

@testable import Dashboard

/// `blame SOURCE TASK` says what the screen says.
@Suite struct LaunchWaitsTests {
    static let busy = """
        lanes: {net: {width: 2, gap: 5ms}, io: 1}
        tasks:
          - {name: Keys, on: willFinishLaunching, duration: 12ms}
          - {name: Login, on: launch, lane: net, after: Keys, duration: 40ms}
          - {name: Feed, on: launch, lane: net, after: Login, duration: 30ms}
          - {name: News, on: launch, lane: net, duration: 35ms}
          - {name: Ads, on: launch, lane: net, duration: 35ms}
          - {name: Cache, on: launch, lane: io, duration: 25ms}
          - {name: Index, on: launch, lane: io, after: [Cache, News], duration: 25ms}
          - {name: Draw, on: launch, after: [Feed, Index], duration: 10ms}
          - {name: Menu, on: launch, after: Draw, duration: 5ms}
          - {name: Ask, on: launch, prefers: Late, after: Cache, duration: 5ms}
          - {name: Late, on: active, duration: 5ms}
        """

    /// A preference for what an earlier event released, and one for what was over by then.
    private static let preferring = """
        lanes: {io: 2, net: 1}
        tasks:
          - {name: Config, on: willFinishLaunching, lane: io, duration: 30ms, blocks: true}
          - {name: Slow, on: willFinishLaunching, lane: io, duration: 300ms}
          - {name: News, on: launch, lane: net, duration: 90ms}
          - {name: Home, on: launch, after: News, prefers: [Slow, Config], duration: 20ms}
        """

    @Test func `a preference counts for what an earlier event released, if it was not over by then`() throws {
        var model = try dashboard(Self.preferring)
        model.type("/Home\n")
        model.expectShown("will wait 270ms for Slow")
        model.type("\n")
        model.expectShown("needs       News, Slow (preferred), Config (preferred)")
    }

    @Test(arguments: [busy, preferring, shopText, "demo"])
    func `a task waited for the same things on the screen and on the command line`(text: String) throws {
        let text = text == "demo" ? try shopDemo() : text
        let model = try dashboard(text)
        var replay = try Replay(scenario(text))
        replay.run()
        let scheduler = replay.simulation.scheduler.copy()
        let launch = try #require(
            LaunchMeasure(
                title: "", names: replay.simulation.traceNames, timeline: Timeline(replay.simulation.records),
                facts: LaunchFacts(of: scheduler, budget: nil)))
        let waits = LaunchWaits(launch, written: { $0 })
        var (compared, waited) = (0, 0)
        for offset in model.session.scenario.tasks.indices {
            let task = TaskID(offset)
            guard let run = waits.run(of: task), let shown = model.plan.shownRun(of: task, at: model.now),
                shown.number == launch.timeline.runs[run].run
            else { continue }
            let pieces = model.waits.pieces(of: shown, task, until: model.plan.horizon)
            #expect(waits.pieces(of: run) == pieces, "\(launch.name(task))")
            (compared, waited) = (compared + 1, waited + (pieces.isEmpty ? 0 : 1))
        }
        #expect(text == Self.preferring ? compared == 4 && waited == 1 : compared > 8 && waited > 4)
    }
}
