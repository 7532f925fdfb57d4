import SchedulerSimulation
import Testing
import TraceImport

/// Chrome trace event JSON, in both of its forms.
@Suite struct ChromeTraceTests {
    private static let small = """
        {"displayTimeUnit": "ms", "traceEvents": [
          {"name": "thread_name", "ph": "M", "pid": 1, "tid": 7, "args": {"name": "main"}},
          {"name": "Launch", "ph": "B", "ts": 1000, "pid": 1, "tid": 7},
          {"name": "Read", "ph": "X", "ts": 1000, "dur": 2000.5, "pid": 1, "tid": 7, "args": {"deep": [1, {"a": null}]}},
          {"name": "Parse", "ph": "X", "ts": 9000, "dur": 1000, "pid": 1, "tid": 7},
          {"name": "Launch", "ph": "E", "ts": 10000, "pid": 1, "tid": 7},
          {"name": "Fetch", "ph": "X", "ts": 3000.5, "dur": 5999.5, "pid": 1, "tid": 8},
          {"name": "go", "cat": "f", "ph": "s", "id": 1, "ts": 2000, "pid": 1, "tid": 7},
          {"name": "go", "cat": "f", "ph": "f", "bp": "e", "id": 1, "ts": 3001, "pid": 1, "tid": 8},
          {"name": "back", "cat": "f", "ph": "s", "id": 2, "ts": 9000, "pid": 1, "tid": 8},
          {"name": "back", "cat": "f", "ph": "f", "id": 2, "ts": 9000, "pid": 1, "tid": 7}
        ]}
        """

    @Test func `an end closes the last slice of its name, not the last of all`() throws {
        let marks = [("B", "A", 0), ("B", "B", 10), ("E", "A", 20), ("E", "B", 35)].map {
            "{\"ph\":\"\($0)\",\"name\":\"\($1)\",\"ts\":\($2),\"pid\":1,\"tid\":1}"
        }
        let imported = try Imported("[\(marks.joined(separator: ","))]")
        #expect(imported.launch.runs.map { "\($0.name) \($0.start)..\($0.end)" } == ["A 0..20000", "B 10000..35000"])
    }

