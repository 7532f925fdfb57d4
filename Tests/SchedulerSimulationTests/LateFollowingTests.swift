import ScenarioFormat
import SchedulerCore
import SchedulerInvariants
import TestSupport
import Testing
import TraceFormat

@testable import SchedulerSimulation

/// A session that follows a scheduler elsewhere from a state on, as it came too late for the first inputs.
@Suite struct LateFollowingTests {
    /// A process at work, and the states that it was in on the way.
    private struct Work {
        struct State {
            var checkpoint: Scheduler.Checkpoint
            var inputs: Int
            var records: Int
        }

        var scenario: Scenario
        var process: LedProcess
        var states: [State] = []

        init(seed: Int, commands: Int = 60) throws {
            var cases = CaseGenerator(seed: UInt64(seed))
            scenario = cases.scenario(tasks: 15)
            scenario.jobs.initial = []
            process = try LedProcess(scenario: scenario, seed: UInt64(seed))
            let writer = ScriptWriter(scenario: scenario)
            var given = 0
            for _ in 0..<commands {
                let command = cases.command(tasks: scenario.tasks.count)
                if let order = Self.order(command) {
                    process.give(order, text: writer.text(of: command))
                    given += 1
                }
                process.advance(to: process.now + Nanoseconds(Int64(cases.number(1...1_500_000_000))))
                guard process.inputs.last.map({ $0.time < process.now }) ?? true else { continue }
                states.append(
                    State(
                        checkpoint: process.scheduler.checkpoint(before: CommandID(given)),
                        inputs: process.inputs.count, records: process.records.count))
            }
        }

        private static func order(_ command: ScriptCommand) -> Command? {
            switch command {
            case .order(let order, _): order
            case .inject(let task): .inject(task.spec)
            case .tick, .advance, .wait, .expect, .note, .view: nil
            }
        }
    }

    /// The state as another process reads it.
    private func sent(_ state: Scheduler.Checkpoint) throws -> Scheduler.Checkpoint {
        let bytes = try #require(StateWriter.bytes(of: state))
        return try #require(StateReader.value(Scheduler.Checkpoint.self, of: bytes))
    }

