// What a run waits for, and what follows from a predecessor that did not succeed.

extension Rule {
    static let predecessors: [Rule] = [
        Rule(
            "A predecessor that failed for good skips",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: critical}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A10
                A #
                10 A critical
                10 skip B: A failed for good
                10 first frame
                """),
        Rule(
            "A predecessor that timed out skips",
            """
            tasks:
              - {name: A, on: launch, duration: 30ms, timeout: 10ms}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A10
                A #
                10 A timedOut
                10 skip B: A timed out
                10 first frame
                """),
        Rule(
            "A predecessor that was missed skips",
            """
            tasks:
              - {name: A, at: 2000-12-31T23:59:50Z}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                0 miss A: the date is 5s older than the grace allows
                0 skip B: A was missed
                0 first frame
                """),
        Rule(
            "A predecessor that a retry saved does not skip",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: [fail, success], retry: {limit: 1}}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A30
                A ##
                B ..#
                10 A fail
                30 first frame
                """),
        Rule(
            "follows continues after a skipped predecessor",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail}
              - {name: B, on: launch, after: [A], duration: 10ms}
              - {name: C, on: launch, follows: [B], duration: 10ms}
            """,
            expected: """
                W0 D0 A20
                A #
                C .#
                10 A fail
                10 skip B: A failed
                20 first frame
                """),
        Rule(
            "The result of the last finished turn counts; a turn passed over while paused is one",
            """
            tasks:
              - {name: P, on: memory, duration: 10ms}
              - {name: B, on: reserved1, after: [P], duration: 10ms}
            """,
            script: """
                launch
                pause P
                memory-warning
                +10ms fire reserved1
                resume P
                +10ms memory-warning
                +20ms fire reserved1
                """,
            expected: """
                W0 D0 A0 M0 reserved110 M20 reserved140
                P   #
                B     #
                0 first frame
                0 skip P: paused
                10 skip B: P was skipped
                """),
        Rule(
            "One run may wait for the one before; a further turn is skipped as overrun, which is not a result",
            """
            tasks:
              - {name: P, on: memory, lane: async, duration: 30ms}
              - {name: B, on: reserved1, after: [P], duration: 10ms}
            """,
            script: """
                launch
                at 10ms memory-warning
                at 20ms memory-warning
                at 30ms memory-warning
                at 100ms fire reserved1
                expect P ran 2
                """,
            expected: """
                W0 D0 A0 M10 M20 M30 reserved1100
                P  ######
                B           #
                0 first frame
                30 skip P: overrun
                """),
        Rule(
            "The result of a task that removed itself still counts",
            """
            tasks:
              - {name: A, on: active, autoRemove: true, duration: 10ms}
              - {name: B, on: memory, after: [A], duration: 10ms}
            """,
            script: """
                launch
                +50ms memory-warning
                expect no warnings
                """,
            expected: """
                W0 D0 A0 M50
                A #
                B      #
                10 first frame
                """),
        Rule(
            "A run whose event is over by the time it is ready starts all the same",
            """
            tasks:
              - {name: N, on: memory, lane: async, duration: 50ms}
              - {name: B, on: memory, after: [N], lane: async, duration: 10ms}
              - {name: X, on: reserved1, duration: 10ms}
            """,
            script: """
                launch
                memory-warning
                fire reserved1
                """,
            expected: """
                W0 D0 A0 M0 reserved10
                N #####
                B .....#
                X #
                0 first frame
                """),
        Rule(
            "A failed sequence skips what comes after it, naming the step",
            """
            tasks:
              - {name: A, duration: 10ms, outcome: fail}
              - {name: Z, on: launch, after: [S], duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A]}]
            """,
            expected: """
                W0 D0 A10
                A #
                S |
                0 S started
                10 A fail
                10 S failed A
                10 skip Z: A failed
                10 first frame
                """),
        Rule(
            "An earlier release takes precedence over an earlier declaration: released first, started first",
            """
            tasks:
              - {name: W, on: willFinishLaunching, duration: 20ms}
              - {name: D, on: launch, duration: 10ms}
              - {name: N, notification: K, duration: 30ms}
            """,
            script: """
                launch
                +10ms post K
                """,
            expected: """
                W0 D20 A60
                W ##
                D   ---#
                N  -###
                60 first frame
                """),
        Rule(
            "At one instant ends come first, then the tick, then the next event",
            """
            tasks:
              - {name: E, on: active, duration: 500ms}
              - {name: A, on: launch, duration: 1s}
              - {name: T, every: 1s, times: 1, duration: 500ms}
            """,
            step: 500,
            expected: """
                W0 D0 A1000
                E   -#
                A ##
                T   #
                2000 first frame
                """),
        Rule(
            "A start comes between two events of one instant",
            """
            tasks:
              - {name: Y, on: launch, priority: critical, duration: 10ms}
              - {name: X, on: willFinishLaunching, priority: low, lane: async, duration: 10ms}
            """,
            script: """
                launch
                expect order X < Y
                """,
            expected: """
                W0 D0 A10
                Y #
                X #
                10 first frame
                """),
        Rule(
            "An unknown predecessor is an error of the scenario",
            """
            tasks:
              - {name: Home, on: launch, after: [Sesion]}
              - {name: Session, on: launch}
            """,
            expected: """
                s.yaml:2:38: error: after: unknown task "Sesion"; did you mean "Session"?
                """),
        Rule(
            "A cycle is an error with its shortest path; what is only downstream is named separately",
            """
            tasks:
              - {name: A, on: launch, after: [B, D]}
              - {name: B, on: launch, after: [C]}
              - {name: C, on: launch, after: [A]}
              - {name: D, on: active, follows: [A]}
              - {name: E, on: launch, after: [B]}
            """,
            expected: """
                s.yaml:2:38: error: cycle: A -> D -> A; only downstream of it: E
                """),
    ]
}
