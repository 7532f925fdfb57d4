/// What one attempt executes. Errors are outcomes: a thrown ``CriticalFailure`` is critical, every other error a failure
/// that may be tried again.
public enum TaskBody: Sendable {
    /// Runs to its end on a thread of its lane; on lane `main` on the main thread.
    case sync(@Sendable (RunContext) throws -> Void)
    /// A Swift task. Its place in the lane is taken until it returns.
    case async(@Sendable (RunContext) async throws -> Void)
    /// Returns at once, and reports its end later, from any thread, through the completion.
    case completion(@Sendable (RunContext, Completion) -> Void)
    /// A synchronous body of the main actor; only for lane `main`.
    case main(@MainActor @Sendable (RunContext) throws -> Void)

    /// A synchronous body, executed where it belongs: on a thread of its lane, on the main actor, or, as a Swift task, on
    /// another actor.
    package init(_ body: @escaping @isolated(any) @Sendable () throws -> Void) {
        // What a function's isolation is was looked at first, and it is called there: the cast only drops what is known.
        switch body.isolation {
        case nil:
            let call = unsafeBitCast(body, to: (@Sendable () throws -> Void).self)
            self = .sync { _ in try call() }
        case let actor? where actor === MainActor.shared:
            let call = unsafeBitCast(body, to: (@MainActor @Sendable () throws -> Void).self)
            self = .main { _ in try call() }
        case _?: self = .async { _ in try await body() }
        }
    }

    /// As above, for a body that looks at its context.
    package init(_ body: @escaping @isolated(any) @Sendable (RunContext) throws -> Void) {
        switch body.isolation {
        case nil: self = .sync(unsafeBitCast(body, to: (@Sendable (RunContext) throws -> Void).self))
        case let actor? where actor === MainActor.shared:
            self = .main(unsafeBitCast(body, to: (@MainActor @Sendable (RunContext) throws -> Void).self))
        case _?: self = .async { try await body($0) }
        }
    }

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
