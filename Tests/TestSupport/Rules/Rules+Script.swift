// When a line happens, what an expectation says, what is refused before anything runs.

extension Rule {
    private static let two = """
        tasks:
          - {name: A, on: launch, duration: 20ms}
          - {name: "My Task", on: active, duration: 30ms, outcome: fail}
        """

    private static let ticking = """
        tasks:
          - {name: T, every: 1s}
        """

    static let script: [Rule] = [
        Rule(
            "A line runs after everything that is due at its instant, ticks included",
            ticking,
            script: """
                launch
                at 1s expect T ran 1
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T  |
                0 first frame
                """),
        Rule(
            "advance includes its last instant",
            ticking,
            script: """
                launch
                advance 1s
                expect T ran 1
                advance 999ms
                expect T ran 1
                note the end
                """,
            step: 1000,
            expected: """
                W0 D0 A0
                T  |
                0 first frame
                """),
        Rule(
            "Without a time a line runs when the line before ends",
            two,
            script: """
                at 10ms launch
                wait until A done
                crash
                """,
            expected: """
                W10 D10 A30
                A        ##
                My Task    |
                30 My Task cancelled
                30 notRunning
                """),
        Rule(
            "A name with a space needs quotes; # is a comment at the line's start and after a space",
            two,
            script: """
                # the launch
                launch   # now
                wait until "My Task" done
                expect "My Task" failed
                """,
            expected: """
                W0 D0 A20
                A       ##
                My Task   ###
                50 My Task fail
                50 first frame
                """),
        Rule(
            "A failed expectation says what happened, and the replay continues",
            two,
            script: """
                launch
                wait until launched
                expect A ran 2
                expect A failed
                expect A skipped
                expect A missed
                expect A not run
                expect "My Task" ran 0
                expect order "My Task" < A
                expect state background
                expect launch <= 49ms
                expect launch <= 50ms
                memory-warning
                """,
            expected: """
                W0 D0 A20 M50
                A       ##
                My Task   ###
                50 My Task fail
                50 first frame
                50 expected A ran 2, actual A ran 1
                50 expected A failed, actual A failed 0
                50 expected A skipped, actual A skipped 0
                50 expected A missed, actual A missed 0
                50 expected A not run, actual A ran 1
                50 expected "My Task" ran 0, actual My Task ran 1
                50 expected order "My Task" < A, actual A < My Task
                50 expected state background, actual state active
                50 expected launch <= 49ms, actual launch 50ms
                """),
        Rule(
            "Untimed expectations after the last command are checked at the end",
            two,
            script: """
                launch
                expect "My Task" ran 1
                """,
            expected: """
                W0 D0 A20
                A       ##
                My Task   ###
                50 My Task fail
                50 first frame
                """),
        Rule(
            "A timed expectation is checked then",
            two,
            script: """
                launch
                +10ms expect A ran 1
                """,
            expected: """
                W0 D0 A20
                A       ##
                My Task   ###
                10 expected A ran 1, actual A ran 0
                50 My Task fail
                50 first frame
                """),
        Rule(
            "order asks that all have started, and compares first starts",
            """
            tasks:
              - {name: A, on: [launch, memory], duration: 10ms}
              - {name: B, on: memory, priority: high, duration: 10ms}
              - {name: C, on: reserved1, duration: 10ms}
            """,
            script: """
                launch
                memory-warning
                expect order A < B
                expect order A < C
                """,
            expected: """
                W0 D0 A10 M10
                A #-#
                B  #
                10 first frame
                30 expected order A < C, actual A, C not run
                """),
        Rule(
            "no warnings fails if there was one",
            """
            tasks:
              - {name: A, on: launch, after: [B]}
              - {name: B, on: memory}
            """,
            script: """
                launch
                expect no warnings
                """,
            expected: """
                W0 D0 A0
                0 park A: waits for B, which is not released
                0 first frame, 1 parked
                0 warning A is still parked: waits for B, which is not released
                0 expected no warnings, actual warnings 1
                """),
        Rule(
            "A wait for something impossible ends with a failed expectation",
            """
            clock: {source: external}
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: memory}
            """,
            script: """
                launch
                wait until B done
                memory-warning
                expect B ran 1
                """,
            expected: """
                W0 D0 A10 M10
                A #
                B  |
                10 first frame
                10 expected wait until B done, actual nothing is left to do
                """),
        Rule(
            "A wait during which only ticks remain fails after 3,600 of them",
            """
            tasks:
              - {name: B, on: memory, duration: 600s}
            """,
            script: """
                launch
                wait until B done
                memory-warning
                """,
            step: 600_000,
            expected: """
                W0 D0 A0 M3600000
                B       #
                0 first frame
                3600000 expected wait until B done, actual only ticks for 3600 ticks
                """),
        Rule(
            "wait until idle ends when idle is fired",
            two,
            script: """
                launch
                wait until idle
                memory-warning
                """,
            expected: """
                W0 D0 A20 idle2000 M2000
                A       ##
                My Task   ###
                50 My Task fail
                50 first frame
                """),
        Rule(
            "Without a process there is no work to wait for",
            two,
            script: """
                launch
                wait until launched
                terminate
                wait until idle
                expect state notRunning
                """,
            expected: """
                W0 D0 A20 R50 B50 T50
                A       ##
                My Task   ###
                50 My Task fail
                50 first frame
                50 notRunning
                """),
        Rule(
            "A line whose time a wait has passed runs at once, with a warning",
            two,
            script: """
                launch
                wait until launched
                at 30ms memory-warning
                """,
            expected: """
                W0 D0 A20 M50
                A       ##
                My Task   ###
                50 My Task fail
                50 first frame
                50 warning line 3 runs after its time: memory-warning
                """),
        Rule(
            "A time before the line before is an error",
            two,
            script: """
                at 20ms launch
                at 10ms background
                """,
            expected: """
                s.scope:2:4: error: 10ms is earlier than the line before, which happens at 20ms
                """),
        Rule(
            "Unknown commands, names and arguments are errors before anything runs",
            two,
            script: """
                lunch
                pause B
                fire didBecomActive
                tick 0
                expect state asleep
                """,
            expected: """
                s.scope:1:1: error: unknown command "lunch"; did you mean "launch"?
                s.scope:2:7: error: unknown task "B"
                s.scope:3:6: error: unknown event "didBecomActive"; did you mean "didBecomeActive"?
                s.scope:4:6: error: "0" is not a number of ticks, 1 or more
                s.scope:5:14: error: unknown state "asleep"
                """),
        Rule(
            "A name that an earlier inject or schedule line has is known; before that it is not",
            two,
            script: """
                pause X
                inject X on memory
                pause X
                schedule Y every 1s
                destroy Y
                """,
            expected: """
                s.scope:1:7: error: unknown task "X"
                """),
        Rule(
            "A script on the command line replaces the scenario's",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: memory, duration: 10ms}
            script: |
              launch
              memory-warning
              expect A ran 7
            """,
            script: """
                launch
                """,
            expected: """
                W0 D0 A10
                A #
                10 first frame
                """),
    ]
}
