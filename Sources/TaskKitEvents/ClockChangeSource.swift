import CTaskKit
import Foundation
import SchedulerCore
import TaskKit

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
