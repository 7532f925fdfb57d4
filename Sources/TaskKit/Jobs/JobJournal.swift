import Dispatch
import Foundation
import SchedulerCore

/// Writes changes of jobs to their store, in order, without the scheduler's lock. Changes that arrive during a commit
/// share the next (group commit: DeWitt et al. 1984, "Implementation techniques for main memory database systems").
///
/// While the store temporarily refuses writes, everything waits. A permanent fault is reported once, also to those
/// that wait for jobs; the changes are kept until the queue is started again, and tried one last time at the end.
final class JobJournal: Sendable {
    /// How long a refused write waits before it is retried.
    private static let retryMilliseconds = 1_000

    private let store: any DurableJobs
    /// Tells that a call comes from the journal's own queue, as from a listener that stops the scheduler.
    private static let ownQueue = DispatchSpecificKey<ObjectIdentifier>()

    private let queue = DispatchQueue(label: "TaskKit jobs")
    private let pending = Locked(Pending())

    /// Called when a job is stored, or with the error that prevented it.
    typealias Answer = @Sendable ((any Error)?) -> Void
    /// Receives a fault of the store, once, and whether it is temporary.
    typealias FaultReport = @Sendable (any Error, _ isPassing: Bool) -> Void

    private struct Pending: Sendable {
        var changes: [JobChange] = []
        /// Called once they are stored.
        var sequels: [@Sendable () -> Void] = []
        var answers: [Answer] = []
        var isScheduled = false
        var isClosed = false
        /// Whether a fault was reported and persists.
        var hasFault = false
        /// The permanent fault, if there is one.
        var failure: (any Error)?
        /// Whether the scheduler knows of it; a queue that runs after that was started again.
        var isFailureTold = false
        var report: FaultReport = { _, _ in }
    }

    init(_ store: any DurableJobs) {
        self.store = store
        queue.setSpecific(key: Self.ownQueue, value: ObjectIdentifier(self))
    }

    private func onQueue(_ body: () -> Void) {
        if DispatchQueue.getSpecific(key: Self.ownQueue) == ObjectIdentifier(self) {
            body()
        } else {
            queue.sync(execute: body)
        }
    }

    /// Sets where faults are reported; call it before anything is added.
    func reportFaults(_ report: @escaping FaultReport) {
        pending.with { $0.report = report }
    }

    /// The scheduler has taken note of the fault, under its lock, and has stopped the queue.
    func noteFailureTold() {
        pending.with { $0.isFailureTold = true }
    }

    /// Queues changes. Calls `sequel` once they are stored, and each answer then, or when they cannot be stored.
    /// `isStarted`: whether the queue runs; a queue that was started again retries a store that had failed.
    func add(
        _ changes: [JobChange], isStarted: Bool, sequel: (@Sendable () -> Void)? = nil, answers: [Answer] = []
    ) {
        let (isFirst, failure) = pending.with { pending -> (Bool, (any Error)?) in
            pending.changes += changes
            if let sequel { pending.sequels.append(sequel) }
            if isStarted, pending.failure != nil, pending.isFailureTold {
                (pending.failure, pending.hasFault) = (nil, false)
            }
            if let failure = pending.failure { return (false, failure) }
            pending.answers += answers
            defer { pending.isScheduled = true }
            return (!pending.isScheduled, nil)
        }
        if let failure { queue.async { for answer in answers { answer(failure) } } }
        if isFirst { queue.async { [self] in write() } }
    }

    /// Writes all pending changes on this thread; for inline execution.
    func writeNow() {
        onQueue { write() }
    }

    /// Writes what is pending, and releases the store until there is something to write again.
    func giveBack() {
        onQueue {
            guard !pending.with({ $0.isClosed }) else { return }
            write()
            store.giveBack()
        }
    }

    /// Writes what is pending, and releases the store. Waiters for a job learn why it was not stored.
    func close() {
        onQueue {
            let isFirst = pending.with { pending in
                defer { pending.isClosed = true }
                if !pending.isClosed { pending.failure = nil }
                return !pending.isClosed
            }
            guard isFirst else { return }
            write()
            store.close()
        }
    }

    private func write() {
        let (batch, isFailed) = pending.with { pending in
            guard pending.failure == nil else { return (pending, true) }
            let batch = pending
            (pending.changes, pending.sequels, pending.answers, pending.isScheduled) = ([], [], [], false)
            return (batch, false)
        }
        guard !isFailed, !batch.changes.isEmpty || !batch.sequels.isEmpty || !batch.answers.isEmpty else { return }
        do {
            if !batch.changes.isEmpty { try store.write(batch.changes) }
        } catch {
            return keep(batch, error)
        }
        pending.with { $0.hasFault = false }
        for sequel in batch.sequels { sequel() }
        for answer in batch.answers { answer(nil) }
    }

    /// Puts refused changes first for the retry; of each row only the last change is kept.
    private func keep(_ batch: Pending, _ error: any Error) {
        let isPassing = store.isPassing(error)
        let (isClosed, isNew, report, answers) = pending.with { pending in
            // Also answers those that arrived during the attempt: nothing else would notify them.
            let answers = batch.answers + pending.answers
            pending.changes = Self.latest(batch.changes + pending.changes)
            pending.sequels = batch.sequels + pending.sequels
            let waits = isPassing && !pending.isClosed
            pending.answers = waits ? answers : []
            pending.isScheduled = isPassing
            if !isPassing { (pending.failure, pending.isFailureTold) = (error, false) }
            defer { pending.hasFault = true }
            return (pending.isClosed, !pending.hasFault || !isPassing, pending.report, answers)
        }
        if isNew { report(error, isPassing) }
        if !isPassing || isClosed { for answer in answers { answer(error) } }
        guard isPassing, !isClosed else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.retryMilliseconds)) { [weak self] in self?.write() }
    }

    /// The last change of each row, in order, so that a deleted row is not written again.
    private static func latest(_ changes: [JobChange]) -> [JobChange] {
        var seen: Set<JobID> = []
        return changes.reversed().filter { seen.insert($0.id).inserted }.reversed()
    }
}

/// A store that keeps jobs across processes. It only stores: the core decides what happens to a job.
///
/// `open` is called once, `write` from one thread at a time, never under the scheduler's lock.
public protocol DurableJobs: Sendable {
    /// Claims the store for this process and reads all of it; `epoch` is the date of t = 0 in nanoseconds since
    /// 1970-01-01T00:00:00Z. Throws if another process is using the store, or if it cannot be read.
    func open(epoch: Int64) throws -> StoredJobs
    /// Makes all changes durable, in order, or none. After an error, the same changes are passed again later, followed
    /// by newer ones.
    func write(_ changes: [JobChange]) throws
    /// Whether the write that threw this error may succeed later by itself: the disk is full, or another program holds
    /// a lock. Any other error stops the queue.
    func isPassing(_ error: any Error) -> Bool
    /// Releases the store for others.
    func close()
    /// Releases the store until the next `write`, which claims it again: the system is about to suspend the process. On
    /// iOS it kills one that then holds a lock in a folder that it shares with other processes.
    func giveBack()
}

extension DurableJobs {
    /// Keeps the store.
    public func giveBack() {}
}

extension JobSpec {
    /// Whether its data is one JSON object, as a script's must be. O(bytes).
    var hasObject: Bool {
        if data == "{}" { return true }
        return (try? JSONSerialization.jsonObject(with: Data(data.utf8))) is [String: Any]
    }
}
