import Text
import TraceFormat

/// JSON (RFC 8259) token by token from a window: memory stays bounded whatever comes, and only what was asked for
/// is kept. As strict as `JSONReader`, except that duplicate keys are allowed.
struct JSONTokens {
    /// The deepest nesting of values.
    static let maximumDepth = 512

    /// What can come.
    enum Token {
        case objectStart, objectEnd, arrayStart, arrayEnd
        /// The name of a member; `text` has it.
        case key
        /// `text` has it.
        case string
        /// `text` has it.
        case number
        case yes, no, null
        /// Nothing is left.
        case end
    }

    private enum State { case value, firstKey, key, firstElement, afterValue }

    private(set) var window: ByteWindow
    /// The bytes of the last key, string or number, an index range of the window; without quotes.
    private var range = 0..<0
    private var isEscaped = false
    private var state = State.value
    private var isInObject: [Bool] = []
    private var tokenStart = 0

    init(_ window: ByteWindow) {
        self.window = window
    }

    /// How many objects and arrays are open.
    var depth: Int { isInObject.count }

    /// The problem `message` at the last token.
    func problem(_ message: String) -> ImportProblem { window.problem(message, at: tokenStart) }

    /// After a whole JSON text: whether another one follows, as in a file with one on each line.
    mutating func restartIfMore() throws(ImportProblem) -> Bool {
        guard depth == 0 else { return false }
        _ = try skipBlanks()
        if try window.isAtEnd() { return false }
        state = .value
        return true
    }

    /// The next token.
    @inline(__always)
    mutating func next() throws(ImportProblem) -> Token {
        var byte = try skipBlanks()
        switch state {
        case .afterValue:
            guard !isInObject.isEmpty else { return try expectEnd() }
            if byte == Byte.comma {
                window.position += 1
                state = isInObject[isInObject.count - 1] ? .key : .value
                byte = try skipBlanks()
                if state == .key { return try readKey(byte) }
                return try readValue(byte)
            }
            return try close(byte)
        case .firstKey:
            if byte == Byte.closeBrace { return try close(byte) }
            return try readKey(byte)
        case .key: return try readKey(byte)
        case .firstElement:
            if byte == Byte.closeBracket { return try close(byte) }
            return try readValue(byte)
        case .value: return try readValue(byte)
        }
    }

    /// Skips the next value.
    mutating func skipValue() throws(ImportProblem) {
        let outside = depth
        _ = try next()
        while depth > outside { _ = try next() }
    }

