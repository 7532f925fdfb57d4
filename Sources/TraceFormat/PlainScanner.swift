/// Text at hand, read eight bytes at a time as far as it is plain. What is not plain, and what is left at the end, stays
/// where it is for a reader with all checks and messages.
///
/// Callers that read in a loop keep it in a variable of their own and lend it to nothing that is not inlined: its place
/// then stays in a register.
public struct PlainScanner {
    @usableFromInline let base: UnsafeRawPointer
    /// The last place from which eight bytes are at hand.
    @usableFromInline let last: Int
    /// The byte to be read next, an index into the bytes.
    public var place: Int

    /// Reads from `place` on; the bytes must outlive the scanner.
    @inlinable @inline(__always)
    public init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
        if let base = bytes.baseAddress {
            (self.base, last) = (base, bytes.count - 8)
        } else {
            // An empty buffer has no base; nothing is read there.
            let nothing: StaticString = ""
            (base, last) = (UnsafeRawPointer(nothing.utf8Start), -8)
        }
        self.place = place
    }

    /// The next byte, 0 at the end.
    @inlinable @inline(__always)
    public var next: UInt8 { place < last &+ 8 ? base.load(fromByteOffset: place, as: UInt8.self) : 0 }

    /// Passes a text, if exactly that is next.
    @inlinable @inline(__always)
    public mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place &+ count <= last &+ 8, (base + place).isEqual(to: text.utf8Start, count: count) else {
            return false
        }
        place &+= count
        return true
    }

    /// Passes a string whose opening quote has been passed, and its closing quote; nil if it has escapes.
    @inlinable @inline(__always)
    public mutating func string() -> UnsafeBufferPointer<UInt8>? {
        var end = place
        while end <= last {
            let stops = Self.stops(in: base.loadUnaligned(fromByteOffset: end, as: UInt64.self).littleEndian)
            guard stops != 0 else {
                end &+= 8
                continue
            }
            end &+= stops.trailingZeroBitCount >> 3
            guard base.load(fromByteOffset: end, as: UInt8.self) == UInt8(ascii: "\"") else { return nil }
            let start = (base + place).assumingMemoryBound(to: UInt8.self)
            defer { place = end &+ 1 }
            return UnsafeBufferPointer(start: start, count: end &- place)
        }
        return nil
    }

    /// Passes a string whose opening quote has been passed, with its escapes, and its closing quote; false if it does not
    /// end here. It is not looked into.
    @inlinable @inline(__always)
    public mutating func skipString() -> Bool {
        while place <= last {
            let stops = Self.stops(in: base.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
            guard stops != 0 else {
                place &+= 8
                continue
            }
            place &+= stops.trailingZeroBitCount >> 3
            switch base.load(fromByteOffset: place, as: UInt8.self) {
            case UInt8(ascii: "\""):
                place &+= 1
                return true
            // Whatever a backslash is before is no quote.
            case UInt8(ascii: "\\"): place &+= 2
            default: return false
            }
        }
        return false
    }

    /// Passes digits; how many there are, and their number if they are at most 19.
    @inlinable @inline(__always)
    public mutating func digits() -> (number: UInt64, count: Int)? {
        let start = place
        var number: UInt64 = 0
        while place <= last {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian ^ Self.ones &* 0x30
            // The high bits of those bytes that are above 9; the lowest is exact.
            let others = ((word &+ Self.ones &* 0x76) | word) & Self.highBits
            guard others != 0 else {
                number = number &* Self.powers(8) &+ Self.number(ofEight: word)
                place &+= 8
                continue
            }
            let count = others.trailingZeroBitCount >> 3
            // The digits become the last of eight, with zeros before them; two shifts, as none may pass 63.
            let last = (word &<< 8) &<< UInt64(truncatingIfNeeded: 56 &- count &* 8)
            number = number &* Self.powers(count) &+ Self.number(ofEight: last)
            place &+= count
            return (number, place &- start)
        }
        return nil
    }

    /// A natural number as JSON writes it, of at most 19 digits.
    @inlinable @inline(__always)
    public mutating func natural() -> UInt64? {
        let start = place
        guard start <= last else { return nil }
        let first = base.load(fromByteOffset: start, as: UInt8.self) &- UInt8(ascii: "0")
        if first < 10, base.load(fromByteOffset: start &+ 1, as: UInt8.self) &- UInt8(ascii: "0") >= 10 {
            // Most numbers have one digit: those behind it need not wait for the word to be searched.
            place &+= 1
            return UInt64(first)
        }
        guard let (number, count) = digits(), count > 0, count < 20 else { return nil }
        return first == 0 ? nil : number
    }

    /// Passes a byte in quotes; nil if the next string is not one plain byte.
    @inlinable @inline(__always)
    public mutating func letter() -> UInt8? {
        guard place <= last, base.load(fromByteOffset: place, as: UInt8.self) == UInt8(ascii: "\""),
            base.load(fromByteOffset: place &+ 2, as: UInt8.self) == UInt8(ascii: "\"")
        else { return nil }
        let letter = base.load(fromByteOffset: place &+ 1, as: UInt8.self)
        guard letter >= 0x20, letter != UInt8(ascii: "\""), letter != UInt8(ascii: "\\") else { return nil }
        place &+= 3
        return letter
    }

    /// Passes exactly three digits.
    @inlinable @inline(__always)
    public mutating func threeDigits() -> UInt64? {
        guard place <= last else { return nil }
        let zero = UInt8(ascii: "0")
        let first = base.load(fromByteOffset: place, as: UInt8.self) &- zero
        let second = base.load(fromByteOffset: place &+ 1, as: UInt8.self) &- zero
        let third = base.load(fromByteOffset: place &+ 2, as: UInt8.self) &- zero
        guard first < 10, second < 10, third < 10, base.load(fromByteOffset: place &+ 3, as: UInt8.self) &- zero >= 10
        else { return nil }
        place &+= 3
        return UInt64(first) &* 100 &+ UInt64(second) &* 10 &+ UInt64(third)
    }
}

