// Scenarios and scripts, and what they result in.

extension Rule {
    static let classes: [Rule] = [
        Rule(
            "basic first, then async beside sync, afterLaunch after the first frame",
            """
            tasks:
              - {name: L, class: afterLaunch, duration: 20ms}
              - {name: Y, class: async, duration: 40ms}
              - {name: S, class: sync, duration: 20ms}
              - {name: B2, class: basic, duration: 10ms}
              - {name: B1, class: basic, priority: high, duration: 20ms}
            """,
            expected: """
                W0 D0 A50
                L  -----##
                Y     ####
                S     ##
                B2 --#
                B1 ##
                0 park L: lane afterLaunch is not open
                50 first frame
                """),
        Rule(
            "sync and async are released when main may start again, the gap of the last basic one included",
            """
            lanes: {main: {gap: 30ms}}
            tasks:
              - {name: B, class: basic, duration: 10ms}
              - {name: S, class: sync, duration: 10ms}
              - {name: Y, class: async, duration: 10ms}
            """,
            expected: """
                W0 D0 A50
                B #
                S     #
                Y     #
                50 first frame
                """),
        Rule(
            "A task that its class will not release any more has its last result",
            """
            tasks:
              - {name: B, class: basic}
              - {name: S, class: sync, autoRemove: true, duration: 10ms}
              - {name: F, on: active, after: [S], duration: 10ms}
            sequences: [{name: Q, on: willFinishLaunching, steps: [S]}]
            """,
            expected: """
                W0 D0 A10
                B -|
                S #
                F  #
                Q |
                0 Q started
                10 Q completed S
                10 Q allDone
                20 first frame
                """),
        Rule(
            "Other main-lane runs of the event wait for the basic ones; what basic ones wait for does not",
            """
            tasks:
              - {name: E, on: launch, priority: critical, duration: 10ms}
              - {name: P, on: launch, priority: low, duration: 10ms}
              - {name: B, class: basic, after: [P], duration: 10ms}
            """,
            expected: """
                W0 D0 A30
                E --#
                P #
                B .#
                30 first frame
                """),
        Rule(
            "A basic one that waits for an async one is parked and delays nothing",
            """
            tasks:
              - {name: B, class: basic, after: [Y], duration: 10ms}
              - {name: S, class: sync, duration: 20ms}
              - {name: Y, class: async, duration: 40ms}
            """,
            expected: """
                W0 D0 A50
                B ....#
                S ##
                Y ####
                0 park B: waits for Y, which is not released
                50 first frame
                """),
        Rule(
            "Classes as lists; a name without a task is a warning and the rest continues",
            """
            classes: {basic: [Hook, Observe], sync: [Apple]}
            tasks:
              - {name: Apple, duration: 10ms}
              - {name: Hook, duration: 10ms}
            """,
            expected: """
                W0 D0 A20
                Apple  #
                Hook  #
                0 warning no run for Observe
                20 first frame
                """),
    ]
}
