import Text

/// Fields of protocol buffers in bytes that are at hand; the caller skips unknown ones.
struct ProtobufFields {
    /// What a field holds.
    enum Value {
        case number(UInt64)
        /// The bytes of a text or message, a range of the same bytes.
        case bytes(Range<Int>)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    /// The fields in a range of bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// The next field; nil at the end. Throws the offset at which the bytes are not a protocol buffer.
    @inline(__always)
    mutating func next() throws(BrokenField) -> (number: UInt64, value: Value)? {
        guard position < end else { return nil }
        let start = position
        let key = try varint()
        switch key & 7 {
        case 0: return (key >> 3, .number(try varint()))
        case 1: return (key >> 3, .number(try fixed(8, start)))
        case 5: return (key >> 3, .number(try fixed(4, start)))
        case 2:
            let length = try varint()
            guard length <= UInt64(end - position) else { throw BrokenField(offset: start) }
            let range = position..<position + Int(length)
            position = range.upperBound
            return (key >> 3, .bytes(range))
        default: throw BrokenField(offset: start)
        }
    }

    @inline(__always)
    private mutating func varint() throws(BrokenField) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end, shift < 70 {
            let byte = bytes[position]
            position += 1
            if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
            if byte < 0x80 { return value }
            shift += 7
        }
        throw BrokenField(offset: start)
    }

    private mutating func fixed(_ count: Int, _ start: Int) throws(BrokenField) -> UInt64 {
        guard end - position >= count else { throw BrokenField(offset: start) }
        var value: UInt64 = 0
        for place in 0..<count { value |= UInt64(bytes[position + place]) << UInt64(8 * place) }
        position += count
        return value
    }
}

/// The bytes at an offset are not a field.
struct BrokenField: Error {
    var offset: Int
}

extension ByteWindow {
    /// The next message of a source that is nothing but messages in field 1; nil at the end. `position` is behind it then.
    mutating func nextMessage(_ what: String) throws(ImportProblem) -> Range<Int>? {
        mark = position
        try prefetch(16)
        if try isAtEnd() { return nil }
        let start = offset(of: position)
        guard bytes[position] == 0x0A else { throw binaryProblem("expected \(what)") }
        position += 1
        let length = try messageLength(what, start)
        mark = position
        try prefetch(length)
        guard bytes.count - position >= length else { throw binaryProblem("the file ends inside \(what)", at: start) }
        defer { position += length }
        return position..<position + length
    }

    private mutating func messageLength(_ what: String, _ start: Int64) throws(ImportProblem) -> Int {
        var (length, shift) = (0, 0)
        while position < bytes.count, shift < 28 {
            let byte = bytes[position]
            position += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 {
                guard length <= Self.maximumPiece else { break }
                return length
            }
            shift += 7
        }
        throw binaryProblem("\(what) is longer than 16 MiB, or the file ends inside its length", at: start)
    }
}
