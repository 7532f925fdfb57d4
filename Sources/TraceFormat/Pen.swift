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

    /// Writes a whole number in decimal, two digits at a time.
    @inlinable @inline(__always)
    public mutating func put(_ number: Int64) {
        if number < 0 {
            place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            place += 1
        }
        put(number.magnitude)
    }

    /// Writes a natural number in decimal, two digits at a time.
    @inlinable @inline(__always)
    public mutating func put(_ number: UInt64) {
        if number < 10 {
            place.storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number), as: UInt8.self)
            place += 1
        } else {
            putLong(number)
        }
    }

    @usableFromInline mutating func putLong(_ number: UInt64) {
        let pairs = UnsafeRawPointer(digitPairs.utf8Start)
        let end = place + Self.digitCount(number)
        var digit = end
        var rest = number
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            digit -= 2
            digit.storeBytes(of: (pairs + Int(pair) * 2).loadUnaligned(as: UInt16.self), as: UInt16.self)
            rest = quotient
        }
        if rest >= 10 {
            (digit - 2).storeBytes(of: (pairs + Int(rest) * 2).loadUnaligned(as: UInt16.self), as: UInt16.self)
        } else {
            (digit - 1).storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest), as: UInt8.self)
        }
        place = end
    }

    /// Decimal digits of a number: an estimate from its bits (1233 / 4096 is nearly log10 of 2), then one comparison.
    @inline(__always)
    private static func digitCount(_ number: UInt64) -> Int {
        let estimate = ((64 - number.leadingZeroBitCount) * 1233) >> 12
        return powersOfTen.withUnsafeBufferPointer { number >= $0[estimate] } ? estimate + 1 : estimate
    }
}

/// `00`, `01` … `99`.
private let digitPairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

/// 1, 10, 100 … 10^19.
private let powersOfTen: [UInt64] = (0..<20).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
