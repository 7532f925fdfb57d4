#if !hasFeature(Embedded)
    /// Decodes what `StateWriter` encoded. What came from elsewhere must be checked afterwards: each field has a value of
    /// its type, and nothing more is certain.
    public enum StateReader {
        /// The value that all of these bytes encode; nil if they encode none.
        public static func value<T: Decodable>(_ type: T.Type, of bytes: [UInt8]) -> T? {
            let decoder = StateDecoder(bytes)
            do {
                let value = try T(from: decoder)
                return decoder.left == 0 ? value : nil
            } catch {
                return nil
            }
        }
    }

    /// The bytes end too early, or mean nothing.
    private struct Unreadable: Error {}

    private final class StateDecoder: Decoder {
        private let bytes: [UInt8]
        private(set) var place = 0
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        var left: Int { bytes.count - place }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(Fields(decoder: self))
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Elements(self) }
        func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

        func byte() throws -> UInt8 {
            guard left > 0 else { throw Unreadable() }
            place += 1
            return bytes[place - 1]
        }

        func flag() throws -> Bool {
            let byte = try byte()
            guard byte <= 1 else { throw Unreadable() }
            return byte == 1
        }

        func number() throws -> UInt64 {
            var number: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                let byte = try byte()
                guard shift < 63 || byte <= 1 else { throw Unreadable() }
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return number }
            }
            throw Unreadable()
        }

        func text() throws -> String {
            let count = try number()
            guard count <= left, let text = String(validating: bytes[place..<place + Int(count)], as: UTF8.self) else {
                throw Unreadable()
            }
            place += Int(count)
            return text
        }

        /// The text here, which is read again.
        func peekText() -> String? {
            let start = place
            defer { place = start }
            do { return try text() } catch { return nil }
        }
    }

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: StateDecoder
        var codingPath: [any CodingKey] { [] }
        /// The name of a case; fields have none.
        var allKeys: [Key] { decoder.peekText().flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) throws -> Bool { try decoder.flag() == false }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: decoder) }
        func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
            try decoder.flag() ? T(from: decoder) : nil
        }
        func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
            _ = try decoder.text()
            return decoder.container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try Elements(decoder) }
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) -> any Decoder { decoder }
    }

    private struct Elements: UnkeyedDecodingContainer {
        private let decoder: StateDecoder
        private let total: Int
        private(set) var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        /// Not announced, because the caller would reserve room for it.
        var count: Int? { nil }
        var isAtEnd: Bool { currentIndex >= total }

        init(_ decoder: StateDecoder) throws {
            var total = 0
            for place in 0..<4 { total |= Int(try decoder.byte()) << (8 * place) }
            // Each element has at least one byte.
            guard total <= decoder.left else { throw Unreadable() }
            (self.decoder, self.total) = (decoder, total)
        }

        private mutating func countOne() throws {
            guard !isAtEnd else { throw Unreadable() }
            currentIndex += 1
        }

        mutating func decodeNil() throws -> Bool { false }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try countOne()
            return try T(from: decoder)
        }
        mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
            try countOne()
            return decoder.container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try countOne()
            return try Elements(decoder)
        }
        mutating func superDecoder() -> any Decoder { decoder }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: StateDecoder
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }
        func decode(_ type: Bool.Type) throws -> Bool { try decoder.flag() }
        func decode(_ type: String.Type) throws -> String { try decoder.text() }
        func decode(_ type: Double.Type) throws -> Double { Double(bitPattern: try decoder.number()) }
        func decode(_ type: Float.Type) throws -> Float {
            Float(bitPattern: UInt32(truncatingIfNeeded: try decoder.number()))
        }
        func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
            let bits = try decoder.number()
            let number = I.isSigned ? I(exactly: Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1)))) : I(exactly: bits)
            guard let number else { throw Unreadable() }
            return number
        }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: decoder) }
    }
#endif
