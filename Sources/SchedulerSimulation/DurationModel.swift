import SchedulerCore

/// How long an attempt takes; drawn from the seed, the task's name, the run and the attempt, never from a clock.
public enum DurationModel: Hashable, Sendable {
    /// Always this long.
    case fixed(Nanoseconds)
    /// Uniformly distributed from the first to the second, both included.
    case uniform(Nanoseconds, Nanoseconds)
    /// Uniformly distributed from `mean - spread` to `mean + spread`, never below zero.
    case around(Nanoseconds, spread: Nanoseconds)
    /// One of these, all equally likely; never empty.
    case samples([Nanoseconds])
    /// It does not end by itself.
    case never

    /// Whether no attempt ends in the instant in which it starts.
    var takesTime: Bool {
        switch self {
        case .fixed(let duration): duration > .zero
        case .uniform(let low, _): low > .zero
        case .around(let mean, let spread): mean > spread
        case .samples(let values): values.allSatisfy { $0 > .zero }
        case .never: true
        }
    }

    /// The expected length; nil for `never`. Exact to the nanosecond, rounded down.
    public var expected: Nanoseconds? {
        switch self {
        case .fixed(let duration): duration
        case .uniform(let low, let high): Nanoseconds(low.count + (high.count - low.count) / 2)
        case .around(let mean, _): mean
        case .samples(let values): Nanoseconds(values.reduce(0) { $0 + $1.count / Int64(values.count) })
        case .never: nil
        }
    }
}

/// How an attempt ends when its duration is over.
public enum OutcomeModel: Hashable, Sendable {
    /// Each attempt takes the next entry; the last one repeats. Never empty.
    case attempts([OutcomeChance])

    /// Every attempt succeeds.
    public static let success = OutcomeModel.attempts([.always(.success)])
}

/// The outcome of one attempt.
public enum OutcomeChance: Hashable, Sendable {
    /// Always this one: success, fail or critical.
    case always(Outcome)
    /// This one with this many chances in a million, otherwise success.
    case chance(Outcome, perMillion: Int)
}
