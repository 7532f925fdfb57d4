// What the queue has beyond EDQueue: pauses, times, keys, priorities, named queues.

extension Rule {
    static let jobOptions: [Rule] = [
        Rule(
            "delay and backoff: each pause longer, up to maximumDelay",
            """
            jobs:
              delay: 10ms
              backoff: 2
              maximumDelay: 25ms
              handlers: {up: {duration: 0ms, outcome: fail}}
              enqueue: [{task: up}]
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 job 1 up jobDidFail 1, will retry
                0 first frame
                10 job 1 up jobDidStart 2
                10 job 1 up jobDidFail 2, will retry
                30 job 1 up jobDidStart 3
                30 job 1 up jobDidFail 3, will retry
                55 job 1 up jobDidStart 4
                55 job 1 up jobDidFail 4
                55 queue didDrain
                """),
        Rule(
            "With failed: head and a pause, others run meanwhile",
            """
            jobs:
              failed: head
              retryLimit: 2
              delay: 15ms
              handlers: {bad: {duration: 10ms, outcome: fail}, good: {duration: 10ms}}
              enqueue: [{task: bad}, {task: good}, {task: good}, {task: good}]
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
                20 job 3 good jobDidStart 1
                30 job 3 good jobDidSucceed 1
                30 job 1 bad jobDidStart 2
                40 job 1 bad jobDidFail 2
                40 job 4 good jobDidStart 1
                50 job 4 good jobDidSucceed 1
                50 queue didDrain
                """),
        Rule(
            "runAfter: not before; others go first",
            """
            jobs:
              handlers: {up: {duration: 10ms}}
              enqueue: [{task: up, runAfter: 40ms}, {task: up}]
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 2 up jobDidStart 1
                0 first frame
                10 job 2 up jobDidSucceed 1
                40 job 1 up jobDidStart 1
                50 job 1 up jobDidSucceed 1
                50 queue didDrain
                """),
        Rule(
            "expires: what has not begun in time is a dead letter, exactly in time still begins",
            """
            jobs:
              handlers: {up: {duration: 20ms}}
              enqueue: [{task: up}, {task: up, expires: 20ms}, {task: up, expires: 20ms}]
            """,
            script: "launch\nexpect queue 0",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                20 job 1 up jobDidSucceed 1
                20 job 2 up jobDidStart 1
                20 warning job 3 of up did not start in time and is a dead letter
                40 job 2 up jobDidSucceed 1
                40 queue didDrain
                """),
        Rule(
            "Jobs by priority: the higher first, then as enqueued",
            """
            jobs:
              handlers: {up: {duration: 10ms}, urgent: {duration: 10ms, priority: high}}
              enqueue: [{task: up, priority: low}, {task: up}, {task: urgent}, {task: up, priority: critical}]
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 4 up jobDidStart 1
                0 first frame
                10 job 4 up jobDidSucceed 1
                10 job 3 urgent jobDidStart 1
                20 job 3 urgent jobDidSucceed 1
                20 job 2 up jobDidStart 1
                30 job 2 up jobDidSucceed 1
                30 job 1 up jobDidStart 1
                40 job 1 up jobDidSucceed 1
                40 queue didDrain
                """),
        Rule(
            "Named queues run beside each other, each in its own width",
            """
            jobs:
              queues: {pictures: 2}
              handlers: {up: {duration: 10ms}, picture: {duration: 10ms, queue: pictures}}
              enqueue: [{task: picture}, {task: picture}, {task: picture}, {task: up}, {task: up}]
            """,
            script: "launch",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 4 up jobDidStart 1
                0 first frame
                0 job 1 picture jobDidStart 1
                0 job 2 picture jobDidStart 1
                10 job 4 up jobDidSucceed 1
                10 job 1 picture jobDidSucceed 1
                10 job 2 picture jobDidSucceed 1
                10 job 5 up jobDidStart 1
                10 job 3 picture jobDidStart 1
                20 job 5 up jobDidSucceed 1
                20 job 3 picture jobDidSucceed 1
                20 queue didDrain
                """),
        Rule(
            "unique: true refuses a second job with the same data while one is in the queue",
            """
            jobs: {handlers: {up: {duration: 10ms, unique: true}}}
            """,
            script: """
                enqueue up {"n":1}
                enqueue up {"n":1}
                enqueue up {"n":2}
                launch
                wait until drained
                enqueue up {"n":1}
                wait until drained
                """,
            expected: """
                W0 D0 A0
                0 refused enqueue up {"n":1}: the queue holds a job with this unique key: 1
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                10 job 1 up jobDidSucceed 1
                10 job 2 up jobDidStart 1
                20 job 2 up jobDidSucceed 1
                20 queue didDrain
                20 job 3 up jobDidStart 1
                30 job 3 up jobDidSucceed 1
                30 queue didDrain
                """),
        Rule(
            "A job that never ends keeps its place, and the end of the replay says so",
            """
            jobs: {handlers: {up: {duration: never}}, enqueue: [{task: up}, {task: up}]}
            """,
            script: "launch\nexpect queue 2",
            expected: """
                W0 D0 A0
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                0 warning job 1 of up never ends; its queue waits for it
                """),
        Rule(
            "A running job is work: idle comes after it",
            """
            tasks: [{name: I, on: idle, duration: 10ms}]
            jobs: {handlers: {up: {duration: 1500ms}}, enqueue: [{task: up}]}
            """,
            script: "launch\nadvance 4s",
            step: 500,
            expected: """
                W0 D0 A0 idle3000
                I        #
                0 queue didStart
                0 job 1 up jobDidStart 1
                0 first frame
                1500 job 1 up jobDidSucceed 1
                1500 queue didDrain
                """),
        Rule(
            "An app without jobs gets no signals of the queue; the first job activates it",
            """
            tasks: [{name: A, on: launch, duration: 10ms}]
            """,
            script: "launch\nat 20ms enqueue up\nexpect queue 1",
            expected: """
                W0 D0 A10
                A  #
                10 first frame
                20 queue didStart
                20 warning job 1 of up has no handler and stays in the queue
                """),
    ]
}
