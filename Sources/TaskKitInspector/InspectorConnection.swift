import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// One connection to the inspector, from its greeting to its end. Belongs to the inspector's thread.
///
/// It never blocks. Lines are made in batches, each once the reader has received the one before.
struct InspectorConnection {
    /// The phase of a connection.
    enum Phase: Equatable {
        /// Greeted; has not sent `attach`.
        case greeted
        /// Receives the inputs from this number on.
        case streaming(next: Int64)
        /// Receives what is left, and then the end.
        case leaving
        /// To be closed.
        case over
    }

    /// The maximum number of bytes that are read at once.
    static let readSize = 4_096
    /// While this many bytes wait for the reader, its messages are not read.
    static let outputLimit = 1 << 18
    /// A connection that sends no `attach`, or does not read what was sent, is closed after this long.
    static let patience = Duration.seconds(10)

    let descriptor: Int32
    /// Its number for the log.
    let number: Int
    private(set) var phase = Phase.greeted {
        didSet { phaseBegan = .now }
    }
    private var phaseBegan = ContinuousClock.now
    /// Inputs that had happened when it attached.
    private var startTotal: Int64 = 0
    private var isLive = false
    private var splitter = LineSplitter()
    private var writer = InspectorWriter()
    private var output: [UInt8] = []
    /// What it had not read when it was looked at last, and since when it reads nothing of that.
    private var unread = 0
    private var stalledSince: ContinuousClock.Instant?
    private var sent = 0

    init(descriptor: Int32, number: Int, hello: InspectorHello) {
        self.descriptor = descriptor
        self.number = number
        say(.hello(hello))
    }

    /// Bytes that are waiting to be sent.
    var pendingBytes: Int { output.count - sent + writer.byteCount }

    /// Whether inputs up to number `total`, or messages, are still to be sent.
    func isBehind(_ total: Int64) -> Bool {
        switch phase {
        case .greeted: false
        case .streaming(let next): next < total || pendingBytes > 0
        case .leaving: true
        case .over: false
        }
    }

    /// Whether it has been connected for too long without becoming a reader, or without reading.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
        switch phase {
        case .greeted, .leaving: now - phaseBegan > Self.patience
        case .streaming: stalledSince.map { now - $0 > Self.patience } ?? false
        case .over: false
        }
    }

    /// Looks whether the reader has read something since the last look.
    mutating func watch(at now: ContinuousClock.Instant) {
        let left = UnixSocket.unread(descriptor)
        if left == 0 {
            stalledSince = nil
        } else if left < unread || stalledSince == nil {
            stalledSince = now
        }
        unread = left
    }

    /// Reads from the reader. Returns its messages, and what is wrong with the bytes after them.
    mutating func receive(_ buffer: inout [UInt8]) -> (messages: [InspectorMessage], fault: String?) {
        guard phase != .leaving, phase != .over, pendingBytes < Self.outputLimit else { return ([], nil) }
        let count = UnixSocket.read(descriptor, into: &buffer)
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return ([], nil) }
        guard count > 0 else {
            phase = .over
            return ([], nil)
        }
        var messages: [InspectorMessage] = []
        do throws(LineSplitter.TooLong) {
            for line in try splitter.feed(buffer[..<count]) {
                guard let message = try? InspectorReader.read(line) else {
                    return (messages, "a line that is not a message")
                }
                messages.append(message)
            }
        } catch {
            return (messages, error.description)
        }
        return (messages, nil)
    }

    /// Answers `attach`: `opening`, then the inputs from number `next` on; it is live once it has `total` of them.
    mutating func attach(_ opening: [UInt8], from next: Int64, total: Int64) {
        collect()
        output += opening
        startTotal = total
        phase = .streaming(next: next)
    }

    /// Sends one message.
    mutating func say(_ message: InspectorMessage) {
        _ = writer.write(message)
    }

    /// Leaves: what is left is still sent.
    mutating func leave(_ reason: String) {
        guard phase != .leaving, phase != .over else { return }
        say(.bye(reason))
        phase = .leaving
    }

    /// Makes and sends lines until nothing is left or no more can be sent. Returns why it was dropped, if it was.
    mutating func send(_ log: Locked<InputLog>, now: () -> Instant) -> String? {
        while flush() {
            guard case .streaming(let next) = phase else {
                if phase == .leaving { phase = .over }
                return nil
            }
            guard let inputs = log.with({ $0.read(from: next) }) else { return drop(log, at: next) }
            if inputs.isEmpty, isLive { return nil }
            make(inputs, from: next, now)
        }
        guard case .streaming(let next) = phase, log.with({ $0.first }) > next else { return nil }
        return drop(log, at: next)
    }

    /// Makes the lines of inputs.
    private mutating func make(_ inputs: [RecordedInput], from next: Int64, _ now: () -> Instant) {
        for input in inputs where !writer.write(.input(input)) {
            say(.missed(1))
            return leave("an input of this process is too large for a message")
        }
        let end = next + Int64(inputs.count)
        phase = .streaming(next: end)
        if !isLive, end >= startTotal {
            isLive = true
            say(.live(now()))
        }
    }

    /// Drops a reader that is too far behind. Returns the line for the log.
    private mutating func drop(_ log: Locked<InputLog>, at next: Int64) -> String {
        let missed = log.with { $0.total } - next
        say(.missed(missed))
        leave("too slow: it missed \(missed) inputs")
        return "reader \(number) was too slow and was dropped, \(missed) inputs behind"
    }

    private mutating func collect() {
        output += writer.take()
    }

    /// Sends what can be sent now. Returns whether that was everything.
    @discardableResult
    mutating func flush() -> Bool {
        collect()
        while sent < output.count {
            let count = UnixSocket.write(descriptor, output[sent...])
            if count == -Int(EAGAIN) || count == -Int(EINTR) { return false }
            guard count > 0 else {
                phase = .over
                return false
            }
            sent += count
            unread = UnixSocket.unread(descriptor)
        }
        output.removeAll(keepingCapacity: output.capacity <= Self.outputLimit)
        sent = 0
        return phase != .over
    }
}
