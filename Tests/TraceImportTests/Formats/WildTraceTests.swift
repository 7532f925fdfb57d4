import Testing
@testable import TraceImport

/// Traces as programs write them, in the small.
@Suite struct WildTraceTests {
    @Test func `ends before their beginnings, as threads write when they can, are matched by name`() throws {
        let imported = try Imported(
            """
            [{"pid": 0, "tid": 0, "ph": "E", "name": "a", "ts": 9}, {"pid": 0, "tid": 0, "ph": "E", "name": "b", "ts": 20},
             {"pid": 0, "tid": 0, "ph": "B", "name": "a", "ts": 0}, {"pid": 0, "tid": 0, "ph": "B", "name": "b", "ts": 10}]
            """)
        let runs = imported.launch.runs.map { "\($0.name) \($0.start)..\($0.end)" }
        #expect(runs == ["a 0..9000", "b 10000..20000"])
        #expect(imported.launch.notes.allSatisfy { !$0.contains("without") })
    }

    @Test func `Bazel's phases begin before zero, and its own critical path is named, not run`() throws {
        let imported = try Imported(
            """
            {"otherData": {"build_id": "7"}, "traceEvents": [
             {"name": "thread_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "Critical Path"}},
             {"cat": "build phase marker", "name": "Launch", "ph": "X", "ts": -20, "dur": 20, "pid": 1, "tid": 2},
             {"cat": "build phase marker", "name": "Load", "ph": "i", "ts": 0, "pid": 1, "tid": 2},
             {"cat": "build phase marker", "name": "Build", "ph": "i", "ts": 30, "pid": 1, "tid": 2},
             {"cat": "build phase marker", "name": "Complete", "ph": "i", "ts": 90, "pid": 1, "tid": 2},
             {"cat": "critical path component", "name": "compile", "ph": "X", "ts": 30, "dur": 55, "pid": 1, "tid": 0}]}
            """)
        #expect(imported.launch.runs.map { $0.name } == ["Launch", "Load", "Build"])
        #expect(imported.time?.count == 110_000)
        #expect(imported.launch.notes.contains("Bazel's own critical path, 55us: compile."))
    }

    @Test func `the thread on which Bazel waits for its actions hides none of them`() throws {
        let slices = [
            ("buildTargets", 1, 0, 1150), ("Load", 1, 0, 100), ("ParallelEvaluator.eval", 1, 100, 1000),
            ("Parallel Evaluator evaluation", 1, 101, 998), ("Inside", 1, 102, 20), ("Compile", 2, 105, 600),
            ("Link", 3, 705, 390), ("Save", 1, 1100, 50),
        ].map {
            "{\"name\":\"\($0.0)\",\"ph\":\"X\",\"pid\":1,\"tid\":\($0.1),\"ts\":\($0.2),\"dur\":\($0.3)}"
        }
        let imported = try Imported(
            "{\"otherData\":{\"build_id\":\"7\"},\"traceEvents\":[\(slices.joined(separator: ","))]}")
        #expect(imported.launch.runs.map { $0.name } == ["Load", "Compile", "Link", "Save"])
        #expect(imported.time?.count == 1_150_000)
    }

    @Test func `a task that Chromium only dispatches is named after what takes most of it, too`() throws {
        let slices = [
            ("ThreadPool_RunTask", 0, 100), ("SequenceManager::DoWork", 1, 98), ("EvaluateScript", 2, 90),
            ("v8.run", 3, 80), ("RunTask", 200, 100), ("Layout", 200, 40), ("Parse", 400, 100), ("ParseBody", 400, 90),
        ]
        let events = slices.map {
            "{\"ph\":\"X\",\"name\":\"\($0.0)\",\"ts\":\($0.1),\"dur\":\($0.2),\"pid\":1,\"tid\":1}"
        }
        let runs = try Imported("[\(events.joined(separator: ","))]").launch.runs
        #expect(runs.map { $0.name } == ["ThreadPool_RunTask: EvaluateScript", "RunTask", "Parse"])
    }

    @Test func `clang's totals are no threads`() throws {
        let imported = try Imported(
            """
            {"traceEvents": [{"pid": 1, "tid": 1, "ph": "X", "ts": 5, "dur": 90, "name": "Frontend"},
             {"pid": 1, "tid": 4, "ph": "X", "ts": 0, "dur": 80, "name": "Total Frontend", "args": {"count": 3}}]}
            """)
        #expect(imported.launch.runs.map { $0.name } == ["Frontend"])
    }

