import Foundation
import SchedulerCore
import SchedulerSimulation
import TaskKit
import TaskKitTestSupport
import TestSupport
import Testing
import TraceFormat

@testable import TaskKitInspector

/// What readers of a process see, and what they may ask for.
@Suite struct InspectorTests {
    private func work(seed: UInt64) throws -> (scenario: Scenario, process: LedProcess) {
        var cases = CaseGenerator(seed: seed)
        var scenario = cases.scenario(tasks: 12)
        scenario.jobs.initial = []
        let process = try LedProcess(scenario: scenario, seed: seed)
        process.give(.action(.launch), text: "launch")
        for step in 1...20 {
            process.give(.post("key"), text: "post key")
            if step == 9 { process.give(.inject(TaskSpec(name: "New", after: ["T0"])), text: "inject New") }
            process.advance(to: process.now + .milliseconds(Int64(cases.number(1...900))))
        }
        return (scenario, process)
    }

    /// How often the scheduler received something.
    private func handledCount(_ inputs: [RecordedInput]) -> Int { inputs.reduce(0) { $0 + Int($1.count) } }

    @Test("A late reader gets the plan and everything from the start, then what happens; it rebuilds every decision")
    func everything() async throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let (scenario, process) = try work(seed: seed)
            let bench = try InspectorBench(plan: ProcessPlan(scenario))
            let half = process.inputs.count / 2
            bench.note(process.inputs[..<half])
            let reader = try await bench.attach()
            bench.note(process.inputs[half...])
            // Passes are counted: one that was read meanwhile is not counted into, so there may be more entries.
            let total = handledCount(process.inputs)
            try await reader.read("all inputs") { _ in handledCount(reader.inputs) >= total }
            var plan = PlanReader()
            var inputs: [RecordedInput] = []
            for message in reader.messages {
                if let input = try plan.take(message) { inputs.append(input) }
            }
            #expect(plan.plan == ProcessPlan(scenario).normalized)
            #expect(handledCount(inputs) == total)
            var session = try Session(following: scenario)
            session.receive(inputs)
            session.advance(to: session.lastReceived)
            #expect(Array(session.records) == process.records)
            #expect(bench.logged == [])
        }
    }

    @Test("Numbers are sent as the rules clamp them: every plan can be watched")
    func strangeNumbers() async throws {
        var plan = ProcessPlan(Scenario(name: "app"))
        plan.configuration.lanes[0].width = 7
        plan.configuration.lanes[1].width = 0
        var spec = TaskSpec(name: "T", trigger: .timer(TimerTrigger(every: .seconds(1), repetition: .times(.max))))
        spec.retry = RetryPolicy(limit: .max, backoffThousandths: .max)
        plan.tasks = [spec]
        plan.jobSettings.retryLimit = 0
        plan.jobSettings.queues = [JobQueueSpec(name: "q", width: 0)]
        let bench = try InspectorBench(plan: plan)
        let reader = try await bench.attach()
        var known = PlanReader()
        for message in reader.messages { _ = try known.take(message) }
        #expect(known.isComplete)
        #expect(known.plan.configuration.lanes.prefix(2).map(\.width) == [1, 1])
        #expect(known.plan.tasks.map(\.retry.limit) == [RetryPolicy.maximumLimit])
        #expect(known.plan.jobSettings.retryLimit == 1)
    }

    @Test("The end is sent after everything that happened, and the socket is gone")
    func end() async throws {
        let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app")))
        let reader = try await bench.attach()
        bench.note(meaninglessInputs(0..<100))
        bench.inspector.close()
        try await reader.readToEnd()
        #expect(reader.inputs.count == 100)
        #expect(reader.farewell == "the process ended")
        #expect(!FileManager.default.fileExists(atPath: bench.path))
    }

    @Test("The socket is gone even if the inspector's thread has not come to its end")
    func gone() async throws {
        let (began, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app"))) {
            ($0.allowsControl, $0.farewell) = (true, .zero)
        } carryOut: {
            began.signal()
            goesOn.wait()
        }
        let reader = try await bench.attach()
        try reader.say(.control(ControlRequest(id: 1, text: "post K {}", command: .post("K"), context: "{}")))
        try await waitFor("request") { began.wait(timeout: .now()) == .success }
        bench.inspector.close()
        #expect(!FileManager.default.fileExists(atPath: bench.path))
        goesOn.signal()
        try await reader.readToEnd()
    }

    @Test("After drain, everything so far has been sent")
    func drained() async throws {
        // Long enough for a busy machine; what is sent is in the socket's buffer, unread.
        let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app"))) { $0.farewell = .seconds(10) }
        let reader = try await bench.attach()
        bench.note(meaninglessInputs(0..<1_000))
        bench.inspector.drain()
        try reader.read()
        #expect(reader.inputs.count == 1_000)
        bench.note(meaninglessInputs(1_000..<1_001))
        try await reader.read("the next input") { _ in reader.inputs.count == 1_001 }
    }

    @Test("A read-only client is refused with one line; if control is allowed, the request arrives as sent")
    func control() async throws {
        let request = ControlRequest(id: 5, text: "post K {}", command: .post("K"), context: "{}")
        for (allows, refusal) in [(false, nil), (true, nil), (true, "no")] as [(Bool, String?)] {
            let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app")), refusing: refusal) {
                $0.allowsControl = allows
            }
            let reader = try await bench.attach()
            try reader.say(.control(request))
            let answer = allows ? refusal : "this process does not allow control"
            try await reader.read("a reply") { $0.contains(.reply(id: 5, refusal: answer)) }
            #expect(bench.requests.with { $0 } == (allows ? [request] : []))
        }
    }

    @Test("A reader of another version is refused, and so is a message that only a process sends")
    func version() async throws {
        let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app")))
        let reader = try bench.connect()
        try reader.say(.attach(schema: 2))
        try await reader.readToEnd()
        #expect(reader.farewell == "this process speaks version 1, not 2")
        let other = try bench.connect()
        try other.say(.begin)
        try await other.readToEnd()
        #expect(other.farewell == "a line that only a process sends")
        try await bench.waitForLog(2)
        #expect(bench.logged.count == 2)
    }

    @Test("Past the history's limit a late reader gets the state and what follows it; those already there stay")
    func history() async throws {
        let scenario = Scenario(name: "app")
        let state = try ProcessPlan(scenario).makeScheduler().checkpoint(before: CommandID(7))
        let bench = try InspectorBench(plan: ProcessPlan(scenario)) {
            $0.historyLimit = 8_000
        } state: {
            (state, 11_500)
        }
        let early = try await bench.attach()
        for start in stride(from: 0, to: 12_000, by: 1_000) {
            bench.note(meaninglessInputs(start..<start + 1_000))
            try await early.read("inputs") { _ in early.inputs.count == start + 1_000 }
        }
        let late = try await bench.attach()
        try await late.read("inputs") { _ in late.inputs.count >= 500 }
        #expect(late.inputs == meaninglessInputs(11_500..<12_000))
        let (format, bytes) = try #require(late.state)
        let read = try #require(StateReader.value(Scheduler.Checkpoint.self, of: bytes))
        #expect(format == Scheduler.Checkpoint.format)
        #expect(read.nextCommand == CommandID(7))
        bench.note(meaninglessInputs(12_000..<12_010))
        try await early.read("inputs") { _ in early.inputs.count == 12_010 }
        try await late.read("inputs") { _ in late.inputs.count == 510 }
        #expect(early.missed + late.missed == 0)
    }

    @Test("If there is no state to send, a late reader is refused with one line")
    func noState() async throws {
        let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app"))) { $0.historyLimit = 10 }
        bench.note(meaninglessInputs(0..<100))
        let late = try bench.connect()
        try late.say(.attach(schema: 1))
        try await late.readToEnd()
        #expect(late.farewell == "its state cannot be sent")
    }

    @Test("Once a state is taken, nothing more is counted into the input before it")
    func sealed() {
        var log = InputLog(limit: 100)
        log.note(.advance, at: .zero, text: nil)
        let count = log.seal()
        log.note(.advance, at: .zero, text: nil)
        let after = log.read(from: count)
        #expect(count == 1)
        #expect(after == [RecordedInput(time: .zero, input: .advance)])
    }

    @Test("Passes at one instant are counted, but not into a line that was already sent")
    func passes() {
        var log = InputLog(limit: 100_000)
        for _ in 0..<3 { log.note(.advance, at: .zero, text: nil) }
        let first = log.read(from: 0) ?? []
        #expect(first == [RecordedInput(time: .zero, input: .advance, count: 3)])
        log.note(.advance, at: .zero, text: nil)
        log.note(.advance, at: Instant(nanoseconds: 1), text: nil)
        let all = log.read(from: 0) ?? []
        #expect(all.map(\.count) == [3, 1, 1])
    }

    @Test("Every kind of input comes out of the log as it went in")
    func kinds() {
        let run = RunID(slot: 7, sequence: 1 << 40)
        let job = JobRunID(job: JobID(1 << 40), attempt: 3)
        let inputs: [Input] = [
            .advance, .runFinished(run, .critical), .runHung(run), .reportedAgain(TaskID(9)),
            .jobFinished(job, TaskID(4), .fail), .jobHung(job), .limitsDue, .tick, .command(.post("K"), CommandID(0)),
        ]
        var log = InputLog(limit: 100)
        for (place, input) in inputs.enumerated() {
            log.note(input, at: Instant(nanoseconds: Int64(place)), text: "post K")
        }
        let read = log.read(from: 0) ?? []
        #expect(read.map(\.input) == inputs)
        #expect(read.map(\.time.nanoseconds) == inputs.indices.map(Int64.init))
        #expect(read.last?.text == "post K")
    }

    @Test("A text is kept up to its limit, of a longer one the beginning")
    func longTexts() {
        var log = InputLog(limit: 100_000)
        let longest = String(repeating: "a", count: InputLog.textLimit)
        for text in [longest, longest + "b"] { log.note(.command(.post("K"), CommandID(0)), at: .zero, text: text) }
        let read = log.read(from: 0) ?? []
        #expect(read.map(\.text) == [longest, String(longest.prefix(InputLog.textLimit / 4))])
    }

    @Test("The error of a failed attempt reaches readers")
    func error() async throws {
        let bench = try InspectorBench(plan: ProcessPlan(Scenario(name: "app")))
        let reader = try await bench.attach()
        let run = RunID(slot: 0, sequence: 1)
        let inputs = [
            RecordedInput(time: .zero, input: .runFinished(run, .success)),
            RecordedInput(time: .zero, input: .runFinished(run, .fail), text: "the disk is full"),
        ]
        bench.note(inputs)
        try await reader.read("inputs") { _ in reader.inputs.count == 2 }
        #expect(reader.inputs == inputs)
    }

    @Test("Past its limit the older half of the log is dropped; long texts count as several inputs")
    func limit() {
        var log = InputLog(limit: 100)
        for number in 0..<100 { log.note(.tick, at: Instant(nanoseconds: Int64(number)), text: nil) }
        #expect(log.isWhole)
        log.note(.tick, at: Instant(nanoseconds: 100), text: nil)
        #expect(log.first == 50 && log.total == 101)
        let (gone, kept) = (log.read(from: 49), log.read(from: 50))
        #expect(gone == nil)
        #expect(kept?.map(\.time.nanoseconds) == (50...100).map(Int64.init))
        log.note(
            .command(.post("K"), CommandID(0)), at: Instant(nanoseconds: 200),
            text: String(repeating: "x", count: 6_400))
        #expect(log.total - log.first < 50)
    }

    @Test("A live scheduler is watched and controlled: its inputs rebuild it, and a reader's pause stops a task in it")
    func liveScheduler() async throws {
        let (folder, clock) = (InspectorBench.newFolder(), ManualClock())
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = InspectorOptions()
        options.folder = folder
        options.allowsControl = true
        let inspector = Inspector(options)
        var configuration = LiveScheduler.Configuration()
        configuration.name = "live"
        configuration.clock = clock
        configuration.execution = .inline
        configuration.observers = [inspector]
        let beats = Locked(0)
        let beat = LaunchTask(
            TaskSpec(name: "Beat", trigger: .timer(TimerTrigger(every: .seconds(1)))),
            body: .sync { _ in beats.with { $0 += 1 } })
        let start = LaunchTask(
            TaskSpec(name: "Start", trigger: .events(EventSet(.didFinishLaunching))),
            body: .sync { _ in throw CancellationError() })
        let works = Locked(0)
        let work = JobWorker("work", body: .sync { _ in works.with { $0 += 1 } })
        let scheduler = try LiveScheduler(configuration, tasks: [beat, start], jobs: [work])
        let reader = try TestReader(try inspector.open(for: scheduler))
        try reader.say(.attach(schema: 1))
        try scheduler.launch()
        clock.advance(to: Instant.zero + .seconds(3))
        let before = beats.with { $0 }
        #expect(before == 3)
        try reader.say(.control(ControlRequest(id: 1, text: "pause Beat", command: .pauseTask("Beat"))))
        try await reader.read("a reply") { $0.contains(.reply(id: 1, refusal: nil)) }
        clock.advance(to: Instant.zero + .seconds(6))
        #expect(beats.with { $0 } == before)
        try reader.say(.control(ControlRequest(id: 2, text: "pause Nobody", command: .pauseTask("Nobody"))))
        try await reader.read("a refusal") {
            $0.contains(.reply(id: 2, refusal: "no task has this name now"))
                || $0.contains { if case .reply(id: 2, _) = $0 { true } else { false } }
        }
        let order = ControlRequest(id: 3, text: "enqueue work", command: .enqueue(JobSpec(task: "work")))
        try reader.say(.control(order))
        try await reader.read("a reply") { $0.contains(.reply(id: 3, refusal: nil)) }
        clock.advance(to: Instant.zero + .seconds(7))
        #expect(works.with { $0 } == 1)
        inspector.close()
        try await reader.readToEnd()
        var plan = PlanReader()
        var inputs: [RecordedInput] = []
        for message in reader.messages { if let input = try plan.take(message) { inputs.append(input) } }
        var rebuilt = try scheduler.plan.makeScheduler()
        for input in inputs {
            for _ in 0..<input.count { rebuilt.handle(input.input, at: input.time) }
        }
        let state = scheduler.snapshot { core in
            (0..<core.taskCount).map { core.snapshot(of: TaskID($0)) }
        }
        #expect((0..<rebuilt.taskCount).map { rebuilt.snapshot(of: TaskID($0)) } == state)
        #expect(rebuilt.state == .active)
        await scheduler.stop()
    }
}
