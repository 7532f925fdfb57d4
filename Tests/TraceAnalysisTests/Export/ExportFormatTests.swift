import Foundation
import SchedulerCore
import TestSupport
import Testing
import TraceFormat

@testable import TraceAnalysis

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ExportFormatTests {
    @Test(
        "the longest extension of a file decides",
        arguments: [
            ("a.json", ExportFormat.chrome), ("a.otlp.json", .otlp), ("b/a.svg", .svg),
            ("a.html", .page), ("a.dot", .dot), ("a.mmd", .mermaid),
            ("a.csv", .csv), ("a.cast", .cast), ("a.xml", .junit), ("a.md", .markdown), ("a.swift", .swift),
            ("a.txt", nil), (".json", nil), ("json", nil), ("", nil),
        ])
    func endings(file: String, format: ExportFormat?) {
        #expect(ExportFormat(file: file) == format)
    }

    /// A launch whose every name is this.
    private static func recording(_ name: String) -> LaunchRecording {
        var shop = Recorder.shop()
        shop.add(300, .warning(.driver(0)))
        var names = shop.names
        names.tasks = names.tasks.enumerated().map { $0.offset == 2 ? name : $0.element }
        names.lanes[1] = name
        names.messages = [DriverMessage(name, code: name)]
        let tasks = names.tasks.map { TaskSpec(name: $0, trigger: .notification(name), after: [name]) }
        return LaunchRecording(
            Trace(header: TraceHeader(name: name), names: names, records: shop.records, end: nil),
            facts: LaunchFacts(lanes: [], budget: .milliseconds(1)), tasks: tasks,
            outlook: LaunchRecording.Outlook(why: name, tries: [name], findings: [name]))
    }

    private static let hostile =
        hardNames + [
            "<script>alert(1)</script>", "]]>", "--> <!--", "'\" onload=x", "`${x}`", "\\(x)", "\"\"\"", "*/",
            "a\r\nb,c",
            "&lt;b&gt;", "\u{FFFE}\u{FFFF}", "%n%s", "#{x}", "| a | b |",
        ]

    private static func text(_ format: ExportFormat, _ name: String) throws -> String {
        String(decoding: try #require(format.bytes(of: recording(name))), as: UTF8.self)
    }

    @Test("JSON is JSON whatever a name holds", arguments: hostile)
    func json(name: String) throws {
        for format in [ExportFormat.chrome, .otlp] {
            let object = try JSONSerialization.jsonObject(with: Data(try Self.text(format, name).utf8))
            #expect(object is [String: Any])
        }
        for line in try Self.text(.cast, name).split(separator: "\n") {
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
    }

    @Test("XML, SVG and the page are read by a strict parser, and no name becomes markup", arguments: hostile)
    func markup(name: String) throws {
        for format in [ExportFormat.junit, .svg, .page] {
            let text = try Self.text(format, name)
            let parser = XMLParser(data: Data(text.utf8))
            let wasRead = parser.parse()
            #expect(wasRead, "\(format): \(String(describing: parser.parserError))")
            for tag in ["<script", "<b>", "<!--"] { #expect(!text.contains(tag)) }
        }
    }

    @Test("lines stay lines in CSV, and each has as many fields", arguments: hostile)
    func table(name: String) throws {
        let lines = try Self.text(.csv, name).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == 1 + 8 + 8)
        for line in lines {
            var (isQuoted, commas) = (false, 0)
            for character in line {
                if character == "\"" { isQuoted.toggle() }
                if character == ",", !isQuoted { commas += 1 }
            }
            #expect(commas == 22 && !isQuoted, "\(line)")
        }
    }

    @Test("no text format contains a control character", arguments: hostile)
    func controls(name: String) throws {
        for format in [ExportFormat.markdown, .csv, .dot, .mermaid, .swift, .page, .svg, .junit] {
            let text = try Self.text(format, name)
            let hasControl = text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }
            #expect(!hasControl, "\(format)")
        }
    }

    @Test(
        "no graph lets a name act on a terminal",
        arguments: ["a\u{85}b\u{9B}31m", "\u{202E}c\u{2066}", "\u{200F}", "a\nb"])
    func graphNames(name: String) throws {
        for format in [ExportFormat.dot, .mermaid, .svg] {
            let acting = try Self.text(format, name).unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control: scalar != "\n"
                case .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(acting.isEmpty, "\(format): \(acting.map { String($0.value, radix: 16) })")
        }
    }

    @Test func `Markdown escapes what would act as markup`() throws {
        let text = try Self.text(.markdown, "<b>*a*</b> | `x`")
        #expect(text.hasPrefix("# &lt;b&gt;\\*a\\*&lt;/b&gt; \\| \\`x\\`: launch 200ms\n"))
    }

    @Test func `a test case for each run, failed ones with their outcome`() {
        var recorder = Recorder()
        recorder.event(0, .willFinishLaunching)
        for name in ["A", "B"] { recorder.release(0, name) }
        recorder.start(0, "A")
        recorder.finish(5, "A", ready: 0, .fail)
        recorder.add(5, .skip(recorder.named("B"), .predecessor(recorder.named("A"), .failed)))
        let trace = Trace(
            header: TraceHeader(name: "T"), names: recorder.names, records: recorder.records, end: nil)
        let xml = ExportFormat.junit.bytes(of: LaunchRecording(trace)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(xml.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""))
        #expect(xml.contains("<failure message=\"fail\"/>"))
    }

    @Test func `a report lists what its launch skipped or missed, with the reason`() {
        var recorder = Recorder()
        recorder.event(0, .willFinishLaunching)
        for name in ["A", "B", "C"] { recorder.release(0, name) }
        recorder.start(0, "A")
        recorder.finish(5, "A", ready: 0, .fail)
        recorder.add(5, .skip(recorder.named("B"), .predecessor(recorder.named("A"), .failed)))
        recorder.add(7, .firstFrame(parked: 0))
        recorder.add(9, .skip(recorder.named("C"), .overrun))
        let trace = Trace(header: TraceHeader(name: "T"), names: recorder.names, records: recorder.records, end: nil)
        func text(_ format: ExportFormat) -> String {
            format.bytes(of: LaunchRecording(trace)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        #expect(text(.markdown).contains("## Skipped or missed\n\n- 5ms B skipped: A failed\n"))
        #expect(text(.page).contains("<h2>Skipped or missed</h2>\n<ul>\n<li>5ms B skipped: A failed</li>\n</ul>\n"))
        #expect(!text(.markdown).contains("C skipped") && !text(.page).contains("C skipped"))
    }

    @Test("formats that show a launch refuse if none reached its first frame", arguments: ExportFormat.allCases)
    func noLaunch(format: ExportFormat) {
        let trace = Trace(header: TraceHeader(name: "T"), names: TraceNames(), records: [], end: nil)
        #expect((format.bytes(of: LaunchRecording(trace)) == nil) == [.svg, .swift].contains(format))
    }

    @Test func `the page lets nothing run and nothing be loaded`() throws {
        let page = try Self.text(.page, "x")
        #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
        for word in ["<script", "http://", "https://", "src="] {
            let rest = page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
            #expect(!rest.contains(word))
        }
    }

    @Test("a page is the same whether its program is added at once or later", arguments: hostile)
    func completed(name: String) throws {
        let opening = PageProgram.Opening(file: "a.yaml", scenario: "</body></main>\(name)", time: "1s")
        let program = try #require(
            PageProgram(file: "default-src 'none'; script-src 'sha256-x'\n<p>\(name)</p>", opening: opening))
        let recording = Self.recording(name)
        #expect(program.completing(PageExport.html(recording)) == PageExport.html(recording, program: program))
        #expect(program.completing("<html></html>") == nil)
        #expect(!PageExport.html(recording, program: program).contains("isPresenting"))
    }

    @Test func `a page of a talk opens as one`() throws {
        let opening = PageProgram.Opening(file: "a.yaml", scenario: "tasks: []", isPresenting: true)
        let program = try #require(
            PageProgram(file: "default-src 'none'; script-src 'sha256-x'\n<p>x</p>", opening: opening))
        let page = PageExport.html(Self.recording("x"), program: program)
        #expect(page.contains("\"scenario\":\"tasks: []\",\"isPresenting\":true}"))
    }
}
