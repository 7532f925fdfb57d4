import CTerminal
import TraceAnalysis
import TraceFormat

/// What is still to be sent to the terminal. Never waits: a terminal that does not read must not block the program.
struct TerminalOutput {
    /// The file descriptor: a non-blocking one of our own if the system provides it, else the shared one.
    let descriptor: Int32
    /// Bytes sent so far, for measurements.
    private(set) var sentBytes = 0
    /// Whether the terminal is gone; further output is dropped.
    private(set) var isBroken = false

    /// The most bytes in a write that could block: less than the room that POLLOUT promises in practice.
    private static let waitingChunk = 256

    private let mayWait: Bool
    private var pending: [UInt8] = []
    private var first = 0

    init(sharing shared: Int32) {
        let own = ct_open_privately(shared)
        descriptor = own >= 0 ? own : shared
        mayWait = own < 0
    }

    /// Whether something is left to send.
    var isBusy: Bool { first < pending.count }

    mutating func append(_ bytes: some Collection<UInt8>) {
        guard !isBroken else { return }
        pending += bytes
    }

    /// Sends what the terminal accepts without waiting.
    mutating func send() {
        while isBusy {
            guard !mayWait || isReady(milliseconds: 0) else { return }
            let end = mayWait ? min(pending.count, first + TerminalOutput.waitingChunk) : pending.count
            let count = pending[first..<end].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                first += count
                sentBytes += count
            } else if ct_error() == EAGAIN || count == 0 {
                return
            } else if ct_error() != EINTR {
                isBroken = true
                drop()
            }
        }
        drop()
    }

    /// Sends everything, unless the terminal accepts nothing for this long; then drops the rest.
    mutating func finish(milliseconds: Int32) {
        send()
        while isBusy, isReady(milliseconds: milliseconds) { send() }
        drop()
    }

    private mutating func drop() {
        pending.removeAll(keepingCapacity: pending.capacity < 1 << 20)
        first = 0
    }

    private func isReady(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}

/// Writes the terminal's output as an asciicast.
final class CastRecorder {
    private let file: Int32
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// The bytes of all whole lines.
    private var length: Int64 = 0
    /// Why the recording ended early; it then ends with a whole line.
    private(set) var fault: String?

    /// Begins a recording of a terminal of this size and overwrites the file; nil if it cannot be written.
    init?(path: String, columns: Int, rows: Int) {
        file = ct_open_file(path, true)
        start = clock.now
        var size: Int64 = 0
        guard file >= 0, ct_is_regular(file, &size), ftruncate(file, 0) == 0 else { return nil }
        write(CastText.header(columns: columns, rows: rows) + "\n")
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Records output to the terminal.
    func output(_ bytes: [UInt8]) { event("o", String(decoding: bytes, as: UTF8.self)) }

    /// Records a marker that a player can jump to.
    func marker(_ text: String) { event("m", text) }

    /// Records a new size of the terminal.
    func resized(columns: Int, rows: Int) { event("r", "\(columns)x\(rows)") }

    private func event(_ kind: String, _ text: String) {
        let (seconds, fraction) = start.duration(to: clock.now).components
        write(CastText.event(seconds * 1_000_000_000 + fraction / 1_000_000_000, text, kind: kind) + "\n")
    }

    private func write(_ text: String) {
        guard fault == nil else { return }
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { CTerminal.write(file, $0.baseAddress, $0.count) }
            if count < 0, ct_error() == EINTR { continue }
            guard count > 0 else {
                fault = String(cString: strerror(ct_error()))
                ftruncate(file, off_t(length))
                return
            }
            done += count
        }
        length += Int64(bytes.count)
    }
}
