// What a second implementation of the rules found: names that come back, preferences, teardowns and lost jobs in odd moments.

extension Rule {
    static let returns: [Rule] = [
        Rule(
            "prefers waits for a run under way, even one of an earlier event, whatever its task did before",
            """
            lanes: {io: 1}
            tasks:
              - {name: X, on: [willFinishLaunching, memory], lane: io, duration: 30ms}
              - {name: A, on: reserved1, prefers: [X], duration: 10ms}
            """,
            script: "launch\nat 50ms memory-warning\n+10ms fire reserved1",
            expected: """
                W0 D0 A0 M50 reserved160
                X ###  ###
                A       ..#
                0 first frame
                """),
        Rule(
            "A preferred task that was destroyed is no longer there, though its run still is",
            """
            lanes: {io: 1}
            tasks:
              - {name: X, on: active, lane: io, duration: 30ms}
              - {name: A, on: memory, prefers: [X], duration: 10ms}
            """,
            script: "launch\nat 10ms destroy X\nmemory-warning\nexpect no warnings",
            expected: """
                W0 D0 A0 M10
                X ###
                A  #
                0 first frame
                """),
        Rule(
            "fire willTerminate tears nothing down: only the process's own does",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, teardown: true}
            """,
            script: "launch\nat 50ms fire willTerminate\nexpect A ran 1\n+10ms terminate\nexpect A ran 2",
            expected: """
                W0 D0 A10 T50 R60 B60 T60
                A #     #
                10 first frame
                70 notRunning
                """),
        Rule(
            "A sequence under the name of a destroyed task is released once, and takes no time of its own",
            """
            tasks:
              - {name: A, on: memory, duration: 30ms}
              - {name: B, duration: 10ms}
            """,
            script: "launch\ndestroy A\ninject-sequence A steps B on memory\nat 20ms memory-warning",
            expected: """
                W0 D0 A0 M20
                A   |
                B   #
                0 first frame
                20 A started
                30 A completed B
                30 A allDone
                """),
        Rule(
            "An injected task that waits for a sequence with its name as a step would close a cycle",
            """
            tasks:
              - {name: A, duration: 10ms}
            sequences: [{name: S, steps: [A]}]
            """,
            script: "launch\ndestroy A\ninject A on memory after S",
            expected: """
                W0 D0 A0
                0 first frame
                0 refused inject A on memory after S: the predecessors would form a cycle
                """),
        Rule(
            "What a destroyed task waited for closes no cycle",
            """
            tasks:
              - {name: A, on: memory, duration: 10ms}
              - {name: B, on: memory, after: [A], duration: 10ms}
            """,
            script: "launch\ndestroy B\ndestroy A\ninject A on reserved1 after B\nfire reserved1",
            expected: """
                W0 D0 A0 reserved10
                A |
                0 first frame
                0 warning A waits for B, which does not exist and is ignored
                """),
        Rule(
            "A basic task that does not block lets its event end without it, and lets what it kept back start",
            """
            tasks:
              - {name: First, on: launch, duration: 10ms}
              - {name: Basic, class: basic, after: [First], blocks: false, duration: 10ms}
              - {name: Last, on: launch, blocks: false, priority: critical, duration: 10ms}
            """,
            expected: """
                W0 D0 A10
                First #
                Basic .-#
                Last  -#
                10 first frame
                """),
        Rule(
            "A job whose run was lost with its process is paused and moved before the next launch",
            """
            jobs:
              handlers: {up: {duration: 30ms}}
              enqueue: [{task: up}, {task: up}]
            """,
            script: """
                launch
                at 10ms crash
                queue first 2
                queue pause 1
                launch
                at 60ms queue resume 1
                wait until drained
                """,
            expected: """
                W0 D0 A0 W10 D10 A10
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 notRunning
                10 queue didStart
                10 job 2 up jobDidStart 1
                10 first frame
                40 job 2 up jobDidSucceed 1
                60 job 1 up jobDidStart 2
                90 job 1 up jobDidSucceed 2
                90 queue didDrain
                """),
        Rule(
            "A paused job expires like every other, while the queue runs",
            """
            jobs:
              handlers: {up: {expires: 50ms}}
              enqueue: [{task: up, runAfter: 10ms}]
            """,
            script: "launch\nqueue pause 1",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 first frame
                50 warning job 1 of up did not start in time and is a dead letter
                50 queue didDrain
                """),
    ]
}