    /// The result of `body` on the raw bytes of the last key, string or number; escapes are not decoded.
    @inline(__always)
    func withRaw<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        window.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Whether the last key or string is this one.
    @inline(__always)
    func isText(_ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let (start, base) = (text.utf8Start, range.lowerBound)
        return window.bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<text.utf8CodeUnitCount where bytes[base + index] != start[index] { return false }
            return true
        }
    }

    /// Whether the last key is this one in snake case: `scope_spans` for `scopeSpans`.
    func isSnake(_ text: StaticString) -> Bool {
        let wanted = text.withUTF8Buffer { bytes in
            bytes.flatMap { (65...90).contains($0) ? [UInt8(ascii: "_"), $0 + 32] : [$0] }
        }
        return withRaw { $0.elementsEqual(wanted) }
    }

    /// The number of the last string or key among names.
    @inline(__always)
    func number(in names: inout NameNumbers) throws(ImportProblem) -> Int {
        guard isEscaped else { return withRaw { names.number(repairing: $0) } }
        return names.number(of: try text())
    }

    /// The last key, string or number, decoded.
    func text() throws(ImportProblem) -> String {
        guard isEscaped else { return withRaw { String(decoding: $0, as: UTF8.self) } }
        var decoded: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard window.bytes[place] == Byte.backslash else {
                decoded.append(window.bytes[place])
                place += 1
                continue
            }
            do throws(TextProblem) {
                let scalar = try JSONText.escape(in: window.bytes, at: &place, before: range.upperBound)
                decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } catch {
                throw window.problem(error.message, at: error.offset)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension JSONTokens {
    /// Whether at most a comma follows the last whole element of the outermost array, as if a writer was stopped between
    /// two elements.
    mutating func isAtEndBetweenElements() throws(ImportProblem) -> Bool {
        guard depth == 1, state == .afterValue || state == .firstElement else { return false }
        if try skipBlanks() == Byte.comma, state == .afterValue {
            window.position += 1
            state = .value
            _ = try skipBlanks()
        }
        return try window.isAtEnd()
    }
}

// MARK: - Tokens

extension JSONTokens {
    /// Skips whitespace; the byte after them, 0 at the end.
    @inline(__always)
    private mutating func skipBlanks() throws(ImportProblem) -> UInt8 {
        while true {
            window.mark = window.position
            let byte = try window.peek()
            switch byte {
            case Byte.space, Byte.newline, Byte.carriageReturn, Byte.tab: window.position += 1
            default: return byte
            }
        }
    }

    private mutating func expectEnd() throws(ImportProblem) -> Token {
        guard try window.isAtEnd() else { throw window.problem("unexpected text after the JSON value") }
        return .end
    }

    private mutating func close(_ byte: UInt8) throws(ImportProblem) -> Token {
        let isObject = isInObject[isInObject.count - 1]
        tokenStart = window.position
        guard byte == (isObject ? Byte.closeBrace : Byte.closeBracket) else {
            if try window.isAtEnd() { throw window.problem("the file ends in the middle of JSON") }
            throw window.problem("expected \",\" or \"\(isObject ? "}" : "]")\"")
        }
        window.position += 1
        isInObject.removeLast()
        state = .afterValue
        return isObject ? .objectEnd : .arrayEnd
    }

    @inline(__always)
    private mutating func readKey(_ byte: UInt8) throws(ImportProblem) -> Token {
        guard byte == Byte.doubleQuote else {
            if try window.isAtEnd() { throw window.problem("the file ends in the middle of JSON") }
            throw window.problem("expected a JSON key in quotes")
        }
        try readString()
        guard try skipBlanksKeepingText() == Byte.colon else { throw window.problem("expected \":\"") }
        window.position += 1
        state = .value
        return .key
    }

    /// Like `skipBlanks`, but the bytes of the key stay at hand.
    @inline(__always)
    private mutating func skipBlanksKeepingText() throws(ImportProblem) -> UInt8 {
        while true {
            let held = window.mark
            let byte = try window.peek()
            if window.mark != held { shift(by: held) }
            switch byte {
            case Byte.space, Byte.newline, Byte.carriageReturn, Byte.tab: window.position += 1
            default: return byte
            }
        }
    }

    private mutating func shift(by count: Int) {
        range = range.lowerBound - count..<range.upperBound - count
        tokenStart -= count
    }

    @inline(__always)
    private mutating func readValue(_ byte: UInt8) throws(ImportProblem) -> Token {
        tokenStart = window.position
        state = .afterValue
        switch byte {
        case Byte.doubleQuote:
            try readString()
            return .string
        case Byte.dash, Byte.zero...Byte.nine:
            try readNumber()
            return .number
        case Byte.openBrace, Byte.openBracket:
            guard depth < Self.maximumDepth else {
                throw window.problem("JSON is nested deeper than \(Self.maximumDepth) levels")
            }
            window.position += 1
            isInObject.append(byte == Byte.openBrace)
            state = byte == Byte.openBrace ? .firstKey : .firstElement
            return byte == Byte.openBrace ? .objectStart : .arrayStart
        default: return try readWord()
        }
    }

    private mutating func readWord() throws(ImportProblem) -> Token {
        try window.prefetch(5)
        tokenStart = window.position
        let rest = window.bytes[window.position...]
        for (word, token) in [("true", Token.yes), ("false", .no), ("null", .null)] where rest.starts(with: word.utf8) {
            window.position += word.utf8.count
            return token
        }
        if try window.isAtEnd() {
            throw window.problem(depth == 0 ? "the file is empty" : "the file ends in the middle of JSON")
        }
        throw window.problem("expected a JSON value")
    }

    /// Reads the string whose opening quote is next.
    @inline(__always)
    private mutating func readString() throws(ImportProblem) {
        window.mark = window.position
        tokenStart = window.position
        var place = window.position + 1
        isEscaped = false
        while true {
            let stop = window.bytes.withUnsafeBufferPointer { bytes in
                var place = place
                while place < bytes.count, bytes[place] != Byte.doubleQuote, bytes[place] != Byte.backslash,
                    bytes[place] >= 0x20
                { place &+= 1 }
                return place
            }
            if stop < window.bytes.count, window.bytes[stop] == Byte.doubleQuote {
                range = (window.mark + 1)..<stop
                window.position = stop + 1
                return
            }
            place = try passSpecial(stop)
        }
    }

    /// Passes what ends a plain stretch of a string: an escape, or the end of what is at hand.
    private mutating func passSpecial(_ stop: Int) throws(ImportProblem) -> Int {
        var length = stop - window.mark
        if stop < window.bytes.count {
            guard window.bytes[stop] == Byte.backslash else {
                throw window.problem("a control character in JSON text; write it as \\u00XX", at: stop)
            }
            isEscaped = true
            length += 2
        }
        while window.mark + length >= window.bytes.count {
            window.position = window.bytes.count
            guard try window.fill() else {
                throw window.problem("this quotation mark is never closed", at: window.mark)
            }
        }
        tokenStart = window.mark
        return window.mark + length
    }

    @inline(__always)
    private mutating func readNumber() throws(ImportProblem) {
        window.mark = window.position
        while true {
            let start = window.position
            let stop = window.bytes.withUnsafeBufferPointer { bytes in
                var place = start
                while place < bytes.count, Self.isInNumber(bytes[place]) { place &+= 1 }
                return place
            }
            window.position = stop
            if stop < window.bytes.count { break }
            guard try window.fill() else { break }
        }
        tokenStart = window.mark
        range = window.mark..<window.position
        isEscaped = false
    }

    @inline(__always)
    static func isInNumber(_ byte: UInt8) -> Bool {
        (byte >= Byte.zero && byte <= Byte.nine) || byte == Byte.period || byte == Byte.dash || byte == Byte.plus
            || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }
}
