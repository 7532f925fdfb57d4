import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

/// A scenario with some names, odd ones among them.
func namedScenario() -> Scenario {
    let names = ["A", "B", "C", "two words", "a,b", "order", "推送", "lane:x", "idle"]
    var scenario = Scenario(name: "names")
    scenario.configuration = SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 2), LaneSpec(name: "my lane")])
    scenario.tasks = names.map { ScenarioTask(spec: TaskSpec(name: $0, trigger: .notification("Key"))) }
    scenario.sequences = [SequenceSpec(name: "S", steps: ["A"])]
    return scenario
}

@Suite struct ScriptParserTests {
    static let commands: [(String, ScriptCommand)] = [
        ("launch", .order(.action(.launch))), ("background", .order(.action(.background))),
        ("foreground", .order(.action(.foreground))), ("memory-warning", .order(.action(.memoryWarning))),
        ("terminate", .order(.action(.terminate))), ("interrupt", .order(.action(.interrupt))),
        ("open-url shop://a,b|c?x=1#f", .order(.action(.openURL), .url("shop://a,b|c?x=1#f"))),
        ("open-url \"a b\"", .order(.action(.openURL), .url("a b"))), ("crash", .order(.action(.crash))),
        ("fire launch|idle", .order(.fire([EventSet(.didFinishLaunching), EventSet(.idle)]))),
        (
            "fire didBecomeActive | memory",
            .order(.fire([EventSet(.didBecomeActive), EventSet(.didReceiveMemoryWarning)]))
        ),
        ("tick", .tick(1)), ("tick 12", .tick(12)), ("advance 1.5s", .advance(.milliseconds(1500))),
        ("wait until A done", .wait(.done("A"))), ("wait until \"idle\" done", .wait(.done("idle"))),
        ("wait until idle done", .wait(.done("idle"))), ("wait until launched", .wait(.launched)),
        ("wait until idle", .wait(.idle)), ("wait until drained", .wait(.drained)),
        ("post Key", .order(.post("Key"))),
        ("post Key {\"a\": \"# no comment\"} # comment", .order(.post("Key"), .payload("{\"a\": \"# no comment\"}"))),
        ("post \"a key\" [1, 2]", .order(.post("a key"), .payload("[1, 2]"))),
        ("pause A", .order(.pauseTask("A"))), ("pause lane:io", .order(.pauseLane("io"))),
        ("pause lane:\"my lane\"", .order(.pauseLane("my lane"))), ("pause \"lane:x\"", .order(.pauseTask("lane:x"))),
        ("resume \"two words\"", .order(.resumeTask("two words"))), ("destroy 推送", .order(.destroy("推送"))),
        ("start S", .order(.start("S"))), ("queue start", .order(.queue(.start))),
        ("queue stop", .order(.queue(.stop))),
        ("queue retry 3", .order(.queue(.retry(JobID(3))))), ("queue discard 12", .order(.queue(.discard(JobID(12))))),
        ("queue empty", .order(.queue(.empty))), ("enqueue upload", .order(.enqueue(JobSpec(task: "upload")))),
        ("enqueue upload {}", .order(.enqueue(JobSpec(task: "upload", data: "{}")))),
        ("expect order A < B<C", .expect(.order(["A", "B", "C"]))),
        ("expect order \"two words\"<\"a,b\"<C", .expect(.order(["two words", "a,b", "C"]))),
        ("expect A ran 0", .expect(.ran("A", 0))),
        ("expect \"order\" ran 3", .expect(.ran("order", 3))), ("expect A not run", .expect(.notRun("A"))),
        ("expect A failed", .expect(.failed("A"))), ("expect A skipped", .expect(.skipped("A"))),
        ("expect A missed", .expect(.missed("A"))), ("expect state suspended", .expect(.state(.suspended))),
        ("expect launch <= 400ms", .expect(.launch(atMost: .milliseconds(400)))),
        ("expect in budget", .expect(.budget(isKept: true))), ("expect over budget", .expect(.budget(isKept: false))),
        ("expect queue 2", .expect(.queue(2))),
        ("expect no warnings", .expect(.noWarnings)),
        ("expect queue running", .expect(.queueIsRunning(true))),
        ("expect queue stopped", .expect(.queueIsRunning(false))),
        ("expect queue exists up", .expect(.jobExists("up", true))),
        ("expect queue absent \"a b\"", .expect(.jobExists("a b", false))),
        ("expect queue active up", .expect(.jobIsActive("up", true))),
        ("expect queue inactive up", .expect(.jobIsActive("up", false))),
        ("expect queue next up 3", .expect(.nextJob("up", JobID(3)))),
        ("queue cancel 3", .order(.queue(.cancel(JobID(3))))), ("queue pause 3", .order(.queue(.pause(JobID(3))))),
        ("queue resume 3", .order(.queue(.resume(JobID(3))))), ("queue first 3", .order(.queue(.first(JobID(3))))),
        ("queue limit 0", .order(.queue(.limit(0)))), ("cancel A", .order(.cancel("A"))),
        ("add \"a,b\" to S", .order(.addStep("a,b", to: "S"))),
        (
            "inject-sequence S2 steps A,\"a,b\" on launch,active continue timeout 5s blocks",
            .order(
                .injectSequence(
                    SequenceSpec(
                        name: "S2", events: [EventSet(.didFinishLaunching), EventSet(.didBecomeActive)],
                        steps: ["A", "a,b"], continuesOnFailure: true, timeout: .seconds(5), blocks: true)))
        ),
        ("note A caption, \"# in quotes\" # not this", .note("A caption, \"# in quotes\"")),
        ("note \"all # of it\"", .note("all # of it")), ("speed 0.125", .view(.speed(thousandths: 125))),
        ("speed 2", .view(.speed(thousandths: 2_000))), ("speed 1/20", .view(.speed(thousandths: 50))),
        ("select A", .view(.select("A"))), ("select none", .view(.deselect)),
        ("range 1s 1.5s", .view(.range(from: .seconds(1), to: .milliseconds(1_500)))),
        ("range all", .view(.wholeRange)),
        ("show try", .view(.show(.advice))), ("hide all", .view(.hide(.all))),
        ("highlight none", .view(.highlight([]))),
        ("only critical", .view(.only(.critical))), ("only A", .view(.only(.tasks(["A"])))),
        ("try net 3 wide", .view(.attempt("net 3 wide"))), ("untry", .view(.withdraw)),
        ("compare before", .view(.compare("before"))), ("compare none", .view(.compare(nil))),
        (
            "inject New on launch",
            .inject(ScenarioTask(spec: TaskSpec(name: "New", trigger: .events(EventSet(.didFinishLaunching)))))
        ),
        (
            "inject New on launch,active priority high after A,\"a,b\" lane io duration 1s auto-remove",
            .inject(
                ScenarioTask(
                    spec: TaskSpec(
                        name: "New", trigger: .events([EventSet(.didFinishLaunching), EventSet(.didBecomeActive)]),
                        priority: .high,
                        after: ["A", "a,b"], lane: LaneID(1), autoRemove: true, expected: .seconds(1)),
                    duration: .fixed(.seconds(1))))
        ),
        (
            "inject New on idle duration 300ms +- 50ms",
            .inject(
                ScenarioTask(
                    spec: TaskSpec(name: "New", trigger: .events(EventSet(.idle)), expected: .milliseconds(300)),
                    duration: .around(.milliseconds(300), spread: .milliseconds(50))))
        ),
        (
            "schedule New every 2s times 3",
            .inject(
                ScenarioTask(
                    spec: TaskSpec(
                        name: "New", trigger: .timer(TimerTrigger(every: .seconds(2), repetition: .times(3))))))
        ),
        (
            "schedule New at 978307201 every 1s duration never",
            .inject(
                ScenarioTask(
                    spec: TaskSpec(
                        name: "New",
                        trigger: .timer(TimerTrigger(every: .seconds(1), date: Instant(nanoseconds: 1_000_000_000)))),
                    duration: .never))
        ),
    ]

