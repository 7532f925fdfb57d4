import Testing
import TraceImport

/// OpenTelemetry traces as JSON.
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
}
