// More about the startup classes, and the options of any task.

extension Rule {
    static let kinds: [Rule] = [
        Rule(
            "sync ones compete with the event's other tasks by priority",
            """
            tasks:
              - {name: S, class: sync, duration: 10ms}
              - {name: H, class: sync, priority: high, duration: 10ms}
              - {name: L, on: launch, priority: low, duration: 10ms}
              - {name: E, on: launch, priority: critical, duration: 10ms}
              - {name: B, class: basic, duration: 10ms}
            """,
            expected: """
                W0 D0 A50
                S  --#
                H  -#
                L ----#
                E -#
                B #
                50 first frame
                """),
        Rule(
            "Without basic ones sync and async are released at once",
            """
            tasks:
              - {name: S, class: sync, duration: 10ms}
              - {name: Y1, class: async, duration: 20ms}
              - {name: Y2, class: async, duration: 20ms}
            """,
            expected: """
                W0 D0 A10
                S  #
                Y1 ##
                Y2 --##
                10 first frame
                """),
        Rule(
            "The event is not over while a class of it is still to be released",
            """
            lanes: {main: {gap: 30ms}}
            tasks:
              - {name: B, class: basic, duration: 10ms}
              - {name: Y, class: async, duration: 10ms}
            """,
            expected: """
                W0 D0 A40
                B #
                Y     #
                40 first frame
                """),
        Rule(
            "afterLaunch runs once a process, one after the other, not at each didBecomeActive",
            """
            tasks:
              - {name: L1, class: afterLaunch, duration: 10ms}
              - {name: L2, class: afterLaunch, duration: 10ms}
              - {name: A, on: active, duration: 20ms}
            """,
            script: """
                launch
                at 100ms background
                foreground
                expect L1 ran 1
                expect L2 ran 1
                """,
            expected: """
                W0 D0 A0 R100 B100 F100 A100
                L1 --#
                L2 ---#
                A  ##        ##
                0 park L1: lane afterLaunch is not open
                0 park L2: lane afterLaunch is not open
                20 first frame
                """),
        Rule(
            "A failed basic one delays nothing",
            """
            tasks:
              - {name: B, class: basic, duration: 10ms, outcome: fail}
              - {name: S, class: sync, duration: 10ms}
              - {name: Y, class: async, duration: 10ms}
            """,
            expected: """
                W0 D0 A20
                B #
                S  #
                Y  #
                10 B fail
                20 first frame
                """),
        Rule(
            "The classes run again in a new process",
            """
            tasks:
              - {name: L, class: afterLaunch, duration: 10ms}
              - {name: B, class: basic, duration: 10ms}
            """,
            script: """
                launch
                at 50ms crash
                launch
                expect L ran 2
                expect B ran 2
                """,
            expected: """
                W0 D0 A10 W50 D50 A60
                L -#   -#
                B #    #
                0 park L: lane afterLaunch is not open
                10 first frame
                50 notRunning
                50 park L: lane afterLaunch is not open
                60 first frame
                """),
        Rule(
            "Durations: a range, a mean with its spread, samples, nothing",
            """
            tasks:
              - {name: R, on: launch, duration: 20ms..20ms}
              - {name: S, on: launch, duration: 20ms +- 0ms}
              - {name: L, on: launch, duration: [20ms, 20ms]}
              - {name: N, on: launch}
            """,
            expected: """
                W0 D0 A60
                R ##
                S --##
                L ----##
                N ------|
                60 first frame
                """),
        Rule(
            "fail 100% fails, fail 0% does not",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: fail 100%}
              - {name: B, on: launch, duration: 10ms, outcome: fail 0%}
            """,
            expected: """
                W0 D0 A20
                A #
                B -#
                10 A fail
                20 first frame
                """),
        Rule(
            "Outcomes by attempt: critical ends the attempts",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: [fail, critical], retry: {limit: 5}}
            """,
            script: """
                launch
                expect A ran 1
                """,
            expected: """
                W0 D0 A20
                A ##
                10 A fail
                20 A critical
                20 first frame
                """),
        Rule(
            "The last outcome of the list repeats",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, outcome: [success, fail], retry: {limit: 5}}
              - {name: B, on: launch, duration: 10ms, outcome: [fail, success], retry: {limit: 5}}
              - {name: C, on: launch, duration: 10ms, outcome: [fail, fail], retry: {limit: 3}}
            """,
            expected: """
                W0 D0 A70
                A #
                B -##
                C ---####
                20 B fail
                40 C fail
                50 C fail
                60 C fail
                70 C fail
                70 first frame
                """),
        Rule(
            "A timeout counts from the start, not from the release",
            """
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: B, on: launch, duration: 10ms, timeout: 20ms}
            """,
            expected: """
                W0 D0 A60
                A #####
                B -----#
                60 first frame
                """),
        Rule(
            "A place of a wide lane rests after each run, the others continue",
            """
            lanes: {io: {width: 2, gap: 10ms}}
            tasks:
              - {name: A, on: launch, lane: io, duration: 10ms}
              - {name: B, on: launch, lane: io, duration: 20ms}
              - {name: C, on: launch, lane: io, duration: 10ms}
              - {name: D, on: launch, lane: io, duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                A #
                B ##
                C --#
                D ---#
                0 first frame
                """),
        Rule(
            "The critical path order replaces the priority: if paths are equal, release decides",
            """
            order: criticalPath
            tasks:
              - {name: A, on: launch, duration: 20ms}
              - {name: B, on: launch, priority: high, duration: 20ms}
              - {name: C, on: launch, duration: 30ms}
            """,
            expected: """
                W0 D0 A70
                A ---##
                B -----##
                C ###
                70 first frame
                """),
    ]
}
