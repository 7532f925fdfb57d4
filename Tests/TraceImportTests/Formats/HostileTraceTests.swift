import ScenarioFormat
import Testing
import TraceImport

/// Traces that were broken on the way, or on purpose: one line with its place, and no more memory than what is read at once.
@Suite struct HostileTraceTests {
    private static let columns =
        "kind,process,name,run,attempt,lane,event,released,ready,started,finished,outcome,reason,own,dependency_wait,"
        + "lane_wait,slack,critical,priority,trigger,launch,scenario,record"

    /// A row with a kind, a name and a start.
    private static func row(_ kind: String, _ name: String, _ start: String) -> String {
        "\(kind),1,\(name),,,,,,,\(start),,,,,,,,,,,,app,0"
    }

    private static func table(_ rows: String...) -> String { ([columns] + rows).map { $0 + "\n" }.joined() }

    @Test(
        "tables",
        arguments: [
            ("kind,process,name,run\nrun,1", "f:2:6: error: the file ends inside a row"),
            ("kind,process,name,run\n\"run", "f:2:5: error: the file ends inside a row"),
            ("kind,process,name,run\nrun,1\n", "f:2:6: error: a row of 2 fields in a table of 4"),
            (
                "kind,process,name," + String(repeating: ",", count: 300),
                "f:1:272: error: a row of more than 256 fields"
            ),
            ("kind,process,name,run\n", "f:1:1: error: no launch reaches its first frame"),
            (
                table(row("event", "willFinishLaunching", "NaN"), row("firstFrame", "", "5")),
                "f:1:1: error: the launch has no willFinishLaunching, or an invalid time"
            ),
            (
                table(row("event", "willFinishLaunching", "9"), row("firstFrame", "", "5")),
                "f:1:1: error: the launch has no willFinishLaunching, or an invalid time"
            ),
            (
                table(row("event", "willFinishLaunching", "-9223372036854775808"), row("firstFrame", "", "5")),
                "f:1:1: error: the launch has no willFinishLaunching, or an invalid time"
            ),
        ])
    func tables(text: String, problem: String) {
        #expect(Imported.problem(Array(text.utf8)) == problem)
    }

    @Test(
        "our own exports, changed",
        arguments: [
            ("\"ts\":9223372036854775,\"dur\":9223372036854775", "f:2:198: error: dur: too large"),
            (
                "\"ts\":1000000000000001,\"dur\":1",
                "f:2:183: error: a run lacks its number, attempt, lane or records"
            ),
            ("\"ts\":-1,\"dur\":1", "f:2:55: error: ts: less than 0"),
            ("\"ts\":1,\"dur\":1", "f:1:1: error: no launch reaches its first frame"),
        ])
    func ownChrome(times: String, problem: String) {
        let about =
            "{\"otherData\":{\"generator\":\"taskscope\",\"name\":\"x\",\"seed\":0,\"tick\":1},\"traceEvents\":[\n"
        let run =
            "{\"name\":\"A\",\"cat\":\"run\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\(times),\"args\":{\"run\":1,\"attempt\":1,"
            + "\"lane\":\"main\",\"released\":0,\"ready\":0,\"outcome\":\"success\",\"records\":[0,1,2]}}"
        #expect(Imported.problem(Array((about + run + "]}").utf8)) == problem)
    }

    @Test(
        "attempts of our own exports, changed",
        arguments: [
            // Numbers of records: none that exists, far away, twice the same.
            ("[0,1,2]", "[-9223372036854775808,1,2]", ""),
            ("[0,1,2]", "[0,9223372036854775807,2]", "time goes backwards"),
            ("[0,1,2]", "[0,18446744073709551615,2]", ""),
            ("[0,1,2]", "[2,2,2]", ""),
            ("[0,1,2]", "[0,1,2,3,4,5]", ""),
            ("[0,1,2]", "[0]", "a run lacks its"),
            ("[0,1,2]", "[0,1,NaN]", "expected a JSON value"),
            ("[0,1,2]", "[0,1,2", "expected \",\" or \"]\""),
            // Runs and times out of range.
            ("\"run\":1", "\"run\":4294967296", "a run lacks its"),
            ("\"released\":0", "\"released\":9223372036854775807", "a run lacks its"),
            ("\"released\":0", "\"released\":1e400", "a run lacks its"),
            ("\"ready\":0", "\"ready\":\"NaN\"", "a run lacks its"),
            ("\"outcome\":\"success\"", "\"outcome\":\"successful\"", "a run lacks its"),
            ("\"outcome\":\"success\"", "\"outcome\":[[[[\"success\"]]]]", "a run lacks its"),
            // Names: an escape that ends, a lane that is a number.
            ("\"lane\":\"main\"", "\"lane\":\"ma\\u00\"", "four hexadecimal digits"),
            ("\"lane\":\"main\"", "\"lane\":7", "a run lacks its"),
            ("\"lane\":\"main\"", "\"lane\":\"\u{1}\"", "a control character"),
        ])
    func ownAttempts(part: String, changed: String, problem: String) {
        let run =
            "{\"name\":\"A\",\"cat\":\"run\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1,\"args\":{\"run\":1,\"attempt\":1,"
            + "\"lane\":\"main\",\"released\":0,\"ready\":0,\"outcome\":\"success\",\"records\":[0,1,2]}}"
        let parts = run.split(separator: part, omittingEmptySubsequences: false)
        let text =
            "{\"otherData\":{\"generator\":\"taskscope\",\"name\":\"x\",\"seed\":0,\"tick\":1},\"traceEvents\":[\n"
            + parts.joined(separator: changed) + "]}"
        let found = Imported.problem(Array(text.utf8))
        #expect(parts.count == 2)
        #expect(found.contains(problem.isEmpty ? "no launch reaches its first frame" : problem), "\(found)")
        // Cut anywhere it is one line, too.
        for end in stride(from: 1, to: text.utf8.count, by: 7) {
            let cut = Imported.problem(Array(text.utf8.prefix(end)))
            #expect(!cut.isEmpty && !cut.contains("\n"))
        }
    }

