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
                .expect(.notRun(name)), .inject(task), .advance(duration), .tick(count + 1), .speed(eighths: count + 1),
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
