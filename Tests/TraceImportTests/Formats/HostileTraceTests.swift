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
                "f:1:1: error: the launch has no willFinishLaunching, or a time that is none"
            ),
            (
                table(row("event", "willFinishLaunching", "9"), row("firstFrame", "", "5")),
                "f:1:1: error: the launch has no willFinishLaunching, or a time that is none"
            ),
            (
                table(row("event", "willFinishLaunching", "-9223372036854775808"), row("firstFrame", "", "5")),
                "f:1:1: error: the launch has no willFinishLaunching, or a time that is none"
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
                "f:2:183: error: a run without its run, attempt, lane or records"
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

    @Test func `spans that are each other's parents, and spans with one id`() throws {
        func file(_ spans: [(id: String, parent: String)]) -> [UInt8] {
            let list = spans.map {
                "{\"spanId\":\"\($0.id)\",\"parentSpanId\":\"\($0.parent)\",\"startTimeUnixNano\":\"1\",\"endTimeUnixNano\":\"9\"}"
            }
            let text = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[\(list.joined(separator: ","))]}]}]}"
            return Array(text.utf8)
        }
        #expect(Imported.problem(file([("a", "b"), ("b", "a")])).hasSuffix("error: no spans in it"))
        #expect(try Imported(bytes: file([("a", ""), ("a", ""), ("a", "a")])).time?.count == 8)
    }

    @Test(
        "a source without an end is given up, and no more of it is asked for than can be at hand",
        arguments: [
            ("{\"a\":\"", "x", 20, "f:1:6: error: a piece of more than 16 MiB"),
            ("{\"a\":", "[", 2, "f:1:517: error: JSON is nested deeper than 512 levels"),
            ("[{\"ts\":1", "1", 20, "f:1:8: error: a piece of more than 16 MiB"),
            ("{\"schema\":1,\"kind\":\"header\",", "x", 40, "f:1:1: error: a line is at most 32 MiB long"),
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

    @Test func `blanks are passed without being kept`() {
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
