/// One input of a scheduler, recorded so that another one can repeat it.
///
/// The rules are deterministic: a scheduler's plan and the list of these rebuild all of its decisions.
public struct RecordedInput: Hashable, Sendable {
    /// When it was handled.
    public var time: Instant
    /// What happened.
    public var input: Input
    /// How many times in a row; more than 1 only for `Input.advance`.
    public var count: Int32
    /// The command as in a script, without time; empty for other inputs.
    public var text: String

    /// Creates an input; once by default.
    public init(time: Instant, input: Input, count: Int32 = 1, text: String = "") {
        self.time = time
        self.input = input
        self.count = count
        self.text = text
    }
}