    @Test(
        "From any state on a late follower makes the same decisions, commands that waited then included",
        arguments: 0..<Campaign.count(25))
    func late(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed) &+ 300)
        for round in 0..<4 {
            let work = try Work(seed: seed * 10 + round)
            let state = cases.pick(work.states)
            let begun = try Session(following: work.scenario, from: sent(state.checkpoint))
            var session = try #require(begun)
            let opening = session.records.count
            #expect(session.simulation.scheduler.brokenInvariants() == [])
            session.receive(Array(work.process.inputs[state.inputs...]))
            session.advance(to: work.process.now)
            let missed = zip(session.records.dropFirst(opening), work.process.records[state.records...])
                .first { $0 != $1 }
            #expect(missed == nil, "seed \(seed) round \(round): \(String(describing: missed))")
            #expect(session.records.count - opening == work.process.records.count - state.records)
            #expect(session.simulation.scheduler.brokenInvariants() == [])
            let own = session.simulation
            for task in (0..<own.scheduler.taskCount).map({ TaskID($0) }) {
                #expect(own.scheduler.snapshot(of: task) == work.process.scheduler.snapshot(of: task))
            }
        }
    }

    @Test(
        "Every state that a scheduler is in between two inputs can be continued from", arguments: 0..<Campaign.count(25)
    )
    func every(seed: Int) throws {
        for round in 0..<8 {
            let work = try Work(seed: 5_000 + seed * 10 + round)
            for state in work.states {
                let begun = try Session(following: work.scenario, from: state.checkpoint)
                #expect(begun != nil, "seed \(seed) round \(round) at \(state.checkpoint.time)")
            }
        }
    }

    @Test("The past begins at the state: going back stops there, and what ran then is known with its start")
    func past() throws {
        let work = try Work(seed: 4)
        let state = try #require(work.states.dropFirst(20).first { !$0.checkpoint.time.nanoseconds.isMultiple(of: 2) })
        var session = try #require(try Session(following: work.scenario, from: state.checkpoint))
        session.receive(Array(work.process.inputs[state.inputs...]))
        let first = SessionTests.View(session)
        #expect(session.beginning == state.checkpoint.time && session.now == session.beginning)
        session.advance(to: work.process.now)
        let last = SessionTests.View(session)
        session.goBack(to: .zero)
        #expect(SessionTests.View(session) == first)
        session.advance(to: work.process.now)
        #expect(SessionTests.View(session) == last)
        let under = session.simulation.scheduler.attempts.map(\.task)
        #expect(session.simulation.goingOnAlone().ends.isEmpty == under.isEmpty)
    }

    @Test("A state of other tasks or lanes cannot be continued from")
    func others() throws {
        let work = try Work(seed: 5)
        let state = try #require(work.states.last)
        var other = work.scenario
        other.configuration.lanes.append(LaneSpec(name: "another"))
        let begun = try Session(following: other, from: state.checkpoint)
        #expect(begun == nil)
    }

    @Test(
        "Bytes of a state that were changed on the way are refused or followed: nothing crashes",
        arguments: 0..<Campaign.count(10))
    func changed(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed) &+ 400)
        var (read, followed) = (0, 0)
        for round in 0..<6 {
            let work = try Work(seed: 9_000 + seed * 10 + round, commands: 30)
            let state = cases.pick(work.states)
            let whole = try #require(StateWriter.bytes(of: state.checkpoint))
            for _ in 0..<60 {
                let bytes = mutated(whole, &cases)
                guard let changed = StateReader.value(Scheduler.Checkpoint.self, of: bytes) else { continue }
                read += 1
                guard var session = try Session(following: work.scenario, from: changed) else { continue }
                followed += 1
                session.receive(Array(work.process.inputs[state.inputs...]))
                session.advance(to: work.process.now)
                let scheduler = session.simulation.scheduler.copy()
                for task in (0..<scheduler.taskCount).map({ TaskID($0) }) { _ = scheduler.snapshot(of: task) }
                _ = scheduler.unfinished() + scheduler.paused()
                var alone = session.simulation.goingOnAlone()
                alone.advance(to: alone.now + .seconds(1))
                session.goBack(to: .zero)
            }
        }
        #expect(read > followed && followed > 10, "\(read) read, \(followed) followed")
    }

    /// Other bits, other bytes, missing ones, more of them.
    private func mutated(_ bytes: [UInt8], _ cases: inout CaseGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<cases.number(1...3) {
            let place = cases.number(0...bytes.count - 1)
            switch cases.number(0...9) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(bytes[place], at: place)
            case 2: bytes.removeLast(min(bytes.count - 1, cases.number(1...20)))
            case 3...5: bytes[place] ^= 1 << UInt8(cases.number(0...7))
            default: bytes[place] = UInt8(cases.pick([0, 1, 2, 3, 4, 127, 128, 129, 254, 255, cases.number(0...255)]))
            }
        }
        return bytes
    }

    /// FNV-1a.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    @Test("Whoever changes what is encoded raises the number of its format")
    func format() throws {
        // If this fails: raise Checkpoint.format, and put the new bytes here.
        let tasks = [TaskSpec(name: "A", trigger: .timer(TimerTrigger(every: .seconds(1))))]
        var scheduler = try Scheduler(configuration: SchedulerConfiguration(), tasks: tasks)
        let first = try #require(StateWriter.bytes(of: scheduler.checkpoint(before: CommandID(0))))
        #expect(Self.checksum(first) == 3_458_992_541_671_967_898)
        for (second, input) in [Input.command(.action(.launch), CommandID(0)), .advance, .advance].enumerated() {
            scheduler.handle(input, at: .zero + .seconds(Int64(second)))
        }
        let bytes = try #require(StateWriter.bytes(of: scheduler.checkpoint(before: CommandID(1))))
        // Sorted: the elements of a dictionary, which is empty at first, come in any order.
        let sum = Self.checksum(bytes.sorted())
        #expect(Scheduler.Checkpoint.format == 9)
        #expect(bytes.count == 621)
        #expect(sum == 1_938_444_084_695_525_391)
    }
}