    @Test(
        "spans of our own exports, changed",
        arguments: [
            ("\"0\",\"endTimeUnixNano\":\"9\"", "0", "no launch reaches its first frame"),
            ("\"0\",\"endTimeUnixNano\":\"9\"", "-9223372036854775808", "a run lacks its"),
            ("\"0\",\"endTimeUnixNano\":\"9\"", "9223372036854775807", "a run lacks its"),
            ("\"9223372036854775807\",\"endTimeUnixNano\":\"9223372036854775807\"", "-5", "a run lacks its"),
            ("\"9\",\"endTimeUnixNano\":\"0\"", "0", "a span that ends before it begins"),
            ("\"0\",\"endTimeUnixNano\":\"99999999999999999999\"", "0", "a span lacks its times"),
            ("\"0\",\"endTimeUnixNano\":\"NaN\"", "0", "a span lacks its times"),
            ("0,\"endTimeUnixNano\":9", "0", "no launch reaches its first frame"),
        ])
    func ownSpans(times: String, epoch: String, problem: String) {
        func attribute(_ key: String, _ value: String) -> String {
            "{\"key\":\"taskscope.\(key)\",\"value\":{\(value)}}"
        }
        let resource = [attribute("name", "\"stringValue\":\"x\""), attribute("epoch", "\"intValue\":\"\(epoch)\"")]
        let records = ["0", "1", "2"].map { "{\"intValue\":\"\($0)\"}" }.joined(separator: ",")
        let attributes = [
            attribute("task", "\"stringValue\":\"A\""), attribute("run", "\"intValue\":\"1\""),
            attribute("attempt", "\"intValue\":\"1\""), attribute("lane", "\"stringValue\":\"main\""),
            attribute("released", "\"intValue\":\"0\""), attribute("ready", "\"intValue\":\"0\""),
            attribute("outcome", "\"stringValue\":\"success\""),
            attribute("records", "\"arrayValue\":{\"values\":[\(records)]}"),
        ]
        let span =
            "{\"traceId\":\"1\",\"spanId\":\"2\",\"parentSpanId\":\"3\",\"name\":\"A\",\"kind\":1,\"startTimeUnixNano\":\(times),"
            + "\"attributes\":[\(attributes.joined(separator: ","))],\"status\":{}}"
        let text =
            "{\"resourceSpans\":[{\"resource\":{\"attributes\":[\(resource.joined(separator: ","))]},"
            + "\"scopeSpans\":[{\"spans\":[\(span)]}]}]}"
        let found = Imported.problem(Array(text.utf8))
        #expect(found.contains(problem), "\(found)")
        for end in stride(from: 1, to: text.utf8.count, by: 11) {
            let cut = Imported.problem(Array(text.utf8.prefix(end)))
            #expect(!cut.isEmpty && !cut.contains("\n"))
        }
    }

    @Test func `names of our own exports that are not UTF-8 are repaired`() throws {
        func text(_ name: [UInt8]) -> [UInt8] {
            let before =
                "{\"otherData\":{\"generator\":\"taskscope\",\"name\":\"x\",\"seed\":0,\"tick\":1},\"traceEvents\":[\n{\"name\":\""
            let behind =
                "\",\"cat\":\"run\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1,\"args\":{\"run\":1,\"attempt\":1,\"lane\":"
                + "\"main\",\"released\":0,\"ready\":0,\"outcome\":\"success\",\"records\":[1,2,3]}},"
                + "{\"name\":\"a\",\"cat\":\"event\",\"ph\":\"i\",\"ts\":0,\"args\":{\"record\":0,\"kind\":\"event\",\"event\":\"willFinishLaunching\"}},"
                + "{\"name\":\"f\",\"cat\":\"frame\",\"ph\":\"i\",\"ts\":1,\"args\":{\"record\":4,\"kind\":\"firstFrame\"}}]}"
            return Array(before.utf8) + name + Array(behind.utf8)
        }
        #expect(try Imported(bytes: text(Array("A".utf8))).launch.runs.map { $0.name } == ["A"])
        #expect(try Imported(bytes: text([0x41, 0xFF])).launch.runs.map { $0.name } == ["A\u{FFFD}"])
    }

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
}
