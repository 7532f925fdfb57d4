import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TaskKitTestSupport
import Text
import Testing
import TraceFormat

@testable import TaskKit

/// Commands in the trace are lines of the script language.
@Suite struct CommandTextTests {
    private static let plan = {
        var plan = ProcessPlan(
            name: "t", configuration: SchedulerConfiguration(lanes: [LaneSpec(name: "big lane")]))
        plan.epoch = 978_307_200_000_000_000
        return plan
    }()

    @Test(
        "The script language reads what it writes",
        arguments: [
            (CommandText.action(.openURL, "app://a b"), ScriptCommand.order(.action(.openURL), .url("app://a b"))),
            (CommandText.action(.memoryWarning, nil), .order(.action(.memoryWarning))),
            (
                CommandText.fire([EventSet(.didBecomeActive), EventSet(.idle)]),
                .order(.fire([EventSet(.didBecomeActive), EventSet(.idle)]))
            ),
            (CommandText.post("a,b", "{\"x\":\n1}"), .order(.post("a,b"), .payload("{\"x\": 1}"))),
            (CommandText.queue(.retry(JobID(3))), .order(.queue(.retry(JobID(3))))),
            (CommandText.queue(.empty), .order(.queue(.empty))),
            (
                CommandText.enqueue(JobSpec(task: "a job", data: "{\"a\":1}")),
                .order(.enqueue(JobSpec(task: "a job", data: "{\"a\":1}")))
            ),
            (CommandText.enqueue(JobSpec(task: "job")), .order(.enqueue(JobSpec(task: "job")))),
            ("destroy " + ScriptName.written("T"), .order(.destroy("T"))),
            ("start " + ScriptName.written("日本"), .order(.start("日本"))),
        ])
    func reads(text: String, command: ScriptCommand) {
        var scenario = Scenario(name: "t")
        scenario.tasks = [ScenarioTask(spec: TaskSpec(name: "T"))]
        scenario.sequences = [SequenceSpec(name: "日本", steps: [])]
        let parsed = ScriptParser.parse(text: text, file: "t", scenario: scenario)
        #expect(parsed.lines.map(\.command) == [command], "\(text): \(Diagnostics(parsed.diagnostics).description)")
    }

    @Test("An injected task comes back with everything that the language can express")
    func injects() throws {
        let lane = Self.plan.configuration.lane(named: "big lane")
        let specs = [
            TaskSpec(
                name: "A B", trigger: .events([EventSet(.didBecomeActive), EventSet(.openURL)]), priority: .critical,
                after: ["T"], lane: lane, autoRemove: true),
            TaskSpec(
                name: "Beat",
                trigger: .timer(
                    TimerTrigger(every: .seconds(2), date: Instant(nanoseconds: 3_500_000_000), repetition: .times(3)))),
            TaskSpec(name: "Tick", trigger: .timer(TimerTrigger(every: .milliseconds(1_000)))),
            TaskSpec(
                name: "Clean",
                trigger: .timer(
                    TimerTrigger(
                        every: nil, repetition: .times(2), runsWhenMissed: true, stopsOnFailure: true,
                        recurrence: Recurrence(.weekly(7), second: 3 * 3600 + 61, epoch: Self.plan.epoch)))),
            TaskSpec(
                name: "Poll",
                trigger: .timer(TimerTrigger(every: .seconds(3), catchUp: .all, stopsOnFailure: true)), follows: ["T"],
                retry: RetryPolicy(
                    limit: 3, delay: .milliseconds(5), backoffThousandths: 1500, maximumDelay: .seconds(9))),
            TaskSpec(
                name: "Heard", trigger: .notification("a key"), prefers: ["T"], timeout: .seconds(2), blocks: true,
                tearsDown: true),
            TaskSpec(name: "Late", trigger: .startup(.afterLaunch), blocks: false),
            TaskSpec(name: "Step"),
        ]
        var scenario = Scenario(name: "t")
        scenario.configuration = Self.plan.configuration
        scenario.epochStart = Self.plan.epoch
        scenario.tasks = [ScenarioTask(spec: TaskSpec(name: "T"))]
        for spec in specs {
            let text = CommandText.inject(spec, Self.plan)
            let parsed = ScriptParser.parse(text: text, file: "t", scenario: scenario)
            let line = try #require(parsed.lines.first, "\(text): \(Diagnostics(parsed.diagnostics).description)")
            #expect(line.command == .inject(ScenarioTask(spec: spec)))
        }
    }
}
