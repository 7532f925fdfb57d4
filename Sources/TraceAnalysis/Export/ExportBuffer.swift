import Text
import TraceFormat

/// Bytes on their way out: collected, then handed over in large portions.
struct ExportBuffer {
    /// Room for bytes. It has its own memory, so that writing needs no checks.
    private final class Room {
        let base: UnsafeMutableRawPointer
        let count: Int

        init(count: Int) {
            base = .allocate(byteCount: count, alignment: 16)
            self.count = count
        }

        deinit { base.deallocate() }
    }

    /// This many bytes are handed over at once, or a few more: what a processor's own memory holds.
    private static let portion = 1 << 17
    private var room: Room
    private var next: UnsafeMutableRawPointer
    private var left: Int
    private let sink: (UnsafeRawBufferPointer) -> Void

    init(_ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.sink = sink
        room = Room(count: Self.portion + (1 << 14))
        (next, left) = (room.base, room.count)
    }

    /// Writes with a pen that has room for `count` bytes.
    @inline(__always)
    mutating func write(reserving count: Int, _ body: (inout Pen) -> Void) {
        var pen = open(reserving: count)
        body(&pen)
        close(pen)
    }

    /// A pen that has room for `count` bytes; nothing else may write before it is closed.
    @inline(__always)
    mutating func open(reserving count: Int) -> Pen {
        if left < count + Pen.slack { makeRoom(for: count + Pen.slack) }
        return Pen(at: next)
    }

    /// Keeps what an open pen has written.
    @inline(__always)
    mutating func close(_ pen: Pen) {
        left -= pen.next - next
        next = pen.next
    }

    private mutating func makeRoom(for count: Int) {
        flush()
        guard left < count else { return }
        room = Room(count: count)
        (next, left) = (room.base, room.count)
    }

    /// Writes bytes.
    mutating func write(_ text: [UInt8]) { write(reserving: text.count) { $0.put(text) } }

    /// Writes text.
    mutating func write(_ text: String) { write(Array(text.utf8)) }

    /// Hands everything over.
    mutating func flush() {
        sink(UnsafeRawBufferPointer(start: room.base, count: room.count - left))
        (next, left) = (room.base, room.count)
    }
}

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
