import SchedulerCore

extension Nanoseconds {
    /// The whole nanoseconds of `duration`, truncated; saturates, and is negative if `duration` is.
    public init(_ duration: Duration) {
        // The usual default of an argument; the 128-bit division takes time.
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
    /// At most `limit` retries: the first after `delay`, each later pause multiplied by `backoff` (1 = always the same,
    /// 2 = doubled; in steps of a thousandth), but never longer than `maximumDelay`.
    public static func further(
        _ limit: Int, delay: Duration = .zero, backoff: Double = 1, maximumDelay: Duration = .seconds(315_360_000)
    ) -> RetryPolicy {
        let thousandths = backoff.isFinite ? min(max(0, backoff * 1000), 1_000_000_000) : 1000
        return RetryPolicy(
            limit: limit, delay: Nanoseconds(delay), backoffThousandths: Int(thousandths.rounded()),
            maximumDelay: Nanoseconds(maximumDelay))
    }
}
