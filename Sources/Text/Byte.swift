/// The ASCII characters that mean something in the formats we read.
public enum Byte {
    /// `tab`
    @inlinable public static var tab: UInt8 { UInt8(ascii: "\t") }
    /// `line feed`
    @inlinable public static var newline: UInt8 { UInt8(ascii: "\n") }
    /// `carriage return`
    @inlinable public static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    /// `space`
    @inlinable public static var space: UInt8 { UInt8(ascii: " ") }
    /// `!`
    @inlinable public static var exclamation: UInt8 { UInt8(ascii: "!") }
    /// `"`
    @inlinable public static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
    /// `#`
    @inlinable public static var hash: UInt8 { UInt8(ascii: "#") }
    /// `%`
    @inlinable public static var percent: UInt8 { UInt8(ascii: "%") }
    /// `&`
    @inlinable public static var ampersand: UInt8 { UInt8(ascii: "&") }
    /// `'`
    @inlinable public static var singleQuote: UInt8 { UInt8(ascii: "'") }
    /// `*`
    @inlinable public static var asterisk: UInt8 { UInt8(ascii: "*") }
    /// `+`
    @inlinable public static var plus: UInt8 { UInt8(ascii: "+") }
    /// `,`
    @inlinable public static var comma: UInt8 { UInt8(ascii: ",") }
    /// `-`
    @inlinable public static var dash: UInt8 { UInt8(ascii: "-") }
    /// `.`
    @inlinable public static var period: UInt8 { UInt8(ascii: ".") }
    /// `0`
    @inlinable public static var zero: UInt8 { UInt8(ascii: "0") }
    /// `9`
    @inlinable public static var nine: UInt8 { UInt8(ascii: "9") }
    /// `:`
    @inlinable public static var colon: UInt8 { UInt8(ascii: ":") }
    /// `<`
    @inlinable public static var less: UInt8 { UInt8(ascii: "<") }
    /// `=`
    @inlinable public static var equal: UInt8 { UInt8(ascii: "=") }
    /// `>`
    @inlinable public static var greater: UInt8 { UInt8(ascii: ">") }
    /// `?`
    @inlinable public static var question: UInt8 { UInt8(ascii: "?") }
    /// `@`
    @inlinable public static var at: UInt8 { UInt8(ascii: "@") }
    /// `[`
    @inlinable public static var openBracket: UInt8 { UInt8(ascii: "[") }
    /// `\`
    @inlinable public static var backslash: UInt8 { UInt8(ascii: "\\") }
    /// `]`
    @inlinable public static var closeBracket: UInt8 { UInt8(ascii: "]") }
    /// `backtick`
    @inlinable public static var backtick: UInt8 { UInt8(ascii: "`") }
    /// `{`
    @inlinable public static var openBrace: UInt8 { UInt8(ascii: "{") }
    /// `|`
    @inlinable public static var bar: UInt8 { UInt8(ascii: "|") }
    /// `}`
    @inlinable public static var closeBrace: UInt8 { UInt8(ascii: "}") }

    /// Whether a byte is one of `0` to `9`.
    public static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= nine }
}

/// A name as a dictionary key, compared byte by byte: two spellings of é are two names.
public struct ByteName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// The name as it is written.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the bytes are the same.
    public static func == (left: ByteName, right: ByteName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether the text contains `part`, ignoring case; every text contains an empty part.
    ///
    /// Compares bytes of UTF-8: a letter matches without its combining accent. O(text x part) at worst.
    public func holds(_ part: String) -> Bool {
        let text = [UInt8](lowercased().utf8)
        let sought = [UInt8](part.lowercased().utf8)
        guard text.count >= sought.count else { return false }
        return (0...(text.count - sought.count)).contains { start in
            sought.indices.allSatisfy { text[start + $0] == sought[$0] }
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies `isAfter`, or the end index, in a collection partitioned by it: none of the
    /// first elements satisfies it, all others do. O(log n).
    @inlinable public func partitionPoint(where isAfter: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
