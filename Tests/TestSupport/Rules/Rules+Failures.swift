// Scenarios and scripts, and what they result in.

extension Rule {
    static let failures: [Rule] = [
        Rule(
            "A failed predecessor skips its after successors and theirs, each naming the first cause",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail}
              - {name: B, on: launch, after: [A], duration: 10ms}
              - {name: C, on: launch, after: [B], duration: 10ms}
              - {name: D, on: launch, follows: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A20
                A #
                D .#
                10 A fail
                10 skip B: A failed
                10 skip C: A failed
                20 first frame
                """),
        Rule(
            "follows waits for the end only",
            """
            tasks:
              - {name: A, on: launch, duration: 20ms, outcome: fail}
              - {name: B, on: launch, follows: [A], duration: 10ms, priority: critical}
            """,
            expected: """
                W0 D0 A30
                A ##
                B ..#
                20 A fail
                30 first frame
                """),
        Rule(
            "retry tries again after the delay, the lane free meanwhile",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: [fail, fail, success], retry: {limit: 2, delay: 20ms}}
              - {name: B, on: launch, duration: 30ms}
              - {name: C, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A90
                A #~~~#~~#
                B -###
                C ........#
                10 A fail
                50 A fail
                90 first frame
                """),
        Rule(
            "limit counts further attempts; then the run has failed",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail, retry: {limit: 2}}
            """,
            script: """
                launch
                expect A failed
                expect A ran 1
                """,
            expected: """
                W0 D0 A30
                A ###
                10 A fail
                20 A fail
                30 A fail
                30 first frame
                """),
        Rule(
            "backoff increases the delay up to maximumDelay",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail, retry: {limit: 3, delay: 10ms, backoff: 3, maximumDelay: 50ms}}
            """,
            expected: """
                W0 D0 A130
                A #~#~~~#~~~~~#
                10 A fail
                30 A fail
                70 A fail
                130 A fail
                130 first frame
                """),
        Rule(
            "critical is never retried",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: critical, retry: {limit: 2}}
            """,
            expected: """
                W0 D0 A10
                A #
                10 A critical
                10 first frame
                """),
        Rule(
            "A timeout ends the attempt; exactly at the limit passes",
            """
            tasks:
              - {name: A, on: launch, duration: 30ms, timeout: 20ms}
              - {name: B, on: launch, duration: 20ms, timeout: 20ms}
            """,
            expected: """
                W0 D0 A40
                A ##
                B --##
                20 A timedOut
                40 first frame
                """),
        Rule(
            "A timeout is retried like a failure",
            """
            tasks:
              - {name: A, on: launch, duration: never, timeout: 20ms, retry: {limit: 1}}
            """,
            expected: """
                W0 D0 A40
                A ####
                20 A timedOut
                40 A timedOut
                40 first frame
                """),
        Rule(
            "A failure on an earlier event skips on the later one",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail}
              - {name: B, on: active, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A10
                A #
                10 A fail
                10 skip B: A failed
                10 first frame
                """),
        Rule(
            "A run that is skipped for one predecessor is not started by the end of another",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail}
              - {name: B, on: launch, after: [A], duration: 10ms}
              - {name: C, on: launch, after: [A], follows: [B], duration: 10ms}
            """,
            expected: """
                W0 D0 A10
                A #
                10 A fail
                10 skip B: A failed
                10 skip C: A failed
                10 first frame
                """),
    ]
}
