import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// Lets `taskscope attach` watch this process: a Unix socket in a folder that only the user can open.
///
/// It observes the scheduler and notes each input under a lock of its own; a thread of the inspector makes and sends
/// the lines. Without `open` it only keeps what happens, up to `InspectorOptions.historyLimit`.
public final class Inspector: SchedulerObserver {
    private struct State: Sendable {
        var plan: ProcessPlan?
        var service: InspectorService?
    }

    private let options: InspectorOptions
    private let log: Locked<InputLog>
    private let state = Locked(State())

    /// Creates an inspector that is not open yet.
    public init(_ options: InspectorOptions = InspectorOptions()) {
        self.options = options
        log = Locked(InputLog(limit: options.historyLimit))
    }

    deinit {
        close()
    }

    /// Inputs noted so far.
    public var inputCount: Int64 { log.with { $0.total } }

    /// Keeps the scheduler's plan.
    public func begin(_ plan: ProcessPlan) {
        state.with { $0.plan = plan }
    }

    /// Notes an input. Amortized O(1).
    public func note(_ input: Input, at instant: Instant, text: String?) {
        log.with { $0.note(input, at: instant, text: text) }
    }

    /// Opens the socket, so that `taskscope attach` can watch `scheduler`, which this inspector must observe. Returns
    /// its path. Carries out the commands of readers if `InspectorOptions.allowsControl` is true.
    ///
    /// Throws if the folder is not safe, the path is taken or a system call fails; the app continues without it.
    @discardableResult
    public func open(for scheduler: LiveScheduler) throws(InspectorRefusal) -> String {
        let log = log
        return try open(
            now: { [weak scheduler] in scheduler?.now ?? .zero },
            checkpoint: { [weak scheduler] in
                // No input can come between the two, as each is noted under the scheduler's lock.
                scheduler?.checkpoint { state in (state, log.with { $0.seal() }) }
            },
            control: { [weak scheduler] request in
                guard let scheduler else { return "the scheduler no longer exists" }
                return scheduler.carryOut(request)
            })
    }

    /// As above, for anything that has a time and a state and takes commands.
    func open(
        now: @escaping @Sendable () -> Instant,
        checkpoint: @escaping @Sendable () -> (state: Scheduler.Checkpoint, inputs: Int64)?,
        control: @escaping @Sendable (ControlRequest) -> String?
    ) throws(InspectorRefusal) -> String {
        #if (os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)) && !targetEnvironment(simulator)
            if options.folder == nil { throw .onDevice }
        #endif
        let folder =
            options.folder
            ?? InspectorAddress.folder(user: geteuid()) { ProcessInfo.processInfo.environment[$0] }
        return try state.with { (state) throws(InspectorRefusal) in
            guard state.service == nil, let plan = state.plan else { throw .notReady }
            let socket = try InspectorSocket(folder: folder, process: getpid())
            let subject = InspectorService.Subject(
                plan: plan.normalized, log: log, checkpoint: checkpoint, now: now, control: control)
            let service = InspectorService(subject, options, socket)
            state.service = service
            service.start()
            return socket.path
        }
    }

    /// Sends readers what happened so far, before the process is stopped. Waits at most `InspectorOptions.farewell`.
    public func drain() {
        state.with { $0.service }?.drain()
    }

    /// The scheduler has ended: closes the inspector.
    public func flush() {
        close()
    }

    /// Notifies readers that the process ends, and removes the socket. Waits at most `InspectorOptions.farewell`.
    public func close() {
        let last = state.with { state in
            defer { state.service = nil }
            return state.service
        }
        last?.finish()
    }
}

extension LiveScheduler {
    /// Carries out a reader's command. Returns the reason if it is refused.
    func carryOut(_ request: ControlRequest) -> String? {
        do {
            switch request.command {
            case .inject: return "a running app accepts tasks only from its own code"
            case .driver: return "no such command"
            case .tick: try tick()
            case .queue(let order): try queue(order)
            case .enqueue(let job): try takeIn(job)
            case .action(let action): try perform(action, request.context.map { EventContext(url: $0) })
            case .post(let key): try post(key, payload: request.context)
            case .fire, .pauseTask, .resumeTask, .pauseLane, .resumeLane, .destroy, .cancel, .start, .addStep,
                .injectSequence:
                try order(request.command, request.text)
            }
            return nil
        } catch {
            return error.reason
        }
    }
}

/// The settings of an inspector.
public struct InspectorOptions: Sendable {
    /// Whether readers may send commands; if not, they only watch.
    public var allowsControl = false
    /// The folder of the socket; nil: the folder of all processes that can be watched (`InspectorAddress.folder`).
    public var folder: String?
    /// How many of the last inputs are kept, 32 bytes each; a run takes two or three. Until some are dropped, a reader
    /// that comes late receives everything from the start, later ones what happens from then on. One that falls so far behind
    /// is dropped, after a message of how many it missed.
    public var historyLimit = 1 << 20
    /// How many connections can exist at once; further ones are refused. Who does not read for ten seconds loses its place.
    public var connectionLimit = 16
    /// How long the end of the process waits, at most, for readers to receive what is left.
    public var farewell = Duration.milliseconds(100)
    /// Receives one line for each refused or dropped reader and each fault. Called on the inspector's thread.
    public var log: @Sendable (String) -> Void = { _ in }

    /// The time by which readers are dropped; of a test, in tests.
    var present: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Read-only, in the usual place, without a log.
    public init() {}
}

/// Why an inspector cannot open its socket; the app runs without it.
public enum InspectorRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path is too long for a socket's address, which has 107 bytes (103 on Apple's systems).
    case pathTooLong(String)
    /// The folder is a link, not a folder, another user's, or open to others.
    case folderNotSafe(String, error: Int32)
    /// Something is at the path that is not a socket of this user's; it is left alone.
    case pathTaken(String)
    /// Another process listens there.
    case inUse(String)
    /// Another process has held the folder's lock for too long.
    case folderLocked(String)
    /// A system call failed, with the number of its error.
    case system(String, error: Int32)
    /// It was opened before, or belongs to no scheduler yet.
    case notReady
    /// A phone, tablet, watch or television lets no other process in.
    case onDevice

    /// One line for a log.
    public var description: String {
        switch self {
        case .pathTooLong(let path): "a socket's path can have at most 107 bytes: \(path)"
        case .folderNotSafe(let path, let error): "not a private folder of this user (mode 0700): \(path) (\(error))"
        case .pathTaken(let path): "something else is already at \(path)"
        case .inUse(let path): "another process listens at \(path)"
        case .folderLocked(let path): "another process holds the lock of \(path)"
        case .system(let call, let error): "\(call): error \(error)"
        case .notReady: "the inspector was already opened, or observes no scheduler"
        case .onDevice: "a device lets no other process in; record a trace there with TraceFile"
        }
    }
}
