/// Retries after a failure or timeout; critical outcomes are never retried.
public struct RetryPolicy: Hashable, Stored {
    /// The maximum number of retries, whatever `limit` says.
    public static let maximumLimit = 32_766

    /// The number of retries, 0 or more; a number above `maximumLimit` counts as `maximumLimit`.
    public var limit: Int
    /// The time before the first retry.
    public var delay: Nanoseconds
    /// The factor for the delay of each later retry, in thousandths (1000 = always the same delay, 2000 = doubled).
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

    /// No retries.
    public static let none = RetryPolicy(limit: 0)

    /// The pause before attempt number `attempt` (2 is the first retry); saturates at `maximumDelay`.
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
