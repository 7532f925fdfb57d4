#if !hasFeature(Embedded)
    /// Encodes a value as bytes, in the order of its fields and without their names: whole numbers in seven bits a byte,
    /// texts and lists after their length, a case by its name.
    public enum StateWriter {
        /// The bytes of a value; nil if a part of it encodes itself in another way.
        public static func bytes(of value: some Encodable) -> [UInt8]? {
            let encoder = StateEncoder()
            do {
                try value.encode(to: encoder)
                return encoder.bytes
            } catch {
                return nil
            }
        }
    }

    private final class StateEncoder: Encoder {
        var bytes: [UInt8] = []
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(Fields(encoder: self))
        }
        func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(self) }
        func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

        func append(_ number: UInt64) {
            var rest = number
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
    }

    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: StateEncoder
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) throws { encoder.bytes.append(0) }
        mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder) }
        /// Whether there is a value, and the value. One method for each type: the protocol's own writes nothing for nil,
        /// and would be preferred as the closer match.
        mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try append(value) }
        mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try append(value) }
        mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try append(value) }
        mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try append(value) }
        mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try append(value) }
        mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try append(value) }
        private func append(_ value: (some Encodable)?) throws {
            encoder.bytes.append(value == nil ? 0 : 1)
            try value?.encode(to: encoder)
        }
        /// A case and what belongs to it.
        mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N>
        {
            encoder.append(UInt64(key.stringValue.utf8.count))
            encoder.bytes += key.stringValue.utf8
            return encoder.container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Elements(encoder) }
        mutating func superEncoder() -> any Encoder { encoder }
        mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }

    private struct Elements: UnkeyedEncodingContainer {
        private let encoder: StateEncoder
        private let start: Int
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        init(_ encoder: StateEncoder) {
            (self.encoder, start) = (encoder, encoder.bytes.count)
            encoder.bytes += [0, 0, 0, 0]
        }

        /// Their number comes before them, in four bytes.
        private mutating func countOne() {
            count += 1
            for place in 0..<4 { encoder.bytes[start + place] = UInt8(truncatingIfNeeded: count >> (8 * place)) }
        }

        mutating func encodeNil() throws {
            countOne()
            encoder.bytes.append(0)
        }
        mutating func encode<T: Encodable>(_ value: T) throws {
            countOne()
            try value.encode(to: encoder)
        }
        mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) -> KeyedEncodingContainer<N> {
            countOne()
            return encoder.container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            countOne()
            return Elements(encoder)
        }
        mutating func superEncoder() -> any Encoder { encoder }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: StateEncoder
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil() throws { encoder.bytes.append(0) }
        mutating func encode(_ value: Bool) throws { encoder.bytes.append(value ? 1 : 0) }
        mutating func encode(_ value: Double) throws { encoder.append(value.bitPattern) }
        mutating func encode(_ value: Float) throws { encoder.append(UInt64(value.bitPattern)) }
        mutating func encode(_ value: String) throws {
            encoder.append(UInt64(value.utf8.count))
            encoder.bytes += value.utf8
        }
        /// A number whose sign comes last, so that small negative ones are short.
        mutating func encode<I: FixedWidthInteger & Encodable>(_ value: I) throws {
            let wide = Int64(truncatingIfNeeded: value)
            encoder.append(I.isSigned ? UInt64(bitPattern: wide << 1 ^ wide >> 63) : UInt64(truncatingIfNeeded: value))
        }
        mutating func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder) }
    }
#endif
