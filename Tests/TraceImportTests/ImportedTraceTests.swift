import Testing
import TraceImport

/// Which files are traces of other programs, and what a choice says that fits nothing in one.
@Suite struct ImportedTraceTests {
    @Test(arguments: [
        "# tracer: nop\n", "TRACE:\n# tracer: nop\n", "  <plist>", "[{\"ph\":\"B\"}]", "digraph systemd {",
        "\u{FEFF}{\"traceEvents\":[]}", "{\"resourceSpans\":[]}", "{\"trace_id\":\"0x1\"}",
        "app-1 [000] .... 1.000000: tracing_mark_write: B|1|x",
    ])
    func `a trace of another program is known by its beginning`(text: String) {
        #expect(TraceImport.isForeign(Array(text.utf8)))
    }

    @Test(arguments: ["", "   ", "name: app\n", "{\"t\":0,\"kind\":\"tick\",\"n\":1}\n", "# a comment\ntasks:\n"])
    func `a scenario and a trace of ours are no traces of other programs`(text: String) {
        #expect(!TraceImport.isForeign(Array(text.utf8)))
    }

    @Test func `a packet that is longer than the beginning of a file is a packet`() {
        #expect(TraceImport.isForeign([0x0A, 0x80, 0x80, 0x04, 0x0A, 0x01]))
        #expect(!TraceImport.isForeign([0x0A, 0x80]) && !TraceImport.isForeign([0x0A, 0x20, 0x20, 0x20]))
    }

    private func problem(_ text: String, _ choice: ImportChoice) -> String {
        do throws(ImportProblem) {
            _ = try TraceImport.launch(ByteWindow(Array(text.utf8)), name: "app", choice: choice)
            return ""
        } catch {
            return error.message
        }
    }

    @Test func `a choice that fits nothing is told the first twelve names, and how many more there are`() {
        let events = (10..<24).map { number in
            "{\"ph\":\"X\",\"pid\":1,\"tid\":\(number),\"ts\":\(number),\"dur\":5,\"name\":\"Work\"},"
                + "{\"ph\":\"M\",\"pid\":1,\"tid\":\(number),\"name\":\"thread_name\",\"args\":{\"name\":\"T\(number)\"}}"
        }
        var choice = ImportChoice()
        choice.thread = "nobody"
        #expect(
            problem("[\(events.joined(separator: ","))]", choice)
                == "no thread nobody in the trace; there are T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21 and 2 more"
        )
    }

    @Test func `a boot has no processes and threads to choose from`() {
        let plot = "[{\"name\":\"a.service\",\"activated\":900000,\"activating\":400000,\"time\":500000}]"
        var choice = ImportChoice()
        #expect(problem(plot, choice).isEmpty)
        choice.process = "a"
        #expect(problem(plot, choice) == "this format has no processes and threads")
        choice.process = nil
        choice.thread = "a"
        #expect(problem(plot, choice) == "this format has no processes and threads")
    }
}
