import SchedulerCore

extension Nanoseconds {
    /// The whole nanoseconds of `duration`, what is shorter cut off; saturates, and is negative where `duration` is.
    public init(_ duration: Duration) {
        // The usual value of an argument that was not given; the division of 128 bits takes its time.
        if duration == .zero {
            self = .zero
            return
        }
        let (seconds, attoseconds) = duration.components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, secondOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(overflow || secondOverflow ? (seconds < 0 ? .min : .max) : sum)
    }
}

extension RetryPolicy {
    /// `limit` further attempts after the first, the first of them after `delay`, each later pause longer by `backoff`
    /// (1 = always the same, 2 = doubled; counted in thousandths), but never longer than `maximumDelay`.
    public static func further(
        _ limit: Int, delay: Duration = .zero, backoff: Double = 1, maximumDelay: Duration = .seconds(315_360_000)
    ) -> RetryPolicy {
        let thousandths = backoff.isFinite ? min(max(0, backoff * 1000), 1_000_000_000) : 1000
        return RetryPolicy(
            limit: limit, delay: Nanoseconds(delay), backoffThousandths: Int(thousandths.rounded()),
            maximumDelay: Nanoseconds(maximumDelay))
    }
}
