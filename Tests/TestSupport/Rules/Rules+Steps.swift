// What can happen to a step of a sequence.

extension Rule {
    static let steps: [Rule] = [
        Rule(
            "Steps run on their tasks' lanes, and each waits for the one before",
            """
            tasks:
              - {name: A, lane: async, duration: 20ms}
              - {name: B, duration: 10ms}
              - {name: M, on: launch, duration: 30ms}
            sequences: [{name: S, on: launch, steps: [A, B]}]
            """,
            expected: """
                W0 D0 A30
                A    ##
                B      #
                M ###
                S ---|
                30 S started
                30 first frame
                50 S completed A
                60 S completed B
                60 S allDone
                """),
        Rule(
            "A list may name a task twice",
            """
            tasks:
              - {name: A, duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A, A]}]
            """,
            expected: """
                W0 D0 A0
                A ##
                S |
                0 S started
                0 first frame
                10 S completed A
                20 S completed A
                20 S allDone
                """),
        Rule(
            "A skipped step is a failed step",
            """
            tasks:
              - {name: P, on: launch, duration: 10ms, outcome: fail}
              - {name: A, after: [P], duration: 10ms}
              - {name: B, duration: 10ms}
            sequences: [{name: S, on: active, steps: [A, B]}]
            """,
            expected: """
                W0 D0 A10
                P #
                S  |
                10 P fail
                10 S started
                10 skip A: P failed
                10 S failed A
                10 first frame
                """),
        Rule(
            "A paused step is a failed step",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 10ms}
            sequences: [{name: S, steps: [A, B], onFailure: continue}]
            """,
            script: """
                launch
                pause A
                start S
                resume A
                """,
            expected: """
                W0 D0 A0
                B #
                S |
                0 first frame
                0 S started
                0 skip A: paused
                0 S failed A
                10 S completed B
                10 S allDone
                """),
        Rule(
            "A step that was skipped ends before what depends on it",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, notification: K, after: [A], duration: 10ms}
            sequences:
              - {name: S, on: reserved1, steps: [A], onFailure: continue}
              - {name: Q, on: active, steps: [B], onFailure: continue}
            """,
            script: """
                launch
                pause A
                fire reserved1
                """,
            expected: """
                W0 D0 A0 reserved10
                S |
                Q |
                0 Q started
                0 park B: waits for A, which is not released
                0 first frame, 1 parked
                0 S started
                0 skip A: paused
                0 S failed A
                0 skip B: A was skipped
                0 Q failed B
                0 S allDone
                0 Q allDone
                0 warning A is still paused
                """),
        Rule(
            "A destroyed step is a failed step",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 10ms}
            sequences: [{name: S, steps: [A, B]}]
            """,
            script: """
                launch
                destroy B
                start S
                """,
            expected: """
                W0 D0 A0
                A #
                S |
                0 first frame
                0 S started
                10 S completed A
                10 S failed B
                """),
        Rule(
            "A step that waits when it is destroyed is a failed step",
            """
            tasks:
              - {name: A, lane: async, duration: 10ms}
            sequences: [{name: S, steps: [A]}]
            """,
            script: """
                launch
                pause lane:async
                start S
                +10ms destroy A
                resume lane:async
                """,
            expected: """
                W0 D0 A0
                S |
                0 first frame
                0 S started
                0 park A: lane async is paused
                10 skip A: destroyed
                10 S failed A
                """),
        Rule(
            "An event that starts a stopped sequence continues with the next step",
            """
            tasks:
              - {name: A, duration: 10ms, outcome: fail}
              - {name: B, duration: 10ms}
            sequences: [{name: S, on: active, steps: [A, B]}]
            """,
            script: """
                launch
                +50ms interrupt
                foreground
                """,
            expected: """
                W0 D0 A0 R50 A50
                A #
                B      #
                S |
                0 S started
                0 first frame
                10 A fail
                10 S failed A
                60 S completed B
                60 S allDone
                """),
        Rule(
            "An event during a sequence starts it once more afterwards",
            """
            tasks:
              - {name: A, duration: 30ms}
            sequences: [{name: S, on: memory, steps: [A]}]
            """,
            script: """
                launch
                memory-warning
                +10ms memory-warning
                """,
            expected: """
                W0 D0 A0 M0 M10
                A ######
                S |..|
                0 first frame
                0 S started
                30 S completed A
                30 S allDone
                30 S started
                60 S completed A
                60 S allDone
                """),
        Rule(
            "A step's own timeout comes before the sequence's",
            """
            tasks:
              - {name: A, duration: never, timeout: 20ms}
              - {name: B, duration: never}
            sequences: [{name: S, on: launch, steps: [A, B], onFailure: continue, timeout: 50ms}]
            """,
            expected: """
                W0 D0 A0
                A ##
                B   #####
                S |
                0 S started
                0 first frame
                20 A timedOut
                20 S failed A
                70 B timedOut
                70 S failed B
                70 S allDone
                """),
        Rule(
            "A step that never reports is shown as stuck",
            """
            tasks:
              - {name: A, duration: never}
            sequences: [{name: S, on: launch, steps: [A]}]
            """,
            expected: """
                W0 D0 A0
                S |
                0 S started
                0 first frame
                0 warning A never ends; its event continues without it
                """),
        Rule(
            "A step is retried before it has failed",
            """
            tasks:
              - {name: A, duration: 10ms, outcome: [fail, success], retry: {limit: 1, delay: 20ms}}
              - {name: B, duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A, B]}]
            """,
            expected: """
                W0 D0 A0
                A #~~#
                B     #
                S |
                0 S started
                0 first frame
                10 A fail
                40 S completed A
                50 S completed B
                50 S allDone
                """),
        Rule(
            "A new process starts its sequences from the beginning",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 50ms}
            sequences: [{name: S, on: launch, steps: [A, B]}]
            """,
            script: """
                launch
                +30ms crash
                launch
                """,
            expected: """
                W0 D0 A0 W30 D30 A30
                A #  #
                B  ## #####
                S |  |
                0 S started
                0 first frame
                10 S completed A
                30 B cancelled
                30 notRunning
                30 S started
                30 first frame
                40 S completed A
                90 S completed B
                90 S allDone
                """),
        Rule(
            "A task on an event may be a step as well",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            sequences: [{name: S, on: active, steps: [A]}]
            """,
            script: """
                launch
                expect A ran 2
                """,
            expected: """
                W0 D0 A10
                A ##
                S  |
                10 S started
                10 first frame
                20 S completed A
                20 S allDone
                """),
        Rule(
            "A task that is not a sequence cannot be started",
            """
            tasks:
              - {name: A, duration: 10ms}
            sequences: [{name: S, steps: [A]}]
            """,
            script: """
                start A
                """,
            expected: """
                s.scope:1:7: error: unknown sequence "A"
                """),
        Rule(
            "A step without any trigger runs only as a step",
            """
            tasks:
              - {name: A, duration: 10ms}
            sequences: [{name: S, steps: [A]}]
            """,
            script: """
                launch
                memory-warning
                expect A not run
                """,
            expected: """
                W0 D0 A0 M0
                0 first frame
                """),
    ]
}
