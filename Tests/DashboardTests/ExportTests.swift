import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing
import TraceFormat

@testable import Dashboard

@Suite struct ExportTests {
    private func written(_ model: inout DashboardModel, _ command: String) throws -> String {
        model.type(":" + command)
        let requests = model.handle(.key(.enter))
        guard case .writeFile(_, let text, _) = requests.first else {
            Issue.record("\(command): \(requests)")
            return ""
        }
        return text
    }

    @Test func `a chart, a graph, a script and a scenario`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n")
        #expect(try written(&model, "export chart a.txt").contains("launch 1.1s"))
        #expect(try written(&model, "export graph g.txt").contains("▶Session*"))
        #expect(try written(&model, "export script s.scope").contains("at 0s launch"))
        #expect(try written(&model, "export scenario s.yaml").contains("name: Database"))
        model.type(":export picture p.png\n")
        #expect(model.notice?.isAlarm == true)
        model.type("x")
        #expect(model.lines[23].hasPrefix(":export "))
        #expect(model.lines[22].contains("chart  trace  script"))
    }

    @Test(
        "the file's extension says what is written",
        arguments: [
            ("a.json", "{\"displayTimeUnit\""), ("a.otlp.json", "{\"resourceSpans\""), ("a.svg", "<svg "),
            ("a.html", "<!DOCTYPE html>"), ("a.dot", "digraph {"), ("a.mmd", "flowchart LR"), ("a.csv", "kind,process"),
            ("a.cast", "{\"version\":2"), ("a.xml", "<?xml"), ("a.md", "# "), ("a.swift", "// Written by"),
            ("a.ndjson", "{\"schema\":1"), ("my trace.scope", "# shop, written by"), ("a.yaml", "schema: 1"),
        ])
    func endings(file: String, beginning: String) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n")
        let text = try written(&model, "export \(file)")
        #expect(text.hasPrefix(beginning), "\(text.prefix(80))")
    }

    @Test func `an export without its launch is refused`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type(":export a.svg")
        #expect(model.handle(.key(.enter)).isEmpty)
        #expect(model.notice?.text == "no launch has reached its first frame, and svg needs one")
    }

    @Test(
        arguments: [
            ("write w.scope", true), ("export script w.scope", true), ("export trace t.ndjson", true),
            ("save-trace t.ndjson", true), ("export chart c.txt", true), ("export graph g.txt", false),
            ("export scenario s.yaml", false), ("save-scenario s.yaml", false),
        ])
    func `an export that ends in the past says so, and others do not`(command: String, ends: Bool) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 3s\nF")
        for (time, remark) in [
            ("500ms", "; it ends at 500ms, the 2 later commands are not in it"),
            ("2500ms", "; it ends at 2.5s, the later command is not in it"), ("4s", ""),
            // Only time lies ahead.
            ("3500ms", ""),
        ] {
            model.type(":goto \(time)\n")
            _ = try written(&model, command)
            _ = model.handle(.fileWritten(path: "it", bytes: 1))
            #expect(model.notice?.text == "wrote it, 1 byte" + (ends ? remark : ""))
            _ = model.handle(.fileWritten(path: "another", bytes: 1))
            #expect(model.notice?.text == "wrote another, 1 byte")
        }
    }

    @Test func `a file that could not be written is reported without a remark`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\nB:goto 500ms\n")
        _ = try written(&model, "write w.scope")
        _ = model.handle(.failed("cannot write w.scope: No space left on device"))
        #expect(model.notice?.text == "cannot write w.scope: No space left on device")
    }

    @Test func `y copies what is known about the task`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 2s\n/Session\n")
        guard case .copy(let text) = model.handle(.key(.character("y"))).first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(text.hasPrefix("Session\nstate       D done\n"))
        #expect(text.contains("550ms for Database"))
    }

    @Test func `the mouse is switched`() throws {
        var model = try dashboard()
        #expect(model.handle(.key(.character("%"))) == [.mouse(enabled: false)])
        #expect(model.handle(.key(.character("%"))) == [.mouse(enabled: true)])
    }

    /// `:write` and the trace agree: the written script, replayed, gives the records of the session, expectations included.
    @Test func `the written script replays to the same trace`() throws {
        let scenario = try scenario(shopText)
        let script =
            "# captions\nlaunch\n\nwait until launched\nexpect state active\nexpect launch <= 1s\n+1s background\n"
        let (lines, _) = ScriptParser.parse(text: script, file: "s", scenario: scenario)
        var session = try Session(scenario: scenario)
        session.play(lines)
        var model = DashboardModel(session: session, options: DashboardOptions(isPaused: true))
        model.type(":goto 3s\n:memory-warning\n:expect RootView ran 1\n:goto 4s\n")
        let trace = try written(&model, "export trace t.ndjson").split(separator: "\n")
        let written = try written(&model, "write w.scope")
        let (again, diagnostics) = ScriptParser.parse(text: written, file: "w", scenario: scenario)
        #expect(diagnostics.filter { $0.severity == .error }.isEmpty)
        var replay = try Replay(scenario, script: again, until: .seconds(4))
        replay.run()
        let simulation = replay.simulation
        let names = TraceNames(
            tasks: (0..<simulation.scheduler.taskCount).map { simulation.scheduler.name(of: TaskID($0)) },
            lanes: scenario.configuration.lanes.map(\.name), commands: Array(simulation.commandTexts),
            expectations: simulation.verdicts.map {
                JudgedExpectation(line: $0.line, isMet: $0.holds, text: $0.claim, actual: $0.actual)
            })
        let header = TraceHeader(name: scenario.name, seed: scenario.seed, tick: scenario.configuration.tick)
        let replayed = String(
            decoding: TraceWriter.bytes(of: Trace(header: header, names: names, records: simulation.records, end: nil)),
            as: UTF8.self
        ).split(separator: "\n")
        let differing = zip(trace.dropLast(), replayed).first { $0 != $1 }
        #expect(differing == nil)
        #expect(trace.count > 100 && replayed.count >= trace.count - 1)
        #expect(trace.filter { $0.contains("\"kind\":\"expect\"") }.count == 3)
    }
}

