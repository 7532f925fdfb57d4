import ScenarioFormat
import SchedulerCore
import Testing
import TraceImport

/// Traces that were broken on the way, or on purpose: one line with its place, and no more memory than what is read at once.
@Suite struct HostileTraceTests {
    @Test func `spans that are each other's parents, and spans with one id`() throws {
        func file(_ spans: [(id: String, parent: String)]) -> [UInt8] {
            let list = spans.map {
                "{\"spanId\":\"\($0.id)\",\"parentSpanId\":\"\($0.parent)\",\"startTimeUnixNano\":\"1\",\"endTimeUnixNano\":\"9\"}"
            }
            let text = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[\(list.joined(separator: ","))]}]}]}"
            return Array(text.utf8)
        }
        #expect(Imported.problem(file([("a", "b"), ("b", "a")])).hasSuffix("error: found no spans"))
        #expect(try Imported(bytes: file([("a", ""), ("a", ""), ("a", "a")])).time?.count == 8)
    }

    @Test(
        "an endless source is abandoned, and no more of it is read than fits in memory",
        arguments: [
            ("{\"a\":\"", "x", 20, "f:1:6: error: a piece of more than 16 MiB"),
            ("{\"a\":", "[", 2, "f:1:517: error: JSON is nested deeper than 512 levels"),
            ("[{\"ts\":1", "1", 20, "f:1:8: error: a piece of more than 16 MiB"),
            ("{\"schema\":1,\"kind\":\"header\",", "x", 40, "f:1:1: error: a line can be at most 32 MiB long"),
            ("digraph {", "x", 70, "f:1:1: error: longer than 64 MiB"),
        ])
    func endless(beginning: String, filler: Character, pieces: Int, problem: String) {
        let piece = Array(String(repeating: filler, count: 1 << 20).utf8)
        var asked = 0
        let window = ByteWindow {
            asked += 1
            return asked == 1 ? Array(beginning.utf8) : piece
        }
        do throws(ImportProblem) {
            _ = try TraceImport.launch(window, name: "app")
            Issue.record("a source without an end has one")
        } catch {
            #expect(error.text(file: "f") == problem)
        }
        #expect(asked <= pieces)
    }

    @Test func `runs of the main thread that overlap give a scenario that is read`() {
        let launch = RecordedLaunch(
            name: "app", source: "test", lanes: [.init("main")],
            runs: [
                .init("A", lane: 0, start: 0, end: 10_000_000), .init("B", lane: 0, start: 5_000_000, end: 12_000_000),
            ], length: 12_000_000)
        let imported = TraceImport.scenario(repeating: launch, file: "trace")
        #expect(ScenarioReader.read(text: imported.text, file: "f").scenario != nil, "\(imported.text)")
    }

    @Test func `whitespace is skipped without being kept`() {
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)
        var left = 32
        let window = ByteWindow {
            left -= 1
            return left >= 0 ? piece : nil
        }
        do throws(ImportProblem) {
            _ = try TraceImport.launch(window, name: "app")
            Issue.record("blanks are no trace")
        } catch {
            #expect(error.text(file: "f") == "f:1:2097153: error: the file is empty")
        }
    }

    @Test(
        "times at the ends of their range are refused, or a launch that is cut off, in every format",
        arguments: [
            "[{\"name\":\"a\",\"ph\":\"B\",\"ts\":-9223372036854775,\"pid\":1,\"tid\":1},{\"ph\":\"E\",\"ts\":9223372036854775,\"pid\":1,\"tid\":1}]",
            "[{\"name\":\"a\",\"ph\":\"B\",\"ts\":-2305843009213693,\"pid\":1,\"tid\":1},{\"ph\":\"E\",\"ts\":4611686018427387,\"pid\":1,\"tid\":1},"
                + "{\"name\":\"b\",\"ph\":\"X\",\"ts\":-2305843009213693,\"dur\":4611686018427387,\"pid\":1,\"tid\":2},"
                + "{\"name\":\"c\",\"ph\":\"X\",\"ts\":4611686018427386,\"dur\":1,\"pid\":1,\"tid\":2}]",
            "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":9223372036854775,\"dur\":0,\"pid\":1,\"tid\":1}]",
            "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":\"0\",\"endTimeUnixNano\":\"9223372036854775807\"}]}]}]}",
            "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"startTimeUnixNano\":\"4611686018427387903\",\"endTimeUnixNano\":\"4611686018427387904\"}]}]}]}",
            "[{\"name\":\"a.service\",\"activating\":9223372036854775,\"time\":0},{\"name\":\"b.service\",\"activating\":1,\"time\":9223372036854775}]",
            "[{\"name\":\"a.service\",\"activating\":4611686018427387,\"time\":0},{\"name\":\"b.service\",\"activating\":1,\"time\":4611686018427386}]",
            "<svg><text>Startup finished in 268435455h + 268435455h = 268435455h 268435455h 268435455h</text>"
                + "<rect class=\"activating\" x=\"1\" width=\"2\"/><text>a.service</text></svg>",
            "<svg><text class=\"sec\" x=\"0.001\">9000000000.0s</text>"
                + "<rect class=\"activating\" x=\"1\" width=\"9007199\"/><text>a.service</text></svg>",
            "<html>UNIT_DATA = [{\"i\":0,\"name\":\"a\",\"start\":1,\"duration\":9223372035},{\"i\":1,\"name\":\"b\",\"start\":9223372036,\"duration\":0}]",
            "<html>UNIT_DATA = [{\"i\":0,\"name\":\"a\",\"start\":1,\"duration\":2,\"rmeta_time\":9223372036,\"unblocked_rmeta_units\":[1]}]",
            "<html>UNIT_DATA = [{\"i\":0,\"name\":\"a\",\"start\":2305843009,\"duration\":2305843009,\"unblocked_units\":[1]},{\"i\":1,\"name\":\"b\",\"start\":4611686018,\"duration\":0}]",
            "<html><title>Cargo Build Timings</title><svg>\n<rect x=\"-107374182.3\" width=\"0.1\" class=\"unit-block\" />\n"
                + "<text x=\"0\" class=\"unit-label\">a 107374182.3s</text>\n<rect x=\"107374182.3\" width=\"0.1\" class=\"unit-block\" />\n"
                + "<text x=\"0\" class=\"unit-label\">b 107374182.3s</text>",
            "<trace-query-result><row><start-time id=\"1\">9223372036854775807</start-time><duration id=\"2\">0</duration>"
                + "<signpost-name id=\"3\">A</signpost-name></row></trace-query-result>",
        ])
    func extremes(text: String) throws {
        let problem = Imported.problem(Array(text.utf8))
        guard problem.isEmpty else {
            #expect(problem.hasPrefix("f:1:") && problem.contains(" error: "), "\(problem)")
            return
        }
        let imported = try Imported(text)
        #expect(imported.scenario.tasks.count > 0)
        #expect(imported.launch.length <= Nanoseconds.limit.count)
        // Ten years of seconds took a replay half a minute.
        #expect(imported.launch.length / imported.scenario.configuration.tick.count <= 100_000)
    }

    @Test(
        "times at the ends of their range in protocol buffers",
        arguments: [0, 1, 1 << 62, (1 << 62) + 1, (1 << 63) - 1, 1 << 63, .max] as [UInt64])
    func binaryExtremes(time: UInt64) throws {
        let times: [[UInt64]] = [
            [0, time, time, time], [time, time, time, .max], [1, 2, time, time], [time, 0, 0, time],
        ]
        for times in times {
            for bytes in [PerfettoTraceTests.small(times), OTLPTraceTests.request(times)] {
                let problem = Imported.problem(bytes)
                if problem.isEmpty {
                    let launch = try TraceImport.launch(ByteWindow(bytes), name: "app")
                    #expect(launch.length <= Nanoseconds.limit.count)
                    #expect(!TraceImport.scenario(repeating: launch, file: "f").text.isEmpty)
                } else {
                    #expect(problem.hasPrefix("f:byte "), "\(problem)")
                }
            }
        }
    }
}
