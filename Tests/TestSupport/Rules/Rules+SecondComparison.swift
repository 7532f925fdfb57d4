// What the second comparison of random worlds has found: ends of replays, teardowns, basic tasks that come back, turns of
// the same event.

extension Rule {
    static let secondComparison: [Rule] = [
        Rule(
            "A replay goes on while an event waits: a timer's run does not end it",
            """
            tasks:
              - {name: G, on: reserved1, duration: 700ms}
              - {name: B, every: 1s, duration: 100ms, priority: high}
              - {name: D, on: reserved1}
            """,
            script: "launch\nat 500ms fire reserved1\nfire reserved2", step: 100,
            expected: """
                W0 D0 A0 reserved1500 reserved21300
                G      #######
                B           --#
                D      --------|
                0 first frame
                """),
        Rule(
            "A replay goes on while a first frame is to come, also after the limit of the launch",
            """
            limits: {launch: 1s}
            tasks:
              - {name: G, on: willFinishLaunching, duration: 1500ms}
              - {name: B, every: 1s, duration: 100ms}
              - {name: D, on: active}
            """, step: 100,
            expected: """
                W0 D1500 A1500
                G ###############
                B           -----#
                D                -|
                1000 warning launch passed its limit of 1s
                1600 first frame
                """),
        Rule(
            "What stands behind a run that never ends is said to have been left waiting",
            """
            lanes: {io: {width: 1}}
            tasks:
              - {name: N, on: launch, lane: io, duration: never}
              - {name: D, on: launch, lane: io}
            """,
            expected: """
                W0 D0 A0
                0 first frame
                0 warning N never ends; its event continues without it
                0 warning D was still waiting
                """),
        Rule(
            "A wait is met by a run of an earlier process",
            """
            tasks:
              - {name: D, on: reserved1, duration: 10ms}
            """,
            script: "launch\nfire reserved1\nterminate\nlaunch\nwait until D done",
            expected: """
                W0 D0 A0 reserved10 R10 B10 T10 W10 D10 A10
                D #
                0 first frame
                10 notRunning
                10 first frame
                """),
        Rule(
            "A wait waits for a run under way as long as it takes",
            """
            tasks:
              - {name: T, every: 1s, times: 1, duration: 2h}
            """,
            script: "launch\nwait until T done\nnote over", step: 1_000_000,
            expected: """
                W0 D0 A0
                T  #######
                0 first frame
                """),
        Rule(
            "A turn passed over while its task is paused is the last one, also while an earlier run is under way",
            """
            tasks:
              - {name: D, on: willFinishLaunching, after: [B]}
              - {name: B, every: 1s, duration: 3s, lane: async}
            """,
            script: "launch\nat 1500ms pause B", step: 500,
            expected: """
                W0 D0 A0
                B   ######
                0 park D: waits for B, which is not released
                0 first frame, 1 parked
                2000 skip B: paused
                2000 skip D: B was skipped
                3000 skip B: paused
                4000 skip B: paused
                4000 warning B is still paused
                """),
        Rule(
            "A basic task that is no longer parked goes before what has not started",
            """
            tasks:
              - {name: X, on: launch, duration: 100ms}
              - {name: B, class: basic, priority: low, duration: 100ms}
              - {name: W, on: launch, lane: async, duration: 1s, blocks: true}
            """,
            script: "pause lane:main\nlaunch\nat 500ms resume lane:main", step: 100,
            expected: """
                W0 D0 A1000
                X ------#
                B -----#
                W ##########
                0 park X: lane main is paused
                0 park B: lane main is paused
                1000 first frame
                """),
        Rule(
            "A basic task goes before the others also once the sync ones are released",
            """
            tasks:
              - {name: X, on: launch, duration: 100ms}
              - {name: B, class: basic, priority: low, duration: 100ms}
              - {name: Y, class: sync, duration: 100ms}
              - {name: W, on: launch, lane: async, duration: 1s, blocks: true}
            """,
            script: "pause lane:main\nlaunch\nat 500ms resume lane:main", step: 100,
            expected: """
                W0 D0 A1000
                X ------#
                B -----#
                Y -------#
                W ##########
                0 park X: lane main is paused
                0 park B: lane main is paused
                0 park Y: lane main is paused
                1000 first frame
                """),
        Rule(
            "A teardown waits for no predecessor",
            """
            tasks:
              - {name: A, on: launch, prefers: [D], teardown: true, duration: 10ms}
              - {name: D, on: background, lane: async, duration: 2s}
            """,
            script: "launch\nterminate",
            expected: """
                W0 D0 A10 R10 B10 T10
                A ##
                D  #
                10 first frame
                20 D cancelled
                20 notRunning
                """),
        Rule(
            "Teardowns run one after the other, the last start first, whatever the width",
            """
            lanes: {io: {width: 3}}
            tasks:
              - {name: s1, on: launch, lane: io, teardown: true, duration: 10ms}
              - {name: s2, on: launch, lane: io, teardown: true, duration: 10ms}
              - {name: s3, on: launch, lane: io, teardown: true, duration: 10ms}
            """,
            script: "launch\n+20ms terminate",
            expected: """
                W0 D0 A0 R20 B20 T20
                s1 # ..#
                s2 # .#
                s3 # #
                0 first frame
                50 notRunning
                """),
        Rule(
            "Teardowns keep their order across lanes and priorities, and none is cut short within the limit",
            """
            tasks:
              - {name: s1, on: launch, priority: critical, teardown: true, duration: 10ms}
              - {name: s2, on: launch, lane: async, blocks: false, priority: low, teardown: true, duration: 10ms}
              - {name: s3, on: launch, blocks: false, priority: low, teardown: true, duration: 20ms}
            """,
            script: "launch\n+40ms terminate",
            expected: """
                W0 D0 A10 R40 B40 T40
                s1 #   ...#
                s2 #   ..#
                s3 -## ##
                10 first frame
                80 notRunning
                """),
        Rule(
            "What depends on a task that its event is still to release waits for that turn, not for an earlier result",
            """
            tasks:
              - {name: A, class: sync, duration: 1s}
              - {name: F, class: basic, after: [A], duration: 100ms}
            sequences:
              - {name: S, on: willFinishLaunching, steps: [A], blocks: true}
            """, step: 100,
            expected: """
                W0 D1000 A2100
                A ####################
                F           ..........#
                S |
                0 S started
                1000 S completed A
                1000 S allDone
                1000 park F: waits for A, which is not released
                2100 first frame
                """),
        Rule(
            "A preference waits for a sync task that is released later",
            """
            tasks:
              - {name: B, class: basic, duration: 20ms}
              - {name: P, on: launch, lane: async, prefers: [Y], duration: 10ms}
              - {name: Y, class: sync, duration: 30ms}
            """,
            expected: """
                W0 D0 A50
                B ##
                P .....#
                Y   ###
                0 park P: waits for Y, which is not released
                50 first frame
                """),
        Rule(
            "A preference is judged when the run becomes ready",
            """
            tasks:
              - {name: A, on: launch, lane: async, duration: 30ms}
              - {name: P, on: launch, after: [A], prefers: [X], duration: 10ms}
              - {name: X, on: reserved1, lane: afterLaunch, duration: 40ms}
            """,
            script: "launch\nat 10ms fire reserved1",
            expected: """
                W0 D0 A40 reserved140
                A ###
                P ...#
                X     ####
                40 first frame
                """),
        Rule(
            "A failure as a step does not stop a timer",
            """
            clock: {interval: 100ms}
            tasks:
              - {name: T, every: 100ms, times: 2, onFailure: stop, duration: 10ms}
            sequences:
              - {name: S, on: launch, steps: [T]}
            recorded:
              tasks: {T: [1 10ms fail, 2 10ms, 3 10ms]}
            """,
            script: "launch\nadvance 300ms", step: 50,
            expected: """
                W0 D0 A0
                T # # #
                S |
                0 S started
                0 first frame
                10 T fail
                10 S failed T
                """),
        Rule(
            "A timeout of no length ends an attempt that was recorded to take longer",
            """
            lanes: {main: {width: 1, gap: 100ms}}
            tasks:
              - {name: A, on: launch}
              - {name: B, on: launch, after: [A], timeout: 0ms}
            recorded:
              tasks: {B: [1 400ms]}
            """,
            script: "launch\nadvance 1s", step: 100,
            expected: """
                W0 D0 A100
                A |
                B -|
                100 B timedOut
                100 first frame
                """),
        Rule(
            "What was recorded of a task says nothing of a sequence that takes its name",
            """
            clock: {interval: 1s}
            tasks:
              - {name: A, on: launch}
              - {name: T, on: launch, autoRemove: true}
            recorded:
              tasks: {T: [1 0ms, 2 400ms fail]}
            """,
            script: "launch\nat 100ms inject-sequence T steps A on reserved1\nfire reserved1", step: 50,
            expected: """
                W0 D0 A0 reserved1100
                A | |
                T | |
                0 first frame
                100 T started
                100 T completed A
                100 T allDone
                """),
        Rule(
            "What waits for the end of a turn and of a sequence that the end cancels names the turn",
            """
            tasks:
              - {name: T, class: async, duration: 100ms, timeout: 50ms, autoRemove: true}
              - {name: B, on: launch, after: [T, S]}
            sequences:
              - {name: S, on: active, steps: [T]}
            """,
            script: "launch", step: 50,
            expected: """
                W0 D0 A0
                T #
                S |
                0 park B: waits for S, which is not released
                0 S started
                0 first frame
                50 T timedOut
                50 skip T: destroyed
                50 S failed T
                50 skip B: T timed out
                """),
    ]
}
