import ScenarioFormat
import SchedulerCore
import TestSupport
import Testing

@testable import SchedulerSimulation

/// A session that follows a scheduler elsewhere by its inputs alone.
@Suite struct FollowingTests {
    /// A process at work for a while, and what it was made of.
    private struct Work {
        var scenario: Scenario
        var process: LedProcess

        init(seed: Int) throws {
            var cases = CaseGenerator(seed: UInt64(seed))
            scenario = cases.scenario(tasks: 15)
            scenario.jobs.initial = []
            for index in scenario.jobs.behaviours.indices {
                scenario.jobs.behaviours[index].options = JobsSpec.Options()
            }
            for index in scenario.tasks.indices {
                scenario.tasks[index].duration = .fixed(.zero)
                scenario.tasks[index].outcome = .success
            }
            process = try LedProcess(scenario: scenario, seed: UInt64(seed))
            let writer = ScriptWriter(scenario: scenario)
            for _ in 0..<60 {
                let command = cases.command(tasks: scenario.tasks.count)
                if let order = Self.order(command) { process.give(order, text: writer.text(of: command)) }
                process.advance(to: process.now + Nanoseconds(Int64(cases.number(1...1_500_000_000))))
            }
        }

        /// The same for the rules; nil for what a script cannot say whole.
        private static func order(_ command: ScriptCommand) -> Command? {
            switch command {
            case .order(let order, _): order
            case .tick, .advance, .wait, .inject, .expect, .note, .view: nil
            }
        }
    }

