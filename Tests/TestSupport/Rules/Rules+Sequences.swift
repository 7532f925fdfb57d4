// Scenarios and scripts, and what they result in.

extension Rule {
    static let sequences: [Rule] = [
        Rule(
            "What is skipped at one instant is skipped in the order of release, and so the sequences go on",
            """
            lanes: {io: 1}
            tasks:
              - {name: T, on: launch, lane: io, duration: 20ms, outcome: fail}
              - {name: A, after: T, duration: 10ms}
              - {name: B, after: T, duration: 10ms}
            sequences:
              - {name: S, on: launch, steps: [B], onFailure: continue}
              - {name: R, steps: [A], onFailure: continue}
            """,
            script: "launch\nat 10ms start R",
            expected: """
                W0 D0 A0
                T ##
                S |
                R  |
                0 S started
                0 first frame
                10 R started
                20 T fail
                20 skip B: T failed
                20 S failed B
                20 skip A: T failed
                20 R failed A
                20 S allDone
                20 R allDone
                """),
        Rule(
            "Each step starts when the one before has completed; one all done",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 20ms}
            sequences: [{name: S, on: launch, steps: [A, B]}]
            """,
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
            "A failure stops the chain without all done; start continues with the next step",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 10ms, outcome: fail}
              - {name: C, duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A, B, C]}]
            """,
            script: """
                launch
                +100ms start S
                +100ms start S
                """,
            expected: """
                W0 D0 A0
                A #                   #
                B  #                   #
                C           #
                S |                   |
                0 S started
                0 first frame
                10 S completed A
                20 B fail
                20 S failed B
                110 S completed C
                110 S allDone
                200 S started
                210 S completed A
                220 B fail
                220 S failed B
                """),
        Rule(
            "With onFailure: continue the next step starts",
            """
            tasks:
              - {name: A, duration: 10ms, outcome: fail}
              - {name: B, duration: 10ms}
            sequences: [{name: S, steps: [A, B], onFailure: continue}]
            """,
            script: """
                launch
                start S
                start S
                """,
            expected: """
                W0 D0 A0
                A #
                B  #
                S |
                0 first frame
                0 S started
                0 refused start S: the sequence is already running
                10 A fail
                10 S failed A
                20 S completed B
                20 S allDone
                """),
        Rule(
            "An empty list is all done at once",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            sequences: [{name: S, on: launch, steps: []}]
            """,
            expected: """
                W0 D0 A10
                A #
                S -|
                10 S started
                10 S allDone
                10 first frame
                """),
        Rule(
            "A step that never reports ends by the sequence's timeout",
            """
            tasks:
              - {name: A, duration: never}
              - {name: B, duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A, B], timeout: 50ms}]
            """,
            expected: """
                W0 D0 A0
                A #####
                S |
                0 S started
                0 first frame
                50 A timedOut
                50 S failed A
                """),
        Rule(
            "after a sequence waits for its all done",
            """
            tasks:
              - {name: A, duration: 20ms}
              - {name: Z, on: launch, after: [S], duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A]}]
            """,
            expected: """
                W0 D0 A30
                A ##
                Z ..#
                S |
                0 S started
                20 S completed A
                20 S allDone
                30 first frame
                """),
        Rule(
            "Steps hold no event, unless blocks: true",
            """
            tasks:
              - {name: A, duration: 30ms}
              - {name: Z, on: active, lane: async, duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A], blocks: true}]
            """,
            expected: """
                W0 D0 A30
                A ###
                Z    #
                S |
                0 S started
                30 S completed A
                30 S allDone
                30 first frame
                """),
    ]
}
