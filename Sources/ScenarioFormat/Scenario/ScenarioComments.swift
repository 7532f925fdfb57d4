/// Comments that are written into a scenario file; each is one line, cleaned by the caller.
public struct ScenarioComments: Hashable, Sendable {
    /// Before everything else.
    public var head: [String]
    /// Before a task, by its index.
    public var tasks: [Int: [String]]

    /// No comments, by default.
    public init(head: [String] = [], tasks: [Int: [String]] = [:]) {
        (self.head, self.tasks) = (head, tasks)
    }
}
