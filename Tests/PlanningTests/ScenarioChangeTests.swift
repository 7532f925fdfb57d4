import SchedulerCore
import SchedulerSimulation
import Testing
import Text

@testable import Planning

@Suite struct ScenarioChangeTests {
    private static func scenario() -> Scenario {
        var scenario = Scenario(name: "three")
        scenario.configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "main"), LaneSpec(name: "i o")])
        for name in ["A", "B c", "C"] {
            scenario.tasks.append(
                ScenarioTask(spec: TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching)))))
        }
        scenario.tasks[2].spec.after = ["A"]
        scenario.tasks[2].spec.follows = ["B c"]
        return scenario
    }

    @Test func `what no file can say is refused: work for an anchor, or the lane of the anchors`() {
        var scenario = Self.scenario()
        let anchors = LaneID(scenario.configuration.lanes.count)
        scenario.configuration.lanes.append(LaneSpec(name: LaneSpec.anchors, width: LaneSpec.maximumWidth))
        (scenario.tasks[0].isAnchor, scenario.tasks[0].spec.lane) = (true, anchors)
        let anchor = "A is an anchor: it does no work, so it has no duration and no lane"
        #expect(ScenarioChange.lane(TaskID(0), LaneID(1)).refusal(in: scenario) == anchor)
        #expect(ScenarioChange.duration(TaskID(0), .fixed(.zero)).refusal(in: scenario) == anchor)
        let lane = "lane anchors is for anchors only: no file names it"
        #expect(ScenarioChange.lane(TaskID(1), anchors).refusal(in: scenario) == lane)
        #expect(ScenarioChange.width(anchors, 2).refusal(in: scenario) == lane)
        #expect(ScenarioChange.lane(TaskID(1), LaneID(1)).refusal(in: scenario) == nil)
        let late = ScenarioChange.startupClass(TaskID(0), .afterLaunch).applied(to: scenario)
        #expect(late.tasks[0].spec.lane == anchors)
    }

    @Test(
        "a unit of a boot that drops an assumption waits for what the other one waited for", arguments: [true, false])
    func inherited(isBoot: Bool) {
        var scenario = Self.scenario()
        scenario.source = RecordedSource(.systemd)
        if isBoot { scenario.source?.words = RecordedWords("boot") }
        var gap = ScenarioTask(spec: TaskSpec(name: "gap", trigger: .events(EventSet(.didFinishLaunching))))
        gap.group = ScenarioTask.gapGroup
        gap.spec.follows = ["B c"]
        scenario.tasks.append(gap)
        scenario.tasks[1].spec.after = ["A"]
        scenario.tasks[2].spec.after = ["gap"]
        scenario.tasks[2].assumes = ["B c"]
        let changed = ScenarioChange.dropEdge(TaskID(2), after: "B c").applied(to: scenario)
        let before = isBoot ? ["A"] : []
        #expect(changed.tasks[2].spec.after == ["gap"])
        #expect(changed.tasks[2].spec.follows == before && changed.tasks[2].assumes == before)
        #expect(changed.tasks[3].spec.follows == before)
    }

    @Test(
        "a change reads as what-if takes it, and as a few words",
        arguments: [
            (.duration(TaskID(0), .fixed(.milliseconds(40))), "A duration 40ms", "A takes 40ms"),
            (.duration(TaskID(0), .fixed(.milliseconds(166_010))), "A duration 166.01s", "A takes 2min 46.01s"),
            (.priority(TaskID(1), .high), "\"B c\" priority high", "B c priority high"),
            (.lane(TaskID(0), LaneID(1)), "A lane \"i o\"", "A on i o"),
            (.addEdge(TaskID(1), after: "A"), "\"B c\" after A", "B c after A"),
            (.dropEdge(TaskID(2), after: "B c"), "C -after \"B c\"", "C not after B c"),
            (.events(TaskID(0), EventSet(.didBecomeActive)), "A on didBecomeActive", "A on didBecomeActive"),
            (.blocks(TaskID(0), false), "A blocks false", "A blocks no event"),
            (.blocks(TaskID(1), true), "\"B c\" blocks true", "B c blocks its event"),
            (.startupClass(TaskID(2), .afterLaunch), "C class afterLaunch", "C after launch"),
            (.width(LaneID(1), 3), "lane \"i o\" width 3", "i o 3 wide"),
            (.order(.criticalPath), "order criticalPath", "longest path before priority"),
            (.registration([TaskID(2), TaskID(0)]), "register C A", "2 tasks in another order"),
        ] as [(ScenarioChange, String, String)])
    func texts(change: ScenarioChange, text: String, title: String) {
        #expect(change.text(in: Self.scenario()) == text)
        #expect(change.title(in: Self.scenario()) == title)
        #expect(change.applied(to: Self.scenario()) != Self.scenario())
    }

    @Test(
        "a change without a meaning changes nothing",
        arguments: [
            .duration(TaskID(9), .never), .priority(TaskID(9), .low), .lane(TaskID(0), LaneID(9)),
            .blocks(TaskID(9), true),
            .dropEdge(TaskID(0), after: "C"), .addEdge(TaskID(2), after: "A"), .width(.main, 4), .width(LaneID(9), 2),
            .registration([TaskID(9)]),
        ] as [ScenarioChange])
    func nothing(change: ScenarioChange) {
        #expect(change.applied(to: Self.scenario()) == Self.scenario())
    }

    @Test func `registration changes the order within the tasks' own places`() {
        let changed = ScenarioChange.registration([TaskID(2), TaskID(0)]).applied(to: Self.scenario())
        #expect(changed.tasks.map { $0.spec.name } == ["C", "B c", "A"])
    }
}
