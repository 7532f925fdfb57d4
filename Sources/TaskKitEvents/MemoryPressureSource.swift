import Dispatch
import Foundation
import SchedulerCore
import TaskKit

/// Memory pressure as Linux reports it: a trigger on the system's or the control group's pressure file, else the control
/// group's count of how often its memory ran low.
final class MemoryPressureSource: EventSource {
    /// The trigger fires if tasks waited for memory this long, in microseconds ...
    static let stalled = 150_000
    /// ... within this window, in microseconds. The kernel reports at most once per window.
    static let window = 2_000_000

    let descriptor: Int32
    /// Whether the news is that a count has changed.
    private let counts: Bool
    private let last: Locked<String>

    /// Watches the first of these files that exists and can be watched.
    convenience init(pressure: [String] = MemoryPressureSource.pressureFiles, count: String? = nil)
        throws(EventSourceError)
    {
        var failure: EventSourceError?
        for path in pressure {
            do throws(EventSourceError) {
                try self.init(trigger: path)
                return
            } catch {
                failure = error
            }
        }
        do throws(EventSourceError) {
            try self.init(count: count ?? Self.groupFile("memory.events"))
        } catch {
            throw failure ?? error
        }
    }

    /// A trigger on a pressure file.
    init(trigger path: String) throws(EventSourceError) {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw EventSourceError(path) }
        let order = Array("some \(Self.stalled) \(Self.window)\0".utf8)
        guard write(file, order, order.count) == order.count else {
            let error = EventSourceError(path)
            _ = Foundation.close(file)
            throw error
        }
        (descriptor, counts, last) = (file, false, Locked(""))
    }

    /// A file of counters whose change is urgent news.
    init(count path: String) throws(EventSourceError) {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw EventSourceError(path) }
        (descriptor, counts, last) = (file, true, Locked(Self.text(file)))
    }

    /// A socket whose urgent data mean pressure; for tests, which cannot put a machine under pressure.
    init(descriptor: Int32) {
        (self.descriptor, counts, last) = (descriptor, false, Locked(""))
    }

    var isUrgent: Bool { true }

    func events() -> [SystemEvent] {
        guard counts else {
            // Polling clears the news of a pressure file, reading that of a socket.
            var byte: UInt8 = 0
            _ = recv(descriptor, &byte, 1, Int32(MSG_OOB))
            return [.memoryWarning]
        }
        let text = Self.text(descriptor)
        let isNew = last.with { last in
            defer { last = text }
            return last != text
        }
        return isNew ? [.memoryWarning] : []
    }

    func close() {
        _ = Foundation.close(descriptor)
    }

    /// The control group's pressure, which concerns this process most, and then the whole system's.
    static var pressureFiles: [String] { [groupFile("memory.pressure"), "/proc/pressure/memory"] }

    /// A file of this process's control group (version 2).
    private static func groupFile(_ name: String) -> String {
        let file = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC)
        defer { _ = Foundation.close(file) }
        let line = text(file).split(separator: "\n").first { $0.hasPrefix("0::") }
        return "/sys/fs/cgroup\(line?.dropFirst(3) ?? "")/\(name)"
    }

    /// The first kilobytes of a file, from its beginning.
    private static func text(_ file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

#if canImport(Darwin)
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
