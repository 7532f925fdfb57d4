/// Strings as JSON (RFC 8259), quotes included.
///
/// Escaped are the quote, the backslash, every control character (C0, DEL, C1), the line separators U+2028 and U+2029
/// and the bidi controls, so that no line of a trace can steer a terminal or be taken for two lines.
public enum JSONText {
    /// `text` as a JSON string in UTF-8.
    public static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        append(text, to: &bytes)
        return bytes
    }

    /// Appends `text` as a JSON string.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22, 0x5C: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)])
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
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func appendEscape(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "\\u".utf8)
        for shift in [12, 8, 4, 0] as [UInt32] {
            let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
