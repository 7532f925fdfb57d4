/// Writes protocol buffers.
public final class ProtobufMessage {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// An empty one.
    public init() {}

    /// A whole number.
    @discardableResult public func number(_ field: UInt64, _ value: UInt64) -> ProtobufMessage {
        varint(field << 3)
        varint(value)
        return self
    }

    /// A number of eight bytes.
    @discardableResult public func fixed(_ field: UInt64, _ value: UInt64) -> ProtobufMessage {
        varint(field << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        return self
    }

    /// A text.
    @discardableResult public func text(_ field: UInt64, _ text: String) -> ProtobufMessage {
        raw(field, Array(text.utf8))
    }

    /// A message in it.
    @discardableResult public func message(_ field: UInt64, _ fill: (ProtobufMessage) -> Void) -> ProtobufMessage {
        let inner = ProtobufMessage()
        fill(inner)
        return raw(field, inner.bytes)
    }

    /// A packet of a Perfetto trace.
    public func packet(_ fill: (ProtobufMessage) -> Void) { message(1, fill) }

    /// A track event of a Perfetto trace.
    public func event(at time: UInt64, sequence: UInt64, _ fill: (ProtobufMessage) -> Void) {
        packet { $0.number(8, time).number(10, sequence).message(11, fill) }
    }

    private func raw(_ field: UInt64, _ value: [UInt8]) -> ProtobufMessage {
        varint(field << 3 | 2)
        varint(UInt64(value.count))
        bytes += value
        return self
    }

    private func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
