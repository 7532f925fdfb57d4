// Scenarios and scripts, and what they result in.

extension Rule {
    static let order: [Rule] = [
        Rule(
            "A dependency takes precedence over a priority: Critical after Low runs second",
            """
            tasks:
              - {name: A, on: launch, priority: critical, after: [B], duration: 20ms}
              - {name: B, on: launch, priority: low, duration: 30ms}
            """,
            expected: """
                W0 D0 A50
                A ...##
                B ###
                50 first frame
                """),
        Rule(
            "Ready runs of a lane start by priority, then as released",
            """
            tasks:
              - {name: Low, on: launch, priority: low, duration: 10ms}
              - {name: D1, on: launch, duration: 10ms}
              - {name: High, on: launch, priority: high, duration: 10ms}
              - {name: Crit, on: launch, priority: critical, duration: 10ms}
              - {name: D2, on: launch, duration: 10ms}
            """,
            expected: """
                W0 D0 A50
                Low  ----#
                D1   --#
                High -#
                Crit #
                D2   ---#
                50 first frame
                """),
        Rule(
            "A run that becomes ready later keeps its place by release",
            """
            tasks:
              - {name: P, on: launch, priority: critical, duration: 20ms}
              - {name: X, on: launch, after: [P], duration: 10ms}
              - {name: Y, on: launch, duration: 30ms}
            """,
            expected: """
                W0 D0 A60
                P ##
                X ..#
                Y ---###
                60 first frame
                """),
        Rule(
            "main starts first, then lanes as declared",
            """
            lanes: {z: 1, a: 1}
            tasks:
              - {name: A, on: launch, lane: a, duration: 10ms}
              - {name: Z, on: launch, lane: z, duration: 10ms}
              - {name: M, on: launch, duration: 10ms}
            script: |
              launch
              expect order M < Z < A
            """,
            expected: """
                W0 D0 A10
                A #
                Z #
                M #
                10 first frame
                """),
        Rule(
            "A lane of width 2 runs two at once",
            """
            lanes: {io: 2}
            tasks:
              - {name: T0, on: launch, lane: io, duration: 20ms}
              - {name: T1, on: launch, lane: io, duration: 20ms}
              - {name: T2, on: launch, lane: io, duration: 20ms}
              - {name: T3, on: launch, lane: io, duration: 20ms}
            """,
            expected: """
                W0 D0 A0
                T0 ##
                T1 ##
                T2 --##
                T3 --##
                0 first frame
                """),
        Rule(
            "A gap keeps the place free after each run; it holds no event",
            """
            lanes: {main: {gap: 20ms}}
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: launch, duration: 10ms}
              - {name: C, on: active, duration: 10ms}
            """,
            expected: """
                W0 D0 A40
                A #
                B ---#
                C     --#
                70 first frame
                """),
        Rule(
            "order: criticalPath starts the longest remaining path first",
            """
            order: criticalPath
            tasks:
              - {name: Short, on: launch, priority: critical, duration: 10ms}
              - {name: Long, on: launch, priority: low, duration: 20ms}
              - {name: Tail, on: launch, after: [Long], duration: 30ms}
            """,
            expected: """
                W0 D0 A60
                Short -----#
                Long  ##
                Tail  ..###
                60 first frame
                """),
        Rule(
            "A run of duration 0 ends before the next start",
            """
            tasks:
              - {name: A, on: launch}
              - {name: B, on: launch, after: [A], priority: critical, duration: 10ms}
              - {name: C, on: launch, priority: high, duration: 10ms}
            """,
            expected: """
                W0 D0 A20
                A -|
                B .#
                C #
                20 first frame
                """),
        Rule(
            "A name listed twice in after counts once",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: launch, after: [A, A], duration: 10ms}
            """,
            expected: """
                W0 D0 A20
                A #
                B .#
                20 first frame
                """),
    ]
}
