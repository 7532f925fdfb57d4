/// Further attempts after a failure or timeout; critical outcomes are never retried.
public struct RetryPolicy: Hashable, Stored {
    /// This many further attempts are made at most, whatever `limit` says.
    public static let maximumLimit = 32_766

    /// Further attempts after the first, 0 or more; more than `maximumLimit` are as many as that.
    public var limit: Int
    /// Time before the first further attempt.
    public var delay: Nanoseconds
    /// Factor on the delay for each later attempt, in thousandths (1000 = always the same delay, 2000 = doubled).
    public var backoffThousandths: Int
    /// The longest delay.
    public var maximumDelay: Nanoseconds

    /// Creates a policy.
    public init(
        limit: Int, delay: Nanoseconds = .zero, backoffThousandths: Int = 1000, maximumDelay: Nanoseconds = .limit
    ) {
        self.limit = limit
        self.delay = delay
        self.backoffThousandths = backoffThousandths
        self.maximumDelay = maximumDelay
    }

    /// No further attempt.
    public static let none = RetryPolicy(limit: 0)

    /// The pause before attempt number `attempt` (2 is the first further one); saturates at `maximumDelay`.
    public func delay(beforeAttempt attempt: Int) -> Nanoseconds {
        var pause = min(delay, maximumDelay)
        var later = 2
        while later < attempt && pause < maximumDelay && pause > Nanoseconds.zero && backoffThousandths != 1000 {
            let (high, low) = UInt64(pause.count).multipliedFullWidth(by: UInt64(max(0, backoffThousandths)))
            if high >= 1000 { return maximumDelay }
            let grown = UInt64(1000).dividingFullWidth((high, low)).quotient
            pause = min(Nanoseconds(Int64(clamping: grown)), maximumDelay)
            later += 1
        }
        return pause
    }
}
