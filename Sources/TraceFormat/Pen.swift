/// A place in memory where a line is being written; whoever makes one has reserved the room.
///
/// Variable pieces are copied in blocks of 16 bytes, so up to `Pen.slack` bytes past the end are overwritten.
struct Pen {
    /// Room that must be left after the last byte, and that copied tables must have after theirs.
    static let slack = 16
    /// The longest number: `-9223372036854775808` or 2^64 - 1.
    static let longestNumber = 20

    private(set) var next: UnsafeMutableRawPointer

    init(at start: UnsafeMutableRawPointer) {
        next = start
    }

    /// Writes a literal; its length is known to the compiler, so this becomes a few stores.
    @inline(__always)
    mutating func put(_ literal: StaticString) {
        let count = literal.utf8CodeUnitCount
        next.copyMemory(from: literal.utf8Start, byteCount: count)
        next += count
    }

    /// Writes `count` bytes of a table that has `slack` readable bytes after them.
    @inline(__always)
    mutating func put(padded source: UnsafeRawPointer, count: Int) {
        var done = 0
        while done < count {
            let block = (source + done).loadUnaligned(as: SIMD16<UInt8>.self)
            (next + done).storeBytes(of: block, as: SIMD16<UInt8>.self)
            done += 16
        }
        next += count
    }

    /// Passes over bytes that have been written already.
    @inline(__always)
    mutating func advance(by count: Int) {
        next += count
    }

    /// Writes the bytes of an array.
    mutating func put(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            next.copyMemory(from: base, byteCount: source.count)
        }
        next += bytes.count
    }

    /// Writes a whole number in decimal, two digits at a time.
    @inline(__always)
    mutating func put(_ number: Int64) {
        if number < 0 {
            next.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            next += 1
        }
        put(number.magnitude)
    }

    /// Writes a natural number in decimal, two digits at a time.
    @inline(__always)
    mutating func put(_ number: UInt64) {
        if number < 10 {
            next.storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number), as: UInt8.self)
            next += 1
        } else {
            putLong(number)
        }
    }

    private mutating func putLong(_ number: UInt64) {
        let pairs = UnsafeRawPointer(digitPairs.utf8Start)
        let end = next + Self.digitCount(number)
        var place = end
        var rest = number
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            place -= 2
            place.storeBytes(of: (pairs + Int(pair) * 2).loadUnaligned(as: UInt16.self), as: UInt16.self)
            rest = quotient
        }
        if rest >= 10 {
            (place - 2).storeBytes(of: (pairs + Int(rest) * 2).loadUnaligned(as: UInt16.self), as: UInt16.self)
        } else {
            (place - 1).storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest), as: UInt8.self)
        }
        next = end
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
