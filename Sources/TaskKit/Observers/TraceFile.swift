import Foundation
import SchedulerCore
import TraceFormat

/// Writes the trace to a file, in the ndjson format that `taskscope` reads.
///
/// A record is in the file before the bodies that it starts begin, so a process that traps leaves a complete trace up
/// to then, but for what waits for the job store; only the `end` line is missing. If the file cannot be written, the app
/// loses nothing but the trace.
/// `@unchecked Sendable`: calls are made one after the other.
public final class TraceFile: SchedulerObserver, @unchecked Sendable {
    /// Why a file cannot be opened: the system's error number.
    public struct Unwritable: Error, CustomStringConvertible {
        /// The file.
        public let path: String
        /// `errno`.
        public let code: Int32

        /// One line for a log.
        public var description: String { "\(path): \(String(cString: strerror(code)))" }
    }

    private let descriptor: Int32
    private let includesTicks: Bool
    private var writer: TraceWriter?
    private var end = TraceEnd(time: .zero, state: .notRunning, launch: nil, runs: 0, warnings: 0)
    private var launchedAt: Instant?
    private var isEnded = false

    /// Creates the file, or empties it. Only its owner may read it, as payloads and names are private to the app. With
    /// `includesTicks`, each tick is a line, too.
    public init(path: String, includesTicks: Bool = false) throws(Unwritable) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Unwritable(path: path, code: errno) }
        self.includesTicks = includesTicks
    }

    deinit {
        close(descriptor)
    }

    /// True: it writes records.
    public var wantsRecords: Bool { true }

    /// Writes the header line.
    public func begin(_ plan: ProcessPlan) {
        let header = TraceHeader(name: plan.name, seed: plan.jobSettings.seed, tick: plan.configuration.tick)
        writer = TraceWriter(header: header, names: TraceNames(), includesTicks: includesTicks)
        write()
    }

    /// Writes one line for each record.
    public func record(_ records: [TraceRecord], names: TraceNames) {
        guard !isEnded else { return }
        writer?.learn(names)
        for record in records { end.add(record, launched: &launchedAt) }
        end.time = records.last?.time ?? end.time
        writer?.write(records)
        // Keeping the scheduler's names here would copy them with the next command.
        writer?.forgetNames()
        write()
    }

    /// Writes the last line.
    public func flush() {
        guard !isEnded else { return }
        isEnded = true
        writer?.end(end)
        write()
    }

    private func write() {
        writer?.drain { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
