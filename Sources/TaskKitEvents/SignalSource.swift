import CTaskKit
import Foundation
import SchedulerCore
import TaskKit

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