@Suite struct PlainTests {
    private func session() throws -> PlainSession {
        PlainSession(model: try dashboard(options: DashboardOptions(isPaused: true)))
    }

    @Test func `commands in, what happened out`() throws {
        var session = try session()
        #expect(session.opening().first == "t=0s  not running  launch 1.1s planned")
        let launched = session.handle("launch").lines
        #expect(launched.contains("0s  cmd  launch"))
        #expect(launched.last?.hasPrefix("t=0s  INACTIVE") == true)
        let after = session.handle("advance 2s").lines
        #expect(after.contains("750ms  start  Session  main  waited 550ms for Database"))
        #expect(after.contains("1.1s  frame  LAUNCH COMPLETE in 1.1s"))
        #expect(after.last == "t=2s  ACTIVE  launch 1.1s")
        #expect(session.handle("why Session").lines.contains { $0.contains("550ms for Database") })
        #expect(session.handle("tasks lane:async state:D").lines.count == 2)
        #expect(session.handle("findings").lines.count == session.model.findings.count)
        #expect(!session.model.findings.isEmpty)
        #expect(session.handle("foreground").lines.contains { $0.contains("needs") })
        #expect(session.handle("nonsense").lines.first?.contains("nonsense") == true)
        #expect(session.handle("quit").requests == [.quit(exitCode: 0)])
    }

