import SchedulerCore
import Text

/// The attempts of a run before its last one: what they took, and how long the run then waited for the next ones.
public struct FailedAttempts: Hashable, Sendable {
    /// How many there were.
    public let count: Int
    /// Their own times together.
    public let own: Nanoseconds
    /// From the end of each to the start of the next one: delays, and waits for the lane.
    public let pauses: Nanoseconds

    /// `3 attempts: 200ms of failed ones, 300ms between them`.
    public var text: String {
        let shown = ShownParts([own, pauses])
        return "\(Format.count(count + 1)) attempts: \(shown.text(own)) of failed ones, "
            + "\(shown.text(pauses)) between them"
    }
}

extension Timeline {
    /// The failed attempts of a run, an index into `runs`; nil if its first attempt was its last. O(earlier attempts).
    public func failedAttempts(of run: Int) -> FailedAttempts? {
        let span = runs[run]
        guard span.attempts > 1, let first = span.started, let last = span.lastStarted else { return nil }
        let own = earlierAttempts.filter { $0.run == run }.reduce(Nanoseconds.zero) { $0 + ($1.finished - $1.started) }
        return FailedAttempts(
            count: Int(span.attempts) - 1, own: own, pauses: Nanoseconds((last - first).count - own.count))
    }
}
