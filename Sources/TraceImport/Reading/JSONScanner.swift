import Text
import TraceFormat

/// Plain JSON in the bytes at hand, scanned fast. What is not plain (an escape in a text that counts, an error, a piece that continues beyond
/// these bytes) is left where it is: `JSONTokens` reads it again from there, with all its checks and messages.
struct JSONScanner {
    /// The deepest nesting that is plain.
    private static let maximumDepth = 16

    /// A value; what only has to be passed is neither text nor number.
    enum Value {
        case text(UnsafeBufferPointer<UInt8>)
        /// A number and its fraction, if it has one.
        case number(Int64, thousandths: Int64?)
        case other

        /// The text; nil if it is none.
        @inline(__always)
        var text: UnsafeBufferPointer<UInt8>? {
            if case .text(let text) = self { text } else { nil }
        }

        /// How many thousandths it is; nil if it is no number, below 0 or too large.
        @inline(__always)
        var thousandths: Int64? {
            guard case .number(let number, let fraction) = self, (0..<1_000_000_000_000_000).contains(number) else {
                return nil
            }
            return number &* 1000 &+ (fraction ?? 0)
        }
    }

    private var text: PlainScanner
    private var isBeforeFirstElement: Bool

    /// Reads from `place` on.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int, isBeforeFirstElement: Bool) {
        text = PlainScanner(UnsafeRawBufferPointer(bytes), at: place)
        self.isBeforeFirstElement = isBeforeFirstElement
    }

    /// The byte to be read next, an index into the bytes.
    var place: Int {
        @inline(__always) get { text.place }
        @inline(__always) set { text.place = newValue }
    }

    /// Skips whitespace; the next byte, 0 at the end.
    @inline(__always)
    mutating func next() -> UInt8 {
        while true {
            let byte = text.next
            guard byte == Byte.space || byte == Byte.newline || byte == Byte.carriageReturn || byte == Byte.tab else {
                return byte
            }
            text.place &+= 1
        }
    }

    /// Skips whitespace and then a byte, if it is next.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        text.place &+= 1
        return true
    }

    /// Passes a text, if exactly that is next.
    @inline(__always)
    mutating func take(_ literal: StaticString) -> Bool { text.take(literal) }

    /// A string without escapes; nil if there is none.
    @inline(__always)
    mutating func string() -> UnsafeBufferPointer<UInt8>? { take(Byte.doubleQuote) ? text.string() : nil }

    /// A key and the colon after it.
    @inline(__always)
    mutating func key() -> UnsafeBufferPointer<UInt8>? {
        guard let key = string(), take(Byte.colon) else { return nil }
        return key
    }

    /// A string of one byte; nil if the next one is another.
    @inline(__always)
    mutating func letter() -> UInt8? {
        _ = next()
        return text.letter()
    }

    /// Passes the comma before an element of a list, if one is due; false if there is none.
    @inline(__always)
    mutating func passComma() -> Bool {
        defer { isBeforeFirstElement = false }
        return isBeforeFirstElement || take(Byte.comma)
    }

    /// A value; nil if it is not plain.
    @inline(__always)
    mutating func value() -> Value? {
        let first = next()
        if first == Byte.doubleQuote {
            place &+= 1
            return text.string().map { .text($0) }
        }
        return first == Byte.dash || Byte.isDigit(first) ? number() : skipValue() ? .other : nil
    }

    /// A number that is exact in thousandths; nil if it is not plain.
    @inline(__always)
    private mutating func number() -> Value? {
        let isNegative = text.next == Byte.dash
        if isNegative { place &+= 1 }
        guard let digits = text.natural(), let number = Int64(exactly: digits), !isNegative || number > 0 else {
            return nil
        }
        var fraction: Int64?
        if text.next == Byte.period {
            // Below zero it would have to be taken away.
            guard !isNegative, let thousandths = fractionOfNumber() else { return nil }
            fraction = thousandths
        }
        guard !JSONTokens.isInNumber(text.next) else { return nil }
        return .number(isNegative ? -number : number, thousandths: fraction)
    }

    /// A period and at most three digits.
    @inline(__always)
    private mutating func fractionOfNumber() -> Int64? {
        place &+= 1
        if let fraction = text.threeDigits() { return Int64(truncatingIfNeeded: fraction) }
        guard let (fraction, count) = text.digits(), (1...3).contains(count) else { return nil }
        return Int64(truncatingIfNeeded: fraction) &* (count == 3 ? 1 : count == 2 ? 10 : 100)
    }

    /// A number in thousandths, not below 0; nil if there is none or it is not exact.
    @inline(__always)
    mutating func thousandths() -> Int64? {
        _ = next()
        return number()?.thousandths
    }

    /// A whole number with its sign; nil if there is none.
    @inline(__always)
    mutating func whole() -> Int64? {
        let isNegative = next() == Byte.dash
        if isNegative { text.place &+= 1 }
        guard let digits = text.natural(), !JSONTokens.isInNumber(text.next), let number = Int64(exactly: digits),
            !isNegative || number > 0
        else { return nil }
        return isNegative ? -number : number
    }
}

// MARK: - What is passed

extension JSONScanner {
    /// Passes a value; false if it is not plain.
    @inline(__always)
    mutating func skipValue() -> Bool {
        // A copy is lent, so that this scanner can stay in registers.
        var scanner = self
        defer { self = scanner }
        return scanner.skipAny(depth: 0)
    }

    private mutating func skipAny(depth: Int) -> Bool {
        switch next() {
        case Byte.doubleQuote: return skipString()
        case Byte.openBrace:
            place &+= 1
            guard depth < Self.maximumDepth, next() != Byte.closeBrace else { return take(Byte.closeBrace) }
            repeat {
                guard skipString(), take(Byte.colon), skipAny(depth: depth + 1) else { return false }
            } while take(Byte.comma)
            return take(Byte.closeBrace)
        case Byte.openBracket:
            place &+= 1
            guard depth < Self.maximumDepth, next() != Byte.closeBracket else { return take(Byte.closeBracket) }
            repeat {
                guard skipAny(depth: depth + 1) else { return false }
            } while take(Byte.comma)
            return take(Byte.closeBracket)
        case UInt8(ascii: "t"): return take("true") && text.next != 0
        case UInt8(ascii: "f"): return take("false") && text.next != 0
        case UInt8(ascii: "n"): return take("null") && text.next != 0
        case Byte.dash, Byte.zero...Byte.nine:
            while JSONTokens.isInNumber(text.next) { place &+= 1 }
            // Its end must be at hand, too.
            return text.next != 0
        default: return false
        }
    }

    @inline(__always)
    private mutating func skipString() -> Bool { take(Byte.doubleQuote) && text.skipString() }

    /// Passes further members of an object whose last one has been passed, up to its end; false if they are not plain.
    @inline(__always)
    mutating func skipMembers() -> Bool {
        while take(Byte.comma) {
            guard skipString(), take(Byte.colon), skipValue() else { return false }
        }
        return true
    }

    /// Passes further elements of a list and its end; false if they are not plain.
    @inline(__always)
    mutating func skipElements() -> Bool {
        while take(Byte.comma) {
            guard skipValue() else { return false }
        }
        return take(Byte.closeBracket)
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
