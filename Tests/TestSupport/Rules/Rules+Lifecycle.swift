// What the user does, the events that follow, and the states.

extension Rule {
    static let lifecycle: [Rule] = [
        Rule(
            "States change as events are delivered",
            """
            tasks:
              - {name: W, on: willFinishLaunching, duration: 20ms}
              - {name: A, on: active, duration: 20ms}
              - {name: R, on: willResignActive, duration: 20ms}
              - {name: F, on: foreground, duration: 20ms}
            """,
            script: """
                launch
                at 10ms expect state inactive
                at 30ms expect state active
                at 50ms background
                at 60ms expect state inactive
                at 80ms expect state background
                at 100ms foreground
                at 110ms expect state inactive
                at 130ms expect state active
                """,
            expected: """
                W0 D20 A20 R50 B70 F100 A120
                W ##
                A   ##        ##
                R      ##
                F           ##
                40 first frame
                """),
        Rule(
            "A launch without tasks is over at once, first frame included",
            """
            tasks: []
            """,
            expected: """
                W0 D0 A0
                0 first frame
                """),
        Rule(
            "foreground from suspended delivers willEnterForeground and didBecomeActive",
            """
            suspendAfter: 1s
            tasks:
              - {name: F, on: foreground, duration: 1s}
            """,
            script: """
                launch
                background
                at 3s expect state suspended
                foreground
                wait until F done
                expect state active
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F3000 A4000
                F    #
                0 first frame
                1000 suspended
                """),
        Rule(
            "background from inactive delivers didEnterBackground only",
            """
            tasks:
              - {name: B, on: background, duration: 10ms}
            """,
            script: """
                launch
                +20ms interrupt
                +20ms background
                expect state background
                """,
            expected: """
                W0 D0 A0 R20 B40
                B     #
                0 first frame
                """),
        Rule(
            "open-url from background enters the foreground, opens, becomes active",
            """
            tasks:
              - {name: U, on: openURL, duration: 10ms}
            """,
            script: """
                launch
                background
                +100ms open-url app://x
                expect state active
                """,
            expected: """
                W0 D0 A0 R0 B0 F100 URL100 A110
                U           #
                0 first frame
                """),
        Rule(
            "open-url from suspended does the same",
            """
            suspendAfter: 1s
            tasks:
              - {name: U, on: openURL, duration: 1s}
            """,
            script: """
                launch
                background
                at 2s open-url app://x
                expect state active
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0 F2000 URL2000 A3000
                U   #
                0 first frame
                1000 suspended
                """),
        Rule(
            "open-url from inactive opens, then becomes active",
            """
            tasks:
              - {name: U, on: openURL, duration: 10ms}
            """,
            script: """
                launch
                +20ms interrupt
                +20ms open-url app://x
                expect state active
                """,
            expected: """
                W0 D0 A0 R20 URL40 A50
                U     #
                0 first frame
                """),
        Rule(
            "terminate from inactive delivers didEnterBackground and willTerminate",
            """
            tasks:
              - {name: T, on: terminate, duration: 10ms}
            """,
            script: """
                launch
                +20ms interrupt
                +20ms terminate
                """,
            expected: """
                W0 D0 A0 R20 B40 T40
                T     #
                0 first frame
                50 notRunning
                """),
        Rule(
            "terminate from background delivers willTerminate only",
            """
            tasks:
              - {name: T, on: terminate, duration: 10ms}
            """,
            script: """
                launch
                background
                +20ms terminate
                """,
            expected: """
                W0 D0 A0 R0 B0 T20
                T   #
                0 first frame
                30 notRunning
                """),
        Rule(
            "A terminate during another action waits its turn",
            """
            tasks:
              - {name: B, on: background, duration: 30ms}
            """,
            script: """
                launch
                +10ms background
                +10ms terminate
                """,
            expected: """
                W0 D0 A0 R10 B10 T40
                B  ###
                0 first frame
                40 notRunning
                """),
        Rule(
            "Each refusal names the states that the action needs",
            """
            tasks: []
            """,
            script: """
                foreground
                memory-warning
                terminate
                interrupt
                crash
                fire reserved1
                tick
                launch
                background
                interrupt
                """,
            expected: """
                W0 D0 A0 R0 B0
                0 refused foreground: foreground needs inactive, background or suspended; the state is notRunning
                0 refused memory-warning: memory-warning needs inactive, active or background; the state is notRunning
                0 refused terminate: terminate needs inactive, active, background or suspended; the state is notRunning
                0 refused interrupt: interrupt needs active; the state is notRunning
                0 refused crash: crash needs inactive, active, background or suspended; the state is notRunning
                0 refused fire reserved1: fire needs inactive, active or background; the state is notRunning
                0 refused tick: tick needs inactive, active or background; the state is notRunning
                0 first frame
                0 refused interrupt: interrupt needs active; the state is background
                """),
        Rule(
            "Suspended refuses a memory warning, fire, tick and start",
            """
            suspendAfter: 1s
            tasks:
              - {name: A}
            sequences: [{name: S, steps: [A]}]
            """,
            script: """
                launch
                background
                at 2s memory-warning
                fire reserved1
                tick
                start S
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                0 first frame
                1000 suspended
                2000 refused memory-warning: memory-warning needs inactive, active or background; the state is suspended
                2000 refused fire reserved1: fire needs inactive, active or background; the state is suspended
                2000 refused tick: tick needs inactive, active or background; the state is suspended
                2000 refused start S: start needs inactive, active or background; the state is suspended
                """),
        Rule(
            "fire changes neither the state nor what waits for it",
            """
            suspendAfter: 1s
            tasks:
              - {name: B, on: background, duration: 10ms}
            """,
            script: """
                launch
                +10ms fire background
                advance 3s
                expect state active
                """,
            expected: """
                W0 D0 A0 B10 idle2000
                B  #
                0 first frame
                """),
        Rule(
            "fire of an event waits for the action in progress",
            """
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: X, on: reserved1, duration: 10ms}
            """,
            script: """
                launch
                +10ms fire reserved1
                """,
            expected: """
                W0 D0 A50 reserved150
                A #####
                X      #
                50 first frame
                """),
        Rule(
            "What waits its turn is checked after a crash as well",
            """
            tasks:
              - {name: A, on: launch, duration: 50ms}
            """,
            script: """
                launch
                +10ms background
                +10ms crash
                """,
            expected: """
                W0 D0
                A ##
                20 A cancelled
                20 notRunning
                20 refused background: background needs inactive or active; the state is notRunning
                """),
        Rule(
            "crash while suspended ends the process without an event",
            """
            suspendAfter: 1s
            tasks:
              - {name: T, on: terminate, duration: 1s}
            """,
            script: """
                launch
                background
                at 2s crash
                expect T not run
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R0 B0
                0 first frame
                1000 suspended
                2000 notRunning
                """),
    ]
}
