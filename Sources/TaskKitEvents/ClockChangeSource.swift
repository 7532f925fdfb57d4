#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
import CTaskKit
import SchedulerCore
import TaskKit

/// The clock of the calendar was set, or a new day begins here: significantTimeChange.
final class ClockChangeSource: EventSource {
    let descriptor: Int32
    private let isTimer: Bool

    init() throws(EventSourceError) {
        descriptor = taskkit_clock_open(Self.midnight)
        isTimer = true
        guard descriptor >= 0 else { throw EventSourceError("clock") }
    }

    /// A descriptor that is readable when the clock was set; for tests, as nobody sets the clock of a machine for one.
    init(descriptor: Int32) {
        (self.descriptor, isTimer) = (descriptor, false)
    }

    func events() -> [SystemEvent] {
        var count: UInt64 = 0
        let size = read(descriptor, &count, MemoryLayout<UInt64>.size)
        // Asked a second time, there is no news.
        if size < 0, errno == EAGAIN { return [] }
        if isTimer { _ = taskkit_clock_arm(descriptor, Self.midnight) }
        return [.event(.significantTimeChange)]
    }

    func close() {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    private static var midnight: Int64 { taskkit_next_midnight(MonotonicClock.epochNow / 1_000_000_000) }
}
