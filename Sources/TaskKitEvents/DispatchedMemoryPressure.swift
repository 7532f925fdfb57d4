#if canImport(Darwin)
    import Dispatch
    import Foundation
    import SchedulerCore
    import TaskKit

    /// Memory pressure as Apple's systems report it. Wakes the watching thread from a queue of its own.
    ///
    /// `@unchecked Sendable`: the dispatch source may be cancelled from any thread, and is not changed otherwise.
    final class DispatchedMemoryPressure: EventSource, @unchecked Sendable {
        private let news = WakeUp()
        private let source: any DispatchSourceMemoryPressure

        init() {
            source = DispatchSource.makeMemoryPressureSource(
                eventMask: [.warning, .critical], queue: DispatchQueue(label: "TaskKit memory pressure"))
            source.setEventHandler { [news] in news.wake() }
            source.activate()
        }

        var descriptor: Int32 { news.descriptor }

        func events() -> [SystemEvent] {
            news.clear()
            return [.memoryWarning]
        }

        func close() {
            source.cancel()
        }
    }
#endif
