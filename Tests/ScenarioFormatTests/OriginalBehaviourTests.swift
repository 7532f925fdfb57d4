import SchedulerSimulation
import Testing

@testable import ScenarioFormat

/// What the replaced systems did, or promised to do: a row for each behavior, with what comes out here.
@Suite struct OriginalBehaviourTests {
    /// One behavior: a scenario, a script whose expectations say what must come out, and what the scenario is refused
    /// for if that is the answer.
    struct Row: CustomTestStringConvertible {
        var system: String
        var point: Int
        var behaviour: String
        var scenario: String
        var script = "launch"
        var refusal: String?

        var testDescription: String { "\(system) \(point): \(behaviour)" }
    }

    static let rows = taskKit + taskKitClock + taskKitRuntime + classes + appStart + queue + queueBeyond

    /// How many behaviors each system has; those that no script can show are tested where their part is.
    static let points: [(system: String, count: Int, elsewhere: [Int])] = [
        // 10: what came with an event is seen by its runs alone (the tests of contexts).
        ("RWTaskKit", 22, [10]), ("classes", 5, []), ("AppStartTaskManager", 7, []), ("EDQueue", 12, []),
    ]

    @Test(arguments: rows)
    func `what the original did or promised comes out`(row: Row) throws {
        let read = ScenarioReader.read(text: row.scenario, file: "s")
        if let refusal = row.refusal {
            let errors = read.diagnostics.filter { $0.severity == .error }.map(\.message)
            #expect(errors.contains { $0.contains(refusal) }, "\(errors)")
            return
        }
        let scenario = try #require(read.scenario, "\(Diagnostics(read.diagnostics).description)")
        let parsed = ScriptParser.parse(text: row.script, file: "x", scenario: scenario)
        #expect(!Diagnostics(parsed.diagnostics).hasErrors, "\(Diagnostics(parsed.diagnostics).description)")
        var replay = try Replay(scenario, script: parsed.lines)
        replay.run()
        let verdicts = Array(replay.simulation.verdicts)
        #expect(!verdicts.isEmpty)
        for verdict in verdicts { #expect(verdict.holds, "\(verdict.text): \(verdict.actual)") }
    }

    @Test(arguments: points.map(\.system))
    func `every behavior has a row`(system: String) throws {
        let wanted = try #require(Self.points.first { $0.system == system })
        let shown = Set(Self.rows.filter { $0.system == system }.map(\.point) + wanted.elsewhere)
        #expect(shown == Set(1...wanted.count))
    }
}

extension OriginalBehaviourTests {
    private static let taskKit: [Row] = [
        Row(
            system: "RWTaskKit", point: 1, behaviour: "a dependency comes before a priority",
            scenario:
                "tasks: [{name: A, on: launch, priority: critical, after: [B]}, {name: B, on: launch, priority: low}]",
            script: "launch\nexpect order B < A"),
        Row(
            system: "RWTaskKit", point: 2, behaviour: "equal priorities run as registered",
            scenario: "tasks: [{name: A, on: launch}, {name: B, on: launch}, {name: C, on: launch, priority: high}]",
            script: "launch\nexpect order C < A < B"),
        Row(
            system: "RWTaskKit", point: 3, behaviour: "an injected task comes last, then by its priority",
            scenario: "tasks: [{name: A, on: memory}, {name: B, on: memory, priority: low}]",
            script: "launch\ninject C on memory\nmemory-warning\nexpect order A < C < B"),
        Row(
            system: "RWTaskKit", point: 4, behaviour: "a dependency on a task of another event is waited for",
            scenario: "tasks: [{name: A, on: active, after: [B]}, {name: B, on: memory}]",
            script: "launch\nexpect A not run\n+1s memory-warning\nexpect order B < A"),
        Row(
            system: "RWTaskKit", point: 4, behaviour: "a dependency on nothing is an error",
            scenario: "tasks: [{name: Task, on: launch, after: [Tusk]}]", refusal: "unknown task \"Tusk\""),
        Row(
            system: "RWTaskKit", point: 5, behaviour: "a cycle is an error with its path",
            scenario: "tasks: [{name: A, on: launch, after: [B]}, {name: B, on: launch, after: [A]}]",
            refusal: "cycle: A -> B -> A"),
        Row(
            system: "RWTaskKit", point: 6, behaviour: "an injection that closes a cycle is refused",
            scenario: "tasks: [{name: A, on: memory, after: [B]}, {name: B, on: memory}]",
            script: "launch\ndestroy B\ninject B on memory after A\nmemory-warning\nexpect B not run\nexpect A ran 1"),
        Row(
            system: "RWTaskKit", point: 7, behaviour: "the two launch events come once, every other one repeats",
            scenario: "tasks: [{name: A, on: launch}, {name: B, on: memory}]",
            script: "launch\nfire launch\nmemory-warning\n+1s memory-warning\nexpect A ran 1\nexpect B ran 2"),
        Row(
            system: "RWTaskKit", point: 8, behaviour: "a mask delivers each of its events",
            scenario: "tasks: [{name: A, on: [reserved1, reserved2]}]",
            script: "launch\nfire reserved1|reserved2\nexpect A ran 2"),
        Row(
            system: "RWTaskKit", point: 9, behaviour: "idle tasks run once the app is quiet",
            scenario: "tasks: [{name: A, on: launch}, {name: B, on: idle}]",
            script: "launch\nadvance 3s\nexpect B ran 1"),
        Row(
            system: "RWTaskKit", point: 11, behaviour: "a task that fails ends neither the app nor the others",
            scenario: "tasks: [{name: A, on: launch, outcome: fail}, {name: B, on: launch}]",
            script: "launch\nexpect A failed\nexpect B ran 1\nexpect state active"),
    ]

