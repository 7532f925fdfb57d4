/// What is wrong with a short text, and at which byte; the caller knows where the text is.
public struct TextProblem: Error, Hashable, Sendable {
    /// One sentence, cleaned.
    public var message: String
    /// Byte offset in the text.
    public var offset: Int

    /// The problem `message` at a byte of the text.
    public init(_ message: String, at offset: Int = 0) {
        self.message = message
        self.offset = offset
    }
}
