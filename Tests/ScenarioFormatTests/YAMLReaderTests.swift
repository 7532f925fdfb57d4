import TestSupport
import Testing
import Text
import Yams

@testable import ScenarioFormat

/// A document as nested text, to compare two readers.
private func shape(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text): "\(text.debugDescription)"
    case .sequence(let elements): "[" + elements.map(shape).joined(separator: ",") + "]"
    case .mapping(let entries):
        "{" + entries.map { "\($0.key.debugDescription):\(shape($0.value))" }.joined(separator: ",") + "}"
    case .empty: "\"\""
    case .refused: "refused"
    case .unread: "unread"
    }
}

private func shape(_ node: Yams.Node) -> String {
    switch node {
    case .scalar(let scalar): "\(scalar.string.debugDescription)"
    case .sequence(let sequence): "[" + sequence.map(shape).joined(separator: ",") + "]"
    case .mapping(let mapping): "{" + mapping.map { "\(shape($0.key)):\(shape($0.value))" }.joined(separator: ",") + "}"
    case .alias: "alias"
    }
}

/// What our reader makes of a text; nil if it refuses something.
private func ours(_ text: String) -> String? {
    guard let source = try? SourceText(file: "f", bytes: Array(text.utf8)) else { return nil }
    var reader = YAMLReader(source)
    guard let node = try? reader.readDocument(), reader.problems.isEmpty else { return nil }
    return shape(node)
}

private func theirs(_ text: String) -> String? {
    guard let node = try? Yams.Parser(yaml: text, encoding: .utf8).singleRoot() else { return nil }
    return shape(node)
}

@Suite struct YAMLReaderTests {
    static let good = [
        "a: 1\nb: two words\n", "- a\n- b\n-\n- - c\n  - d\n- e: f\n  g: h\n", "{a: 1, b: [x, y, ], c: {d: e}}",
        "a:\n- 1\n- 2\nb:\n  - 3\n", "a: |\n  x\n   y\n\n  z\n\nb: >\n  one\n  two\n\n  three\n   more\n  end\n",
        "a: |-\n  x\nb: |+\n  y\n\nc: >-\n  z\n", "a: 'it''s'\nb: \"x\\ty\\u00e9\\x41\"\n",
        "a: one\n  two\n\n  three\nb: c\n",
        "a: # comment\n  b # another\n# third\nc: d#e\n", "---\na: b\n...\n", "a: \"x\n  y\n\n  z\"\n",
        "a: {b: c,\n  d: e}\n",
        "a: http://x:80/y\nb: 1:30\nc: -1\nd: ?x\n", "on: no\nyes: 007\n", "\"a b\": c\n'd': e\n", "a: \"b\" # c\n",
        "- {name: A, on: launch}\n- {name: B, after: [A]}\n", "a: |2\n    x\n  y\n", "a: [b,\n c, # x\n d]\n",
        "a:\n\n  b\n",
        "a: \"line \\\n   continued\"\n", "推送: 注册\n", "a: b\r\nc: d\r\n", "a: x\ty\n", "- |\n x\n- y\n",
        "{\"a\":1,\"b\":\"c\"}",
        "a: [{b: c}, [d]]\n", "a: >\n\n  x\n\n\n  y\n", "a: 2015-11-30T09:05:13Z\n", "a: fail 10%\n",
        "a:\n  - b\n  -\n    c: d\n",
    ]

    @Test(arguments: good)
    func `reads as the YAML library does`(text: String) {
        #expect(ours(text) != nil)
        #expect(ours(text) == theirs(text))
    }

    private func tasks(_ root: YAMLNode) -> [YAMLNode]? {
        guard case .mapping(let entries) = root.content,
            case .sequence(let elements)? = entries.first(where: { $0.key == "tasks" })?.value.content
        else { return nil }
        return elements
    }

