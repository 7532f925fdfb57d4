// Scenarios and scripts, and what they result in.

extension Rule {
    static let events: [Rule] = [
        Rule(
            "Each event waits until main-lane runs of the one before have ended",
            """
            tasks:
              - {name: W, on: willFinishLaunching, duration: 20ms}
              - {name: D, on: launch, duration: 20ms}
              - {name: A, on: active, duration: 20ms}
            """,
            expected: """
                W0 D20 A40
                W ##
                D   ##
                A     ##
                60 first frame
                """),
        Rule(
            "A run on another lane does not hold its event",
            """
            tasks:
              - {name: Slow, on: launch, lane: async, duration: 50ms}
              - {name: A, on: active, duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                Slow #####
                A    #
                10 first frame
                """),
        Rule(
            "blocks: true makes a run on another lane hold its event",
            """
            tasks:
              - {name: Slow, on: launch, lane: async, duration: 50ms, blocks: true}
              - {name: A, on: active, duration: 10ms}
            """,
            expected: """
                W0 D0 A50
                Slow #####
                A         #
                60 first frame
                """),
        Rule(
            "blocks: false frees a main-lane run",
            """
            tasks:
              - {name: Slow, on: launch, duration: 50ms, blocks: false}
              - {name: A, on: active, duration: 10ms}
            """,
            expected: """
                W0 D0 A0
                Slow #####
                A    -----#
                60 first frame
                """),
        Rule(
            "A task on two events runs on each",
            """
            tasks:
              - {name: A, on: [launch, active], duration: 10ms}
            """,
            expected: """
                W0 D0 A10
                A ##
                20 first frame
                """),
        Rule(
            "fire A|B delivers in bit order, and a task on both runs twice",
            """
            tasks:
              - {name: A, on: [reserved1, reserved2], duration: 10ms}
            """,
            script: """
                launch
                +50ms fire reserved2|reserved1
                """,
            expected: """
                W0 D0 A0 reserved150 reserved260
                A      ##
                0 first frame
                """),
        Rule(
            "willFinishLaunching cannot be fired",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            """,
            script: """
                launch
                +50ms fire willFinishLaunching
                fire reserved1|didFinishLaunching
                """,
            expected: """
                W0 D0 A10
                A #
                10 first frame
                50 refused fire willFinishLaunching: willFinishLaunching happens once in a process, at launch
                50 refused fire reserved1|didFinishLaunching: didFinishLaunching happens once in a process, at launch
                """),
        Rule(
            "An action that the state does not allow is refused, and nothing changes",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
            """,
            script: """
                background
                launch
                +50ms launch
                foreground
                background
                background
                memory-warning
                """,
            expected: """
                W0 D0 A10 R50 B50 M50
                A #
                0 refused background: background needs inactive or active; the state is notRunning
                10 first frame
                50 refused launch: launch needs notRunning; the state is active
                50 refused foreground: foreground needs inactive, background or suspended; the state is active
                50 refused background: background needs inactive or active; the state is background
                """),
        Rule(
            "An action during another one waits its turn and is checked then",
            """
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: B, on: background, duration: 10ms}
            """,
            script: """
                launch
                +10ms background
                foreground
                launch
                """,
            expected: """
                W0 D0 A50 R50 B50 F60 A60
                A #####
                B      #
                50 first frame
                60 refused launch: launch needs notRunning; the state is active
                """),
        Rule(
            "background and foreground deliver their events in order",
            """
            tasks:
              - {name: R, on: willResignActive, duration: 10ms}
              - {name: B, on: background, duration: 10ms}
              - {name: F, on: foreground, duration: 10ms}
              - {name: A, on: active, duration: 10ms}
            """,
            script: """
                launch
                +20ms background
                +50ms foreground
                """,
            expected: """
                W0 D0 A0 R20 B30 F70 A80
                R   #
                B    #
                F        #
                A #       #
                10 first frame
                """),
        Rule(
            "interrupt makes the app inactive, from where foreground delivers didBecomeActive only",
            """
            tasks:
              - {name: A, on: active, duration: 10ms}
            """,
            script: """
                launch
                +20ms interrupt
                +20ms foreground
                expect state active
                """,
            expected: """
                W0 D0 A0 R20 A40
                A #   #
                10 first frame
                """),
        Rule(
            "terminate from active delivers three events, then the process ends",
            """
            tasks:
              - {name: R, on: willResignActive, duration: 10ms}
              - {name: B, on: background, duration: 10ms}
              - {name: T, on: terminate, duration: 10ms}
              - {name: S, on: launch, lane: async, duration: 1s}
            """,
            script: """
                launch
                +50ms terminate
                """,
            expected: """
                W0 D0 A0 R50 B60 T70
                R      #
                B       #
                T        #
                S ########
                0 first frame
                80 S cancelled
                80 notRunning
                """),
        Rule(
            "terminate from suspended delivers none",
            """
            tasks:
              - {name: T, on: terminate, duration: 10ms}
            """,
            script: """
                launch
                +20ms background
                +6s terminate
                """,
            step: 1000,
            expected: """
                W0 D0 A0 R20 B20
                0 first frame
                5020 suspended
                6020 notRunning
                """),
        Rule(
            "crash acts at once and cancels what is unfinished",
            """
            tasks:
              - {name: A, on: launch, duration: 50ms}
              - {name: B, on: launch, after: [A], duration: 50ms}
            """,
            script: """
                launch
                +20ms crash
                """,
            expected: """
                W0 D0
                A ##
                20 A cancelled
                20 skip B: the process ended
                20 notRunning
                """),
        Rule(
            "open-url from notRunning launches with openURL before didBecomeActive",
            """
            tasks:
              - {name: U, on: openURL, duration: 10ms}
              - {name: A, on: active, duration: 10ms}
            """,
            script: """
                open-url app://x
                expect order U < A
                """,
            expected: """
                W0 D0 URL0 A10
                U #
                A  #
                20 first frame
                """),
        Rule(
            "open-url while active delivers openURL only",
            """
            tasks:
              - {name: U, on: openURL, duration: 10ms}
            """,
            script: """
                launch
                +20ms open-url app://x
                """,
            expected: """
                W0 D0 A0 URL20
                U   #
                0 first frame
                """),
        Rule(
            "After a relaunch once-only tasks run again and pauses are lifted",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: launch, duration: 10ms}
            """,
            script: """
                launch
                +50ms pause A
                terminate
                +50ms launch
                expect A ran 2
                """,
            expected: """
                W0 D0 A20 R50 B50 T50 W100 D100 A120
                A #         #
                B -#        -#
                20 first frame
                50 notRunning
                120 first frame
                """),
        Rule(
            "A pause given while not running applies to the next process; the once-only event is then missed",
            """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, on: launch, duration: 10ms}
            """,
            script: """
                pause A
                launch
                expect A missed
                expect A not run
                """,
            expected: """
                W0 D0 A10
                B #
                0 miss A: paused
                10 first frame
                10 warning A is still paused
                """),
    ]
}
