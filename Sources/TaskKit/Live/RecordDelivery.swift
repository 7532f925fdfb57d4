import Foundation
import SchedulerCore
import TraceFormat

/// Brings records to their observers, in order and without the scheduler's lock: an observer may write a file or be an
/// app's own. Records that say that a job succeeded wait until the store has it, and so do all after them.
///
/// `@unchecked Sendable`: what changes is only touched while the lock is held.
final class RecordDelivery: @unchecked Sendable {
    /// This many batches wait for a store that refuses writes; then the oldest are delivered all the same.
    private static let limit = 10_000

    private struct Batch {
        let records: [TraceRecord]
        let names: TraceNames
        let waitsForStore: Bool
    }

    private let recorders: [any SchedulerObserver]
    private let observers: [any SchedulerObserver]
    private let lock = Lock()
    private let done = Condition()
    private var batches = FirstInFirstOut<Batch>()
    /// How many batches there were, how many of them the store has, and how many were delivered.
    private var (added, confirmed, delivered) = (0, 0, 0)
    private var deliverer: pthread_t?
    private var (isOver, isFlushed) = (false, false)

    init(_ observers: [any SchedulerObserver]) {
        self.observers = observers
        recorders = observers.filter(\.wantsRecords)
    }

    /// Whether anyone wants records.
    var isWanted: Bool { !recorders.isEmpty }

    /// Adds a batch. Returns its number, for `confirm`.
    func add(_ records: [TraceRecord], _ names: TraceNames, waitsForStore: Bool) -> Int {
        lock.with {
            batches.append(Batch(records: records, names: names, waitsForStore: waitsForStore))
            added += 1
            return added
        }
    }

    /// The store has what the batches up to this number say; nil: nothing waits for it any longer.
    func confirm(upTo number: Int?) {
        lock.with { confirmed = max(confirmed, number ?? added) }
        deliver()
    }

    /// Delivers what waits for nothing; when it returns, that is delivered, also by another thread. Called by an
    /// observer, it leaves the rest to the call that called the observer. No lock may be held.
    func deliver() {
        lock.lock()
        defer { lock.unlock() }
        while let holder = deliverer {
            if pthread_equal(holder, pthread_self()) != 0 || !isDue { return }
            done.wait(lock)
        }
        guard isDue else { return }
        deliverer = pthread_self()
        while isDue {
            if let batch = batches.popFirst() {
                delivered += 1
                unlocked { for recorder in recorders { recorder.record(batch.records, names: batch.names) } }
            } else {
                isFlushed = true
                unlocked { for observer in observers { observer.flush() } }
            }
        }
        deliverer = nil
        done.broadcast()
    }

    /// Delivers all that is left, and lets the observers write it. Nothing is delivered afterwards.
    func end() {
        lock.with { isOver = true }
        deliver()
    }

    private func unlocked(_ body: () -> Void) {
        lock.unlock()
        body()
        lock.lock()
    }

    /// Whether a batch waits for nothing, or the end is to be told.
    private var isDue: Bool {
        guard let first = batches.first else { return isOver && !isFlushed }
        return !first.waitsForStore || isOver || delivered < confirmed || added - delivered > Self.limit
    }
}

extension TraceRecord {
    /// Whether it says that a job is done.
    var saysJobSucceeded: Bool {
        if case .job(_, _, .jobDidSucceed, _, _, _) = fact { true } else { false }
    }
}
