import Dispatch
import SchedulerCore

/// Writes what became of jobs to their store, in order, off the scheduler's lock. What comes while one commit is on its
/// way shares the next.
final class JobJournal: Sendable {
    /// How long a refused write waits until it is tried again.
    private static let retryMilliseconds = 1_000

    private let store: any DurableJobs
    private let queue = DispatchQueue(label: "TaskKit jobs")
    private let pending = Locked(Pending())

    /// What is to be done when a commit is through, and whether it was.
    typealias Announcement = @Sendable ((any Error)?) -> Void

    private struct Pending: Sendable {
        var changes: [JobChange] = []
        var announcements: [Announcement] = []
        var isScheduled = false
        var isClosed = false
    }

    init(_ store: any DurableJobs) {
        self.store = store
    }

    /// Takes changes over; `announce` is called once they are stored, or with the error at the first refusal.
    func add(_ changes: [JobChange], announce: @escaping Announcement) {
        let isFirst = pending.with { pending in
            pending.changes += changes
            pending.announcements.append(announce)
            defer { pending.isScheduled = true }
            return !pending.isScheduled
        }
        if isFirst { queue.async { [self] in write() } }
    }

    /// Writes all that waits on this thread: with inline execution.
    func writeNow() {
        queue.sync { write() }
    }

    /// Writes what waits, and gives the store free.
    func close() {
        queue.sync {
            write()
            let isFirst = pending.with { pending in
                defer { pending.isClosed = true }
                return !pending.isClosed
            }
            if isFirst { store.close() }
        }
    }

    private func write() {
        let (changes, announcements) = pending.with { pending in
            defer { (pending.changes, pending.announcements, pending.isScheduled) = ([], [], false) }
            return (pending.changes, pending.announcements)
        }
        guard !changes.isEmpty || !announcements.isEmpty else { return }
        do {
            if !changes.isEmpty { try store.write(changes) }
            for announce in announcements { announce(nil) }
        } catch {
            keep(changes, announcements)
            for announce in announcements { announce(error) }
        }
    }

    /// What was refused comes first when it is tried again.
    private func keep(_ changes: [JobChange], _ announcements: [Announcement]) {
        let isClosed = pending.with {
            $0.changes = changes + $0.changes
            $0.announcements = announcements + $0.announcements
            $0.isScheduled = true
            return $0.isClosed
        }
        guard !isClosed else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.retryMilliseconds)) { [weak self] in self?.write() }
    }
}

/// Between the scheduler and its journal.
extension LiveDriver {
    /// Hands over what the job store is to know; runs of jobs begin when it does.
    func giveJobs() {
        let given = state.jobs.take()
        guard let journal else {
            for attempt in given.starts { state.startStored(attempt) }
            for announce in given.announcements { state.afterwards.append { announce(nil) } }
            return
        }
        let process = state.processes
        journal.add(given.changes) { [weak self] error in
            for announce in given.announcements { announce(error) }
            if error == nil, !given.starts.isEmpty { self?.begin(given.starts, process) }
        }
    }

    /// These runs are counted in the store.
    private func begin(_ starts: [Attempt], _ process: Int) {
        lock.lock()
        if process == state.processes, !state.isStopped {
            for attempt in starts { state.startStored(attempt) }
            wakeLanes()
        }
        release()
    }
}
