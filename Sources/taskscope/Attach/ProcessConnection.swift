import CTerminal
import Dashboard
import SchedulerCore
import TraceFormat

/// A connection to a process that can be watched: first its plan, then what happens there.
///
/// Input is checked line by line; the first invalid line ends the connection. It waits only in `init` and `readPast`.
struct ProcessConnection {
    /// Why there is no connection.
    enum Failure: Error, Equatable {
        /// The system refused with this error number; `EAGAIN` if it did so for as long as `patience`.
        case system(Int32)
        /// The process refused to be watched; its reason.
        case refused(String)
        /// The process speaks another version of the protocol.
        case version(Int)
        /// The answer did not come from such a process.
        case nonsense(String)
        /// The process sent nothing for too long.
        case silent
    }

    /// How long a process may be silent while its past is read, in milliseconds.
    static let patience: Int32 = 5_000
    /// Milliseconds until the next attempt to connect to a busy process.
    static let retryInterval: Int32 = 20
    /// The most bytes read at once, so that a busy process does not keep the screen from being drawn.
    static let readLimit = 1 << 20

    /// The descriptor to poll for input; -1 once the connection has ended.
    private(set) var descriptor: Int32
    private var splitter = LineSplitter()
    private var reader = PlanReader()
    private var isLive = false
    private var now = Instant.zero
    private var missed: Int64 = 0
    /// Whether the connection ended because a message could not be parsed.
    private var isUnreadable = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects and reads the greeting, but nothing about the process's work. If `isPatient`, waits if too many connections
    /// are pending.
    init(folder: String, path: String, isPatient: Bool) throws(Failure) {
        descriptor = ct_socket_connect(folder, path)
        var left = isPatient ? Self.patience : 0
        while descriptor == -EAGAIN, left > 0 {
            // More connections are pending than the system queues.
            poll(nil, 0, Self.retryInterval)
            left -= Self.retryInterval
            descriptor = ct_socket_connect(folder, path)
        }
        guard descriptor >= 0 else { throw .system(-descriptor) }
        var refusal: String?
        while reader.hello == nil {
            // A process that greets and then refuses sends both at once.
            for case .lost(let reason) in try wait() { refusal = reason }
        }
        if let refusal { throw isUnreadable ? .nonsense(refusal) : .refused(refusal) }
        guard let hello, hello.schema == InspectorMessage.schema else {
            close()
            throw .version(hello?.schema ?? 0)
        }
    }

    /// What the process said about itself.
    var hello: InspectorHello? { reader.hello }
    /// The configuration of its scheduler, once `readPast` has returned.
    var plan: ProcessPlan { reader.plan }
    /// The state before the first input that came, encoded; empty: everything from the start came.
    var state: [UInt8] { reader.state }
    /// Whether nothing more will come.
    var isOver: Bool { descriptor < 0 }

    /// Asks for everything, and reads until the present: all inputs that it still has, and how late it is there.
    mutating func readPast() throws(Failure) -> (inputs: [RecordedInput], now: Instant) {
        write(.attach(schema: InspectorMessage.schema))
        var inputs: [RecordedInput] = []
        while !isLive {
            for news in try wait() {
                switch news {
                case .happened(let more, _): inputs += more
                case .replied: break
                case .lost(let reason): throw reader.isComplete || isUnreadable ? .nonsense(reason) : .refused(reason)
                }
            }
        }
        return (inputs, now)
    }

    /// Everything that has come and can be read now.
    mutating func receive() -> [ProcessNews] {
        var inputs: [RecordedInput] = []
        var other: [ProcessNews] = []
        var count = 0
        while descriptor >= 0, count < Self.readLimit {
            let size = buffer.withUnsafeMutableBytes { ct_socket_read(descriptor, $0.baseAddress, $0.count) }
            if size == -Int64(EAGAIN) { break }
            guard size > 0 else {
                other.append(end("the process ended"))
                break
            }
            count += Int(size)
            if let loss = take(buffer[..<Int(size)], &inputs, &other) { other.append(loss) }
        }
        if !inputs.isEmpty { other.insert(.happened(inputs, now: now), at: 0) }
        return other
    }

    /// Sends a command; if the process does not read it, the connection ends.
    mutating func send(_ request: ControlRequest) {
        write(.control(request))
    }

    /// Ends the connection.
    mutating func close() {
        guard descriptor >= 0 else { return }
        _ = CTerminal.close(descriptor)
        descriptor = -1
    }

    private mutating func take(
        _ bytes: ArraySlice<UInt8>, _ inputs: inout [RecordedInput], _ other: inout [ProcessNews]
    ) -> ProcessNews? {
        do {
            for line in try splitter.feed(bytes) {
                let message = try InspectorReader.read(line)
                if let input = try reader.take(message) {
                    now = max(now, input.time)
                    inputs.append(input)
                }
                switch message {
                case .live(let instant):
                    isLive = true
                    now = max(now, instant)
                case .reply(let id, let refusal): other.append(.replied(id: id, refusal: refusal))
                case .missed(let count): missed += count
                case .bye(let reason): return end(missed > 0 ? "\(reason); \(missed) inputs missed" : reason)
                case .hello, .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job,
                    .deadLetter, .state, .begin, .input, .attach, .control:
                    break
                }
            }
            return nil
        } catch {
            isUnreadable = true
            return end("unexpected message from the process: \(error)")
        }
    }

    private mutating func end(_ reason: String) -> ProcessNews {
        close()
        return .lost(reason)
    }

    private mutating func write(_ message: InspectorMessage) {
        var writer = InspectorWriter()
        guard descriptor >= 0, writer.write(message) else { return }
        let bytes = writer.take()
        let count = bytes.withUnsafeBytes { ct_socket_write(descriptor, $0.baseAddress, $0.count) }
        if count != Int64(bytes.count) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// Waits for the process to send something; the end of the connection counts as a failure.
    private mutating func wait() throws(Failure) -> [ProcessNews] {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, Self.patience) > 0 else {
            close()
            throw .silent
        }
        let news = receive()
        if reader.hello == nil, case .lost(let reason)? = news.last { throw .nonsense(reason) }
        return news
    }
}

extension ProcessConnection.Failure {
    /// One line for standard error, without the program's name.
    func line(_ what: String) -> String {
        switch self {
        case .system(EPERM): "\(what): permission denied: the folder, socket or process belongs to another user"
        case .system(ECONNREFUSED), .system(ENOENT): "\(what): no process with an inspector listens there"
        case .system(ENOTSOCK): "\(what): not a socket"
        case .system(EAGAIN): "\(what): too many connections are waiting; try again"
        case .system(let error): "\(what): cannot connect: \(String(cString: strerror(error)))"
        case .refused(let reason): "\(what): \(reason)"
        case .version(let schema):
            "\(what) speaks inspector protocol version \(schema); this program speaks version \(InspectorMessage.schema)"
        case .nonsense(let reason): "\(what): \(reason)"
        case .silent: "\(what): no answer"
        }
    }
}
