import Testing

@testable import TraceImport

@Suite struct JSONScannerTests {
    /// What `body` finds in a text with more behind it.
    private func scan<Found>(_ text: String, _ body: (inout JSONScanner) -> Found) -> (found: Found, place: Int) {
        ([UInt8](text.utf8) + [UInt8](repeating: UInt8(ascii: ","), count: 8)).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, at: 0, isBeforeFirstElement: true)
            let found = body(&scanner)
            return (found, scanner.place)
        }
    }

    @Test(
        "a time in microseconds is exact in nanoseconds",
        arguments: [
            ("0", 0), ("7", 7000), (" 12", 12_000), ("5.000", 5000), ("5.1", 5100), ("5.12", 5120), ("1.001", 1001),
            ("123456789012.345", 123_456_789_012_345), ("5.1234", nil), ("5.", nil), ("5.1e3", nil), ("5e3", nil),
            ("-1", nil), ("-0.5", nil), ("05", nil), ("1000000000000000", nil), ("\"5\"", nil), ("", nil),
        ] as [(String, Int64?)])
    func times(row: (text: String, nanoseconds: Int64?)) {
        let (found, place) = scan(row.text) { $0.value()?.thousandths }
        #expect(found == row.nanoseconds)
        if found != nil { #expect(place == row.text.utf8.count) }
    }

    @Test(
        "a whole number has its sign, and no fraction",
        arguments: [
            ("0", 0), ("-5", -5), ("9223372036854775807", .max), ("9223372036854775808", nil), ("-0", nil),
            ("1.5", nil),
            ("1e2", nil), ("x", nil),
        ] as [(String, Int64?)])
    func wholes(row: (text: String, number: Int64?)) {
        #expect(scan(row.text) { $0.whole() }.found == row.number)
    }

    @Test(
        "a value is passed whole, whatever it holds",
        arguments: [
            #"{"a":[1,{"b":"c d"},[],{}],"e":true , "f" : null}"#, "[ ]", "{ }", "[1.5e3,-2,false]", "true", "null",
            #"{"a":"a long text, longer than a word"}"#,
            #"{"a\"b":"\\","c":"a path \\\\ and a \"word\" and \u00e9"}"#,
        ])
    func values(text: String) {
        let (isPlain, place) = scan(text) { $0.skipValue() }
        #expect(isPlain && place == text.utf8.count)
    }

    @Test(
        "a text with an escape, and what has an error or no end, is not plain",
        arguments: [
            #""a\n""#, #""a"#, "[1", "{1:2}", #"{"a"}"#, "nul", "[1 2]", #"["a\"]"#, "[\"a\nb\"]",
            String(repeating: "[", count: 20) + String(repeating: "]", count: 20),
        ])
    func faults(text: String) {
        #expect(scan(text) { $0.value() == nil }.found)
    }

    @Test(
        "a letter in quotes is one plain byte",
        arguments: [("\"X\"", true), ("\"\"", false), ("\"XY\"", false), (#""\""#, false)])
    func letters(row: (text: String, isLetter: Bool)) {
        #expect((scan(row.text) { $0.letter() }.found != nil) == row.isLetter)
    }
}