    private static let taskKitClock: [Row] = [
        Row(
            system: "RWTaskKit", point: 12, behaviour: "the longest interval is 120 ticks, repeated too",
            scenario: "tasks: [{name: A, every: 120s, times: 2}]",
            script: "launch\nat 119s expect A not run\nat 120s expect A ran 1\nat 240s expect A ran 2"),
        Row(
            system: "RWTaskKit", point: 13, behaviour: "a timer of k ticks runs at k, 2k, 3k",
            scenario: "tasks: [{name: A, every: 2s}]",
            script: "launch\nat 1900ms expect A not run\nat 2s expect A ran 1\nat 6s expect A ran 3"),
        Row(
            system: "RWTaskKit", point: 13, behaviour: "without the built-in clock only posts tick",
            scenario: "clock: {source: external}\ntasks: [{name: A, every: 2s}]",
            script: "launch\nadvance 1min\nexpect A not run\ntick 2\nexpect A ran 1"),
        Row(
            system: "RWTaskKit", point: 14, behaviour: "an interval past the wheel is an error",
            scenario: "tasks: [{name: A, every: 121s}]", refusal: "every: "),
        Row(
            system: "RWTaskKit", point: 14, behaviour: "so is none at all",
            scenario: "tasks: [{name: A, every: 0s}]", refusal: "every: "),
        Row(
            system: "RWTaskKit", point: 15, behaviour: "N times is N runs, -1 has no end",
            scenario: "tasks: [{name: A, every: 1s, times: 3}, {name: B, every: 1s, times: -1}]",
            script: "launch\nat 10s expect A ran 3\nat 10s expect B ran 10"),
        Row(
            system: "RWTaskKit", point: 15, behaviour: "0 times is an error",
            scenario: "tasks: [{name: A, every: 1s, times: 0}]", refusal: "times: "),
        Row(
            system: "RWTaskKit", point: 16, behaviour: "a date up to 5 s old still runs, an older one is missed",
            scenario: """
                clock: {start: 2015-11-30T09:00:00Z}
                tasks: [{name: A, at: 2015-11-30T08:59:55Z}, {name: B, at: 2015-11-30T08:59:54Z}]
                """,
            script: "launch\nadvance 2s\nexpect A ran 1\nexpect B missed"),
        Row(
            system: "RWTaskKit", point: 16, behaviour: "a date with forever repeats; of two dates the earlier is first",
            scenario: """
                clock: {start: 2015-11-30T09:00:00Z}
                tasks:
                  - {name: Late, at: 2015-11-30T09:00:02.9Z}
                  - {name: Early, at: 2015-11-30T09:00:02.1Z, every: 1s, times: forever}
                """,
            script: "launch\nat 10s expect Early ran 8\nat 10s expect order Early < Late"),
    ]

