import SchedulerCore

/// What reaches the dashboard from the process that it watches.
public enum ProcessNews: Hashable, Sendable {
    /// What happened there since the last time, in order; it is so late there now.
    case happened([RecordedInput], now: Instant)
    /// The answer to the control request with this number; nil: it was handed to the scheduler.
    case replied(id: Int64, refusal: String?)
    /// Nothing more will come, and why.
    case lost(String)
}

/// What the dashboard knows of the process that it watches.
public struct WatchedProcess: Hashable, Sendable {
    /// Requests whose answer is awaited at most; of older ones none is.
    static let maximumRequests = 64

    /// What people call it: the app's name and the process's number.
    public let title: String
    /// Whether it carries out commands.
    public let allowsControl: Bool
    /// How late it is there, as far as is known here.
    public internal(set) var edge: Instant
    /// Why nothing more comes; nil: it is alive.
    public internal(set) var loss: String?
    /// The number of the next request, and the texts of those that have no answer yet.
    var nextRequest: Int64 = 1
    var requests: [Int64: String] = [:]

    /// A living process if it is so late.
    public init(title: String, allowsControl: Bool, now: Instant) {
        self.title = title
        self.allowsControl = allowsControl
        edge = now
    }
}
