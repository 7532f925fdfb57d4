import Foundation
import SchedulerCore
import TaskKit

/// A part of the system that a thread can wait for: a descriptor, and what its news means.
protocol EventSource: Sendable {
    /// The descriptor to poll; the source owns it.
    var descriptor: Int32 { get }
    /// Whether news arrives as urgent data (`POLLPRI`) instead of something to read.
    var isUrgent: Bool { get }
    /// Reads the news and returns it as events. Called on the watching thread only.
    func events() -> [SystemEvent]
    /// Closes what the source owns; nothing is called after this.
    func close()
}

extension EventSource {
    var isUrgent: Bool { false }
}

/// Why an event source cannot be used: the system's error number, and the source.
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