    private static let taskKitRuntime: [Row] = [
        Row(
            system: "RWTaskKit", point: 17, behaviour: "the turns of a destroyed name are forgotten",
            scenario: "tasks: [{name: A, every: 1s, times: 2}]",
            script: "launch\nat 1500ms destroy A\nschedule A every 1s times 2\nat 5s expect A ran 3"),
        Row(
            system: "RWTaskKit", point: 18, behaviour: "the four calls act at once; an unknown name is said",
            scenario: "tasks: [{name: A, every: 1s}]",
            script:
                "launch\npause A\nat 1s expect A not run\nat 1s resume A\nat 2s expect A ran 1\nat 2s destroy A\nat 3s expect A ran 1"
        ),
        Row(
            system: "RWTaskKit", point: 19, behaviour: "a turn that passes a paused timer does not count",
            scenario: "tasks: [{name: A, every: 1s, times: 2}]",
            script: "launch\nat 500ms pause A\nat 3500ms resume A\nat 10s expect A ran 2\nat 10s expect A skipped"),
        Row(
            system: "RWTaskKit", point: 19, behaviour: "an event that comes once and passes a paused task is missed",
            scenario: "tasks: [{name: A, on: launch}]", script: "pause A\nlaunch\nexpect A missed"),
        Row(
            system: "RWTaskKit", point: 19, behaviour: "a notification task can be paused",
            scenario: "tasks: [{name: A, notification: K}]",
            script: "launch\npause A\npost K\nresume A\npost K\nexpect A ran 1"),
        Row(
            system: "RWTaskKit", point: 20, behaviour: "destroy works on every kind, and the name is free again",
            scenario: "tasks: [{name: N, notification: K}, {name: T, every: 1s}, {name: E, on: memory}]",
            script: """
                launch
                destroy N
                destroy T
                destroy E
                post K
                memory-warning
                at 2s expect N not run
                expect T not run
                expect E not run
                schedule T every 1s
                at 3s expect T ran 1
                """),
        Row(
            system: "RWTaskKit", point: 21, behaviour: "a name in use is refused; autoRemove runs once",
            scenario: "tasks: [{name: A, on: memory, autoRemove: true}, {name: B, on: memory}]",
            script: "launch\ninject B on active\nmemory-warning\n+1s memory-warning\nexpect A ran 1\nexpect B ran 2"),
        Row(
            system: "RWTaskKit", point: 22, behaviour: "notification tasks run by priority, then as registered",
            scenario:
                "tasks: [{name: A, notification: K}, {name: B, notification: K}, {name: C, notification: K, priority: high}]",
            script: "launch\npost K\nexpect order C < A < B"),
    ]

    private static let classes: [Row] = [
        Row(
            system: "classes", point: 1, behaviour: "basic ones first, then sync beside async",
            scenario: """
                tasks:
                  - {name: Login, class: async, duration: 3s}
                  - {name: Apple, class: sync, duration: 1s}
                  - {name: Hook, class: basic, duration: 1s}
                """,
            script:
                "launch\nat 1500ms expect Login ran 0\nat 1500ms expect order Hook < Apple < Login\nat 4s expect Login ran 1"
        ),
        Row(
            system: "classes", point: 2, behaviour: "a list is an order",
            scenario: "tasks: [{name: A}, {name: B}, {name: C}]\nclasses: {sync: [C, A, B]}",
            script: "launch\nexpect order C < A < B"),
        Row(
            system: "classes", point: 2, behaviour: "a gap follows each task",
            scenario:
                "lanes: {main: {gap: 300ms}}\ntasks: [{name: A, duration: 1s}, {name: B, duration: 1s}]\nclasses: {sync: [A, B]}",
            script: "launch\nat 1250ms expect B not run\nat 2300ms expect B ran 1"),
        Row(
            system: "classes", point: 3, behaviour: "what comes after the launch runs, once, a second after it",
            scenario: "afterLaunchDelay: 1s\ntasks: [{name: D, class: afterLaunch}, {name: L, class: async}]",
            script:
                "launch\nat 900ms expect D not run\nat 1s expect D ran 1\nbackground\n+1s foreground\n+3s expect D ran 1\nexpect L ran 1"
        ),
        Row(
            system: "classes", point: 4, behaviour: "a name without a task is a warning, and the rest goes on",
            scenario: "tasks: [{name: A}]\nclasses: {basic: [Nobody, A]}", script: "launch\nexpect A ran 1"),
        Row(
            system: "classes", point: 5, behaviour: "a sleep is one of 1, 2, 3 and 4 s",
            scenario: "tasks: [{name: A, class: sync, duration: [1s, 2s, 3s, 4s]}]",
            script: "launch\nat 990ms expect A ran 0\nat 4s expect A ran 1"),
    ]

