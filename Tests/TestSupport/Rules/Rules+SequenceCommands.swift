// Sequences that change while the app runs, cancel, and timers that stop at a failure (The rules, "At run time").

extension Rule {
    static let sequenceCommands: [Rule] = [
        Rule(
            "A sequence can be started while an attempt of an earlier task of its name goes on, and follows it",
            """
            tasks:
              - {name: A, on: launch, lane: async, duration: 30ms}
              - {name: B, duration: 10ms}
            """,
            script: """
                launch
                destroy A
                inject-sequence A steps B on reserved1
                start A
                """,
            expected: """
                W0 D0 A0
                A ###|
                B    #
                0 first frame
                30 A started
                40 A completed B
                40 A allDone
                """),
        Rule(
            "A task that took the name of a teardown tears nothing down before it has started",
            """
            tasks:
              - {name: T, on: launch, teardown: true, autoRemove: true, duration: 10ms}
            """,
            script: """
                launch
                at 20ms schedule T at "daily 00:00" teardown
                terminate
                """,
            expected: """
                W0 D0 A10 R20 B20 T20
                T #
                10 first frame
                20 notRunning
                """),
        Rule(
            "add puts a step after the others, even while the sequence runs",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 20ms}
            sequences: [{name: S, on: active, steps: [A]}]
            """,
            script: "launch\nadd B to S\nwait until S done",
            expected: """
                W0 D0 A0
                A #
                B  ##
                S |
                0 S started
                0 first frame
                10 S completed A
                30 S completed B
                30 S allDone
                """),
        Rule(
            "add refuses a sequence as a step, and a step that waits for the sequence",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: After, on: active, after: [S]}
            sequences: [{name: S, steps: [A]}]
            """,
            script: "add S to S\nadd After to S\nadd A to S\nlaunch\nstart S",
            expected: """
                W0 D0 A0
                A     ##
                After ..|
                S     |
                0 refused add S to S: a step is a task, not a sequence
                0 refused add After to S: the predecessors would form a cycle
                0 park After: waits for S, which is not released
                0 first frame, 1 parked
                0 S started
                10 S completed A
                20 S completed A
                20 S allDone
                """),
        Rule(
            "A destroyed sequence can come back in the same process; a name in use is refused",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 20ms}
            sequences: [{name: S, steps: [A]}]
            """,
            script: """
                launch
                inject-sequence S steps B
                destroy S
                inject-sequence S steps B,A on memory
                memory-warning
                """,
            expected: """
                W0 D0 A0 M0
                A   #
                B ##
                S |
                0 first frame
                0 refused inject-sequence S steps B: the name is in use
                0 S started
                20 S completed B
                30 S completed A
                30 S allDone
                """),
        Rule(
            "An injected sequence is gone with its process",
            """
            tasks: [{name: A, duration: 10ms}]
            """,
            script:
                "launch\ninject-sequence S steps A continue timeout 5ms\nstart S\nwait until S done\nterminate\nlaunch\nstart S",
            expected: """
                W0 D0 A0 R5 B5 T5 W5 D5 A5
                A #
                S |
                0 first frame
                0 S started
                5 A timedOut
                5 S failed A
                5 S allDone
                5 notRunning
                5 first frame
                5 refused start S: no task has this name now
                """),
        Rule(
            "cancel ends the attempt under way, which is not retried; what waits for it is skipped",
            """
            lanes: {io: 1}
            tasks:
              - {name: Long, on: active, lane: io, duration: 10s, retry: {limit: 3}}
              - {name: Next, on: active, lane: io, after: [Long], duration: 10ms}
            """,
            script: "launch\nat 30ms cancel Long\ncancel Long",
            expected: """
                W0 D0 A0
                Long ###
                0 first frame
                30 Long cancelled
                30 skip Next: Long was cancelled
                30 refused cancel Long: no attempt of it is under way
                """),
        Rule(
            "onFailure: stop ends a timer with its first failed turn; otherwise a timer continues",
            """
            tasks:
              - {name: Stops, every: 1s, duration: 10ms, outcome: fail, onFailure: stop}
              - {name: GoesOn, every: 1s, duration: 10ms, outcome: fail}
            """,
            script: "launch\nadvance 2500ms\nexpect Stops ran 1\nexpect GoesOn ran 2",
            expected: """
                W0 D0 A0
                Stops                                                                                                      #
                GoesOn                                                                                                     -#                                                                                                  #
                0 first frame
                1010 Stops fail
                1020 GoesOn fail
                2010 GoesOn fail
                """),
    ]
}
