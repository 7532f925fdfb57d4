/// A name as a dictionary key, compared byte by byte: two spellings of é are two names.
public struct ByteName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// The name as it is written.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the bytes are the same.
    public static func == (left: ByteName, right: ByteName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
