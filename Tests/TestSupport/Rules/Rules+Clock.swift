// Intervals, dates, and what happens to a turn.

extension Rule {
    static let clock: [Rule] = [
        Rule(
            "An interval that is not a whole number of ticks is an error",
            """
            tasks:
              - {name: T, every: 1500ms}
            """,
            expected: """
                s.yaml:2:22: error: every: 1500ms must be a whole number of ticks of 1s; set clock: {interval: 500ms}
                """),
        Rule(
            "An interval of 121 ticks is an error, of 120 it is not",
            """
            tasks:
              - {name: A, every: 120s}
              - {name: B, every: 121s}
            """,
            expected: """
                s.yaml:3:22: error: every: 121s is 121 ticks; the limit is 120; set clock: {maximumInterval: 121}
                """),
        Rule(
            "A timer of 120 ticks runs every 120 ticks",
            """
            tasks:
              - {name: T, every: 2m, duration: 40s}
            """,
            script: """
                launch
                advance 5m
                """,
            step: 40_000,
            expected: """
                W0 D0 A0
                T    #  #
                0 first frame
                """),
        Rule(
            "clock.maximumInterval raises the limit",
            """
            clock: {maximumInterval: 200}
            tasks:
              - {name: T, every: 200s}
            """,
            script: """
                launch
                advance 399s
                expect T ran 1
                advance 1s
                expect T ran 2
                """,
            step: 100_000,
            expected: """
                W0 D0 A0
                T   | |
                0 first frame
                """),
        Rule(
            "times 0 and negatives other than -1 are errors",
            """
            tasks:
              - {name: A, every: 1s, times: 0}
              - {name: B, every: 1s, times: -2}
            """,
            expected: """
                s.yaml:2:33: error: times: "0" is not a number of turns; write 1 or more, or forever
                s.yaml:3:33: error: times: "-2" is not a number of turns; write 1 or more, or forever
                """),
        Rule(
            "A date without every runs once; times above 1 is an error then",
            """
            tasks:
              - {name: D, at: 2001-01-01T00:00:03Z, times: 2}
            """,
            expected: """
                s.yaml:2:48: error: times: a date without "every" runs once; add "every" or remove "times"
                """),
        Rule(
            "A date that falls on a tick runs on that tick",
            """
            tasks:
              - {name: D, at: 2001-01-01T00:00:02Z}
            """,
            script: """
                launch
                advance 5s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                D   |
                0 first frame
                """),
        Rule(
            "Epoch seconds with a fraction are a date, too",
            """
            clock: {start: 1448873913}
            tasks:
              - {name: D, at: 1448873914.5}
            """,
            script: """
                launch
                advance 5s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                D   |
                0 first frame
                """),
        Rule(
            "clock.grace says how old a date may be",
            """
            clock: {grace: 10s}
            tasks:
              - {name: Ten, at: 2000-12-31T23:59:50Z}
              - {name: Older, at: 2000-12-31T23:59:49Z}
            """,
            script: """
                launch
                advance 3s
                expect Older missed
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                Ten    |
                0 miss Older: the date is 1s older than the grace allows
                0 first frame
                """),
        Rule(
            "The age of a date is measured when it is scheduled",
            """
            tasks: []
            """,
            script: """
                launch
                at 8s schedule Old at 2001-01-01T00:00:02Z every 1s
                schedule Five at 2001-01-01T00:00:03Z duration 1s
                advance 3s
                expect Old not run
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                Five          #
                0 first frame
                8000 miss Old: the date is 1s older than the grace allows
                """),
        Rule(
            "A date in a suspension runs late with whenMissed: run, then every INTERVAL",
            """
            suspendAfter: 1s
            tasks:
              - {name: D, at: 2001-01-01T00:00:04Z, every: 1s, times: 2, whenMissed: run}
            """,
            script: """
                launch
                at 1500ms background
                at 6500ms foreground
                advance 4s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R1500 B1500 F6500 A6500
                D        ||
                0 first frame
                2500 suspended
                """),
        Rule(
            "A late turn is one of its times",
            """
            suspendAfter: 1s
            tasks:
              - {name: T, every: 2s, times: 2}
            """,
            script: """
                launch
                at 500ms background
                at 4500ms foreground
                advance 6s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R500 B500 F4500 A4500
                T      ||
                0 first frame
                1500 suspended
                """),
        Rule(
            "A timer that waits for another event's task is parked; its turns meanwhile are overrun",
            """
            tasks:
              - {name: T, every: 1s, times: 2, after: [B]}
              - {name: B, on: memory, duration: 500ms}
            """,
            script: """
                launch
                at 2500ms memory-warning
                advance 2s
                """,
            step: 500,
            expected: """
                W0 D0 A0 M2500
                T   ....| |
                B      #
                0 first frame
                1000 park T: waits for B, which is not released
                2000 skip T: overrun
                3000 skip T: overrun
                """),
        Rule(
            "A destroyed timer stops, and its name can be scheduled again",
            """
            tasks:
              - {name: T, every: 1s}
            """,
            script: """
                launch
                at 2500ms destroy T
                at 3500ms schedule T every 2s times 1
                advance 4s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T  ||  |
                0 first frame
                """),
        Rule(
            "tick N advances to the N-th next tick",
            """
            tasks:
              - {name: M, on: memory, duration: 500ms}
            """,
            script: """
                launch
                at 500ms tick 2
                memory-warning
                """,
            step: 500,
            expected: """
                W0 D0 A0 M2000
                M     #
                0 first frame
                """),
        Rule(
            "An external clock runs dates as well, on the first tick at or after them",
            """
            clock: {source: external}
            tasks:
              - {name: D, at: 2001-01-01T00:00:01Z, duration: 100ms}
            """,
            script: """
                launch
                at 900ms tick
                at 1200ms tick
                """,
            step: 100,
            expected: """
                W0 D0 A0
                D             #
                0 first frame
                """),
    ]
}
