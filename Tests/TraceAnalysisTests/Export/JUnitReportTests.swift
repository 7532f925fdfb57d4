import Foundation
import SchedulerCore
import Testing
import TraceAnalysis
import TraceFormat

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct JUnitReportTests {
    private static func report(_ checks: [JUnitReport.Check] = [], name: String = "Shop") -> JUnitReport {
        var trace = Recorder.shop()
        trace.add(400, .expect(0))
        trace.add(450, .expect(1))
        var names = trace.names
        names.expectations = [
            JudgedExpectation(line: 3, isMet: true, text: "Crash ran 1", actual: "Crash ran 1"),
            JudgedExpectation(line: 4, isMet: false, text: "order Crash < Logger", actual: "Logger < Crash"),
        ]
        let summary = Summary(
            header: TraceHeader(name: name, seed: 42), names: names, timeline: Timeline(trace.records),
            scriptFile: "shop.scope", facts: trace.facts)
        return JUnitReport(summary, checks: checks)
    }

    @Test("a test case for each expectation, then the further checks")
    func cases() {
        let checks = [JUnitReport.Check("budget", failure: "launch took 200ms, 100ms allowed"), .init("strict")]
        #expect(
            Self.report(checks).xml() == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="taskscope" tests="4" failures="2" errors="0" time="0.450">
                  <testsuite name="Shop" tests="4" failures="2" errors="0" skipped="0" time="0.450">
                    <testcase name="expect Crash ran 1" classname="Shop" file="shop.scope" line="3" time="0.400"/>
                    <testcase name="expect order Crash &lt; Logger" classname="Shop" file="shop.scope" line="4" time="0.450">
                      <failure message="expected order Crash &lt; Logger; Logger &lt; Crash">shop.scope:4: expected order Crash &lt; Logger; Logger &lt; Crash</failure>
                    </testcase>
                    <testcase name="budget" classname="Shop" time="0.450">
                      <failure message="launch took 200ms, 100ms allowed">launch took 200ms, 100ms allowed</failure>
                    </testcase>
                    <testcase name="strict" classname="Shop" time="0.450"/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test(
        "whatever a name holds, a parser reads the document",
        arguments: ["a \"b\" & <c>", "\u{1B}]0;x\u{7}", "\u{0}\u{202E}\u{FFFE}\u{FFFF}", "推送 \u{301}"])
    func names(name: String) throws {
        let parser = XMLParser(data: Data(Self.report(name: name).xml().utf8))
        let wasRead = parser.parse()
        #expect(wasRead, "\(String(describing: parser.parserError))")
    }
}
