import Text

/// What is wrong with a trace that is imported, and where.
public struct ImportProblem: Error, Hashable, Sendable {
    /// Where it is: a line and column of a text, or a byte of anything else.
    public enum Place: Hashable, Sendable {
        /// Both from 1; the column counts bytes.
        case line(Int64, column: Int64)
        /// From 0.
        case byte(Int64)
    }

    /// Where.
    public var place: Place
    /// What, in one sentence, cleaned.
    public var message: String

    /// Creates a problem.
    public init(_ message: String, at place: Place) {
        (self.place, self.message) = (place, message)
    }

    /// `FILE:LINE:COLUMN: error: message`, or `FILE:byte N: error: message`.
    public func text(file: String) -> String {
        let file = DisplayText.clean(file)
        switch place {
        case .line(let line, let column): return "\(file):\(line):\(column): error: \(message)"
        case .byte(let offset): return "\(file):byte \(offset): error: \(message)"
        }
    }
}
