/// How an attempt ended.
public enum Outcome: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// It did what it should.
    case success
    /// It failed and may be tried again.
    case fail
    /// It failed and must not be tried again.
    case critical
    /// The process, the task or the attempt was ended from outside.
    case cancelled
    /// It passed its own limit.
    case timedOut
}

/// How a task's last ended turn counts for those that wait for it.
public enum TurnResult: UInt8, BitwiseCopyable, CaseIterable, Stored {
    /// No turn has ended in this process.
    case none
    case success, failed, critical, timedOut, cancelled, skipped, missed

    /// The result of a run whose last attempt ended so.
    public init(_ outcome: Outcome) {
        switch outcome {
        case .success: self = .success
        case .fail: self = .failed
        case .critical: self = .critical
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        }
    }

    /// Whether it ran and did not do what it was to do.
    var isFailure: Bool {
        switch self {
        case .failed, .critical, .timedOut: true
        case .none, .success, .cancelled, .skipped, .missed: false
        }
    }
}
