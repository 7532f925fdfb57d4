import Text
import TraceFormat

/// Plain JSON in the bytes at hand, scanned fast. What is not plain (an escape, an error, a piece that continues beyond
/// these bytes) is left where it is: `JSONTokens` reads it again from there, with all its checks and messages.
struct JSONScanner {
    /// The deepest nesting that is plain.
    private static let maximumDepth = 16

    private let base: UnsafePointer<UInt8>
    private let end: Int
    /// The byte to be read next, an index into the bytes.
    var place: Int

    /// Reads from `place` on.
    init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
        // An empty buffer has no base; nothing is read there.
        base = bytes.baseAddress ?? UnsafePointer(Self.nothing.utf8Start)
        (end, self.place) = (bytes.baseAddress == nil ? 0 : bytes.count, place)
    }

    private static var nothing: StaticString { "" }

    /// Skips whitespace; the next byte, 0 at the end.
    @inline(__always)
    mutating func next() -> UInt8 {
        while place < end {
            let byte = base[place]
            if byte > Byte.space { return byte }
            guard byte == Byte.space || byte == Byte.newline || byte == Byte.carriageReturn || byte == Byte.tab else {
                return byte
            }
            place &+= 1
        }
        return 0
    }

    /// Skips whitespace and then a byte, if it is next.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        place &+= 1
        return true
    }

    /// A string without escapes; nil if there is none.
    @inline(__always)
    mutating func string() -> UnsafeBufferPointer<UInt8>? {
        guard take(Byte.doubleQuote) else { return nil }
        let start = place
        while place < end {
            let byte = base[place]
            if byte == Byte.doubleQuote {
                place &+= 1
                return UnsafeBufferPointer(start: base + start, count: place &- start &- 1)
            }
            guard byte >= 0x20, byte != Byte.backslash else { return nil }
            place &+= 1
        }
        return nil
    }

    /// A key and the colon after it.
    @inline(__always)
    mutating func key() -> UnsafeBufferPointer<UInt8>? {
        guard let key = string(), take(Byte.colon) else { return nil }
        return key
    }

    /// The bytes of a number, whose end is at hand; nil if there is none.
    @inline(__always)
    mutating func number() -> UnsafeBufferPointer<UInt8>? {
        let first = next()
        guard first == Byte.dash || Byte.isDigit(first) else { return nil }
        let start = place
        while place < end, JSONTokens.isInNumber(base[place]) { place &+= 1 }
        return place < end ? UnsafeBufferPointer(start: base + start, count: place &- start) : nil
    }

    /// Digits without a zero before others, at most 19 of them; nil if there is none or they go on beyond these bytes.
    @inline(__always)
    private mutating func digits() -> UInt64? {
        let start = place
        var value: UInt64 = 0
        while place < end, case let digit = base[place] &- Byte.zero, digit < 10 {
            value = value &* 10 &+ UInt64(digit)
            place &+= 1
        }
        guard place < end, place > start, place &- start < 20, base[start] != Byte.zero || place == start + 1 else {
            return nil
        }
        return value
    }

    /// A number in thousandths, not below 0; nil if there is none or it is not exact.
    @inline(__always)
    mutating func thousandths() -> Int64? {
        guard Byte.isDigit(next()), let digits = digits(), digits < 1_000_000_000_000_000 else { return nil }
        var value = Int64(digits) &* 1000
        guard base[place] == Byte.period else { return JSONTokens.isInNumber(base[place]) ? nil : value }
        place &+= 1
        var unit: Int64 = 100
        let fraction = place
        while place < end, case let digit = base[place] &- Byte.zero, digit < 10, unit > 0 {
            value = value &+ Int64(digit) &* unit
            unit /= 10
            place &+= 1
        }
        guard place < end, place > fraction, !JSONTokens.isInNumber(base[place]) else { return nil }
        return value
    }

    /// A whole number with its sign; nil if there is none.
    @inline(__always)
    mutating func whole() -> Int64? {
        let isNegative = next() == Byte.dash
        if isNegative { place &+= 1 }
        guard let digits = digits(), !JSONTokens.isInNumber(base[place]), let number = Int64(exactly: digits),
            !isNegative || number > 0
        else { return nil }
        return isNegative ? -number : number
    }

    /// Passes a value; false if it is not plain.
    mutating func skipValue(depth: Int = 0) -> Bool {
        switch next() {
        case Byte.doubleQuote: return string() != nil
        case Byte.openBrace:
            place &+= 1
            guard depth < Self.maximumDepth, next() != Byte.closeBrace else { return take(Byte.closeBrace) }
            repeat {
                guard key() != nil, skipValue(depth: depth + 1) else { return false }
            } while take(Byte.comma)
            return take(Byte.closeBrace)
        case Byte.openBracket:
            place &+= 1
            guard depth < Self.maximumDepth, next() != Byte.closeBracket else { return take(Byte.closeBracket) }
            repeat {
                guard skipValue(depth: depth + 1) else { return false }
            } while take(Byte.comma)
            return take(Byte.closeBracket)
        case UInt8(ascii: "t"): return take("true") && place < end
        case UInt8(ascii: "f"): return take("false") && place < end
        case UInt8(ascii: "n"): return take("null") && place < end
        default: return number() != nil
        }
    }

    /// Passes further members of an object whose last one has been passed, up to its end; false if they are not plain.
    mutating func skipMembers() -> Bool {
        while take(Byte.comma) {
            guard key() != nil, skipValue() else { return false }
        }
        return true
    }

    /// Passes further elements of a list and its end; false if they are not plain.
    mutating func skipElements() -> Bool {
        while take(Byte.comma) {
            guard skipValue() else { return false }
        }
        return take(Byte.closeBracket)
    }

    /// Passes a text, if exactly that is next.
    @inline(__always)
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end &- place >= count, UnsafeRawPointer(base + place).isEqual(to: text.utf8Start, count: count) else {
            return false
        }
        place &+= count
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these are the bytes of a text.
    @inline(__always)
    func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let start = UnsafeRawPointer(baseAddress) else { return false }
        return start.isEqual(to: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
