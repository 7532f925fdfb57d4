import CTaskKit
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

/// SIGTERM, SIGTSTP and SIGCONT as events. Only one per process, as a process has one handler per signal.
final class SignalSource: EventSource {
    let descriptor: Int32

    init() throws(EventSourceError) {
        descriptor = taskkit_signals_open([SIGTERM, SIGTSTP, SIGCONT], 3)
        guard descriptor >= 0 else { throw EventSourceError("signals") }
    }

    func events() -> [SystemEvent] {
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &numbers, numbers.count)
        return numbers.prefix(max(0, count)).compactMap { number in
            switch Int32(number) {
            case SIGTERM: .terminate
            case SIGTSTP: .background
            case SIGCONT: .foreground
            case _: nil
            }
        }
    }

    func close() {
        taskkit_signals_close()
    }
}

/// Reports significantTimeChange when the wall clock is set, or a new day begins in the local time zone.
final class ClockChangeSource: EventSource {
    let descriptor: Int32
    private let isTimer: Bool

    init() throws(EventSourceError) {
        descriptor = taskkit_clock_open(Self.midnight)
        isTimer = true
        guard descriptor >= 0 else { throw EventSourceError("clock") }
    }

    /// A descriptor that becomes readable when the clock is set; for tests, which cannot set the machine's clock.
    init(descriptor: Int32) {
        (self.descriptor, isTimer) = (descriptor, false)
    }

    func events() -> [SystemEvent] {
        var count: UInt64 = 0
        let size = read(descriptor, &count, MemoryLayout<UInt64>.size)
        // A second read finds no news.
        if size < 0, errno == EAGAIN { return [] }
        if isTimer { _ = taskkit_clock_arm(descriptor, Self.midnight) }
        return [.event(.significantTimeChange)]
    }

    func close() {
        _ = Foundation.close(descriptor)
    }

    /// When the next local day begins, in seconds since 1970; one day from now if that is unknown.
    private static var midnight: Int64 {
        let now = Date(timeIntervalSince1970: Double(MonotonicClock.epochNow) / 1e9)
        let next = Calendar.autoupdatingCurrent.nextDate(
            after: now, matching: DateComponents(hour: 0, minute: 0, second: 0), matchingPolicy: .nextTime)
        return Int64((next ?? now + 86_400).timeIntervalSince1970)
    }
}
