/// Strings as JSON (RFC 8259), quotes included; the only table of escapes, for writing and reading.
///
/// Escapes the quote, the backslash, every control character (C0, DEL, C1), the line separators U+2028 and U+2029,
/// the byte order mark and the bidi controls, so that no line can control a terminal or look like two lines.
public enum JSONText {
    /// `text` as a JSON string in UTF-8.
    public static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        append(text, to: &bytes)
        return bytes
    }

    /// `text` as a JSON string.
    public static func quote(_ text: String) -> String { String(decoding: quoted(text), as: UTF8.self) }

    /// Appends `text` as a JSON string.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(Byte.doubleQuote)
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != Byte.doubleQuote && $0 != Byte.backslash }) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        }
        bytes.append(Byte.doubleQuote)
    }

    /// Reads the escape whose backslash is at `place`, and moves `place` past it; `end` is the end of the string.
    public static func escape(
        in bytes: [UInt8], at place: inout Int, before end: Int
    ) throws(TextProblem) -> Unicode.Scalar {
        let start = place
        guard start + 1 < end else { throw TextProblem("expected an escape", at: start) }
        place += 2
        switch bytes[start + 1] {
        case Byte.doubleQuote, Byte.backslash, UInt8(ascii: "/"): return Unicode.Scalar(bytes[start + 1])
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "u"): break
        default: throw TextProblem("JSON has no such escape", at: start)
        }
        guard let unit = hexadecimal(bytes, at: place, before: end) else {
            throw TextProblem("\\u needs four hexadecimal digits", at: start)
        }
        place += 4
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, end - place >= 6, bytes[place] == Byte.backslash, bytes[place + 1] == UInt8(ascii: "u"),
            let low = hexadecimal(bytes, at: place + 2, before: end), (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw TextProblem("an unpaired surrogate is not a character", at: start) }
        place += 6
        return scalar
    }
}

extension JSONText {
    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22, 0x5C: bytes.append(contentsOf: [Byte.backslash, UInt8(truncatingIfNeeded: scalar.value)])
        case 0x08: bytes.append(contentsOf: "\\b".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0C: bytes.append(contentsOf: "\\f".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case let value where mustEscape(value): appendEscape(value, to: &bytes)
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Whether a scalar is written as `\uXXXX` although JSON has no short escape for it.
    private static func mustEscape(_ value: UInt32) -> Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func appendEscape(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] as [UInt32] {
            let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
            bytes.append(digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8], at place: Int, before end: Int) -> UInt32? {
        guard end - place >= 4 else { return nil }
        var value: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            switch byte {
            case Byte.zero...Byte.nine: value = value << 4 | UInt32(byte - Byte.zero)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }
}