    @Test func `the app's main thread is lane main, not that of a helper, and another can be chosen`() throws {
        let text = """
            {"traceEvents": [
             {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "GPU Process"}},
             {"ph": "M", "name": "process_name", "pid": 2, "args": {"name": "Renderer"}},
             {"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "CrGpuMain"}},
             {"ph": "M", "name": "thread_name", "pid": 2, "tid": 2, "args": {"name": "CrRendererMain"}},
             {"ph": "X", "name": "Swap", "pid": 1, "tid": 1, "ts": 0, "dur": 900},
             {"ph": "X", "name": "Parse", "pid": 2, "tid": 2, "ts": 0, "dur": 100},
             {"ph": "X", "name": "Paint", "pid": 2, "tid": 2, "ts": 600, "dur": 200}]}
            """
        let app = try Imported(text)
        #expect(app.launch.runs.filter { $0.lane == 0 }.map { $0.name } == ["Parse", "Paint"])
        #expect(
            app.launch.notes.contains(
                "The app is process Renderer; others are GPU Process. --process chooses one."))
        var choice = ImportChoice()
        choice.process = "gpu"
        #expect(try Imported(bytes: Array(text.utf8), choice: choice).launch.runs.map { $0.name } == ["Swap"])
        choice = ImportChoice()
        choice.thread = "gpu"
        #expect(
            try Imported(bytes: Array(text.utf8), choice: choice).launch.runs.first { $0.lane == 0 }?.name == "Swap")
        choice = ImportChoice()
        (choice.from, choice.until) = (500_000, 800_000)
        let stretch = try Imported(bytes: Array(text.utf8), choice: choice).launch
        #expect(stretch.length == 300_000)
        #expect(stretch.runs.map { $0.name } == ["Swap", "Paint"])
        choice.process = "nobody"
        do throws(ImportProblem) {
            _ = try TraceImport.launch(ByteWindow(Array(text.utf8)), name: "app", choice: choice)
            Issue.record("there is no such process")
        } catch {
            #expect(error.message == "no process nobody in the trace; there are GPU Process, Renderer")
        }
    }

    @Test func `OTLP in snake case is the same trace, and the root's own time is its own`() throws {
        func span(_ id: String, _ parent: String, _ name: String, _ start: Int, _ end: Int) -> String {
            "{\"span_id\": \"\(id)\", \"parent_span_id\": \"\(parent)\", \"name\": \"\(name)\", "
                + "\"start_time_unix_nano\": \"\(1_000_000 + start)\", \"end_time_unix_nano\": \"\(1_000_000 + end)\"}"
        }
        let spans = [
            span("1", "", "GET", 0, 100_000), span("2", "1", "Load", 10_000, 40_000),
            span("3", "1", "Draw", 60_000, 99_990),
        ]
        let imported = try Imported(
            "{\"resource_spans\": [{\"resource\": {\"attributes\": [{\"key\": \"service.name\", \"value\": {\"string_value\": \"shop\"}}]}, "
                + "\"scope_spans\": [{\"spans\": [\(spans.joined(separator: ", "))]}]}]}")
        #expect(imported.launch.name == "shop")
        #expect(imported.launch.runs.map { $0.name } == ["GET", "Load", "GET", "Draw"])
        #expect(imported.time?.count == 100_000)
        #expect(!imported.text.contains("name: gap"), "\(imported.text)")
    }

    @Test func `an object that begins with Chrome's unit of time is a trace, however far its events are`() throws {
        let beginning = "{\"displayTimeUnit\": \"ms\", \"metadata\": \"\(String(repeating: "x", count: 70_000))\", "
        let bytes = Array(
            (beginning + "\"traceEvents\": [{\"ph\": \"X\", \"name\": \"a\", \"ts\": 0, \"dur\": 7}]}").utf8)
        #expect(TraceImport.isForeign(bytes))
        #expect(try Imported(bytes: bytes).launch.runs.map { $0.name } == ["a"])
    }

    @Test(
        "what a program prints for people, and what is no trace, is named for what it is",
        arguments: [
            ("{\"Name\": \"a\", \"SpanContext\": {}}", "Go's stdouttrace"),
            ("{\"name\": \"a\", \"context\": {\"trace_id\": \"0x1\"}}", "Python's ConsoleSpanExporter"),
            ("<!DOCTYPE html><title>Android System Trace</title>", "Android's systrace as HTML"),
            ("# tracer: nop\n#\n", "ftrace as text is not read"),
            ("TRACE:\n# tracer: nop\n", "ftrace as text is not read"),
            ("shop-70 (-----) [000] d..3 1.5: tracing_mark_write: B|70|draw\n", "ftrace as text is not read"),
            ("shop-70 [000] 1.5: sched_switch: prev_comm=shop\n", "ftrace as text is not read"),
        ])
    func named(text: String, words: String) {
        #expect(Imported.problem(Array(text.utf8)).contains(words))
        #expect(TraceImport.isForeign(Array(text.utf8)))
    }

    @Test(
        "scenarios and our own traces are no foreign traces",
        arguments: [
            "schema: 1\n", "tasks: []", "{schema: 1, tasks: []}", "{\"schema\":1,\"kind\":\"header\"}", "",
            "# traceEvents\n", "# Our tracer: none\ntasks: []\n",
        ])
    func own(text: String) {
        #expect(!TraceImport.isForeign(Array(text.utf8)))
    }

    @Test func `a report of cargo 0.38 has only a picture of its units`() throws {
        let imported = try Imported(
            """
            <html><title>Cargo Build Timings</title></head><svg>
              <rect x="46.0" y="1" width="20.0" height="25" class="unit-block" data-dep-class="dep-0" />
              <text x="51.0" y="8" class="unit-label">libc build 1.0s</text>
              <path class="dep-0 dep-line" d="M 66.0 13 l -5 0 l 0 27 l 5 0" />
              <rect x="66.0" y="28" width="40.0" height="25" class="unit-block" data-dep-class="dep-1" />
              <text x="71.0" y="35" class="unit-label">libc 2.0s</text></svg>
            """)
        #expect(
            imported.launch.runs.map { "\($0.name) \($0.start / 1_000_000)..\($0.end / 1_000_000) \($0.after)" } == [
                "libc build 0..1000 []", "libc 1000..3000 [0]",
            ])
    }

    @Test func `units of no length keep the order of a boot, which ends when its title says`() throws {
        let imported = try Imported(
            """
            <svg><text>Startup finished in 1.000s (kernel) + 2.500s (userspace) = 3.500s</text>
            <text class="sec" x="100.0">1.0s</text>
            <rect class="kernel" x="0.000" y="0" width="100.000"/><text class="left" x="5">kernel</text>
            <rect class="activating" x="100.000" y="20" width="50.000"/><text class="left" x="5">a.service (500ms)</text>
            <rect class="activating" x="150.000" y="20" width="0.000"/><text class="left" x="5">basic.target</text>
            <rect class="activating" x="150.000" y="20" width="150.000"/><text class="left" x="5">b.service (1.5s)</text>
            <rect class="activating" x="400.000" y="20" width="10.000"/><text class="left" x="5">late.service</text></svg>
            """)
        #expect(imported.launch.length == 3_500_000_000)
        #expect(imported.launch.runs.map { $0.name } == ["kernel", "a.service", "basic.target", "b.service"])
        #expect(imported.time?.count == 3_500_000_000)
        #expect(imported.text.contains("name: boot"))
    }

    @Test
    func `a boot ends with the target that its title names, and a bar that runs to the end is as long as its label`()
        throws
    {
        let imported = try Imported(
            """
            <svg><text>Startup finished in 1.000s (kernel) + 2.500s (userspace) = 3.500s
            graphical.target reached after 2.400s in userspace.</text>
            <rect class="box" x="0" y="0" width="410.000" height="10"/><text class="sec" x="100.0">1.0s</text>
            <rect class="kernel" x="0.000" y="0" width="100.000"/><text class="left" x="5">kernel</text>
            <rect class="activating" x="100.000" y="20" width="310.000"/><text class="left" x="5">a.service (500ms)</text>
            <rect class="activating" x="100.000" y="20" width="310.000"/><text class="left" x="5">b.service</text>
            <rect class="activating" x="150.000" y="20" width="180.000"/><text class="left" x="5">c.service (1.800s)</text>
            <rect class="activating" x="340.000" y="20" width="0.000"/><text class="left" x="5">graphical.target</text>
            <rect class="activating" x="345.000" y="20" width="10.000"/><text class="left" x="5">d.service</text></svg>
            """)
        #expect(imported.time?.count == 3_400_000_000)
        #expect(
            imported.launch.runs.map { "\($0.name) \($0.start / 1_000_000)..\($0.end / 1_000_000)" } == [
                "kernel 0..1000", "a.service 1000..1500", "b.service 1000..3400", "c.service 1500..3300",
                "graphical.target 3400..3400",
            ])
        #expect(imported.launch.notes.contains("The boot ends with graphical.target, as the plot says."))
        let path = try Recording(imported.scenario)
        let target = try #require(path.scenario.tasks.first { $0.spec.name == "graphical.target" })
        #expect(target.assumes == ["c.service"])
        #expect(path.scenario.tasks.first { $0.spec.name == "b.service" }?.spec.blocks == nil)
    }

    @Test func `a boot up to a target waits for no mount of no length that nothing came after`() throws {
        func bar(_ start: Double, _ width: Double, _ name: String) -> String {
            "<rect class=\"activating\" x=\"\(start)\" y=\"20\" width=\"\(width)\"/><text class=\"left\" x=\"5\">\(name)</text>"
        }
        func holders(_ title: String) throws -> [String] {
            let bars = [
                bar(10, 40, "a.service"), bar(50, 90, "b.service"), bar(90, 0, "late.target"),
                bar(91, 10, "long.mount"), bar(120, 0, "late.mount"), bar(140, 0, "graphical.target"),
            ]
            let imported = try Imported(
                "<svg><text>Startup finished in 1.400s (userspace)\(title)</text><text class=\"sec\" x=\"100.0\">1.0s</text>"
                    + bars.joined() + "</svg>")
            return imported.scenario.tasks.filter { $0.spec.blocks == true }.map { $0.spec.name }
        }
        let held = try holders("\ngraphical.target reached after 1.400s in userspace.")
        #expect(!held.contains("late.mount"), "\(held)")
        #expect(held.contains("long.mount") && held.contains("late.target") && held.contains("graphical.target"))
        #expect(try holders("").contains("late.mount"), "nothing says what such a boot ended with")
    }

    @Test func `the boot of a container has one stage, and ends when its title says, too`() throws {
        let launch = try Imported(
            """
            <svg><text>Startup finished in 2.500s (userspace)
            graphical.target reached after 2.400s in userspace.</text><text class="sec" x="100.0">1.0s</text>
            <rect class="activating" x="10.000" y="20" width="220.000"/><text class="left" x="5">a.service</text>
            <rect class="activating" x="250.090" y="20" width="0.000"/><text class="left" x="5">default.target</text>
            <rect class="activating" x="250.100" y="20" width="0.000"/><text class="left" x="5">late.service</text></svg>
            """
        ).launch
        // A title has whole milliseconds.
        #expect(launch.length == 2_500_900_000)
        #expect(launch.runs.map { $0.name } == ["a.service", "default.target"])
    }

    @Test func `processes with clocks of their own are days apart, and the busier side is the launch`() throws {
        func event(_ name: String, _ process: Int, _ start: Int, _ length: Int) -> String {
            "{\"name\":\"\(name)\",\"ph\":\"X\",\"ts\":\(start),\"dur\":\(length),\"pid\":\(process),\"tid\":1}"
        }
        let day = 86_400_000_000
        let text =
            "[\([event("Boot", 1, 0, 50), event("Load", 2, day, 400), event("Show", 2, day + 400, 100)].joined(separator: ","))]"
        let launch = try Imported(text).launch
        #expect(
            launch.runs.map { "\($0.name) \($0.start / 1000)..\($0.end / 1000)" } == ["Load 0..400", "Show 400..500"])
        let note = "Left out: 1 slice beyond a hole of 23h 59min 59.99995s; --from 0s --until 50.001us has them."
        #expect(launch.notes.contains(note), "\(launch.notes)")
        var choice = ImportChoice()
        choice.until = 50_001
        #expect(try Imported(bytes: Array(text.utf8), choice: choice).launch.runs.map { $0.name } == ["Boot"])
        let idle = "[\([event("A", 1, 0, 5), event("B", 1, 900_000_000, 5)].joined(separator: ","))]"
        #expect(try Imported(idle).launch.runs.count == 2)
    }
}