    @Test func `a slice that wraps the launch is replaced by those in it and its own time, and arrows become edges`()
        throws
    {
        let imported = try Imported(Self.small)
        #expect(imported.time?.count == 9_000_000)
        #expect(
            try imported.schedule == [
                "Read main 0..2000", "Launch main 2000..8000", "Fetch thread 8 2000..8000 <- Read",
                "Parse main 8000..9000 <- Fetch",
            ])
    }

    @Test func `an arrow from a slice that ends a little late is an edge, from one that ends later not`() throws {
        func predecessors(_ end: Int) throws -> [String]? {
            try Imported(
                """
                [{"name":"A","ph":"X","ts":0,"dur":\(end),"pid":1,"tid":1},
                {"name":"B","ph":"X","ts":2000,"dur":1000,"pid":1,"tid":2},
                {"name":"go","cat":"f","ph":"s","id":1,"ts":1000,"pid":1,"tid":1},
                {"name":"go","cat":"f","ph":"f","bp":"e","id":1,"ts":2000,"pid":1,"tid":2}]
                """
            ).scenario.tasks.first { $0.spec.name == "B" }?.spec.after
        }
        #expect(try predecessors(2001) == ["A"])
        #expect(try predecessors(2100) == [])
    }

    @Test func `of more slices than a launch has room for the longest stay, of equal ones the earlier`() throws {
        var (slices, time) = ([String](), 0)
        for (count, length) in [(100, 5), (1_500, 10), (1_000, 20)] {
            for _ in 0..<count {
                slices.append(#"{"name":"S","ph":"X","ts":\#(time),"dur":\#(length),"pid":1,"tid":1}"#)
                time += length
            }
        }
        let launch = try Imported("[\(slices.joined(separator: ","))]").launch
        func count(_ length: Int) -> Int { launch.runs.count { $0.end - $0.start == length * 1_000 } }
        #expect([count(5), count(10), count(20)] == [0, 1_000, 1_000])
        #expect(launch.notes.contains("Left out: 600 runs of at most 10us."), "\(launch.notes)")
    }

    @Test func `the array form needs no end, as if its writer was stopped`() throws {
        let imported = try Imported(
            """
            [{"name":"A","ph":"B","ts":5,"pid":1,"tid":1},
            {"ph":"E","ts":15,"pid":1,"tid":1},
            {"name":"B","ph":"b","cat":"net","id":"0x1","ts":10,"pid":1,"tid":1},
            {"name":"B","ph":"e","cat":"net","id":"0x1","ts":14,"pid":1,"tid":1},
            """)
        #expect(try imported.schedule == ["A main 0..10", "B net 5..9"])
    }

    @Test func `what nothing explains becomes a gap behind what ended last`() throws {
        let imported = try Imported(
            """
            [{"name":"A","ph":"X","ts":0,"dur":10,"pid":1,"tid":1},
            {"name":"B","ph":"X","ts":50,"dur":10,"pid":1,"tid":1},
            {"name":"A","ph":"X","ts":60,"dur":40,"pid":1,"tid":1}]
            """)
        #expect(imported.time?.count == 100_000)
        #expect(try imported.schedule == ["A main 0..10", "B main 50..60 <- A", "A 2 main 60..100 <- B"])
        #expect(
            imported.text.contains(
                "  - {name: gap before B, on: didFinishLaunching, follows: A, lane: gaps, duration: 40us, group: gaps}")
        )
    }

    @Test(
        "hostile traces are one line with its place",
        arguments: [
            ("", "f:1:1: error: the file is empty"),
            ("  \n \n", "f:3:1: error: the file is empty"),
            ("[]", "f:1:2: error: found no slices: nothing begins and ends"),
            (
                "[{\"ph\":\"B\",\"name\":\"Open\",\"ts\":1}]",
                "f:1:33: error: found no slices: 1 slice without an end, such as Open"
            ),
            ("{\"a\":1}", "f:1:7: error: found no traceEvents"),
            ("[{\"ph\":\"X\",\"ts\":NaN}]", "f:1:17: error: expected a JSON value"),
            ("[{\"ph\":\"X\",\"ts\":5,\"dur\":-1}]", "f:1:25: error: dur: less than 0"),
            ("[{\"ph\":\"X\",\"ts\":1e400,\"dur\":1}]", "f:1:17: error: ts: not a number, or too large"),
            ("[{\"ph\":\"X\",\"ts\":01}]", "f:1:17: error: ts: not a number, or too large"),
            ("[{\"ph\":\"X\",\"dur\":1}]", "f:1:19: error: an event without its time, ts"),
            ("[\n {\"name\":\"A\"}\n]", "f:2:13: error: an event without its phase, ph"),
            ("[{\"name\":\"A", "f:1:10: error: this quotation mark is never closed"),
            ("[{\"name\":\"A\"", "f:1:13: error: the file ends in the middle of JSON"),
            ("{\"traceEvents\":[{\"ph\":\"M\"}", "f:1:27: error: the file ends in the middle of JSON"),
            ("[1]", "f:1:2: error: expected a trace event"),
            ("nonsense", "f:1:1: error: unknown trace format; choose one with --format: \(ImportFormat.list)"),
            ("PK\u{3}\u{4}", "f:byte 0: error: a zip file: unpack it first, as in: unzip -p FILE | taskscope import -"),
        ])
    func hostile(text: String, problem: String) {
        #expect(Imported.problem(Array(text.utf8)) == problem)
    }

    @Test func `deep nesting and more open slices than a stack has are refused`() {
        let deep = "{\"a\":" + String(repeating: "[", count: 100_000)
        #expect(Imported.problem(Array(deep.utf8)) == "f:1:517: error: JSON is nested deeper than 512 levels")
        let open = "[" + String(repeating: "{\"name\":\"A\",\"ph\":\"B\",\"ts\":1},\n", count: 10_001) + "]"
        #expect(
            Imported.problem(Array(open.utf8)) == "f:10001:28: error: more than 10000 nested slices")
    }

    @Test("any bytes get an answer, whether whole, truncated or changed", arguments: 0..<25 as Range<UInt64>)
    func rubbish(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let bytes = Array(Self.small.utf8)
        for _ in 0..<40 {
            var changed = Array(bytes.prefix(random.below(bytes.count + 1)))
            for _ in 0..<random.below(4) where !changed.isEmpty {
                changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.below(256))
            }
            let problem = Imported.problem(changed)
            #expect(problem.isEmpty || problem.hasPrefix("f:"), "\(problem)")
            #expect(Imported.problem(changed, pieces: 1 + random.below(40)) == problem)
        }
    }

    @Test("a trace reads the same in pieces of any size", arguments: [1, 2, 3, 7, 64])
    func pieces(size: Int) throws {
        let window = Imported.window(Array(Self.small.utf8), pieces: size)
        let launch = try TraceImport.launch(window, name: "app")
        #expect(launch.runs == (try Imported(Self.small).launch.runs))
    }

    @Test func `arrows both ways between slices of no length at the same instant close no cycle`() throws {
        let slices = [("A", 1, 0, 10), ("B", 2, 10, 0), ("C", 3, 10, 0), ("D", 1, 10, 10)].map {
            name, thread, start, length in
            #"{"ph":"X","name":"\#(name)","pid":1,"tid":\#(thread),"ts":\#(start),"dur":\#(length)}"#
        }
        let arrows = [(1, "s", 2), (1, "f", 3), (2, "s", 3), (2, "f", 2)].map { id, phase, thread in
            #"{"ph":"\#(phase)","bp":"e","name":"arrow","id":\#(id),"pid":1,"tid":\#(thread),"ts":10}"#
        }
        let imported = try Imported("[\((slices + arrows).joined(separator: ","))]")
        #expect(imported.time?.count == 20_000)
        #expect(imported.scenario.tasks.map { $0.spec.name } == ["A", "C", "B", "D"])
    }
}

/// Random numbers that are the same on every machine.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
