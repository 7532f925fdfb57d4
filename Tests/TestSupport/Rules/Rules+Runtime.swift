// Scenarios and scripts, and what they result in.

extension Rule {
    static let runtime: [Rule] = [
        Rule(
            "An injected task runs on later events and is gone after a relaunch",
            """
            tasks:
              - {name: A, on: active, duration: 10ms}
            """,
            script: """
                launch
                +50ms inject X on foreground after A duration 20ms
                background
                +50ms foreground
                +100ms terminate
                +50ms launch
                expect X ran 1
                """,
            expected: """
                W0 D0 A0 R50 B50 F100 A120 R200 B200 T200 W250 D250 A250
                A #           #            #
                X           ##
                10 first frame
                200 notRunning
                260 first frame
                """),
        Rule(
            "A name in use is refused, a destroyed one is free again",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            """,
            script: """
                launch
                +50ms inject A on memory duration 10ms
                destroy A
                inject A on memory duration 20ms
                memory-warning
                """,
            expected: """
                W0 D0 A10 M50
                A #    ##
                10 first frame
                50 refused inject A on memory duration 10ms: the name is in use
                """),
        Rule(
            "Injecting on a once-only event that was delivered is refused",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            """,
            script: """
                launch
                +50ms inject X on launch
                """,
            expected: """
                W0 D0 A10
                A #
                10 first frame
                50 refused inject X on launch: didFinishLaunching has already been delivered in this process
                """),
        Rule(
            "auto-remove: gone after its first run, from every event",
            """
            tasks:
              - {name: A, on: [active, foreground], autoRemove: true, duration: 10ms}
            """,
            script: """
                launch
                +50ms background
                +50ms foreground
                expect A ran 1
                """,
            expected: """
                W0 D0 A0 R50 B50 F100 A100
                A #
                10 first frame
                """),
        Rule(
            "destroy cancels what waits and lets what runs end",
            """
            tasks:
              - {name: A, on: launch, duration: 30ms}
              - {name: B, on: launch, duration: 30ms}
              - {name: C, on: launch, after: [B], duration: 10ms}
            """,
            script: """
                launch
                +10ms destroy A
                destroy B
                """,
            expected: """
                W0 D0 A30
                A ###
                10 skip B: destroyed
                10 skip C: B was cancelled
                30 first frame
                """),
        Rule(
            "A destroyed predecessor counts as absent, with a warning",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: memory, after: [A], duration: 10ms}
            """,
            script: """
                launch
                +50ms destroy A
                memory-warning
                """,
            expected: """
                W0 D0 A10 M50
                A #
                B      #
                10 first frame
                50 warning B waits for A, which does not exist and is ignored
                """),
        Rule(
            "schedule adds a timer that counts from now",
            """
            tasks:
              - {name: A, on: launch}
            """,
            script: """
                launch
                +1500ms schedule T every 2s times 2 duration 100ms
                advance 6s
                """,
            step: 500,
            expected: """
                W0 D0 A0 idle2000
                A |
                T       #   #
                0 first frame
                """),
        Rule(
            "resume of a paused task that was passed over causes no late run",
            """
            tasks:
              - {name: A, on: memory, duration: 10ms}
            """,
            script: """
                launch
                +50ms pause A
                memory-warning
                +50ms resume A
                memory-warning
                """,
            expected: """
                W0 D0 A0 M50 M100
                A           #
                0 first frame
                50 skip A: paused
                """),
    ]
}
