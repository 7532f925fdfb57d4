import Text

/// XML piece by piece from a window: elements, attributes, text. No document type with its own declarations, and no
/// entities except the five of XML and characters by number: nothing in a file can make it grow.
struct XMLTokens {
    /// The deepest nesting of elements.
    static let maximumDepth = 512

    /// What can come.
    enum Token {
        /// An element begins; `name` and `attributes` have it. An empty one ends at once.
        case start
        /// The element that began last ends; `name` has it.
        case end
        /// `text` has it, without whitespace around it.
        case text
        /// Nothing is left.
        case none
    }

    private(set) var window: ByteWindow
    /// The name of the last element that began or ended.
    private(set) var name = ""
    /// The attributes of the last element that began.
    private(set) var attributes: [(name: String, value: String)] = []
    /// The last text.
    private(set) var text = ""
    private var open: [String] = []
    private var isEmptyElement = false
    private var hasElement = false

    init(_ window: ByteWindow) {
        self.window = window
    }

    /// How many elements are open.
    var depth: Int { open.count }

    /// An attribute of the last element that began.
    func attribute(_ name: StaticString) -> String? {
        let count = name.utf8CodeUnitCount
        return attributes.first { attribute in
            attribute.name.utf8.count == count
                && attribute.name.utf8.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: count))
        }?.value
    }

    /// The problem `message` at the current position.
    func problem(_ message: String) -> ImportProblem { window.problem(message) }

    /// The next piece.
    mutating func next() throws(ImportProblem) -> Token {
        if isEmptyElement {
            isEmptyElement = false
            return close()
        }
        while true {
            window.mark = window.position
            if try window.isAtEnd() {
                guard open.isEmpty else {
                    throw problem("the file ends inside <\(DisplayText.clean(open[open.count - 1]))>")
                }
                guard hasElement else { throw problem("the file is empty") }
                return .none
            }
            if try window.peek() == Byte.less {
                if let token = try readMarkup() { return token }
            } else if try readText() {
                return .text
            }
        }
    }

    private mutating func close() -> Token {
        name = open.removeLast()
        return .end
    }

    // MARK: Markup

    /// Reads what begins with `<`; nil if it says nothing.
    private mutating func readMarkup() throws(ImportProblem) -> Token? {
        try window.prefetch(9)
        let rest = window.bytes[window.position...]
        if rest.starts(with: "<!--".utf8) { return try skip(past: "-->", "comment") }
        if rest.starts(with: "<?".utf8) { return try skip(past: "?>", "instruction") }
        if rest.starts(with: "<![CDATA[".utf8) { return try skip(past: "]]>", "CDATA section") }
        if rest.starts(with: "<!".utf8) { return try skipDocumentType() }
        if rest.starts(with: "</".utf8) { return try readEnd() }
        return try readStart()
    }

    private mutating func skip(past mark: String, _ what: String) throws(ImportProblem) -> Token? {
        let bytes = Array(mark.utf8)
        var matched = 0
        while true {
            window.mark = window.position
            if try window.isAtEnd() { throw problem("this \(what) is never closed") }
            let byte = window.bytes[window.position]
            window.position += 1
            if byte == bytes[matched] {
                matched += 1
                if matched == bytes.count { return nil }
            } else if !(byte == bytes[0] && matched == 2 && bytes[0] == bytes[1]) {
                matched = byte == bytes[0] ? 1 : 0
            }
        }
    }

    /// A document type may name a file, which is not read; declarations in it are refused.
    private mutating func skipDocumentType() throws(ImportProblem) -> Token? {
        while true {
            window.mark = window.position
            if try window.isAtEnd() { throw problem("this declaration is never closed") }
            let byte = window.bytes[window.position]
            if byte == Byte.openBracket { throw problem("a document type with declarations (DTD) is not supported") }
            window.position += 1
            if byte == Byte.greater { return nil }
        }
    }

    private mutating func readEnd() throws(ImportProblem) -> Token {
        window.position += 2
        let name = try readName()
        try skipBlanks()
        guard open.last == name else {
            throw problem("</\(DisplayText.clean(name))> closes no open element")
        }
        try expect(Byte.greater)
        return close()
    }

    private mutating func readStart() throws(ImportProblem) -> Token {
        window.position += 1
        name = try readName()
        attributes = []
        while true {
            try skipBlanks()
            let byte = try window.peek()
            if byte == Byte.greater { break }
            if byte == UInt8(ascii: "/") {
                window.position += 1
                isEmptyElement = true
                break
            }
            let attribute = try readName()
            try skipBlanks()
            try expect(Byte.equal)
            try skipBlanks()
            attributes.append((attribute, try readValue()))
        }
        try expect(Byte.greater)
        guard open.count < Self.maximumDepth else {
            throw problem("XML is nested deeper than \(Self.maximumDepth) levels")
        }
        open.append(name)
        hasElement = true
        return .start
    }

    private mutating func expect(_ byte: UInt8) throws(ImportProblem) {
        guard try window.peek() == byte else {
            if try window.isAtEnd() { throw problem("the file ends in the middle of XML") }
            throw problem("expected \"\(Character(Unicode.Scalar(byte)))\"")
        }
        window.position += 1
    }

    private mutating func skipBlanks() throws(ImportProblem) {
        while true {
            switch try window.peek() {
            case Byte.space, Byte.newline, Byte.carriageReturn, Byte.tab: window.position += 1
            default: return
            }
        }
    }

    private mutating func readName() throws(ImportProblem) -> String {
        var name: [UInt8] = []
        while true {
            let byte = try window.peek()
            switch byte {
            case 0, Byte.space, Byte.newline, Byte.carriageReturn, Byte.tab, Byte.equal, Byte.less, Byte.greater,
                UInt8(ascii: "/"), Byte.doubleQuote, Byte.singleQuote, Byte.ampersand:
                guard !name.isEmpty else { throw problem("expected a name") }
                return String(decoding: name, as: UTF8.self)
            default: name.append(byte)
            }
            guard name.count <= 1000 else { throw problem("a name of more than 1000 bytes") }
            window.position += 1
        }
    }

    private mutating func readValue() throws(ImportProblem) -> String {
        let quote = try window.peek()
        guard quote == Byte.doubleQuote || quote == Byte.singleQuote else {
            throw problem("expected a value in quotes")
        }
        window.position += 1
        let value = try readCharacters(until: quote)
        try expect(quote)
        return value
    }

    // MARK: Text

    /// Reads text up to the next element; false if it is blank.
    private mutating func readText() throws(ImportProblem) -> Bool {
        let read = try readCharacters(until: Byte.less)
        guard read.utf8.contains(where: { !Self.isBlank($0) }) else { return false }
        guard !open.isEmpty else { throw problem("text outside all elements") }
        let bytes = Array(read.utf8)
        let start = bytes.firstIndex { !Self.isBlank($0) } ?? 0
        let end = bytes.lastIndex { !Self.isBlank($0) } ?? 0
        text = String(decoding: bytes[start...end], as: UTF8.self)
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == Byte.space || byte == Byte.newline || byte == Byte.carriageReturn || byte == Byte.tab
    }

    private mutating func readCharacters(until end: UInt8) throws(ImportProblem) -> String {
        var bytes: [UInt8] = []
        while true {
            let byte = try window.peek()
            if byte == end { return String(decoding: bytes, as: UTF8.self) }
            if byte == 0 {
                guard try window.isAtEnd() else { throw problem("text cannot contain a NUL byte") }
                return String(decoding: bytes, as: UTF8.self)
            }
            if byte == Byte.ampersand {
                bytes += try readReference()
            } else {
                // Repeated whitespace is kept once, so that a gigabyte of it takes no memory.
                if !Self.isBlank(byte) || !(bytes.last.map { Self.isBlank($0) && $0 == byte } ?? false) {
                    bytes.append(byte)
                }
                window.position += 1
                if window.position & 0xFFF == 0 { window.mark = window.position }
            }
            guard bytes.count <= ByteWindow.maximumPiece else { throw problem("text of more than 16 MiB") }
        }
    }

    private mutating func readReference() throws(ImportProblem) -> [UInt8] {
        try window.prefetch(12)
        let rest = window.bytes[window.position...].prefix(12)
        for (name, byte) in [
            ("&lt;", Byte.less), ("&gt;", Byte.greater), ("&amp;", Byte.ampersand), ("&quot;", Byte.doubleQuote),
            ("&apos;", Byte.singleQuote),
        ] where rest.starts(with: name.utf8) {
            window.position += name.utf8.count
            return [byte]
        }
        guard rest.starts(with: "&#".utf8), let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
            throw problem("unknown entity; XML itself defines only five")
        }
        let digits = String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self)
        let value = digits.utf8.first == UInt8(ascii: "x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, value != 0, let scalar = Unicode.Scalar(value) else {
            throw problem("no character has this number")
        }
        window.position = end + 1
        return Array(String(Character(scalar)).utf8)
    }
}