    private static let list = """
        tasks: [{name: A, duration: 1s}, {name: B, duration: 1s, outcome: fail}, {name: C, duration: 1s}, {name: After, on: launch, after: [S]}]
        sequences: [{name: S, steps: [A, B, C]}]
        """

    private static let appStart: [Row] = [
        Row(
            system: "AppStartTaskManager", point: 1, behaviour: "one task after the other, each when the last reports",
            scenario: list.replacing(", outcome: fail", with: ""),
            script: "launch\nstart S\nwait until S done\nexpect order S < A < B < C"),
        Row(
            system: "AppStartTaskManager", point: 2, behaviour: "the manager's own task comes first",
            scenario: list, script: "launch\nstart S\nexpect order S < A"),
        Row(
            system: "AppStartTaskManager", point: 3,
            behaviour: "a failure stops the list; a new start goes on behind it",
            scenario: list,
            script:
                "launch\nstart S\nwait until B done\nexpect B failed\nexpect C not run\n+1s start S\nwait until C done\nexpect A ran 1"
        ),
        Row(
            system: "AppStartTaskManager", point: 4, behaviour: "a task is added and removed while the app runs",
            scenario: list.replacing(", outcome: fail", with: ""),
            script:
                "launch\nadd A to S\ndestroy C\nstart S\n+3s expect A ran 1\nstart S\nwait until S done\nexpect A ran 2"
        ),
        Row(
            system: "AppStartTaskManager", point: 5,
            behaviour: "the whole list is removed, and another one comes in its place",
            scenario: list,
            script:
                "launch\ndestroy S\ninject-sequence S steps C,A\nstart S\nwait until S done\nexpect order C < A\nexpect B not run"
        ),
        Row(
            system: "AppStartTaskManager", point: 6, behaviour: "a second start makes no second chain",
            scenario: list.replacing(", outcome: fail", with: ""),
            script: "launch\nstart S\nstart S\nwait until S done\nexpect A ran 1"),
        Row(
            system: "AppStartTaskManager", point: 7,
            behaviour: "the end is told, of an empty list too; a task listed twice runs twice",
            scenario:
                "tasks: [{name: A}, {name: After, on: launch, after: [S]}]\nsequences: [{name: S, steps: [A, A]}]",
            script: "launch\nexpect After not run\nstart S\nwait until After done\nexpect A ran 2"),
    ]

    private static let queue: [Row] = [
        Row(
            system: "EDQueue", point: 1, behaviour: "one job at a time, in the order of their numbers",
            scenario: "jobs: {handlers: {a: {duration: 1s}, b: {duration: 1s}}, enqueue: [{task: a}, {task: b}]}",
            script: "launch\nexpect queue active a\nexpect queue inactive b\nat 1500ms expect queue active b"),
        Row(
            system: "EDQueue", point: 2, behaviour: "four runs, in place with failed: head, as the original had it",
            scenario:
                "jobs: {failed: head, handlers: {a: {duration: 1s, outcome: fail}, b: {duration: 1s}}, enqueue: [{task: a}, {task: b}]}",
            script: "launch\nat 3500ms expect queue active a\nat 4500ms expect queue active b\nexpect queue absent a"),
        Row(
            system: "EDQueue", point: 2, behaviour: "retryLimit 0 runs once, and can change while the queue runs",
            scenario: "jobs: {retryLimit: 0, handlers: {a: {duration: 1s, outcome: fail}}, enqueue: [{task: a}]}",
            script:
                "launch\nat 1500ms expect queue absent a\nqueue limit 2\nenqueue a\n+1500ms expect queue exists a\n+1s expect queue absent a"
        ),
        Row(
            system: "EDQueue", point: 2, behaviour: "a critical failure is not tried again",
            scenario: "jobs: {handlers: {a: {duration: 1s, outcome: critical}}, enqueue: [{task: a}]}",
            script: "launch\nat 1500ms expect queue absent a"),
        Row(
            system: "EDQueue", point: 3, behaviour: "a run that its process did not survive counts",
            scenario: "jobs: {retryLimit: 2, handlers: {a: {duration: 1s}}, enqueue: [{task: a}]}",
            script: "launch\nat 500ms crash\nlaunch\nat 1s expect queue active a\ncrash\nlaunch\nexpect queue absent a"),
        Row(
            system: "EDQueue", point: 4,
            behaviour: "start and stop, each as often as one likes; enqueue while stopped stores",
            scenario: "jobs: {startOnActive: false, handlers: {a: {duration: 1s}}}",
            script:
                "launch\nenqueue a\nexpect queue stopped\nexpect queue exists a\nqueue start\nqueue start\nexpect queue active a\nqueue stop\nqueue stop\nenqueue a\n+2s expect queue 1\nexpect queue stopped"
        ),
        Row(
            system: "EDQueue", point: 5, behaviour: "empty removes every row, and the job that runs harms no later one",
            scenario: "jobs: {handlers: {a: {duration: 1s}, b: {duration: 1s}}, enqueue: [{task: a}, {task: a}]}",
            script:
                "launch\nat 500ms queue empty\nexpect queue 0\nenqueue b\nat 1500ms expect queue active b\nat 3s expect queue absent b"
        ),
        Row(
            system: "EDQueue", point: 6, behaviour: "the queue says that it is drained",
            scenario: "jobs: {handlers: {a: {duration: 1s}}, enqueue: [{task: a}]}",
            script: "launch\nwait until drained\nexpect queue 0"),
    ]

