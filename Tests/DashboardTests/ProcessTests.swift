import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import TraceAnalysis
import TraceFormat

@testable import Dashboard

/// The dashboard on a running process.
@Suite struct ProcessTests {
    private let text = """
        name: live
        clock: {interval: 100ms}
        tasks:
          - {name: Boot, on: willFinishLaunching}
          - {name: Store, on: didFinishLaunching, lane: async, after: [Boot]}
          - {name: View, on: didFinishLaunching, after: [Store]}
          - {name: Beat, every: 100ms, lane: async}
        """

    /// A process at work and a dashboard that watches it.
    private struct Bench {
        var process: LedProcess
        var model: DashboardModel
        private var sent = 0

        init(_ scenario: Scenario, allowsControl: Bool = true, launched: Bool = true) throws {
            process = try LedProcess(scenario: scenario, seed: 3)
            if launched {
                process.give(.action(.launch), text: "launch")
                process.advance(to: Instant.zero + .seconds(8))
            }
            var session = try Session(following: scenario)
            session.receive(process.inputs)
            sent = process.inputs.count
            let watched = WatchedProcess(title: "live (7)", allowsControl: allowsControl, now: process.now)
            model = DashboardModel(watching: watched, session: session)
            _ = model.handle(.resize(columns: 120, rows: 40))
        }

        /// Lets the process continue, and notifies the model.
        mutating func goOn(_ duration: Nanoseconds) {
            process.advance(to: process.now + duration)
            update()
        }

        mutating func update() {
            let fresh = Array(process.inputs[sent...])
            sent = process.inputs.count
            _ = model.handle(.process(.happened(fresh, now: process.now)))
        }
    }

    private func bench(allowsControl: Bool = true, launched: Bool = true) throws -> Bench {
        try Bench(scenario(text), allowsControl: allowsControl, launched: launched)
    }

    @Test("All tasks are on screen, the status says LIVE, and what happens shows as it comes")
    func live() throws {
        var bench = try bench()
        #expect(bench.model.lines[0].contains("live (7)"))
        #expect(bench.model.lines[0].contains("LIVE 8s"))
        for name in ["Boot", "Store", "View", "Beat"] { bench.model.expectShown(name) }
        bench.goOn(.seconds(2))
        #expect(bench.model.lines[0].contains("LIVE 10s"))
        #expect(Array(bench.model.session.records) == bench.process.records)
    }

