/// A wait for an answer that a task's cancellation ends.
enum FirstAnswer<Value: Sendable> {
    /// Takes an answer; only the first counts.
    typealias Receiver = @Sendable (Result<Value, any Error>) -> Void

    /// Waits for what `ask` has its receiver told, by any thread. Throws `CancellationError` if the waiting task is cancelled
    /// first; if it was before, `ask` is not called.
    static func wait(_ ask: (@escaping Receiver) -> Void) async throws -> Value {
        let waiting = Locked<CheckedContinuation<Value, any Error>?>(nil)
        let receive: Receiver = { waiting.take()?.resume(with: $0) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.with { $0 = continuation }
                if Task.isCancelled { return receive(.failure(CancellationError())) }
                ask(receive)
            }
        } onCancel: {
            receive(.failure(CancellationError()))
        }
    }
}
