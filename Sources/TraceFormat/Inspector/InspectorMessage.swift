import SchedulerCore

/// One line between a running process and its watcher.
///
/// The process says `hello`; the reader answers `attach`; then come the plan, closed by `begin`, the inputs from the very
/// first on, `live` once all past inputs are sent, and further inputs as they happen. If the process no longer
/// has its first inputs, its state comes before `begin`, and the inputs are those after it.
public enum InspectorMessage: Hashable, Sendable {
    /// The version that this program speaks.
    public static let schema = 1
    /// The longest line, without its end: exactly this many bytes are allowed.
    public static let maximumBytes = 65_536
    /// Job data beyond this many bytes is not sent; the rules do not read it.
    public static let maximumJobBytes = 8_192

    /// A state is sent in pieces of this many bytes.
    public static let stateBytes = 32_000
    /// The longest state that is accepted.
    public static let maximumStateBytes = 1 << 28

    // From the process.

    /// The first line.
    case hello(InspectorHello)
    /// Clock and limits; the lanes follow.
    case configuration(SchedulerConfiguration)
    /// A lane, in order.
    case lane(LaneSpec)
    /// A task of the plan, in order; after `begin` the one that the next `inject` adds. Its predecessors follow.
    case task(TaskSpec)
    /// A sequence, in order; its steps follow.
    case sequence(SequenceSpec)
    /// More names of the last task or sequence.
    case names(InspectorNames, [String])
    /// The rules of the job queue; its named queues follow.
    case jobs(JobSettings)
    /// A named queue, in order.
    case queue(JobQueueSpec)
    /// The process handles jobs of this name.
    case jobName(String)
    /// There is a job store, and this is the number of its next job.
    case store(nextNumber: Int64)
    /// A row that the store held.
    case job(Job)
    /// A dead letter that the store held.
    case deadLetter(DeadLetter)
    /// A piece of the scheduler's state (`Scheduler.Checkpoint`), encoded in this version.
    case state(format: Int, bytes: [UInt8])
    /// The plan is complete.
    case begin
    /// An input, in order.
    case input(RecordedInput)
    /// Everything known when the reader came is sent; this is the time in the process.
    case live(Instant)
    /// The refusal of a control request; nil if it was handed to the scheduler.
    case reply(id: Int64, refusal: String?)
    /// The reader was too slow and did not get this many inputs; nothing more can be rebuilt.
    case missed(Int64)
    /// The last line, and why.
    case bye(String)

    // To the process.

    /// The answer to `hello`.
    case attach(schema: Int)
    /// A command for the scheduler.
    case control(ControlRequest)
}

/// What a process first says about itself.
public struct InspectorHello: Hashable, Sendable {
    /// The version it speaks.
    public var schema: Int
    /// Its process ID.
    public var process: Int32
    /// The app's name.
    public var name: String
    /// Whether it carries out control requests.
    public var allowsControl: Bool
    /// The date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
    public var epoch: Int64
    /// The time in the process.
    public var now: Instant

    /// A greeting in the version of this program.
    public init(process: Int32, name: String, allowsControl: Bool, epoch: Int64, now: Instant) {
        schema = InspectorMessage.schema
        (self.process, self.name, self.allowsControl) = (process, name, allowsControl)
        (self.epoch, self.now) = (epoch, now)
    }
}

/// Which list of names continues.
public enum InspectorNames: UInt8, CaseIterable, Sendable {
    case after, follows, prefers, steps
}

/// A command of the script language for a running process: its text, and the same for the scheduler.
public struct ControlRequest: Hashable, Sendable {
    /// The sender's number, returned in the reply.
    public var id: Int64
    /// The command as in a script, without a time.
    public var text: String
    /// What the scheduler is handed.
    public var command: Command
    /// What comes with the event: the URL of `open-url`, the JSON payload of `post`.
    public var context: String?

    /// Creates a request.
    public init(id: Int64, text: String, command: Command, context: String? = nil) {
        (self.id, self.text, self.command, self.context) = (id, text, command, context)
    }
}

/// Where to find the processes that can be watched: one socket each, `PID.sock`, in one folder of the user.
public enum InspectorAddress {
    /// The longest path of a socket, in bytes: what the system's address holds, without its NUL.
    public static let maximumBytes = 107

    /// The folder: `$XDG_RUNTIME_DIR/taskscope`; if that is unset or not absolute, `/tmp/taskscope-UID`.
    public static func folder(user: UInt32, environment: (String) -> String?) -> String {
        if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            let isClosed = runtime.hasSuffix("/")
            return runtime + (isClosed ? "" : "/") + "taskscope"
        }
        return "/tmp/taskscope-\(user)"
    }

    /// The socket of a process; nil if its path is longer than a socket's address may be.
    public static func socket(of process: Int32, in folder: String) -> String? {
        let path = "\(folder)/\(process).sock"
        return path.utf8.count <= maximumBytes ? path : nil
    }

    /// The process to which a file of the folder belongs; nil for other files.
    public static func process(ofFile name: String) -> Int32? {
        guard name.hasSuffix(".sock"), let number = Int32(name.dropLast(5)), number > 0 else { return nil }
        return "\(number).sock" == name ? number : nil
    }
}

/// Cuts what comes out of a socket into lines, and holds at most one incomplete line.
public struct LineSplitter: Sendable {
    /// A line was longer than a message may be.
    public struct TooLong: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is too long.
        public var description: String { "a line of more than \(InspectorMessage.maximumBytes) bytes" }
    }

    private var rest: [UInt8] = []

    /// Nothing read yet.
    public init() {}

    /// Bytes kept of an incomplete line.
    public var pendingBytes: Int { rest.count }

    /// Takes in bytes and returns the lines that they complete, without their ends. O(bytes).
    ///
    /// Throws: `TooLong` if a line, complete or not, is longer than `InspectorMessage.maximumBytes`; the lines before
    /// it are lost, and what comes later is of no use.
    public mutating func feed(_ bytes: ArraySlice<UInt8>) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            guard rest.count + (end - start) <= InspectorMessage.maximumBytes else { throw TooLong() }
            lines.append(rest + bytes[start..<end])
            rest = []
            start = end + 1
        }
        guard rest.count + (bytes.endIndex - start) <= InspectorMessage.maximumBytes else { throw TooLong() }
        rest += bytes[start...]
        return lines
    }
}