    @Test("The error text of a failed attempt is in the log and in the details of its task")
    func errors() throws {
        let scenario = try scenario(text)
        let process = try #require(try (0..<50).compactMap { try failedLaunch(scenario, $0) }.first)
        let known = process.scheduler.task(named: "Store")
        let store = try #require(known)
        let end = try #require(
            process.records.first { record in
                if case .finish(store, _, _, _, _, _) = record.fact { true } else { false }
            })
        var inputs = process.inputs
        let last = try #require(
            inputs.firstIndex { input in
                if case .runFinished(_, .fail) = input.input { input.time == end.time } else { false }
            })
        inputs[last].text = "disk \u{1B}[31mfull"
        let watched = WatchedProcess(title: "live (7)", allowsControl: true, now: .zero)
        var plain = PlainSession(
            model: DashboardModel(watching: watched, session: try Session(following: scenario)))
        let log = plain.receive(.happened(inputs, now: process.now))
        #expect(log.contains { $0.contains("FAILED") && $0.contains("disk ") })
        let details = plain.handle("why Store").lines.filter { $0.contains("disk") }
        #expect(details.count == 1 && details.allSatisfy { $0.contains(": disk ") && !$0.contains("\u{1B}") })
    }

    /// A process in whose launch Store failed; nil if it did not.
    private func failedLaunch(_ scenario: Scenario, _ seed: Int) throws -> LedProcess? {
        let process = try LedProcess(scenario: scenario, seed: UInt64(seed))
        process.give(.action(.launch), text: "launch")
        process.advance(to: Instant.zero + .seconds(8))
        let store = process.scheduler.task(named: "Store").map { process.scheduler.snapshot(of: $0) }
        return store?.lastResult == .failed ? process : nil
    }

    @Test("A late watcher learns since when it watches; going back stops there; no script, scenario or trial is made")
    func late() throws {
        let scenario = try scenario(text)
        let process = try LedProcess(scenario: scenario, seed: 3)
        process.give(.action(.launch), text: "launch")
        process.advance(to: Instant.zero + .milliseconds(8_010))
        let (state, sent) = (process.scheduler.checkpoint(before: CommandID(1)), process.inputs.count)
        let begun = try Session(following: scenario, from: state)
        var session = try #require(begun)
        process.give(.pauseTask("Beat"), text: "pause Beat")
        process.advance(to: Instant.zero + .seconds(10))
        session.receive(Array(process.inputs[sent...]))
        let watched = WatchedProcess(title: "live (7)", allowsControl: true, now: process.now)
        var plain = PlainSession(model: DashboardModel(watching: watched, session: session))
        let line = "watched from \(TimeText.text(state.time)) on: earlier history is not known"
        #expect(plain.opening().contains(line))
        #expect(plain.handle("tasks").lines.count == 4)
        for command in ["write a.scope", "save-scenario a.yaml", "export scenario a.yaml", "export script a.scope"] {
            let (lines, requests) = plain.handle(command)
            #expect(lines.contains { $0.hasSuffix(line) } && requests.isEmpty, "\(command): \(lines)")
        }
        #expect(plain.handle("save-trace a.ndjson").requests.count == 1)
        let back = plain.handle("goto 0s").lines
        #expect(back.contains { $0.contains(line) } && plain.model.now == state.time)
        var model = DashboardModel(watching: watched, session: session)
        _ = model.handle(.resize(columns: 120, rows: 40))
        model.expectShown("LIVE")
        model.expectShown("watched from")
        model.expectShown("WHY the launch was before \(TimeText.text(state.time)), unseen")
        _ = model.handle(.key(.character("W")))
        model.expectShown("a change needs a process that is known from its start")
    }

    @Test("Between messages time continues with the clock, and nothing but time happens")
    func clock() throws {
        var bench = try bench()
        let records = bench.model.session.records.count
        _ = bench.model.handle(.elapsed(.milliseconds(40)))
        #expect(bench.model.now == Instant.zero + .milliseconds(8_040))
        #expect(bench.model.session.records.count == records)
        #expect(bench.model.frameInterval == DashboardModel.movingFrameInterval)
    }

    @Test(
        "Space holds the view while the process continues; stepping back shows the past as it was; Space follows again")
    func hold() throws {
        var bench = try bench()
        bench.goOn(.seconds(1))
        let screen = bench.model
        bench.model.type(" ")
        #expect(bench.model.lines[0].contains("PAUSED"))
        #expect(bench.model.frameInterval == DashboardModel.heldFrameInterval)
        bench.goOn(.seconds(3))
        #expect(bench.model.now == screen.now)
        for _ in 0..<5 { bench.model.type(",") }
        #expect(bench.model.now < screen.now)
        let past = bench.model.session.records
        #expect(Array(past) == Array(bench.process.records.prefix(past.count)))
        bench.model.type(" ")
        #expect(bench.model.lines[0].contains("LIVE"))
        #expect(bench.model.now == bench.process.now)
        #expect(Array(bench.model.session.records) == bench.process.records)
    }

    @Test("A view of the past draws what came after it as it happened, not as a guess")
    func pastPlan() throws {
        var bench = try bench()
        bench.goOn(.seconds(2))
        bench.model.type(" ")
        _ = bench.model.handle(.key(.character(":")))
        bench.model.type("goto 1s\n")
        bench.goOn(.seconds(1))
        let known = bench.process.scheduler.task(named: "Beat")
        let beat = try #require(known)
        let starts = bench.process.records.compactMap { record -> Instant? in
            if case .start(beat, _, _, _) = record.fact { record.time } else { nil }
        }
        let planned = bench.model.plan.runs[beat.offset].compactMap(\.start)
        #expect(Array(planned.prefix(starts.count)) == starts)
        #expect(bench.model.now == Instant.zero + .seconds(1))
    }

    @Test("Keys that change the app and palette commands go to the process as requests and act there")
    func control() throws {
        var bench = try bench()
        let requests = bench.model.handle(.key(.character("M")))
        #expect(
            requests == [
                .control(ControlRequest(id: 1, text: "memory-warning", command: .action(.memoryWarning)))
            ])
        _ = bench.model.handle(.key(.character(":")))
        _ = bench.model.handle(.paste("post K {\"a\": 1}"))
        #expect(
            bench.model.handle(.key(.enter)) == [
                .control(
                    ControlRequest(id: 2, text: "post K {\"a\": 1}", command: .post("K"), context: "{\"a\": 1}"))
            ])
        bench.process.give(.action(.memoryWarning), text: "memory-warning")
        bench.update()
        _ = bench.model.handle(.process(.replied(id: 1, refusal: nil)))
        bench.model.expectShown("memory-warning")
        _ = bench.model.handle(.process(.replied(id: 2, refusal: "no\u{1B}[31m")))
        bench.model.expectShown("post K")
        bench.model.expectNotShown("\u{1B}")
    }

    @Test("What the process refuses is said in one line, as the simulation says it")
    func refusal() throws {
        var bench = try bench()
        bench.process.give(.action(.launch), text: "launch")
        bench.update()
        #expect(bench.model.notice?.isAlarm == true)
        #expect(bench.model.notice?.text.contains("launch") == true)
        bench.model.expectShown(bench.model.notice?.text ?? "?")
    }

    @Test("Commands are refused with one line: read-only, paused, gone, or not accepted by a process")
    func refused() throws {
        var readOnly = try bench(allowsControl: false)
        #expect(readOnly.model.handle(.key(.character("B"))).isEmpty)
        readOnly.model.expectShown("does not allow control")
        var held = try bench()
        held.model.type(" ")
        #expect(held.model.handle(.key(.character("B"))).isEmpty)
        held.model.expectShown("Space returns to the present")
        var other = try bench()
        for command in ["advance 1s", "speed 2", "inject New on active", "expect no warnings"] {
            _ = other.model.handle(.key(.character(":")))
            _ = other.model.handle(.paste(command))
            #expect(other.model.handle(.key(.enter)).isEmpty)
            other.model.expectShown("does not accept this command")
        }
        var gone = try bench()
        _ = gone.model.handle(.process(.lost("the process ended")))
        gone.model.expectShown("connection lost: the process ended")
        #expect(gone.model.handle(.key(.character("B"))).isEmpty)
        gone.model.expectShown("the process has ended")
        #expect(gone.model.lines[0].contains("LOST"))
        #expect(gone.model.frameInterval == nil)
        gone.model.type(",")
        #expect(gone.model.now < gone.process.now)
    }

    @Test("A process that was not launched shows its tasks; its launch appears")
    func notLaunched() throws {
        var bench = try bench(launched: false)
        #expect(bench.model.lines[0].contains("not running"))
        bench.model.expectShown("Beat")
        bench.process.give(.action(.launch), text: "launch")
        bench.goOn(.seconds(5))
        #expect(bench.model.session.simulation.scheduler.state == .active)
        #expect(Array(bench.model.session.records) == bench.process.records)
    }

    @Test(":save-scenario and :write together, and the scenario alone, replay to the same decisions")
    func saved() throws {
        var bench = try bench()
        bench.process.give(.pauseTask("Beat"), text: "pause Beat")
        bench.goOn(.milliseconds(350))
        bench.process.give(.resumeTask("Beat"), text: "resume Beat")
        bench.goOn(.seconds(2))
        var files: [String: String] = [:]
        for command in ["save-scenario s.yaml", "write s.scope", "save-trace t.ndjson"] {
            _ = bench.model.handle(.key(.character(":")))
            _ = bench.model.handle(.paste(command))
            for case .writeFile(let path, let text, _) in bench.model.handle(.key(.enter)) { files[path] = text }
        }
        let read = try scenario(try #require(files["s.yaml"]))
        let (lines, problems) = ScriptParser.parse(
            text: try #require(files["s.scope"]), file: "s.scope", scenario: read)
        #expect(problems.isEmpty)
        for script in [lines, nil] {
            var replay = try Replay(read, script: script, until: bench.process.now - .zero)
            replay.run()
            #expect(Array(replay.simulation.records.prefix(bench.process.records.count)) == bench.process.records)
        }
        let trace = try TraceReader.read(Array(try #require(files["t.ndjson"]).utf8))
        #expect(trace.records.count == bench.process.records.count)
        #expect(trace.end?.time == bench.process.now)
    }

    @Test("The error of a failed attempt is in its line of the log")
    func errorText() throws {
        let failing = try scenario("name: live\ntasks: [{name: Boot, on: launch}]")
        var session = try Session(following: failing)
        let process = try LedProcess(scenario: failing, seed: 3)
        process.give(.action(.launch), text: "launch")
        process.advance(to: .zero + .seconds(8))
        session.receive(
            process.inputs.map { recorded in
                guard case .runFinished(let run, _) = recorded.input else { return recorded }
                return RecordedInput(time: recorded.time, input: .runFinished(run, .fail), text: "no network")
            })
        let watched = WatchedProcess(title: "live (7)", allowsControl: true, now: process.now)
        var model = DashboardModel(watching: watched, session: session)
        _ = model.handle(.resize(columns: 120, rows: 40))
        #expect(model.logLines(count: 50, skipping: 0).contains { $0.detail.hasSuffix(": no network") })
    }

    @Test("What-if begins a branch of its own; the process continues meanwhile, and :branch goes back to it")
    func whatIf() throws {
        var bench = try bench()
        bench.model.type("W")
        bench.model.type("+b")
        #expect(!bench.model.session.isFollowing)
        #expect(bench.model.branchName == "B")
        bench.goOn(.seconds(2))
        #expect(bench.model.handle(.key(.character("M"))).isEmpty)
        _ = bench.model.handle(.key(.character(":")))
        bench.model.type("branch A\n")
        #expect(bench.model.session.isFollowing)
        bench.model.type(" ")
        bench.goOn(.milliseconds(10))
        bench.model.showEverything()
        #expect(Array(bench.model.session.records) == bench.process.records)
    }

    @Test("Whatever keys come and whatever the process does, the model stays sound: 25 seeds", arguments: 0..<25)
    func anything(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        var bench = try bench(allowsControl: cases.chance(50), launched: cases.chance(80))
        let keys: [Key] = [
            .character(","), .character("."), .character(" "), .character("["), .character("]"), .character("p"),
            .character("L"), .character("B"), .character("M"), .character("W"), .character("a"), .character("b"),
            .character("D"), .character("0"), .character("+"), .character("<"), .escape, .enter, .down, .tab,
        ]
        for _ in 0..<150 {
            switch cases.number(0...5) {
            case 0: bench.goOn(.milliseconds(Int64(cases.number(0...900))))
            case 1: _ = bench.model.handle(.elapsed(.milliseconds(Int64(cases.number(0...300)))))
            case 2 where cases.chance(2): _ = bench.model.handle(.process(.lost("gone")))
            case 3: _ = bench.model.handle(.resize(columns: cases.number(1...160), rows: cases.number(1...50)))
            default: _ = bench.model.handle(.key(cases.pick(keys)))
            }
            _ = bench.model.frame(columns: bench.model.columns, rows: bench.model.rows)
        }
        bench.model.showEverything()
        let known = bench.model.session.records
        #expect(Array(known) == Array(bench.process.records.prefix(known.count)))
    }
}
