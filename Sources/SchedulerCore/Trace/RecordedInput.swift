/// One thing that was handed to a scheduler somewhere, kept so that another one can be led the same way.
///
/// The rules are deterministic: what a scheduler is made of and the list of these rebuild every decision of it.
public struct RecordedInput: Hashable, Sendable {
    /// When it was handled.
    public var time: Instant
    /// What was handed in.
    public var input: Input
    /// How often, one directly after the other; more than 1 only for `Input.advance`.
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
