import SchedulerCore

/// How a body ended.
struct BodyEnd: Sendable {
    /// Characters kept of an error's text.
    private static let textLimit = 1_000

    let outcome: Outcome
    /// The error's description; nil if there is none.
    let error: String?

    static let success = BodyEnd(.success)

    init(_ outcome: Outcome, _ error: (any Error)? = nil) {
        self.outcome = outcome
        self.error = error.map { String("\($0)".prefix(Self.textLimit)) }
    }

    /// A thrown error is an outcome.
    init(_ error: any Error) {
        self.init(error is CriticalFailure ? .critical : .fail, error)
    }
}