    @Test("A process's actions are rebuilt from its inputs, in pieces of any size", arguments: 0..<25)
    func rebuilt(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed) &+ 100)
        let work = try Work(seed: seed)
        var session = try Session(following: work.scenario)
        var rest = work.process.inputs[...]
        while !rest.isEmpty {
            let piece = rest.prefix(cases.number(1...200))
            rest = rest.dropFirst(piece.count)
            session.receive(Array(piece))
            session.advance(to: session.lastReceived + Nanoseconds(Int64(cases.pick([0, 0, 5_000_000]))))
        }
        #expect(Array(session.records) == work.process.records)
        #expect(session.simulation.scheduler.state == work.process.scheduler.state)
    }

    @Test("An input that claims very many passes costs what was due", .timeLimit(.minutes(5)))
    func manyPasses() throws {
        let work = try Work(seed: 1)
        var session = try Session(following: work.scenario)
        let inputs = work.process.inputs.map { input in
            var input = input
            if case .advance = input.input { input.count = .max }
            return input
        }
        session.receive(inputs)
        session.advance(to: session.lastReceived)
        #expect(session.givenCount == inputs.count && inputs.count > 100)
    }

    @Test("Any instant of the recording is shown again, backwards and forwards", arguments: 0..<10)
    func backAndForth(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed) &+ 200)
        let work = try Work(seed: seed)
        var session = try Session(following: work.scenario)
        session.receive(work.process.inputs)
        var seen: [SessionTests.View] = []
        while session.now < work.process.now {
            session.advance(to: session.now + .milliseconds(Int64(cases.number(1...4000))))
            seen.append(SessionTests.View(session))
        }
        for _ in 0..<40 {
            let wanted = cases.pick(seen)
            session.goBack(to: wanted.now)
            session.advance(to: wanted.now)
            #expect(SessionTests.View(session) == wanted)
        }
    }

    @Test(
        "The measured scenario and the session's script, both written and read, replay to the same decisions",
        arguments: 0..<25)
    func replayed(seed: Int) throws {
        let work = try Work(seed: seed)
        var session = try Session(following: work.scenario)
        session.receive(work.process.inputs)
        session.advance(to: work.process.now)
        let text = ScenarioWriter.text(of: session.measuredScenario)
        let read = ScenarioReader.read(text: text, file: "recorded.yaml")
        let scenario = try #require(read.scenario, "\(read.diagnostics)")
        let (script, problems) = ScriptParser.parse(text: session.script(), file: "recorded.scope", scenario: scenario)
        #expect(!problems.contains { $0.severity == .error }, "\(problems)")
        var simulation = try Simulation(scenario: scenario)
        simulation.load(script)
        simulation.advance(to: work.process.now)
        let difference = zip(simulation.records, work.process.records).first { $0 != $1 }
        #expect(difference == nil, "\(String(describing: difference))")
        #expect(simulation.records.count == work.process.records.count)
        #expect(simulation.records.count > 20)
    }

    @Test("What a script cannot say, and was refused, is in it as a comment; the rest replays")
    func unsayable() throws {
        var scenario = Scenario(name: "unsayable")
        scenario.tasks = [ScenarioTask(spec: TaskSpec(name: "A", trigger: .events(EventSet(.didBecomeActive))))]
        let process = try LedProcess(scenario: scenario, seed: 5)
        let orders: [(Command, String)] = [
            (.pauseTask("Nobody"), "pause Nobody"), (.action(.launch), "launch"), (.start("A"), "start A"),
            (.resumeLane("none"), "resume lane:none"), (.post("a\nb"), "post \"a\nb\""), (.fire([]), "fire "),
            (.pauseTask("A"), "pause A"),
        ]
        for (order, text) in orders { process.give(order, text: text) }
        var session = try Session(following: scenario)
        session.receive(process.inputs)
        session.advance(to: process.now)
        #expect(
            session.script() == """
                # unsayable, written by taskscope
                # at 0s pause Nobody
                at 0s launch
                # at 0s start A
                # at 0s resume lane:none
                # at 0s post "ab"
                # at 0s fire\u{20}
                at 0s pause A

                """)
        let (lines, problems) = ScriptParser.parse(text: session.script(), file: "x.scope", scenario: scenario)
        #expect(problems.isEmpty)
        #expect(lines.map(\.text) == ["launch", "pause A"])
    }

    @Test("A follower takes no command and lets nothing happen by itself")
    func passive() throws {
        let work = try Work(seed: 1)
        var session = try Session(following: work.scenario)
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: Instant.zero + .seconds(100))
        #expect(session.records.isEmpty)
        let wentBack = session.goBackBeforeCommands()
        #expect(!wentBack)
        #expect(session.nextInstant == nil)
    }

    @Test("Impossible inputs are ignored: time that goes backwards, runs, tasks and lanes that do not exist")
    func impossible() throws {
        let work = try Work(seed: 2)
        var session = try Session(following: work.scenario)
        let far = Instant.zero + .seconds(5)
        let job = JobRunID(job: JobID(1), attempt: 1)
        let inject = Command.inject(TaskSpec(name: "New", trigger: .none, lane: LaneID(60_000)))
        session.receive([
            RecordedInput(time: far, input: .advance), RecordedInput(time: .zero, input: .tick),
            RecordedInput(time: far, input: .runFinished(RunID(slot: -1, sequence: 0), .success)),
            RecordedInput(time: far, input: .runFinished(RunID(slot: 1_000_000, sequence: 0), .success)),
            RecordedInput(time: far, input: .runHung(RunID(slot: -1, sequence: 0))),
            RecordedInput(time: far, input: .jobFinished(job, TaskID(99_999), .success)),
            RecordedInput(time: far, input: .command(inject, CommandID(0)), text: "inject New"),
            RecordedInput(time: far, input: .advance, count: .max),
        ])
        session.advance(to: far)
        #expect(session.records.isEmpty)
        #expect(session.simulation.scheduler.task(named: "New") == nil)
    }

    @Test("The forecast ends each run under way as its task last ended")
    func guess() throws {
        var scenario = Scenario(name: "guess")
        scenario.tasks = [ScenarioTask(spec: TaskSpec(name: "A", trigger: .events(EventSet(.didBecomeActive))))]
        let process = try LedProcess(scenario: scenario, seed: 5)
        process.give(.action(.launch), text: "launch")
        process.advance(to: Instant.zero + .seconds(4))
        process.give(.fire(EventSet(.didBecomeActive)), text: "fire active")
        var session = try Session(following: scenario)
        session.receive(process.inputs)
        session.advance(to: session.lastReceived)
        var alone = session.simulation.goingOnAlone()
        #expect(!alone.isFollowing)
        #expect(session.simulation.isFollowing)
        alone.advance(to: session.now + .seconds(4))
        let first = session.records.compactMap { $0.isFinish ? $0.time : nil }.first
        let started = session.records.compactMap { $0.isStart ? $0.time : nil }
        let guessed = alone.records.compactMap { $0.isFinish ? $0.time : nil }.first
        try #require(started.count == 2)
        let length = try #require(first) - started[0]
        #expect(try #require(guessed) == max(started[1] + length, session.now + .milliseconds(100)))
    }
}

extension TraceRecord {
    fileprivate var isFinish: Bool {
        if case .finish = fact { return true }
        return false
    }
    fileprivate var isStart: Bool {
        if case .start = fact { return true }
        return false
    }
}