// MARK: - Words

extension PlainScanner {
    /// Every byte is 1.
    @inlinable @inline(__always)
    static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// The highest bit of every byte.
    @inlinable @inline(__always)
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The high bits of those bytes of a word that a JSON string cannot hold as they are: quotes, backslashes, control
    /// characters. The lowest is exact.
    @inlinable @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let quotes = word ^ ones &* 0x22
        let backslashes = word ^ ones &* 0x5C
        let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word
        return found & highBits
    }

    /// The number of eight digits, each in a byte of its own as 0 to 9, the first one lowest: pairs, then all four pairs.
    @inlinable @inline(__always)
    static func number(ofEight digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits &>> 8
        let odd = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let even = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (odd &+ even) &>> 32
    }

    /// 10 to a power of 0 to 8.
    @inlinable @inline(__always)
    static func powers(_ power: Int) -> UInt64 {
        switch power {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        default: 100_000_000
        }
    }
}

extension UnsafeRawPointer {
    /// Whether the same `count` bytes stand here and there, eight at a time; the last words of two sizes may overlap.
    @inlinable @inline(__always)
    public func isEqual(to other: UnsafeRawPointer, count: Int) -> Bool {
        if count >= 8 {
            var done = 0
            while done &+ 8 < count {
                guard isSame(UInt64.self, as: other, at: done) else { return false }
                done &+= 8
            }
            return isSame(UInt64.self, as: other, at: count &- 8)
        }
        if count >= 4 { return isSame(UInt32.self, as: other, at: 0) && isSame(UInt32.self, as: other, at: count &- 4) }
        if count >= 2 { return isSame(UInt16.self, as: other, at: 0) && isSame(UInt16.self, as: other, at: count &- 2) }
        return count == 0 || isSame(UInt8.self, as: other, at: 0)
    }

    @inlinable @inline(__always)
    func isSame<Unit: FixedWidthInteger & BitwiseCopyable>(
        _: Unit.Type, as other: UnsafeRawPointer, at offset: Int
    ) -> Bool {
        loadUnaligned(fromByteOffset: offset, as: Unit.self)
            == other.loadUnaligned(fromByteOffset: offset, as: Unit.self)
    }
}
