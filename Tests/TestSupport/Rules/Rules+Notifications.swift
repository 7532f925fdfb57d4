// Scenarios and scripts, and what they result in.

extension Rule {
    static let notifications: [Rule] = [
        Rule(
            "post releases in priority, then registration order",
            """
            tasks:
              - {name: L, notification: K, priority: low, duration: 10ms}
              - {name: D, notification: K, duration: 10ms}
              - {name: C, notification: K, priority: critical, duration: 10ms}
              - {name: O, notification: Other, duration: 10ms}
            """,
            script: """
                launch
                +50ms post K {"a": 1}
                """,
            expected: """
                W0 D0 A0
                L      --#
                D      -#
                C      #
                0 first frame
                """),
        Rule(
            "post is refused while not running or suspended",
            """
            tasks:
              - {name: A, notification: K, duration: 10ms}
            """,
            script: """
                post K
                launch
                background
                +6s post K
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                0 refused post K: post needs inactive, active or background; the state is notRunning
                0 first frame
                5000 suspended
                6000 refused post K: post needs inactive, active or background; the state is suspended
                """),
    ]
}
