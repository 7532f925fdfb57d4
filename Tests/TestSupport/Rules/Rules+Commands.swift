// At run time: pause, resume, destroy, inject on every kind of task.

extension Rule {
    static let commands: [Rule] = [
        Rule(
            "A post counts as skipped for a paused notification task",
            """
            tasks:
              - {name: N, notification: K, duration: 10ms}
            """,
            script: """
                launch
                pause N
                post K
                +20ms resume N
                post K
                expect N ran 1
                """,
            expected: """
                W0 D0 A0
                N   #
                0 first frame
                0 skip N: paused
                """),
        Rule(
            "A destroyed notification task is no longer released",
            """
            tasks:
              - {name: N, notification: K, duration: 10ms}
            """,
            script: """
                launch
                post K
                +20ms destroy N
                post K
                expect N ran 1
                """,
            expected: """
                W0 D0 A0
                N #
                0 first frame
                """),
        Rule(
            "Tasks of one post count as one event for their dependencies",
            """
            tasks:
              - {name: B, notification: K, priority: critical, after: [A], duration: 10ms}
              - {name: A, notification: K, priority: low, duration: 20ms}
            """,
            script: """
                launch
                post K
                """,
            expected: """
                W0 D0 A0
                B ..#
                A ##
                0 first frame
                """),
        Rule(
            "A post while one run waits is skipped as overrun",
            """
            tasks:
              - {name: N, notification: K, duration: 30ms}
            """,
            script: """
                launch
                post K
                post K
                post K
                """,
            expected: """
                W0 D0 A0
                N ######
                0 first frame
                0 skip N: overrun
                """),
        Rule(
            "A post waits for no event",
            """
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: N, notification: K, lane: async, duration: 10ms}
            """,
            script: """
                launch
                +10ms post K
                """,
            expected: """
                W0 D0 A50
                A #####
                N  #
                50 first frame
                """),
        Rule(
            "start waits for no event",
            """
            tasks:
              - {name: A, on: launch, lane: async, blocks: true, duration: 50ms}
              - {name: B, duration: 10ms}
            sequences: [{name: S, steps: [B]}]
            """,
            script: """
                launch
                +10ms start S
                """,
            expected: """
                W0 D0 A50
                A #####
                B  #
                S  |
                10 S started
                20 S completed B
                20 S allDone
                50 first frame
                """),
        Rule(
            "A post for which no task waits does nothing",
            """
            tasks:
              - {name: N, notification: K, duration: 10ms}
            """,
            script: """
                launch
                post k
                """,
            expected: """
                W0 D0 A0
                0 first frame
                """),
        Rule(
            "A second destroy is refused, as nothing with the name exists",
            """
            tasks:
              - {name: A, on: memory, duration: 10ms}
            """,
            script: """
                launch
                destroy A
                destroy A
                pause A
                memory-warning
                """,
            expected: """
                W0 D0 A0 M0
                0 first frame
                0 refused destroy A: no task has this name now
                0 refused pause A: no task has this name now
                """),
        Rule(
            "inject accepts priority, predecessors, lane and duration",
            """
            lanes: {io: 1}
            tasks:
              - {name: A, on: memory, duration: 20ms}
              - {name: L, on: memory, lane: io, duration: 30ms}
            """,
            script: """
                launch
                inject X on memory priority high after A lane io duration 10ms
                inject Y on memory lane io duration 10ms
                memory-warning
                """,
            expected: """
                W0 D0 A0 M0
                A ##
                L ###
                X ..-#
                Y ----#
                0 first frame
                """),
        Rule(
            "inject on several events; auto-remove removes the task after its first run",
            """
            tasks: []
            """,
            script: """
                launch
                inject X on memory,reserved1 duration 10ms
                inject Y on memory,reserved1 duration 10ms auto-remove
                memory-warning
                +50ms fire reserved1
                expect X ran 2
                expect Y ran 1
                """,
            expected: """
                W0 D0 A0 M0 reserved150
                X #    #
                Y -#
                0 first frame
                """),
        Rule(
            "autoRemove with two events at once: one run",
            """
            tasks:
              - {name: A, on: [reserved1, reserved2], autoRemove: true, duration: 10ms}
            """,
            script: """
                launch
                fire reserved1|reserved2
                expect A ran 1
                """,
            expected: """
                W0 D0 A0 reserved10 reserved210
                A #
                0 first frame
                """),
        Rule(
            "inject of a cycle is refused",
            """
            tasks:
              - {name: X, on: memory}
              - {name: A, on: memory, after: [X]}
            """,
            script: """
                launch
                destroy X
                inject X on memory after A
                """,
            expected: """
                W0 D0 A0
                0 first frame
                0 refused inject X on memory after A: the predecessors would form a cycle
                """),
        Rule(
            "A run that waits for a destroyed task starts, with a warning",
            """
            tasks:
              - {name: A, on: memory, duration: 10ms}
              - {name: B, on: active, after: [A], duration: 10ms}
            """,
            script: """
                launch
                +20ms destroy A
                """,
            expected: """
                W0 D0 A0
                B ..#
                0 park B: waits for A, which is not released
                0 first frame, 1 parked
                20 warning B waits for A, which does not exist and is ignored
                """),
        Rule(
            "Pausing a lane skips nothing",
            """
            tasks:
              - {name: A, on: memory, lane: async, duration: 10ms}
              - {name: B, notification: K, lane: async, duration: 10ms}
            """,
            script: """
                launch
                pause lane:async
                memory-warning
                post K
                +30ms resume lane:async
                """,
            expected: """
                W0 D0 A0 M0
                A ---#
                B ----#
                0 first frame
                0 park A: lane async is paused
                0 park B: lane async is paused
                """),
        Rule(
            "A lane that is paused lets what runs end",
            """
            tasks:
              - {name: A, on: launch, lane: async, duration: 30ms}
            """,
            script: """
                launch
                +10ms pause lane:async
                +10ms resume lane:async
                """,
            expected: """
                W0 D0 A0
                A ###
                0 first frame
                """),
        Rule(
            "A task paused between two attempts is parked; resume tries again",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: [fail, success], retry: {limit: 1, delay: 10ms}}
            """,
            script: """
                launch
                +15ms pause A
                +35ms resume A
                """,
            expected: """
                W0 D0 A15
                A #~~~~#
                10 A fail
                15 park A: paused
                15 first frame, 1 parked
                """),
        Rule(
            "A resume of what is not paused changes nothing",
            """
            tasks:
              - {name: A, on: launch, duration: 20ms}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            script: """
                launch
                resume B
                resume lane:main
                """,
            expected: """
                W0 D0 A30
                A ##
                B ..#
                30 first frame
                """),
        Rule(
            "What waits for a paused task is parked with it",
            """
            tasks:
              - {name: A, on: launch, duration: 20ms}
              - {name: B, on: launch, duration: 20ms}
              - {name: C, on: launch, after: [B], duration: 10ms}
            """,
            script: """
                launch
                +10ms pause B
                +50ms resume B
                """,
            expected: """
                W0 D0 A20
                A ##
                B ------##
                C ........#
                10 park B: paused
                10 park C: waits for B, which is parked
                20 first frame, 2 parked
                """),
    ]
}
