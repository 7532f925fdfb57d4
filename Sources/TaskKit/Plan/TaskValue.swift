import SchedulerCore

/// The value of a task's last run, for its successors and for whoever holds the handle. It is released when the last
/// successor has begun and nobody holds the handle.
final class TaskValue<Output: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Output?
        var error: (any Error)?
        /// Whether a handle exists.
        var isKept = true
        /// How many successors take a value, and how many have taken this one; one of them may take it again if it is not
        /// released by an event of the launch, or is retried.
        var (successors, begun) = (0, 0)
        var isTakenAgain = false

        var isUnneeded: Bool { !isKept && !isTakenAgain && begun >= successors }
    }

    private let state = Locked(State())

    var value: Output? { state.with { $0.value } }
    /// Makes no copy, whose release could run app code.
    var hasValue: Bool { state.with { $0.value != nil } }
    var error: (any Error)? { state.with { $0.error } }

    /// A successor's access to the value.
    func source(isOnce: Bool) -> ValueSource<Output> {
        change { state in
            state.successors += 1
            if !isOnce { state.isTakenAgain = true }
        }
        return ValueSource { [self] in
            guard let taken = take() else { throw CriticalFailure("the value of a predecessor is gone") }
            return taken
        }
    }

    /// The value, for a successor that begins.
    private func take() -> Output? {
        change { state in
            state.begun += 1
            let value = state.value
            if state.isUnneeded { state.value = nil }
            return value
        }
    }

    /// The handle is gone.
    func letGo() {
        change { state in
            state.isKept = false
            if state.isUnneeded { state.value = nil }
        }
    }

    /// Executes an attempt's body, which sees its context, and keeps what it returns or throws, unless the attempt was cancelled.
    func keep(_ context: RunContext, _ body: () throws -> Output) throws {
        set(nil, nil)
        do {
            let value = try RunContext.$current.withValue(context) { try body() }
            if !context.isCancelled { set(value, nil) }
        } catch {
            set(nil, error)
            throw error
        }
    }

    /// As above, for an asynchronous body.
    func keep(_ context: RunContext, _ body: () async throws -> Output) async throws {
        set(nil, nil)
        do {
            let value = try await RunContext.$current.withValue(context) { try await body() }
            if !context.isCancelled { set(value, nil) }
        } catch {
            set(nil, error)
            throw error
        }
    }

    private func set(_ value: Output?, _ error: (any Error)?) {
        change { state in
            (state.value, state.error, state.begun) = (value, error, 0)
            if state.isUnneeded { state.value = nil }
        }
    }

    /// What a change releases is released without the lock: that may run app code.
    @discardableResult
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (old, result) = state.with { state in (state.value, body(&state)) }
        return withExtendedLifetime(old) { result }
    }
}

/// Where a successor takes a value from.
struct ValueSource<Output: Sendable>: Sendable {
    let take: @Sendable () throws -> Output
}

/// A synchronous body that takes the values of its predecessors. A function with a list of types can only be
/// reinterpreted inside of a value like this.
struct ValueBody<each Input: Sendable, Output: Sendable>: Sendable {
    private let call: @isolated(any) @Sendable (repeat each Input) throws -> Output

    private struct Plain: Sendable {
        let call: @Sendable (repeat each Input) throws -> Output
    }
    private struct Main: Sendable {
        let call: @MainActor @Sendable (repeat each Input) throws -> Output
    }

    init(_ call: @escaping @isolated(any) @Sendable (repeat each Input) throws -> Output) {
        self.call = call
    }

    /// An attempt where the body belongs: on a thread of its lane, on the main actor, or, as a Swift task, on another actor.
    /// It gets what `take` returns, and `value` keeps its result.
    func attempt(
        _ value: TaskValue<Output>, _ take: @escaping @Sendable () throws -> (repeat each Input)
    ) -> TaskBody {
        // The isolation is checked first, and the body is called there: the cast only drops what is known.
        switch call.isolation {
        case nil:
            let plain = unsafeBitCast(self, to: Plain.self)
            return .sync { context in
                try value.keep(context) {
                    let input = try take()
                    return try plain.call(repeat each input)
                }
            }
        case let actor? where actor === MainActor.shared:
            let main = unsafeBitCast(self, to: Main.self)
            return .main { context in
                try value.keep(context) {
                    let input = try take()
                    return try main.call(repeat each input)
                }
            }
        case _?:
            return Self.attempt(value, { (input: repeat each Input) in try await call(repeat each input) }, take)
        }
    }

    /// An attempt that is a Swift task.
    static func attempt(
        _ value: TaskValue<Output>, _ call: @escaping @Sendable (repeat each Input) async throws -> Output,
        _ take: @escaping @Sendable () throws -> (repeat each Input)
    ) -> TaskBody {
        .async { context in
            try await value.keep(context) {
                let input = try take()
                return try await call(repeat each input)
            }
        }
    }
}
