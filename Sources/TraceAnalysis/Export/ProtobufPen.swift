import TraceFormat

/// Writes the wire format of Protocol Buffers: tagged fields, lengths before messages.
///
/// A message's length is written into four bytes that are reserved before it, as a number with leading zeros, so
/// that nothing is written twice.
struct ProtobufPen {
    var pen: Pen

    /// A whole number as a varint field.
    @inline(__always)
    mutating func put(_ field: UInt32, _ value: UInt64) {
        varint(UInt64(field) << 3)
        varint(value)
    }

    /// A signed number; a negative one takes ten bytes.
    @inline(__always)
    mutating func put(_ field: UInt32, signed value: Int64) { put(field, UInt64(bitPattern: value)) }

    /// Eight bytes.
    @inline(__always)
    mutating func put(_ field: UInt32, fixed value: UInt64) {
        varint(UInt64(field) << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { pen.put(byte: UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Bytes, or text in UTF-8.
    mutating func put(_ field: UInt32, _ bytes: [UInt8]) {
        varint(UInt64(field) << 3 | 2)
        varint(UInt64(bytes.count))
        pen.put(bytes)
    }

    /// Begins a message; ends with `close`.
    @inline(__always)
    mutating func open(_ field: UInt32) -> UnsafeMutableRawPointer {
        varint(UInt64(field) << 3 | 2)
        let start = pen.next
        for _ in 0..<4 { pen.put(byte: 0) }
        return start
    }

    /// Ends a message of less than 256 MiB.
    @inline(__always)
    mutating func close(_ start: UnsafeMutableRawPointer) {
        let length = pen.next - start - 4
        for place in 0..<4 {
            let bits = UInt8(truncatingIfNeeded: length >> (7 * place) & 0x7F)
            (start + place).storeBytes(of: place < 3 ? bits | 0x80 : bits, as: UInt8.self)
        }
    }

    @inline(__always)
    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            pen.put(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        pen.put(byte: UInt8(truncatingIfNeeded: rest))
    }
}

/// A message on its own, for what is written once.
struct ProtobufMessage {
    private(set) var bytes: [UInt8] = []

    /// A whole number.
    mutating func add(_ field: UInt32, _ value: UInt64) {
        varint(UInt64(field) << 3)
        varint(value)
    }

    /// Text.
    mutating func add(_ field: UInt32, _ text: String) { add(field, Array(text.utf8)) }

    /// A message inside.
    mutating func add(_ field: UInt32, _ message: ProtobufMessage) { add(field, message.bytes) }

    /// Bytes.
    mutating func add(_ field: UInt32, _ value: [UInt8]) {
        varint(UInt64(field) << 3 | 2)
        varint(UInt64(value.count))
        bytes += value
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
