// Scenarios and scripts, and what they result in.

extension Rule {
    static let parking: [Rule] = [
        Rule(
            "Nothing is parked for a lane that opens at the same instant",
            """
            afterLaunchDelay: 30ms
            tasks:
              - {name: L, on: launch, lane: afterLaunch, duration: 10ms}
              - {name: A, on: launch, lane: async, duration: 30ms}
              - {name: B, on: launch, lane: async, after: [A], prefers: [L], duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                L ---#
                A ###
                B ....#
                0 park L: lane afterLaunch is not open
                0 first frame
                """),
        Rule(
            "A run after a task of another event is parked and starts as soon as that one has ended",
            """
            tasks:
              - {name: A, on: launch, after: [B], duration: 20ms}
              - {name: B, on: background, duration: 10ms}
            """,
            script: """
                launch
                +50ms background
                """,
            expected: """
                W0 D0 A0 R50 B50
                A ......##
                B      #
                0 park A: waits for B, which is not released
                0 first frame, 1 parked
                """),
        Rule(
            "What waits for a parked run is parked too",
            """
            tasks:
              - {name: A, on: launch, after: [B], duration: 10ms}
              - {name: A2, on: launch, after: [A], duration: 10ms}
              - {name: B, on: background, duration: 10ms}
            """,
            script: """
                launch
                +50ms background
                """,
            expected: """
                W0 D0 A0 R50 B50
                A  ......#
                A2 .......#
                B       #
                0 park A: waits for B, which is not released
                0 park A2: waits for A, which is parked
                0 first frame, 2 parked
                """),
        Rule(
            "A run that waits for the next turn of a task is not parked for a step that never ends",
            """
            limits: {launch: 50ms}
            tasks:
              - {name: A, class: sync, duration: never}
              - {name: B, class: basic, after: [A]}
            sequences:
              - {name: S, on: willFinishLaunching, steps: [A], blocks: true}
            """,
            expected: """
                W0 D50 A50
                S |
                0 S started
                50 warning launch passed its limit of 50ms
                50 warning A never ends; its event continues without it
                50 park A: it never ends
                50 park B: waits for A, which is not released
                50 park A: waits for A, which is parked
                50 warning B is still parked: waits for A, which is parked
                50 warning A is still parked: waits for A, which is parked
                """),
        Rule(
            "A predecessor of an earlier event that has ended is satisfied",
            """
            tasks:
              - {name: W, on: willFinishLaunching, duration: 10ms}
              - {name: D, on: launch, after: [W], duration: 10ms}
            """,
            expected: """
                W0 D10 A20
                W #
                D  #
                20 first frame
                """),
        Rule(
            "A predecessor of an earlier event that still runs is waited for, and the event is held",
            """
            tasks:
              - {name: N, on: launch, lane: async, duration: 50ms}
              - {name: D, on: active, after: [N], duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                N #####
                D .....#
                60 first frame
                """),
        Rule(
            "A paused lane parks its runs; resume lets them hold again",
            """
            tasks:
              - {name: A, on: launch, duration: 20ms}
              - {name: B, on: launch, duration: 20ms}
            """,
            script: """
                launch
                +10ms pause lane:main
                +50ms resume lane:main
                """,
            expected: """
                W0 D0 A20
                A ##
                B ------##
                10 park B: lane main is paused
                20 first frame, 1 parked
                """),
        Rule(
            "A task paused after its release is parked until resume",
            """
            tasks:
              - {name: A, on: launch, duration: 20ms}
              - {name: B, on: launch, duration: 20ms}
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
                10 park B: paused
                20 first frame, 1 parked
                """),
        Rule(
            "Everything that is parked at the end is reported",
            """
            tasks:
              - {name: A, on: launch, after: [B], duration: 20ms}
              - {name: B, on: background, duration: 10ms}
              - {name: C, on: launch, duration: 10ms}
            """,
            script: """
                launch
                pause C
                pause lane:async
                """,
            expected: """
                W0 D0 A10
                C #
                0 park A: waits for B, which is not released
                10 first frame, 1 parked
                10 warning A is still parked: waits for B, which is not released
                10 warning C is still paused
                10 warning lane async is still paused
                """),
        Rule(
            "Lane afterLaunch is closed until the first frame",
            """
            tasks:
              - {name: X, on: willFinishLaunching, lane: afterLaunch, duration: 10ms}
              - {name: A, on: launch, duration: 30ms}
            """,
            expected: """
                W0 D0 A30
                X ---#
                A ###
                0 park X: lane afterLaunch is not open
                30 first frame
                """),
        Rule(
            "afterLaunchDelay keeps it closed longer",
            """
            afterLaunchDelay: 40ms
            tasks:
              - {name: X, class: afterLaunch, duration: 10ms}
              - {name: A, on: launch, duration: 30ms}
            """,
            expected: """
                W0 D0 A30
                X -------#
                A ###
                0 park X: lane afterLaunch is not open
                30 first frame
                """),
    ]
}
