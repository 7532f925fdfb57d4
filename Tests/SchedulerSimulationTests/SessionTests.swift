import SchedulerCore
import TestSupport
import Testing

@testable import SchedulerSimulation

/// Going back, forward again, and branching.
@Suite struct SessionTests {
    /// Everything that can be seen of a session.
    struct View: Equatable {
        var now: Instant
        var records: [TraceRecord]
        var state: LifecycleState
        var tasks: [TaskSnapshot]
        var jobs: StoredJobs

        init(_ session: Session) {
            now = session.now
            records = Array(session.records)
            state = session.simulation.scheduler.state
            jobs = StoredJobs(session.simulation.scheduler.jobs)
            tasks = (0..<session.simulation.scheduler.taskCount).map {
                session.simulation.scheduler.snapshot(of: TaskID($0))
            }
        }
    }

    /// Copies share the tables of tasks until one of them writes.
    @Test("A copy that goes its own way changes nothing here", arguments: 0..<25)
    func copies(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 15)
        var session = try Session(scenario: scenario)
        var alone = try Session(scenario: scenario)
        session.perform(.order(.action(.launch)), text: "x")
        alone.perform(.order(.action(.launch)), text: "x")
        var copies: [Session] = []
        for _ in 0..<40 {
            copies.append(session)
            for place in copies.indices {
                let ahead = copies[place].now + .milliseconds(Int64(cases.number(0...4000)))
                copies[place].advance(to: ahead)
            }
            if cases.chance(30) {
                let command = cases.command(tasks: 15)
                session.perform(command, text: "x")
                alone.perform(command, text: "x")
            }
            let next = session.now + .milliseconds(Int64(cases.number(1...3000)))
            session.advance(to: next)
            alone.advance(to: next)
            #expect(View(session) == View(alone))
            if copies.count > 3 { copies.removeFirst() }
        }
    }

    @Test("Any instant that was shown is shown again, backwards and forwards", arguments: 0..<25)
    func backAndForth(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 15)
        var session = try Session(scenario: scenario)
        var seen: [View] = []
        for _ in 0..<40 {
            for _ in 0..<cases.number(0...2) { session.perform(cases.command(tasks: 15), text: "x") }
            seen.append(View(session))
            session.advance(to: session.now + .milliseconds(Int64(cases.number(1...1500))))
        }
        let last = View(session)
        for _ in 0..<40 {
            let wanted = cases.pick(seen)
            session.goBack(to: wanted.now)
            session.advance(to: wanted.now)
            #expect(View(session) == wanted)
            if cases.chance(30) {
                session.advance(to: last.now)
                #expect(View(session) == last)
            }
        }
    }

    @Test("A command in the past forgets what came after it")
    func branch() throws {
        var cases = CaseGenerator(seed: 3)
        var session = try Session(scenario: cases.scenario(tasks: 10))
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: Instant.zero + .seconds(5))
        session.perform(.order(.action(.background)), text: "background")
        session.advance(to: Instant.zero + .seconds(9))
        session.goBack(to: Instant.zero + .seconds(2))
        #expect(session.hasFuture)
        session.perform(.order(.action(.memoryWarning)), text: "memory-warning")
        #expect(!session.hasFuture)
        session.advance(to: Instant.zero + .seconds(9))
        #expect(session.simulation.scheduler.state == .active)
    }

    @Test("Going back from the launch at t = 0 leads to before it, to the very start")
    func veryStart() throws {
        var cases = CaseGenerator(seed: 4)
        var session = try Session(scenario: cases.scenario(tasks: 10))
        let start = View(session)
        session.perform(.order(.action(.launch)), text: "launch")
        #expect(View(session) != start)
        let wentBack = session.goBackBeforeCommands()
        #expect(wentBack)
        #expect(View(session) == start)
        let wentFurther = session.goBackBeforeCommands()
        #expect(!wentFurther)
    }

    @Test("A script played later than at the start is played again after going back before it")
    func playedAgain() throws {
        var cases = CaseGenerator(seed: 5)
        var session = try Session(scenario: cases.scenario(tasks: 10))
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: .zero + .seconds(5))
        session.play([
            ScriptLine(timing: .after(.seconds(1)), command: .order(.action(.background)), text: "background")
        ])
        session.advance(to: .zero + .seconds(9))
        let last = View(session)
        #expect(last.state != .active)
        session.goBack(to: .zero + .seconds(2))
        session.advance(to: .zero + .seconds(9))
        #expect(View(session) == last)
        session.goBack(to: .zero + .seconds(5))
        let wentBack = session.goBackBeforeCommands()
        #expect(!wentBack)
    }

    @Test("A command in the past drops what was left of a script, then and whenever it is seen again")
    func droppedScript() throws {
        var cases = CaseGenerator(seed: 6)
        var session = try Session(scenario: cases.scenario(tasks: 10))
        session.play([
            ScriptLine(timing: .at(.seconds(1)), command: .order(.action(.launch)), text: "launch"),
            ScriptLine(timing: .at(.seconds(8)), command: .order(.action(.background)), text: "background"),
        ])
        session.advance(to: .zero + .seconds(9))
        session.goBack(to: .zero + .seconds(6))
        session.perform(.order(.action(.memoryWarning)), text: "memory-warning")
        session.advance(to: .zero + .seconds(9))
        let last = View(session)
        #expect(last.state == .active)
        session.goBack(to: .zero)
        session.advance(to: .zero + .seconds(9))
        #expect(View(session) == last)
    }

    @Test("The same commands run again on another scenario, up to the same instant and beyond", arguments: 0..<10)
    func repeated(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        let scenario = cases.scenario(tasks: 12)
        var session = try Session(scenario: scenario)
        for _ in 0..<20 {
            for _ in 0..<cases.number(0...2) { session.perform(cases.command(tasks: 12), text: "x") }
            session.advance(to: session.now + .milliseconds(Int64(cases.number(0...900))))
        }
        let last = View(session)
        session.goBack(to: .zero + .milliseconds(Int64(cases.number(0...4_000))))
        var again = try Session(scenario: scenario)
        again.repeatInputs(of: session) { $0 }
        #expect(View(again) == View(session))
        #expect(again.laterGivenCount == session.laterGivenCount)
        again.advance(to: last.now)
        #expect(View(again) == last)
    }

    @Test("Keyframes never exceed their limit, and the way back never exceeds their distance")
    func limitedKeyframes() throws {
        var scenario = Scenario(name: "long")
        scenario.tasks = [
            ScenarioTask(spec: TaskSpec(name: "Beat", trigger: .timer(TimerTrigger(every: .seconds(1)))))
        ]
        var session = try Session(scenario: scenario)
        session.keyframeLimit = 5
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: .zero + .seconds(40_000))
        #expect(session.keyframeCount <= 5)
        #expect(session.keyframeDistance > Session.keyframeDistance)
        #expect(session.keyframeDistance * 5 <= 4 * session.records.count)
        for second in [39_000, 20_000, 12_345, 100] as [Int64] {
            let before = session.replayedCount
            session.goBack(to: .zero + .seconds(second))
            #expect(session.simulation.scheduler.tick == second)
            #expect(session.replayedCount - before <= 2 * session.keyframeDistance)
        }
    }

    @Test("A command takes little memory, as a session keeps all of them")
    func smallCommands() {
        #expect(MemoryLayout<ScriptLine>.size <= 104, "\(MemoryLayout<ScriptLine>.size)")
    }

    @Test("A session of very many tasks keeps few keyframes, as each holds them all")
    func largeKeyframes() throws {
        var scenario = Scenario(name: "wide")
        for number in 0..<20_000 {
            scenario.tasks.append(ScenarioTask(spec: TaskSpec(name: "T\(number)", trigger: .events(EventSet(.idle)))))
        }
        #expect(try Session(scenario: scenario).keyframeLimit == 100)
        #expect(try Session(scenario: Scenario(name: "none")).keyframeLimit == Session.maximumKeyframeCount)
    }

    @Test("A session with 100,000 records keeps keyframes, and going back is bounded by their distance")
    func keyframes() throws {
        var scenario = Scenario(name: "long")
        scenario.tasks = [
            ScenarioTask(spec: TaskSpec(name: "Beat", trigger: .timer(TimerTrigger(every: .seconds(1)))))
        ]
        var session = try Session(scenario: scenario)
        session.perform(.order(.action(.launch)), text: "launch")
        session.advance(to: Instant.zero + .seconds(25_000))
        #expect(session.records.count > 100_000)
        #expect(session.keyframeCount >= 100_000 / Session.keyframeDistance - 1)
        session.goBack(to: Instant.zero + .seconds(12_345))
        #expect(session.simulation.scheduler.tick == 12_345)
    }
}
