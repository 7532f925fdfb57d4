import Dashboard
import Synchronization

/// Finds, on a thread of its own, what would shorten a launch, so that no key waits for it.
///
/// Results found within `patience` are shown at once; if there is more to try, the rest follows.
final class AdviceFinder: Sendable {
    private struct State {
        /// The last question; nil once it is answered.
        var number: Int?
        var answer: (headline: Headline, number: Int)?
    }

    private let state = Mutex(State())
    private static var patience: Duration { .milliseconds(30) }

    /// Whether an answer is still to come or has not been taken.
    var isBusy: Bool { state.withLock { $0.number != nil || $0.answer != nil } }

    /// Begins a question and abandons an earlier one.
    func begin(_ question: LaunchQuestion) {
        let number = question.number
        state.withLock { $0 = State(number: number) }
        Task.detached(priority: .utility) { [self] in
            question.answer(patience: Self.patience, isWanted: { isWanted(number) }) { publish($0, number) }
        }
    }

    /// Returns each answer once; another one follows a preliminary answer.
    func take() -> Message? {
        state.withLock { state in
            defer { state.answer = nil }
            return state.answer.map { .advice($0.headline, number: $0.number) }
        }
    }

    private func publish(_ headline: Headline?, _ number: Int) {
        state.withLock { state in
            guard state.number == number else { return }
            if headline?.isPreliminary != true { state.number = nil }
            if let headline { state.answer = (headline, number) }
        }
    }

    private func isWanted(_ number: Int) -> Bool { state.withLock { $0.number == number } }
}

extension LaunchQuestion {
    /// Publishes what was found within `patience` as a preliminary answer if there is more to try, and later everything.
    func answer(patience: Duration, isWanted: () -> Bool, publish: (Headline?) -> Void) {
        let end = ContinuousClock.now.advanced(by: patience)
        var isCut = false
        var headline = answer { _ in
            isCut = ContinuousClock.now >= end || !isWanted()
            return !isCut
        }
        if isCut, isWanted() {
            headline?.isPreliminary = true
            publish(headline)
            headline = answer { _ in isWanted() }
        }
        publish(headline)
    }
}
