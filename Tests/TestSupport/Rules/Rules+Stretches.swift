// Stretches of work, ticks, dates of paused tasks, and when a replay ends.

extension Rule {
    static let stretches: [Rule] = [
        Rule(
            "A run that is parked uses up no stretch of work",
            """
            tasks:
              - {name: A, on: launch, after: [B]}
              - {name: B, on: idle}
            """,
            script: """
                launch
                advance 3s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                0 park A: waits for B, which is not released
                0 first frame, 1 parked
                3000 warning A is still parked: waits for B, which is not released
                """),
        Rule(
            "The idle task of a tick is the first that can start: a busy lane keeps back its own only",
            """
            lanes: {io: 1}
            tasks:
              - {name: W, on: launch}
              - {name: H, every: 2s, lane: io, duration: 1500ms, times: 1}
              - {name: A, on: idle, lane: io, priority: high}
              - {name: B, on: idle}
            """,
            script: """
                launch
                advance 5s
                """,
            step: 500,
            expected: """
                W0 D0 A0 idle2000
                W |
                H     ###
                A     ---|
                B     |
                0 first frame
                """),
        Rule(
            "With order: criticalPath the idle task with the longest path starts first",
            """
            order: criticalPath
            tasks:
              - {name: W, on: launch}
              - {name: A, on: idle, priority: critical}
              - {name: B, on: idle}
              - {name: C, on: idle, after: [B], duration: 1s}
            """,
            script: """
                launch
                advance 6s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 idle2000
                W |
                A   --|
                B   |
                C   -#
                0 first frame
                """),
        Rule(
            "With order: criticalPath injected and destroyed tasks change the paths",
            """
            order: criticalPath
            tasks:
              - {name: A, on: [launch, memory], duration: 20ms}
              - {name: B, on: [launch, memory], duration: 10ms}
            """,
            script: """
                inject C on launch,memory after B duration 50ms
                launch
                +200ms destroy C
                memory-warning
                """,
            expected: """
                W0 D0 A80 M200
                A ------##            ##
                B #                   --#
                C .#####
                80 first frame
                """),
        Rule(
            "Between two steps of a sequence nothing suspends",
            """
            tasks:
              - {name: A, duration: 7s}
              - {name: B, duration: 1s}
            sequences: [{name: S, on: background, steps: [A, B]}]
            """,
            script: """
                launch
                background
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                A #######
                B        #
                S |
                0 first frame
                0 S started
                7000 S completed A
                8000 S completed B
                8000 S allDone
                8000 suspended
                """),
        Rule(
            "tick N counts the ticks that come, not those that a suspension skips",
            """
            suspendAfter: 0s
            tasks: [{name: A, on: foreground}]
            """,
            script: """
                launch
                background
                at 18700ms foreground
                tick 2
                pause A
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F18700 A18700 idle20000
                A                   |
                0 first frame
                0 suspended
                20000 warning A is still paused
                """),
        Rule(
            "Runs that ticks release after the last line of the script do not prolong the replay",
            """
            tasks: [{name: A, every: 1s, duration: 300ms}]
            jobs: {handlers: {J: {duration: 2500ms}}}
            """,
            script: """
                launch
                enqueue J
                """,
            step: 100,
            expected: """
                W0 D0 A0
                A           ###       ###
                0 queue didStart
                0 first frame
                0 job 1 J jobDidStart 1
                2500 job 1 J jobDidSucceed 1
                2500 queue didDrain
                """),
        Rule(
            "A replay of timers that keep a lane busy forever ends",
            """
            tasks: [{name: A, every: 1s, duration: 1s}]
            """,
            script: """
                launch
                advance 2s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                A  ##
                0 first frame
                """),
        Rule(
            "A date that comes while its task is paused is missed; with whenMissed: run it runs after the pause",
            """
            tasks:
              - {name: A, at: 2001-01-01T00:00:01Z}
              - {name: B, at: 2001-01-01T00:00:01Z, whenMissed: run}
              - {name: C, at: 2001-01-01T00:00:01Z, every: 1s, times: 1}
            """,
            script: """
                launch
                pause A
                pause B
                pause C
                +2500ms resume A
                resume B
                resume C
                +2s background
                """,
            step: 500,
            expected: """
                W0 D0 A0 R4500 B4500
                B       |
                C       |
                0 first frame
                1000 miss A: paused
                1000 skip C: paused
                2000 skip C: paused
                """),
        Rule(
            "A paused task that has removed itself is not still paused",
            """
            tasks: [{name: A, on: launch, autoRemove: true, duration: 20ms}]
            """,
            script: """
                launch
                +10ms pause A
                """,
            expected: """
                W0 D0 A20
                A ##
                20 first frame
                """),
        Rule(
            "The rest of a paused lane prolongs no replay",
            """
            lanes: {main: {gap: 5s}}
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: launch, lane: async, duration: 50ms}
              - {name: C, on: launch, duration: 10ms, blocks: false}
            """,
            script: """
                launch
                +20ms pause lane:main
                """,
            expected: """
                W0 D0 A10
                A #
                B #####
                10 first frame
                20 park C: lane main is paused
                50 warning C is still parked: lane main is paused
                50 warning lane main is still paused
                """),
        Rule(
            "A wait that gives up waits for no suspension that was overtaken",
            """
            suspendAfter: 10s
            clock: {source: external}
            tasks: [{name: A, on: memory}]
            """,
            script: """
                launch
                background
                foreground
                wait until A done
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F0 A0
                0 first frame
                0 expected wait until A done, actual nothing is left to do
                """),
    ]
}
