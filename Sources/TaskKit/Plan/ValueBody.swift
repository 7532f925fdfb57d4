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
