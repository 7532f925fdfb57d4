import Dashboard
import Synchronization

/// Finds what would shorten a launch on a thread of its own, so that no key waits for it.
final class AdviceFinder: Sendable {
    private struct State {
        /// The last question; nil once it is answered.
        var number: Int?
        var answer: (headline: Headline, number: Int)?
    }

    private let state = Mutex(State())

    /// Whether an answer is still to come or was not taken.
    var isBusy: Bool { state.withLock { $0.number != nil || $0.answer != nil } }

    /// Begins a question; an earlier one is given up.
    func begin(_ question: LaunchQuestion) {
        let number = question.number
        state.withLock { $0 = State(number: number) }
        Task.detached(priority: .utility) { [self] in
            let headline = question.answer { _ in isWanted(number) }
            state.withLock { state in
                guard state.number == number else { return }
                state.number = nil
                state.answer = headline.map { ($0, number) }
            }
        }
    }

    /// The answer, once.
    func take() -> Message? {
        state.withLock { state in
            defer { state.answer = nil }
            return state.answer.map { .advice($0.headline, number: $0.number) }
        }
    }

    private func isWanted(_ number: Int) -> Bool { state.withLock { $0.number == number } }
}
