import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct ScenarioReaderTests {
    @Test func `an empty file is a scenario with the file's name`() {
        for text in ["", "# nothing\n", "---\n", "{}"] {
            let result = ScenarioReader.read(text: text, file: "/tmp/cold.launch.yaml")
            #expect(result.scenario == Scenario(name: "cold.launch"))
            #expect(result.diagnostics.isEmpty)
        }
    }

    @Test func `six kinds of mistakes are found at once`() throws {
        let result = ScenarioReader.read(text: try demo("broken.yaml"), file: "broken.yaml")
        #expect(result.scenario == nil)
        #expect(
            Diagnostics(result.diagnostics).description == """
                broken.yaml:6:39: error: cycle: Login -> Session -> Profile -> Login
                broken.yaml:9:38: error: after: unknown task "Sesion"; did you mean "Session"?
                broken.yaml:10:31: error: unknown key "prority" in a task; did you mean "priority"?
                broken.yaml:11:12: error: duplicate name "Home", first on line 9
                broken.yaml:12:30: error: every: 1500ms must be a whole number of ticks of 1s; set clock: {interval: 500ms}
                broken.yaml:13:26: error: at: "2015-02-30T09:05:23Z" is not a date; write 2015-11-30T09:05:23Z or seconds since 1970
                """)
    }

    @Test func `settings are read`() throws {
        let text = """
            schema: 1
            name: no
            seed: 18446744073709551615
            clock: {interval: 500ms, start: 1448873913, maximumInterval: 200, grace: 1s, source: external, catchUp: none}
            lanes: {io: {width: 4, gap: 10ms}, main: {gap: 300ms}, async: 2}
            limits: {launch: 1s, background: 2s, terminate: 3s, enforce: true}
            afterLaunchDelay: 1m
            suspendAfter: 9s
            budgets: {launch: 400ms}
            order: criticalPath
            tasks: [{name: A, every: 1s}, {name: B, class: async}]
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f").scenario)
        #expect(scenario.name == "no")
        #expect(scenario.seed == .max)
        #expect(scenario.epochStart == 1_448_873_913_000_000_000)
        #expect(scenario.launchBudget == .milliseconds(400))
        let configuration = scenario.configuration
        #expect(configuration.tick == .milliseconds(500))
        #expect(configuration.maximumInterval == 200)
        #expect(configuration.grace == .seconds(1))
        #expect(configuration.clockSource == .external)
        #expect(configuration.order == .criticalPath)
        #expect(configuration.enforcesLimits)
        #expect(configuration.launchLimit == .seconds(1))
        #expect(configuration.backgroundLimit == .seconds(2))
        #expect(configuration.terminateLimit == .seconds(3))
        #expect(configuration.afterLaunchDelay == .seconds(60))
        #expect(configuration.suspendAfter == .seconds(9))
        #expect(
            configuration.lanes == [
                LaneSpec(name: "main", gap: .milliseconds(300)), LaneSpec(name: "io", width: 4, gap: .milliseconds(10)),
                LaneSpec(name: "async", width: 2), LaneSpec(name: "afterLaunch"),
            ])
        #expect(scenario.tasks[0].spec.trigger == .timer(TimerTrigger(every: .seconds(1), catchUp: .none)))
    }

    static let tasks: [(String, TaskSpec)] = [
        ("{name: 007, on: launch}", TaskSpec(name: "007", trigger: .events(EventSet(.didFinishLaunching)))),
        (
            "{name: 1:30, on: [active, memory]}",
            TaskSpec(name: "1:30", trigger: .events([EventSet(.didBecomeActive), EventSet(.didReceiveMemoryWarning)]))
        ),
        (
            "{name: A, every: 2s, times: 10}",
            TaskSpec(name: "A", trigger: .timer(TimerTrigger(every: .seconds(2), repetition: .times(10))))
        ),
        ("{name: A, every: 2s, times: -1}", TaskSpec(name: "A", trigger: .timer(TimerTrigger(every: .seconds(2))))),
        (
            "{name: A, at: 978307210, whenMissed: run}",
            TaskSpec(
                name: "A",
                trigger: .timer(
                    TimerTrigger(
                        every: nil, date: Instant(nanoseconds: 10_000_000_000), repetition: .times(1),
                        runsWhenMissed: true)))
        ),
        (
            "{name: A, at: 2001-01-01T00:00:00.5+00:00, every: 1s, catchUp: all}",
            TaskSpec(
                name: "A",
                trigger: .timer(
                    TimerTrigger(every: .seconds(1), date: Instant(nanoseconds: 500_000_000), catchUp: .all)))
        ),
        ("{name: A, notification: Key}", TaskSpec(name: "A", trigger: .notification("Key"))),
        ("{name: A, class: afterLaunch}", TaskSpec(name: "A", trigger: .startup(.afterLaunch))),
        (
            "{name: A, on: launch, after: B, lane: async, priority: high, blocks: true, autoRemove: true, timeout: 1s}",
            TaskSpec(
                name: "A", trigger: .events(EventSet(.didFinishLaunching)), priority: .high, after: ["B"],
                lane: LaneID(1),
                timeout: .seconds(1), blocks: true, autoRemove: true)
        ),
        (
            "{name: A, on: launch, follows: [B], duration: 1s..3s}",
            TaskSpec(
                name: "A", trigger: .events(EventSet(.didFinishLaunching)), follows: ["B"], expected: .seconds(2))
        ),
        (
            "{name: A, on: launch, outcome: fail, retry: {limit: 3, delay: 1s, backoff: 1.5, maximumDelay: 9s}}",
            TaskSpec(
                name: "A", trigger: .events(EventSet(.didFinishLaunching)),
                retry: RetryPolicy(limit: 3, delay: .seconds(1), backoffThousandths: 1500, maximumDelay: .seconds(9)))
        ),
    ]

    @Test(arguments: tasks)
    func `tasks are read`(text: String, wanted: TaskSpec) throws {
        let result = ScenarioReader.read(
            text: "tasks:\n- {name: B, on: launch, priority: high}\n- \(text)\n", file: "f")
        #expect(result.diagnostics == [])
        #expect(try #require(result.scenario).tasks[1].spec == wanted)
    }

    @Test func `behavior, group and notes are read`() throws {
        let text = """
            tasks:
              - name: A
                on: launch
                duration: [1s, 2s]
                outcome: [fail 10%, critical, success]
                group: g
                notes: |
                  two
                  lines
            """
        let task = try #require(ScenarioReader.read(text: text, file: "f").scenario?.tasks.first)
        #expect(task.duration == .samples([.seconds(1), .seconds(2)]))
        #expect(
            task.outcome == .attempts([.chance(.fail, perMillion: 100_000), .always(.critical), .always(.success)]))
        #expect(task.group == "g")
        #expect(task.notes == "two\nlines")
    }

    @Test func `a class list is an order`() throws {
        let text = """
            classes: {sync: [Pear, Apple, Banana], async: Kiwi}
            tasks:
            - {name: Apple}
            - {name: Other, on: launch}
            - {name: Banana, class: sync}
            - {name: Kiwi}
            - {name: Pear}
            sequences: [{name: S, steps: [Apple]}]
            """
        let scenario = try #require(ScenarioReader.read(text: text, file: "f.yaml").scenario)
        #expect(scenario.tasks.map(\.spec.name) == ["Pear", "Other", "Apple", "Kiwi", "Banana"])
        #expect(scenario.sequences.first?.steps == ["Apple"])
    }

    @Test func `a name twice in a class list is an error`() {
        let tasks = "tasks: [{name: Apple}, {name: Pear}]\n"
        #expect(
            diagnostics(tasks + "classes:\n  sync: [Pear, Apple,\n    Pear]") == [
                "4:5: error: sync: \"Pear\" is listed twice, first on line 3"
            ])
    }

    @Test func `classes, sequences and jobs are read`() throws {
        let text = """
            tasks: [{name: A}, {name: B}, {name: C}]
            classes: {basic: [A, Ghost], sync: B}
            sequences: [{name: S, on: launch, steps: [C], onFailure: continue, timeout: 2s, blocks: true}]
            jobs:
              retryLimit: 2
              startOnActive: false
              stopOnResign: false
              failed: head
              handlers: {x: {duration: 1s, outcome: [fail, success]}, y: }
              enqueue: [{task: x, data: {foo: bar, n: 1.5, s: "2", l: [true, null, 007]}}, {task: y}]
            """
        let result = ScenarioReader.read(text: text, file: "f")
        let scenario = try #require(result.scenario)
        #expect(scenario.missingClassTasks == ["Ghost"])
        #expect(
            result.diagnostics.map(\.description) == [
                "f:2:22: warning: no run for Ghost: no task has this name; add one or remove it from the list [class-without-task]"
            ])
        #expect(scenario.tasks.map(\.spec.trigger) == [.startup(.basic), .startup(.sync), .none])
        #expect(
            scenario.sequences == [
                SequenceSpec(
                    name: "S", events: EventSet(.didFinishLaunching), steps: ["C"], continuesOnFailure: true,
                    timeout: .seconds(2), blocks: true)
            ])
        #expect(scenario.jobs.settings.retryLimit == 2)
        #expect(!scenario.jobs.settings.startsOnActive && !scenario.jobs.settings.stopsOnResign)
        #expect(scenario.jobs.settings.failedStaysAtHead)
        #expect(scenario.jobs.behaviours.map(\.task) == ["x", "y"])
        #expect(
            scenario.jobs.initial.map(\.data) == [
                "{\"foo\":\"bar\",\"n\":1.5,\"s\":\"2\",\"l\":[true,null,\"007\"]}", "{}",
            ])
    }

    @Test func `a script in the file counts the file's lines and columns`() throws {
        let text = "name: x\nscript: |\n  launch\n\n  at 1s fire lunch   # here\n  expect state activ\n"
        #expect(
            diagnostics(text) == [
                "5:14: error: unknown event \"lunch\"; did you mean \"launch\"?",
                "6:16: error: unknown state \"activ\"; did you mean \"active\"?",
            ])
        let good = try #require(
            ScenarioReader.read(text: "script: |\n  launch\n\n  at 1s tick 2 # x\n", file: "f").scenario)
        #expect(good.script?.map(\.line) == [2, 4])
        #expect(good.script?.map(\.text) == ["launch", "tick 2"])
        #expect(
            diagnostics("script: >\n  launch\n").first?.hasPrefix("1:9: error: script: write a literal block") == true)
        #expect(ScenarioReader.read(text: "script: launch\n", file: "f").scenario?.script?.count == 1)
    }

    @Test func `names that differ in bytes only are two names`() {
        let text = "tasks:\n- {name: cafe\u{301}, on: launch}\n- {name: caf\u{E9}, on: launch, after: cafe\u{301}}\n"
        #expect(diagnostics(text) == [])
    }
}
