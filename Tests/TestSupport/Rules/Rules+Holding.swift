// What holds an event, and what is parked or stuck.

extension Rule {
    static let holding: [Rule] = [
        Rule(
            "A run that waits for a parked one is parked, whatever the order of registration",
            """
            lanes: {io: 1}
            tasks:
              - {name: B, on: active, after: [C], duration: 10ms}
              - {name: C, on: active, lane: io, duration: 10ms}
            """,
            script: """
                pause lane:io
                launch
                """,
            expected: """
                W0 D0 A0
                0 park C: lane io is paused
                0 park B: waits for C, which is parked
                0 first frame, 2 parked
                0 warning B is still parked: waits for C, which is parked
                0 warning C is still parked: lane io is paused
                0 warning lane io is still paused
                """),
        Rule(
            "What waits for a run of lane afterLaunch of its own event is parked until the first frame",
            """
            tasks:
              - {name: B, on: active, after: [C], duration: 10ms}
              - {name: C, on: active, lane: afterLaunch, duration: 10ms}
              - {name: D, on: active, duration: 20ms}
            """,
            expected: """
                W0 D0 A0
                B ...#
                C --#
                D ##
                0 park C: lane afterLaunch is not open
                0 park B: waits for C, which is parked
                20 first frame
                """),
        Rule(
            "Behind an overrun a run waits for the run that waits, and is parked with it",
            """
            tasks:
              - {name: A, on: [launch, active], lane: afterLaunch, duration: 10ms}
              - {name: B, on: active, follows: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                A #
                B .#
                0 park A: lane afterLaunch is not open
                0 skip A: overrun
                0 park B: waits for A, which is parked
                0 first frame
                """),
        Rule(
            "A timer's turn behind an overrun of a parked one is parked too",
            """
            tasks:
              - {name: A, every: 1s, after: [S]}
              - {name: B, every: 2s, follows: [A]}
              - {name: C}
            sequences: [{name: S, steps: [C]}]
            """,
            script: """
                launch
                advance 2s
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                0 first frame
                1000 park A: waits for S, which is not released
                2000 skip A: overrun
                2000 park B: waits for A, which is parked
                2000 warning A is still parked: waits for S, which is not released
                2000 warning B is still parked: waits for A, which is parked
                """),
        Rule(
            "Without a basic task sync and async ones are released with the event's other tasks, after them",
            """
            tasks:
              - {name: A, class: async, duration: 20ms}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A30
                A ##
                B ..#
                30 first frame
                """),
        Rule(
            "A gap of main holds the event only while a class is still to be released",
            """
            lanes: {main: {gap: 300ms}}
            tasks: [{name: A, class: basic, duration: 1s}]
            """,
            step: 100,
            expected: """
                W0 D0 A1000
                A ##########
                1000 first frame
                """),
        Rule(
            "A basic task on another lane holds its event until it has ended",
            """
            lanes: {io: 1}
            tasks:
              - {name: A, class: basic, lane: io, duration: 30ms}
              - {name: B, class: basic, lane: io, duration: 30ms, blocks: false}
            """,
            expected: """
                W0 D0 A30
                A ###
                B ---###
                30 first frame
                """),
        Rule(
            "A never run for which a run of the event waits is stuck at that event's limit",
            """
            limits: {launch: 100ms}
            tasks:
              - {name: A, class: async, duration: never}
              - {name: B, on: launch, after: [A], duration: 10ms}
            """,
            expected: """
                W0 D0 A100
                100 warning launch passed its limit of 100ms
                100 warning A never ends; its event continues without it
                100 park A: it never ends
                100 park B: waits for A, which is parked
                100 first frame, 2 parked
                100 warning B is still parked: waits for A, which is parked
                """),
        Rule(
            "A never run whose place a run of the event waits for is stuck at that event's limit",
            """
            limits: {launch: 100ms}
            lanes: {io: 1}
            tasks:
              - {name: A, on: willFinishLaunching, lane: io, duration: never}
              - {name: B, on: launch, lane: io, blocks: true, duration: 10ms}
            """,
            expected: """
                W0 D0 A100
                100 warning launch passed its limit of 100ms
                100 warning A never ends; its event continues without it
                100 park A: it never ends
                100 park B: lane io is blocked by runs that never end
                100 first frame, 2 parked
                100 warning B is still parked: lane io is blocked by runs that never end
                """),
        Rule(
            "A never run that starts past the limit is stuck last in its instant, after the other starts",
            """
            limits: {launch: 50ms}
            lanes: {io: 1}
            tasks:
              - {name: A, on: launch, duration: 100ms}
              - {name: B, on: active, lane: io, duration: 10ms}
              - {name: C, on: active, duration: never}
            """,
            expected: """
                W0 D0 A100
                A ##########
                B           #
                50 warning launch passed its limit of 50ms
                100 warning C never ends; its event continues without it
                100 park C: it never ends
                """),
        Rule(
            "A sequence whose current step is parked is parked, and holds again once the step continues",
            """
            tasks:
              - {name: A, lane: afterLaunch, duration: 10ms}
              - {name: B, duration: 20ms}
              - {name: X, on: active, after: [S], duration: 10ms}
            sequences: [{name: S, on: launch, steps: [A, B], blocks: true}]
            """,
            expected: """
                W0 D0 A0
                A #
                B  ##
                X ...#
                S |
                0 S started
                0 park A: lane afterLaunch is not open
                0 park X: waits for S, which is parked
                0 first frame
                10 S completed A
                30 S completed B
                30 S allDone
                """),
        Rule(
            "A stopped sequence that an event starts again releases its step with the event's other tasks",
            """
            tasks:
              - {name: A, outcome: fail, duration: 10ms}
              - {name: B, duration: 10ms}
              - {name: C, on: memory, after: [B], duration: 10ms}
            sequences: [{name: S, on: [launch, memory], steps: [A, B]}]
            """,
            script: """
                launch
                +50ms memory-warning
                """,
            expected: """
                W0 D0 A0 M50
                A #
                B      #
                C      .#
                S |
                0 S started
                0 first frame
                10 A fail
                10 S failed A
                60 S completed B
                60 S allDone
                """),
        Rule(
            "What waits for a sequence is skipped for the first cause: its step had no run",
            """
            tasks:
              - {name: A, on: [launch, active], lane: io, duration: 10ms}
              - {name: D, on: launch, duration: 20ms}
              - {name: B, on: active, after: [S], duration: 10ms}
            lanes: {io: 1}
            sequences: [{name: S, on: active, steps: [A]}]
            """,
            expected: """
                W0 D0 A20
                A # #
                D ##
                S   |
                20 S started
                20 skip A: overrun
                20 S failed A
                20 skip B: A was skipped
                20 first frame
                """),
    ]
}
