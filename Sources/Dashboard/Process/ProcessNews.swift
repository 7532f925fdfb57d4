import SchedulerCore

/// What the dashboard receives from the watched process.
public enum ProcessNews: Hashable, Sendable {
    /// What has happened there since the last news, in order, and the time there now.
    case happened([RecordedInput], now: Instant)
    /// The answer to the control request with this number; `refusal` is nil if the scheduler received it.
    case replied(id: Int64, refusal: String?)
    /// Nothing more will come; the text says why.
    case lost(String)
}

/// What the dashboard knows about the watched process.
public struct WatchedProcess: Hashable, Sendable {
    /// The most requests that can await an answer; older ones are forgotten.
    static let maximumRequests = 64

    /// The name for people: the app's name and the process ID.
    public let title: String
    /// Whether it carries out commands.
    public let allowsControl: Bool
    /// The latest known time there.
    public internal(set) var edge: Instant
    /// Why nothing more comes; nil while it is alive.
    public internal(set) var loss: String?
    /// The number of the next request, and the texts of the unanswered ones.
    var nextRequest: Int64 = 1
    var requests: [Int64: String] = [:]

    /// A live process at this time.
    public init(title: String, allowsControl: Bool, now: Instant) {
        self.title = title
        self.allowsControl = allowsControl
        edge = now
    }
}