    @Test("Elements of the long list, read again one by one, are what they are when read at once", arguments: good)
    func longList(text: String) throws {
        // Each text as an element of the list, as it stands and indented, between two others.
        for indent in ["", "  "] {
            let inner = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
                indent + (number == 0 ? "- " : line.isEmpty ? "" : "  ") + line
            }
            let whole = "a: b\ntasks:\n\(indent)- first\n\(inner.joined(separator: "\n"))\n\(indent)- {last: 1}\nc: d\n"
            let source = try SourceText(file: "f", bytes: Array(whole.utf8))
            var (plain, long) = (YAMLReader(source), YAMLReader(source))
            long.longList = "tasks"
            guard let wanted = try? plain.readDocument() else { continue }
            let found = try long.readDocument()
            #expect(long.problems == plain.problems)
            guard let elements = tasks(wanted), let unread = tasks(found) else { continue }
            #expect(unread.allSatisfy { shape($0) == "unread" })
            // In any order, and twice.
            for node in Array(zip(elements, unread)).reversed() + Array(zip(elements, unread)) {
                let read = long.element(node.1)
                #expect(shape(read) == shape(node.0))
                #expect((read.offset, read.end) == (node.0.offset, node.0.end))
            }
        }
    }

    @Test(arguments: 0..<Campaign.count(25))
    func `what it accepts of mutated texts reads as the YAML library does`(seed: Int) {
        var generator = TestGenerator(seed: seed)
        let alphabet = Array(" \n:-#,[]{}'\"|>ab\\1".utf8)
        for _ in 0..<300 {
            var bytes = Array(generator.element(of: Self.good).utf8)
            for _ in 0...generator.next(below: 3) {
                let index = generator.next(below: bytes.count)
                switch generator.next(below: 3) {
                case 0: bytes[index] = generator.element(of: alphabet)
                case 1: bytes.insert(generator.element(of: alphabet), at: index)
                default: bytes.remove(at: index)
                }
                if bytes.isEmpty { bytes = [Byte.newline] }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let mine = ours(text), let other = theirs(text) else { continue }
            #expect(mine == other, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("a: &x b\n", ["1:4: error: YAML anchors are not supported; repeat the keys"]),
        ("name: *x\n", ["1:7: error: YAML aliases are not supported; repeat the keys"]),
        ("name: !!str b\n", ["1:7: error: YAML tags are not supported; leave them out"]),
        ("<<: {name: b}\n", ["1:1: error: YAML merge keys are not supported; repeat the keys"]),
        ("name: a\n---\nname: b\n", ["2:1: error: a scenario file can hold only one document"]),
        ("%YAML 1.2\n---\n", ["1:1: error: directives are not part of the scenario format"]),
        ("name: a\nseed: 1\nname: b\n", ["3:1: error: duplicate key \"name\""]),
        ("name: [a\nseed: 1\n", ["2:5: error: put a pair in a list in braces: {key: value}"]),
        ("a: {b: 1\nc: 2}\n", ["2:2: error: the \"{\" on line 1 is never closed"]),
        ("a: {b: 1 {\n", ["1:10: error: expected \",\" or \"}\""]),
        ("name: [a\n", ["1:7: error: this \"[\" is never closed"]),
        ("name: \"a\n", ["1:7: error: this quotation mark is never closed"]),
        ("name: a: b\n", ["1:8: error: a second \":\" in one value; put the value in quotes"]),
        ("\tname: a\n", ["1:1: error: tabs cannot indent; use spaces"]),
        ("name: a\n  seed: 1\n", ["2:7: error: a second \":\" in one value; put the value in quotes"]),
        ("? a\n: b\n", ["1:1: error: a key is a plain name; \"? \" is not supported"]),
        ("{a: b}: c\n", ["1:1: error: a key is a name, not a collection"]),
        ("name: @x\n", ["1:7: error: \"@\" cannot begin a value; use quotes"]),
        ("推送: a\nname: \"\\q\"\n", ["2:8: error: unknown escape after \"\\\"; write \"\\\\\" for a backslash"]),
        (
            "name: a\u{1B}b\n",
            ["1:8: error: the character U+001B is not allowed in the file; remove it or write it as an escape"]
        ),
    ])
    func `refusals have a place`(text: String, wanted: [String]) {
        #expect(Array(diagnostics(text).suffix(1)) == wanted || diagnostics(text) == wanted, "\(diagnostics(text))")
    }

    @Test(arguments: [0x7F, 0x80, 0x85, 0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0x1FFFF] as [UInt32])
    func `a character that other readers take for a control is refused`(value: UInt32) throws {
        let code = String(value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
        let wanted = "the character U+\(padded) is not allowed in the file; remove it or write it as an escape"
        #expect(diagnostics("name: a\(try #require(Unicode.Scalar(value)))b\n") == ["1:8: error: \(wanted)"])
    }

    @Test func `invalid UTF-8 is an error with its line`() {
        for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE4, 0xB8]] {
            let result = ScenarioReader.read(bytes: Array("name: a\nx: ".utf8) + bad, file: "f")
            #expect(result.diagnostics.map(\.description) == ["f:2:4: error: the text is not valid UTF-8"])
        }
    }

    @Test func `nesting ends at 32 levels`() {
        let atLimit = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(ours(atLimit) != nil)
        #expect(ours("[" + atLimit + "]") == nil)
        #expect(
            diagnostics(String(repeating: "[", count: 500_000)) == [
                "1:33: error: values are nested deeper than 32 levels"
            ])
        #expect(
            diagnostics(String(repeating: "- ", count: 500_000)) == [
                "1:65: error: values are nested deeper than 32 levels"
            ])
        #expect(diagnostics(String(repeating: "{a: ", count: 250_000)).count == 1)
    }

    @Test func `an alias bomb is refused before it unfolds`() {
        var text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
        for level in 1..<30 {
            text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ","))]\n"
        }
        // Unfolded, it has nine to the power of thirty values.
        #expect(diagnostics(text).count > 20)
    }

    @Test func `a byte order mark shifts no column`() {
        #expect(
            diagnostics("\u{FEFF}nam: a\n") == ["1:1: error: unknown key \"nam\" in a scenario; did you mean \"name\"?"]
        )
    }
}
