/// A serial chain of steps, itself a task.
public struct SequenceSpec: Hashable, Sendable {
    /// The name, in the same name space as tasks.
    public var name: String
    /// The events that start it; empty: only `start`.
    public var events: EventSet
    /// Names of the tasks that run as its steps, in order.
    public var steps: [String]
    /// Whether the sequence continues after a failed step.
    public var continuesOnFailure: Bool
    /// The limit of each step that has none of its own.
    public var timeout: Nanoseconds?
    /// Whether it holds its event until the end.
    public var blocks: Bool

    /// A sequence that stops at the first failure by default.
    public init(
        name: String, events: EventSet = [], steps: [String], continuesOnFailure: Bool = false,
        timeout: Nanoseconds? = nil, blocks: Bool = false
    ) {
        self.name = name
        self.events = events
        self.steps = steps
        self.continuesOnFailure = continuesOnFailure
        self.timeout = timeout
        self.blocks = blocks
    }
}
