import Foundation
import SchedulerCore
import TaskKit

/// Something of the system that a thread can wait for: a descriptor, and what it means when it has news.
protocol EventSource: Sendable {
    /// What is polled; owned by the source.
    var descriptor: Int32 { get }
    /// Whether news are urgent data (`POLLPRI`) instead of something to read.
    var isUrgent: Bool { get }
    /// Takes the news and says what they are. Called on the watching thread only.
    func events() -> [SystemEvent]
    /// Closes what the source owns; nothing is called afterwards.
    func close()
}

extension EventSource {
    var isUrgent: Bool { false }
}

/// Why an event source cannot be used: the system's error number, and for what.
public struct EventSourceError: Error, CustomStringConvertible {
    /// The source.
    public let source: String
    /// `errno`.
    public let code: Int32

    /// One line for a log.
    public var description: String { "\(source): \(String(cString: strerror(code)))" }

    init(_ source: String, code: Int32 = errno) {
        self.source = source
        self.code = code
    }
}
