import TestSupport
import Testing
import Text

@Suite struct JSONValueTests {
    @Test(arguments: [
        "{}", "[1,2.5e-3,\"a\\u00e9\",null,true]", "{\"a\":{\"b\":[]}}", "-0", "\"\\ud83d\\ude00\"",
        "{ \"a\" : [ 1 , 2E+3 ] , \"b\" : { } }",
    ])
    func `JSON values end where they end`(text: String) throws {
        #expect(try JSONReader.end(ofValueIn: Array((text + " x").utf8), from: 0) == text.utf8.count)
    }

    @Test(arguments: ["{a:1}", "[1,]", "01", "1.", "\"a", "{\"a\"}", "nul", "", "\"\\x\"", "\"\\ud800\"", "[1 2]"])
    func `what is not JSON is refused`(text: String) {
        #expect(throws: TextProblem.self) { try JSONReader.end(ofValueIn: Array(text.utf8), from: 0) }
    }

    @Test func `an object leaves out what is nil, and keeps what is null`() {
        let known: Int? = nil
        let object: JSONValue = [
            "left": known.map { .number($0) }, "kept": known.map { .number($0) } ?? .null, "last": .bool(true),
        ]
        #expect(object.text == "{\"kept\":null,\"last\":true}")
    }

    @Test func `deep JSON is refused`() {
        let deep = [UInt8](repeating: Byte.openBracket, count: 100_000)
        #expect(throws: TextProblem.self) { try JSONReader.end(ofValueIn: deep, from: 0) }
    }

    @Test(
        "what could control a terminal or look like a line end is written as an escape",
        arguments: Array(0...0x1F) + Array(0x7F...0x9F) + [0x61C, 0x200E, 0x200F] + Array(0x2028...0x202E)
            + Array(0x2066...0x2069) + [0xFEFF] as [UInt32])
    func controls(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let quoted = JSONText.quoted("a\(Character(scalar))b")
        #expect(quoted.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(try JSONValue(parsing: quoted) == .string("a\(Character(scalar))b"))
    }

    @Test func `a key may occur once, however it is escaped`() {
        let texts = ["{\"a\":1,\"a\":2}", "[{\"b\":{\"a\":1,\"c\":2,\"\\u0061\":3}}]"]
        for text in texts {
            #expect(throws: TextProblem.self) { try JSONValue(parsing: Array(text.utf8)) }
        }
        #expect(throws: Never.self) { try JSONValue(parsing: Array("{\"caf\u{e9}\":1,\"cafe\u{301}\":2}".utf8)) }
    }

    @Test(arguments: ["{\"a\":[1,2.50,-0,1e-3],\"b\":{},\"c\":null}", "\"\\u0007\\n\\u202e\\ufeffé\"", "[]", "true"])
    func `a value is written as it was read`(text: String) throws {
        let value = try JSONValue(parsing: Array((" " + text + "\n").utf8))
        #expect(value.text == text)
        #expect(try JSONValue(parsing: Array(value.lines().utf8)) == value)
    }

    @Test(arguments: 0..<25)
    func `any text comes back from its quotes`(seed: Int) throws {
        var generator = CaseGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            var text = ""
            for _ in 0..<generator.number(0...12) {
                let limit = generator.pick([0x30, 0x100, 0x2100, 0x11000])
                Unicode.Scalar(UInt32(generator.number(0...limit - 1))).map { text.unicodeScalars.append($0) }
            }
            let bytes = JSONText.quoted(text)
            #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            #expect(try JSONReader.string(in: bytes, from: 0).text.unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }
}
