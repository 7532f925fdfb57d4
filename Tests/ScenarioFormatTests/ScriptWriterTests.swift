import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct ScriptWriterTests {
    private let writer = ScriptWriter(scenario: namedScenario())

    @Test func `keys become commands`() {
        #expect(writer.text(of: .order(.action(.launch))) == "launch")
        #expect(writer.text(of: .order(.destroy("two words"))) == "destroy \"two words\"")
        #expect(
            writer.text(of: ScriptLine(timing: .after(.milliseconds(1500)), command: .tick(1), text: "tick"))
                == "+1500ms tick")
        #expect(writer.text(of: ScriptLine(timing: .at(.zero), command: .tick(1), text: "tick")) == "at 0s tick")
    }

    @Test(
        "The options of a new task are written as they are read",
        arguments: [
            "inject New notification K follows A prefers B",
            "inject New notification \"a key\" blocks false",
            "inject New class async retry 3 teardown",
            "inject New step timeout 5s retry 3,100ms,2,1s",
            "inject New step retry 2,0s,1.5",
            "inject New on openURL priority low after A follows B prefers S lane io duration 1s timeout 2s retry 1,1s blocks true teardown auto-remove",
            "schedule New at \"weekly mon 03:00\" times 3 when-missed run on-failure stop priority high",
            "schedule New every 2s catch-up all on-failure stop after A duration 10ms",
            "schedule New at 2001-01-01T00:00:05Z when-missed run auto-remove",
        ])
    func options(text: String) throws {
        var names = ScriptNames(scenario: namedScenario())
        let line = try ScriptParser.parseCommand(text, names: &names)
        let command = try #require(line?.command)
        #expect(writer.text(of: command) == text)
    }

    @Test("A timer takes the clock's catchUp, which is not written", arguments: CatchUp.allCases)
    func catchUp(own: CatchUp) throws {
        var scenario = namedScenario()
        scenario.catchUp = own
        var names = ScriptNames(scenario: scenario)
        let line = try ScriptParser.parseCommand("schedule New every 2s", names: &names)
        let command = try #require(line?.command)
        guard case .inject(let task) = command else { return #expect(Bool(false), "\(command)") }
        #expect(task.spec.trigger == .timer(TimerTrigger(every: .seconds(2), catchUp: own)))
        #expect(ScriptWriter(scenario: scenario).text(of: command) == "schedule New every 2s")
        let words = own == .once ? "schedule New every 2s" : "schedule New every 2s catch-up \(own)"
        #expect(writer.text(of: command) == words)
    }

    @Test(arguments: 0..<25)
    func `whatever is written reads the same`(seed: Int) throws {
        var generator = TestGenerator(seed: seed)
        let pieces = [
            "a", "B", " ", "#", "\"", "\\", ",", "<", "|", "推", "é", "lane:", "order", "{", "'", ":", "+", "\u{2028}",
            "1s",
        ]
        for _ in 0..<200 {
            let name = (0...generator.next(below: 4)).map { _ in generator.element(of: pieces) }.joined()
            let others = ["A", "B", "S", "idle", "order"]
            let count = generator.next(below: 1000)
            let duration = Nanoseconds(Int64(generator.next(below: 1_000_000_000_000)))
            let task = ScenarioTask(
                spec: TaskSpec(
                    name: "new " + name, trigger: .events(EventSet(generator.element(of: LifecycleEvent.allCases))),
                    priority: generator.element(of: Priority.allCases), after: [name],
                    lane: LaneID(generator.next(below: 4)),
                    autoRemove: count % 2 == 0, expected: duration), duration: .fixed(duration))
            let commands: [ScriptCommand] = [
                .order(.pauseTask(name)), .order(.destroy(name)), .order(.post(name), .payload("{\"a\":[1, \"# \"]}")),
                .note(name),
                .wait(.done(name)), .expect(.order([name, generator.element(of: others), name])),
                .expect(.ran(name, count)),
                .expect(.notRun(name)), .inject(task), .advance(duration), .tick(count + 1),
                .view(.speed(thousandths: 20 + count)),
                .order(.enqueue(JobSpec(task: name))), .order(.action(.openURL), .url(name)),
                .expect(.launch(atMost: duration)),
                .expect(.queue(count)),
                .order(.fire([EventSet(.idle), EventSet(generator.element(of: LifecycleEvent.allCases))])),
            ]
            let command = generator.element(of: commands)
            var scenario = namedScenario()
            scenario.tasks.append(ScenarioTask(spec: TaskSpec(name: name)))
            var names = ScriptNames(scenario: scenario)
            let text = writer.text(of: command)
            let line = try ScriptParser.parseCommand(text, names: &names)
            #expect(line?.command == command, "\(text.debugDescription)")
            #expect(line?.text == text)
        }
    }
}
