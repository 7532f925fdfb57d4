// Scenarios and scripts, and what they result in.

extension Rule {
    static let limits: [Rule] = [
        Rule(
            "A never run on main is stuck at 20 s: watchdog, no first frame, the launch continues",
            """
            tasks:
              - {name: N, on: launch, duration: never}
              - {name: A, on: active, duration: 10ms}
              - {name: B, on: launch, after: [N], duration: 1s}
            """,
            script: """
                launch
                +21s note x
                """,
            step: 5000,
            expected: """
                W0 D0 A20000
                20000 warning launch passed its limit of 20s
                20000 warning N never ends; its event continues without it
                20000 park N: it never ends
                20000 park B: waits for N, which is parked
                20000 park A: lane main is blocked by runs that never end
                21000 warning B is still parked: waits for N, which is parked
                21000 warning A is still parked: lane main is blocked by runs that never end
                """),
        Rule(
            "With enforce the process is killed",
            """
            limits: {launch: 50ms, enforce: true}
            tasks:
              - {name: A, on: launch, duration: 60ms}
              - {name: B, on: launch, duration: 10ms}
            """,
            expected: """
                W0 D0
                A #####
                50 warning launch passed its limit of 50ms
                50 A cancelled
                50 skip B: the process ended
                50 notRunning
                """),
        Rule(
            "Exactly at the limit passes",
            """
            limits: {launch: 50ms, enforce: true}
            tasks:
              - {name: A, on: launch, duration: 50ms}
            """,
            expected: """
                W0 D0 A50
                A #####
                50 first frame
                """),
        Rule(
            "terminate waits at most its limit, then kills",
            """
            limits: {terminate: 30ms}
            tasks:
              - {name: A, on: launch, duration: 100ms}
            """,
            script: """
                launch
                +10ms terminate
                """,
            expected: """
                W0 D0
                A ####
                40 warning terminate passed its limit of 30ms
                40 A cancelled
                40 notRunning
                """),
        Rule(
            "background over its limit is reported",
            """
            limits: {background: 20ms}
            tasks:
              - {name: A, on: background, duration: 50ms}
            """,
            script: """
                launch
                background
                """,
            expected: """
                W0 D0 A0 R0 B0
                A #####
                0 first frame
                20 warning background passed its limit of 20ms
                """),
    ]
}
