/// How an attempt ended.
public enum Outcome: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// It succeeded.
    case success
    /// It failed and may be retried.
    case fail
    /// It failed and must not be retried.
    case critical
    /// The attempt, its task or its process was ended from outside.
    case cancelled
    /// It exceeded its own limit.
    case timedOut
}

/// How a task's last ended turn counts for its successors.
public enum TurnResult: UInt8, BitwiseCopyable, CaseIterable, Stored {
    /// No turn has ended in this process.
    case none
    case success, failed, critical, timedOut, cancelled, skipped, missed

    /// The result of a run whose last attempt ended with this outcome.
    public init(_ outcome: Outcome) {
        switch outcome {
        case .success: self = .success
        case .fail: self = .failed
        case .critical: self = .critical
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        }
    }

    /// Whether it ran and did not succeed.
    var isFailure: Bool {
        switch self {
        case .failed, .critical, .timedOut: true
        case .none, .success, .cancelled, .skipped, .missed: false
        }
    }
}
