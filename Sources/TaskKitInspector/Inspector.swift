import CTaskKit
import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// Lets `taskscope attach` watch this process: a Unix socket in a folder of the user's alone.
///
/// An observer of the scheduler: noting an input costs a few stores under a lock of its own, makes no system call and
/// never waits for a reader; lines are made and sent on one thread of the inspector's. Without `open` it only keeps what
/// happens, up to `InspectorOptions.historyLimit`.
public final class Inspector: SchedulerObserver {
    private let options: InspectorOptions
    private let log: InputLog
    private let state = NSLock()
    // Protected by `state`.
    nonisolated(unsafe) private var plan: SchedulerPlan?
    // Protected by `state`.
    nonisolated(unsafe) private var service: InspectorService?

    /// An inspector that is not open yet.
    public init(_ options: InspectorOptions = InspectorOptions()) {
        self.options = options
        log = InputLog(limit: options.historyLimit, orderLimit: options.commandLimit)
    }

    deinit {
        service?.finish()
    }

    /// Inputs noted so far.
    public var inputCount: Int64 { log.total }

    /// Keeps what the scheduler is made of.
    public func begin(_ plan: SchedulerPlan) {
        locked { self.plan = plan }
    }

    /// Notes an input. O(1), no system call.
    public func note(_ input: Input, at instant: Instant, text: String?) {
        log.note(input, at: instant, text: text)
    }

    /// Opens the socket and begins to serve readers; its path.
    ///
    /// - Parameters:
    ///   - now: how late it is in the scheduler's time.
    ///   - control: carries a reader's command out, on the inspector's thread; why not, where it was refused.
    ///
    /// Throws where the folder is not safe, the path is taken, or the system does not let it; the app goes on without.
    @discardableResult
    func open(
        now: @escaping @Sendable () -> Instant, control: @escaping @Sendable (ControlRequest) -> String?
    ) throws(InspectorRefusal) -> String {
        let folder =
            options.folder
            ?? InspectorAddress.folder(user: geteuid()) { ProcessInfo.processInfo.environment[$0] }
        state.lock()
        defer { state.unlock() }
        guard service == nil, let plan else { throw .alreadyOpen }
        let socket = try InspectorSocket(folder: folder, process: getpid())
        let subject = InspectorService.Subject(plan: ProcessPlan(plan), log: log, now: now, control: control)
        let service = try InspectorService(subject, options, socket)
        self.service = service
        service.start()
        return socket.path
    }

    /// Lets readers have what happened so far, before the process is stopped. Waits `farewellMilliseconds` at most.
    public func drain() {
        locked { service }?.drain()
    }

    /// The scheduler has ended: `close`.
    public func flush() {
        close()
    }

    /// Tells readers that the process ends, and takes the socket away. Waits `farewellMilliseconds` at most.
    public func close() {
        let last = locked {
            defer { service = nil }
            return service
        }
        last?.finish()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        state.lock()
        defer { state.unlock() }
        return body()
    }
}

extension ProcessPlan {
    /// A scheduler's plan as its inspector says it.
    init(_ plan: SchedulerPlan) {
        self.init(name: plan.name, configuration: plan.configuration)
        epoch = plan.epoch
        (tasks, sequences) = (plan.tasks, plan.sequences)
        (jobSettings, jobNames) = (plan.jobSettings, plan.jobNames)
        stored = plan.storedJobs.map {
            StoredQueue(jobs: $0.jobs, dead: $0.dead, nextNumber: $0.nextNumber)
        }
        normalize()
    }

    /// Numbers that the rules take for others are said as those, in the ranges of the wire.
    private mutating func normalize() {
        for lane in configuration.lanes.indices {
            let width = configuration.lanes[lane].width
            configuration.lanes[lane].width = lane == 0 ? 1 : min(max(1, width), Int(UInt16.max))
        }
        for task in tasks.indices {
            tasks[task].retry.limit = min(max(0, tasks[task].retry.limit), RetryPolicy.maximumLimit)
            tasks[task].retry.backoffThousandths = Self.inRange(tasks[task].retry.backoffThousandths, from: 0)
            if case .timer(var timer) = tasks[task].trigger, case .times(let count) = timer.repetition {
                timer.repetition = .times(Self.inRange(count, from: 1))
                tasks[task].trigger = .timer(timer)
            }
        }
        jobSettings.retryLimit = Self.inRange(jobSettings.retryLimit, from: 1)
        jobSettings.backoffThousandths = Self.inRange(jobSettings.backoffThousandths, from: 0)
        jobSettings.jitterThousandths = min(max(0, jobSettings.jitterThousandths), 1000)
        for queue in jobSettings.queues.indices {
            jobSettings.queues[queue].width = min(max(1, jobSettings.queues[queue].width), Int(UInt16.max))
        }
    }

    private static func inRange(_ number: Int, from least: Int) -> Int { min(max(least, number), Int(Int32.max)) }
}