    private static let queueBeyond: [Row] = [
        Row(
            system: "EDQueue", point: 7, behaviour: "each failed run is told, the last one too",
            scenario: "jobs: {retryLimit: 2, handlers: {a: {duration: 1s, outcome: fail}}, enqueue: [{task: a}]}",
            script: "launch\nat 1500ms expect queue exists a\nat 2500ms expect queue absent a"),
        Row(
            system: "EDQueue", point: 8, behaviour: "exists, next and isActive know the job that runs",
            scenario: "jobs: {handlers: {a: {duration: 1s}}, enqueue: [{task: a}, {task: a}]}",
            script:
                "launch\nexpect queue exists a\nexpect queue next a 1\nexpect queue active a\nat 1500ms expect queue next a 2"
        ),
        Row(
            system: "EDQueue", point: 9, behaviour: "data may be left out",
            scenario: "jobs: {handlers: {a: {}}}", script: "launch\nenqueue a\nwait until drained\nexpect queue 0"),
        Row(
            system: "EDQueue", point: 10, behaviour: "a job that nobody works stays; a handler of everything works it",
            scenario: "jobs: {handlers: {a: {}}, enqueue: [{task: b}]}", script: "launch\nat 5s expect queue exists b"),
        Row(
            system: "EDQueue", point: 10, behaviour: "one delegate works all jobs",
            scenario: "jobs: {anyHandler: {duration: 1s}, enqueue: [{task: a}, {task: b}]}",
            script: "launch\nwait until drained\nexpect queue 0"),
        Row(
            system: "EDQueue", point: 10, behaviour: "a missing completion does not stop the queue for ever",
            scenario:
                "jobs: {retryLimit: 1, handlers: {a: {duration: never, timeout: 5s}, b: {}}, enqueue: [{task: a}, {task: b}]}",
            script: "launch\nat 4s expect queue exists b\nat 6s expect queue 0"),
        Row(
            system: "EDQueue", point: 11, behaviour: "no job runs twice at the same time",
            scenario: "jobs: {handlers: {a: {duration: 2s}}, enqueue: [{task: a}]}",
            script: "launch\nqueue start\nat 1s queue start\nat 2500ms expect queue 0"),
        Row(
            system: "EDQueue", point: 12, behaviour: "delays, expiry and the back of the queue, as the fork has them",
            scenario: """
                jobs:
                  delay: 15s
                  handlers: {a: {duration: 1s, outcome: [fail, success]}, b: {duration: 1s}}
                  enqueue: [{task: a}, {task: b}, {task: b, runAfter: 1min, expires: 30s}]
                """,
            script:
                "launch\nat 1500ms expect queue active b\nat 10s expect queue inactive a\nat 16500ms expect queue active a\nat 40s expect queue 0"
        ),
    ]
}
