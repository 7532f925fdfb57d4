import Foundation
import Testing

/// What the commands say of a launch that is complete without tasks that its events released.
@Suite struct ParkedLaunchTests {
    private static let scenario = """
        budgets: {launch: 100ms}
        lanes: {net: {width: 1}}
        tasks:
          - {name: A, on: launch, lane: net, blocks: true, duration: 300ms}
          - {name: B, on: launch, duration: 30ms, after: [A]}
          - {name: C, on: launch, duration: 50ms}
        script: |
          pause lane:net
          launch

        """

    @Test func `a launch that a pause or a limit cut short is explained by what its event waited for`() throws {
        let folder = try InFolder(
            """
            lanes: {net: 1, db: 1}
            tasks:
              - {name: Keys, on: willFinishLaunching, duration: 20ms}
              - {name: Login, on: launch, lane: net, after: [Keys], duration: 100ms}
              - {name: Feed, on: launch, lane: net, after: [Login], duration: 80ms}
              - {name: Home, on: launch, after: [Feed], duration: 40ms}
              - {name: Menu, on: launch, duration: 30ms}
            """)
        try folder.write("launch\nat 150ms pause Home\nat 300ms resume Home\nwait until idle\n", to: "p.scope")
        let paused = try folder.run("critical-path", "s.yaml", "--script", "p.scope").output
        #expect(
            paused == """
                launch 150ms without 1 parked task, 150ms with unlimited lanes
                FROM     TO   TOOK  TASK  WHY
                  0s   20ms   20ms  Keys  willFinishLaunching was delivered
                20ms  150ms  130ms  Home  its event waited for it, until it was paused

                """)
        try folder.write("launch\nat 60ms pause lane:net\nat 300ms resume lane:net\nwait until idle\n", to: "l.scope")
        let lane = try folder.run("critical-path", "s.yaml", "--script", "l.scope").output
        #expect(lane.contains("40ms  Home  its event waited for it, until lane net was paused"), "\(lane)")
        try folder.write(
            """
            lanes: {db: 1}
            tasks:
              - {name: A, on: launch, lane: db, blocks: true, duration: never}
              - {name: B, on: launch, lane: async, duration: 10ms}
            """, to: "n.yaml")
        let stuck = try folder.run("critical-path", "n.yaml").output
        #expect(stuck.contains("0s  20s   20s  A     didFinishLaunching was delivered"), "\(stuck)")
    }

    @Test(
        "each command says without what it is complete, and judges no budget",
        arguments: [
            (["replay", "s.yaml"], "budget not judged: 2 tasks of the launch are parked", Int32(1)),
            (["time", "s.yaml"], "complete without 2 parked tasks: lane net is paused", 1),
            (["time", "s.yaml"], "budget 100ms not judged: 2 tasks of the launch are parked", 1),
            (["time", "s.yaml", "--json"], "\"parked\":2", 1),
            (["replay", "s.yaml", "--format", "json"], "\"launchTime\":50000000,\"parked\":2", 1),
            (["replay", "s.yaml", "--format", "junit"], "budget not judged: 2 tasks of the launch are parked", 1),
            (["critical-path", "s.yaml"], "launch 50ms without 2 parked tasks, ", 0),
            (["critical-path", "s.yaml", "--json"], "\"parked\":2", 0),
            (["advise", "s.yaml"], ": launch 50ms without 2 parked tasks, ", 0),
            (["advise", "s.yaml"], "\nWHY complete without 2 parked tasks: lane net paused\n", 0),
            (["advise", "--optimize", "s.yaml"], "launch 50ms without 2 parked tasks; ", 0),
            (
                ["what-if", "s.yaml", "C duration 20ms"],
                "the scenario as it is; complete without 2 parked tasks", 0
            ),
            (["what-if", "s.yaml", "C duration 20ms"], "C duration 20ms; complete without 2 parked tasks", 0),
            (["what-if", "s.yaml", "C duration 20ms", "--json"], "\"launch\":20000000,\"parked\":2", 0),
            (["plot", "s.yaml"], ": launch 50ms without 2 parked tasks<", 0),
            (["export", "s.yaml", "--format", "markdown"], ": launch 50ms without 2 parked tasks\n", 0),
            (["export", "s.yaml", "--format", "page"], ": launch 50ms without 2 parked tasks</title>", 0),
            (["export", "s.yaml", "--format", "junit"], "budget not judged: 2 tasks of the launch are parked", 0),
            (["check", "s.yaml"], "budget not judged: 2 tasks of the launch are parked", 0),
            (
                ["export", "s.yaml", "--format", "markdown"],
                "Budget 100ms not judged: 2 tasks of the launch are parked.", 0
            ),
            (["diff", "s.yaml", "s.yaml"], "launch 50ms without 2 parked tasks -> 50ms without 2 parked tasks, 0s", 0),
            (["diff", "s.yaml", "s.yaml", "--json"], "\"parkedBefore\":2,\"parkedAfter\":2", 0),
            (
                ["diff", "s.yaml", "s.yaml", "--fail-if", "launch > 1s"],
                "launch > 1s not judged: 2 tasks of the launch are parked", 1
            ),
        ])
    func words(arguments: [String], words: String, code: Int32) throws {
        let outcome = try InFolder(Self.scenario).run(arguments)
        #expect(outcome.code == code)
        #expect((outcome.output + outcome.complaints).contains(words), "\(outcome.output)\(outcome.complaints)")
    }
}
