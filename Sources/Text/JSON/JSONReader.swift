/// A strict reader of JSON (RFC 8259): one value after the other from bytes; a key can occur only once in an object.
///
/// Nesting stops at `maximumDepth`. O(bytes).
public struct JSONReader {
    /// The maximum depth of nested values.
    public static let maximumDepth = 64

    private let bytes: [UInt8]
    /// The next byte to read.
    public private(set) var position: Int

    /// A reader of UTF-8 from `position` on.
    public init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Reads the next value; skips spaces before it, but not after it.
    public mutating func value() throws(TextProblem) -> JSONValue { try value(depth: 0) }

    /// The string whose opening quote is next.
    public mutating func string() throws(TextProblem) -> String {
        let start = position
        position += 1
        var result: [UInt8] = []
        while current != Byte.doubleQuote {
            guard position < bytes.count else { throw TextProblem("this quotation mark is never closed", at: start) }
            if current == Byte.backslash {
                let scalar = try JSONText.escape(in: bytes, at: &position, before: bytes.count)
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else if current < 0x20 {
                throw TextProblem("a control character in JSON text; write it as \\u00XX", at: position)
            } else {
                result.append(current)
                position += 1
            }
        }
        position += 1
        guard let text = String(validating: result, as: UTF8.self) else {
            throw TextProblem("this text is not valid UTF-8", at: start)
        }
        return text
    }

    /// The byte after the value that begins at `start`; skips spaces before it.
    public static func end(ofValueIn bytes: [UInt8], from start: Int) throws(TextProblem) -> Int {
        var reader = JSONReader(bytes, from: start)
        _ = try reader.value()
        return reader.position
    }

    /// The decoded string that begins with `"` at `start`, and the byte after it.
    public static func string(in bytes: [UInt8], from start: Int) throws(TextProblem) -> (text: String, end: Int) {
        var reader = JSONReader(bytes, from: start)
        let text = try reader.string()
        return (text, reader.position)
    }

    /// Skips spaces and line ends.
    public mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case Byte.space, Byte.tab, Byte.newline, Byte.carriageReturn: position += 1
            default: return
            }
        }
    }
}

extension JSONReader {
    /// The next byte; 0 at the end, which is not a byte of JSON either.
    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func value(depth: Int) throws(TextProblem) -> JSONValue {
        skipBlanks()
        guard depth < JSONReader.maximumDepth else {
            throw TextProblem("JSON is nested deeper than \(JSONReader.maximumDepth) levels", at: position)
        }
        switch current {
        case Byte.openBrace: return .object(try object(depth: depth))
        case Byte.openBracket: return .array(try array(depth: depth))
        case Byte.doubleQuote: return .string(try string())
        case Byte.dash, Byte.zero...Byte.nine: return .number(try number())
        default: break
        }
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("null") { return .null }
        throw TextProblem("expected a JSON value", at: position)
    }

    private mutating func take(_ word: String) -> Bool {
        guard bytes[min(position, bytes.count)...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func array(depth: Int) throws(TextProblem) -> [JSONValue] {
        var values: [JSONValue] = []
        position += 1
        skipBlanks()
        while current != Byte.closeBracket {
            values.append(try value(depth: depth + 1))
            guard try separator(before: Byte.closeBracket) else { break }
        }
        position += 1
        return values
    }

    private mutating func object(depth: Int) throws(TextProblem) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var keys: Set<[UInt8]> = []
        position += 1
        skipBlanks()
        while current != Byte.closeBrace {
            let start = position
            guard current == Byte.doubleQuote else { throw TextProblem("expected a JSON key in quotes", at: start) }
            let key = try string()
            guard keys.insert(Array(key.utf8)).inserted else {
                throw TextProblem("the key \(DisplayText.quoted(key)) is given twice", at: start)
            }
            skipBlanks()
            guard current == Byte.colon else { throw TextProblem("expected \":\"", at: position) }
            position += 1
            members.append(JSONValue.Member(key, try value(depth: depth + 1)))
            guard try separator(before: Byte.closeBrace) else { break }
        }
        position += 1
        return members
    }

    /// Skips a comma and spaces. False if `closing` is next; after a comma that is an error.
    private mutating func separator(before closing: UInt8) throws(TextProblem) -> Bool {
        skipBlanks()
        if current == closing { return false }
        guard current == Byte.comma else {
            throw TextProblem("expected \",\" or \"\(Character(Unicode.Scalar(closing)))\"", at: position)
        }
        position += 1
        skipBlanks()
        guard current != closing else { throw TextProblem("expected a JSON value", at: position) }
        return true
    }

    private mutating func number() throws(TextProblem) -> String {
        let start = position
        if current == Byte.dash { position += 1 }
        let whole = digits()
        var isValid = whole == 1 || whole > 1 && bytes[position - whole] != Byte.zero
        if isValid && current == Byte.period {
            position += 1
            isValid = digits() > 0
        }
        if isValid && (current == UInt8(ascii: "e") || current == UInt8(ascii: "E")) {
            position += 1
            if current == Byte.plus || current == Byte.dash { position += 1 }
            isValid = digits() > 0
        }
        if !isValid { throw TextProblem("this is not a JSON number", at: start) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = position
        while Byte.isDigit(current) { position += 1 }
        return position - start
    }
}
