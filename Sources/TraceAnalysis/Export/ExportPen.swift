import Text
import TraceFormat

/// A number that is often written several times in a row, and its text.
struct RepeatedNumber {
    private var number: Int64 = .min
    private var text = SIMD32<UInt8>()
    private var count = 0

    /// Writes a number; the room must reach 32 bytes.
    @inline(__always)
    mutating func put(_ number: Int64, with pen: inout Pen) {
        put(number, with: &pen) { $0.put(number) }
    }

    /// Writes a number as `write` does; the room must reach 32 bytes.
    @inline(__always)
    mutating func put(_ number: Int64, with pen: inout Pen, as write: (inout Pen) -> Void) {
        if number == self.number, count > 0 {
            pen.next.storeBytes(of: text, as: SIMD32<UInt8>.self)
            pen.advance(by: count)
        } else {
            let start = pen.next
            write(&pen)
            count = pen.next - start
            text = start.loadUnaligned(as: SIMD32<UInt8>.self)
            self.number = number
        }
    }
}

extension Pen {
    /// Writes a number as 16 hexadecimal digits.
    @inline(__always)
    mutating func put(hexadecimal number: UInt64) {
        // One nibble per byte, the highest first in memory; those above 9 become letters.
        for half in [number >> 32, number & 0xFFFF_FFFF] {
            var nibbles = (half | half << 16) & 0x0000_FFFF_0000_FFFF
            nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
            nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
            let letters = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
            let digits = nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39
            next.storeBytes(of: digits.bigEndian, as: UInt64.self)
            advance(by: 8)
        }
    }
}
