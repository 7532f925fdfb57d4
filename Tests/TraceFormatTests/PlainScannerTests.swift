import Testing

@testable import TraceFormat

@Suite struct PlainScannerTests {
    /// What `body` finds in a text that goes on behind what it reads.
    private func scan<Found>(_ text: String, _ body: (inout PlainScanner) -> Found) -> (found: Found, place: Int) {
        let bytes = [UInt8](text.utf8) + [UInt8](repeating: UInt8(ascii: "}"), count: 8)
        return bytes.withUnsafeBytes { bytes in
            var scanner = PlainScanner(bytes, at: 0)
            let found = body(&scanner)
            return (found, scanner.place)
        }
    }

    private static let digits = Array("1234567890123456789012345")

    @Test("a natural number has up to 19 digits", arguments: 1...25)
    func naturals(count: Int) {
        let text = String(Self.digits[..<count])
        let (found, place) = scan(text + ",") { $0.natural() }
        #expect(found == (count < 20 ? UInt64(text) : nil))
        #expect(place == count)
    }

    @Test(
        "a natural number ends at any other byte, and has no zeros before it",
        arguments: [
            ("0,", 0), ("00,", nil), ("01,", nil), ("9/", 9), ("9:", 9), ("12\u{0}", 12), ("123\u{FF}", 123),
            ("-1", nil),
            ("", nil), ("99999999\u{7F}", 99_999_999), ("100000000e", 100_000_000),
            ("9999999999999999999,", 9_999_999_999_999_999_999),
        ] as [(String, UInt64?)])
    func ends(row: (text: String, number: UInt64?)) {
        #expect(scan(row.text) { $0.natural() }.found == row.number)
    }

    @Test("a string ends at its quote, wherever that is in a word", arguments: 0...40)
    func strings(count: Int) {
        let text = String(repeating: "aé\u{7F} ", count: 20).utf8.prefix(count)
        let (found, place) = scan(String(decoding: text, as: UTF8.self) + "\",") { $0.string().map { [UInt8]($0) } }
        #expect(found == [UInt8](String(decoding: text, as: UTF8.self).utf8))
        #expect(place == (found?.count ?? 0) + 1)
    }

    @Test(
        "a string with an escape or a control character is not plain", arguments: ["\\", "\n", "\u{0}", "\u{1F}"], 0...9
    )
    func specials(stop: String, before count: Int) {
        #expect(scan(String(repeating: "!", count: count) + stop + "a\"") { $0.string() == nil }.found)
    }

    @Test("what does not end in the bytes at hand is nothing")
    func endless() {
        #expect(
            Array("12345678".utf8).withUnsafeBytes { bytes in
                var scanner = PlainScanner(bytes, at: 0)
                return scanner.natural() == nil
            })
        #expect(
            [UInt8]().withUnsafeBytes { bytes in
                var scanner = PlainScanner(bytes, at: 0)
                return scanner.next == 0 && !scanner.take("a") && scanner.natural() == nil && scanner.string() == nil
            })
    }

    @Test("bytes are equal only if all of them are", arguments: 0...20)
    func equality(count: Int) {
        let bytes = (0..<UInt8(count)).map { $0 + 100 }
        for place in bytes.indices {
            var other = bytes
            other[place] += 1
            #expect(!isEqual(bytes, other))
        }
        #expect(isEqual(bytes, bytes))
    }

    private func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                guard let start = one.baseAddress, let place = other.baseAddress else { return one.isEmpty }
                return start.isEqual(to: place, count: one.count)
            }
        }
    }

    @Test("the lines of which a trace has most are read at once, others are not")
    func commonLines() {
        let common = [
            #"{"t":5,"kind":"release","task":"A","run":1,"lane":"io"}"#,
            #"{"t":5,"kind":"start","task":"A","run":1,"attempt":2,"lane":"io"}"#,
            #"{"t":5,"kind":"finish","task":"A","run":1,"attempt":2,"outcome":"success","ready":5}"#,
        ]
        let others = [
            #"{"t":5,"kind":"firstFrame"}"#, #"{"t":05,"kind":"release","task":"A","run":1,"lane":"io"}"#,
            #"{"t":5,"kind":"release","task":"\u0041","run":1,"lane":"io"}"#,
            #"{"t":5,"kind":"release","task":"A","run":2147483648,"lane":"io"}"#,
            #"{"t":1000000000000000001,"kind":"release","task":"A","run":1,"lane":"io"}"#,
            #"{"t":5,"kind":"finish","task":"A","run":1,"attempt":2,"outcome":"fail","ready":5}"#,
        ]
        for line in common + others {
            var (tasks, lanes) = (NameNumbers(), NameNumbers())
            let (found, place) = scan(line + "\n") { $0.commonRecord(tasks: &tasks, lanes: &lanes) }
            #expect((found != nil) == common.contains(line), "\(line)")
            if found != nil { #expect(place == line.utf8.count + 1) }
        }
    }
}

@Suite struct NameTableTests {
    @Test("names of every length keep their numbers while the table grows")
    func numbers() {
        var table = NameNumbers()
        let names = (0..<600).map { String(repeating: "n", count: $0 % 19) + "\($0)" } + ["", "é", "e\u{301}"]
        for (number, name) in names.enumerated() { #expect(table.number(of: name) == number) }
        for (number, name) in names.enumerated() { #expect(table.number(of: name) == number) }
        #expect(table.names == names)
    }

    @Test("bytes that are no text have no number, and a number once they are repaired")
    func repairs() {
        var table = NameNumbers()
        let (first, second) = [UInt8](arrayLiteral: 0x41, 0xFF).withUnsafeBufferPointer { bytes in
            (table.number(of: bytes), table.number(repairing: bytes))
        }
        #expect(first == nil && second == 0 && table.names == ["A\u{FFFD}"])
    }
}
