// Scenarios and scripts, and what they result in.

extension Rule {
    static let idle: [Rule] = [
        Rule(
            "Idle is fired on the first tick that ends a whole quiet interval, once after each stretch of work",
            """
            tasks:
              - {name: A, on: launch, duration: 1500ms}
              - {name: I, on: idle, duration: 10ms}
            """,
            script: """
                launch
                advance 6s
                memory-warning
                advance 3s
                """,
            step: 500,
            expected: """
                W0 D0 A1500 idle3000 M6000
                A ###
                I       #
                1500 first frame
                """),
        Rule(
            "Its tasks start one per tick, by priority",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: I1, on: idle, duration: 10ms}
              - {name: I2, on: idle, priority: high, duration: 10ms}
            """,
            script: """
                launch
                advance 5s
                """,
            step: 500,
            expected: """
                W0 D0 A10 idle2000
                A  #
                I1     --#
                I2     #
                10 first frame
                """),
        Rule(
            "In the background the app is suspended 5 s after the event is over, or as soon after as nothing runs",
            """
            tasks:
              - {name: A, on: background, lane: async, duration: 7s}
            """,
            script: """
                launch
                background
                advance 9s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                A #######
                0 first frame
                7000 suspended
                """),
    ]
}
