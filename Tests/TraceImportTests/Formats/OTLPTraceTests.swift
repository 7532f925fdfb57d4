import TestSupport
import Testing
import TraceImport

/// OpenTelemetry traces as JSON and as protocol buffers.
@Suite struct OTLPTraceTests {
    private static func span(
        _ id: String, _ parent: String, _ name: String, _ start: Int, _ end: Int, _ more: String = ""
    )
        -> String
    {
        """
        {"traceId":"5b8efff798038103d269b633813fc60c","spanId":"\(id)","parentSpanId":"\(parent)","name":"\(name)","kind":1,
         "startTimeUnixNano":"1700000000\(String(1_000_000_000 + start).dropFirst())",
         "endTimeUnixNano":"1700000000\(String(1_000_000_000 + end).dropFirst())"\(more)}
        """
    }

    private static func file(_ spans: [String]) -> String {
        """
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},
        "scopeSpans":[{"scope":{"name":"app"},"spans":[\(spans.joined(separator: ",\n"))]}]}]}
        """
    }

    @Test func `the root span is the launch, its children are the tasks, links are edges`() throws {
        let imported = try Imported(
            Self.file([
                Self.span("b", "a", "Login", 0, 50_000_000),
                Self.span(
                    "c", "a", "Home", 50_010_000, 90_000_000,
                    ",\"links\":[{\"spanId\":\"b\"}],\"status\":{\"code\":2}"),
                Self.span("d", "c", "Draw", 60_000_000, 70_000_000),
                Self.span("a", "", "launch", 0, 90_000_000),
            ]))
        #expect(imported.launch.name == "shop")
        #expect(imported.time?.count == 90_000_000)
        #expect(try imported.schedule == ["Login shop 0..50000", "Home shop 50000..90000 <- Login"])
        #expect(imported.text.contains("outcome: fail"))
    }

    @Test func `the launch does not wait for a span that outlives its root`() throws {
        let imported = try Imported(
            Self.file([
                Self.span("a", "", "boot", 0, 90_000_000), Self.span("b", "a", "Warm", 1_000_000, 400_000_000),
                Self.span("c", "a", "Load", 1_000_000, 60_000_000),
            ]))
        #expect(imported.time?.count == 90_000_000)
        #expect(imported.scenario.tasks.first { $0.spec.name == "Warm" }?.spec.blocks == nil)
        #expect(
            imported.text.contains("{name: boot 2, on: didFinishLaunching, after: Load, duration: 30ms}"),
            "\(imported.text)")
    }

    @Test func `of several traces the longest is the launch, and a note says so`() throws {
        let spans = (0..<3).flatMap { number -> [String] in
            let (start, length) = (number * 100_000_000, (number + 1) * 10_000_000)
            return [
                Self.span("a\(number)", "", "GET /\(number)", start, start + length),
                Self.span("b\(number)", "a\(number)", "db", start, start + length / 2),
            ]
        }
        let notes = try Imported(Self.file(spans)).launch.notes
        #expect(notes == ["Left out: 2 other traces. The launch is the longest, GET /2."])
    }

    @Test(
        "what is not a trace of spans is refused with its place",
        arguments: [
            ("{\"resourceSpans\":{}}", "f:1:18: error: expected a list"),
            ("{\"resourceSpans\":[]}", "f:1:20: error: found no spans"),
            (
                "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"name\":\"a\"}]}]}]}",
                "f:1:55: error: a span lacks its times in whole nanoseconds"
            ),
            (
                "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":\"5\",\"endTimeUnixNano\":\"3\"}]}]}]}",
                "f:1:90: error: a span that ends before it begins, or begins before 1970"
            ),
        ])
    func refused(text: String, problem: String) {
        #expect(Imported.problem(Array(text.utf8)) == problem)
    }

    /// A request with a root span and two children, the second of which has a link to the first and failed.
    static func request(_ times: [UInt64] = [0, 50_000_000, 50_010_000, 90_000_000]) -> [UInt8] {
        func span(_ message: ProtobufMessage, _ id: Int, _ parent: Int?, _ name: String, _ start: UInt64, _ end: UInt64)
        {
            message.text(1, "0123456789abcdef").text(2, "span000\(id)")
            if let parent { message.text(4, "span000\(parent)") }
            message.text(5, name).fixed(7, start).fixed(8, end)
        }
        let request = ProtobufMessage()
        request.message(1) { program in
            program.message(1) { resource in
                resource.message(1) { $0.text(1, "host").message(2) { $0.text(1, "h") } }
                resource.message(1) { $0.text(1, "service.name").message(2) { $0.text(1, "shop") } }
            }
            program.message(2) { library in
                library.message(1) { $0.text(1, "app") }
                library.message(2) { span($0, 2, 1, "Login", times[0], times[1]) }
                library.message(2) { home in
                    span(home, 3, 1, "Home", times[2], times[3])
                    home.message(13) { $0.text(1, "0123456789abcdef").text(2, "span0002") }
                    home.message(15) { $0.text(2, "no network").number(3, 2) }
                }
                library.message(2) { span($0, 1, nil, "launch", times[0], times[3]) }
            }
        }
        return request.bytes
    }

    @Test func `protocol buffers give what JSON gives, as they are and as the collector writes them to a file`() throws
    {
        let request = Self.request()
        let framed = [0, 0, UInt8(request.count >> 8), UInt8(request.count & 255)] + request
        for bytes in [request, framed] {
            #expect(TraceImport.isForeign(bytes))
            let imported = try Imported(bytes: bytes)
            #expect(imported.launch.name == "shop")
            #expect(imported.time?.count == 90_000_000)
            #expect(try imported.schedule == ["Login shop 0..50000", "Home shop 50000..90000 <- Login"])
            #expect(imported.text.contains("outcome: fail"))
        }
        #expect(try Imported(bytes: framed + framed, format: .otlp).time?.count == 90_000_000)
        #expect(Imported.problem(PerfettoTraceTests.small) == "")
        let cut = Imported.problem(Array(request.dropLast(2)))
        #expect(cut == "f:byte 0: error: the file ends inside the spans of a program")
        #expect(
            Imported.problem(Self.request([0, 1, 2, 1 << 63])) == "f:byte 3: error: a span whose time is too large")
    }

    @Test func `the name of a program may come behind its spans`() throws {
        let resource = "\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"NAME\"}}]}"
        func program(_ name: String, _ id: String, _ parent: String) -> String {
            "{\"scopeSpans\":[{\"spans\":[\(Self.span(id, parent, name, 0, 9_000_000))]}],"
                + resource.replacing("NAME", with: name) + "}"
        }
        let list = [program("shop", "a", ""), program("bank", "b", "a"), program("post", "c", "a")]
        let imported = try Imported("{\"resourceSpans\":[\(list.joined(separator: ","))]}")
        #expect(imported.launch.name == "shop")
        #expect(imported.launch.lanes.map { $0.name } == ["main", "bank", "post"])
    }
}
