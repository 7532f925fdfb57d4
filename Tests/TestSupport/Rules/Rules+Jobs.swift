// Scenarios and scripts, and what they result in.

extension Rule {
    static let jobs: [Rule] = [
        Rule(
            "didBecomeActive starts the queue; a success removes the row; didDrain when the table became empty",
            """
            jobs: {handlers: {up: {duration: 20ms}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: "launch\nwait until drained\nexpect queue 0",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                20 job 1 up jobDidSucceed 1
                20 job 2 up jobDidStart 1
                40 job 2 up jobDidSucceed 1
                40 queue didDrain
                """),
        Rule(
            "A dead letter is retried with its runs forgiven, or deleted; anything else is refused",
            """
            jobs: {retryLimit: 1, handlers: {up: {duration: 10ms, outcome: fail}}, enqueue: [{task: up}]}
            """,
            script: """
                queue retry 1
                launch
                at 50ms queue retry 1
                expect queue 1
                at 100ms queue discard 1
                queue discard 1
                """,
            expected: """
                W0 D0 A0
                0 refused queue retry 1: no dead letter has the number 1
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 job 1 up jobDidFail 1
                10 queue didDrain
                50 job 1 up jobDidStart 2
                60 job 1 up jobDidFail 2
                60 queue didDrain
                100 refused queue discard 1: no dead letter has the number 1
                """),
        Rule(
            "Four runs by default, willRetry true, true, true, false; then it is a dead letter and the table is empty",
            """
            jobs: {handlers: {up: {duration: 10ms, outcome: fail}}, enqueue: [{task: up}]}
            """,
            script: "launch\nexpect queue 0",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 job 1 up jobDidFail 1, will retry
                10 job 1 up jobDidStart 2
                20 job 1 up jobDidFail 2, will retry
                20 job 1 up jobDidStart 3
                30 job 1 up jobDidFail 3, will retry
                30 job 1 up jobDidStart 4
                40 job 1 up jobDidFail 4
                40 queue didDrain
                """),
        Rule(
            "A failed job goes to the back",
            """
            jobs:
              retryLimit: 2
              handlers: {bad: {duration: 10ms, outcome: fail}, good: {duration: 10ms}}
              enqueue: [{task: bad}, {task: good}]
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 bad jobDidStart 1
                0 first frame
                10 job 1 bad jobDidFail 1, will retry
                10 job 2 good jobDidStart 1
                20 job 2 good jobDidSucceed 1
                20 job 1 bad jobDidStart 2
                30 job 1 bad jobDidFail 2
                30 queue didDrain
                """),
        Rule(
            "failed: head keeps EDQueue's order: a failing job is tried again before all others",
            """
            jobs:
              retryLimit: 2
              failed: head
              handlers: {bad: {duration: 10ms, outcome: fail}, good: {duration: 10ms}}
              enqueue: [{task: bad}, {task: good}]
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 bad jobDidStart 1
                0 first frame
                10 job 1 bad jobDidFail 1, will retry
                10 job 1 bad jobDidStart 2
                20 job 1 bad jobDidFail 2
                20 job 2 good jobDidStart 1
                30 job 2 good jobDidSucceed 1
                30 queue didDrain
                """),
        Rule(
            "A critical job is never retried",
            """
            jobs: {handlers: {up: {duration: 10ms, outcome: critical}}, enqueue: [{task: up}]}
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 job 1 up jobDidFail 1
                10 queue didDrain
                """),
        Rule(
            "Stop lets the running job end; the next one does not start; start and stop are idempotent",
            """
            jobs: {handlers: {up: {duration: 20ms}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: """
                launch
                queue start
                at 10ms queue stop
                queue stop
                at 50ms expect queue 1
                at 60ms queue start
                wait until drained
                """,
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 queue didStop
                20 job 1 up jobDidSucceed 1
                60 queue didStart
                60 job 2 up jobDidStart 1
                80 job 2 up jobDidSucceed 1
                80 queue didDrain
                """),
        Rule(
            "The last job ends while the queue is stopped: it drains all the same",
            """
            jobs: {handlers: {up: {duration: 20ms}}, enqueue: [{task: up}]}
            """,
            script: "launch\nat 10ms queue stop",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 queue didStop
                20 job 1 up jobDidSucceed 1
                20 queue didDrain
                """),
        Rule(
            "willResignActive stops the queue, didBecomeActive starts it again; the running job delays the suspension",
            """
            suspendAfter: 10ms
            jobs: {handlers: {up: {duration: 40ms}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: "launch\nat 10ms background\nat 90ms foreground\nwait until drained",
            expected: """
                W0 D0 A0 R10 B10 F90 A90
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 queue didStop
                40 job 1 up jobDidSucceed 1
                40 suspended
                90 queue didStart
                90 job 2 up jobDidStart 1
                130 job 2 up jobDidSucceed 1
                130 queue didDrain
                """),
        Rule(
            "startOnActive and stopOnResign can be off",
            """
            jobs:
              startOnActive: false
              stopOnResign: false
              handlers: {up: {duration: 20ms}}
              enqueue: [{task: up}, {task: up}]
            """,
            script: "launch\nat 10ms queue start\nat 20ms interrupt\nwait until drained",
            expected: """
                W0 D0 A0 R20
                0 first frame
                10 queue didStart
                10 job 1 up jobDidStart 1
                30 job 1 up jobDidSucceed 1
                30 job 2 up jobDidStart 1
                50 job 2 up jobDidSucceed 1
                50 queue didDrain
                """),
        Rule(
            "fire moves the queue no more than the state",
            """
            jobs: {startOnActive: true, handlers: {up: {duration: 20ms}}, enqueue: [{task: up}]}
            """,
            script: "launch\nat 1ms queue stop\nat 30ms fire didBecomeActive|willResignActive\nexpect queue 0",
            expected: """
                W0 D0 A0 A30 R30
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                1 queue didStop
                20 job 1 up jobDidSucceed 1
                20 queue didDrain
                """),
        Rule(
            "empty removes all rows and drains; a running job ends and still reports; ids are never reused",
            """
            jobs: {handlers: {up: {duration: 30ms}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: """
                launch
                at 10ms queue empty
                expect queue 0
                queue empty
                enqueue up
                expect queue 1
                wait until drained
                """,
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 queue didDrain
                30 job 1 up jobDidSucceed 1
                30 job 3 up jobDidStart 1
                60 job 3 up jobDidSucceed 1
                60 queue didDrain
                """),
        Rule(
            "A running job whose row empty removed is not retried",
            """
            jobs: {handlers: {up: {duration: 30ms, outcome: fail}}, enqueue: [{task: up}]}
            """,
            script: "launch\nat 10ms queue empty",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 queue didDrain
                30 job 1 up jobDidFail 1
                """),
        Rule(
            "A job without a handler stays, the queue says so once in a process, and others continue",
            """
            jobs: {handlers: {up: {duration: 10ms}}, enqueue: [{task: nobody}, {task: up}]}
            """,
            script: "launch\nat 20ms queue stop\nqueue start\nexpect queue 1",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 warning job 1 of nobody has no handler and stays in the queue
                0 first frame
                0 job 2 up jobDidStart 1
                10 job 2 up jobDidSucceed 1
                20 queue didStop
                20 queue didStart
                """),
        Rule(
            "A run lost in a crash counts and gives no jobDidFail; at relaunch its job is free at once",
            """
            jobs: {handlers: {up: {duration: 30ms}}, enqueue: [{task: up}]}
            """,
            script: "launch\nat 10ms crash\nexpect queue 1\nat 20ms launch\nwait until drained",
            expected: """
                W0 D0 A0 W20 D20 A20
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 notRunning
                20 queue didStart
                20 job 1 up jobDidStart 2
                20 first frame
                50 job 1 up jobDidSucceed 2
                50 queue didDrain
                """),
        Rule(
            "The last run lost: a dead letter at relaunch, with a warning",
            """
            jobs: {retryLimit: 1, handlers: {up: {duration: 30ms}}, enqueue: [{task: up}]}
            """,
            script: "launch\nat 10ms crash\nexpect queue 1\nat 20ms launch\nexpect queue 0",
            expected: """
                W0 D0 A0 W20 D20 A20
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 notRunning
                20 warning job 1 of up lost its last run with the process and is a dead letter
                20 queue didDrain
                20 queue didStart
                20 first frame
                """),
        Rule(
            "Jobs survive terminate; what is enqueued and started while not running is for the next process",
            """
            jobs: {startOnActive: false, handlers: {up: {duration: 10ms}}}
            """,
            script: """
                launch
                enqueue up {"n": 1}
                at 10ms terminate
                enqueue up
                queue start
                expect queue 2
                at 20ms launch
                wait until drained
                """,
            expected: """
                W0 D0 A0 R10 B10 T10 W20 D20 A20
                0 first frame
                10 notRunning
                20 queue didStart
                20 job 1 up jobDidStart 1
                20 first frame
                30 job 1 up jobDidSucceed 1
                30 job 2 up jobDidStart 1
                40 job 2 up jobDidSucceed 1
                40 queue didDrain
                """),
    ]
}
