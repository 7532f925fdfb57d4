// Where two rules meet.

extension Rule {
    static let corners: [Rule] = [
        Rule(
            "A turn that a paused task skipped is not a run, and so not work: no idle",
            """
            tasks:
              - {name: A, on: launch}
              - {name: N, notification: K}
              - {name: I, on: idle}
            """,
            script: """
                pause A
                pause N
                launch
                post K
                advance 5s
                expect I not run
                """,
            expected: """
                W0 D0 A0
                0 miss A: paused
                0 first frame
                0 skip N: paused
                5000 warning A is still paused
                5000 warning N is still paused
                """),
        Rule(
            "A delay before an attempt that ends in a suspension waits for its end",
            """
            suspendAfter: 1s
            tasks:
              - name: A
                on: background
                lane: async
                duration: 500ms
                outcome: [fail, success]
                retry: {limit: 1, delay: 3s}
            """,
            script: """
                launch
                background
                at 5s foreground
                """,
            step: 500,
            expected: """
                W0 D0 A0 R0 B0 F5000 A5000
                A #~~~~~~~~~#
                0 first frame
                500 A fail
                1000 suspended
                """),
        Rule(
            "Lane afterLaunch opens in a suspension, its runs start after it",
            """
            afterLaunchDelay: 3s
            suspendAfter: 1s
            tasks:
              - {name: L, class: afterLaunch, duration: 1s}
            """,
            script: """
                launch
                background
                at 5s foreground
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F5000 A5000
                L -----#
                0 park L: lane afterLaunch is not open
                0 first frame
                1000 suspended
                """),
        Rule(
            "A lane resumed in a suspension starts nothing before its end",
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
                at 2s resume lane:async
                at 3s foreground
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
            "What is parked at the end of its process is skipped, and its lane runs in the next",
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
                at 2s terminate
                launch
                post K
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 W2000 D2000 A2000
                N   #
                0 first frame
                0 park N: lane async is paused
                1000 suspended
                2000 skip N: the process ended
                2000 notRunning
                2000 first frame
                """),
        Rule(
            "A timer scheduled in a suspension counts from then: the ticks continue through it",
            """
            suspendAfter: 1s
            tasks: []
            """,
            script: """
                launch
                background
                at 5500ms schedule T every 2s times 2
                at 6500ms foreground
                advance 4s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F6500 A6500
                T        | |
                0 first frame
                1000 suspended
                """),
        Rule(
            "A timer scheduled after a suspension counts from then, even before the next tick",
            """
            suspendAfter: 1s
            tasks: []
            """,
            script: """
                launch
                background
                at 6500ms foreground
                at 6600ms schedule T every 2s times 2
                advance 5s
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F6500 A6500
                T         | |
                0 first frame
                1000 suspended
                """),
        Rule(
            "A once-only event is missed by a paused sequence",
            """
            tasks:
              - {name: A}
            sequences: [{name: S, on: launch, steps: [A]}]
            """,
            script: """
                pause S
                launch
                expect S missed
                """,
            expected: """
                W0 D0 A0
                0 miss S: paused
                0 first frame
                0 warning S is still paused
                """),
        Rule(
            "A sequence destroyed while it runs lets its step end and starts no other",
            """
            tasks:
              - {name: A, duration: 50ms}
              - {name: B, duration: 50ms}
            sequences: [{name: S, steps: [A, B]}]
            """,
            script: """
                launch
                start S
                +20ms destroy S
                """,
            expected: """
                W0 D0 A0
                A #####
                S |
                0 first frame
                0 S started
                """),
        Rule(
            "A launch by open-url has the limit of a launch",
            """
            limits: {launch: 50ms}
            tasks:
              - {name: A, on: launch, duration: 60ms}
            """,
            script: """
                open-url app://x
                """,
            expected: """
                W0 D0 URL60 A60
                A ######
                50 warning launch passed its limit of 50ms
                60 first frame
                """),
        Rule(
            "A task injected after one that removed itself finds its result",
            """
            tasks:
              - {name: A, on: active, autoRemove: true, duration: 10ms}
            """,
            script: """
                launch
                +50ms inject X on memory after A duration 10ms
                memory-warning
                expect no warnings
                """,
            expected: """
                W0 D0 A0 M50
                A #
                X      #
                10 first frame
                """),
        Rule(
            "A task that removed itself succeeded, although its next run was cancelled with it",
            """
            tasks:
              - {name: A, on: [launch, memory], blocks: false, lane: async, autoRemove: true, duration: 50ms}
              - {name: B, on: openURL, after: [A], duration: 10ms}
            """,
            script: """
                launch
                +10ms memory-warning
                +90ms open-url app://x
                """,
            expected: """
                W0 D0 A0 M10 URL100
                A #####
                B           #
                0 first frame
                50 skip A: destroyed
                """),
        Rule(
            "A name that returns is a predecessor again",
            """
            tasks:
              - {name: A, on: memory, duration: 10ms}
              - {name: B, on: memory, after: [A], duration: 10ms}
            """,
            script: """
                launch
                destroy A
                inject A on memory duration 20ms
                memory-warning
                expect no warnings
                """,
            expected: """
                W0 D0 A0 M0
                A ##
                B ..#
                0 first frame
                """),
        Rule(
            "A result of an earlier process does not count",
            """
            tasks:
              - {name: A, on: memory, duration: 10ms}
              - {name: B, on: reserved1, after: [A], duration: 10ms}
            """,
            script: """
                launch
                memory-warning
                fire reserved1
                at 50ms crash
                launch
                fire reserved1
                """,
            expected: """
                W0 D0 A0 M0 reserved110 W50 D50 A50 reserved150
                A #
                B  #
                0 first frame
                50 notRunning
                50 first frame
                50 park B: waits for A, which is not released
                50 warning B is still parked: waits for A, which is not released
                """),
        Rule(
            "Idle goes by the ticks of an external clock",
            """
            clock: {source: external}
            tasks:
              - {name: A, on: launch}
              - {name: I, on: idle, duration: 100ms}
            """,
            script: """
                launch
                at 1s tick 2
                """,
            step: 100,
            expected: """
                W0 D0 A0 idle1000
                A |
                I           #
                0 first frame
                """),
    ]
}
