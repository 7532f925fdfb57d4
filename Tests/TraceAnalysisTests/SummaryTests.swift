import Foundation
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing
import Text
import TraceAnalysis
import TraceFormat

@Suite struct SummaryTests {
    private static func json(_ summary: Summary) -> String {
        var text = ""
        summary.writeJSON { text += $0 }
        return text
    }

    private static func summary(_ trace: Recorder, _ names: TraceNames? = nil) -> Summary {
        Summary(
            header: TraceHeader(name: "Shop", seed: 42), names: names ?? trace.names, timeline: Timeline(trace.records),
            scriptFile: "shop.script", facts: trace.facts)
    }

    @Test("a launch as text")
    func launch() {
        #expect(
            Self.summary(.shop()).text(width: 60) == """
                Shop  seed 42  launch 200ms  active
                         W D                 A
                         |0        |100ms    |       OWN   WAIT
                Crash    █ ┊                 ┊      10ms      0
                Logger   ·█┊                 ┊      10ms   10ms
                Remote   ┊ █████             ┊      50ms      0
                Database ┊ ░░░░░██████       ┊      60ms   50ms
                Router   ┊ ▓▓▓               ┊      30ms      0
                Session  ┊ ···········███    ┊      30ms  110ms
                推送     ┊ ··············████┊      40ms  140ms
                Prefetch ┊ ░░░░░░░░░░░▓▓▓▓▓▓▓▓▓▓▓  110ms  110ms
                8 runs: 8 succeeded, 0 failed, 0 cancelled; 0 skipped, 0 missed, 0 parked

                """)
    }

    @Test("the same in ASCII")
    func ascii() {
        let text = Self.summary(.shop()).text(width: 60, glyphs: .ascii)
        #expect(text.utf8.allSatisfy { $0 == 10 || (0x20..<0x7F).contains($0) })
        #expect(text.contains("Database | -----######       |      60ms   50ms\n"))
        #expect(text.contains("????     | ..............####|      40ms  140ms\n"))
    }

    @Test("An anchor takes no time, and the chart says what it is")
    func anchor() throws {
        var trace = Recorder.shop()
        let lane = trace.names.lanes.count
        trace.release(200, "Ready", lane: lane)
        trace.start(200, "Ready", lane: lane)
        trace.finish(200, "Ready", ready: 200)
        var names = trace.names
        names.lanes.append("anchors")
        let lines = Self.summary(trace, names).text(width: 60).split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("Ready") })
        #expect(row.hasSuffix(" anchor      0"), "\(row)")
    }

    private static func troubled() -> (Recorder, TraceNames) {
        var shop = Recorder.shop()
        shop.command(300, "launch", refusal: .state(.active, allowed: 1))
        shop.release(300, "Login")
        shop.release(300, "Profile")
        shop.start(300, "Login")
        shop.finish(310, "Login", ready: 300, .fail)
        shop.start(330, "Login", attempt: 2)
        shop.finish(345, "Login", ready: 300, .timedOut, attempt: 2)
        shop.add(345, .skip(shop.task("Profile"), .predecessor(shop.task("Login"), .timedOut)))
        shop.add(350, .miss(shop.task("Reminder"), .tooOld(.seconds(1))))
        shop.add(350, .park(shop.task("Ads"), .laneClosed(LaneID(1))))
        shop.add(400, .warning(.stuck(shop.task("Ads"))))
        shop.add(400, .expect(0))
        shop.add(400, .expect(1))
        var names = shop.names
        names.expectations = [
            JudgedExpectation(line: 3, isMet: true, text: "Crash ran 1", actual: "Crash ran 1"),
            JudgedExpectation(line: 4, isMet: false, text: "Login ran 2", actual: "Login ran 1"),
        ]
        return (shop, names)
    }

    @Test("what went wrong is counted, listed and explained")
    func trouble() {
        let (trace, names) = Self.troubled()
        let lines = Self.summary(trace, names).text(width: 60).split(separator: "\n").suffix(12)
        #expect(
            lines.joined(separator: "\n") == """
                Prefetch ┊░░░░░▓▓▓▓▓▓          110ms  110ms
                Login    ┊┊        ┊    ▓▓▓     45ms      0
                9 runs: 8 succeeded, 1 failed, 0 cancelled; 1 skipped, 1 missed, 1 parked, 1 retried; 1 refused
                  345ms  Login run 1 timed out, attempt 2
                  345ms  Profile skipped: Login timed out
                  350ms  Reminder missed: the date is 1s older than the grace allows
                  350ms  Ads parked: lane async is not open
                  300ms  refused: launch: launch needs notRunning; the state is active
                1 warning
                  400ms  Ads never ends; its event continues without it
                2 expectations, 1 failed
                shop.script:4: expected Login ran 2; Login ran 1
                """)
    }

    private static func later(launchAt start: Int64, until last: Int64) -> Recorder {
        var app = Recorder()
        app.event(start, .willFinishLaunching)
        app.release(start, "Home")
        app.start(start, "Home")
        app.finish(start + 100, "Home", ready: start)
        app.add(start + 100, .firstFrame(parked: 0))
        app.release(last - 10, "Sync")
        app.start(last - 10, "Sync")
        app.finish(last, "Sync", ready: last - 10)
        return app
    }

    @Test("a launch fills the chart, wherever it is; what follows is folded")
    func longSession() {
        let text = Self.summary(Self.later(launchAt: 5000, until: 16_000)).text(width: 60)
        #expect(
            text == """
                Shop  seed 42  launch 100ms  notRunning
                     W
                     |5s       |5.05s    |5.1s      OWN   WAIT
                Home ████████████████████         100ms      0
                the chart shows the launch; outside it 1 run, up to 16s; --whole shows all
                2 runs: 2 succeeded, 0 failed, 0 cancelled; 0 skipped, 0 missed, 0 parked

                """)
        let whole = Self.summary(Self.later(launchAt: 5000, until: 16_000)).text(width: 60, isWhole: true)
        #expect(whole.contains("Sync ") && !whole.contains("--whole"))
    }

    @Test("a launch that takes no time is charted with what follows")
    func emptyLaunch() {
        var app = Recorder()
        app.event(0, .willFinishLaunching)
        app.add(0, .firstFrame(parked: 0))
        app.release(0, "A")
        app.start(0, "A")
        app.finish(50, "A", ready: 0)
        let text = Self.summary(app).text(width: 60)
        #expect(text.contains("A    ┊▓▓▓") || text.contains("A    ▓▓▓"), "\(text)")
        #expect(!text.contains("--whole"))
    }

    @Test("the summary as one JSON object")
    func json() throws {
        let (trace, names) = Self.troubled()
        let json = Self.json(Self.summary(trace, names))
        let value = try JSONValue(parsing: Array(json.utf8))
        #expect(value["runs"] == .number("9"))
        #expect(json.hasSuffix("]}\n") && json.split(separator: "\n").count == 1)
        #expect(
            json.hasPrefix(
                #"{"schema":1,"name":"Shop","seed":42,"state":"active","launchTime":200000000,"runs":9,"tasks":["#
                    + #"{"name":"Crash","runs":1,"success":1,"fail":0,"critical":0,"cancelled":0,"timedOut":0,"#
                    + #""skipped":0,"missed":0,"parked":0,"own":10000000,"dependencyWait":0,"laneWait":0,"#
                    + #""slack":0,"onCriticalPath":true},"#))
        #expect(json.contains(#""laneWait":110000000,"slack":null,"onCriticalPath":false"#))
        #expect(
            json.contains(
                #""warnings":[{"t":400000000,"code":"stuck","message":"Ads never ends; its event continues without it"}],"#
                    + #""expectations":[{"line":3,"ok":true,"text":"Crash ran 1","actual":"Crash ran 1"},"#))
        let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect((read?["tasks"] as? [Any])?.count == 12)
    }

    @Test(
        "the chart uses the step that fits best",
        arguments: [
            (0, 10, 1), (10, 10, 1), (11, 10, 2), (20, 10, 2), (21, 10, 5), (51, 10, 10), (240_000_000, 37, 10_000_000),
        ] as [(Int64, Int, Int64)])
    func steps(duration: Int64, cells: Int, step: Int64) {
        #expect(TextGantt.step(for: Nanoseconds(duration), cells: cells) == Nanoseconds(step))
    }

    @Test("hostile traces are drawn without an error", arguments: [1, 40, 80, 500])
    func hostile(width: Int) {
        var trace = Recorder()
        trace.add(0, .release(TaskID(0), run: 1, lane: .main))
        trace.add(0, .start(TaskID(0), run: 1, attempt: 1, lane: .main))
        let records = trace.records + [TraceRecord(Instant(nanoseconds: .max), .event(.idle))]
        let summary = Summary(
            header: TraceHeader(name: "\u{1B}[2J"), names: TraceNames(tasks: ["\u{202E}\u{1B}推"]),
            timeline: Timeline(records), facts: .unknown)
        #expect(!summary.text(width: width).unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        #expect(!Self.json(summary).unicodeScalars.contains { $0.value == 0x1B })
    }

    @Test("a trace that was read gives the same summary")
    func reading() throws {
        let (trace, names) = Self.troubled()
        let written = Trace(header: TraceHeader(name: "Shop", seed: 42), names: names, records: trace.records, end: nil)
        let read = try TraceReader.read(TraceWriter.bytes(of: written))
        let first = Summary(header: written.header, names: names, timeline: Timeline(trace.records), facts: .unknown)
        let second = Summary(header: read.header, names: read.names, timeline: Timeline(read.records), facts: .unknown)
        #expect(first.text() == second.text() && Self.json(first) == Self.json(second))
    }

    @Test func `a retry that waits for its lane is drawn as waiting`() throws {
        let text = """
            lanes: {radio: 1}
            tasks:
              - {name: Pairing, on: launch, lane: radio, duration: 180ms, outcome: [fail, success],
                 retry: {limit: 1, delay: 60ms}}
              - {name: Firmware, on: launch, lane: radio, duration: 150ms}
            """
        var replay = try Replay(try #require(ScenarioReader.read(text: text, file: "f").scenario))
        replay.run()
        let simulation = replay.simulation
        let names = TraceNames(
            tasks: ["Pairing", "Firmware"], lanes: simulation.scheduler.configuration.lanes.map(\.name))
        let summary = Summary(
            header: TraceHeader(name: "f"), names: names, timeline: Timeline(simulation.records),
            facts: LaunchFacts(of: simulation.scheduler, budget: nil))
        // A cell is 10ms: an attempt, its delay, then the wait for Firmware.
        let row = try #require(summary.text(width: 100).split(separator: "\n").first { $0.hasPrefix("Pairing") })
        let runs = String(repeating: "▓", count: 18)
        #expect(row.contains(runs + "      ░░░░░░░░░" + runs), "\(row)")
    }

    @Test func `a post that no task waited for is told`() {
        let trace = Recorder.shop()
        let summary = Summary(
            header: TraceHeader(name: "Shop", seed: 42), names: trace.names, timeline: Timeline(trace.records),
            facts: trace.facts, unheard: [(.zero + .milliseconds(150), "cart-changed")])
        #expect(summary.text(width: 60).contains("\n  150ms  no task waits for cart-changed\n"))
        let json = #""expectations":[],"unheard":[{"t":150000000,"message":"no task waits for cart-changed"}]}"#
        #expect(Self.json(summary).contains(json))
        #expect(!Self.json(Self.summary(trace)).contains("unheard"))
    }
}