    @Test(arguments: commands)
    func `commands are read, and written so that they read the same`(text: String, wanted: ScriptCommand) throws {
        var names = ScriptNames(scenario: namedScenario())
        #expect(try ScriptParser.parseCommand(text, names: &names)?.command == wanted)
        let written = ScriptWriter(scenario: namedScenario()).text(of: wanted)
        var fresh = ScriptNames(scenario: namedScenario())
        let line = try #require(try ScriptParser.parseCommand(written, names: &fresh))
        #expect(line.command == wanted)
        #expect(line.text == written)
    }

    @Test(arguments: [
        ("select \"none\"", ScriptCommand.view(.select("none"))), ("highlight \"none\"", .view(.highlight(["none"]))),
        ("only \"all\"", .view(.only(.tasks(["all"])))),
    ])
    func `a task that is called as a word of the command is named in quotes`(text: String, wanted: ScriptCommand) throws
    {
        var scenario = namedScenario()
        for name in ["none", "all"] {
            scenario.tasks.append(ScenarioTask(spec: TaskSpec(name: name, trigger: .notification("Key"))))
        }
        var names = ScriptNames(scenario: scenario)
        #expect(try ScriptParser.parseCommand(text, names: &names)?.command == wanted)
        #expect(ScriptWriter(scenario: scenario).text(of: wanted) == text)
    }

