// One process and the next, suspension, limits, idle.

extension Rule {
    static let process: [Rule] = [
        Rule(
            "A destroyed task is back after a relaunch",
            """
            tasks:
              - {name: A, on: [launch, memory], duration: 10ms}
            """,
            script: """
                launch
                +50ms destroy A
                memory-warning
                terminate
                launch
                expect A ran 2
                """,
            expected: """
                W0 D0 A10 M50 R50 B50 T50 W50 D50 A60
                A #    #
                10 first frame
                50 notRunning
                60 first frame
                """),
        Rule(
            "Commands given while not running apply to the next process",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            """,
            script: """
                destroy A
                inject X on launch duration 20ms
                launch
                """,
            expected: """
                W0 D0 A20
                X ##
                20 first frame
                """),
        Rule(
            "A dated task is armed again by each process",
            """
            tasks:
              - {name: D, at: 2001-01-01T00:00:03Z}
            """,
            script: """
                launch
                at 1500ms terminate
                launch
                advance 3s
                """,
            step: 500,
            expected: """
                W0 D0 A0 R1500 B1500 T1500 W1500 D1500 A1500
                D        |
                0 first frame
                1500 notRunning
                1500 first frame
                """),
        Rule(
            "Tick n comes n intervals after the launch action, and n starts again with each process",
            """
            tasks:
              - {name: T, every: 2s}
            """,
            script: """
                at 500ms launch
                at 3s terminate
                at 4500ms launch
                advance 2500ms
                """,
            step: 500,
            expected: """
                W500 D500 A500 R3000 B3000 T3000 W4500 D4500 A4500
                T      |       |
                500 first frame
                3000 notRunning
                4500 first frame
                """),
        Rule(
            "The time to suspension counts from the end of didEnterBackground",
            """
            suspendAfter: 1s
            tasks:
              - {name: B, on: background, duration: 2s}
            """,
            script: """
                launch
                background
                advance 4s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                B ##
                0 first frame
                3000 suspended
                """),
        Rule(
            "Coming back before that keeps the app awake",
            """
            suspendAfter: 1s
            tasks: []
            """,
            script: """
                launch
                background
                +900ms foreground
                +2s expect state active
                """,
            expected: """
                W0 D0 A0 R0 B0 F900 A900
                0 first frame
                """),
        Rule(
            "A paused run does not keep the app from being suspended",
            """
            suspendAfter: 1s
            tasks:
              - {name: N, notification: K, lane: async, duration: 1s}
            """,
            script: """
                launch
                pause lane:async
                post K
                background
                at 3s foreground
                resume lane:async
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F3000 A3000
                N ---#
                0 first frame
                0 park N: lane async is paused
                1000 suspended
                """),
        Rule(
            "A background transition counts from when it begins, not from when it was given",
            """
            limits: {background: 30ms}
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: B, on: background, duration: 30ms}
            """,
            script: """
                launch
                +10ms background
                """,
            expected: """
                W0 D0 A50 R50 B50
                A #####
                B      ###
                50 first frame
                """),
        Rule(
            "With enforce a background transition over its limit kills the process",
            """
            limits: {background: 20ms, enforce: true}
            tasks:
              - {name: B, on: background, duration: 30ms}
            """,
            script: """
                launch
                background
                """,
            expected: """
                W0 D0 A0 R0 B0
                B ##
                0 first frame
                20 warning background passed its limit of 20ms
                20 B cancelled
                20 notRunning
                """),
        Rule(
            "A termination that ends exactly at its limit passes",
            """
            limits: {terminate: 30ms}
            tasks:
              - {name: T, on: terminate, duration: 30ms}
            """,
            script: """
                launch
                +10ms terminate
                """,
            expected: """
                W0 D0 A0 R10 B10 T10
                T  ###
                0 first frame
                40 notRunning
                """),
        Rule(
            "A never run holds another event for 20 s, then it is stuck and parked",
            """
            tasks:
              - {name: N, on: memory, duration: never}
            """,
            script: """
                launch
                at 1s memory-warning
                at 2s interrupt
                """,
            step: 1000,
            expected: """
                W0 D0 A0 M1000 R21000
                0 first frame
                21000 warning N never ends; its event continues without it
                21000 park N: it never ends
                """),
        Rule(
            "A never run with a timeout is not stuck",
            """
            tasks:
              - {name: N, on: launch, duration: never, timeout: 100ms}
              - {name: A, on: active, duration: 10ms}
            """,
            expected: """
                W0 D0 A100
                N ##########
                A           #
                100 N timedOut
                110 first frame
                """),
        Rule(
            "A launch without runs is not work: no idle",
            """
            tasks:
              - {name: I, on: idle, duration: 10ms}
            """,
            script: """
                launch
                advance 5s
                expect I not run
                """,
            expected: """
                W0 D0 A0
                0 first frame
                """),
        Rule(
            "A timer's run is not work: no idle",
            """
            tasks:
              - {name: T, every: 1s, times: 1}
              - {name: I, on: idle, duration: 10ms}
            """,
            script: """
                launch
                advance 5s
                expect I not run
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T  |
                0 first frame
                """),
        Rule(
            "A tick with a suspension in it does not count as quiet",
            """
            suspendAfter: 1s
            tasks:
              - {name: A, on: launch}
              - {name: I, on: idle}
            """,
            script: """
                launch
                at 500ms background
                at 4500ms foreground
                advance 3s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R500 B500 F4500 A4500 idle6000
                A |
                I       |
                0 first frame
                1500 suspended
                """),
        Rule(
            "Idle holds no event",
            """
            tasks:
              - {name: A, on: launch}
              - {name: I, on: idle, duration: 3s}
              - {name: M, on: memory, duration: 500ms}
            """,
            script: """
                launch
                at 2500ms memory-warning
                """,
            step: 500,
            expected: """
                W0 D0 A0 idle2000 M2500
                A |
                I     ######
                M      -----#
                0 first frame
                """),
    ]
}