    @Test(
        arguments: [
            (["status", "tasks", "why Session", "why Nobody", "findings", "help", ""], false, false),
            (["launch", "advance 2s", "expect state active"], false, false),
            (["launch", "expect state active"], true, false),
            (["launch", "expect state active", "goto 0s", "launch"], true, false),
            (["foreground"], false, false), (["frobnicate"], false, true),
            (["launch", "pause Nobody Else"], false, true),
            (["frobnicate", "launch", "expect state active", "quit"], true, true),
        ])
    func `a failed expectation and a line that is not a command are remembered to the end`(
        lines: [String], hasFailed: Bool, hasMisread: Bool
    ) throws {
        var session = try session()
        for line in lines { _ = session.handle(line) }
        #expect(session.hasFailed == hasFailed)
        #expect(session.hasMisread == hasMisread)
    }

    @Test func `going back says nothing twice`() throws {
        var session = try session()
        _ = session.handle("launch")
        _ = session.handle("advance 2s")
        #expect(session.handle("goto 1s").lines == ["t=1s  INACTIVE  launch 1.1s planned"])
        #expect(session.handle("help").lines.count > 3)
    }
}

@Suite struct PresentTests {
    private func presenting(_ script: String, columns: Int = 80, rows: Int = 24) throws -> DashboardModel {
        let scenario = try scenario(shopText)
        let (lines, _) = ScriptParser.parse(text: script, file: "s", scenario: scenario)
        var session = try Session(scenario: scenario)
        session.play(lines)
        var options = DashboardOptions(scriptFile: "s")
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: columns, rows: rows))
        return model
    }

    @Test func `a long caption takes further rows, a short one gives them back`() throws {
        var model = try presenting(
            "note One connection serves six requests here, so each of them waits until all that came before it are "
                + "through, and the staircase that this draws is where the time goes\nlaunch\nat 1s note Shorter\n")
        func bottom() -> String {
            trimmed(model).split(separator: "\n", omittingEmptySubsequences: false).suffix(5).joined(separator: "\n")
        }
        #expect(
            bottom() == """
                 ──────────────────────────────────────────────────────────────────── 3 below ─
                   One connection serves six requests here, so each of them
                   waits until all that came before it are through, and
                   the staircase that this draws is where the time goes
                                                                            1 of 2  Space: next
                """)
        model.type(" ")
        for _ in 0..<20 { _ = model.handle(.elapsed(.milliseconds(100))) }
        #expect(model.now == .zero + .seconds(1))
        #expect(
            bottom() == """
                 ──────────────────────────────────────────────────────────────────── 3 below ─
                   Shorter


                                                                        2 of 2  the end: q ends
                """)
    }

    @Test(arguments: [(160, 48), (200, 60)])
    func `on a large screen a long caption is whole`(columns: Int, rows: Int) throws {
        let words = (1...50).map { "word\($0)" }
        let model = try presenting("note \(words.joined(separator: " "))\nlaunch\n", columns: columns, rows: rows)
        let shown = model.lines.suffix(7).joined(separator: " ").split(separator: " ").map(String.init)
        let first = try #require(shown.firstIndex(of: "word1"))
        #expect(Array(shown[first...].prefix(50)) == words)
    }

    @Test func `time stops at each caption, and Space continues`() throws {
        var model = try presenting(
            "note Now it launches\nlaunch\nat 1s note It is nearly there\nat 2s note And away\n+0s background\n")
        #expect(model.lines[20].hasPrefix("   Now it launches"))
        #expect(model.lines[23].hasSuffix("1 of 3  Space: next "))
        model.type(" ")
        for _ in 0..<50 { _ = model.handle(.elapsed(.milliseconds(70))) }
        #expect(model.now == Instant(nanoseconds: 1_000_000_000))
        #expect(model.lines[20].hasPrefix("   It is nearly there"))
        #expect(model.lines[23].hasSuffix("2 of 3  Space: next "))
        model.type(" ")
        for _ in 0..<50 { _ = model.handle(.elapsed(.milliseconds(70))) }
        #expect(model.now == Instant(nanoseconds: 2_000_000_000))
    }
}
