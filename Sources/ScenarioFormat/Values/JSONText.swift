/// A strict scanner for JSON (RFC 8259): says where a value ends, keeps its text.
enum JSONText {
    /// Values inside each other.
    static let maximumDepth = 64

    /// The byte after the value that begins at `start`; blanks before it are passed.
    static func end(ofValueIn bytes: [UInt8], from start: Int) throws(TextProblem) -> Int {
        var scanner = Scanner(bytes: bytes, position: start)
        try scanner.value(depth: 0)
        return scanner.position
    }

    /// The decoded string that begins with `"` at `start`, and the byte after it.
    static func string(in bytes: [UInt8], from start: Int) throws(TextProblem) -> (text: String, end: Int) {
        var scanner = Scanner(bytes: bytes, position: start)
        let text = try scanner.string()
        return (text, scanner.position)
    }

    /// `text` as a JSON string, with its marks; only what must be escaped is.
    static func quote(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                if isControl(scalar) || scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// Whether `text` is one JSON number, as written.
    static func isNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == Byte.dash || Byte.isDigit(first) else { return false }
        return (try? end(ofValueIn: bytes, from: 0)) == bytes.count
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position: Int
        var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

        mutating func skipBlanks() {
            while [Byte.space, Byte.tab, Byte.newline, Byte.carriageReturn].contains(current) { position += 1 }
        }

        mutating func value(depth: Int) throws(TextProblem) {
            skipBlanks()
            guard depth < JSONText.maximumDepth else {
                throw TextProblem("JSON is nested deeper than \(JSONText.maximumDepth) levels", at: position)
            }
            switch current {
            case Byte.openBrace: try collection(closing: Byte.closeBrace, hasKeys: true, depth: depth)
            case Byte.openBracket: try collection(closing: Byte.closeBracket, hasKeys: false, depth: depth)
            case Byte.doubleQuote: _ = try string()
            case Byte.dash, Byte.zero...Byte.nine: try number()
            case UInt8(ascii: "t"): try word("true")
            case UInt8(ascii: "f"): try word("false")
            case UInt8(ascii: "n"): try word("null")
            default: throw TextProblem("expected a JSON value here", at: position)
            }
        }

        private mutating func word(_ word: String) throws(TextProblem) {
            guard bytes[position...].starts(with: word.utf8) else {
                throw TextProblem("expected a JSON value here", at: position)
            }
            position += word.utf8.count
        }

        private mutating func collection(closing: UInt8, hasKeys: Bool, depth: Int) throws(TextProblem) {
            position += 1
            skipBlanks()
            if current == closing {
                position += 1
                return
            }
            while true {
                if hasKeys {
                    skipBlanks()
                    guard current == Byte.doubleQuote else {
                        throw TextProblem("expected a JSON key in quotes here", at: position)
                    }
                    _ = try string()
                    skipBlanks()
                    guard current == Byte.colon else { throw TextProblem("expected \":\" here", at: position) }
                    position += 1
                }
                try value(depth: depth + 1)
                skipBlanks()
                if current == closing { break }
                guard current == Byte.comma else {
                    throw TextProblem("expected \",\" or \"\(hasKeys ? "}" : "]")\" here", at: position)
                }
                position += 1
            }
            position += 1
        }

        private mutating func number() throws(TextProblem) {
            let start = position
            if current == Byte.dash { position += 1 }
            let whole = digits()
            let startsWithZero = bytes[position - whole..<position].first == Byte.zero
            var isValid = whole > 0 && !(startsWithZero && whole > 1)
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
        }

        private mutating func digits() -> Int {
            let start = position
            while Byte.isDigit(current) { position += 1 }
            return position - start
        }

        mutating func string() throws(TextProblem) -> String {
            let start = position
            position += 1
            var result: [UInt8] = []
            while current != Byte.doubleQuote {
                guard position < bytes.count else {
                    throw TextProblem("this quotation mark is never closed", at: start)
                }
                if current == Byte.backslash {
                    try escape(into: &result)
                } else if current < 0x20 {
                    throw TextProblem("a control character in JSON text; write it as \\u00XX", at: position)
                } else {
                    result.append(current)
                    position += 1
                }
            }
            position += 1
            return String(decoding: result, as: UTF8.self)
        }

        private mutating func escape(into result: inout [UInt8]) throws(TextProblem) {
            let start = position
            position += 1
            let letter = current
            position += 1
            switch letter {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(Byte.newline)
            case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
            case UInt8(ascii: "t"): result.append(Byte.tab)
            case Byte.doubleQuote, Byte.backslash, UInt8(ascii: "/"): result.append(letter)
            case UInt8(ascii: "u"): result.append(contentsOf: String(Character(try unicode(start))).utf8)
            default: throw TextProblem("unknown escape in JSON text", at: start)
            }
        }

        private mutating func unicode(_ start: Int) throws(TextProblem) -> Unicode.Scalar {
            var value = try unit(start)
            if (0xD800..<0xDC00).contains(value), current == Byte.backslash, position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                let low = try unit(start)
                if (0xDC00..<0xE000).contains(low) { value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00) }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw TextProblem("this escape names no character", at: start)
            }
            return scalar
        }

        private mutating func unit(_ start: Int) throws(TextProblem) -> UInt32 {
            var value: UInt32 = 0
            for _ in 0..<4 {
                guard current < 0x80, let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
                    throw TextProblem("\\u needs four hexadecimal digits", at: start)
                }
                value = value << 4 | UInt32(digit)
                position += 1
            }
            return value
        }
    }
}
