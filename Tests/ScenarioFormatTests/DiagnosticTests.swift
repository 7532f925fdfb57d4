import Text
import Testing

@testable import ScenarioFormat

@Suite struct DiagnosticTests {
    @Test(arguments: [
        ("plain", "plain"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{7}b", "a^Gb"), ("x\u{202E}y", "x<U+202E>y"),
        ("tab\t", "tab^I"), ("\u{7F}", "^?"), ("\u{9B}1m", "<U+009B>1m"), ("推送", "推送"), ("\u{FEFF}", "<U+FEFF>"),
        ("👩‍👧", "👩‍👧"), ("\u{E0041}", "<U+E0041>"),
    ])
    func `cleaning shows what could control a terminal`(text: String, wanted: String) {
        #expect(DisplayText.clean(text) == wanted)
    }

    @Test func `positions sort and the first twenty are printed with a count`() {
        let list = (1...25).reversed().map { Diagnostic(file: "f", line: $0, column: 1, message: "m") }
        let lines = Diagnostics(list).description.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines[0] == "f:1:1: error: m")
        #expect(lines[20] == "and 5 more (25 in all)")
    }

    @Test func `a file name cannot carry an escape`() {
        #expect(Diagnostic(file: "a\u{1B}b", line: 1, column: 2, message: "m").description == "a␛b:1:2: error: m")
    }

    @Test(arguments: [
        ("prority", "priority"), ("Sesion", "Session"), ("abc", nil), ("ab", "ba"), ("SESSION", "Session"), ("", nil),
        ("az", nil),
    ])
    func `the nearest name is near`(name: String, wanted: String?) {
        var nearest = NearestName()
        #expect(nearest.nearest(to: name, among: ["priority", "Session", "ba", "xyzzy"]) == wanted)
    }

    @Test(arguments: [("abc", 3), ("推送", 4), ("e\u{301}", 1), ("🙂", 2)])
    func `columns count wide characters twice`(text: String, width: Int) {
        #expect(DisplayText.width(of: text) == width)
    }
}
