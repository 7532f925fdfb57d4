// Weak edges and anchors (The rules, "Order" and "Tasks").

extension Rule {
    static let preferences: [Rule] = [
        Rule(
            "prefers: if both are released, the preferred one starts first, whatever the priority",
            """
            tasks:
              - {name: A, on: launch, priority: critical, prefers: [B], duration: 10ms}
              - {name: B, on: launch, duration: 20ms}
            """,
            expected: """
                W0 D0 A30
                A ..#
                B ##
                30 first frame
                """),
        Rule(
            "prefers waits for nothing that is not released, and for no name that does not exist",
            """
            tasks:
              - {name: A, on: launch, prefers: [B, Nobody], duration: 10ms}
              - {name: B, on: memory}
            """,
            expected: """
                W0 D0 A10
                A #
                10 first frame
                """),
        Rule(
            "A preferred task that fails skips nothing",
            """
            tasks:
              - {name: A, on: launch, prefers: [B], duration: 10ms}
              - {name: B, on: launch, duration: 20ms, outcome: fail}
            """,
            expected: """
                W0 D0 A30
                A ..#
                B ##
                20 B fail
                30 first frame
                """),
        Rule(
            "An anchor takes no time and no place: what names it starts when all that it names has ended",
            """
            lanes: {io: 2}
            tasks:
              - {name: A, on: launch, lane: io, duration: 10ms}
              - {name: B, on: launch, lane: io, duration: 20ms}
              - {name: Ready, on: launch, after: [A, B], anchor: true}
              - {name: Main, on: launch, duration: 50ms}
              - {name: C, on: launch, lane: io, after: [Ready], duration: 10ms}
            """,
            expected: """
                W0 D0 A50
                A     #
                B     ##
                Ready ..|
                Main  #####
                C     ..#
                50 first frame
                """),
        Rule(
            "teardown: what started runs once more when the app terminates, the last one first",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms, teardown: true}
              - {name: B, on: launch, after: [A], duration: 10ms, teardown: true}
              - {name: C, on: memory, teardown: true}
            """,
            script: "launch\nat 50ms terminate\nexpect A ran 2\nexpect B ran 2\nexpect C not run",
            expected: """
                W0 D0 A20 R50 B50 T50
                A #    .#
                B .#   #
                20 first frame
                70 notRunning
                """),
    ]
}
