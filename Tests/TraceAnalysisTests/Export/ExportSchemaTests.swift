import SchedulerCore
import TestSupport
import Testing
import Text
import TraceAnalysis
import TraceFormat

/// Chrome's and OpenTelemetry's JSON as their documentation describes it: "Trace Event Format" (Chromium project, 2016),
/// and trace.proto 1.x of OpenTelemetry with the JSON mapping of protocol buffers.
@Suite struct ExportSchemaTests {
    private static func recordings() -> [LaunchRecording] {
        let shop = Recorder.shop()
        let trace = Trace(header: TraceHeader(name: "Shop"), names: shop.names, records: shop.records, end: nil)
        let tasks = trace.names.tasks.map { name in
            TaskSpec(
                name: name, after: shop.predecessors(shop.named(name)).map { shop.names.name(of: $0) },
                follows: ["Ghost"])
        }
        let random = (0..<12).map { LaunchRecording(randomTrace(seed: $0, count: 300)) }
        return [LaunchRecording(trace), LaunchRecording(trace, facts: shop.facts, tasks: tasks)] + random
    }

    // MARK: Chrome

    private static let common: [String: JSONShape] = ["name": .text, "pid": .whole, "tid": .whole, "ts": .number]
    private static let phases: [String: JSONShape] = [
        "X": .object(common.merging(["cat": .text, "dur": .length, "args": .map(.anything)]) { $1 }),
        "B": .object(common.merging(["cat": .text, "args": .map(.anything)]) { $1 }),
        "i": .object(common.merging(["cat": .text, "s": .word(["g", "p", "t"]), "args": .map(.anything)]) { $1 }),
        // A counter is the process's.
        "C": .object(["name": .text, "pid": .whole, "ts": .number, "args": .map(.number)]),
        "s": .object(common.merging(["cat": .text, "id": .whole]) { $1 }),
        "f": .object(common.merging(["cat": .text, "id": .whole, "bp": .word(["e"])]) { $1 }),
        "M": .object([
            "name": .word(["process_name", "thread_name"]), "pid": .whole, "tid": .whole,
            "args": .object(["name": .text]),
        ]),
    ]

    @Test func `every event of Chrome's trace has what its phase asks for, and each arrow both ends`() throws {
        for recording in Self.recordings() {
            let root = try JSONValue(parsing: #require(ExportFormat.chrome.bytes(of: recording)))
            let shape = JSONShape.object(
                [
                    "traceEvents": .list(.anything), "displayTimeUnit": .word(["ms", "ns"]),
                    "otherData": .map(.anything),
                ])
            #expect(shape.faults(root) == [])
            var arrows: [String: [String]] = [:]
            for event in root[at: "traceEvents"].items {
                let phase = event[at: "ph"].text
                let rest = JSONValue.object(event.members.filter { $0.key != "ph" })
                #expect(Self.phases[phase]?.faults(rest) == [], "\(event.json)")
                if phase == "s" || phase == "f" { arrows[event[at: "id"].text, default: []].append(phase) }
            }
            #expect(arrows.values.allSatisfy { $0 == ["s", "f"] })
        }
    }

    // MARK: OpenTelemetry

    private static let attributes = JSONShape.list(.object(["key": .text, "value": .anything]))
    private static let span = JSONShape.object(
        [
            "traceId": .hexadecimal(32), "spanId": .hexadecimal(16), "name": .text, "kind": .whole,
            "startTimeUnixNano": .digits, "endTimeUnixNano": .digits,
        ],
        optional: [
            "parentSpanId": .hexadecimal(16), "attributes": attributes,
            "events": .list(.object(["timeUnixNano": .digits, "name": .text, "attributes": attributes])),
            "links": .list(
                .object(["traceId": .hexadecimal(32), "spanId": .hexadecimal(16), "attributes": attributes])),
            "status": .object([:], optional: ["code": .whole, "message": .text]),
        ])
    private static let file = JSONShape.object([
        "resourceSpans": .list(
            .object([
                "resource": .object(["attributes": attributes]),
                "scopeSpans": .list(.object(["scope": .object(["name": .text]), "spans": .list(span)])),
            ]))
    ])

    /// What is wrong with a value of an attribute.
    private static func faults(_ value: JSONValue) -> [String] {
        let shape = JSONShape.object(
            [:],
            optional: ["stringValue": .text, "intValue": .digits, "arrayValue": .object(["values": .list(.anything)])])
        let own = shape.faults(value) + (value.members.count == 1 ? [] : ["one of the values: \(value.json)"])
        return own + value[at: "arrayValue"][at: "values"].items.flatMap { faults($0) }
    }

    private static func attributes(_ value: JSONValue) -> [JSONValue] {
        (value.members.flatMap { member in
            member.key == "attributes" ? member.value.items : attributes(member.value)
        }) + value.items.flatMap { attributes($0) }
    }

    @Test func `OTLP has the messages of trace.proto, its ids are unique, and links and parents lead to spans`()
        throws
    {
        for recording in Self.recordings() {
            let root = try JSONValue(parsing: #require(ExportFormat.otlp.bytes(of: recording)))
            #expect(Self.file.faults(root) == [])
            #expect(Self.attributes(root).flatMap { Self.faults($0[at: "value"]) } == [])
            let spans = root[at: "resourceSpans"].items[0][at: "scopeSpans"].items[0][at: "spans"].items
            let ids = spans.map { $0[at: "spanId"].text }
            #expect(Set(ids).count == ids.count)
            for span in spans {
                let parent = span[at: "parentSpanId"].text
                #expect(parent.isEmpty || ids.contains(parent))
                #expect(span[at: "links"].items.allSatisfy { ids.contains($0[at: "spanId"].text) })
                #expect((0...5).contains(span[at: "kind"].number))
                #expect(span[at: "endTimeUnixNano"].number >= span[at: "startTimeUnixNano"].number)
            }
        }
    }
}
