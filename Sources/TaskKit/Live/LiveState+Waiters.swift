import SchedulerCore

/// The waiters for a condition, and for bodies to end.
extension LiveState {
    /// A waiter for a condition.
    struct Waiter: Sendable {
        /// Changes nothing; `inout` avoids a copy.
        let isMet: @Sendable (inout LiveState) -> Bool
        /// Whether it waits for the bodies that still execute after a stop.
        let isStopping: Bool
        let resume: @Sendable (Bool) -> Void
    }

    /// The waiters, by number.
    struct Waiters {
        fileprivate var all: [Int: Waiter] = [:]
        private var last = 0

        /// A number for a waiter.
        mutating func next() -> Int {
            last += 1
            return last
        }

        mutating func remove(_ number: Int) -> Waiter? { all.removeValue(forKey: number) }
    }

    /// Adds a waiter, which resumes at once if its condition already holds.
    mutating func add(_ waiter: Waiter, as number: Int) {
        waiters.all[number] = waiter
        resumeWaiters()
    }

    /// Resumes the waiters whose conditions hold, once the lock is free; after a stop, all others, too.
    mutating func resumeWaiters() {
        guard !waiters.all.isEmpty else { return }
        for (number, waiter) in waiters.all {
            let isMet = waiter.isMet(&self)
            guard isMet || (isStopped && !waiter.isStopping) else { continue }
            waiters.all[number] = nil
            // Who waited for something finds it in the trace, too.
            afterwards.append { [delivery] in
                delivery.deliver()
                waiter.resume(isMet)
            }
        }
    }

    /// An asynchronous body executes until `endAsync`.
    mutating func beginAsync(_ attempt: LiveAttempt) {
        attempt.isAsync = true
        asyncBodies += 1
    }

    mutating func endAsync(_ attempt: LiveAttempt) {
        attempt.isAsync = false
        asyncBodies -= 1
        if isStopped { resumeWaiters() }
    }

    /// Whether no body executes, apart from the caller's.
    func isQuiet(besides caller: LiveAttempt?) -> Bool {
        let own = caller?.isAsync == true ? 1 : 0
        return asyncBodies <= own && lanes.allSatisfy { $0.executing == 0 }
    }

    /// Whether no attempt waits for a thread or has one, and nothing waits for the job store.
    var isAtRest: Bool { !hasJobNews && lanes.allSatisfy { $0.isEmpty && $0.executing == 0 } }
}

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
