// Scenarios and scripts, and what they result in.

extension Rule {
    static let timers: [Rule] = [
        Rule(
            "A timer of k ticks runs at k, 2k, 3k, exactly N times",
            """
            tasks:
              - {name: T, every: 2s, times: 3, duration: 1s}
            """,
            script: """
                launch
                advance 12s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T   # # #
                0 first frame
                """),
        Rule(
            "times -1 means forever",
            """
            tasks:
              - {name: T, every: 3s, times: -1}
            """,
            script: """
                launch
                advance 13s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T    |  |  |  |
                0 first frame
                """),
        Rule(
            "A dated task runs on the first tick at or after its date, then every INTERVAL",
            """
            clock: {start: 2015-11-30T09:05:13Z}
            tasks:
              - {name: D, at: 2015-11-30T09:05:15.5Z, every: 2s, times: 3}
            """,
            script: """
                launch
                advance 12s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                D    | | |
                0 first frame
                """),
        Rule(
            "A date up to 5 s in the past runs on the next tick; an older one is missed",
            """
            clock: {start: 2015-11-30T09:05:13Z}
            tasks:
              - {name: Five, at: 2015-11-30T09:05:08Z}
              - {name: Older, at: 2015-11-30T09:05:07.999Z, every: 1s}
              - {name: Late, at: 2015-11-30T09:05:00Z, whenMissed: run}
            """,
            script: """
                launch
                advance 3s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                Five   |
                Late   |
                0 miss Older: the date is 1ms older than the grace allows
                0 first frame
                """),
        Rule(
            "Tasks due on one tick are released in the order of their dates, then as registered",
            """
            clock: {start: 2015-11-30T09:05:13Z}
            tasks:
              - {name: T, every: 3s, times: 1, duration: 100ms}
              - {name: B, at: 2015-11-30T09:05:15.8Z, duration: 100ms}
              - {name: A, at: 2015-11-30T09:05:15.2Z, duration: 100ms}
            """,
            script: """
                launch
                advance 4s
                """,
            step: 100,
            expected: """
                W0 D0 A0
                T                               --#
                B                               -#
                A                               #
                0 first frame
                """),
        Rule(
            "A turn while an earlier run waits is skipped as overrun and does not use up times",
            """
            tasks:
              - {name: T, every: 1s, times: 4, duration: 2500ms}
            """,
            script: """
                launch
                advance 14s
                """,
            step: 500,
            expected: """
                W0 D0 A0
                T   ####################
                0 first frame
                3000 skip T: overrun
                5000 skip T: overrun
                6000 skip T: overrun
                """),
        Rule(
            "A turn that comes while its timer is paused is skipped and does not use up times",
            """
            tasks:
              - {name: T, every: 1s, times: 3}
            """,
            script: """
                launch
                +500ms pause T
                +2s resume T
                advance 5s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T    |||
                0 first frame
                1000 skip T: paused
                2000 skip T: paused
                """),
        Rule(
            "Ticks missed in a suspension are coalesced into one late run",
            """
            suspendAfter: 1s
            tasks:
              - {name: T, every: 1s}
            """,
            script: """
                launch
                +1500ms background
                +5s foreground
                advance 3s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R1500 B1500 F6500 A6500
                T  ||    |||
                0 first frame
                2500 suspended
                """),
        Rule(
            "catchUp all runs them one after the other",
            """
            suspendAfter: 1s
            tasks:
              - {name: T, every: 1s, catchUp: all, duration: 100ms}
            """,
            script: """
                launch
                +1500ms background
                +4s foreground
                advance 2s
                """,
            step: 100,
            expected: """
                W0 D0 A0 R1500 B1500 F5500 A5500
                T           #         #                                       ####      #
                0 first frame
                2500 suspended
                """),
        Rule(
            "catchUp none drops them",
            """
            suspendAfter: 1s
            tasks:
              - {name: T, every: 2s, catchUp: none}
            """,
            script: """
                launch
                +1500ms background
                +4s foreground
                advance 4s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R1500 B1500 F5500 A5500
                T   |   | |
                0 first frame
                2500 suspended
                """),
        Rule(
            "A date that fell into a suspension is missed",
            """
            suspendAfter: 1s
            clock: {start: 2015-11-30T09:05:13Z}
            tasks:
              - {name: D, at: 2015-11-30T09:05:17Z, every: 1s}
            """,
            script: """
                launch
                +1500ms background
                +5s foreground
                advance 4s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R1500 B1500 F6500 A6500
                0 first frame
                2500 suspended
                7000 miss D: the date came during a suspension
                """),
        Rule(
            "An external clock ticks only on command",
            """
            clock: {source: external}
            tasks:
              - {name: T, every: 2s}
            """,
            script: """
                launch
                +100ms tick 3
                +100ms tick
                """,
            step: 100,
            expected: """
                W0 D0 A0
                T  ||
                0 first frame
                """),
        Rule(
            "Timers of one tick count as one event for their dependencies",
            """
            tasks:
              - {name: B, every: 2s, after: [A], duration: 100ms}
              - {name: A, every: 2s, duration: 200ms}
            """,
            script: """
                launch
                advance 3s
                """,
            step: 100,
            expected: """
                W0 D0 A0
                B                     ..#
                A                     ##
                0 first frame
                """),
    ]
}
