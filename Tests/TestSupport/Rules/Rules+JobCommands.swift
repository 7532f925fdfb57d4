// Commands to one job, the catch-all handler, the handlers' timeouts (The rules, "Jobs").

extension Rule {
    static let jobCommands: [Rule] = [
        Rule(
            "A handler's timeout ends the run as failed, even one that never reports; exactly at the limit passes",
            """
            jobs:
              retryLimit: 2
              handlers: {slow: {duration: never, timeout: 50ms}, exact: {duration: 50ms, timeout: 50ms}}
              enqueue: [{task: slow}, {task: exact}]
            """,
            script: "launch\nwait until drained",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 slow jobDidStart 1
                0 first frame
                50 job 1 slow jobDidFail 1, will retry, timeout
                50 job 2 exact jobDidStart 1
                100 job 2 exact jobDidSucceed 1
                100 job 1 slow jobDidStart 2
                150 job 1 slow jobDidFail 2, timeout
                150 queue didDrain
                """),
        Rule(
            "anyHandler runs jobs without a handler of their own, and its timeout applies only to them",
            """
            jobs:
              retryLimit: 1
              anyHandler: {duration: 30ms, timeout: 20ms}
              handlers: {up: {duration: 30ms}}
              enqueue: [{task: odd}, {task: up}]
            """,
            script: "launch\nexpect queue active odd\nexpect queue inactive up\nwait until drained",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 odd jobDidStart 1
                0 first frame
                20 job 1 odd jobDidFail 1, timeout
                20 job 2 up jobDidStart 1
                50 job 2 up jobDidSucceed 1
                50 queue didDrain
                """),
        Rule(
            "queue limit changes how often a failing job runs, until the process ends",
            """
            jobs: {handlers: {up: {duration: 10ms, outcome: fail}}, enqueue: [{task: up}]}
            """,
            script: """
                launch
                at 5ms queue limit 2
                wait until drained
                crash
                launch
                enqueue up
                at 100ms expect queue absent up
                """,
            expected: """
                W0 D0 A0 W20 D20 A20
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 job 1 up jobDidFail 1, will retry
                10 job 1 up jobDidStart 2
                20 job 1 up jobDidFail 2
                20 queue didDrain
                20 notRunning
                20 queue didStart
                20 first frame
                20 job 2 up jobDidStart 1
                30 job 2 up jobDidFail 1, will retry
                30 job 2 up jobDidStart 2
                40 job 2 up jobDidFail 2, will retry
                40 job 2 up jobDidStart 3
                50 job 2 up jobDidFail 3, will retry
                50 job 2 up jobDidStart 4
                60 job 2 up jobDidFail 4
                60 queue didDrain
                """),
        Rule(
            "A paused job waits while others start; one that runs cannot be paused",
            """
            jobs: {handlers: {up: {duration: 10ms}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: """
                queue pause 1
                launch
                queue pause 2
                queue pause 9
                at 50ms queue resume 1
                """,
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 2 up jobDidStart 1
                0 first frame
                0 refused queue pause 2: a run of this job is under way: 2
                0 refused queue pause 9: no job in the queue has the number 9
                10 job 2 up jobDidSucceed 1
                50 job 1 up jobDidStart 1
                60 job 1 up jobDidSucceed 1
                60 queue didDrain
                """),
        Rule(
            "queue first lets a waiting job start before the others, its delay over",
            """
            jobs: {handlers: {up: {duration: 10ms}}, enqueue: [{task: up}, {task: up}, {task: up, runAfter: 1h}]}
            """,
            script: "launch\nqueue first 3\nexpect queue next up 1\nwait until drained",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 job 1 up jobDidSucceed 1
                10 job 3 up jobDidStart 1
                20 job 3 up jobDidSucceed 1
                20 job 2 up jobDidStart 1
                30 job 2 up jobDidSucceed 1
                30 queue didDrain
                """),
        Rule(
            "queue cancel ends a run and removes its job; a waiting job is only removed",
            """
            jobs: {handlers: {up: {duration: 10ms}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: """
                launch
                at 5ms queue cancel 2
                queue cancel 1
                queue cancel 1
                expect queue running
                queue stop
                expect queue stopped
                """,
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                5 job 1 up jobDidFail 1, cancelled by a command
                5 queue didDrain
                5 refused queue cancel 1: no job in the queue has the number 1
                5 queue didStop
                """),
    ]
}
