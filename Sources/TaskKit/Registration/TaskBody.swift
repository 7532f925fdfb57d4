/// What one attempt executes. Errors are outcomes: a thrown `CriticalFailure` is critical, a `CancellationError` while
/// the run is cancelled counts as cancelled, every other error as fail.
public enum TaskBody: Sendable {
    /// Runs to its end on a thread of its lane; on lane `main` on the main actor.
    case sync(@Sendable (RunContext) throws -> Void)
    /// A Swift task; on lane `main` it begins on the main actor. Its place in the lane is taken until it returns.
    case async(@Sendable (RunContext) async throws -> Void)
    /// Returns at once, and reports its end later, from any thread, through the completion.
    case completion(@Sendable (RunContext, Completion) -> Void)
    /// A synchronous body that may touch the main actor's state; only for lane `main`.
    case main(@MainActor @Sendable (RunContext) throws -> Void)

    var isOnMain: Bool {
        if case .main = self { true } else { false }
    }
}

/// Thrown by a body whose failure is final: the outcome is critical, and nothing tries it again.
public struct CriticalFailure: Error, CustomStringConvertible {
    /// Why, for logs.
    public let description: String

    /// A final failure with its reason.
    public init(_ description: String) {
        self.description = description
    }
}
