import CTaskKit
import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// One connection to the inspector, from its greeting to its end. Belongs to the inspector's thread.
///
/// It never waits: what the reader does not take stays here up to a limit, and lines beyond it are not even made.
struct InspectorReaderSession {
    /// Where a connection stands.
    enum Phase: Equatable {
        /// Greeted; has not said `attach`.
        case greeted
        /// Gets the inputs from this number on.
        case streaming(Int64)
        /// Gets what is left, then the end.
        case leaving
        /// To be closed.
        case over
    }

    /// Bytes that are read at once at most, one message and a little more.
    static let readSize = InspectorMessage.maximumBytes + 4_096

    let descriptor: Int32
    /// Its number for the log.
    let number: Int
    private(set) var phase = Phase.greeted
    /// When it was greeted, by the monotonic clock.
    let greetedAt = taskkit_monotonic_nanoseconds()
    /// Inputs that had happened when it attached.
    private var startTotal: Int64 = 0
    private var isLive = false
    private var splitter = LineSplitter()
    private var writer = InspectorWriter()
    private var output: [UInt8] = []
    private var sent = 0
    private var afterOutput: [UInt8] = []

    init(descriptor: Int32, number: Int, hello: InspectorHello) {
        self.descriptor = descriptor
        self.number = number
        say(.hello(hello))
    }

    /// Bytes that wait for the reader to take them.
    var pendingBytes: Int { output.count - sent + afterOutput.count + writer.byteCount }
    /// Whether input is wanted: not while answers pile up, nor at the end.
    func wantsInput(limit: Int) -> Bool {
        switch phase {
        case .greeted, .streaming: pendingBytes < limit
        case .leaving, .over: false
        }
    }

    /// Reads what the reader says; the messages in it. A fault ends the session; its sentence comes back with it.
    mutating func receive(_ buffer: inout [UInt8]) -> (messages: [InspectorMessage], fault: String?) {
        let count = buffer.withUnsafeMutableBytes { taskkit_socket_read(descriptor, $0.baseAddress, $0.count) }
        if count == -Int64(EAGAIN) { return ([], nil) }
        guard count > 0 else {
            phase = .over
            return ([], nil)
        }
        var messages: [InspectorMessage] = []
        do throws(LineSplitter.TooLong) {
            for line in try splitter.feed(buffer[..<Int(count)]) {
                guard let message = try? InspectorReader.read(line) else {
                    return (messages, "a line that is no message")
                }
                messages.append(message)
            }
        } catch {
            return (messages, "a line of more than \(InspectorMessage.maximumBytes) bytes")
        }
        return (messages, nil)
    }

    /// Answers `attach`: the plan, then every input from the first on.
    mutating func attach(plan: [UInt8], total: Int64) {
        collect()
        afterOutput += plan
        startTotal = total
        phase = .streaming(0)
    }

    /// Says one thing.
    mutating func say(_ message: InspectorMessage) {
        _ = writer.write(message)
        collect()
    }

    /// Says goodbye: what is left is still sent.
    mutating func leave(_ reason: String) {
        guard phase != .leaving, phase != .over else { return }
        say(.bye(reason))
        phase = .leaving
    }

    /// Gives up at once.
    mutating func end() {
        phase = .over
    }

    /// Makes and sends lines until nothing is left or the reader takes no more; why it was dropped, if it was.
    mutating func send(_ log: InputLog, _ options: InspectorOptions, now: Instant) -> String? {
        var dropped: String?
        repeat {
            flush()
            if phase == .leaving, pendingBytes == 0 { phase = .over }
            guard case .streaming(let place) = phase else { return dropped }
            if isTooSlow(at: place, log, options) {
                dropped = drop(at: place, log)
            } else if pendingBytes < options.outputLimit {
                guard let inputs = log.read(from: place) else {
                    dropped = drop(at: place, log)
                    continue
                }
                if !make(inputs, from: place, log, now: now) { break }
            }
        } while pendingBytes == 0 || dropped != nil
        flush()
        return dropped
    }

    /// Makes the lines of a batch of inputs; false where there are none.
    private mutating func make(_ inputs: [RecordedInput], from place: Int64, _ log: InputLog, now: Instant) -> Bool {
        for input in inputs where !writer.write(.input(input)) {
            say(.missed(max(1, log.total - place)))
            leave("an input of this process does not fit into a message")
            return true
        }
        let end = place + Int64(inputs.count)
        phase = .streaming(end)
        if !isLive, end >= startTotal {
            isLive = true
            _ = writer.write(.live(now))
        } else if inputs.isEmpty {
            return false
        }
        collect()
        return true
    }

    /// Whether a reader is so far behind that it is dropped.
    private func isTooSlow(at place: Int64, _ log: InputLog, _ options: InspectorOptions) -> Bool {
        !log.keeps(place) || log.total - max(place, startTotal) > Int64(options.backlogLimit)
    }

    /// Drops a reader that is too far behind; the line for the log.
    private mutating func drop(at place: Int64, _ log: InputLog) -> String {
        let total = log.total
        say(.missed(total - place))
        leave("too slow: it did not take \(total - place) inputs")
        return "reader \(number) was too slow and is dropped: \(total - place) inputs behind"
    }

    private mutating func collect() {
        guard writer.byteCount > 0 else { return }
        afterOutput += writer.take()
    }

    /// Sends what the reader takes now.
    mutating func flush() {
        collect()
        while true {
            if sent == output.count {
                guard !afterOutput.isEmpty else { return }
                output = afterOutput
                afterOutput = []
                sent = 0
            }
            let count = output.withUnsafeBytes { bytes -> Int64 in
                guard let base = bytes.baseAddress else { return 0 }
                return taskkit_socket_write(descriptor, base + sent, bytes.count - sent)
            }
            if count == -Int64(EAGAIN) { return }
            guard count > 0 else {
                phase = .over
                return
            }
            sent += Int(count)
        }
    }
}
