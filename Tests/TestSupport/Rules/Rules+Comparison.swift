// What the comparison of random worlds with a second implementation of the rules has found: limits of what is over, what
// precedes the basic tasks, dates after a suspension, sequences under names that were in use.

extension Rule {
    static let comparison: [Rule] = [
        Rule(
            "A wait gives up at once if only the limits of ended attempts and jobs are ahead",
            """
            clock: {source: external}
            tasks:
              - {name: A, on: launch, duration: 10ms, timeout: 300ms}
              - {name: B, on: memory}
            jobs:
              handlers: {up: {duration: 20ms, timeout: 200ms}}
              enqueue: [{task: up}]
            """,
            script: "launch\nwait until B done",
            expected: """
                W0 D0 A10
                A  #
                10 queue didStart
                10 job 1 up jobDidStart 1
                10 first frame
                30 job 1 up jobDidSucceed 1
                30 queue didDrain
                30 expected wait until B done, actual nothing is left to do
                """),
        Rule(
            "What a skipped basic task waited for is one of the other runs again",
            """
            tasks:
              - {name: P, on: launch, duration: 10ms, outcome: fail}
              - {name: Q, on: launch, duration: 10ms}
              - {name: B1, class: basic, after: [P, Q]}
              - {name: B2, class: basic, duration: 10ms}
            """,
            expected: """
                W0 D0 A30
                P  #
                Q  --#
                B2 -#
                10 P fail
                10 skip B1: P failed
                30 first frame
                """),
        Rule(
            "What a destroyed task waited for does not precede the basic one that preferred it",
            """
            tasks:
              - {name: P, on: launch, duration: 20ms}
              - {name: Q, on: launch, duration: 10ms}
              - {name: R, on: launch, after: [P, Q]}
              - {name: B, class: basic, prefers: [R], duration: 10ms}
            """,
            script: "launch\nat 10ms destroy R",
            expected: """
                W0 D0 A40
                P ##
                Q ---#
                B .-#
                10 skip R: destroyed
                40 first frame
                """),
        Rule(
            "schedule uses the clock's catchUp if it has none of its own",
            """
            suspendAfter: 1s
            clock: {catchUp: all}
            """,
            script: """
                launch
                schedule T every 1s duration 100ms
                schedule U every 1s catch-up once
                +1500ms background
                +4s foreground
                advance 2s
                expect T ran 7
                expect U ran 4
                """,
            step: 100,
            expected: """
                W0 D0 A0 R1500 B1500 F5500 A5500
                T           #         #                                       ####      #
                U           -|        -|                                      -|        -|
                0 first frame
                2500 suspended
                """),
        Rule(
            "With catchUp none a turn after a suspension has the date of its own tick",
            """
            suspendAfter: 0s
            tasks:
              - {name: T, every: 2s, catchUp: none}
              - {name: D, at: 2001-01-01T00:00:03Z, whenMissed: run}
            """,
            script: "launch\nbackground\n+3200ms foreground\nadvance 1s\nexpect order D < T",
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F3200 A3200
                T     |
                D     |
                0 first frame
                0 suspended
                """),
        Rule(
            "After a suspension the dates of a dated task continue with those that passed",
            """
            suspendAfter: 1s
            tasks:
              - {name: E, every: 1s, duration: 100ms}
              - {name: D, at: 2001-01-01T00:00:01Z, every: 1s, duration: 100ms}
            """,
            script: "launch\n+1500ms background\n+4s foreground\nadvance 2s",
            step: 100,
            expected: """
                W0 D0 A0 R1500 B1500 F5500 A5500
                E           #         #                                       #         #
                D           -#        -#                                      -#        -#
                0 first frame
                2500 suspended
                """),
        Rule(
            "A date that is past at its registration did not fall into a suspension: its age alone decides",
            """
            suspendAfter: 500ms
            """,
            script: """
                launch
                background
                +1s foreground
                schedule T at 2001-01-01T00:00:00.700Z
                advance 1s
                background
                +700ms schedule U at 2001-01-01T00:00:02.600Z every 1s
                schedule V at 2001-01-01T00:00:02.900Z every 1s
                +300ms foreground
                advance 1s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F1000 A1000 R2000 B2000 F3000 A3000
                T   |
                U     |
                0 first frame
                500 suspended
                2500 suspended
                4000 miss V: the date came during a suspension
                """),
        Rule(
            "A run that is skipped warns of an unknown name, too, wherever it is in the list",
            """
            tasks:
              - {name: A, on: willFinishLaunching, outcome: fail}
              - {name: X}
              - {name: B, on: launch, after: [A, X]}
              - {name: C, on: launch, after: [X, A]}
            """,
            script: "destroy X\nlaunch",
            expected: """
                W0 D0 A0
                A |
                0 A fail
                0 warning B waits for X, which does not exist and is ignored
                0 skip B: A failed
                0 warning C waits for X, which does not exist and is ignored
                0 skip C: A failed
                0 first frame
                """),
        Rule(
            "A run that never ends is stuck, too, if the event waits for an idle task behind it",
            """
            tasks:
              - {name: A, on: active}
              - {name: N, on: launch, after: [A], duration: never}
              - {name: I, on: idle}
              - {name: M, on: memory, after: [I]}
            """,
            script: "launch\nfire idle\nmemory-warning",
            step: 1000,
            expected: """
                W0 D0 A0 idle0 M0
                A |
                0 park N: waits for A, which is not released
                0 first frame
                20000 warning N never ends; its event continues without it
                20000 park N: it never ends
                20000 park I: lane main is blocked by runs that never end
                20000 park M: waits for I, which is parked
                20000 warning I is still parked: lane main is blocked by runs that never end
                20000 warning M is still parked: waits for I, which is parked
                """),
        Rule(
            "A sequence that stops at a step without a run keeps no app awake",
            """
            suspendAfter: 0s
            tasks:
              - {name: H, duration: 1s}
              - {name: L, on: active, after: [Never]}
              - {name: Never}
              - {name: V, every: 1s}
            sequences: [{name: S, on: active, steps: [H, L]}]
            """,
            script: "launch\nbackground\nadvance 2s\nexpect V not run",
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                H     #
                S     |
                0 park L: waits for Never, which is not released
                0 S started
                0 first frame, 1 parked
                1000 S completed H
                1000 skip L: overrun
                1000 S failed L
                1000 suspended
                2000 warning L is still parked: waits for Never, which is not released
                """),
        Rule(
            "With the critical path first a sequence has no length of the task whose name it took",
            """
            order: criticalPath
            tasks:
              - {name: T, on: launch, duration: 100ms, autoRemove: true}
              - {name: A, on: memory, duration: 10ms}
              - {name: U, duration: 10ms}
            """,
            script: "launch\nwait until launched\ninject-sequence T steps U on memory\nmemory-warning",
            expected: """
                W0 D0 A100 M100
                T ##########-|
                A           #
                U            #
                100 first frame
                110 T started
                120 T completed U
                120 T allDone
                """),
        Rule(
            "The name of a step cannot become a sequence's while the step's own is there",
            """
            tasks:
              - {name: A, duration: 10ms}
              - {name: B, duration: 10ms}
            sequences: [{name: S, steps: [A]}]
            """,
            script: """
                launch
                destroy A
                inject-sequence A steps B
                destroy S
                inject-sequence A steps B
                start A
                """,
            expected: """
                W0 D0 A0
                A |
                B #
                0 first frame
                0 refused inject-sequence A steps B: a step is a task, not a sequence
                0 A started
                10 A completed B
                10 A allDone
                """),
        Rule(
            "A run between two attempts is not parked because of what the next run of its task waits for",
            """
            lanes: {io: 1, net: 1}
            tasks:
              - {name: N, on: active, lane: io, duration: never, blocks: true}
              - {name: T, on: [launch, memory], prefers: [P], lane: io, outcome: fail, retry: {limit: 3, delay: 1s}}
              - {name: P, on: memory, lane: net}
            """,
            script: "launch\npause lane:net\nmemory-warning\nadvance 1s",
            step: 1000,
            expected: """
                W0 D0 A0 M20000
                T |
                0 T fail
                20000 warning launch passed its limit of 20s
                20000 warning N never ends; its event continues without it
                20000 park N: it never ends
                20000 park T: lane io is blocked by runs that never end
                20000 first frame, 2 parked
                20000 park T: waits for T, which is parked
                20000 park P: lane net is paused
                20000 warning T is still parked: lane io is blocked by runs that never end
                20000 warning T is still parked: waits for T, which is parked
                20000 warning P is still parked: lane net is paused
                20000 warning lane net is still paused
                """),
        Rule(
            "The cancelled turn of a destroyed task is over for a run that waits for whichever turn ends first",
            """
            lanes: {io: 1}
            tasks:
              - {name: T1, on: launch, after: [T0]}
              - {name: T0, on: active, lane: io, duration: 100ms}
            """,
            script: "launch\nfire didBecomeActive\ndestroy T0",
            expected: """
                W0 D0 A0 A0
                T0 ##########
                0 park T1: waits for T0, which is not released
                0 first frame
                0 skip T0: destroyed
                0 skip T1: T0 was cancelled
                """),
    ]
}