    static let mistakes: [(String, String)] = [
        ("lunch", "1: error: unknown command \"lunch\"; did you mean \"launch\"?"),
        ("launch now", "8: error: unexpected \"now\" after the command"),
        ("fire", "5: error: expected an event"),
        ("fire lanch", "6: error: unknown event \"lanch\"; did you mean \"launch\"?"),
        ("tick 0", "6: error: \"0\" is not a number of ticks, 1 or more"),
        ("advance 5", "9: error: \"5\" is not a duration; write its unit, as in \"5s\" or \"5ms\""),
        ("wait for A", "6: error: expected \"until\""),
        ("wait until A", "13: error: expected \"done\" after the task's name"),
        ("wait until launchd", "12: error: unknown condition \"launchd\"; did you mean \"launched\"?"),
        ("post Key {a: 1}", "11: error: expected a JSON key in quotes"),
        ("add A S", "7: error: expected \"to\" and a sequence"),
        ("add A to B", "10: error: unknown sequence \"B\""),
        ("inject-sequence T step A", "19: error: expected \"steps\" and tasks"),
        ("expect order \"A\"B", "17: error: expected a space after the quotation mark"),
        ("inject-sequence T steps S", "25: error: \"S\" is a sequence; a step must be a task"),
        ("inject-sequence T steps A often", "27: error: unknown option \"often\""),
        ("queue limit", "12: error: expected a number of runs"),
        ("pause D", "7: error: unknown task \"D\""), ("pause io", "7: error: \"io\" is a lane: write lane:io"),
        ("resume \"my lane\"", "8: error: \"my lane\" is a lane: write lane:\"my lane\""),
        (
            "pause lane:network",
            "12: error: unknown lane \"network\"; the lanes are \"main\", \"io\", \"my lane\", \"async\", \"afterLaunch\""
        ),
        ("pause lane:oi", "12: error: unknown lane \"oi\"; did you mean \"io\"?"),
        ("start A", "7: error: unknown sequence \"A\""),
        ("queue go", "7: error: unknown queue command \"go\""),
        ("expect order A", "15: error: expected \"<\" and another name"),
        ("expect launch 3s", "15: error: expected \"<=\""),
        ("expect A runs 3", "10: error: unknown expectation \"runs\""),
        ("speed 0.01", "7: error: \"0.01\" is not a speed; write 1/50 to 64, as in 1/20, 0.5 or 2"),
        ("inject New", "11: error: expected \"on\""),
        ("inject New on launch lane", "26: error: expected a lane's name"),
        ("inject New on launch priority high priority low", "36: error: \"priority\" is given twice"),
        ("inject New on launch after New", "28: error: a task cannot wait for itself"),
        ("inject New on launch after Nev", "28: error: unknown task \"Nev\""),
        ("schedule New", "13: error: expected \"every\" and a duration"),
        (
            "schedule New every 1.5s",
            "20: error: every: 1500ms must be a whole number of ticks of 1s; set clock: {interval: 500ms}"
        ),
        (
            "schedule New at 0 times 2",
            "25: error: a date without \"every\" runs once; add \"every\" or remove \"times\""
        ),
        ("at 1s", "6: error: expected a command after the time"),
        ("at 0.14 sec launch", "4: error: \"0.14\" is not a duration; write its unit, as in \"0.14s\" or \"0.14ms\""),
        ("at soon launch", "4: error: \"soon\" is not a duration; write 40ms, 1.5s, 2m or 1h"),
        ("推 x", "1: error: unknown command \"推\""),
        ("post 推 x", "8: error: expected a JSON value"),
    ]

    @Test(arguments: mistakes)
    func `mistakes have a place`(text: String, wanted: String) {
        let found = ScriptParser.parse(text: "\n" + text, file: "s", scenario: namedScenario())
        #expect(found.diagnostics.map(\.description) == ["s:2:" + wanted])
        #expect(found.lines == [])
    }

    @Test func `times, comments and known names`() {
        let text = """
            # a comment
            at 1s launch      # another

              +500ms inject D on idle
            pause D
            at 1500ms note same instant
            """
        let found = ScriptParser.parse(text: text, file: "s", scenario: namedScenario())
        #expect(found.diagnostics == [])
        #expect(found.lines.map(\.line) == [2, 4, 5, 6])
        #expect(
            found.lines.map(\.timing) == [
                .at(.seconds(1)), .after(.milliseconds(500)), .none, .at(.milliseconds(1500)),
            ])
        #expect(found.lines.map(\.text) == ["launch", "inject D on idle", "pause D", "note same instant"])
    }

    @Test func `a time before the line before is an error, after a wait a warning`() {
        let error = ScriptParser.parse(
            text: "at 2s launch\nadvance 1s\nat 2s tick", file: "s", scenario: namedScenario())
        #expect(
            error.diagnostics.map(\.description) == [
                "s:3:4: error: 2s is earlier than the line before, which happens at 3s"
            ])
        let wait = ScriptParser.parse(
            text: "at 2s launch\nwait until idle\nat 1s tick", file: "s", scenario: namedScenario())
        #expect(
            wait.diagnostics.map(\.description) == [
                "s:3:1: warning: 1s will be past when the wait above ends; the line runs at once"
            ])
        #expect(wait.lines.count == 3)
    }

    @Test func `a palette command is one line`() {
        var names = ScriptNames(scenario: namedScenario())
        #expect(throws: Diagnostics.self) { try ScriptParser.parseCommand("launch\nterminate", names: &names) }
        #expect(throws: Never.self) { try ScriptParser.parseCommand("inject E on idle", names: &names) }
        #expect(names.contains("E"))
    }

    @Test func `invalid UTF-8 and controls are refused`() {
        let bad = ScriptParser.parse(bytes: Array("launch\n".utf8) + [0xFF], file: "s", scenario: namedScenario())
        #expect(bad.diagnostics.map(\.description) == ["s:2:1: error: the text is not valid UTF-8"])
    }
}
