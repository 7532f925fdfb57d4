/// A place in memory where a line is being written; its maker has reserved the room.
///
/// Variable pieces are copied in blocks of 16 bytes, so up to `Pen.slack` bytes past the end are overwritten.
@frozen
public struct Pen {
    /// Room that must be left after the last byte, and that copied tables must have after theirs.
    public static let slack = 16
    /// The longest number: `-9223372036854775808` or 2^64 - 1.
    public static let longestNumber = 20

    @usableFromInline var place: UnsafeMutableRawPointer

    /// Where the next byte goes.
    @inlinable
    public var next: UnsafeMutableRawPointer { place }

    /// A pen that writes from `start` on.
    @inlinable
    public init(at start: UnsafeMutableRawPointer) {
        place = start
    }

    /// Writes a literal; its length is known to the compiler, so this becomes a few stores.
    @inlinable @inline(__always)
    public mutating func put(_ literal: StaticString) {
        let count = literal.utf8CodeUnitCount
        place.copyMemory(from: literal.utf8Start, byteCount: count)
        place += count
    }

    /// Writes `count` bytes of a table that has `slack` readable bytes after them.
    @inlinable @inline(__always)
    public mutating func put(padded source: UnsafeRawPointer, count: Int) {
        var done = 0
        while done < count {
            let block = (source + done).loadUnaligned(as: SIMD16<UInt8>.self)
            (place + done).storeBytes(of: block, as: SIMD16<UInt8>.self)
            done += 16
        }
        place += count
    }

    /// Passes over bytes that have been written already.
    @inlinable @inline(__always)
    public mutating func advance(by count: Int) {
        place += count
    }

    /// Writes one byte.
    @inlinable @inline(__always)
    public mutating func put(byte: UInt8) {
        place.storeBytes(of: byte, as: UInt8.self)
        place += 1
    }

    /// Writes the bytes of an array.
    public mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            place.copyMemory(from: base, byteCount: source.count)
        }
        place += bytes.count
    }

    /// Writes a whole number in decimal, eight digits at a time.
    @inlinable @inline(__always)
    public mutating func put(_ number: Int64) {
        if number < 0 { put(byte: UInt8(ascii: "-")) }
        put(number.magnitude)
    }

    /// Writes a natural number in decimal, eight digits at a time.
    @inlinable @inline(__always)
    public mutating func put(_ number: UInt64) {
        if number < 10 {
            put(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
        } else {
            place = Self.write(number, at: place)
        }
    }

    /// Writes a count of thousandths in decimal, exactly: with three decimals, and without any if they are zero.
    @inlinable @inline(__always)
    public mutating func put(thousandths number: Int64) {
        if number < 0 { put(byte: UInt8(ascii: "-")) }
        place = Self.write(thousandths: number.magnitude, at: place)
    }

    // What is not inlined takes a place and returns the next one: a pen whose address is never taken stays in a register.

    @usableFromInline static func write(_ number: UInt64, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
    {
        var pen = Pen(at: place)
        if number < eightDigits {
            pen.put(leading: number)
            return pen.place
        }
        let (high, low) = number.quotientAndRemainder(dividingBy: eightDigits)
        if high < eightDigits {
            pen.put(leading: high)
        } else {
            let (top, middle) = high.quotientAndRemainder(dividingBy: eightDigits)
            pen.put(leading: top)
            pen.put(eight: middle)
        }
        pen.put(eight: low)
        return pen.place
    }

    @usableFromInline static func write(
        thousandths number: UInt64, at place: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        var pen = Pen(at: place)
        let (high, low) = number.quotientAndRemainder(dividingBy: eightDigits)
        let digits = digits(of: low)
        // The first five of eight digits are whole; of them the last one is written even if it is 0.
        var zeros = 0
        if high > 0 { pen.place = write(high, at: pen.place) } else { zeros = min(4, digits.trailingZeroBitCount / 8) }
        pen.place.storeBytes(of: ((digits | Self.zeros) >> UInt64(zeros * 8)).littleEndian, as: UInt64.self)
        pen.place += 5 - zeros
        let decimals = UInt32(truncatingIfNeeded: digits >> 40)
        if decimals != 0 {
            let text = (decimals | 0x0030_3030) << 8 | UInt32(UInt8(ascii: "."))
            pen.place.storeBytes(of: text.littleEndian, as: UInt32.self)
            pen.place += 4
        }
        return pen.place
    }

    /// 10 to the power of 8.
    private static var eightDigits: UInt64 { 100_000_000 }

    /// Writes a number of at most eight digits without zeros before it.
    @inline(__always)
    private mutating func put(leading number: UInt64) {
        let digits = Self.digits(of: number)
        let zeros = min(7, digits.trailingZeroBitCount / 8)
        place.storeBytes(of: ((digits | Self.zeros) >> UInt64(zeros * 8)).littleEndian, as: UInt64.self)
        place += 8 - zeros
    }

    /// Writes a number of at most eight digits as eight.
    @inline(__always)
    private mutating func put(eight number: UInt64) {
        place.storeBytes(of: (Self.digits(of: number) | Self.zeros).littleEndian, as: UInt64.self)
        place += 8
    }

    /// Eight times the digit 0.
    private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The eight digits of a number in the bytes of a word, the first one lowest: halves of four digits, then pairs, then
    /// digits, all at once; n * 10486 >> 20 is n / 100 up to 9,999, and n * 103 >> 10 is n / 10 up to 99.
    @inline(__always)
    private static func digits(of number: UInt64) -> UInt64 {
        let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
        let halves = high | low << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (pairs &- tens &* 10) << 8
    }
}
